package plan

import (
	"archive/tar"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nqueens/bench"
	"nqueens/encode"
	"nqueens/family"
)

// TestBounds checks that the largest allowed value is accepted and the next one refused.
func TestBounds(t *testing.T) {
	const run = "runs: [{problems: [queens(5)]}]"
	sized := func(n int) string {
		return fmt.Sprintf("runs: [{problems: [{n: [1..2048, 1..2048, 1..2048, 1..2048, 1..%d]}]}]", n)
	}
	named := func(last string) string {
		return "runs: [{problems: [{n: [1..2048, 1..2048, 1..2048, 1..2048, 1..1807]}, queens(5)" + last + "]}]"
	}
	padded := func(bytes int) string { return run + " #" + strings.Repeat(" ", bytes-len(run)-2) }
	ratio := func(text string) string {
		return "baseline: native\npublished: [{name: x, ratios: {8: " + text + "}, source: y}]\n" + run
	}
	for _, test := range []struct{ last, next string }{
		{"repetitions: {warmup: 10000}\n" + run, "repetitions: {warmup: 10001}\n" + run},
		{"repetitions: {min: 10000}\n" + run, "repetitions: {min: 10001}\n" + run},
		{"repetitions: {max: 10000}\n" + run, "repetitions: {max: 10001}\n" + run},
		{"repetitions: {max: 1}\n" + run, "repetitions: {max: 0}\n" + run},
		{"limits: {memory: 1048575TiB}\n" + run, "limits: {memory: 1048576TiB}\n" + run},
		{"limits: {time: 1ns}\n" + run, "limits: {time: 0s}\n" + run},
		{"runs: [{problems: [queens(5)], threads: 1}]", "runs: [{problems: [queens(5)], threads: 0}]"},
		{ratio("0.000001"), ratio("0.00000099")},
		{ratio("1000000000"), ratio("1000000001")},
		{sized(1808), sized(1809)}, // 10,000 problems
		{named(""), named(", queens(6)")},
		{padded(MaxBytes), padded(MaxBytes + 1)},
	} {
		if _, err := Read("plan.yaml", []byte(test.last), family.All()); err != nil {
			t.Errorf("%.100s: %v", test.last, err)
		}
		if _, err := Read("plan.yaml", []byte(test.next), family.All()); err == nil {
			t.Errorf("%.100s was read", test.next)
		}
	}
}

// TestPartErrorsOfMany checks that an error lists only a few of many problems.
func TestPartErrorsOfMany(t *testing.T) {
	for sizes, want := range map[string]string{
		"1..8": `(there are queens(1), queens(2), queens(3), queens(4), queens(5), queens(6), queens(7), queens(8))`,
		"1..9": `(there are queens(1), queens(2), queens(3), queens(4), queens(5), queens(6), queens(7), queens(8), and 1 more)`,
	} {
		p, err := Read("plan.yaml", []byte("runs: [{problems: [{n: "+sizes+"}], backends: native}]"), family.All())
		if err != nil {
			t.Fatal(err)
		}
		p.Part = Part{Problems: []string{"something-else"}}
		if _, err := p.Experiment(fourBackends()); err == nil || err.Error() != `no problem of the plan is called "something-else" `+want {
			t.Errorf("%s: %v", sizes, err)
		}
	}
}

// TestWithinRefused checks the errors for a part that differs from the whole plan.
func TestWithinRefused(t *testing.T) {
	whole := func() bench.Experiment {
		e := experiment(t, "[{problems: [queens(4)], tasks: first, backends: native}]")
		e.External = []bench.Program{{Name: "mine", Command: "./mine {n}", Engine: "mine"}}
		return e
	}
	program := func(name, command, engine string) func(*bench.Experiment) {
		return func(e *bench.Experiment) {
			e.External = []bench.Program{{Name: name, Command: command, Engine: engine}}
		}
	}
	for _, test := range []struct {
		change  func(*bench.Experiment)
		refused string
	}{
		{func(*bench.Experiment) {}, "<nil>"},
		{func(e *bench.Experiment) { e.Seed++ }, "it has different repetitions, or another seed"},
		{func(e *bench.Experiment) { e.Clock = bench.ProcessClock }, "its clock is wall, but the plan's is process"},
		{func(e *bench.Experiment) { e.Repeat.Width = 0.5 }, "it has different repetitions, or another seed"},
		{func(e *bench.Experiment) { e.Jobs[0].Proof = true }, "it does not have queens(4), task first, with the plan's limits"},
		{func(e *bench.Experiment) { e.Jobs[0].KeepProof = true }, "it does not have queens(4), task first, with the plan's limits"},
		{func(e *bench.Experiment) { e.Jobs[0].ExpectDisagreement = true }, "it does not have queens(4), task first, with the plan's limits"},
		{func(e *bench.Experiment) { e.Jobs[0].Limits.CPU++ }, "it does not have queens(4), task first, with the plan's limits"},
		{program("mine", "./mine {n}", "mine"), "<nil>"},
		{program("other", "./other {n}", "mine"), "<nil>"},
		{program("mine", "./other {n}", "mine"), `mine is "./mine {n}" in the run, but is now "./other {n}": give it another name`},
		{program("mine", "./mine {n}", "other"), `mine is "./mine {n}" in the run, but is now "./mine {n}": give it another name`},
	} {
		part := whole()
		test.change(&part)
		if _, err := Within(whole(), part); !strings.HasPrefix(fmt.Sprint(err), test.refused) {
			t.Errorf("%v, want %s", err, test.refused)
		}
	}
}

// TestManyInstances checks the limit on problems, counted over the plan's text, archives and files.
func TestManyInstances(t *testing.T) {
	dir := t.TempDir()
	archive := func(name string, boards int) string {
		t.Helper()
		path := filepath.Join(dir, name)
		f, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		w := tar.NewWriter(f)
		for i := range boards {
			if err := w.WriteHeader(&tar.Header{Name: fmt.Sprintf("%s-%d.txt", name, i), Mode: 0o600, Size: 2}); err != nil {
				t.Fatal(err)
			}
			if _, err := w.Write([]byte(".\n")); err != nil {
				t.Fatal(err)
			}
		}
		if err := errors.Join(w.Close(), f.Close()); err != nil {
			t.Fatal(err)
		}
		return path
	}
	few, many, more := archive("few.tar", 10), archive("many.tar", maxProblems-10), archive("more.tar", maxProblems-9)
	for second, fits := range map[string]bool{many: true, more: false} {
		list, err := ReadInstances(encode.Reading{}, family.Queens, few, second)
		if (err == nil) != fits || fits && len(list) != maxProblems || !fits && !errors.Is(err, errTooMany) {
			t.Errorf("beside: %d, %v", len(list), err)
		}
		_, err = Read("plan.yaml", fmt.Appendf(nil, "runs: [{problems: [{folder: %q}, {folder: %q}]}]", few, second), family.All())
		if (err == nil) != fits || !fits && !strings.Contains(err.Error(), errTooMany.Error()) {
			t.Errorf("in its text: %v", err)
		}
	}
}
