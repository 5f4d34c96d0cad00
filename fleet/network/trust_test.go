package network_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"errors"
	"io"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"
	"golang.org/x/sync/errgroup"

	"nqueens"
	"nqueens/fleet"
	"nqueens/fleet/network"
	"nqueens/fleet/network/embedded"
)

// TestPermissions checks that a worker can take parts and deliver results and do nothing else.
func TestPermissions(t *testing.T) {
	t.Parallel()
	b := broker(t, network.Listen{})
	dir, l := newList(t, 3, "")
	c := serve(t, b, dir, network.Settings{})
	refused := make(chan error, 100)
	nc, err := nats.Connect(b.URL(), nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { refused <- err }))
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	var stream string
	waitFor(t, func() bool {
		names := streams(t, b)
		if len(names) == 1 {
			stream = names[0]
		}
		return stream != "" && c.Status().Queued == 3
	})
	denied := func(what string) {
		t.Helper()
		nc.Flush() //nolint:errcheck // if this fails, no error arrives and the check below fails
		select {
		case err := <-refused:
			if !errors.Is(err, nats.ErrPermissionViolation) {
				t.Errorf("%s: %v", what, err)
			}
		case <-time.After(5 * time.Second):
			t.Errorf("%s is allowed", what)
		}
	}
	for _, subject := range []string{
		"$JS.API.STREAM.DELETE." + stream, "$JS.API.STREAM.PURGE." + stream, "$JS.API.STREAM.LIST", "$JS.API.STREAM.CREATE.x",
		"$JS.API.CONSUMER.DELETE." + stream + ".nqueens", "$SYS.REQ.SERVER.PING", "nqueens.over.x", "nqueens.part.x", "nqueens.give.x.UABC", "nqueens.beat.x.UABC", "anything", "_INBOX.x",
	} {
		if err := nc.Publish(subject, nil); err != nil {
			t.Fatal(err)
		}
		denied("publishing to " + subject)
	}
	for _, subject := range []string{">", "nqueens.give.*.any", "nqueens.part.>", "$SYS.>", "$JS.>"} {
		if _, err := nc.SubscribeSync(subject); err != nil {
			t.Fatal(err)
		}
		denied("subscribing to " + subject)
	}
	// The server does not publish there on its behalf either, by a reply.
	admin, err := b.Connect()
	if err != nil {
		t.Fatal(err)
	}
	defer admin.Close()
	over, err := admin.SubscribeSync("nqueens.over.*")
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(admin.Flush(), nc.PublishRequest("nqueens.hello", "nqueens.over.x", nil)); err != nil {
		t.Fatal(err)
	}
	if _, err := nc.Request("nqueens.hello", nil, 5*time.Second); err != nil {
		t.Error(err)
	}
	if err := admin.Flush(); err != nil {
		t.Error(err)
	}
	if n, _, err := over.Pending(); err != nil || n > 0 {
		t.Errorf("%d answers to where workers are sent home, %v", n, err)
	}
	// A part is not sent to a subject on which the worker may not publish.
	if err := nc.PublishRequest("$JS.API.CONSUMER.MSG.NEXT."+stream+".nqueens", "$JS.API.STREAM.DELETE."+stream, []byte("1")); err != nil {
		t.Fatal(err)
	}
	if err := fake("a").Work(t.Context(), to(b)); err != nil {
		t.Error(err)
	}
	c.wait(t, l)
}

// streams returns the names of NATS's streams.
func streams(t *testing.T, b *embedded.Server) (names []string) {
	t.Helper()
	js := jetStream(t, b)
	for name := range js.StreamNames(t.Context()).Name() {
		names = append(names, name)
	}
	return names
}

// certificate writes a certificate for this machine to files.
func certificate(t *testing.T) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
	}
	public, err := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	file := func(name, kind string, bytes []byte) string {
		return write(t, name, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: bytes}))
	}
	return file("cert.pem", "CERTIFICATE", public), file("key.pem", "PRIVATE KEY", secret)
}

func write(t *testing.T, name string, text []byte) string {
	t.Helper()
	name = filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(name, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestStrangers checks that a worker with neither the token nor a key is rejected with a one-line
// error.
func TestStrangers(t *testing.T) {
	t.Parallel()
	cert, key := certificate(t)
	user, err := nkeys.CreateUser()
	if err != nil {
		t.Fatal(err)
	}
	seed, _ := user.Seed()
	public, _ := user.PublicKey()
	other, _ := nkeys.CreateUser()
	otherSeed, _ := other.Seed()
	const token = "a secret of many letters"
	b := broker(t, network.Listen{Address: "0.0.0.0:0", Token: token, NKeys: write(t, "workers", []byte(public+"\n")), Cert: cert, Key: key})
	url := strings.Replace(strings.Replace(b.URL(), "0.0.0.0", "127.0.0.1", 1), "nats://", "tls://", 1)
	for _, a := range []struct {
		network.Address
		want string // "" means accepted
	}{
		{network.Address{Token: token, CA: cert}, ""},
		{network.Address{NKey: write(t, "seed", seed), CA: cert}, ""},
		{network.Address{Token: "another", CA: cert}, url + " accepts only a valid token or key"},
		{network.Address{NKey: write(t, "seed", otherSeed), CA: cert}, url + " accepts only a valid token or key"},
		{network.Address{CA: cert}, url + " accepts only a valid token or key"},
		{network.Address{Token: token}, url + ": nats: tls error: tls: failed to verify certificate: x509: certificate signed by unknown authority"},
		{network.Address{NKey: cert}, cert + " holds no seed of a key: "},
		{network.Address{CA: "none"}, "open none: "},
	} {
		a.URL = url
		nc, err := network.Connect(t.Context(), a.Address)
		switch {
		case err == nil && a.want == "":
			nc.Close()
		case err == nil:
			t.Errorf("%+v is let in", a)
		case a.want == "" || !strings.HasPrefix(err.Error(), a.want):
			t.Errorf("%+v: %v", a, err)
		}
	}
}

// TestListen checks that a server open to other machines requires a secret and TLS.
func TestListen(t *testing.T) {
	t.Parallel()
	cert, key := certificate(t)
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	for _, l := range []struct {
		network.Listen
		want string
	}{
		{network.Listen{Address: ":0"}, ":0 is open to other machines: "},
		{network.Listen{Address: "0.0.0.0:0", Token: "secret"}, "0.0.0.0:0 is open to other machines: "},
		{network.Listen{Address: "[::]:0", Cert: cert, Key: key}, "[::]:0 is open to other machines: "},
		{network.Listen{Address: "example.org:0", Token: "secret"}, "example.org:0 is open to other machines: "},
		{network.Listen{Address: "127.0.0.1"}, `"127.0.0.1" is not an address to listen on: `},
		{network.Listen{Address: "127.0.0.1:x"}, `"127.0.0.1:x" is not an address to listen on: `},
		{network.Listen{Address: "127.0.0.1:0", Cert: key, Key: cert}, "the certificate for TLS: "},
		{network.Listen{Address: "127.0.0.1:0", NKeys: cert}, cert + `:1: "-----BEGIN CERTIFICATE-----" is not the public key of a user: `},
		{network.Listen{Address: taken.Addr().String()}, "another program listens on " + taken.Addr().String() + ": name another port, "},
	} {
		l.Dir = t.TempDir()
		s, err := embedded.Start(l.Listen)
		if err == nil {
			s.Close()
		}
		if err == nil || !strings.HasPrefix(err.Error(), l.want) {
			t.Errorf("%+v: %v", l, err)
		}
	}
}

// TestNoNATS checks the error for a server that is not NATS.
func TestNoNATS(t *testing.T) {
	t.Parallel()
	for _, said := range []string{"HTTP/1.1 400 Bad Request\r\n\r\n", "220 mail.example.org ESMTP\r\n"} {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		go func() {
			for {
				c, err := l.Accept()
				if err != nil {
					return
				}
				c.Write([]byte(said)) //nolint:errcheck // if this fails, the server stays silent
				defer c.Close()
			}
		}()
		_, err = network.Connect(t.Context(), network.Address{URL: "nats://" + l.Addr().String()})
		if err == nil || !strings.HasSuffix(err.Error(), " is not a NATS server") {
			t.Errorf("%q: %v", said, err)
		}
	}
}

// TestNoWord checks that a server that closes each connection without a message is reported as not
// NATS, and that one that does so only at first is waited for.
func TestNoWord(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(*net.TCPConn) error{
		"closed": (*net.TCPConn).Close, "reset": func(c *net.TCPConn) error { return errors.Join(c.SetLinger(0), c.Close()) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l, err := net.ListenTCP("tcp", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
			if err != nil {
				t.Fatal(err)
			}
			defer l.Close()
			var made atomic.Int64
			go func() {
				for c, err := l.AcceptTCP(); err == nil; c, err = l.AcceptTCP() {
					made.Add(1)
					end(c) //nolint:errcheck // it may be gone
				}
			}()
			ctx, stop := context.WithTimeout(t.Context(), 30*time.Second)
			defer stop()
			_, err = network.Connect(ctx, network.Address{URL: "nats://" + l.Addr().String(), Notify: func(text string) { t.Error(text) }})
			if err == nil || !strings.Contains(err.Error(), " closes connections without an answer: it is not a NATS server") || made.Load() != 11 {
				t.Errorf("after %d connections: %v", made.Load(), err)
			}
		})
	}
	b := broker(t, network.Listen{})
	p := newProxy(t, strings.TrimPrefix(b.URL(), "nats://"))
	p.cut(true)
	time.AfterFunc(time.Second, func() { p.cut(false) })
	nc, err := network.Connect(t.Context(), network.Address{URL: "nats://" + p.Addr().String()})
	if err != nil {
		t.Fatal(err)
	}
	nc.Close()
}

// TestEndsAtOnce checks that a worker that waits for a silent server ends when its context does.
func TestEndsAtOnce(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	ctx, stop := context.WithCancel(t.Context())
	go func() {
		if c, err := l.Accept(); err == nil {
			stop()
			io.Copy(io.Discard, c) //nolint:errcheck // until it is closed
		}
	}()
	if _, err := network.Connect(ctx, network.Address{URL: "nats://" + l.Addr().String()}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// TestNoJetStream checks the error for a NATS server without JetStream.
func TestNoJetStream(t *testing.T) {
	t.Parallel()
	bare, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true})
	if err != nil {
		t.Fatal(err)
	}
	bare.Start()
	defer bare.Shutdown()
	if !bare.ReadyForConnections(10 * time.Second) {
		t.Fatal("it does not start")
	}
	refusesServer(t, bare.ClientURL(), "it must have JetStream")
}

// TestServeWithin checks that a server on the NATS server inside another serve gets an error and
// does not wait forever.
func TestServeWithin(t *testing.T) {
	t.Parallel()
	refusesServer(t, broker(t, network.Listen{}).URL(), "may not create queues on this NATS server")
}

// TestServeRefusedBefore checks that an earlier permission error on the connection is not taken for
// the reason of a missing answer.
func TestServeRefusedBefore(t *testing.T) {
	t.Parallel()
	user := &server.User{Username: "u", Password: "p", Permissions: &server.Permissions{Publish: &server.SubjectPermission{Deny: []string{"other"}}}}
	silent, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true, Users: []*server.User{user}})
	if err != nil {
		t.Fatal(err)
	}
	silent.Start()
	defer silent.Shutdown()
	refused := make(chan error, 1)
	nc, err := nats.Connect(silent.ClientURL(), nats.UserInfo("u", "p"), nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { refused <- err }))
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	if _, err := nc.Subscribe("$JS.API.INFO", func(*nats.Msg) {}); err != nil { // so that there is no answer in time
		t.Fatal(err)
	}
	if err := nc.Publish("other", nil); err != nil {
		t.Fatal(err)
	}
	if err := <-refused; !errors.Is(err, nats.ErrPermissionViolation) {
		t.Fatal(err)
	}
	dir, l := newList(t, 3, "")
	j, err := fleet.OpenJournal(dir, l)
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	s, err := network.NewServer(nc, j, network.Settings{Warn: func(string) { stop() }}) // it tries again
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Run(ctx); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// refusesServer checks the error of serving a list at a NATS server.
func refusesServer(t *testing.T, url, want string) {
	t.Helper()
	nc, err := network.Connect(t.Context(), network.Address{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	dir, l := newList(t, 3, "")
	j, err := fleet.OpenJournal(dir, l)
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	s, err := network.NewServer(nc, j, network.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	if err := s.Run(ctx); err == nil || !strings.Contains(err.Error(), want) {
		t.Error(err)
	}
}

// TestVersions checks that a server or a part of another version is rejected.
func TestVersions(t *testing.T) {
	t.Parallel()
	b := broker(t, network.Listen{})
	dir, _ := newList(t, 3, "")
	c := serve(t, b, dir, network.Settings{})
	w := fake("a")
	w.Check = func(fleet.Part) error { return errors.New("another version") }
	if err := w.Work(t.Context(), to(b)); err == nil || err.Error() != "another version" {
		t.Error(err)
	}
	c.stop()
	<-c.done
	nc, err := b.Connect()
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	if _, err := nc.Subscribe("nqueens.hello", func(m *nats.Msg) { m.Respond([]byte(`{"protocol":99}`)) }); err != nil {
		t.Fatal(err)
	}
	if err := fake("b").Work(t.Context(), to(b)); err == nil || !strings.Contains(err.Error(), "uses version 99 of the protocol, and this program 2") {
		t.Error(err)
	}

}

// TestLyingWorker checks that one wrong result makes all results of a worker doubtful.
func TestLyingWorker(t *testing.T) {
	t.Parallel()
	b := broker(t, network.Listen{})
	dir, _ := newList(t, 20, "")
	c := serve(t, b, dir, network.Settings{})
	liar := fake("liar")
	gone, leave := context.WithCancel(t.Context())
	liar.Do = func(ctx context.Context, p fleet.Part) (fleet.Result, error) {
		if p.Check {
			leave()
			return fleet.Result{}, ctx.Err()
		}
		r := found(p, "liar")
		r.Found = nqueens.NewCount(1)
		return r, nil
	}
	if err := liar.Work(gone, to(b)); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if err := fake("honest").Work(t.Context(), to(b)); err != nil {
		t.Error(err)
	}
	if err := <-c.done; err != nil {
		t.Error(err)
	}
	st := c.Status().Count
	if len(st.Conflict) == 0 || len(st.Doubtful) < 18 {
		t.Errorf("conflicts %v, doubtful %v", st.Conflict, st.Doubtful)
	}
}

// TestDoneUnchecked checks that a count is not done before parts are drawn, even if its last part
// arrives while the server computes what is left.
func TestDoneUnchecked(t *testing.T) {
	t.Parallel()
	nc, err := broker(t, network.Listen{}).Connect()
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	for range 100 {
		dir, l := newList(t, 1, "")
		j, err := fleet.OpenJournal(dir, l)
		if err != nil {
			t.Fatal(err)
		}
		s, err := network.NewServer(nc, j, network.Settings{Lease: lease})
		if err != nil {
			t.Fatal(err)
		}
		var adds sync.WaitGroup
		adds.Go(func() {
			r := found(l.Part(1), "a")
			if err := j.Add(r); err != nil {
				t.Error(err)
			}
		})
		for drawn := false; !drawn; j.View(func(tally *fleet.Tally) { drawn = tally.Draw != nil }) {
			if done, err := s.Done(); done || err != nil {
				t.Fatalf("done %v with the part unchecked, %v", done, err)
			}
		}
		adds.Wait()
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestEarlyCheck checks that a check delivered before parts are drawn is not recorded.
func TestEarlyCheck(t *testing.T) {
	t.Parallel()
	b := broker(t, network.Listen{})
	dir, l := newList(t, 20, "")
	c := serve(t, b, dir, network.Settings{})
	nc, err := nats.Connect(b.URL())
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	waitFor(t, func() bool { return len(streams(t, b)) == 1 })
	for k := 1; k <= l.Parts(); k++ {
		for _, check := range []bool{true, false} {
			p := l.Part(k)
			p.Check = check
			r := found(p, "liar")
			r.Found = nqueens.NewCount(1)
			text, err := json.Marshal(map[string]any{"result": r})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := nc.Request("nqueens.give."+strings.TrimPrefix(streams(t, b)[0], "NQUEENS_")+".any", text, 5*time.Second); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := fake("honest").Work(t.Context(), to(b)); err != nil {
		t.Error(err)
	}
	if err := <-c.done; err != nil {
		t.Error(err)
	}
	st := c.Status()
	if len(st.Count.Conflict) == 0 || len(st.Count.Doubtful) < 18 {
		t.Errorf("conflicts %v, doubtful %v", st.Count.Conflict, st.Count.Doubtful)
	}
	if st.Refused > 0 { // they are results of the list
		t.Errorf("%d were refused", st.Refused)
	}
}

// TestTakenBack checks that a worker whose results were discarded ends, and that others compute its
// parts.
func TestTakenBack(t *testing.T) {
	t.Parallel()
	b := broker(t, network.Listen{})
	dir, l := newList(t, 20, "")
	j, err := fleet.OpenJournal(dir, l)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(j.Add(found(l.Part(1), "liar"), fleet.Distrust{Machine: "liar"}), j.Close()); err != nil {
		t.Fatal(err)
	}
	c := serve(t, b, dir, network.Settings{})
	ctx, stop := context.WithTimeout(t.Context(), 10*time.Second)
	defer stop()
	if err := fake("liar").Work(ctx, to(b)); err == nil || !strings.Contains(err.Error(), " does not take a result: the results of liar were discarded") {
		t.Error(err)
	}
	if err := fake("honest").Work(t.Context(), to(b)); err != nil {
		t.Error(err)
	}
	c.wait(t, l)
}

// TestForeignResults checks that messages that are not results of the list change nothing.
func TestForeignResults(t *testing.T) {
	t.Parallel()
	b := broker(t, network.Listen{})
	dir, l := newList(t, 3, "")
	_, other := newList(t, 4, "")
	c := serve(t, b, dir, network.Settings{})
	nc, err := b.Connect()
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	waitFor(t, func() bool { return len(streams(t, b)) == 1 })
	give := "nqueens.give." + strings.TrimPrefix(streams(t, b)[0], "NQUEENS_") + ".any"
	p := other.Part(4)
	for _, text := range []string{
		"", "{}", `{"result":{"part":9}}`, `{"result":{"part":1,"key":"` + p.Key + `","found":"1","machine":"x"}}`,
		`{"result":{"part":1,"key":"` + l.Part(1).Key + `","machine":"x"}}`, `{"failure":{"part":-1}}`, `{"failure":{"part":1},"subject":"x"}`,
	} {
		m, err := nc.Request(give, []byte(text), 5*time.Second)
		if err != nil || !strings.HasPrefix(string(m.Data), `{"refused":"`) {
			t.Errorf("%s: %s, %v", text, m.Data, err)
		}
	}
	if st := c.Status(); st.Refused != 7 || slices.ContainsFunc(st.Count.Failures, func(fleet.Failure) bool { return true }) {
		t.Errorf("%+v", st)
	}
	if err := fake("a").Work(t.Context(), to(b)); err != nil {
		t.Error(err)
	}
	c.wait(t, l)
}

// TestCheckedElsewhere checks that results of one machine are checked by another if one is present,
// and that the status says so if not. A part that is offered to the wrong worker repeatedly waits
// up to a third of a lease each time.
func TestCheckedElsewhere(t *testing.T) {
	t.Parallel()
	for _, names := range [][]string{{"a", "b"}, {"a", "a"}} {
		b := broker(t, network.Listen{})
		dir, l := newList(t, 10, "")
		l.Recheck = 1
		if err := errors.Join(os.Remove(filepath.Join(dir, fleet.ListFile)), l.Write(dir)); err != nil {
			t.Fatal(err)
		}
		c := serve(t, b, dir, network.Settings{Lease: 30 * time.Second})
		var g errgroup.Group
		for _, name := range names {
			w := fake(name)
			w.Do = func(ctx context.Context, p fleet.Part) (fleet.Result, error) {
				for len(c.Status().Workers) < 2 && ctx.Err() == nil {
					time.Sleep(10 * time.Millisecond)
				}
				return found(p, name), ctx.Err()
			}
			g.Go(func() error { return orLate(w.Work(t.Context(), to(b))) })
		}
		c.wait(t, l)
		if err := g.Wait(); err != nil {
			t.Error(err)
		}
		alone := c.Status().Count.SameMachine
		if others := names[0] != names[1]; others && len(alone) > 0 || !others && len(alone) != 10 {
			t.Errorf("of %v by one machine: parts %v", names, alone)
		}
	}
}

// TestLeftToAnother checks that a worker returns a part that only another machine may compute after
// random delays. With fixed delays two workers could be offered each other's parts forever.
func TestLeftToAnother(t *testing.T) {
	t.Parallel()
	b := broker(t, network.Listen{})
	dir, l := newList(t, 1, "")
	j, err := fleet.OpenJournal(dir, l)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(j.Add(found(l.Part(1), "a")), j.Close()); err != nil {
		t.Fatal(err)
	}
	c := serve(t, b, dir, network.Settings{Lease: 6 * time.Second})
	waitFor(t, func() bool { return c.Status().Queued == 1 })
	nc, err := b.Connect()
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	acks, err := nc.SubscribeSync("$JS.ACK.>")
	if err != nil {
		t.Fatal(err)
	}
	other := func(says string) {
		if _, err := nc.Request("nqueens.beat."+strings.TrimPrefix(streams(t, b)[0], "NQUEENS_")+".any", []byte(says), 5*time.Second); err != nil {
			t.Error(err)
		}
	}
	other(`{"worker":"b","machine":"b"}`)
	var g errgroup.Group
	g.Go(func() error { return orLate(fake("a").Work(t.Context(), to(b))) })
	delays := map[string]int{}
	for range 5 {
		m, err := acks.NextMsg(20 * time.Second)
		if err != nil {
			t.Fatal(err)
		}
		delays[string(m.Data)]++
		other(`{"worker":"b","machine":"b"}`)
	}
	if len(delays) < 3 {
		t.Errorf("given back with %v", delays)
	}
	other(`{"worker":"b","machine":"b","gone":true}`)
	c.wait(t, l)
	if err := g.Wait(); err != nil {
		t.Error(err)
	}
}

// TestKeyNamesMachine checks that a worker with a key has the machine name of its key, whatever
// name it sends, and cannot use another's.
func TestKeyNamesMachine(t *testing.T) {
	t.Parallel()
	var lines, seeds, keys []string
	for _, name := range []string{"\tdesk", ""} {
		user, err := nkeys.CreateUser()
		if err != nil {
			t.Fatal(err)
		}
		seed, _ := user.Seed()
		public, _ := user.PublicKey()
		lines, seeds, keys = append(lines, public+name), append(seeds, write(t, "seed", seed)), append(keys, public)
	}
	file := write(t, "workers", []byte(strings.Join(lines, "\n")))
	machines, err := network.ReadKeys(file)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := network.ReadKeys(write(t, "twice", []byte(strings.Join(append(lines, keys[0]+" attic"), "\n")))); err == nil || !strings.HasSuffix(err.Error(), "twice:3: the key "+keys[0]+" is listed twice: each machine needs its own key") {
		t.Errorf("%v", err)
	}
	b := broker(t, network.Listen{NKeys: file})
	dir, l := newList(t, 20, "")
	c := serve(t, b, dir, network.Settings{Machines: machines})
	var g errgroup.Group
	for _, seed := range seeds {
		w := fake("laptop")
		a := to(b)
		a.NKey = seed
		g.Go(func() error { return orLate(w.Work(t.Context(), a)) })
	}
	c.wait(t, l)
	if err := g.Wait(); err != nil {
		t.Error(err)
	}
	for _, w := range c.Status().Workers {
		if w.Machine != "desk" && w.Machine != keys[1][:12] || w.Machine != "desk" && !strings.HasPrefix(w.Name, w.Machine) {
			t.Errorf("%+v", w)
		}
	}
	for _, w := range c.Status().Count.Workers {
		if w.Machine != "desk" && w.Machine != keys[1][:12] {
			t.Errorf("%+v", w)
		}
	}
	refused := make(chan error, 1)
	option, err := nats.NkeyOptionFromSeed(seeds[1])
	if err != nil {
		t.Fatal(err)
	}
	nc, err := nats.Connect(b.URL(), option, nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { refused <- err }))
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	for _, user := range []string{keys[0], network.Anybody} {
		if err := nc.Publish("nqueens.give.x."+user, nil); err != nil {
			t.Fatal(err)
		}
		select {
		case err := <-refused:
			if !errors.Is(err, nats.ErrPermissionViolation) {
				t.Error(err)
			}
		case <-time.After(5 * time.Second):
			t.Errorf("it may give results as %s", user)
		}
	}
}
