package network

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
)

// TestAddress checks that errors in an address are found before a connection is made.
func TestAddress(t *testing.T) {
	for url, wrong := range map[string]string{
		"nats://h:4222": "", "tls://h": "", "nats://a:1,tls://b:2": "",
		"http://h": "http://h", "nats://": "nats://", "h:4222": "h:4222", "": "", "nats://a,x": "x", "tls://%zz": "tls://%zz",
	} {
		err := Address{URL: url}.Check()
		if want := fmt.Sprintf("%q is not a server: write, for example, nats://127.0.0.1:4222", wrong); wrong == "" && url != "" {
			if err != nil {
				t.Errorf("%q: %v", url, err)
			}
		} else if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", url, err, want)
		}
	}
	empty := filepath.Join(t.TempDir(), "empty")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for want, with := range map[string]func(*Address, string){
		" holds no seed of a key": func(a *Address, file string) { a.NKey = file },
		" holds no credentials":   func(a *Address, file string) { a.Creds = file },
		" holds no certificate":   func(a *Address, file string) { a.CA = file },
	} {
		a := Address{URL: "nats://h"}
		if with(&a, empty); a.Check() == nil || !strings.HasPrefix(a.Check().Error(), empty+want) {
			t.Errorf("%v, want %s", a.Check(), want)
		}
		if with(&a, empty+"-not"); a.Check() == nil {
			t.Errorf("a file that is not there%s", want)
		}
	}
	if got := (Address{}).patience(); got != 24*time.Hour {
		t.Errorf("a worker waits for %v", got)
	}
	if got := (Address{Patience: time.Second}).patience(); got != time.Second {
		t.Errorf("a worker that is to wait a second waits for %v", got)
	}
	told := ""
	a := Address{Notify: func(what string) { told += what }}
	if a.tell("%d", 7); told != "7" {
		t.Errorf("told %q", told)
	}
	(Address{}).tell("nobody") // does nothing
}

// TestOptions checks that a lost connection is retried forever at random intervals, and that a
// server that hangs is detected.
func TestOptions(t *testing.T) {
	var told []string
	options, err := Address{URL: "nats://h", Token: "secret", Notify: func(text string) { told = append(told, text) }}.options()
	if err != nil {
		t.Fatal(err)
	}
	var o nats.Options
	for _, set := range options {
		if err := set(&o); err != nil {
			t.Fatal(err)
		}
	}
	if o.Timeout != 5*time.Second || o.MaxReconnect != -1 || o.ReconnectWait != time.Second/2 || o.ReconnectJitter != time.Second/2 || o.ReconnectJitterTLS != time.Second/2 {
		t.Errorf("it is tried again %d times after %v and %v", o.MaxReconnect, o.ReconnectWait, o.ReconnectJitter)
	}
	if o.ReconnectBufSize != -1 || o.PingInterval != 10*time.Second || o.MaxPingsOut != 2 || o.SubChanLen != 256 || o.AsyncErrorCB == nil {
		t.Errorf("%d bytes wait, asked each %v, %d times", o.ReconnectBufSize, o.PingInterval, o.MaxPingsOut)
	}
	if o.User != "worker" || o.Password != "secret" || o.Name != "nqueens" {
		t.Errorf("%q, %q, %q", o.Name, o.User, o.Password)
	}
	o.DisconnectedErrCB(nil, nil) // when it is closed
	o.DisconnectedErrCB(nil, errors.New("reset"))
	o.ReconnectedCB(nil)
	o.AsyncErrorCB(nil, nil, errors.New("slow"))
	if got := strings.Join(told, "; "); got != "the connection to nats://h is lost (reset); waiting for it; connected to nats://h again" {
		t.Errorf("people are told %s", got)
	}
}

// TestFinal checks which errors are final, with their messages, and which are temporary.
func TestFinal(t *testing.T) {
	const in, none, silent = "U accepts only a valid token or key", "U is not a NATS server", "U does not answer: it is not a NATS server, or it hangs"
	for _, c := range []struct {
		err  error
		want string // "" means wait
	}{
		{nats.ErrAuthorization, in}, {nats.ErrAuthExpired, in}, {errors.New("nats: Authorization Violation"), in},
		{nats.ErrNoInfoReceived, none}, {errors.New("nats: unexpected end"), none}, {errors.New("Parse Error"), none}, {errors.New("invalid character '<'"), none},
		{nats.ErrSecureConnWanted, "U has no TLS: write nats:// and no certificates"}, {nats.ErrNkeysNotSupported, "U takes no keys"},
		{errors.New("x509: expired"), "U: x509: expired"}, {errors.New("x509: certificate signed by unknown authority (possibly)"),
			"U: x509: certificate signed by unknown authority (possibly): name the file with the certificate that the server's is signed by (--tls-ca)"}, {errors.New("remote error: tls: bad"), "U: remote error: tls: bad"},
		{nats.ErrTimeout, silent}, {&net.OpError{Op: "read", Err: os.ErrDeadlineExceeded}, silent},
		{&net.OpError{Op: "dial", Err: os.ErrDeadlineExceeded}, ""}, {&net.OpError{Op: "read", Err: errors.New("reset")}, ""}, {errors.New("something"), ""},
	} {
		if err := (Address{URL: "U"}).final(c.err); c.want == "" && err != nil || c.want != "" && (err == nil || err.Error() != c.want) {
			t.Errorf("%v: %v, want %q", c.err, err, c.want)
		}
	}
	away := &AwayError{os.ErrDeadlineExceeded}
	if !errors.Is(away, os.ErrDeadlineExceeded) || away.Error() != os.ErrDeadlineExceeded.Error() {
		t.Errorf("%v", away)
	}
}

// TestManyWorkers checks that silent processes are forgotten when there are too many.
func TestManyWorkers(t *testing.T) {
	s := &Server{workers: map[string]*Process{}, settings: Settings{Lease: time.Hour}}
	for i := range maxWorkers {
		s.worker(fmt.Sprint(i))
	}
	if w := s.worker("one more"); w.Name != "one more" || w.Heard.IsZero() || len(s.workers) != 20_000 || s.workers["one more"] != nil {
		t.Errorf("%d are remembered, with %v", len(s.workers), w)
	}
	if w := s.worker("7"); w != s.workers["7"] {
		t.Error("one that is known is another now")
	}
	s.workers["1"].Gone = true
	s.workers["2"].Heard = time.Now().Add(-2 * time.Hour)
	if s.worker("last"); len(s.workers) != 19_999 || s.workers["last"] == nil || s.workers["1"] != nil || s.workers["2"] != nil {
		t.Errorf("%d are remembered", len(s.workers))
	}
}

// TestPresentWorkers checks the table of the present workers, and that what a worker lacks is shown
// while it is present.
func TestPresentWorkers(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	var text strings.Builder
	p := Present{Now: now, Workers: []Process{
		{Name: "a", Machine: "one", Threads: 2, Part: 7, Heard: now.Add(-3 * time.Second)},
		{Name: "b", Machine: "two", Threads: 1, Heard: now.Add(-time.Second), Gone: true, Lacks: "nothing now"},
		{Name: "c", Machine: "two", Threads: 1, Heard: now, Lacks: "memory"},
	}}
	want := `over the network, by the server's report of 03:04:05, 1.0 s ago:
WORKER  MACHINE  THREADS  PART  LAST MESSAGE
a       one      2        7     3.0 s before
b       two      1              gone
c       two      1              0.0 s before
left to others by c: memory
`
	if err := p.WriteText(&text, now.Add(time.Second)); err != nil || text.String() != want {
		t.Errorf("%v\n%s\nwant\n%s", err, text.String(), want)
	}
}

// TestPresentUnwritten checks that a write error is returned at any position of the text.
func TestPresentUnwritten(t *testing.T) {
	for _, p := range []Present{{}, {Workers: []Process{{Name: "a"}}}, {Workers: []Process{{Name: "a", Lacks: "memory"}}}} {
		var whole strings.Builder
		if err := p.WriteText(&whole, p.Now); err != nil {
			t.Fatal(err)
		}
		for room := range whole.Len() {
			if err := p.WriteText(&narrow{room}, p.Now); !errors.Is(err, io.ErrShortWrite) {
				t.Fatalf("%d of %d bytes: %v", room, whole.Len(), err)
			}
		}
	}
}

// narrow accepts room bytes.
type narrow struct{ room int }

func (n *narrow) Write(text []byte) (int, error) {
	if n.room -= len(text); n.room < 0 {
		return 0, io.ErrShortWrite
	}
	return len(text), nil
}
