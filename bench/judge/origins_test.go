package judge

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/family"
)

// verdictOf returns the verdict if the given backends have the same count for five queens with a
// given piece, on the unreduced problem.
func verdictOf(t *testing.T, all []backends.Backend, external []bench.Program, versions map[string]string, names ...string) Verdict {
	t.Helper()
	p, err := family.All().Parse("queens(5, given=a1)")
	if err != nil {
		t.Fatal(err)
	}
	e := bench.Experiment{External: external}
	var records []bench.Record
	for _, name := range names {
		c, err := backends.ParseContender(name)
		if err != nil {
			t.Fatal(err)
		}
		c.Unreduced = true
		job := bench.Job{Problem: p, Task: nqueens.CountAll, Contender: c}
		r := job.Record(bench.Maker{Version: versions[name], Build: "b", Seed: 1, Repetition: 1}, bench.Observation{})
		r.Outcome = nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(2)}
		e.Jobs, records = append(e.Jobs, job), append(records, r)
	}
	return Judge(e, records, all).Verdicts[0]
}

// TestVariantsAreOneEngine checks that backends which state the same engine, or the same code
// around it, do not confirm each other, and that others do.
func TestVariantsAreOneEngine(t *testing.T) {
	all := backends.All()
	for _, b := range all {
		d := b.Describe()
		if d.Engine == "" {
			t.Errorf("%s has no engine", d.Name)
		}
		for _, encoding := range d.EncodingNames() {
			if v := verdictOf(t, all, nil, nil, d.Name, d.Name+"/"+encoding); v.Kind != Alone {
				t.Errorf("%s and %[1]s/%s: %v", d.Name, encoding, v)
			}
		}
		for _, other := range all {
			o := other.Describe()
			want := Agreed
			if o.Engine == d.Engine || o.Around != "" && o.Around == d.Around {
				want = Alone
			}
			if o.Name == d.Name {
				continue
			}
			if v := verdictOf(t, all, nil, nil, d.Name, o.Name); v.Kind != want {
				t.Errorf("%s and %s: %v, want %s", d.Name, o.Name, v, want)
			}
		}
	}
	for _, pair := range [][2]string{
		{"gini", "gophersat"}, {"gophersat", "gophersat-pb"}, {"gophersat", "gophersat-models"}, {"clasp", "clingo"}, {"minisat", "minisat-plus"},
		{"gini/pairwise", "gini/product"}, {"dlx/bits", "dlx/mirror"}, {"bitmask", "bitmask/portable"},
	} {
		if v := verdictOf(t, all, nil, nil, pair[0], pair[1]); v.Kind != Alone {
			t.Errorf("%s and %s: %v", pair[0], pair[1], v)
		}
	}
	// Of three backends that share code in pairs, none confirms another.
	if v := verdictOf(t, all, nil, nil, "gini", "gophersat-pb", "gophersat-models"); v.Kind != Alone {
		t.Errorf("%v", v)
	}
}

// TestOneProgram checks that an external program is one engine, whatever its names, and whether it
// is installed or only known from the run's experiment.
func TestOneProgram(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"plain", "copy", "other"} {
		content := "#!/bin/sh\necho 2\n"
		if name == "other" {
			content += "# by another author\n"
		}
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		a, b string
		want VerdictKind
	}{
		{"./plain {n}", "./plain {n}", Alone},
		{"./plain {n}", "./plain --fast {n} 3", Alone},
		{"./plain {n}", "./copy {n}", Alone},
		{"./plain {n}", "./other {n}", Agreed},
		{"./plain {n}", "./plain bishops {n}", Agreed},
	} {
		var all []backends.Backend
		var external []bench.Program
		versions := map[string]string{}
		for name, command := range map[string]string{"a": test.a, "b": test.b} {
			c, err := backends.NewCounter(name, command, folder)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, c)
			external = append(external, bench.Program{Name: name, Command: command})
			versions[name] = backends.Version(c)
		}
		here := verdictOf(t, all, nil, versions, "a", "b")
		if there := verdictOf(t, nil, external, versions, "a", "b"); here.Kind != test.want || there.Kind != test.want || !slices.Equal(here.Engines, there.Engines) {
			t.Errorf("%s and %s: %v, and where they are not at hand %v", test.a, test.b, here, there)
		}
	}
	solver := func(name, more, command string) backends.Backend {
		s, err := backends.ParseSolver(filepath.Join(folder, name+".yaml"), []byte("name: "+name+"\n"+more+`about: a test's
inputs:
  - format: dimacs
    encodings: [product]
    answer: competition
    first: `+command+"\n"))
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	for _, test := range []struct {
		a, b backends.Backend
		want VerdictKind
	}{
		{solver("mine", "", "mysat {input}"), solver("mine-too", "", "mysat -q --seed 3 {input}"), Alone},
		{solver("mine", "", "mysat {input}"), solver("theirs", "", "yoursat {input}"), Agreed},
		{solver("mine", "engine: kissat\n", "mysat {input}"), solver("theirs", "engine: kissat\n", "yoursat {input}"), Alone},
		{solver("mine", "", "python3 {folder}/a.py {input}"), solver("theirs", "", "python3 {folder}/b.py {input}"), Agreed},
		{solver("mine", "", "cadical -q {input}"), cadical(t), Alone},
	} {
		a, b := test.a.Describe(), test.b.Describe()
		here := verdictOf(t, []backends.Backend{test.a, test.b}, nil, nil, a.Name, b.Name)
		external := []bench.Program{
			{Name: a.Name, Command: test.a.(backends.Process).CommandLine(), Engine: a.Engine}, {Name: b.Name, Command: test.b.(backends.Process).CommandLine(), Engine: b.Engine},
		}
		there := verdictOf(t, nil, external, nil, a.Name, b.Name)
		if here.Kind != test.want || there.Kind != test.want {
			t.Errorf("%s and %s: %v, and where they are not at hand %v", external[0].Command, external[1].Command, here, there)
		}
	}
	for program, want := range map[string]VerdictKind{"./copy": Alone, "./other": Agreed} {
		all := []backends.Backend{solver("mine", "", "./plain {input}"), solver("theirs", "", program+" {input}")}
		if v := verdictOf(t, all, nil, nil, "mine", "theirs"); v.Kind != want {
			t.Errorf("./plain and %s, of no run: %v", program, v)
		}
	}
}

// TestCopiedSolver checks that two solvers whose programs have the same digest in the run's experiment are
// one engine, whether the solvers are installed or not. A counter with that digest is the same engine, too.
func TestCopiedSolver(t *testing.T) {
	mine := bench.Program{Name: "mine", Command: "./mysat {input}", Engine: "mine", Digest: "d1"}
	for _, test := range []struct {
		other bench.Program
		want  VerdictKind
	}{
		{bench.Program{Name: "theirs", Command: "./copy -q {input}", Engine: "theirs", Digest: "d1"}, Alone},
		{bench.Program{Name: "theirs", Command: "./copy -q {input}", Engine: "theirs", Digest: "d2"}, Agreed},
		{bench.Program{Name: "theirs", Command: "./copy -q {input}", Engine: "theirs"}, Agreed},
		{bench.Program{Name: "theirs", Command: "./copy other.py {input}", Engine: "theirs", Digest: "d1"}, Agreed}, // an interpreter
		{bench.Program{Name: "cadical", Command: "cadical {input}", Engine: "cadical", Digest: "d1"}, Alone},
		{bench.Program{Name: "theirs", Command: "./copy {n}"}, Alone},
	} {
		for _, all := range [][]backends.Backend{nil, {cadical(t)}} {
			v := verdictOf(t, all, []bench.Program{mine, test.other}, map[string]string{"theirs": "d1"}, "mine", test.other.Name)
			if v.Kind != test.want {
				t.Errorf("%+v: %v, want %s", test.other, v, test.want)
			}
		}
	}
}

func cadical(t *testing.T) backends.Backend {
	t.Helper()
	b, err := backends.Named(backends.All(), "cadical")
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// undescribed is a backend whose Describe must not be called.
type undescribed struct{ backends.Backend }

func (undescribed) Describe() nqueens.Description {
	panic("a backend was described that gave no answer, behind all that did")
}

// TestDescribesNoFurtherBackend checks that judging the answers of some backends does not describe any
// backend after them in the list, where the external solvers are, whose descriptions are read from
// files.
func TestDescribesNoFurtherBackend(t *testing.T) {
	all := backends.All()[:3]
	names := []string{backends.NameOf(all[2]), backends.NameOf(all[1])}
	if v := verdictOf(t, append(all, undescribed{}), nil, nil, names...); v.Kind != Agreed {
		t.Errorf("%v: %v, want %s", names, v, Agreed)
	}
}
