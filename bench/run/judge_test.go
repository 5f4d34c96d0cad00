package run

import (
	"strings"
	"testing"

	"nqueens/bench"
	"nqueens/bench/judge"
	"nqueens/bench/summary"
)

// judged runs a plan over the fakes and returns the judgement.
func judged(t *testing.T, yaml string) (bench.Experiment, *bench.Folder, judge.Judgement) {
	t.Helper()
	e := planned(t, "repetitions: {warmup: 0, min: 1, max: 1}\nlimits: {time: 60s}\n"+strings.TrimSpace(yaml))
	f := carryOut(t, e, t.TempDir())
	return e, f, judge.Judge(e, f.Records, fakes())
}

func TestVerdicts(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, runs, want, failure string }{
		{"published and right", `
runs:
  - {problems: [queens(5)], tasks: [count], backends: [right]}`,
			"verdict: known, 10 (OEIS A000170); one engine: one", ""},
		{"two agree", `
runs:
  - {problems: ["queens(5, given=a1)"], tasks: [count, all], backends: [right, righttoo]}`,
			"verdict: agreed (reduced), 2; 2 engines agree, all on the reduced problem: one, two", ""},
		{"one alone", `
runs:
  - {problems: ["queens(5, given=a1)"], tasks: [all], backends: [right]}`,
			"verdict: alone, 2; one engine: one", ""},
		{"first only", `
runs:
  - {problems: ["queens(5, given=a1)"], tasks: [first], backends: [right, righttoo]}`,
			"verdict: agreed; 2 engines agree: one, two", ""},
		{"wrong against the published number", `
runs:
  - {problems: [queens(5)], tasks: [count], backends: [right, misses]}`,
			"verdict: disagreement, 10; one engine: one", "queens(5), count: misses: 9, not 10 (−1)"},
		{"nobody knows who is right", `
runs:
  - {problems: ["queens(5, given=a1)"], tasks: [count], backends: [right, righttoo, misses]}`,
			"verdict: disagreement", "they disagree, and one of them is wrong"},
		{"duplicates", `
runs:
  - {problems: ["queens(5, given=a1)"], tasks: [all], backends: [right, doubles]}`,
			"verdict: disagreement, 2; one engine: one", "3, not 2 (+1): 1 repeated solution beside 2 different ones"},
		{"expected", `
runs:
  - {problems: [queens(5)], tasks: [count], backends: [right]}
  - {problems: [queens(5)], tasks: [count], backends: [misses], expect: disagree}`,
			"verdict: known, 10 (OEIS A000170); one engine: one", ""},
		{"expected without a published number", `
runs:
  - {problems: ["queens(5, given=a1)"], tasks: [count], backends: [right, righttoo]}
  - {problems: ["queens(5, given=a1)"], tasks: [count], backends: [misses], expect: disagree}`,
			"verdict: agreed (reduced), 2; 2 engines agree, all on the reduced problem: one, two", ""},
		{"expected and gone", `
runs:
  - {problems: [queens(5)], tasks: [count], backends: [right], expect: disagree}`,
			"verdict: known, 10 (OEIS A000170)", "expected to disagree, and its answer is right"},
		{"a solution confirms no count", `
runs:
  - {problems: ["queens(5, given=a1)"], tasks: [first], backends: [right]}
  - {problems: ["queens(5, given=a1)"], tasks: [count], backends: [righttoo]}`,
			"verdict: alone, 2; one engine: two", ""},
		{"first, and the number published", `
runs:
  - {problems: [queens(5)], tasks: [first], backends: [right]}`,
			"verdict: known (OEIS A000170); one engine: one", ""},
		{"no solution where another shows one", `
runs:
  - {problems: ["queens(5, given=a1)"], tasks: [first], backends: [right, despairs]}`,
			"verdict: disagreement; one engine: one", "despairs: says there is no solution, and right showed one"},
		{"no solution where there are some", `
runs:
  - {problems: [queens(5)], tasks: [first], backends: [right, despairs]}`,
			"verdict: disagreement; one engine: one", "despairs: says there is no solution, and there are 10"},
		{"a count is no solution shown", `
runs:
  - {problems: ["queens(5, given=a1)"], tasks: [count], backends: [right]}
  - {problems: ["queens(5, given=a1)"], tasks: [first], backends: [despairs]}`,
			"verdict: disagreement", "right: 2; despairs says 0: they disagree, and one of them is wrong"},
		{"no solution, shown completely", `
runs:
  - {problems: ["queens(5, given=a1+a2)"], tasks: [all], backends: [right]}
  - {problems: ["queens(5, given=a1+a2)"], tasks: [count], backends: [righttoo]}`,
			"verdict: agreed (reduced), 0; 2 engines agree, all on the reduced problem: one, two", ""},
		{"a solution is right whatever the counts", `
runs:
  - {problems: ["queens(5, given=a1)"], tasks: [first], backends: [right]}
  - {problems: ["queens(5, given=a1)"], tasks: [count], backends: [righttoo, misses]}`,
			"verdict: disagreement; one engine: one", "they disagree, and one of them is wrong"},
		{"expected, with nothing to compare it with", `
runs:
  - {problems: ["queens(5, given=a1)"], tasks: [count], backends: [misses], expect: disagree}`,
			"verdict: unanswered", ""},
		{"expected, and wrong by itself", `
runs:
  - {problems: ["queens(5, given=a1)"], tasks: [all], backends: [doubles], expect: disagree}`,
			"verdict: disagreement", ""},
		{"an answer that changes", `
runs:
  - {problems: [queens(5)], tasks: [count], backends: [right, wavers]}`,
			"verdict: disagreement, 10; one engine: one", "wavers: says 10, and asked again 11"},
		{"an invalid solution", `
runs:
  - {problems: [queens(5)], tasks: [all], backends: [right, swaps]}`,
			"verdict: disagreement, 10; one engine: one", "a1,b2 is no solution: a1 and b2 attack each other"},
		{"unanswered", `
runs:
  - {problems: ["queens(5, given=a1)"], tasks: [count], backends: [panics]}`,
			"verdict: unanswered", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, _, j := judged(t, test.runs)
			if got := j.Verdicts[0].String(); got != test.want {
				t.Errorf("%s\nwant %s", got, test.want)
			}
			failures := strings.Join(j.Failures, "\n")
			if (failures == "") != (test.failure == "") || !strings.Contains(failures, test.failure) {
				t.Errorf("failures %q, want %q", failures, test.failure)
			}
		})
	}
}

// TestWrongIsNotRanked checks that a contender with a wrong answer is not ranked but named below the ranking.
func TestWrongIsNotRanked(t *testing.T) {
	t.Parallel()
	e, f, j := judged(t, `
baseline: right
runs:
  - {problems: [queens(5)], tasks: [count], backends: [right, righttoo]}
  - {problems: [queens(5)], tasks: [count], backends: [misses], expect: disagree}`)
	s := summary.Summarise(e, f.Records, j, nil)
	r := s.Rankings[0]
	if len(r.Scores) != 2 || len(r.Wrong) != 1 || r.Wrong[0] != (summary.Wrong{Contender: "misses", Wrong: 1, Answers: 1}) {
		t.Errorf("%+v", r)
	}
}
