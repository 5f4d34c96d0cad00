package reproduce

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"nqueens"
	"nqueens/bench"
	"nqueens/bench/reproduce/page"
	"nqueens/family"
)

func relatives() Reproduction {
	return Reproduction{
		Name:   "relatives",
		About:  "The published numbers of every family",
		Source: "the OEIS, and what else each table names",
		Takes:  "3 min",
		study: func(ctx context.Context, s Session, dir string, p *page.Page) (evidence, error) {
			s.Runner.Busy = true // the answers count, not their times
			return recountFamilies(ctx, s, dir, p, publishedBy(family.All()), func(ctx context.Context, j bench.Job, e bench.Experiment) (bench.Record, error) {
				begun := time.Now()
				record, err := s.Runner.Once(ctx, j, e)
				record.WallSeconds = time.Since(begun).Seconds() // includes the time before and after the process
				return record, err
			})
		},
	}
}

// sequence has the published numbers of one family and kind.
type sequence struct {
	family *nqueens.Family
	known  nqueens.Sequence
	terms  []term
}

// term is a published number with the answers of the engines.
type term struct {
	problem   nqueens.Problem
	published *nqueens.Count
	asked     int // number of backends that were tried
	answers   []answer
}

// answer is an engine's number for a term, or why it is wrong.
type answer struct {
	engine string
	value  *nqueens.Count
	wrong  string
}

// largestSide is the largest board for which numbers of the sequences are searched; some sequences have one
// for every board.
const largestSide = 32

// publishedBy returns the sequences of families with their numbers, from the smallest board on.
func publishedBy(families []*nqueens.Family) (list []sequence) {
	for _, f := range families {
		problems := problemsOf(f)
		for _, known := range f.Known {
			s := sequence{family: f, known: known}
			for _, p := range problems {
				if c := known.Term(p); c != nil {
					s.terms = append(s.terms, term{problem: p.SymmetricUnder(known.Symmetric), published: c})
				}
			}
			list = append(list, s)
		}
	}
	return list
}

// problemsOf returns the problems of a family for which a sequence may have a number. These must be
// tried, because a Sequence does not list its problems. Apart from the size, at most one of shape,
// parameters and number of pieces differs from its default.
func problemsOf(f *nqueens.Family) (list []nqueens.Problem) {
	add := func(p nqueens.Problem) {
		if p.Validate() == nil {
			list = append(list, p)
		}
	}
	for n := 1; n <= largestSide; n++ {
		bare := nqueens.Problem{Family: f, N: n}
		add(bare)
		for files := n + 1; f.Rectangles && files <= largestSide; files++ {
			wide := bare
			wide.Files = files
			add(wide)
		}
		for _, parameters := range settings(f.Parameters) {
			set := bare
			set.Parameters = parameters
			add(set)
		}
		for k := range 2*n + 1 {
			add(bare.WithPieces(*nqueens.Exactly(k)))
		}
		add(bare.WithPieces(nqueens.Range{Max: nqueens.Unbounded}))
	}
	return list
}

// mostValues is the number of values of a parameter that are tried, from the smallest on.
const mostValues = 8

// settings returns the combinations of parameter values, except the defaults. Default values are left out of
// a combination.
func settings(parameters []nqueens.Parameter) []map[string]int {
	list := []map[string]int{{}}
	for _, q := range parameters {
		var with []map[string]int
		for _, before := range list {
			for v := q.Min; v < q.Min+mostValues && (q.Max == 0 || v <= q.Max); v++ {
				values := maps.Clone(before)
				if v != q.Default {
					values[q.Name] = v
				}
				with = append(with, values)
			}
		}
		list = with
	}
	return slices.DeleteFunc(list, func(values map[string]int) bool { return len(values) == 0 })
}

// dissent describes the answers that contradict the published number.
func (t term) dissent() string {
	var said []string
	for _, a := range t.answers {
		if a.wrong != "" {
			said = append(said, fmt.Sprintf("%s: %s", a.engine, a.wrong))
		} else if a.value.Cmp(t.published) != 0 {
			said = append(said, fmt.Sprintf("%v by %s", a.value, a.engine))
		}
	}
	return strings.Join(said, ", ")
}

// row returns the term's row in the table: our number, the engines and the verdict.
func (t term) row() []string {
	var agree []string
	for _, a := range t.answers {
		if a.wrong == "" && a.value.Cmp(t.published) == 0 {
			agree = append(agree, a.engine)
		}
	}
	slices.Sort(agree)
	by, dissent := strings.Join(agree, ", "), t.dissent()
	switch {
	case dissent != "":
		return []string{dissent, cmp.Or(by, "–"), string(page.Wrong)}
	case len(agree) > 0:
		return []string{t.published.String(), by, string(page.SameValue)}
	case t.asked == 0:
		return []string{"–", "–", "no engine does it"}
	}
	return []string{"–", "–", "beyond the budget"}
}

// what returns a description of the sequence.
func (s sequence) what() string {
	name := cmp.Or(s.known.OEIS, s.known.From())
	switch {
	case s.known.Optimum:
		return fmt.Sprintf("%s, %s: %s pieces", s.family.Name, name, s.family.Objective)
	case s.known.UpToSymmetry:
		return fmt.Sprintf("%s, %s: solutions up to symmetry", s.family.Name, name)
	case s.known.Symmetric != nqueens.Identity:
		return fmt.Sprintf("%s, %s: solutions equal to their %s", s.family.Name, name, s.known.Symmetric)
	}
	return fmt.Sprintf("%s, %s: solutions", s.family.Name, name)
}

// reportFamilies writes a table for each sequence, those with a wrong number first.
func reportFamilies(p *page.Page, list []sequence) {
	p.Text("Each number is asked of up to %d engines whose searches have no code in common, on boards of at most %d squares a side, each sequence from its smallest board on in its share of the budget. Numbers up to symmetry are by Burnside's lemma, from the solutions that each symmetry maps to themselves. What is beyond the budget was not confirmed.", engines, largestSide)
	slices.SortStableFunc(list, func(a, b sequence) int { return len(b.wrong()) - len(a.wrong()) })
	for _, s := range list {
		p.Heading(s.what())
		published := "Published"
		if s.known.Unpublished {
			published = "No publication is known; counted before, for this project"
		}
		p.Text("%s. %s: %s.", s.family.About, published, cmp.Or(s.known.Published, "as below"))
		if len(s.terms) > 0 {
			p.Table(s.table())
		}
		p.Verdict(s.verdict())
	}
}

// table returns a row for each term, and one row for consecutive terms without an answer.
func (s sequence) table() [][]string {
	published := "published"
	if s.known.Unpublished {
		published = "before"
	}
	rows := [][]string{{"problem", published, "ours", "engines", "verdict"}}
	for i := 0; i < len(s.terms); i++ {
		first, row := s.terms[i], s.terms[i].row()
		name, before, last := first.problem.String(), first.published.String(), i
		for len(first.answers) == 0 && last+1 < len(s.terms) && slices.Equal(s.terms[last+1].row(), row) {
			last++
		}
		if last > i {
			name += fmt.Sprintf(" to %v", s.terms[last].problem)
			before += fmt.Sprintf(" to %v, %d numbers", s.terms[last].published, last-i+1)
			i = last
		}
		rows = append(rows, append([]string{name, before}, row...))
	}
	return rows
}

func (s sequence) wrong() (list []string) {
	for _, t := range s.terms {
		if d := t.dissent(); d != "" {
			list = append(list, fmt.Sprintf("%v is published as %v, and %s", t.problem, t.published, d))
		}
	}
	return list
}

// verdict returns the verdict on all terms.
func (s sequence) verdict() page.Verdict {
	v := page.Verdict{Kind: page.SameValue, What: s.what()}
	if wrong := s.wrong(); len(wrong) > 0 {
		v.Kind, v.Why = page.Wrong, strings.Join(wrong, "; ")
		return v
	}
	var same, alone int
	for _, t := range s.terms {
		if len(t.answers) > 0 {
			same++
		}
		if len(t.answers) == 1 {
			alone++
		}
	}
	if same == 0 {
		v.Kind, v.Why = page.Untested, "no number was found within the budget"
		return v
	}
	v.Why = fmt.Sprintf("%d of %d numbers to the last digit", same, len(s.terms))
	if alone > 0 {
		v.Why += fmt.Sprintf(", %d of them by a single engine", alone)
	}
	return v
}
