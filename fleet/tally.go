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

// Tally is what is known of the parts of a list.
type Tally struct {
	List     *List
	Draw     *Draw // nil unless all parts are done
	Failures []Failure

	first    []*Result         // by part, from 0; nil is not done
	more     map[int][]*Result // doubles and checks
	distrust map[string]bool   // machines whose results do not count
	drawn    []int             // by the Draw
	names    map[string]string // each text once
	images   []int             // of tasks, see Worker.Mirror; nil is not known
}

// NewTally knows nothing of any part yet.
func NewTally(l *List) *Tally {
	return &Tally{List: l, first: make([]*Result, l.Parts()), more: map[int][]*Result{}, distrust: map[string]bool{}, names: map[string]string{}}
}

// Accept says why a result is none of the list's.
func (t *Tally) Accept(r Result) error {
	if r.Part < 1 || r.Part > t.List.Parts() {
		return fmt.Errorf("it is of part %d, and the list has %d", r.Part, t.List.Parts())
	}
	from, to := t.List.tasks(r.Part)
	switch {
	case r.Key != t.List.Part(r.Part).Key:
		return fmt.Errorf("it is of part %d of another list", r.Part)
	case (r.Measured != nil) != t.List.Measures() || (r.Found == nil) != t.List.Measures() || slices.Contains(r.Tasks, nil) || r.Machine == "":
		return fmt.Errorf("it does not say what part %d found, or where", r.Part)
	case r.Tasks != nil && r.Residue != nil:
		return errors.New("it tells what each task found, and a residue, which is in place of that")
	case r.Tasks != nil && len(r.Tasks) != to-from:
		return fmt.Errorf("it tells of %d tasks, and part %d has %d", len(r.Tasks), r.Part, to-from)
	case r.Residue != nil && *r.Residue >= modulus:
		return fmt.Errorf("its residue is %d, and has to be below %d", *r.Residue, modulus)
	case !(r.Seconds >= 0 && r.Seconds < 1e10):
		return fmt.Errorf("it says that part %d took %v seconds", r.Part, r.Seconds)
	}
	return nil
}

// Trusts says why results of a machine do not count, if so.
func (t *Tally) Trusts(machine string) error {
	if t.distrust[machine] {
		return fmt.Errorf("all that %s found was taken back, and nothing more of it counts: another machine has to compute what is left", machine)
	}
	return nil
}

// Asked reports whether anybody was told to compute what the result is of: a part that was not
// drawn nobody has to compute again, least of all before the draw.
func (t *Tally) Asked(r Result) bool {
	_, drawn := slices.BinarySearch(t.drawn, r.Part)
	return r.Check == nil || drawn
}

// add takes an entry in; one that was there before changes nothing.
func (t *Tally) add(e entry) error {
	switch {
	case e.Failure != nil:
		if !t.has(e) {
			t.Failures = append(t.Failures, *e.Failure)
		}
	case e.Draw != nil:
		if e.Draw.Share != t.List.Recheck {
			return fmt.Errorf("it draws a share of %v, and the list has %v checked", e.Draw.Share, t.List.Recheck)
		}
		if len(t.Missing()) == 0 { // or else a line of the journal was lost
			t.Draw, t.drawn = e.Draw, e.Draw.parts(t.List.Parts())
		}
	case e.Distrust != nil:
		t.distrust[e.Distrust.Machine] = true
		t.Draw, t.drawn = nil, nil // whoever computes its parts must not know which are checked
	case e.Result != nil:
		if err := t.Accept(*e.Result); err != nil {
			return err
		}
		t.keep(e.Result)
	}
	return nil
}

// has reports whether the entry is there already.
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
		r.Residue = nil // it has told what it can
	}
	if t.first[r.Part-1] == nil && r.Check == nil && sound {
		t.first[r.Part-1] = r
		return
	}
	t.more[r.Part] = append(t.more[r.Part], r)
}

// all is every result for a part.
func (t *Tally) all(k int) (results []*Result) {
	if first := t.first[k-1]; first != nil {
		results = append(results, first)
	}
	return append(results, t.more[k]...)
}

// trusted is every result for a part of a machine that is trusted.
func (t *Tally) trusted(k int) []*Result {
	return slices.DeleteFunc(t.all(k), func(r *Result) bool { return t.distrust[r.Machine] })
}

// Done is the result of a part, or nil.
func (t *Tally) Done(k int) *Result {
	if first := t.first[k-1]; first != nil && !t.distrust[first.Machine] { // without making a list
		return first
	}
	for _, r := range t.more[k] {
		if r.Check == nil && !t.distrust[r.Machine] {
			return r
		}
	}
	return nil
}

// Missing are the parts that are not done.
func (t *Tally) Missing() (parts []int) {
	for k := 1; k <= t.List.Parts(); k++ {
		if t.Done(k) == nil {
			parts = append(parts, k)
		}
	}
	return parts
}

// Drawn are the parts that are to be computed again, by the draw.
func (t *Tally) Drawn() []int { return slices.Clone(t.drawn) }

// parts are those of n that are drawn.
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

// CheckedAlone are the parts that only the machine computed again that had computed them: no
// other was there.
func (t *Tally) CheckedAlone() (parts []int) {
	for _, k := range t.drawn {
		others := func(r *Result) bool { return r.Machine != t.Done(k).Machine }
		if t.checked(k) && !slices.ContainsFunc(t.trusted(k), others) {
			parts = append(parts, k)
		}
	}
	return parts
}

// Unchecked are the parts drawn that were not computed again yet.
func (t *Tally) Unchecked() []int {
	return slices.DeleteFunc(t.Drawn(), t.checked)
}

// Todo is what there is to do: the parts that are not done, or else those to be computed
// again. Where all parts are done and none were drawn it is empty: see Journal.DrawChecks.
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

// Sum is what all parts found together: of the whole count only where none is Missing. It is
// nil where parts are measured.
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

// Impossible says why a count cannot be right, whoever found it: turned and mirrored, a
// solution of n queens makes eight, but four if half a turn changes nothing and two if a
// quarter turn changes nothing; no mirror leaves one as it is. So the count and that of
// solutions with half a turn (OEIS A032522) differ by a multiple of eight.
func Impossible(p nqueens.Problem, count *nqueens.Count) error {
	if !p.PlacesQueens() || !p.Bare() || p.N < 2 {
		return nil
	}
	turned, known := p.SymmetricUnder(nqueens.HalfTurn).Known()
	if known && count.Mod(8) != turned.Count.Mod(8) {
		return fmt.Errorf("%v solutions of %v cannot be: divided by 8 they leave %d, and those that half a turn does not change %d",
			count, p, count.Mod(8), turned.Count.Mod(8))
	}
	return nil
}
