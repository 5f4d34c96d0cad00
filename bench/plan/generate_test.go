package plan

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"nqueens/bench"
	"nqueens/encode"
	"nqueens/family"
	"nqueens/instance"
)

func generating(keys string) []byte {
	return fmt.Appendf(nil, "runs:\n  - problems: [{%s}]\n    tasks: [first]\n    backends: [native]\n", keys)
}

// TestGenerate checks that a sweep has every combination, and that the instances of the first seed come
// first.
func TestGenerate(t *testing.T) {
	for _, test := range []struct{ keys, want string }{
		{"generate: excluded-diagonals, n: 12..15 step 4, diagonals: 3..n-7, count: 2, seed: 5",
			"excluded-diagonals-12-3-4-5 excluded-diagonals-12-4-4-5 excluded-diagonals-12-5-4-5 excluded-diagonals-12-3-4-6 excluded-diagonals-12-4-4-6 excluded-diagonals-12-5-4-6"},
		{"generate: excluded-diagonals, n: [8, 10], diagonals: {8: 3, 9..10: [2, n-5]}, least: 3",
			"excluded-diagonals-8-3-3-1 excluded-diagonals-10-2-3-1 excluded-diagonals-10-5-3-1"},
		{"generate: completion, n: 8, queens: 2..3", "completion-8-2-1 completion-8-3-1"},
		{"generate: blocked, n: 8, blocks: 2n, count: 2", "blocked-8-16-4-1 blocked-8-16-4-2"},
		{"generate: corner, n: 16, side: 6", "corner-16-6-4-1"},
		{"generate: structured, n: 20, hall: 4, permute: true, turns: [0, 3]", "structured-20-0-b0-h4-permuted-4-1 structured-20-0-b0-h4-permuted-turn3-4-1"},
		{"generate: excluded-diagonals, n: 10, seed: 615, published: true", "diag-10-4-615"},
	} {
		p, err := Read("plan.yaml", generating(test.keys), family.All())
		if err != nil {
			t.Errorf("%s: %v", test.keys, err)
			continue
		}
		var names []string
		for _, i := range p.Sections[0].Instances {
			names = append(names, strings.TrimSuffix(i.Name, ".param"))
			if made, err := i.Origin.Make(t.Context(), i.Origin.Seed); err != nil || made.String() != i.Problem.String() || i.Origin.FileName() != i.Name {
				t.Errorf("%s is not what its origin makes: %v", i.Name, err)
			}
		}
		if got := strings.Join(names, " "); got != test.want {
			t.Errorf("%s\ngot  %s\nwant %s", test.keys, got, test.want)
		}
		if once := (bench.Repeat{Warmup: 1, Min: 1, Max: 1, Width: 0.05}); p.Repeat != once {
			t.Errorf("%s: %+v", test.keys, p.Repeat)
		}
	}
}

// TestGeneratedFiles checks that a plan's generated instances equal those written to files and read again,
// with the same names and keys.
func TestGeneratedFiles(t *testing.T) {
	for _, keys := range []string{
		"generate: excluded-diagonals, n: 9..10, diagonals: 3..5, count: 2",
		"generate: completion, n: 9, queens: 3, count: 2",
		"generate: blocked, n: 9, blocks: 7..8",
		"generate: structured, n: 20, hall: 4, permute: true",
	} {
		p, err := Read("plan.yaml", generating(keys), family.All())
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		for _, i := range p.Sections[0].Instances {
			problem, err := i.Origin.Make(t.Context(), i.Origin.Seed)
			if err != nil {
				t.Fatal(err)
			}
			format, err := instance.FormatNamed(i.Origin.Kind.Format())
			if err != nil {
				t.Fatal(err)
			}
			var text strings.Builder
			if err := format.Write(&text, problem); err != nil {
				t.Fatal(err)
			}
			writeFile(t, filepath.Join(dir, i.Origin.FileName()), text.String())
		}
		list, err := ReadInstances(encode.Reading{}, family.Queens, dir)
		if err != nil {
			t.Fatal(err)
		}
		var files, generated []string
		for _, i := range list {
			files = append(files, i.Naming.Short+" "+i.Naming.Full)
		}
		for _, i := range p.Sections[0].Instances {
			generated = append(generated, i.Naming.Short+" "+i.Naming.Full)
		}
		if slices.Sort(files); !slices.Equal(files, slices.Sorted(slices.Values(generated))) {
			t.Errorf("%s\nfiles     %q\ngenerated %q", keys, files, generated)
		}
	}
}

// TestOriginIsKept checks that the origin of an instance is in the experiment's file, and in no other.
func TestOriginIsKept(t *testing.T) {
	p, err := Read("plan.yaml", generating("generate: excluded-diagonals, n: 9, diagonals: 3..4, count: 2"), family.All())
	if err != nil {
		t.Fatal(err)
	}
	e, err := p.Experiment(fourBackends())
	if err != nil || len(e.Jobs) != 4 {
		t.Fatalf("%d jobs, %v", len(e.Jobs), err)
	}
	text, err := bench.EncodeExperiment(e)
	if err != nil {
		t.Fatal(err)
	}
	var stored struct {
		Instances []struct{ Origin map[string]any }
	}
	want := map[string]any{"kind": "excluded-diagonals", "n": 9.0, "size": 3.0, "least": 4.0, "seed": 1.0}
	if err := json.Unmarshal(text, &stored); err != nil || len(stored.Instances) != 4 || !reflect.DeepEqual(stored.Instances[0].Origin, want) {
		t.Errorf("%v %+v", err, stored)
	}
	again, err := bench.DecodeExperiment("experiment.json", text, family.All())
	if err != nil {
		t.Fatal(err)
	}
	for i, j := range again.Jobs {
		if !reflect.DeepEqual(j.Origin, e.Jobs[i].Origin) || j.Origin.FileName() != j.Instance {
			t.Errorf("%s: %+v", j.Instance, j.Origin)
		}
	}
}

func TestGenerateErrors(t *testing.T) {
	for _, test := range []struct{ keys, want string }{ // the expected place of the error is at the |
		{"generate: |exluded-diagonals, n: 8", `no kind of instance is called "exluded-diagonals" (did you mean "excluded-diagonals"?)`},
		{"generate: |completion, n: 8", `the instances need "queens": write it beside generate, as in queens: 8..14`},
		{"generate: |completion, queens: 3", `the instances need "n": write it beside generate, as in n: 8..14`},
		{"generate: completion, n: 8, queens: |9..4", `range "9..4" goes down; write 4..9`},
		{"generate: completion, n: 5..8, queens: |4..n-4", `queens: range "4..n-4" is empty at n = 5, where it goes from 4 to 1`},
		{"generate: completion, n: |8..n, queens: 3", `n: "8..n": n has no value here; write numbers`},
		{"generate: completion, n: |8..3000, queens: 3", `n: 3000 is not between 1 and 2048`},
		{"generate: completion, n: 8, queens: {8: 3, |8..9: 2}", `values for n = 8 are given twice (first on line 2)`},
		{"generate: completion, n: 8, queens: {8: 3, |n: 2}", `size n: "n": n has no value here; write numbers`},
		{"generate: completion, n: 8..9, queens: |{8: 3}", `queens: there are no values for n = 9`},
		{"generate: completion, n: 8, queens: 3, |queens: 4", `duplicate key "queens" (first on line 2)`},
		{"generate: completion, n: 8, queens: 3, |blokcs: 4", `unknown key "blokcs" (did you mean "blocks"?)`},
		{"generate: completion, n: 8, queens: 3, blocks: |4", `blocks: completion has none; it has queens`},
		{"generate: completion, n: 8, queens: |12", `queens: 12 queens: there can be 0 to 8 on a board of 8 squares a side`},
		{"generate: completion, n: 8, queens: |many", `"many": "many" is neither`},
		{"generate: completion, n: 8, queens: 3, count: |many", `count: "many" is not a whole number`},
		{"generate: completion, n: 8, queens: 3, count: |0", `count: 0 is too few: write at least 1`},
		{"generate: completion, n: 8, queens: 3, seed: |-1", `"-1" is not a whole number from 0`},
		{"generate: completion, n: 8, queens: 3, permute: |true", `permute: completion has none; that is for structured`},
		{"generate: completion, n: 8, queens: 3, count: |1000000000", `count: 1,000,000,000 instances: there can be 10,000,000 at most`},
		{"generate: blocked, n: 600, blocks: 3, count: |200", `the instances have 72,000,000 squares in all: at most 50,000,000`},
		{"generate: completion, n: 8, queens: 3, given: |a1", `"given" cannot be combined with "generate"`},
		{"generate: completion, n: 8, queens: 3, folder: |x", `"folder" cannot be combined with "generate"`},
		{"generate: excluded-diagonals, n: 8, diagonals: 1..4, count: 20, locate: |half", `"half": write a share from 1% to 99%`},
		{"generate: excluded-diagonals, n: 8, diagonals: 1..4, count: 20, locate: |50% within 0", `"50% within 0": write the length of the interval`},
		{"generate: excluded-diagonals, n: 8, diagonals: 1..4, count: 5, locate: |50%", `locate: count is the most instances at one value, 5: write at least 10`},
		{"generate: excluded-diagonals, n: 8..9, diagonals: 4, count: 20, locate: |50%", `locate: no parameter varies; write a range, as in diagonals: 8..14`},
		{"generate: excluded-diagonals, n: 8, diagonals: 1..2, least: 3..4, count: 20, locate: |50%", `locate: both diagonals and least vary`},
		{"n: 8, count: |3", `"count": only beside "generate"`},
		{"n: 8, diagonals: |3", `"diagonals": only beside "generate"`},
		{"generate: |completion, n: 4, queens: 4, seed: 5", `no instance could be generated: 1 try gave up`},
	} {
		before, after, _ := strings.Cut(test.keys, "|")
		p, err := Read("plan.yaml", generating(before+after), family.All())
		if err == nil {
			t.Errorf("%s: was read as %d instances", test.keys, len(p.Sections[0].Instances))
			continue
		}
		if want := fmt.Sprintf("plan.yaml:2:%d: %s", len("  - problems: [{")+len(before)+1, test.want); !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s\nerror %v\nwant  %s", test.keys, err, want)
		}
	}
}

// TestGenerateGaveUp checks that seeds on which the generator gives up leave no instance and are counted.
func TestGenerateGaveUp(t *testing.T) {
	p, err := Read("plan.yaml", generating("generate: completion, n: 20, queens: 18, count: 6"), family.All())
	if err != nil {
		t.Fatal(err)
	}
	if made, gaveUp := p.Generated(); made != 5 || gaveUp != 1 {
		t.Errorf("%d made, %d gave up", made, gaveUp)
	}
}

// TestStep checks that board sizes may have a step.
func TestStep(t *testing.T) {
	p, err := Read("plan.yaml", []byte("runs: [{problems: [{n: 4..10 step 3}]}]"), family.All())
	if err != nil || len(p.Sections[0].Problems) != 3 || p.Sections[0].Problems[2].N != 10 {
		t.Errorf("%+v, %v", p, err)
	}
}
