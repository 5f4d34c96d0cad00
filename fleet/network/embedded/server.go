package embedded

import (
	"cmp"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"strconv"
	"sync"
	"syscall"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"nqueens/fleet/network"
)

// A Server is a running NATS server.
type Server struct {
	nats   *server.Server
	secret string // of the user with all permissions

	mu    sync.Mutex
	fatal error
	told  func(string)
}

// Names of users. network.Address sends workerUser together with a token.
const (
	ownUser    = "server"
	workerUser = "worker"
)

// Start starts a server. It returns an error if the server would be open to other machines without
// TLS and a token or keys.
func Start(o network.Listen) (*Server, error) {
	options, err := natsOptions(o)
	if err != nil {
		return nil, err
	}
	// Try the port first, because the error of NATS gives no advice.
	port, err := net.Listen("tcp", o.Address)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("another program listens on %s: name another port, or 0 for one that is free", o.Address)
	}
	if err == nil {
		port.Close() //nolint:errcheck // it has taken no connection
	}
	s := &Server{secret: rand.Text(), told: o.Warn}
	own := &server.User{Username: ownUser, Password: s.secret}
	options.Users = append(options.Users, own)
	if s.nats, err = server.NewServer(options); err != nil {
		return nil, fmt.Errorf("starting NATS: %w", err)
	}
	s.nats.SetLoggerV2((*logger)(s), false, false, false)
	s.nats.Start()
	for begun := time.Now(); !s.nats.ReadyForConnections(50*time.Millisecond) && s.Broken() == nil; {
		if time.Since(begun) > 10*time.Second {
			s.fail(errors.New("it is not ready after 10 s"))
		}
	}
	if err := s.Broken(); err != nil {
		s.Close()
		return nil, fmt.Errorf("starting NATS on %s: %w", o.Address, err)
	}
	return s, nil
}

// permissions returns the permissions of a worker's user.
func permissions(user string) *server.Permissions {
	publish, subscribe := network.WorkerPermissions(user)
	return &server.Permissions{
		Publish:   &server.SubjectPermission{Allow: publish},
		Subscribe: &server.SubjectPermission{Allow: subscribe},
	}
}

// natsOptions returns the options of the NATS server.
func natsOptions(o network.Listen) (*server.Options, error) {
	host, port, err := net.SplitHostPort(o.Address)
	if err != nil {
		return nil, fmt.Errorf("%q is not an address to listen on: write, for example, 127.0.0.1:4222", o.Address)
	}
	number, err := strconv.ParseUint(port, 10, 16)
	if err != nil {
		return nil, fmt.Errorf("%q is not an address to listen on: ports are numbers up to 65535", o.Address)
	}
	worker := &server.User{Username: workerUser, Password: o.Token, Permissions: permissions(network.Anybody)}
	options := &server.Options{
		Host: cmp.Or(host, "0.0.0.0"), Port: cmp.Or(int(number), server.RANDOM_PORT),
		// By default writes wait two minutes for a sync. Writes of a queue, which need not be on
		// the disk at once, wait a second.
		JetStream: true, StoreDir: o.Dir, SyncAlways: true, SyncInterval: time.Second,
		JetStreamMaxMemory: 64 << 20, JetStreamMaxStore: 16 << 30,
		NoSigs: true, DisableJetStreamBanner: true, NoSystemAccount: true, MaxPayload: 8 << 20, // enough for the records of a part of a bench
		PingInterval: 15 * time.Second, MaxPingsOut: 2, // a network that was cut gives no other signal
	}
	machines, err := network.ReadKeys(o.NKeys)
	if err != nil {
		return nil, err
	}
	for key := range machines {
		options.Nkeys = append(options.Nkeys, &server.NkeyUser{Nkey: key, Permissions: permissions(key)})
	}
	switch {
	case o.Token != "":
		options.Users = append(options.Users, worker)
	case len(machines) == 0: // any program on this machine
		worker.Password = rand.Text()
		options.Users, options.NoAuthUser = append(options.Users, worker), workerUser
	}
	if o.Cert != "" || o.Key != "" {
		pair, err := tls.LoadX509KeyPair(o.Cert, o.Key)
		if err != nil {
			return nil, fmt.Errorf("the certificate for TLS: %w", err)
		}
		options.TLS, options.TLSConfig = true, &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS13}
	}
	if ip := net.ParseIP(host); host != "localhost" && !ip.IsLoopback() && (options.NoAuthUser != "" || !options.TLS) {
		return nil, fmt.Errorf("%s is open to other machines: this requires a token or keys of workers, and a certificate for TLS", o.Address)
	}
	return options, nil
}

// URL returns the address for workers on this machine.
func (s *Server) URL() string { return s.nats.ClientURL() }

// Connect returns a connection within the process, with all permissions.
func (s *Server) Connect() (*nats.Conn, error) {
	return nats.Connect("", nats.InProcessServer(s.nats), nats.UserInfo(ownUser, s.secret), nats.MaxReconnects(-1), nats.ReconnectWait(100*time.Millisecond),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {})) // by default they are printed
}

// Broken returns the error that made the server stop working, or nil. JetStream stops, for example,
// if the disk is full.
func (s *Server) Broken() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fatal == nil && s.nats.Running() && !s.nats.JetStreamEnabled() {
		return errors.New("JetStream has ended, as it does when the disk is full")
	}
	return s.fatal
}

func (s *Server) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fatal = cmp.Or(s.fatal, err)
}

// Close stops the server. Its stored files remain.
func (s *Server) Close() {
	s.nats.Shutdown()
	s.nats.WaitForShutdown()
}

// Metrics returns the metrics of NATS that show its state.
func (s *Server) Metrics() map[string]float64 {
	m := map[string]float64{}
	if v, err := s.nats.Varz(nil); err == nil {
		m["connections"], m["slow_consumers_total"] = float64(v.Connections), float64(v.SlowConsumers)
		m["in_messages_total"], m["out_messages_total"] = float64(v.InMsgs), float64(v.OutMsgs)
		m["in_bytes_total"], m["out_bytes_total"] = float64(v.InBytes), float64(v.OutBytes)
	}
	if j, err := s.nats.Jsz(nil); err == nil {
		m["jetstream_messages"], m["jetstream_store_bytes"] = float64(j.Messages), float64(j.Store)
		m["jetstream_api_errors_total"] = float64(j.API.Errors)
	}
	return m
}

// logger receives the log of NATS. An error that is fatal to NATS does not end the process.
type logger Server

func (l *logger) Noticef(string, ...any) {}
func (l *logger) Warnf(string, ...any)   {}
func (l *logger) Debugf(string, ...any)  {}
func (l *logger) Tracef(string, ...any)  {}

func (l *logger) Fatalf(format string, args ...any) {
	(*Server)(l).fail(fmt.Errorf(format, args...))
}

func (l *logger) Errorf(format string, args ...any) {
	if l.told != nil {
		l.told("NATS: " + fmt.Sprintf(format, args...))
	}
}
