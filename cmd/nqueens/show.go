package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"nqueens/backends/trace"
	"nqueens/family"
	"nqueens/internal/atomicfile"
	"nqueens/internal/unpack"
	"nqueens/show"
)

func (p *program) showTrace() *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "show TRACE [TRACE]",
		Short: "Draw a search, step by step",
		Long: `Draw the steps of a search that "nqueens solve --trace" recorded. The form follows from the
ending of --output: .html is a page with the board, the state of the engine and the tree of the
search, on which each step can be seen; .svg and .png are storyboards of the conflicts and
solutions; .gif is an animation; .txt, or no --output, is a line for each step. Two traces of one
problem can be shown beside each other on a page. For an empty board of queens the page and the
text end with the sizes of the search under several restrictions.`,
		Example: `  nqueens solve 8 --backend dlx --trace dlx.jsonl
  nqueens show dlx.jsonl
  nqueens show dlx.jsonl -o dlx.html
  nqueens solve 8 --backend place --trace place.jsonl
  nqueens show place.jsonl dlx.jsonl -o two.html`,
		Args: cobra.RangeArgs(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			ending := strings.ToLower(filepath.Ext(out))
			switch {
			case out == "" || out == "-":
				ending = ".txt"
			case ending == ".html", ending == ".svg", ending == ".png", ending == ".gif", ending == ".txt":
			default:
				return fmt.Errorf("--output %s: write a name that ends in .html, .svg, .png, .gif or .txt", out)
			}
			if len(args) > 1 && ending != ".html" {
				return errors.New("two traces can only be shown on a page: write its name, as in -o two.html")
			}
			var b bytes.Buffer
			if err := p.drawTraces(&b, ending, args); err != nil {
				return err
			}
			if out == "" || out == "-" {
				_, err := b.WriteTo(p.out)
				return err
			}
			if err := atomicfile.WriteFile(out, b.Bytes()); err != nil {
				return fmt.Errorf("--output: %w", err)
			}
			return nil
		},
	}
	cmd.Flags().StringVarP(&out, "output", "o", "", "write to this `file`; its ending selects the form")
	return cmd
}

// drawTraces draws traces in the form that belongs to the ending of a file.
func (p *program) drawTraces(w io.Writer, ending string, names []string) error {
	var traces []*show.Trace
	for _, name := range names {
		h, events, complete, err := p.readTrace(name)
		if err != nil {
			return err
		}
		note := func() {
			if !complete {
				p.say(name + ": the file was cut off before the end of the search; it is drawn up to there")
			}
		}
		problem, err := family.All(p.families...).Parse(h.Problem)
		if ending == ".txt" {
			note()
			if err == nil {
				events = show.Plain(problem, events)
			}
			if failed := show.WriteText(w, h, events); failed != nil || err != nil {
				return failed // the name of a formula cannot be parsed, and its steps need no board
			}
			return show.WriteSizes(w, problem)
		}
		if err != nil {
			return fmt.Errorf("%s:1: %w", name, err)
		}
		t, err := show.New(name, h, problem, events)
		if err != nil {
			return err
		}
		note()
		traces = append(traces, t)
	}
	switch ending {
	case ".html":
		return show.WritePage(w, traces...)
	case ".gif":
		return traces[0].WriteGIF(w)
	}
	story, err := traces[0].Storyboard()
	if err != nil {
		return err
	}
	draw := story.SVG
	if ending == ".png" {
		draw = story.PNG
	}
	picture, err := draw()
	if err != nil {
		return err
	}
	_, err = w.Write(picture)
	return err
}

// readTrace reads a trace from a file, or from standard input for "-".
func (p *program) readTrace(name string) (h trace.Header, events []trace.Event, complete bool, err error) {
	var in io.Reader = p.in
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return h, nil, false, err
		}
		defer file.Close()
		in = file
	}
	plain, _, err := unpack.IfPacked(bufio.NewReader(in))
	if err != nil {
		return h, nil, false, fmt.Errorf("%s: %w", name, err)
	}
	return trace.Read(name, plain)
}
