package main

import (
	"bytes"
	"fmt"
	"net"
	"net/http"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"nqueens/internal/atomicfile"
	"nqueens/internal/loopback"
	"nqueens/show/play"
)

func (p *program) play() *cobra.Command {
	var out, listen string
	cmd := &cobra.Command{
		Use:   "play",
		Short: "Open a board to play with in a browser",
		Long: `Serve a page with a board, for this machine alone, until Ctrl-C; or write it into a file,
which can be opened without a network. The engines run in the page: it counts the completions of each
position, marks the squares that are in no or in every solution, gives hints, shows
all solutions, compares the work of engines, prints the clauses, and checks a class's answers.`,
		Example: `  nqueens play
  nqueens play -o play.html`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if out != "" {
				if ending := filepath.Ext(out); out != "-" && !strings.EqualFold(ending, ".html") && !strings.EqualFold(ending, ".htm") {
					return fmt.Errorf("--output %s: the page is HTML: write a name that ends in .html, such as play.html", out)
				}
				var page bytes.Buffer
				if err := play.Write(&page); err != nil {
					return err
				}
				if out == "-" {
					_, err := page.WriteTo(p.out)
					return err
				}
				if err := atomicfile.WriteFile(out, page.Bytes()); err != nil {
					return fmt.Errorf("--output: %w", err)
				}
				return nil
			}
			return p.servePlay(cmd, listen)
		},
	}
	f := cmd.Flags()
	f.StringVarP(&out, "output", "o", "", "write the page into a `file`; - is standard output")
	f.StringVar(&listen, "listen", "127.0.0.1:0", "the `address` of the page, on the loopback only; port 0 means any free port")
	return cmd
}

// servePlay serves the page until the command's context ends.
func (p *program) servePlay(cmd *cobra.Command, listen string) error {
	host, _, err := net.SplitHostPort(listen)
	if err != nil || !loopback.Host(host) {
		return fmt.Errorf("--listen %s: write an address of this machine's loopback, such as 127.0.0.1:8080", listen)
	}
	ctx := stoppable(cmd.Context())
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", listen)
	if err != nil {
		return fmt.Errorf("--listen: %w", err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		play.Write(w) //nolint:errcheck // the browser may have gone
	})
	server := http.Server{Handler: loopback.Only(mux)}
	fmt.Fprintf(p.out, "http://%s/\n", l.Addr())
	p.say("open this address in a browser; Ctrl-C ends the page")
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(l) }()
	select {
	case err = <-ended:
		return err
	case <-ctx.Done():
		return server.Close()
	}
}
