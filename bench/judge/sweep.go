package judge

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"nqueens"
	"nqueens/bench"
	"nqueens/family"
	"nqueens/internal/table"
)

// SweepVerdict summarises how far the answers to the instances of a sweep can be trusted, with the
// number of verdicts of each kind. Up to mostDisputed instances with a wrong answer also have a
// Verdict each.
type SweepVerdict struct {
	List      string       `json:"list"`
	Task      nqueens.Task `json:"task"`
	Instances int          `json:"instances"` // number of instances that at least one contender had to answer
	Answers   int          `json:"answers"`
	Shared    int          `json:"shared"` // number of instances that two or more contenders answered
	// Kinds is the number of verdicts of each kind.
	Kinds map[VerdictKind]int `json:"kinds"`
	// Wrong has the positions of the instances that a contender answered wrongly, by contender.
	Wrong map[string][]int `json:"wrong,omitempty"`
}

// mostDisputed is the maximum number of instances of a sweep with a separate verdict.
const mostDisputed = 100

// sweeps judges the instances of sweeps one after the other. All instances of a recipe with the
// same answers, without a fault, get the same verdict, which is only computed once.
func (j *Judgement) sweeps(runs []bench.SweepRun, origins *origins) {
	type question struct {
		list string
		task nqueens.Task
	}
	asked := map[question][]bench.SweepRun{}
	var order []question
	for _, r := range runs {
		q := question{r.Name, r.Task}
		if asked[q] == nil {
			order = append(order, q)
		}
		asked[q] = append(asked[q], r)
	}
	for _, q := range order {
		j.sweep(SweepVerdict{List: q.list, Task: q.task, Kinds: map[VerdictKind]int{}, Wrong: map[string][]int{}}, asked[q], origins)
	}
}

func (j *Judgement) sweep(v SweepVerdict, runs []bench.SweepRun, origins *origins) {
	verdicts := make([]string, len(runs)) // a letter for each answer
	for k, r := range runs {
		verdicts[k] = r.Verdicts()
		v.Instances = max(v.Instances, len(verdicts[k]))
	}
	kinds, disputed, more := map[string]VerdictKind{}, 0, 0
	key := make([]byte, len(runs))
	for i := range v.Instances {
		answers := 0
		for k := range runs {
			key[k] = '-'
			if i < len(verdicts[k]) {
				key[k] = verdicts[k][i]
			}
			if key[k] == '1' || key[k] == '0' {
				answers++
			}
		}
		v.Answers += answers
		if answers > 1 {
			v.Shared++
		}
		name := fmt.Sprint(i%runs[0].Points(), string(key))
		kind, known := kinds[name]
		if !known {
			own := Judgement{}
			own.judge(instanceOf(runs, i, origins))
			verdict := own.Verdicts[0]
			kind = verdict.Kind
			if len(verdict.Dissent) == 0 {
				kinds[name] = kind
			}
			for _, d := range verdict.Dissent {
				who := d.Contender.String()
				v.Wrong[who] = append(v.Wrong[who], i)
			}
			switch {
			case !verdict.Disputed():
			case disputed < mostDisputed:
				disputed++
				j.Verdicts, j.Failures = append(j.Verdicts, verdict), append(j.Failures, own.Failures...)
			default:
				more++
			}
		}
		v.Kinds[kind]++
	}
	if more > 0 {
		j.Failures = append(j.Failures, fmt.Sprintf("%s, %s: wrong answers to %s more, by %s", v.List, v.Task, table.Plural(more, "instance"), strings.Join(slices.Sorted(maps.Keys(v.Wrong)), ", ")))
	}
	if v.Instances > 0 {
		j.Sweeps = append(j.Sweeps, v)
	}
}

// instanceOf returns the verdict to be completed and the claims for one instance of sweeps.
func instanceOf(runs []bench.SweepRun, i int, origins *origins) (Verdict, []*claim) {
	var v Verdict
	var claims []*claim
	for _, r := range runs {
		a, ok := r.Answer(i)
		if !ok {
			continue
		}
		job, err := r.Job(i)
		if err != nil { // the instance is from a file that is missing here, so its contents are unknown
			job = bench.Job{Task: r.Task, Contender: r.Contender, Limits: r.Limits, Instance: fmt.Sprintf("%s, %d", r.Name, i)}
			job.Problem = nqueens.Problem{Family: family.Queens, N: 1, Blocked: []nqueens.Square{{}}}
		}
		record := a.Block.At(job, a.I)
		records := []*bench.Record{&record}
		claims = append(claims, newClaim(&job, origins.behind(r.Backend, records), records))
		v = Verdict{Name: job.ProblemName(), Instance: job.Instance, Problem: &job.Problem}
	}
	return v, claims
}
