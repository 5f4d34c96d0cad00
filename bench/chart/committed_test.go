package chart_test

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"nqueens/backends"
	"nqueens/bench/chart"
	"nqueens/bench/summary"
	"nqueens/family"
	"nqueens/internal/golden"
)

// TestCommitted checks that the charts of each run in results are what its records give now.
func TestCommitted(t *testing.T) {
	t.Parallel()
	var runs []string
	for _, pattern := range []string{"../../results/*/summary.md", "../../results/*/*/summary.md"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		runs = append(runs, found...)
	}
	compared := 0
	for _, run := range runs {
		dir := filepath.Dir(run)
		charts, err := filepath.Glob(filepath.Join(dir, "*.svg"))
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(filepath.ToSlash(dir), "/reproduction/") || len(charts) == 0 {
			continue // studies have their own figures
		}
		s, err := summary.Read(dir, backends.All(), family.All())
		if err != nil {
			t.Fatal(err)
		}
		cells, opt := chart.Beside([]chart.Run{{Summary: s}})
		figures, err := chart.Figures(cells, opt)
		if err != nil {
			t.Fatal(err)
		}
		drawn := map[string]chart.Figure{}
		for _, f := range figures {
			drawn[f.Name+".svg"] = f
		}
		for _, name := range charts {
			f, there := drawn[filepath.Base(name)]
			if !there {
				t.Errorf("%s: the records make no such chart", name)
				continue
			}
			var got bytes.Buffer
			if err := f.WriteSVG(&got, false); err != nil {
				t.Fatal(err)
			}
			golden.Committed(t, name, got.Bytes())
			compared++
		}
	}
	if compared < 100 {
		t.Errorf("%d charts", compared)
	}
}
