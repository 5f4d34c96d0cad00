package judge

import (
	"context"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/family"
)

// engine is a backend with a name and an engine that answers nothing.
type engine struct{ name, engine, around string }

var engines = []backends.Backend{engine{name: "right", engine: "one"}, engine{name: "righttoo", engine: "two"}}

func (e engine) Describe() nqueens.Description {
	return nqueens.Description{Name: e.name, Engine: e.engine, Around: e.around}
}

func (e engine) Supports(nqueens.Request) error { return nil }

func (e engine) Run(context.Context, nqueens.Request, func(nqueens.Solution) bool) nqueens.Outcome {
	return nqueens.Outcome{}
}

// TestSetsAreCompared checks two answers with the right number of valid solutions that are not the
// same ones. Only their fingerprints show that one is wrong.
func TestSetsAreCompared(t *testing.T) {
	problem, err := family.All().Parse("queens(5, given=a1)")
	if err != nil {
		t.Fatal(err)
	}
	var e bench.Experiment
	var records []bench.Record
	for i, name := range []string{"right", "righttoo"} {
		e.Jobs = append(e.Jobs, bench.Job{Problem: problem, Task: nqueens.FindAll, Contender: backends.Contender{Backend: name}})
		solution, err := nqueens.ParseSolution([]string{"a1,b3,c5,d2,e4", "a1,b4,c2,d5,e3"}[i])
		if err != nil {
			t.Fatal(err)
		}
		var set nqueens.Fingerprint
		set.Add(solution)
		records = append(records, bench.Record{
			Problem: problem.String(), Task: nqueens.FindAll, Contender: backends.Contender{Backend: name}, Fingerprint: &set,
			Outcome: nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(1)},
		})
	}
	j := Judge(e, records, engines)
	if j.Verdicts[0].Kind != Disagreement || len(j.Failures) != 2 {
		t.Errorf("%v, failures %q", j.Verdicts[0], j.Failures)
	}
	// If one is expected to be wrong, the other is right.
	e.Jobs[1].ExpectDisagreement = true
	j = Judge(e, records, engines)
	if v := j.Verdicts[0]; v.Kind != Alone || len(v.Dissent) != 1 || v.Dissent[0].Backend != "righttoo" || len(j.Failures) != 0 {
		t.Errorf("%v, failures %q", j.Verdicts[0], j.Failures)
	}
}

// TestOneSet checks which contenders are judged wrong if they list different sets of solutions, each with the
// published number of them.
func TestOneSet(t *testing.T) {
	problem := nqueens.Problem{Family: family.Queens, N: 5}
	for said, want := range map[string]string{ // names of the wrong contenders
		"right all=10-set; righttoo all=10-set": "", "right all=10-set; righttoo all=10-other": "right righttoo", "right! all=10-set": "",
		"right! all=10-set; righttoo! all=10-other": "right righttoo", "right! all=10-set; righttoo! all=10-set": "", "right all=10-set; righttoo! all=10-other": "righttoo",
		"right all=10-set,all=10; righttoo all=10-other": "right righttoo", "right all=10; righttoo all=10-other": "", "right all=10; righttoo! all=10-other": "",
		"right all=10-set; righttoo all=11-other": "righttoo", "right all=10-set; righttoo all=10-set; third! all=10-other": "third",
	} {
		var e bench.Experiment
		var records []bench.Record
		for words := range strings.SplitSeq(said, "; ") {
			job, said := saying(t, problem, words)
			e.Jobs, records = append(e.Jobs, job), append(records, said...)
		}
		var wrong []string
		for _, d := range Judge(e, records, engines).Verdicts[0].Dissent {
			wrong = append(wrong, d.Backend)
		}
		if got := strings.Join(wrong, " "); got != want {
			t.Errorf("%s: %q is wrong, want %q", said, got, want)
		}
	}
}

// TestExternalEngines checks the engines of programs that are not backends: the engine stated in
// the experiment, or else a separate engine for each.
func TestExternalEngines(t *testing.T) {
	var e bench.Experiment
	var records []bench.Record
	for _, name := range []string{"mine", "right", "yours", "nobody's"} {
		job, said := saying(t, nqueens.Problem{Family: family.Queens, N: 5}, name+" count=10")
		e.Jobs, records = append(e.Jobs, job), append(records, said...)
	}
	e.External = []bench.Program{{Name: "mine"}, {Name: "yours", Engine: "their engine"}}
	if v := Judge(e, records, engines).Verdicts[0]; !slices.Equal(v.Engines, []string{"", backends.CounterEngine("mine"), "one", "their engine"}) {
		t.Errorf("%q", v.Engines)
	}
}

// TestClaim checks that the first of several faults is shown, and that evidence from the answer
// itself is used in this order: the answer contradicts itself, solutions are repeated, a solution
// is invalid.
func TestClaim(t *testing.T) {
	fault := func(file int, why string) *bench.Fault {
		return &bench.Fault{Solution: nqueens.Solution{nqueens.On(file, 0)}, Why: why}
	}
	two := uint64(2)
	said := func(more func(*bench.Record)) *bench.Record {
		r := &bench.Record{Task: nqueens.FindAll, Outcome: nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(5)}}
		more(r)
		return r
	}
	for i, test := range []struct {
		records []*bench.Record
		want    string
	}{
		{[]*bench.Record{said(func(r *bench.Record) {})}, ""},
		{[]*bench.Record{said(func(r *bench.Record) { r.Fault = fault(0, "no") }), said(func(r *bench.Record) { r.Fault = fault(1, "never") })}, "a1 is no solution: no"},
		{[]*bench.Record{said(func(r *bench.Record) {}), said(func(r *bench.Record) { r.Fault = fault(1, "never") })}, "b1 is no solution: never"},
		{[]*bench.Record{said(func(r *bench.Record) { r.Fault, r.Duplicates = fault(0, "no"), &two })}, "2 repeated solutions beside 3 different ones"},
		{[]*bench.Record{said(func(r *bench.Record) { r.Contradiction, r.Duplicates = "odd", &two })}, "odd"},
		{[]*bench.Record{said(func(r *bench.Record) { r.Contradiction, r.Against = "odd", "others" })}, "others"},
		{[]*bench.Record{{Task: nqueens.FindAll, Contradiction: "odd", Outcome: nqueens.Fail(nqueens.Timeout, "")}}, "odd"},
	} {
		if c := newClaim(&bench.Job{Problem: nqueens.Problem{Family: family.Queens, N: 5}, Task: nqueens.FindAll}, origin{}, test.records); c.wrong != test.want {
			t.Errorf("%d: %q, want %q", i, c.wrong, test.want)
		}
	}
}

// TestBinaries checks that several builds of a backend are one engine.
func TestBinaries(t *testing.T) {
	problem, err := family.All().Parse("queens(5, given=a1)")
	if err != nil {
		t.Fatal(err)
	}
	for other, want := range map[string]VerdictKind{"old:right": Alone, "old:righttoo": AgreedReduced} {
		var e bench.Experiment
		var records []bench.Record
		for _, name := range []string{"right", other} {
			job, said := saying(t, problem, name+" count=2")
			e.Jobs, records = append(e.Jobs, job), append(records, said...)
		}
		if v := Judge(e, records, engines).Verdicts[0]; v.Kind != want {
			t.Errorf("right and %s: %v", other, v)
		}
	}
}

// TestLatestVersionIsJudged checks that the answers of an older version of a backend are not
// judged.
func TestLatestVersionIsJudged(t *testing.T) {
	problem := nqueens.Problem{Family: family.Queens, N: 5}
	e := bench.Experiment{Jobs: []bench.Job{{Problem: problem, Task: nqueens.CountAll, Contender: backends.Contender{Backend: "right"}}}}
	var records []bench.Record
	for i, count := range []uint64{9, 10, 10} {
		records = append(records, bench.Record{
			Problem: "queens(5)", Task: nqueens.CountAll, Contender: backends.Contender{Backend: "right"}, Version: []string{"1", "2", "2"}[i], Seconds: float64(i),
			Outcome: nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(count)},
		})
	}
	j := Judge(e, records, engines)
	if j.Verdicts[0].Kind != Known || len(j.Failures) > 0 {
		t.Errorf("%v, failures %q", j.Verdicts[0], j.Failures)
	}
}

func TestRepetitionsMustAgree(t *testing.T) {
	problem, err := family.All().Parse("queens(5, given=a1)")
	if err != nil {
		t.Fatal(err)
	}
	e := bench.Experiment{Jobs: []bench.Job{{Problem: problem, Task: nqueens.CountAll, Contender: backends.Contender{Backend: "right"}}}}
	var records []bench.Record
	for _, count := range []uint64{2, 3} {
		records = append(records, bench.Record{
			Problem: problem.String(), Task: nqueens.CountAll, Contender: backends.Contender{Backend: "right"},
			Outcome: nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(count)},
		})
	}
	j := Judge(e, records, engines)
	if len(j.Failures) != 1 || !strings.Contains(j.Failures[0], "its repetitions differ: 2, then 3") {
		t.Errorf("failures %q", j.Failures)
	}
}

// TestFirstFault checks that the first of several invalid solutions is kept, also if a later
// repetition has none.
func TestFirstFault(t *testing.T) {
	var c claim
	for _, why := range []string{"", "one", "two", ""} {
		r := bench.Record{Outcome: nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(1)}}
		if why != "" {
			r.Fault = &bench.Fault{Why: why}
		}
		c.add(&r)
	}
	if c.fault == nil || c.fault.Why != "one" {
		t.Errorf("%+v", c.fault)
	}
}

func TestVerdictText(t *testing.T) {
	nine := 9
	for want, v := range map[string]Verdict{
		"verdict: known, 10 (OEIS A000170); 2 engines agree: a, b": {Kind: Known, Count: nqueens.NewCount(10), Source: "OEIS A000170", Engines: []string{"a", "b"}},
		"verdict: alone, 2; one engine: a":                         {Kind: Alone, Count: nqueens.NewCount(2), Engines: []string{"a"}},
		"verdict: unanswered":                                      {Kind: Unanswered, Count: nqueens.NewCount(2), Optimum: &nine},
		"verdict: alone, most 9 pieces; one engine: a":             {Kind: Alone, Optimum: &nine, Engines: []string{"a"}, Problem: &nqueens.Problem{Family: &nqueens.Family{Objective: nqueens.Most}}},
	} {
		if got := v.String(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// saying returns the job and the records that a text describes, such as "right count=2": a contender's
// answers to a problem. A "!" means that the plan expects a wrong answer, a "~" that the unreduced problem is
// searched, and commas separate repetitions.
func saying(t *testing.T, p nqueens.Problem, words string) (bench.Job, []bench.Record) {
	t.Helper()
	name, answers, _ := strings.Cut(words, " ")
	name, expected := strings.CutSuffix(name, "!")
	name, unreduced := strings.CutSuffix(name, "~")
	job := bench.Job{Problem: p, Contender: backends.Contender{Backend: name, Unreduced: unreduced}, ExpectDisagreement: expected}
	var records []bench.Record
	for answer := range strings.SplitSeq(answers, ",") {
		task, says, _ := strings.Cut(answer, "=")
		says, less, _ := strings.Cut(says, "-")
		job.Task = nqueens.Task(task)
		r := job.Record(bench.Maker{Version: "1", Build: "b", Seed: 1, Repetition: len(records) + 1}, bench.Observation{})
		r.Status = nqueens.Solved
		switch says {
		case "none":
			r.Status = nqueens.Unsatisfiable
		case "timeout", "crashed":
			r.Status = nqueens.Status(says)
		case "found":
		default:
			n, err := strconv.ParseUint(says, 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			r.Count = nqueens.NewCount(n)
		}
		switch less {
		case "":
		case "fault":
			r.Fault = &bench.Fault{Solution: nqueens.Solution{nqueens.On(0, 0), nqueens.On(1, 1)}, Why: "they attack each other"}
		case "contradiction":
			r.Contradiction = "says one thing and shows another"
		case "refused":
			r.Proof = bench.Proof{Kind: bench.ProofRefused, Why: "step 3 does not follow"}
		case "other": // different solutions
			r.Fingerprint = &nqueens.Fingerprint{}
			r.Fingerprint.Add(nqueens.Solution{nqueens.On(0, 0)})
		case "set":
			r.Fingerprint = &nqueens.Fingerprint{}
		default:
			pieces, best := strings.CutPrefix(less, "best")
			n, err := strconv.ParseUint(pieces, 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			if optimum := int(n); best {
				r.Optimum = &optimum
			} else {
				r.Duplicates = &n
			}
		}
		records = append(records, r)
	}
	return job, records
}

// TestVerdicts checks the verdicts that follow from the answers. right and righttoo are separate
// engines; rightagain has the same engine as right.
func TestVerdicts(t *testing.T) {
	all := append(engines, engine{name: "rightagain", engine: "one"}, engine{"cubes", "gini", "cubes"}, engine{"cubestoo", "gophersat", "cubes"}, engine{name: "models", engine: "gophersat"})
	for _, test := range []struct {
		problem, said string // the answers of contenders, separated by semicolons
		want          string // the verdict, the dissent with reasons, failures (F) and notes (N)
	}{
		// No count is published for queens with a given piece.
		{"queens(5, given=a1)", "right count=2; righttoo all=2", "verdict: agreed (reduced), 2; 2 engines agree, all on the reduced problem: one, two"},
		{"queens(5, given=a1)", "right count=2; righttoo~ all=2", "verdict: agreed, 2; 2 engines agree: one, two; on the unreduced problem: two"},
		{"queens(5, given=a1)", "right count=2; righttoo count=2; right~ count=2", "verdict: agreed, 2; 2 engines agree: one, two; on the unreduced problem: one"},
		{"queens(5, given=a1)", "right count=2; right~ count=2", "verdict: alone, 2; one engine: one; on the unreduced problem: one"},
		{"queens(5, given=a1)", "right count=2; righttoo count=2; right~ count=3", "verdict: disagreement | right: 2; right unreduced says 3: they disagree, and one of them is wrong | righttoo: 2; right unreduced says 3: they disagree, and one of them is wrong | right unreduced: 3; 2 others say 2: they disagree, and one of them is wrong | F F F"},
		{"queens(5, given=a1)", "right count=2; righttoo count=2; right~ count=timeout", "verdict: agreed (reduced), 2; 2 engines agree, all on the reduced problem: one, two"},
		{"queens(5, given=a1)", "right count=2; righttoo count=2; right~ first=found", "verdict: agreed (reduced), 2; 2 engines agree, all on the reduced problem: one, two"},
		{"queens(5, given=a1)", "right count=2; righttoo count=2; right~! count=2", "verdict: agreed (reduced), 2; 2 engines agree, all on the reduced problem: one, two | F"},
		// A shown solution proves that there is one.
		{"queens(5, given=a1)", "right first=found; righttoo first=found", "verdict: agreed; 2 engines agree: one, two"},
		// cubes and cubestoo have the same code around two engines.
		{"queens(5, given=a1)", "cubes count=2; cubestoo~ count=2", "verdict: alone, 2; engines that share code agree: gini, gophersat; on the unreduced problem: gophersat"},
		{"queens(5, given=a1)", "cubes count=2; cubestoo count=2; models~ count=2", "verdict: alone, 2; engines that share code agree: gini, gophersat; on the unreduced problem: gophersat"},
		{"queens(5, given=a1)", "cubes~ count=2; models count=2", "verdict: agreed, 2; 2 engines agree: gini, gophersat; on the unreduced problem: gini"},
		{"queens(5, given=a1)", "cubes count=2; right~ count=2", "verdict: agreed, 2; 2 engines agree: gini, one; on the unreduced problem: one"},
		{"queens(5, given=a1)", "right count=2; rightagain count=2", "verdict: alone, 2; one engine: one"},
		{"queens(5, given=a1)", "right count=2; right first=none", "verdict: disagreement | right: 2; right says 0: they disagree, and one of them is wrong | right: 0; right says 2: they disagree, and one of them is wrong | F F"},
		{"queens(5, given=a1)", "right count=2; righttoo count=3", "verdict: disagreement | right: 2; righttoo says 3: they disagree, and one of them is wrong | righttoo: 3; right says 2: they disagree, and one of them is wrong | F F"},
		{"queens(5, given=a1)", "right count=2; righttoo count=2; rightagain count=3", "verdict: disagreement | right: 2; rightagain says 3: they disagree, and one of them is wrong | righttoo: 2; rightagain says 3: they disagree, and one of them is wrong | rightagain: 3; 2 others say 2: they disagree, and one of them is wrong | F F F"},
		// Built-in engines that agree, one of them on the unreduced problem, are a majority against
		// one engine that differs.
		{"queens(5, given=a1)", "right~ count=2; righttoo count=2; user's count=3", "verdict: disagreement, 2; 2 engines agree: one, two; on the unreduced problem: one | user's: 3; alone against 2 independent engines that agree on 2: one, two | F"},
		{"queens(5, given=a1)", "right~ count=2; righttoo count=2; user's count=3; user's first=none", "verdict: disagreement, 2; 2 engines agree: one, two; on the unreduced problem: one | user's: 3; alone against 2 independent engines that agree on 2: one, two | user's: 0; alone against 2 independent engines that agree on 2: one, two | F F"},
		{"queens(5, given=a1)", "right~ count=2; righttoo count=2; cubes count=3; models! count=4", "verdict: disagreement, 2; 2 engines agree: one, two; on the unreduced problem: one | cubes: 3; alone against 2 independent engines that agree on 2: one, two | models!: 4, not 2 (+2) | F"},
		{"queens(5, given=a1)", "right~ count=2; righttoo count=2; cubes count=2; cubestoo count=3", "verdict: disagreement, 2; 3 engines agree: gini, one, two; on the unreduced problem: one | cubestoo: 3; alone against 2 independent engines that agree on 2: one, two | F"},
		// They are no majority if all of them searched the reduced problem, if two other engines
		// agree, if a variant of one differs, or if one of them is a user's.
		{"queens(5, given=a1)", "right count=2; righttoo count=2; user's count=3", "verdict: disagreement | right: 2; user's says 3: they disagree, and one of them is wrong | righttoo: 2; user's says 3: they disagree, and one of them is wrong | user's: 3; 2 others say 2: they disagree, and one of them is wrong | F F F"},
		{"queens(5, given=a1)", "right~ count=2; righttoo count=2; user's count=3; cubes count=3", "verdict: disagreement | right unreduced: 2; 2 others say 3: they disagree, and one of them is wrong | righttoo: 2; 2 others say 3: they disagree, and one of them is wrong | user's: 3; 2 others say 2: they disagree, and one of them is wrong | cubes: 3; 2 others say 2: they disagree, and one of them is wrong | F F F F"},
		{"queens(5, given=a1)", "right~ count=2; righttoo count=2; rightagain count=3", "verdict: disagreement | right unreduced: 2; rightagain says 3: they disagree, and one of them is wrong | righttoo: 2; rightagain says 3: they disagree, and one of them is wrong | rightagain: 3; 2 others say 2: they disagree, and one of them is wrong | F F F"},
		{"queens(5, given=a1)", "user's~ count=2; righttoo~ count=2; right count=3", "verdict: disagreement | user's unreduced: 2; right says 3: they disagree, and one of them is wrong | righttoo unreduced: 2; right says 3: they disagree, and one of them is wrong | right: 3; 2 others say 2: they disagree, and one of them is wrong | F F F"},
		{"queens(5, given=a1)", "right count=2; righttoo count=3; cubes count=4", "verdict: disagreement | right: 2; others say 3, 4: they disagree, and at most one number is right | righttoo: 3; others say 2, 4: they disagree, and at most one number is right | cubes: 4; others say 2, 3: they disagree, and at most one number is right | F F F"},
		{"queens(5, given=a1)", "right first=found", "verdict: alone; one engine: one"},
		{"queens(5, given=a1)", "right first=1; righttoo count=2", "verdict: alone, 2; one engine: two"},
		{"queens(5, given=a1)", "right first=found; righttoo count=2", "verdict: alone, 2; one engine: two"},
		{"queens(5, given=a1)", "right first=found; righttoo~ count=2; rightagain all=2", "verdict: agreed, 2; 2 engines agree: one, two; on the unreduced problem: two"},
		{"queens(5, given=a1)", "right first=found; righttoo first=found", "verdict: agreed; 2 engines agree: one, two"},
		{"queens(5, given=a1)", "right first=found; righttoo count=0", "verdict: disagreement; one engine: one | righttoo: says there is no solution, and right showed one | F"},
		{"queens(5, given=a1)", "right first=found; righttoo first=none", "verdict: disagreement; one engine: one | righttoo: says there is no solution, and right showed one | F"},
		{"queens(5, given=a1)", "right all=3; righttoo count=0", "verdict: disagreement, 3; one engine: one | righttoo: 0, not 3 (−3): says there is no solution, and right showed one | F"},
		{"queens(5, given=a1)", "right count=3; righttoo count=0", "verdict: disagreement | right: 3; righttoo says 0: they disagree, and one of them is wrong | righttoo: 0; right says 3: they disagree, and one of them is wrong | F F"},
		{"queens(5, given=a1)", "right all=0; righttoo~ first=none", "verdict: agreed, 0; 2 engines agree: one, two; on the unreduced problem: two"},
		{"queens(5, given=a1)", "right! count=3", "verdict: unanswered | right!: 3; expected to be wrong, with no other count to compare it with"},
		{"queens(5, given=a1)", "right! all=3-1", "verdict: disagreement | right!: 1 repeated solution beside 2 different ones"},
		{"queens(5, given=a1)", "right! count=3; righttoo count=2", "verdict: alone, 2; one engine: two | right!: 3, not 2 (+1)"},
		{"queens(5, given=a1)", "right! count=2; righttoo count=2", "verdict: alone, 2; one engine: two | F"},
		{"queens(5, given=a1)", "right! count=timeout; righttoo count=2", "verdict: alone, 2; one engine: two | N"},
		{"queens(5, given=a1)", "right count=timeout; righttoo count=crashed", "verdict: unanswered"},
		{"queens(5)", "right count=timeout; righttoo count=crashed", "verdict: unanswered"},
		{"queens(5, given=a1)", "right~ all=2-set; righttoo all=2-set", "verdict: agreed, 2; 2 engines agree: one, two; on the unreduced problem: one"},
		{"queens(5, given=a1)", "right~ all=2-set; righttoo all=2-set; user's all=2-other", "verdict: disagreement, 2; 2 engines agree: one, two; on the unreduced problem: one | user's: the set of 2 solutions with the fingerprint OTHER; alone against 2 independent engines that agree on the set of 2 solutions with the fingerprint SET: one, two | F"},
		{"queens(5, given=a1)", "right all=2-set,all=2-other", "verdict: disagreement | right: its repetitions found different sets of 2 | F"},
		{"queens(5, given=a1)", "right count=2,count=timeout", "verdict: alone, 2; one engine: one"},
		{"queens(5, given=a1)", "right first=found,first=none", "verdict: disagreement | right: its repetitions differ: a solution, then 0 | F"},
		{"queens(5, given=a1)", "right first=none,first=found", "verdict: disagreement | right: its repetitions differ: 0, then a solution | F"},
		{"queens(5, given=a1)", "right all=9-2,all=9-1", "verdict: disagreement | right: 2 repeated solutions beside 7 different ones | F"},
		{"queens(5, given=a1)", "right all=9-1,all=9-2", "verdict: disagreement | right: 2 repeated solutions beside 7 different ones | F"},
		{"queens(5, given=a1)", "right all=9-0", "verdict: alone, 9; one engine: one"},
		{"queens(5, given=a1)", "right count=found", "verdict: disagreement | right: says solved and gives no count | F"},
		{"queens(5, given=a1)", "right first=none-refused", "verdict: disagreement | right: says there is no solution, and its proof is refused: step 3 does not follow | F"},
		{"queens(5, given=a1)", "right all=2-contradiction", "verdict: disagreement | right: says one thing and shows another | F"},
		{"queens(5, given=a1)", "right all=2-fault; righttoo first=none", "verdict: disagreement, 0; one engine: two | right: 2, not 0 (+2): a1,b2 is no solution: they attack each other | F"},
		// A000170 has 10 for 5 and 0 for 3.
		{"queens(5)", "right first=found", "verdict: known (OEIS A000170); one engine: one"},
		{"queens(5)", "right first=found; righttoo count=10", "verdict: known, 10 (OEIS A000170); one engine: two"},
		{"queens(5)", "right first=found; righttoo count=11", "verdict: disagreement; one engine: one | righttoo: 11, not 10 (+1) | F"},
		{"queens(5)", "right! count=10; righttoo first=found", "verdict: known, 10 (OEIS A000170) | F"},
		{"queens(5)", "right first=none", "verdict: disagreement, 10 | right: says there is no solution, and there are 10 | F"},
		{"queens(5)", "right count=11; righttoo count=11", "verdict: disagreement, 10 | right: 11, not 10 (+1) | righttoo: 11, not 10 (+1) | F F"},
		{"queens(5)", "right all=11-1", "verdict: disagreement, 10 | right: 11, not 10 (+1): 1 repeated solution beside 10 different ones | F"},
		{"queens(5)", "right! count=11", "verdict: disagreement, 10 | right!: 11, not 10 (+1)"},
		{"queens(5)", "right! all=10-set", "verdict: known, 10 (OEIS A000170) | F"},
		{"queens(5)", "right count=10,count=11", "verdict: disagreement, 10 | right: its repetitions differ: 10, then 11 | F"},
		{"queens(5)", "right count=timeout; rightagain all=2-contradiction; righttoo count=11", "verdict: disagreement, 10 | rightagain: says one thing and shows another | righttoo: 11, not 10 (+1) | F F"},
		{"queens(3)", "right first=found", "verdict: disagreement, 0 | right: found a solution where there is none | F"},
		{"queens(3)", "right first=none; righttoo all=0", "verdict: known, 0 (OEIS A000170); 2 engines agree: one, two"},
		{"queens(5)", "right count=timeout", "verdict: unanswered"},
		// A075458 has 5 for 8, and A002564 has 4860. Nothing is published for a board with a given
		// piece.
		{"domination(8)", "right optimise=found-best5; righttoo count=4860-best5", "verdict: known, 4860, fewest 5 pieces (OEIS A002564); one engine: two"},
		{"domination(5, given=a1)", "right optimise=found-best3; righttoo optimise=found-best3", "verdict: agreed (reduced), fewest 3 pieces; 2 engines agree, all on the reduced problem: one, two"},
		{"domination(8)", "right optimise=found-best5", "verdict: known, fewest 5 pieces (OEIS A075458); one engine: one"},
		{"domination(8)", "right optimise=found-best5; righttoo optimise=found-best4", "verdict: disagreement, fewest 5 pieces; one engine: one | righttoo: the best have 4 pieces, not 5 (OEIS A075458) | F"},
		{"domination(8)", "right optimise=found-best6; righttoo count=4860-best5", "verdict: disagreement, 4860, fewest 5 pieces; one engine: two | right: the best have 6 pieces, not 5 (OEIS A075458) | F"},
		{"domination(8)", "right count=4860-best6", "verdict: disagreement, 4860 | right: the best have 6 pieces, not 5 (OEIS A075458) | F"},
		{"domination(5, given=a1)", "right optimise=found-best3; righttoo count=9-best3", "verdict: alone, 9, fewest 3 pieces; one engine: two"},
		{"domination(5, given=a1)", "right optimise=found-best4; righttoo optimise=found-best3", "verdict: disagreement, fewest 3 pieces; one engine: two | right: says that the best have 4 pieces, and one with 3 was shown | F"},
		{"domination(5, given=a1)", "right count=9-best4; righttoo optimise=found-best3", "verdict: disagreement, fewest 3 pieces; one engine: two | right: says that the best have 4 pieces, and one with 3 was shown | F"},
		{"domination(5, given=a1)", "right count=9-best2; righttoo optimise=found-best3", "verdict: disagreement | right: says that the best have 2 pieces, and others say otherwise: they disagree, and one of them is wrong | righttoo: says that the best have 3 pieces, and others say otherwise: they disagree, and one of them is wrong | F F"},
		{"domination(5, given=a1)", "right count=9-best2; righttoo~ count=9-best2; user's optimise=found-best3", "verdict: disagreement, 9, fewest 2 pieces; 2 engines agree: one, two; on the unreduced problem: two | user's: 3 pieces; alone against 2 independent engines that agree on 2 pieces: one, two | F"},
		{"domination(5, given=a1)", "right optimise=found-best3,optimise=found-best4", "verdict: disagreement | right: its repetitions differ: the best have 3 pieces, then 4 | F"},
		{"domination(5, given=a1)", "right optimise=found-contradiction", "verdict: disagreement | right: says one thing and shows another | F"},
		{"domination(5, given=a1)", "right! optimise=found-best3", "verdict: alone | F"},
		{"domination(5, given=a1)", "right! optimise=found-best3; righttoo count=9-best2", "verdict: alone, 9, fewest 2 pieces; one engine: two | right!: says that the best have 3 pieces, and others say otherwise"},
		{"domination(5, given=a1)", "right! count=9-best2; righttoo optimise=found-best3", "verdict: alone, fewest 3 pieces; one engine: two | right!: says that the best have 2 pieces, and others say otherwise"},
		{"domination(5, given=a1)", "right optimise=found-best3; righttoo first=found", "verdict: alone, fewest 3 pieces; one engine: one"},
		{"domination(5, given=a1)", "right first=found; righttoo optimise=found-best3", "verdict: alone, fewest 3 pieces; one engine: two"},
		{"domination(8)", "right first=found", "verdict: known (OEIS A002564); one engine: one"},
		{"domination(5, given=a1)", "right optimise=found,optimise=found-best3", "verdict: alone, fewest 3 pieces; one engine: one"},
		{"domination(5, given=a1)", "right optimise=found-best3,optimise=found", "verdict: alone; one engine: one"},
		{"domination(8)", "right optimise=found-best5,optimise=found-best6", "verdict: disagreement, 4860 | right: its repetitions differ: the best have 5 pieces, then 6 | F"},
		{"domination(5, given=a1)", "right optimise=found-best4,optimise=found-best5; righttoo optimise=found-best3", "verdict: disagreement, fewest 3 pieces; one engine: two | right: its repetitions differ: the best have 4 pieces, then 5 | F"},
		{"bishops(5, given=a1)", "right optimise=found-best7; righttoo optimise=found-best8", "verdict: disagreement, most 8 pieces; one engine: two | right: says that the best have 7 pieces, and one with 8 was shown | F"},
	} {
		p, err := family.All().Parse(test.problem)
		if err != nil {
			t.Fatal(err)
		}
		var e bench.Experiment
		var records []bench.Record
		for words := range strings.SplitSeq(test.said, "; ") {
			job, said := saying(t, p, words)
			e.Jobs, records = append(e.Jobs, job), append(records, said...)
		}
		j := Judge(e, records, all)
		got := []string{j.Verdicts[0].String()}
		for _, d := range j.Verdicts[0].Dissent {
			name := d.Contender.String()
			if d.Expected {
				name += "!"
			}
			got = append(got, name+": "+d.Why)
		}
		if rest := slices.Concat(slices.Repeat([]string{"F"}, len(j.Failures)), slices.Repeat([]string{"N"}, len(j.Notes))); len(rest) > 0 {
			got = append(got, strings.Join(rest, " "))
		}
		var other nqueens.Fingerprint
		other.Add(nqueens.Solution{nqueens.On(0, 0)})
		sets := strings.NewReplacer(nqueens.Fingerprint{}.String(), "SET", other.String(), "OTHER")
		if got := sets.Replace(strings.Join(got, " | ")); got != test.want {
			t.Errorf("%s: %s\n got %s\nwant %s", test.problem, test.said, got, test.want)
		}
	}
}

// TestOrder checks that verdicts are sorted by family and size, whatever the order of the plan, and
// that a verdict without answers has no count, even if one is published.
func TestOrder(t *testing.T) {
	var e bench.Experiment
	for _, name := range []string{"torus(5)", "queens(6)", "queens(4)", "queens(5)"} {
		p, err := family.All().Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		e.Jobs = append(e.Jobs, bench.Job{Problem: p, Task: nqueens.CountAll, Contender: backends.Contender{Backend: "right"}})
	}
	var names []string
	for _, v := range Judge(e, nil, engines).Verdicts {
		names = append(names, v.Name)
		if v.Kind != Unanswered || v.Count != nil || v.Disputed() {
			t.Errorf("%+v", v)
		}
	}
	if want := []string{"queens(4)", "queens(5)", "queens(6)", "torus(5)"}; !slices.Equal(names, want) {
		t.Errorf("%q", names)
	}
}

// TestConclusionFile checks that a written conclusion is read again, that a missing file gives an
// empty one, and that a file that cannot be read is an error.
func TestConclusionFile(t *testing.T) {
	dir := t.TempDir()
	if c, err := ReadConclusion(dir); err != nil || c.Records != 0 {
		t.Errorf("where there is none: %+v, %v", c, err)
	}
	five, four := Verdict{Name: "queens(5)", Problem: &nqueens.Problem{N: 5}}, Verdict{Name: "queens(4)", Problem: &nqueens.Problem{N: 4}}
	given := Verdict{Name: "queens(4, given=a1)", Problem: &nqueens.Problem{N: 4}}
	five.Dissent = []Dissent{{Contender: backends.Contender{Backend: "wrong"}}}
	j := Judgement{Verdicts: []Verdict{five, given, four}}
	c := Conclusion{Judgement: j, Records: 3, Witnesses: []Witness{{Problem: "queens(5)", Contender: "wrong"}}}
	if err := c.Write(dir); err != nil {
		t.Fatal(err)
	}
	read, err := ReadConclusion(dir)
	if err != nil || read.Records != 3 || len(read.Verdicts) != 3 || len(read.Witnesses) != 1 {
		t.Errorf("read again: %+v, %v", read, err)
	}
	var names []string
	for _, v := range j.BySize(func(v *Verdict) bool { return true }) {
		names = append(names, v.Name)
	}
	if want := []string{"queens(4)", "queens(4, given=a1)", "queens(5)"}; !slices.Equal(names, want) {
		t.Errorf("by size: %q", names)
	}
	if list := j.BySize((*Verdict).Disputed); len(list) != 1 || list[0].Name != "queens(5)" {
		t.Errorf("disputed: %v", list)
	}
	for _, test := range []struct {
		w     Witness
		holds bool
	}{{c.Witnesses[0], true}, {Witness{Problem: "queens(5)", Contender: "right"}, false}, {Witness{Problem: "queens(4)", Contender: "wrong"}, false}} {
		if test.w.Holds(read.Judgement) != test.holds {
			t.Errorf("%+v holds: %v", test.w, !test.holds)
		}
	}
	if err := (Conclusion{}).Write(filepath.Join(dir, "missing")); err == nil {
		t.Error("written where there is no folder")
	}
}

func TestShortSolution(t *testing.T) {
	for n, want := range map[int]string{0: "the empty answer", 1: "a1", 8: "a1,b2,c3,d4,e5,f6,g7,h8", 9: "a1,b2,c3,… (9 squares)"} {
		var s nqueens.Solution
		for i := range n {
			s = append(s, nqueens.On(i, i))
		}
		if got := ShortSolution(s); got != want {
			t.Errorf("%d squares: %s", n, got)
		}
	}
}

// TestPortfolio checks that a backend whose answers come from others only confirms backends that
// did not answer for it, and that its answer is wrong if two of the others answered differently.
func TestPortfolio(t *testing.T) {
	problem, err := family.All().Parse("queens(5, given=a1)")
	if err != nil {
		t.Fatal(err)
	}
	all := append([]backends.Backend{engine{name: "auto", engine: "auto"}}, engines...)
	for _, test := range []struct {
		by, against string
		want        VerdictKind
	}{
		{"right/how", "", Alone},
		{"righttoo", "", AgreedReduced},
		{"right", "right says 1, righttoo 2", Disagreement},
	} {
		var e bench.Experiment
		var records []bench.Record
		for _, name := range []string{"auto", "right"} {
			c := backends.Contender{Backend: name}
			r := bench.Record{Problem: problem.String(), Task: nqueens.CountAll, Contender: c, Outcome: nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(1)}}
			if name == "auto" {
				r.By, r.Against = test.by, test.against
			}
			e.Jobs = append(e.Jobs, bench.Job{Problem: problem, Task: nqueens.CountAll, Contender: c})
			records = append(records, r)
		}
		if j := Judge(e, records, all); j.Verdicts[0].Kind != test.want || (len(j.Failures) > 0) != (test.against != "") {
			t.Errorf("by %s against %q: %v, failures %q", test.by, test.against, j.Verdicts[0], j.Failures)
		}
	}
}
