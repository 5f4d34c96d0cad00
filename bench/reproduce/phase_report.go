package reproduce

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"nqueens"
	"nqueens/bench/reproduce/page"
	"nqueens/bench/table"
)

// report writes the page from what the ledger holds of all parts.
func (l *laboratory) report(ctx context.Context, p *page.Page) error {
	if slices.Equal(l.session.Parts, []string{partTheory}) {
		return l.reportTheory(ctx, p)
	}
	p.Text("Every instance is answered once by each contender: is there a solution? Many instances share a process, which is ended and begun anew when one of them runs into its limit of %s; each solution is checked by the rules of the board. Times are the backend's own, from the board to the answer, the making of a formula and the start of an external program included.", table.Flag(trialLimit))
	p.Verdict(l.agreement())
	if err := l.reportDiagonals(ctx, p); err != nil {
		return err
	}
	l.reportCost(p)
	l.reportCompletion(p)
	if err := l.reportBlocked(ctx, p); err != nil {
		return err
	}
	if l.session.selected(partTheory) {
		return l.reportTheory(ctx, p)
	}
	return nil
}

// agreement compares the contenders' verdicts on each instance. Where one showed
// a solution, which was checked, another's "no solution" is wrong.
func (l *laboratory) agreement() page.Verdict {
	const what = "verdicts of all contenders on the same instances"
	var wrong []string
	answers, instances, shared := 0, 0, 0
	same := map[*list][]whose{}
	var order []*list
	for _, e := range l.entries {
		for _, s := range l.sampled(e) {
			if same[s.list] == nil {
				order = append(order, s.list)
			}
			same[s.list] = append(same[s.list], whose{e, s})
		}
	}
	for _, list := range order {
		longest := 0
		for _, w := range same[list] {
			longest = max(longest, len(w.answers))
		}
		instances += longest
		for i := range longest {
			yes, no := contenders{}, contenders{}
			where := fmt.Sprintf("instance %d of %s, size %d", i+1, same[list][0].name, list.size)
			for _, w := range same[list] {
				if i >= len(w.answers) {
					continue
				}
				switch a := w.answers[i]; {
				case a.Wrong:
					wrong = append(wrong, fmt.Sprintf("%v gave a wrong solution of %s", w.contender, where))
				case a.Status == nqueens.Solved:
					yes = append(yes, w.contender)
				case a.Status == nqueens.Unsatisfiable:
					no = append(no, w.contender)
				}
			}
			answers += len(yes) + len(no)
			if len(yes)+len(no) > 1 {
				shared++
			}
			if len(yes) > 0 && len(no) > 0 {
				wrong = append(wrong, fmt.Sprintf("%v showed a solution of %s, and %v said that there is none", yes, where, no))
			}
		}
	}
	switch {
	case len(wrong) > 0:
		return page.Verdict{Kind: page.Wrong, What: what, Why: strings.Join(wrong[:min(5, len(wrong))], "; ")}
	case shared == 0:
		return page.Verdict{Kind: page.Untested, What: what, Why: "no instance was answered by two"}
	}
	return page.Verdict{Kind: page.SameValue, What: what, Why: fmt.Sprintf("%s answers to %s instances, %s of which at least two answered, and none disagrees",
		table.Count(answers), table.Count(instances), table.Count(shared))}
}

// whose is answers with the entry that gave them.
type whose struct {
	entry
	sampled
}

type contenders []contender

func (c contenders) String() string {
	var names []string
	for _, one := range c {
		names = append(names, one.String())
	}
	return strings.Join(names, ", ")
}

// shares are the parts of a contender's lists that are solvable, by size.
func shares(samples []sampled) []share {
	var out []share
	for _, s := range samples {
		if k, n := s.solvable(); n > 0 {
			out = append(out, share{float64(s.list.size), float64(k) / float64(n)})
		}
	}
	return out
}

// ofSize is the sample of a size.
func ofSize(samples []sampled, size int) (sampled, bool) {
	i := slices.IndexFunc(samples, func(s sampled) bool { return s.list.size == size })
	if i < 0 {
		return sampled{}, false
	}
	return samples[i], true
}

// fewest is how many instances the least sample has.
func fewest(samples []sampled) int {
	least := problemsPerPoint
	for _, s := range samples {
		least = min(least, len(s.answers))
	}
	return least
}
