package reproduce

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"nqueens/bench/reproduce/page"
	"nqueens/bench/table"
)

// writeIndex lists the reproductions whose folders are in the folder, in the
// order of All and then by name.
func writeIndex(dir string) error {
	found, err := filepath.Glob(filepath.Join(dir, "*", resultFile))
	if err != nil {
		return err
	}
	var results []Result
	for _, path := range found {
		var r Result
		content, err := os.ReadFile(path)
		if err == nil {
			err = json.Unmarshal(content, &r)
		}
		if err != nil {
			return fmt.Errorf("reading %s: %w", path, err)
		}
		if r.Name == filepath.Base(filepath.Dir(path)) {
			results = append(results, r)
		}
	}
	place, all := map[string]int{}, All()
	for i, r := range all {
		place[r.Name] = i - len(all) // below 0, which those of other names have
	}
	slices.SortStableFunc(results, func(a, b Result) int { return place[a.Name] - place[b.Name] })
	rows := [][]string{{"reproduction", "what", "verdict"}}
	for _, r := range results {
		rows = append(rows, []string{fmt.Sprintf("[%s](%s/%s)", r.Name, r.Name, pageFile), r.About, r.Overall})
	}
	var b strings.Builder
	b.WriteString("# Published figures, made again\n\n")
	b.WriteString(page.Paragraph("Each page has the published figure, the one measured here, and a verdict in words for each comparison. Made by `nqueens reproduce`.", "") + "\n")
	b.WriteString(table.Markdown(rows))
	if err := os.WriteFile(filepath.Join(dir, pageFile), []byte(b.String()), 0o644); err != nil {
		return fmt.Errorf("writing the index: %w", err)
	}
	return nil
}
