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

// Address is where a NATS server is and how one is let in.
type Address struct {
	URL   string // nats://HOST:PORT or tls://HOST:PORT, several with commas between
	Token string // a secret that all workers know
	NKey  string // or a file with the seed of a key
	Creds string // or a file with credentials as `nsc` writes them
	CA    string // a file with the certificates that the server's is signed by, if the system's do not do
	// Patience is how long to wait for a server that is not there; 0 is DefaultPatience.
	Patience time.Duration
	Told     func(string) // hears that the connection was lost and is there again, if not nil
}

// DefaultPatience is how long workers wait for a server.
const DefaultPatience = 24 * time.Hour

func (a Address) patience() time.Duration { return cmp.Or(a.Patience, DefaultPatience) }

// The name of the user whose password is the token.
const workerUser = "worker"

// answerTime is how long a server may take to say that it is one.
const answerTime = 5 * time.Second

func (a Address) tell(format string, args ...any) {
	if a.Told != nil {
		a.Told(fmt.Sprintf(format, args...))
	}
}

// options are NATS's.
func (a Address) options() ([]nats.Option, error) {
	for _, one := range strings.Split(a.URL, ",") {
		u, err := url.Parse(one)
		if err != nil || u.Scheme != "nats" && u.Scheme != "tls" || u.Host == "" {
			return nil, fmt.Errorf("%q is no server: write, for example, nats://127.0.0.1:4222 or tls://counts.example.org:4222", one)
		}
	}
	options := []nats.Option{
		nats.Name("nqueens"), nats.Timeout(answerTime), nats.MaxReconnects(-1),
		nats.ReconnectWait(500 * time.Millisecond), nats.ReconnectJitter(500*time.Millisecond, 500*time.Millisecond),
		nats.ReconnectBufSize(-1), // what cannot be sent now is an error now
		nats.PingInterval(10 * time.Second), nats.MaxPingsOutstanding(2),
		nats.SyncQueueLen(256), // answers that wait; by default each subscription has half a megabyte for them
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
	// NATS reads these when it connects, and would take what is wrong with them for a server that is away.
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

// Check says what is wrong with the address, before anything is done with it.
func (a Address) Check() error {
	_, err := a.options()
	return err
}

// user is who the server takes a worker for.
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

// ReadKeys reads public keys of workers, one a line, and the names of their machines: where
// there is none the beginning of the key does.
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
			return nil, fmt.Errorf("%s:%d: %q is no public key of a user: they begin with U", name, i+1, line)
		case twice:
			return nil, fmt.Errorf("%s:%d: the key %s again: it is of one machine", name, i+1, key)
		}
		machines[key] = cmp.Or(strings.TrimSpace(machine), key[:12])
	}
	return machines, nil
}

// maxWordless is how many connections in a row may be closed without a word, as by a server that just
// begins or ends: five seconds.
const maxWordless = 10

// wordless reports whether a connection was made, and closed before anything was said.
func wordless(err error) bool {
	broken, ok := errors.AsType[*net.OpError](err)
	return errors.Is(err, io.EOF) || errors.Is(err, syscall.ECONNRESET) || ok && broken.Op != "dial" && !broken.Timeout()
}

// Connect connects to a NATS server, and waits for one where nothing listens yet. A
// connection that is lost comes back by itself. That the server does not let one in, or is
// no NATS server, is an error at once, or after seconds where it says nothing.
func Connect(ctx context.Context, a Address) (*nats.Conn, error) {
	options, err := a.options()
	if err != nil {
		return nil, err
	}
	closed := 0 // connections in a row, without a word
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
		case !wordless(err) || strings.Contains(a.URL, ","): // of several the others may be there soon
			closed = 0
			if !told {
				a.tell("%s: nothing listens there yet (%v); waiting for it", a.URL, err)
				told = true
			}
		case closed < maxWordless:
			closed++
		default:
			return nil, fmt.Errorf("%s ends connections without a word: it is no NATS server, or the way to one that is not there", a.URL)
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(500 * time.Millisecond):
		}
	}
}

// connect is nats.Connect that ends with ctx: where nobody answers it takes seconds.
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

// AwayError says that a server was not there for as long as one waits.
type AwayError struct{ Err error }

func (e *AwayError) Error() string { return e.Err.Error() }

func (e *AwayError) Unwrap() error { return e.Err }

// Listen says where a NATS server within this process listens, and for whom: see package
// embedded.
type Listen struct {
	Address string // HOST:PORT; a port of 0 is one that is free
	Dir     string // where JetStream keeps its files

	// Workers have to know the token, or to have one of the keys, if there are any.
	Token string
	NKeys string // a file with public keys, one a line, each with its machine's name
	// Files with a certificate and its key, for TLS.
	Cert, Key string

	Told func(string) // hears what NATS warns of, if not nil
}

// Broker is a NATS server within this process.
type Broker interface {
	URL() string // where workers on this machine reach it
	// Connect is a connection that may do everything.
	Connect() (*nats.Conn, error)
	// Broken says why it works no more, if it does not.
	Broken() error
	// Metrics are how it is, by names that Prometheus takes.
	Metrics() map[string]float64
	Close()
}

// final makes an error of one that waiting does not mend, and nil of any other.
func (a Address) final(err error) error {
	text := err.Error()
	timeout, isTime := errors.AsType[net.Error](err)
	var dial *net.OpError
	switch {
	case errors.Is(err, nats.ErrAuthorization), errors.Is(err, nats.ErrAuthExpired), strings.Contains(strings.ToLower(text), "authorization violation"):
		return fmt.Errorf("%s lets nobody in with this token or key, or without one", a.URL)
	case errors.Is(err, nats.ErrNoInfoReceived), strings.Contains(text, "nats: unexpected") || strings.Contains(text, "Parse Error") || strings.Contains(text, "invalid character"):
		return fmt.Errorf("%s is no NATS server", a.URL)
	case errors.Is(err, nats.ErrSecureConnWanted):
		return fmt.Errorf("%s has no TLS: write nats:// and no certificates", a.URL)
	case errors.Is(err, nats.ErrNkeysNotSupported):
		return fmt.Errorf("%s takes no keys", a.URL)
	case strings.Contains(text, "signed by unknown authority"):
		return fmt.Errorf("%s: %w: name the file with the certificate that the server's is signed by (--tls-ca)", a.URL, err)
	case strings.Contains(text, "x509:") || strings.Contains(text, "tls:"):
		return fmt.Errorf("%s: %w", a.URL, err)
	case errors.As(err, &dial) && dial.Op == "dial":
		return nil // it may be a matter of time that the machine is there
	case isTime && timeout.Timeout(), errors.Is(err, nats.ErrTimeout):
		return fmt.Errorf("%s says nothing: it is no NATS server, or stands still", a.URL)
	}
	return nil
}
