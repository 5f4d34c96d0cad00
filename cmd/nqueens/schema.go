package main

import (
	"strings"

	"github.com/spf13/cobra"

	"nqueens/bench/schema"
)

func (p *program) schema() *cobra.Command {
	return &cobra.Command{
		Use:   "schema " + strings.Join(schema.Names(), "|"),
		Short: "Print the JSON Schema of a run's files",
		Long: `Print the JSON Schema (draft 2020-12) of a record (a line of records.jsonl), of a block
(a line there that holds many answers), of environment.json, or of a plan (YAML, which a
validator reads as JSON). Its $id ends in the version. Within a version nothing is renamed
and nothing changes its meaning.`,
		Example:           "  nqueens schema record > record.schema.json",
		Args:              takes("one of "+strings.Join(schema.Names(), ", "), true),
		ValidArgsFunction: firstOf(schema.Names()),
		RunE: func(_ *cobra.Command, args []string) error {
			text, err := schema.Text(args[0])
			if err != nil {
				return err
			}
			_, err = p.out.WriteString(text)
			return err
		},
	}
}
