package network

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"
)

// ends listens and closes this many connections without a message. It stops listening before it
// closes the last of them, so that the next connection is refused however the goroutines are
// scheduled.
func ends(t *testing.T, address string, connections int) (listening string) {
	t.Helper()
	l, err := net.Listen("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	if connections == 0 {
		l.Close()
		return l.Addr().String()
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for left := connections; left > 0; left-- {
			c, err := l.Accept()
			if left == 1 {
				l.Close()
			}
			if err == nil {
				c.Close()
			}
		}
	}()
	return l.Addr().String()
}

// TestNothingListens checks that a worker waits for its patience if nothing listens, and reports
// that once.
func TestNothingListens(t *testing.T) {
	nobody := ends(t, "127.0.0.1:0", 0)
	for name, c := range map[string]struct {
		url  string
		ctx  time.Duration
		ends time.Duration
		err  string
	}{
		"nothing":        {url: "nats://" + nobody, ends: 3500 * time.Millisecond, err: "nats://" + nobody + ": nothing answers: "},
		"until it ends":  {url: "nats://" + nobody, ctx: 700 * time.Millisecond, ends: 700 * time.Millisecond, err: "context deadline exceeded"},
		"one of several": {url: "nats://" + nobody + ",nats://" + ends(t, "127.0.0.1:0", 1000), ends: 3500 * time.Millisecond, err: "nothing answers: "},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				ctx := t.Context()
				if c.ctx > 0 {
					limited, end := context.WithTimeout(ctx, c.ctx)
					defer end()
					ctx = limited
				}
				told := 0
				begun := time.Now()
				_, err := Connect(ctx, Address{URL: c.url, Patience: 3 * time.Second, Notify: func(text string) {
					if told++; !strings.Contains(text, ": nothing listens there yet (") {
						t.Error(text)
					}
				}})
				if _, away := errors.AsType[*AwayError](err); err == nil || !strings.Contains(err.Error(), c.err) || away != (c.ctx == 0) || told != 1 || time.Since(begun) != c.ends {
					t.Errorf("%v after %v, told %d times", err, time.Since(begun), told)
				}
			})
		})
	}
}

// TestWordlessAnew checks that the count of connections closed without a message restarts after one
// that was refused.
func TestWordlessAnew(t *testing.T) {
	address := ends(t, "127.0.0.1:0", maxWordless)
	again, listens := make(chan struct{}, 1), make(chan struct{})
	go func() {
		<-again
		ends(t, address, 2*maxWordless)
		close(listens)
	}()
	bubble(t, func(t *testing.T) {
		begun := time.Now()
		_, err := Connect(t.Context(), Address{URL: "nats://" + address, Notify: func(string) { again <- struct{}{}; <-listens }})
		// Ten that are closed, one that is refused, and eleven that are closed.
		if want := 21 * 500 * time.Millisecond; err == nil || !strings.Contains(err.Error(), " closes connections without an answer") || time.Since(begun) != want {
			t.Errorf("%v after %v, not %v", err, time.Since(begun), want)
		}
	})
}

// TestConnectedTooLate checks that a connection made after the context ended is closed.
func TestConnectedTooLate(t *testing.T) {
	t.Parallel()
	b, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoLog: true, NoSigs: true})
	if err != nil {
		t.Fatal(err)
	}
	b.Start()
	t.Cleanup(b.Shutdown)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		_, err := Connect(ctx, Address{URL: "nats://" + l.Addr().String(), Notify: func(text string) { t.Error(text) }})
		ended <- err
	}()
	near, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer near.Close()
	stop()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	far, err := net.Dial("tcp", b.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer far.Close()
	go io.Copy(near, far) //nolint:errcheck // until it is closed
	near.SetReadDeadline(time.Now().Add(10 * time.Second))
	if _, err := io.Copy(far, near); err != nil {
		t.Errorf("it is left open: %v", err)
	}
}

// TestWordless checks which errors mean a connection closed before any message.
func TestWordless(t *testing.T) {
	for _, c := range []struct {
		err  error
		want bool
	}{
		{io.EOF, true}, {syscall.ECONNRESET, true}, {&net.OpError{Op: "read", Err: errors.New("closed")}, true}, {&net.OpError{Op: "dial", Err: errors.New("refused")}, false},
		{&net.OpError{Op: "read", Err: os.ErrDeadlineExceeded}, false}, {errors.New("other"), false},
	} {
		if wordless(c.err) != c.want {
			t.Errorf("%v: %v", c.err, !c.want)
		}
	}
}

// TestUser checks that a worker with a key is known by its public key.
func TestUser(t *testing.T) {
	pair, err := nkeys.CreateUser()
	if err != nil {
		t.Fatal(err)
	}
	seed, _ := pair.Seed()
	public, _ := pair.PublicKey()
	dir := t.TempDir()
	file := func(name string, text []byte) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, text, 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	key, empty := file("key", seed), file("empty", nil)
	for _, c := range []struct{ key, want, err string }{
		{"", "any", ""}, {key, public, ""}, {empty, "", empty + " holds no seed of a key: "}, {filepath.Join(dir, "none"), "", "open "},
	} {
		user, err := Address{NKey: c.key}.user()
		if user != c.want || (err == nil) != (c.err == "") || err != nil && !strings.HasPrefix(err.Error(), c.err) {
			t.Errorf("%s: %q, %v", c.key, user, err)
		}
		if c.err != "" {
			if err := (Worker{}).Work(t.Context(), Address{URL: "nats://127.0.0.1:1", NKey: c.key}); err == nil || !strings.HasPrefix(err.Error(), c.err) {
				t.Errorf("it works with %s: %v", c.key, err)
			}
		}
	}
	if err := (Worker{}).Work(t.Context(), Address{URL: "http://h"}); err == nil || !strings.Contains(err.Error(), "is not a server") {
		t.Errorf("it works at no server: %v", err)
	}
	if keys, err := ReadKeys(""); keys != nil || err != nil {
		t.Errorf("%v, %v", keys, err)
	}
	if _, err := ReadKeys(filepath.Join(dir, "none")); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	keys, err := ReadKeys(file("keys", []byte("\n "+public+" \t desk two \r\n")))
	if err != nil || len(keys) != 1 || keys[public] != "desk two" {
		t.Errorf("%q, %v", keys, err)
	}
	// With credentials it signs, and presents the signed token.
	creds := file("creds", []byte("-----BEGIN NATS USER JWT-----\nxyz\n------END NATS USER JWT------\n\n-----BEGIN USER NKEY SEED-----\n"+string(seed)+"\n------END USER NKEY SEED------\n"))
	options, err := Address{URL: "nats://h", Creds: creds}.options()
	if err != nil {
		t.Fatal(err)
	}
	var o nats.Options
	for _, set := range options {
		if err := set(&o); err != nil {
			t.Fatal(err)
		}
	}
	if o.UserJWT == nil || o.SignatureCB == nil {
		t.Error("credentials are not used")
	} else if text, err := o.UserJWT(); text != "xyz" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
	for _, a := range []Address{{URL: "nats://h", Creds: "none"}, {URL: "nats://h", CA: "none"}} {
		if err := a.Check(); err == nil || !strings.HasPrefix(err.Error(), "open none: ") {
			t.Error(err)
		}
	}
}
