// Package schema describes the files of a run for programs in other languages. It has JSON Schemas (draft
// 2020-12) of four things: a record and a block, which are lines of records.jsonl, the file
// environment.json, and a plan, whose YAML is converted to JSON first. Each schema has a version in its
// $id. Within a version no field is renamed, and no field changes its meaning.
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
