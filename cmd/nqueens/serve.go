package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/spf13/cobra"

	"nqueens/fleet"
	"nqueens/fleet/network"
	"nqueens/internal/loopback"
	"nqueens/internal/table"
)

// addressFlags name a NATS server and the credentials for it.
type addressFlags struct {
	address   network.Address
	tokenFile string
	whose     string // the first words of the usage of --server
}

// withServer are the flags that need --server.
var withServer = []string{"token-file", "nkey", "creds", "tls-ca", "patience"}

func (a *addressFlags) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&a.address.URL, "server", "", a.whose+": a `URL` as in nats://127.0.0.1:4222, or tls://… ; several with commas between")
	if f.Lookup("token-file") == nil {
		f.StringVar(&a.tokenFile, "token-file", "", "the `file` with the token of the workers")
	}
	f.StringVar(&a.address.NKey, "nkey", "", "instead of a token: the `file` with the seed of this worker's key")
	f.StringVar(&a.address.Creds, "creds", "", "credentials for an existing NATS: a `file` as nsc writes it")
	f.StringVar(&a.address.CA, "tls-ca", "", "the `file` with the certificate that signed the server's certificate")
	f.DurationVar(&a.address.Patience, "patience", network.DefaultPatience, "how long to wait for a server that does not answer")
}

// of returns the address that the flags describe.
func (a *addressFlags) of(p *program) (network.Address, error) {
	address := a.address
	address.Notify = p.say
	var err error
	if a.tokenFile != "" && a.address.NKey != "" {
		return address, errors.New("--nkey and --token-file: a worker has a key or a token: give only one")
	}
	if a.tokenFile != "" {
		address.Token, err = readToken(a.tokenFile)
	}
	if err == nil && address.Patience <= 0 {
		err = fmt.Errorf("--patience %v: write a time above zero", address.Patience)
	}
	if err == nil && address.URL != "" {
		err = address.Check()
	}
	return address, err
}

// readToken reads a secret from a file, because other users can see command lines.
func readToken(name string) (string, error) {
	text, err := os.ReadFile(name)
	token := strings.TrimSpace(string(text))
	if err == nil && len(token) < 16 {
		err = fmt.Errorf("%s: a token has at least 16 characters: make one with openssl rand -hex 32", name)
	}
	if err != nil {
		return "", fmt.Errorf("--token-file: %w", err)
	}
	return token, nil
}

// say prints a note of one line.
func (p *program) say(text string) { fmt.Fprintln(p.err, "note:", oneLine(text)) }

func (p *program) serve() *cobra.Command {
	var a addressFlags
	var listen network.Listen
	var settings network.Settings
	var page string
	cmd := &cobra.Command{
		Use:   "serve DIR",
		Short: "Hand out the parts of a count or a bench over a network",
		Long: `Hand out the parts of a list to "nqueens work --server", on any machines, over NATS, until
all are done and some were computed again. A result is in the journal, on the disk, before
its worker gets the confirmation. The queue is made from the list and the journal at each
start, so that serve may be killed and started again at any time.

A NATS server runs within the process. It accepts only workers on this machine, unless there
are a token or keys, and a certificate for TLS. --server uses an existing NATS server with
JetStream. A web page shows the progress.`,
		Example: `  nqueens serve q20
  nqueens serve q20 --listen :4222 --token-file token --tls-cert cert.pem --tls-key key.pem
  nqueens serve q20 --server nats://cluster:4222 --creds q20.creds`,
		Args: takes("the folder of the list", true),
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx := stoppable(cmd.Context())
			dir := args[0]
			address, err := a.of(p)
			if err != nil {
				return err
			}
			listen.Token, listen.Dir, listen.Warn = address.Token, filepath.Join(dir, "nats"), p.say
			if said := cmd.Flags().Changed; a.address.URL == "" {
				for _, flag := range withServer[1:] { // the built-in server has a token too
					if said(flag) {
						return fmt.Errorf("--%s: only with --server", flag)
					}
				}
			}
			if settings.Machines, err = network.ReadKeys(listen.NKeys); err != nil {
				return err
			}
			if err := p.serveFolder(ctx, dir, listen, address, settings, page); err != nil {
				return err
			}
			return p.sumParts(ctx, dir, "", false, true)
		},
	}
	a.whose = "use an existing NATS server with JetStream"
	a.flags(cmd)
	f := cmd.Flags()
	f.StringVar(&listen.Address, "listen", "127.0.0.1:4222", "where to listen for workers: `HOST:PORT`")
	f.StringVar(&listen.NKeys, "nkeys", "", "instead of a token: the `file` with the public keys of workers, one a line, each with the name of its machine")
	f.StringVar(&listen.Cert, "tls-cert", "", "the `file` with the certificate")
	f.StringVar(&listen.Key, "tls-key", "", "the `file` with its key")
	cmd.MarkFlagsRequiredTogether("tls-cert", "tls-key")
	for _, own := range []string{"listen", "tls-cert", "tls-key"} {
		cmd.MarkFlagsMutuallyExclusive("server", own)
	}
	f.DurationVar(&settings.Lease, "lease", network.DefaultLease, "give a part to another worker after this time without a message from its worker")
	f.StringVar(&page, "http", "127.0.0.1:8222", "the address of the web page: `HOST:PORT` of this machine only, or none")
	return cmd
}

// serveFolder hands out the remaining parts of the list in a folder.
func (p *program) serveFolder(ctx context.Context, dir string, listen network.Listen, address network.Address, settings network.Settings, page string) error {
	folder, err := p.openFleet(dir)
	if err != nil {
		return err
	}
	if err := p.checkList(folder.List); err != nil {
		return err
	}
	journal, err := fleet.AwaitJournal(ctx, dir, folder.List)
	if err != nil {
		return stopped(ctx, err)
	}
	settings.Dir = dir
	err = p.serveJournal(ctx, journal, listen, address, settings, page)
	if err = errors.Join(err, journal.Close()); err != nil && ctx.Err() != nil {
		return &exit{status: limitHit, err: fmt.Errorf("stopped (%w): the results so far are saved, and the same command continues from there", context.Cause(ctx))}
	}
	return err
}

// serveJournal hands out the parts that the journal lacks until all are done.
func (p *program) serveJournal(ctx context.Context, j *fleet.Journal, listen network.Listen, address network.Address, settings network.Settings, page string) error {
	if settings.Lease < time.Second {
		return fmt.Errorf("--lease %v: write at least a second", settings.Lease)
	}
	watch, err := listenHere(page)
	if err != nil {
		return err
	}
	if watch != nil {
		defer watch.Close()
	}
	settings.Warn = p.say
	var nc *nats.Conn
	var metrics func() map[string]float64
	where := address.URL
	if where == "" {
		broker, err := p.startNATS(listen)
		if err != nil {
			return err
		}
		defer broker.Close()
		settings.Broken, metrics, where = broker.Broken, broker.Metrics, broker.URL()
		nc, err = broker.Connect()
		if err != nil {
			return err
		}
	} else if nc, err = network.Connect(ctx, address); err != nil {
		return err
	}
	defer nc.Close()
	server, err := network.NewServer(nc, j, settings)
	if err != nil {
		return err
	}
	note := fmt.Sprintf("`nqueens work --server %s` computes parts", reachableURL(where))
	if watch != nil {
		pages := &http.Server{Handler: server.Handler(metrics), ReadHeaderTimeout: 10 * time.Second}
		go pages.Serve(watch) //nolint:errcheck // it ends with the listener
		defer pages.Close()
		note += fmt.Sprintf("; http://%s shows the progress", watch.Addr())
	}
	p.say(note)
	return server.Run(ctx)
}

// reachableURL returns a server's URL. If the server listens on all addresses, the host is the name of
// this machine.
func reachableURL(where string) string {
	u, err := url.Parse(where)
	name, _ := os.Hostname() // without a name the URL stays
	if err == nil && name != "" && net.ParseIP(u.Hostname()).IsUnspecified() {
		u.Host = net.JoinHostPort(name, u.Port())
		return u.String()
	}
	return where
}

// listenHere listens on a loopback address. It returns nil for "none".
func listenHere(address string) (net.Listener, error) {
	if address == "none" {
		return nil, nil
	}
	host, _, err := net.SplitHostPort(address)
	if err != nil || !loopback.Host(host) {
		return nil, fmt.Errorf("--http %s: the page is for this machine only: write, for example, 127.0.0.1:8222, and use ssh -L from other machines", address)
	}
	l, err := net.Listen("tcp", address)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("--http: another program listens on %s: name another port, or none", address)
	}
	if err != nil {
		return nil, fmt.Errorf("--http: %w", err)
	}
	return l, nil
}

// workServer runs a worker that takes its parts from a server.
func (p *program) workServer(ctx context.Context, cmd *cobra.Command, flags *workFlags, a *addressFlags) error {
	if cmd.Flags().Changed("part") {
		return errors.New("--part: not with --server, which chooses the parts")
	}
	address, err := a.of(p)
	if err != nil {
		return err
	}
	w, err := flags.worker(p)
	if err != nil {
		return err
	}
	var done atomic.Int64
	err = network.Worker{
		Machine: w.Name(), Threads: max(1, w.Threads), Build: w.Build, Check: w.Check, Do: w.Do,
		Recorded: func(fleet.Result) { done.Add(1) },
	}.Work(ctx, address)
	if err != nil && ctx.Err() != nil {
		return &exit{status: limitHit, err: fmt.Errorf("stopped (%w): %s done; other workers can take the unfinished part", context.Cause(ctx), table.Plural(int(done.Load()), "part"))}
	}
	if _, away := errors.AsType[*network.AwayError](err); away {
		return &exit{status: limitHit, err: err}
	}
	return err
}
