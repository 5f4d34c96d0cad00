package fleet

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"slices"

	"nqueens"
)

// A Tally is the state of the parts of a list.
type Tally struct {
	List     *List
	Draw     *Draw // nil unless all parts are done
	Failures []Failure

	first    []*Result         // by part, counted from 0; nil if not done
	more     map[int][]*Result // repeated results and checks
	distrust map[string]bool   // machines whose results are not counted
	drawn    []int             // by the Draw
	names    map[string]string // interned strings
	images   []int             // by task, see Worker.Mirror; nil if unknown
}

// NewTally returns a tally without results.
func NewTally(l *List) *Tally {
	return &Tally{List: l, first: make([]*Result, l.Parts()), more: map[int][]*Result{}, distrust: map[string]bool{}, names: map[string]string{}}
}

// Accept returns an error if a result does not belong to the list.
func (t *Tally) Accept(r Result) error {
	if r.Part < 1 || r.Part > t.List.Parts() {
		return fmt.Errorf("the result is of part %d, but the list has only %d parts", r.Part, t.List.Parts())
	}
	from, to := t.List.tasks(r.Part)
	switch {
	case r.Key != t.List.Part(r.Part).Key:
		return fmt.Errorf("the result is of part %d of another list", r.Part)
	case (r.Measured != nil) != t.List.Measures() || (r.Found == nil) != t.List.Measures() || slices.Contains(r.Tasks, nil) || r.Machine == "":
		return fmt.Errorf("the result or the machine of part %d is missing", r.Part)
	case r.Tasks != nil && r.Residue != nil:
		return errors.New("the result has both a count of each task and a residue; only one of them is allowed")
	case r.Tasks != nil && len(r.Tasks) != to-from:
		return fmt.Errorf("the result has %d tasks, but part %d has %d", len(r.Tasks), r.Part, to-from)
	case r.Residue != nil && *r.Residue >= modulus:
		return fmt.Errorf("the residue of the result is %d; it must be below %d", *r.Residue, modulus)
	case !(r.Seconds >= 0 && r.Seconds < 1e10):
		return fmt.Errorf("the time of part %d is %v seconds", r.Part, r.Seconds)
	}
	return nil
}

// Trusts returns an error if the results of a machine are not counted.
func (t *Tally) Trusts(machine string) error {
	if t.distrust[machine] {
		return fmt.Errorf("the results of %s were discarded, and new ones are not accepted: another machine must compute the remaining parts", machine)
	}
	return nil
}

// Requested reports whether the result was requested. A second computation of a part is requested only
// if the part was drawn.
func (t *Tally) Requested(r Result) bool {
	_, drawn := slices.BinarySearch(t.drawn, r.Part)
	return r.Check == nil || drawn
}

// add adds an entry. An entry that was added before has no effect.
func (t *Tally) add(e entry) error {
	switch {
	case e.Failure != nil:
		if !t.has(e) {
			t.Failures = append(t.Failures, *e.Failure)
		}
	case e.Draw != nil:
		if e.Draw.Share != t.List.Recheck {
			return fmt.Errorf("the journal draws a share of %v of the parts, but the share of this list is %v", e.Draw.Share, t.List.Recheck)
		}
		if len(t.Missing()) == 0 { // otherwise a line of the journal was lost
			t.Draw, t.drawn = e.Draw, e.Draw.parts(t.List.Parts())
		}
	case e.Distrust != nil:
		t.distrust[e.Distrust.Machine] = true
		t.Draw, t.drawn = nil, nil // workers that compute its parts must not know which are checked
	case e.Result != nil:
		if err := t.Accept(*e.Result); err != nil {
			return err
		}
		t.keep(e.Result)
	}
	return nil
}

// has reports whether the entry was added before.
func (t *Tally) has(e entry) bool {
	switch {
	case e.Failure != nil:
		return slices.Contains(t.Failures, *e.Failure)
	case e.Result != nil:
		return slices.ContainsFunc(t.all(e.Result.Part), e.Result.same)
	}
	return false
}

func (t *Tally) keep(r *Result) {
	if t.has(entry{Result: r}) {
		return
	}
	r.Key = ""
	for _, text := range []*string{&r.Machine, &r.Build} {
		if t.names[*text] == "" {
			t.names[*text] = *text
		}
		*text = t.names[*text]
	}
	sound := r.wrong() == ""
	if sound {
		r.Residue = nil // it has been checked
	}
	if t.first[r.Part-1] == nil && r.Check == nil && sound {
		t.first[r.Part-1] = r
		return
	}
	t.more[r.Part] = append(t.more[r.Part], r)
}

// all returns every result of a part.
func (t *Tally) all(k int) (results []*Result) {
	if first := t.first[k-1]; first != nil {
		results = append(results, first)
	}
	return append(results, t.more[k]...)
}

// trusted returns every result of a part from trusted machines.
func (t *Tally) trusted(k int) []*Result {
	return slices.DeleteFunc(t.all(k), func(r *Result) bool { return t.distrust[r.Machine] })
}

// Done returns the result of a part, or nil.
func (t *Tally) Done(k int) *Result {
	if first := t.first[k-1]; first != nil && !t.distrust[first.Machine] { // avoids allocating a list
		return first
	}
	for _, r := range t.more[k] {
		if r.Check == nil && !t.distrust[r.Machine] {
			return r
		}
	}
	return nil
}

// Missing returns the parts that are not done.
func (t *Tally) Missing() (parts []int) {
	for k := 1; k <= t.List.Parts(); k++ {
		if t.Done(k) == nil {
			parts = append(parts, k)
		}
	}
	return parts
}

// Drawn returns the parts that are drawn to be computed again.
func (t *Tally) Drawn() []int { return slices.Clone(t.drawn) }

// parts returns the numbers of the parts that are drawn from the parts 1 to n, in ascending order.
func (d *Draw) parts(n int) []int {
	parts := rand.New(rand.NewPCG(d.Seed, 0)).Perm(n)[:min(n, int(math.Ceil(d.Share*float64(n))))]
	for i := range parts {
		parts[i]++
	}
	slices.Sort(parts)
	return parts
}

// checked reports whether a part was computed again.
func (t *Tally) checked(k int) bool {
	return slices.ContainsFunc(t.trusted(k), func(r *Result) bool { return r.Check != nil })
}

// CheckedBySameMachine returns the parts that were computed again only by the machine that had computed
// them first, because no other was available.
func (t *Tally) CheckedBySameMachine() (parts []int) {
	for _, k := range t.drawn {
		others := func(r *Result) bool { return r.Machine != t.Done(k).Machine }
		if t.checked(k) && !slices.ContainsFunc(t.trusted(k), others) {
			parts = append(parts, k)
		}
	}
	return parts
}

// Unchecked returns the drawn parts that were not computed again yet.
func (t *Tally) Unchecked() []int {
	return slices.DeleteFunc(t.Drawn(), t.checked)
}

// Todo iterates over the remaining work: the parts that are not done, otherwise those to be
// computed again. It is empty if all parts are done and none were drawn: see Journal.DrawChecks.
func (t *Tally) Todo() iter.Seq[Part] {
	return func(yield func(Part) bool) {
		missing := false
		for k := 1; k <= t.List.Parts(); k++ {
			if t.Done(k) == nil {
				if missing = true; !yield(t.List.Part(k)) {
					return
				}
			}
		}
		if missing {
			return
		}
		for _, k := range t.Unchecked() {
			p := t.List.Part(k)
			if p.Check, p.Seed = true, t.Draw.Seed+uint64(k); !yield(p) {
				return
			}
		}
	}
}

// Sum returns the sum of all results. It is the whole count only if no part is Missing. It is nil
// if parts are measured.
func (t *Tally) Sum() *nqueens.Count {
	if t.List.Measures() {
		return nil
	}
	sum := nqueens.NewCount(0)
	for k := 1; k <= t.List.Parts(); k++ {
		if r := t.Done(k); r != nil {
			sum = sum.Plus(r.Found)
		}
	}
	return sum
}

// Impossible returns an error if a count cannot be right. Rotations and reflections turn a solution
// of n queens into eight solutions, or four if it is invariant under a half turn, or two if it is
// invariant under a quarter turn; none is invariant under a reflection. So the count and that of
// solutions with half-turn symmetry (OEIS A032522) differ by a multiple of eight.
func Impossible(p nqueens.Problem, count *nqueens.Count) error {
	if !p.PlacesQueens() || !p.Bare() || p.N < 2 {
		return nil
	}
	turned, known := p.SymmetricUnder(nqueens.HalfTurn).Known()
	if known && count.Mod(8) != turned.Count.Mod(8) {
		return fmt.Errorf("%v solutions of %v are impossible: the number is %d modulo 8, and that of solutions with half-turn symmetry is %d",
			count, p, count.Mod(8), turned.Count.Mod(8))
	}
	return nil
}
