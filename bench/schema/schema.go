// Package schema describes the files that a run is made of, for those who read or write
// them in other languages: JSON Schemas (draft 2020-12) of a record, a line of
// records.jsonl, of a block, a line there of many records, of environment.json and of a plan, whose YAML is JSON to a schema. Each
// has a version in its $id. Within one nothing is renamed and nothing changes its meaning.
package schema

import (
	"embed"
	"fmt"

	"nqueens/internal/suggest"
)

//go:embed record.json block.json environment.json plan.json
var files embed.FS

// Names returns the names of the schemas.
func Names() []string { return []string{"record", "block", "plan", "environment"} }

// Text returns the schema with a name.
func Text(name string) (string, error) {
	content, err := files.ReadFile(name + ".json")
	if err != nil {
		return "", fmt.Errorf("no schema is called %q %s", name, suggest.Among(name, Names()))
	}
	return string(content), nil
}
