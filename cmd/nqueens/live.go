package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"time"

	"github.com/spf13/cobra"

	"nqueens/bench"
	"nqueens/bench/report"
	"nqueens/bench/run"
	"nqueens/internal/loopback"
	"nqueens/internal/printable"
)

// liveFlags choose the address and the token of the page that shows a run while it is made.
type liveFlags struct {
	serve, token, tokenFile string
}

func (l *liveFlags) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&l.serve, "serve", "", "show the report at this `address` while the run is made, as 127.0.0.1:0; each view takes CPU time from the run")
	f.StringVar(&l.tokenFile, "token-file", "", "with --serve: allow views from other machines, with ?token= and the token in this `file` at the end of the address; with --server: the `file` with the token of the workers")
	f.StringVar(&l.token, "token", "", "")
	f.Lookup("token").Hidden = true // listen returns an error that explains --token-file
}

// listen opens the address. It returns an error if other machines could reach the page without a
// token.
func (l *liveFlags) listen() (net.Listener, error) {
	switch {
	case l.token != "":
		return nil, errors.New("--token: other users can see a command line: write the token into a file and name it with --token-file")
	case l.serve == "" && l.tokenFile != "":
		return nil, errors.New("--token-file: only with --serve")
	case l.serve == "":
		return nil, nil
	}
	if l.tokenFile != "" {
		var err error
		if l.token, err = readToken(l.tokenFile); err != nil {
			return nil, err
		}
	}
	host, _, err := net.SplitHostPort(l.serve)
	if err != nil {
		return nil, fmt.Errorf("--serve %s: write an address and a port, as in 127.0.0.1:0", l.serve)
	}
	if !loopback.Host(host) && l.token == "" {
		return nil, fmt.Errorf("--serve %s: other machines can reach that address: write 127.0.0.1, or set --token-file", l.serve)
	}
	listener, err := net.Listen("tcp", l.serve)
	if err != nil {
		return nil, fmt.Errorf("--serve: %w", err)
	}
	return listener, nil
}

// during serves the page about the run in the folder until the returned function is called.
func (l *liveFlags) during(p *program, listener net.Listener, r *run.Runner, f *bench.Folder) (finish func()) {
	if listener == nil {
		return func() {}
	}
	live := &report.Live{Backends: p.backends, Token: l.token}
	now := report.Progress{Total: len(r.Selected(f.Experiment).Jobs) * f.Experiment.Repeat.Max}
	starting, progress := r.Starting, r.Progress
	r.Starting = func(job bench.Job) {
		now.Running = job.String()
		live.Update(f, now)
		if starting != nil {
			starting(job)
		}
	}
	r.Progress = func(p run.Progress) {
		now.Done, now.Total, now.Running = p.Done, p.Total, ""
		live.Update(f, now)
		if progress != nil {
			progress(p)
		}
	}
	live.Update(f, now)
	server := &http.Server{Handler: live, ReadHeaderTimeout: 10 * time.Second}
	served := make(chan struct{})
	go func() {
		defer close(served)
		server.Serve(listener) //nolint:errcheck // the run goes on without the page
	}()
	address := url.URL{Scheme: "http", Host: listener.Addr().String(), Path: "/"}
	if l.token != "" {
		address.RawQuery = url.Values{"token": {l.token}}.Encode()
	}
	fmt.Fprintf(p.err, "the report while the run is made: %s\n", printable.Text(address.String()))
	return func() {
		live.End()
		ctx, end := context.WithTimeout(context.Background(), 2*time.Second) // for the last page
		defer end()
		if server.Shutdown(ctx) != nil {
			server.Close() //nolint:errcheck // the run has ended
		}
		<-served
	}
}
