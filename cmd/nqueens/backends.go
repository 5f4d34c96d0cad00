package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"nqueens"
	"nqueens/backends"
	"nqueens/internal/table"
)

// A listed is a backend with what `nqueens backends` prints about it.
type listed struct {
	nqueens.Description
	// Missing is the reason why an external solver cannot run here.
	Missing string `json:"missing,omitempty"`
	Debian  string `json:"debian,omitempty"` // the Debian package with its program
}

func list(b backends.Backend) listed {
	l := listed{Description: b.Describe()}
	s, ok := b.(backends.Process)
	if !ok {
		return l
	}
	l.Debian = s.Package()
	if err := s.Installed(); err != nil {
		l.Missing = strings.TrimPrefix(err.Error(), l.Name+" is ")
	} else {
		l.Version = backends.Version(b)
	}
	return l
}

func (p *program) listBackends() *cobra.Command {
	var asJSON bool
	var described externalFlags
	cmd := &cobra.Command{
		Use:   "backends",
		Short: "List the backends and what each can do",
		Long: `List the backends with their engines, versions, tasks and encodings. Backends
that share an engine do not confirm each other's answers. A backend with a caution
takes part only if it is named. So do the external solvers at the end, which are
other programs that may or may not be installed. A YAML file, which the manual
explains, adds one more.`,
		Example: "  nqueens backends\n  nqueens backends --json\n  nqueens backends --solver mine.yaml",
		Args:    takesNothing,
		RunE: func(*cobra.Command, []string) error {
			if err := described.join(p); err != nil {
				return err
			}
			var all []listed
			for _, b := range p.backends {
				all = append(all, list(b))
			}
			if asJSON {
				e := json.NewEncoder(p.out)
				e.SetIndent("", " ")
				return e.Encode(all)
			}
			rows := [][]string{{"NAME", "ENGINE", "VERSION", "TASKS", "ABOUT"}}
			for _, d := range all {
				tasks := make([]string, len(d.Tasks))
				for i, t := range d.Tasks {
					tasks[i] = string(t)
				}
				version := cmp.Or(d.Missing, d.Version)
				if d.Missing != "" && d.Debian == "" {
					version = "not installed" // the reason may be long
				}
				rows = append(rows, []string{d.Name, d.Engine, version, strings.Join(tasks, ","), d.About})
			}
			if _, err := io.WriteString(p.out, table.Listing(rows)); err != nil {
				return err
			}
			for _, d := range all {
				if len(d.Encodings) > 0 {
					fmt.Fprintf(p.out, "\n%s/%s (default %s)", d.Name, strings.Join(d.EncodingNames(), ", "), defaultsOf(d.Description))
				}
			}
			for _, d := range all {
				if d.Caution != "" {
					fmt.Fprintf(p.out, "\n%s: CAUTION: %s", d.Name, d.Caution)
				}
			}
			fmt.Fprintln(p.out)
			return nil
		},
	}
	described.solverFlag(cmd.Flags())
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON array")
	return cmd
}

// defaultsOf returns the default encoding of a backend. If it depends on the task, defaultsOf
// returns each with its tasks.
func defaultsOf(d nqueens.Description) string {
	tasks := map[string][]string{}
	var names []string
	for _, t := range d.Tasks {
		name := cmp.Or(d.DefaultEncoding(t), "none of these")
		if tasks[name] = append(tasks[name], string(t)); len(tasks[name]) == 1 {
			names = append(names, name)
		}
	}
	if len(names) == 1 {
		return names[0]
	}
	for i, name := range names {
		names[i] = name + " for " + strings.Join(tasks[name], " and ")
	}
	return strings.Join(names, ", ")
}

// externalFlags name external programs: counters by their commands, and solvers by the files that
// describe them.
type externalFlags struct{ counters, solvers []string }

func (x *externalFlags) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringArrayVar(&x.counters, "external", nil, "`NAME=COMMAND`, a program of your own that prints the count, for example 'plain=./plain {n}'; may be repeated")
	x.solverFlag(f)
}

func (x *externalFlags) solverFlag(f *pflag.FlagSet) {
	f.StringArrayVar(&x.solvers, "solver", nil, "the `FILE.yaml` that describes a solver of your own (see the manual); may be repeated")
}

// join adds the programs to the backends of p.
func (x externalFlags) join(p *program) error {
	for _, text := range x.counters {
		c, err := backends.ParseCounter(text, "")
		if err == nil {
			err = p.add(c)
		}
		if err != nil {
			return fmt.Errorf("--external %w", err)
		}
	}
	for _, file := range x.solvers {
		s, err := backends.ReadSolver(file)
		if err != nil {
			return fmt.Errorf("--solver: %w", err)
		}
		if err := p.add(s); err != nil {
			return fmt.Errorf("--solver %s: %w", file, err)
		}
	}
	return nil
}

// add adds a backend, and returns an error if its name is taken.
func (p *program) add(b backends.Backend) (err error) {
	if p.backends, err = backends.Join(p.backends, b); err != nil {
		return fmt.Errorf("%s: %w", b.Describe().Name, err)
	}
	return nil
}

// isExternal reports whether the user described the backend of this name.
func (p *program) isExternal(name string) bool {
	return slices.ContainsFunc(p.joined(), func(b backends.Backend) bool { return b.Describe().Name == name })
}

// joined returns the backends that the user described.
func (p *program) joined() []backends.Backend {
	return slices.DeleteFunc(slices.Clone(p.backends), func(b backends.Backend) bool { return !backends.UserDefined(b) })
}
