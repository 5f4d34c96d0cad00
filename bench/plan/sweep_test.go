package plan

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"nqueens/bench"
	"nqueens/family"
)

// TestSweeps checks that more than a few generated instances become a sweep for each size and contender,
// unless the plan sets repetitions or needs something that a sweep cannot do.
func TestSweeps(t *testing.T) {
	const many = "generate: completion, n: 8..9, queens: 2..3, count: 51"
	plan := func(before, run string) []byte {
		return fmt.Appendf(nil, "%sruns:\n  - problems: [{%s}]\n    backends: [native]\n    %s\n", before, many, run)
	}
	for text, swept := range map[string]bool{
		string(plan("", "tasks: [first]")):                                               true,
		string(plan("budget: {time: 1m, rounds: [10, 20]}\n", "tasks: [first]")):         true,
		string(plan("", "tasks: [first]\n    threads: [1]")):                             true,
		string(plan("", "tasks: [count]")):                                               false,
		string(plan("", "tasks: [first]\n    limits: {cpu: 1s}")):                        false,
		string(plan("repetitions: {min: 1, max: 1}\n", "tasks: [first]")):                false,
		string(plan("clock: process\n", "tasks: [first]")):                               false,
		strings.Replace(string(plan("", "tasks: [first]")), "count: 51", "count: 50", 1): false,
	} {
		p, err := Read("plan.yaml", []byte(text), family.All())
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		e, err := p.Experiment(fourBackends())
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if (len(e.Sweeps) == 2 && len(e.Jobs) == 0) != swept || (len(e.Sweeps) > 0) != swept {
			t.Errorf("%s: %d sweeps, %d jobs", text, len(e.Sweeps), len(e.Jobs))
		}
		made, _ := p.Generated()
		if want := 204; swept && made != want || strings.Contains(text, "rounds") && !slices.Equal(e.Rounds, []int{10, 20}) {
			t.Errorf("%s: %d instances, rounds %v", text, made, e.Rounds)
		}
		if !swept {
			continue
		}
		if s := e.Sweeps[1]; s.Len() != 102 || s.Points() != 2 || s.Recipes[0].N != 9 || e.Sweeps[0].Name == s.Name {
			t.Errorf("%s: %+v", text, s)
		}
		content, err := bench.EncodeExperiment(e)
		if err != nil {
			t.Fatal(err)
		}
		again, err := bench.DecodeExperiment("again", content, family.All())
		if err != nil || len(again.Sweeps) != 2 {
			t.Fatal(err)
		}
		other, err := bench.EncodeExperiment(again)
		if err != nil || string(other) != string(content) {
			t.Errorf("%s\nis read as\n%s", content, other)
		}
		joined, mine, err := Join(e, []string{"other"}, fourBackends())
		if err == nil && (len(joined.Sweeps) != 4 || len(mine) > 0) {
			t.Errorf("%d sweeps of two contenders, %v", len(joined.Sweeps), mine)
		}
	}
	for change, want := range map[string]string{
		"rounds: [10, 20]>rounds: [10, 10]": "plan.yaml:1:33: rounds: 10 is not larger than",
		"rounds: [10, 20]>rounds: [0]":      "plan.yaml:1:29: ",
	} {
		from, to, _ := strings.Cut(change, ">")
		text := strings.Replace(string(plan("budget: {time: 1m, rounds: [10, 20]}\n", "tasks: [first]")), from, to, 1)
		if _, err := Read("plan.yaml", []byte(text), family.All()); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v", change, err)
		}
	}
}
