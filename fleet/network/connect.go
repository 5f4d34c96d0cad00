package network

import (
	"cmp"
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"strings"
	"syscall"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"
)

// An Address is the address of a NATS server with the credentials for it.
type Address struct {
	URL   string // nats://HOST:PORT or tls://HOST:PORT; several are separated by commas
	Token string // a secret that all workers share
	NKey  string // or a file with the seed of a key
	Creds string // or a file with credentials in the format of `nsc`
	CA    string // a file with the CA certificates of the server, if it is not signed by one of the system's
	// Patience is how long to wait for a server that does not answer; 0 means DefaultPatience.
	Patience time.Duration
	Notify   func(string) // called when the connection is lost or restored, if not nil
}

// DefaultPatience is how long workers wait for a server.
const DefaultPatience = 24 * time.Hour

func (a Address) patience() time.Duration { return cmp.Or(a.Patience, DefaultPatience) }

// The name of the user whose password is the token.
const workerUser = "worker"

// answerTime is the time limit for a server's first message.
const answerTime = 5 * time.Second

func (a Address) tell(format string, args ...any) {
	if a.Notify != nil {
		a.Notify(fmt.Sprintf(format, args...))
	}
}

// options returns the options for NATS.
func (a Address) options() ([]nats.Option, error) {
	for _, one := range strings.Split(a.URL, ",") {
		u, err := url.Parse(one)
		if err != nil || u.Scheme != "nats" && u.Scheme != "tls" || u.Host == "" {
			return nil, fmt.Errorf("%q is not a server: write, for example, nats://127.0.0.1:4222 or tls://counts.example.org:4222", one)
		}
	}
	options := []nats.Option{
		nats.Name("nqueens"), nats.Timeout(answerTime), nats.MaxReconnects(-1),
		nats.ReconnectWait(500 * time.Millisecond), nats.ReconnectJitter(500*time.Millisecond, 500*time.Millisecond),
		nats.ReconnectBufSize(-1), // what cannot be sent at once is an error
		nats.PingInterval(10 * time.Second), nats.MaxPingsOutstanding(2),
		nats.SyncQueueLen(256), // waiting answers; by default each subscription has half a megabyte for them
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				a.tell("the connection to %s is lost (%v); waiting for it", a.URL, err)
			}
		}),
		nats.ReconnectHandler(func(*nats.Conn) { a.tell("connected to %s again", a.URL) }),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}), // by default they are printed
	}
	if a.Token != "" {
		options = append(options, nats.UserInfo(workerUser, a.Token))
	}
	if a.NKey != "" {
		key, err := nats.NkeyOptionFromSeed(a.NKey)
		if err != nil {
			return nil, fmt.Errorf("%s holds no seed of a key: %w", a.NKey, err)
		}
		options = append(options, key)
	}
	// NATS reads these files when it connects, and would report errors in them as a server that
	// does not answer.
	if a.Creds != "" {
		text, err := os.ReadFile(a.Creds)
		if err != nil {
			return nil, err
		}
		if _, err := nkeys.ParseDecoratedNKey(text); err != nil {
			return nil, fmt.Errorf("%s holds no credentials: %w", a.Creds, err)
		}
		options = append(options, nats.UserCredentials(a.Creds))
	}
	if a.CA != "" {
		text, err := os.ReadFile(a.CA)
		if err != nil {
			return nil, err
		}
		if !x509.NewCertPool().AppendCertsFromPEM(text) {
			return nil, fmt.Errorf("%s holds no certificate", a.CA)
		}
		options = append(options, nats.RootCAs(a.CA))
	}
	return options, nil
}

// Check returns an error if the address is not valid.
func (a Address) Check() error {
	_, err := a.options()
	return err
}

// user returns the user as which the server knows a worker.
func (a Address) user() (string, error) {
	if a.NKey == "" {
		return Anybody, nil
	}
	seed, err := os.ReadFile(a.NKey)
	if err != nil {
		return "", err
	}
	pair, err := nkeys.ParseDecoratedNKey(seed)
	if err != nil {
		return "", fmt.Errorf("%s holds no seed of a key: %w", a.NKey, err)
	}
	defer pair.Wipe()
	return pair.PublicKey()
}

// ReadKeys reads the public keys of workers, one a line, each followed by the name of its machine.
// If there is no name, the beginning of the key is used.
func ReadKeys(name string) (machines map[string]string, err error) {
	if name == "" {
		return nil, nil
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	machines = map[string]string{}
	for i, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		line = strings.TrimSpace(line)
		key, machine, _ := strings.Cut(strings.ReplaceAll(line, "\t", " "), " ")
		switch _, twice := machines[key]; {
		case !nkeys.IsValidPublicUserKey(key):
			return nil, fmt.Errorf("%s:%d: %q is not the public key of a user: such a key begins with U", name, i+1, line)
		case twice:
			return nil, fmt.Errorf("%s:%d: the key %s is listed twice: each machine needs its own key", name, i+1, key)
		}
		machines[key] = cmp.Or(strings.TrimSpace(machine), key[:12])
	}
	return machines, nil
}

// maxWordless is the largest number of consecutive connections that may be closed without a
// message, for example by a server that is starting or ending: five seconds.
const maxWordless = 10

// wordless reports whether a connection was made and closed before any message.
func wordless(err error) bool {
	broken, ok := errors.AsType[*net.OpError](err)
	return errors.Is(err, io.EOF) || errors.Is(err, syscall.ECONNRESET) || ok && broken.Op != "dial" && !broken.Timeout()
}

// Connect connects to a NATS server, and waits if nothing listens yet. A lost connection is
// restored automatically. If the server rejects the credentials or is not a NATS server, Connect
// returns an error at once, or after some seconds if it does not answer.
func Connect(ctx context.Context, a Address) (*nats.Conn, error) {
	options, err := a.options()
	if err != nil {
		return nil, err
	}
	closed := 0 // consecutive connections closed without a message
	for begun, told := time.Now(), false; ; {
		nc, err := connect(ctx, a.URL, options)
		if err == nil {
			return nc, nil
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if final := a.final(err); final != nil {
			return nil, final
		}
		if time.Since(begun) > a.patience() {
			return nil, &AwayError{fmt.Errorf("%s: nothing answers: %w", a.URL, err)}
		}
		switch {
		case !wordless(err) || strings.Contains(a.URL, ","): // another of several servers may be available soon
			closed = 0
			if !told {
				a.tell("%s: nothing listens there yet (%v); waiting for it", a.URL, err)
				told = true
			}
		case closed < maxWordless:
			closed++
		default:
			return nil, fmt.Errorf("%s closes connections without an answer: it is not a NATS server, or a proxy to one that is not running", a.URL)
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(500 * time.Millisecond):
		}
	}
}

// connect is nats.Connect that ends with ctx. If nothing answers, nats.Connect takes seconds.
func connect(ctx context.Context, url string, options []nats.Option) (*nats.Conn, error) {
	type connection struct {
		*nats.Conn
		err error
	}
	made := make(chan connection, 1)
	go func() {
		nc, err := nats.Connect(url, options...)
		made <- connection{nc, err}
	}()
	select {
	case c := <-made:
		return c.Conn, c.err
	case <-ctx.Done():
		go func() {
			if late := <-made; late.err == nil {
				late.Close()
			}
		}()
		return nil, ctx.Err()
	}
}

// An AwayError means that a server did not answer within the patience.
type AwayError struct{ Err error }

func (e *AwayError) Error() string { return e.Err.Error() }

func (e *AwayError) Unwrap() error { return e.Err }

// Listen holds the address and access rules of a NATS server within this process: see package
// embedded.
type Listen struct {
	Address string // HOST:PORT; port 0 selects a free port
	Dir     string // the folder for the files of JetStream

	// If there are a token or keys, workers must have the token or one of the keys.
	Token string
	NKeys string // a file with public keys, one a line, each with its machine's name
	// Files with a certificate and its key, for TLS.
	Cert, Key string

	Warn func(string) // called with the warnings of NATS, if not nil
}

// A Broker is a NATS server within this process.
type Broker interface {
	URL() string // the address for workers on this machine
	// Connect returns a connection with all permissions.
	Connect() (*nats.Conn, error)
	// Broken returns the error that made it stop working, or nil.
	Broken() error
	// Metrics returns its metrics by their Prometheus names.
	Metrics() map[string]float64
	Close()
}

// final returns an error if waiting cannot help, otherwise nil.
func (a Address) final(err error) error {
	text := err.Error()
	timeout, isTime := errors.AsType[net.Error](err)
	var dial *net.OpError
	switch {
	case errors.Is(err, nats.ErrAuthorization), errors.Is(err, nats.ErrAuthExpired), strings.Contains(strings.ToLower(text), "authorization violation"):
		return fmt.Errorf("%s accepts only a valid token or key", a.URL)
	case errors.Is(err, nats.ErrNoInfoReceived), strings.Contains(text, "nats: unexpected") || strings.Contains(text, "Parse Error") || strings.Contains(text, "invalid character"):
		return fmt.Errorf("%s is not a NATS server", a.URL)
	case errors.Is(err, nats.ErrSecureConnWanted):
		return fmt.Errorf("%s has no TLS: write nats:// and no certificates", a.URL)
	case errors.Is(err, nats.ErrNkeysNotSupported):
		return fmt.Errorf("%s takes no keys", a.URL)
	case strings.Contains(text, "signed by unknown authority"):
		return fmt.Errorf("%s: %w: name the file with the certificate that the server's is signed by (--tls-ca)", a.URL, err)
	case strings.Contains(text, "x509:") || strings.Contains(text, "tls:"):
		return fmt.Errorf("%s: %w", a.URL, err)
	case errors.As(err, &dial) && dial.Op == "dial":
		return nil // the machine may become available
	case isTime && timeout.Timeout(), errors.Is(err, nats.ErrTimeout):
		return fmt.Errorf("%s does not answer: it is not a NATS server, or it hangs", a.URL)
	}
	return nil
}
