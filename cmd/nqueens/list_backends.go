package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"nqueens"
)

func (p *program) listBackends() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "backends",
		Short: "List the backends and what each can do",
		Long: `List the backends with their engines, versions, tasks and encodings. Backends
that share an engine do not confirm each other's answers. One with a caution
takes part only when it is asked for by name.`,
		Example: "  nqueens backends\n  nqueens backends --json",
		Args:    takesNothing,
		RunE: func(*cobra.Command, []string) error {
			var list []nqueens.Description
			for _, b := range p.backends {
				list = append(list, b.Describe())
			}
			if asJSON {
				e := json.NewEncoder(p.out)
				e.SetIndent("", " ")
				return e.Encode(list)
			}
			table := tabwriter.NewWriter(p.out, 0, 0, 2, ' ', 0)
			fmt.Fprintln(table, "NAME\tENGINE\tVERSION\tTASKS\tABOUT")
			for _, d := range list {
				tasks := make([]string, len(d.Tasks))
				for i, t := range d.Tasks {
					tasks[i] = string(t)
				}
				fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\n", d.Name, d.Engine, d.Version, strings.Join(tasks, ","), d.About)
			}
			if err := table.Flush(); err != nil {
				return err
			}
			for _, d := range list {
				if len(d.Encodings) > 0 {
					fmt.Fprintf(p.out, "\n%s/%s (default %s)", d.Name, strings.Join(d.EncodingNames(), ", "), cmp.Or(d.Encodings[0], "none of these"))
				}
			}
			for _, d := range list {
				if d.Caution != "" {
					fmt.Fprintf(p.out, "\n%s: CAUTION: %s", d.Name, d.Caution)
				}
			}
			fmt.Fprintln(p.out)
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON array")
	return cmd
}
