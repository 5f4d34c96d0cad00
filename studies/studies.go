package studies

import (
	"embed"
	"fmt"
	"io/fs"
	"strings"
)

//go:embed *.yaml published/*.csv
var files embed.FS

// Names lists the studies.
func Names() []string {
	plans, err := fs.Glob(files, "*.yaml")
	if err != nil {
		panic(err) // the pattern is right
	}
	for i, p := range plans {
		plans[i] = strings.TrimSuffix(p, ".yaml")
	}
	return plans
}

// Plan returns the text of a study's plan. It contains the published values themselves instead of the
// names of their files, so that it needs no other file.
func Plan(name string) (string, error) {
	text, err := files.ReadFile(name + ".yaml")
	if err != nil {
		return "", fmt.Errorf("no study is called %q", name)
	}
	var whole strings.Builder
	for line := range strings.Lines(string(text)) {
		key := strings.TrimLeft(line, " ")
		file, names := strings.CutPrefix(key, "file: published/")
		if !names {
			whole.WriteString(line)
			continue
		}
		values, err := files.ReadFile("published/" + strings.TrimSpace(file))
		if err != nil {
			return "", fmt.Errorf("%s.yaml: %w", name, err)
		}
		indent := line[:len(line)-len(key)]
		whole.WriteString(indent + "rows: |\n")
		for row := range strings.Lines(string(values)) {
			whole.WriteString(indent + "  " + row)
		}
	}
	return whole.String(), nil
}
