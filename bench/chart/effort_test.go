package chart

import (
	"strings"
	"testing"

	"nqueens/bench/summary"
)

// Decisions, propagations and steps stand in for nodes and conflicts and are not
// drawn beside them.
func TestUnitsOfWork(t *testing.T) {
	names := func(contenders map[string]string) string {
		var cells []summary.Cell
		for contender, stats := range contenders {
			for n := 4; n < 7; n++ {
				cells = append(cells, on("queens", n, contender, strings.Fields(stats)...))
			}
		}
		var names []string
		for _, f := range Effort(cells, Options{}) {
			list, _ := texts(f)
			who := strings.TrimSuffix(f.Name, "-queens-count") + ":"
			for _, w := range list {
				if _, ok := contenders[w.words]; ok {
					who += w.words
				}
			}
			names = append(names, who)
		}
		return strings.Join(names, " ")
	}
	for _, c := range []struct {
		contenders map[string]string
		want       string
	}{
		{map[string]string{"a": "nodes updates steps", "b": "conflicts decisions propagations"}, "nodes:a updates:a conflicts:b"},
		{map[string]string{"a": "nodes decisions", "b": "decisions propagations"}, "nodes:a decisions:b propagations:b"},
		{map[string]string{"a": "updates steps"}, "updates:a steps:a"},
		{map[string]string{"a": "clauses"}, ""},
	} {
		if got := names(c.contenders); got != c.want {
			t.Errorf("%v: drew %s, want %s", c.contenders, got, c.want)
		}
	}
}
