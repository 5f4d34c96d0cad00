package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"nqueens/backends/ipasir"
	"nqueens/backends/isolate"
	"nqueens/internal/table"
)

// libraryLimit is the default time limit of a library for one test. Correct
// libraries take milliseconds.
const libraryLimit = 20 * time.Second

func (p *program) checkIPASIR() *cobra.Command {
	limit := libraryLimit
	cmd := &cobra.Command{
		Use:   "ipasir LIBRARY",
		Short: "Test a SAT solver that is a shared library",
		Long: `Test whether a shared library follows IPASIR, the interface of incremental SAT
solvers: assumptions hold for one call, failed assumptions are contradictory,
clauses can be added between calls, a callback ends a search, and others. Each test
runs in a process of its own, so that a library that crashes or hangs fails the test.
A failed test ends with status 1.

A name without a slash is looked up in the working directory, in LD_LIBRARY_PATH and
in the system's folders.`,
		Example: `  nqueens check ipasir libcadical.so
  nqueens check ipasir ./libmine.so --timeout 5s`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return errors.New("check ipasir: name one library, as in nqueens check ipasir libcadical.so")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if limit <= 0 {
				return fmt.Errorf("--timeout %v: write a time above zero", limit)
			}
			path, err := libraryNamed(args[0])
			if err != nil {
				return err
			}
			failed, ran := 0, 0
			ctx := stoppable(cmd.Context())
			err = ipasir.Check(ctx, path, limit, isolate.Run, func(v ipasir.Verdict) bool {
				ran++
				if v.Err == nil {
					fmt.Fprintf(p.out, "ok      %-20s  %s\n", v.Name, v.About)
				} else {
					failed++
					fmt.Fprintf(p.out, "failed  %-20s  %s: %v\n", v.Name, v.About, v.Err)
				}
				return p.out.Flush() == nil
			})
			switch {
			case ctx.Err() != nil:
				return stopped(ctx, err)
			case err != nil:
				return fmt.Errorf("%s: %w", args[0], err)
			case failed > 0:
				return &exit{status: failedCheck, err: fmt.Errorf("%s fails %d of %s", args[0], failed, table.Plural(ran, "test"))}
			}
			return nil
		},
	}
	cmd.Flags().DurationVar(&limit, "timeout", limit, "the time limit of each test")
	return cmd
}

// libraryNamed returns the path of a library that has the functions of IPASIR.
func libraryNamed(name string) (string, error) {
	look := name
	if _, err := os.Stat(name); err == nil && !strings.ContainsRune(name, filepath.Separator) {
		look = "." + string(filepath.Separator) + name
	}
	path, err := ipasir.Find(look, "")
	if err == nil {
		err = ipasir.Inspect(path)
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	return path, nil
}
