package judge

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
)

// Judgement holds the verdicts on a whole run.
type Judgement struct {
	Verdicts []Verdict `json:"verdicts"`
	// Sweeps are the verdicts on sweeps, one for all instances of a sweep.
	Sweeps []SweepVerdict `json:"sweeps,omitempty"`
	// Estimates are the verdicts on approximate counters, one for each.
	Estimates []EstimateVerdict `json:"estimates,omitempty"`
	// Failures are the reasons why the run fails: disagreements that were not expected, and
	// expected ones that did not occur.
	Failures []string `json:"failures,omitempty"`
	// Notes are further remarks for the reader.
	Notes []string `json:"notes,omitempty"`
}

// Judge compares the answers in the records with the rules, with published values and with each
// other. It only uses the answers of the latest version of each backend.
func Judge(e bench.Experiment, records []bench.Record, all []backends.Backend) Judgement {
	return OfRuns(e, bench.RunsOf(e, records), all)
}

// OfRuns is like Judge, for records that bench.RunsOf returned.
func OfRuns(e bench.Experiment, runs bench.Runs, all []backends.Backend) Judgement {
	origins, checks := newOrigins(e, all), checksOf(runs.Checks)
	problem, n := e.Problems()
	problems := make([][]int, n) // the jobs of each problem
	for i, k := range problem {
		problems[k] = append(problems[k], i)
	}
	first := func(jobs []int) *bench.Job { return &e.Jobs[jobs[0]] }
	slices.SortStableFunc(problems, func(a, b []int) int {
		p, q := &first(a).Problem, &first(b).Problem
		return cmp.Or(strings.Compare(p.Family.Name, q.Family.Name), p.N-q.N)
	})
	j := Judgement{Verdicts: make([]Verdict, 0, n)}
	for _, jobs := range problems {
		var claims []*claim
		for _, i := range jobs {
			claims = append(claims, newClaim(&e.Jobs[i], origins.behind(e.Jobs[i].Backend, runs.ByJob[i]), runs.ByJob[i]))
		}
		for _, check := range checks[first(jobs).ProblemName()] {
			job := *first(jobs)
			job.Task, job.Contender, job.ExpectDisagreement = check.Task, check.Contender, false
			records := []*bench.Record{check}
			claims = append(claims, newClaim(&job, origins.behind(check.Backend, records), records))
		}
		job := first(jobs)
		truth := j.judge(Verdict{Name: job.ProblemName(), Instance: job.Instance, Problem: &job.Problem}, claims)
		for _, i := range jobs {
			j.estimate(&e.Jobs[i], runs.ByJob[i], truth)
		}
	}
	j.concludeEstimates()
	j.sweeps(runs.Sweeps, origins)
	return j
}

// checksOf returns the last check of each contender on each task, by problem.
func checksOf(records []*bench.Record) map[string][]*bench.Record {
	checks := map[string][]*bench.Record{}
	for _, r := range records {
		same := func(o *bench.Record) bool { return o.Task == r.Task && o.Contender == r.Contender }
		list := checks[r.Problem]
		if i := slices.IndexFunc(list, same); i >= 0 {
			list[i] = r
		} else {
			checks[r.Problem] = append(list, r)
		}
	}
	return checks
}

// judge decides on the verdict's problem, marks the wrong claims, and adds the verdict and the
// failures to j. It returns the published number of solutions, or else the number that is considered
// right, nil if there is none.
func (j *Judgement) judge(v Verdict, claims []*claim) (truth *nqueens.Count) {
	v.Optimum = compareOptima(*v.Problem, claims)
	v.Cost = compareCosts(*v.Problem, claims)
	if known, ok := v.Problem.Known(); ok {
		v.Count, v.Source = known.Count, known.Source
	} else {
		refuteNone(claims)
		if v.Count = consensus(claims); v.Count == nil {
			v.Count, v.Leading = settleCounts(claims)
		}
	}
	truth = v.Count
	comparable := true
	if v.Count != nil {
		compareCounts(claims, v.Count)
	} else {
		comparable = doubtCounts(claims)
	}
	compareSets(claims)

	for _, c := range claims {
		who := fmt.Sprintf("%s, %s: %s", v.Name, c.job.Task, c.job.Contender.String())
		switch expected := c.job.ExpectDisagreement; {
		case c.wrong != "":
			v.Dissent = append(v.Dissent, Dissent{
				Task: c.job.Task, Contender: c.job.Contender,
				Expected: expected, Open: c.open, Count: c.count, Why: c.wrong, Fault: c.fault,
			})
			if !expected {
				j.Failures = append(j.Failures, who+": "+c.wrong)
			}
		case c.answered && expected:
			j.Failures = append(j.Failures, who+" was expected to disagree, and its answer is right: remove the expectation from the plan")
		case expected:
			j.Notes = append(j.Notes, who+" was expected to disagree and gave no answer")
		}
	}
	counted := slices.ContainsFunc(claims, func(c *claim) bool { return c.right() && c.count != nil })
	if known, ok := v.Problem.KnownOptimum(); ok && v.Optimum != nil && !counted {
		v.Source = known.Source // the source of the optimum, because no task counted the solutions
	}
	if !counted && slices.ContainsFunc(claims, (*claim).right) {
		v.Count = nil // an answer that there is a solution does not confirm the number of solutions
	}
	confirming := v.confirming(claims)
	v.Engines, v.Unreduced = named(confirming), v.unreducedBy(confirming)
	v.Kind = v.kind(claims, confirming, comparable)
	if v.Kind == Unanswered {
		v.Count = nil
	}
	j.Verdicts = append(j.Verdicts, v)
	return truth
}

// confirming returns the claims that confirm the verdict. A claim of the task that only finds a
// solution confirms neither the number of solutions nor the number of pieces in the best ones.
func (v Verdict) confirming(claims []*claim) (found []*claim) {
	for _, c := range claims {
		if c.trusted() && (c.count != nil || v.Count == nil && (c.optimum != nil || v.Optimum == nil) && (c.cost != nil || v.Cost == nil)) {
			found = append(found, c)
		}
	}
	return found
}

// named returns the sorted names of the claims' engines.
func named(claims []*claim) (engines []string) {
	for _, c := range claims {
		if !slices.Contains(engines, c.origin.engine) {
			engines = append(engines, c.origin.engine)
		}
	}
	slices.Sort(engines)
	return engines
}

// unreducedBy returns the engines that searched the unreduced problem; nil for a problem that
// cannot be reduced.
func (v Verdict) unreducedBy(confirming []*claim) []string {
	if !v.Problem.Reducible() {
		return nil
	}
	return named(slices.DeleteFunc(slices.Clone(confirming), func(c *claim) bool { return !c.job.Unreduced }))
}

// rests reports whether the verdict depends on the reduction because all confirming engines
// searched the reduced problem. The existence of a solution does not depend on it if a solution was
// shown.
func (v Verdict) rests(confirming []*claim) bool {
	exists := v.Count == nil && v.Optimum == nil && v.Cost == nil
	return !slices.ContainsFunc(confirming, func(c *claim) bool { return c.unreduced || exists && c.shown })
}

// kind returns the kind of the verdict. An answer that was expected to be wrong, and could not be
// compared with any other, is not a disagreement.
func (v Verdict) kind(claims, confirming []*claim, comparable bool) VerdictKind {
	var by []origin
	for _, c := range confirming {
		by = append(by, c.origin)
	}
	switch {
	case slices.ContainsFunc(v.Dissent, func(d Dissent) bool { return !d.Expected }):
		return Disagreement
	case !slices.ContainsFunc(claims, (*claim).right):
		if len(v.Dissent) > 0 && comparable {
			return Disagreement
		}
		return Unanswered
	case v.Source != "":
		return Known
	case !independent(by):
		return Alone
	case v.rests(confirming):
		return AgreedReduced
	}
	return Agreed
}

// refuteNone marks the claims that there is no solution if another claim has a solution that the
// checker accepted. It needs no published value.
func refuteNone(claims []*claim) {
	i := slices.IndexFunc(claims, func(c *claim) bool { return c.right() && c.shown })
	if i < 0 {
		return
	}
	for _, c := range claims {
		if c.right() && isZero(c.count) {
			c.wrong = fmt.Sprintf("says there is no solution, and %s showed one", claims[i].job.Contender.String())
		}
	}
}

// compareOptima marks the wrong claims about the number of pieces in the best solutions: those that
// contradict the published number, or a better valid solution that was shown. If several numbers
// remain, it is unknown which is right; then the claims that differ from the majority are marked as
// open, or all claims if there is no majority. It returns the number on which the remaining claims
// agree.
func compareOptima(p nqueens.Problem, claims []*claim) (optimum *int) {
	known, published := p.KnownOptimum()
	for _, c := range claims {
		if published && c.right() && c.optimum != nil && fmt.Sprint(*c.optimum) != known.Count.String() {
			c.wrong = fmt.Sprintf("the best have %s, not %v (%s)", p.Worth(*c.optimum), known.Count, known.Source)
		}
		if c.right() && c.shown && c.optimum != nil && (optimum == nil || p.Goal().Better(*c.optimum, *optimum)) {
			optimum = c.optimum
		}
	}
	for _, c := range claims {
		if c.right() && c.optimum != nil && optimum != nil && p.Goal().Better(*optimum, *c.optimum) {
			c.wrong = fmt.Sprintf("says that the best have %s, and one with %d was shown", p.Worth(*c.optimum), *optimum)
		}
	}
	optimum = nil
	differ := false
	for _, c := range claims {
		if c.trusted() && c.optimum != nil {
			differ = differ || optimum != nil && *optimum != *c.optimum
			optimum = c.optimum
		}
	}
	said := func(c *claim) string {
		if c.optimum == nil {
			return ""
		}
		return p.Worth(*c.optimum)
	}
	if differ {
		optimum = nil
		if many := majority(claims, said); many != nil && !many.resting {
			differ, optimum = false, many.claims[0].optimum
			many.mark(claims, said)
		}
	}
	for _, c := range claims {
		if c.right() && c.optimum != nil && (differ || optimum != nil && *c.optimum != *optimum) {
			c.wrong = fmt.Sprintf("says that the best have %s, and others say otherwise", p.Worth(*c.optimum))
			if c.open = differ; c.open {
				c.wrong += ": " + disagree
			}
		}
	}
	return optimum
}

// consensus returns the count if all trusted answers have the same; nil if they differ or there are
// none.
func consensus(claims []*claim) *nqueens.Count {
	var count *nqueens.Count
	for _, c := range claims {
		if !c.trusted() || c.count == nil {
			continue
		}
		if count != nil && count.Cmp(c.count) != 0 {
			return nil
		}
		count = c.count
	}
	return count
}

// compareCounts marks the claims that contradict the true count.
func compareCounts(claims []*claim, truth *nqueens.Count) {
	for _, c := range claims {
		if !c.answered || c.odd != "" || c.open {
			continue
		}
		switch by := c.contradicts(truth); {
		case by == "":
		case c.wrong == "":
			c.wrong = by
		default:
			c.wrong = by + ": " + c.wrong
		}
	}
}

// doubtCounts marks all counts as open if it is unknown which is right. Either trusted answers
// differ, or there are none and the other answers cannot be compared with anything; comparable is
// false in the second case.
func doubtCounts(claims []*claim) (comparable bool) {
	comparable = slices.ContainsFunc(claims, func(c *claim) bool { return c.trusted() && c.count != nil })
	for _, c := range claims {
		if c.right() && c.count != nil {
			why := "expected to be wrong, with no other count to compare it with"
			if comparable {
				why = others(claims, c)
			}
			c.wrong, c.open = fmt.Sprintf("%v; %s", c.count, why), comparable
		} else if c.wrong != "" {
			comparable = true // it is wrong without a comparison
		}
	}
	return comparable
}

// compareSets compares the sets of solutions of the claims whose counts are right, by their
// fingerprints. If all trusted claims have the same set, that set is right; if they differ, the set
// of the majority is right. compareSets marks the claims with other sets as wrong, or as open if no
// set is known to be right.
func compareSets(claims []*claim) {
	sets := func(of func(*claim) bool) (different []nqueens.Fingerprint) {
		for _, c := range claims {
			if of(c) && c.fingerprint != nil && !slices.Contains(different, *c.fingerprint) {
				different = append(different, *c.fingerprint)
			}
		}
		return different
	}
	right := sets((*claim).trusted)
	if len(sets((*claim).right)) < 2 {
		return
	}
	said := func(c *claim) string {
		if c.fingerprint == nil {
			return ""
		}
		return fmt.Sprintf("the set of %v solutions with the fingerprint %v", c.count, *c.fingerprint)
	}
	if len(right) > 1 {
		if many := majority(claims, said); many != nil && !many.resting {
			right = []nqueens.Fingerprint{*many.claims[0].fingerprint}
			many.mark(claims, said)
		}
	}
	for _, c := range claims {
		if c.right() && c.fingerprint != nil && (len(right) != 1 || *c.fingerprint != right[0]) {
			c.wrong = fmt.Sprintf("finds a different set of %v solutions than others (fingerprint %v)", c.count, *c.fingerprint)
			if c.open = len(right) != 1; c.open {
				c.wrong += ": " + disagree
			}
		}
	}
}
