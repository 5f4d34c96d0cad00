package explain

import (
	"context"
	"fmt"
	"strings"

	second "github.com/crillab/gophersat/explain"
)

// mostSecond is the largest number of clauses for which Second runs gophersat's explain.
const mostSecond = 2000

// Second lets gophersat's explain shrink the clauses of a conflict, and returns the number of clauses that
// remain. It returns 0 if a statement is not a single clause, if there are too many, or if the context
// ends first. It returns an error if gophersat left out a clause, because no clause of a minimal conflict
// can be left out.
func (s *System) Second(ctx context.Context, set []int) (int, error) {
	var text strings.Builder
	fmt.Fprintf(&text, "p cnf %d %d\n", len(s.model.Placements), len(set))
	for _, k := range set {
		st := s.Statements[k]
		if len(st.clauses) != 1 || len(st.clauses[0].Literals) == 0 || len(set) > mostSecond {
			return 0, nil
		}
		for _, l := range st.clauses[0].Literals {
			fmt.Fprintf(&text, "%d ", int(l))
		}
		text.WriteString("0\n")
	}
	p, err := second.ParseCNF(strings.NewReader(text.String()))
	if err != nil {
		return 0, fmt.Errorf("gophersat's explain: %w", err)
	}
	type answer struct {
		size int
		err  error
	}
	done := make(chan answer, 1)
	go func() {
		mus, err := p.MUSDeletion()
		if err != nil {
			done <- answer{err: err}
			return
		}
		done <- answer{size: mus.NbClauses}
	}()
	select {
	case <-ctx.Done():
		return 0, nil
	case a := <-done:
		if a.err != nil {
			return 0, fmt.Errorf("gophersat's explain: %w", a.err)
		}
		if a.size != len(set) {
			return a.size, fmt.Errorf("%w: gophersat's explain needs %d of %d clauses", ErrWrong, a.size, len(set))
		}
		return a.size, nil
	}
}
