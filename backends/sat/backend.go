package sat

import (
	"fmt"

	"nqueens"
	"nqueens/encode"
)

// Backend is one of gini, gophersat, gophersat-pb and gophersat-cutting-planes;
// Gini, Gophersat, GophersatPB and GophersatCuttingPlanes make them.
type Backend struct {
	description nqueens.Description
	// load writes a model for the solver and hands it over. A backend without
	// encodings is called with the zero Encoding.
	load func(*nqueens.Model, encode.Encoding) engine
	// maxClauses bounds the formula, so that it fits in a few GiB.
	maxClauses int
}

// Describe implements backends.Backend.
func (b Backend) Describe() nqueens.Description { return b.description }

// encoding is the one that the request names, or the default.
func (b Backend) encoding(r nqueens.Request) (encode.Encoding, error) {
	switch {
	case len(b.description.Encodings) == 0:
		return encode.Encoding{}, nil
	case r.Encoding == "":
		return encode.EncodingNamed(b.description.Encodings[0])
	}
	return encode.EncodingNamed(r.Encoding)
}

// Supports implements backends.Backend. Beside tasks and encodings that there
// are not, it refuses boards whose formula would not fit in memory.
func (b Backend) Supports(r nqueens.Request) error {
	if err := b.description.Accepts(r); err != nil {
		return err
	}
	e, err := b.encoding(r)
	if err != nil {
		return err
	}
	if r.Problem.Formula != nil {
		return b.supportsFormula(r.Problem, e)
	}
	if n := r.Problem.N; n > nqueens.MaxModelSize {
		return fmt.Errorf("%s takes boards of up to %d squares a side, not %d", b.description.Name, nqueens.MaxModelSize, n)
	}
	if clauses := formulaSize(r.Problem.N, e); clauses > b.maxClauses {
		return fmt.Errorf("a board of %d squares a side can become %s", r.Problem.N, b.tooMany(clauses, e))
	}
	return r.Problem.Validate()
}

// supportsFormula looks at the formula's model, which is there already.
func (b Backend) supportsFormula(p nqueens.Problem, e encode.Encoding) error {
	m, err := p.Model()
	if err != nil {
		return err
	}
	clauses := len(m.Clauses) + 2*len(m.Lines)
	if e.Name != "" {
		clauses = encode.Clauses(m, e)
	}
	switch {
	case len(m.Sums) > 0 && e.Name == "":
		return fmt.Errorf("%s takes no weighted sums, and %s is one", b.description.Name, m.Sums[0].Name)
	case clauses > b.maxClauses:
		return fmt.Errorf("the formula becomes %s", b.tooMany(clauses, e))
	}
	return nil
}

func (b Backend) tooMany(clauses int, e encode.Encoding) string {
	how := "constraints"
	if e.Name != "" {
		how = "clauses under the encoding " + e.Name
	}
	return fmt.Sprintf("%d million %s, more than the %d million that %s takes",
		clauses/1e6, how, b.maxClauses/1e6, b.description.Name)
}

// formulaSize is no less than the clauses of any family's board: it has at most
// 4n lines of n squares or fewer, and 4n² clauses (the knight's leaps).
func formulaSize(n int, e encode.Encoding) int {
	lines := 4 * n
	if e.Name == "" {
		return 2*lines + lines*n
	}
	return lines*e.Size(n, 1, 1).Clauses + lines*n
}

// defaultEncoding serves both solvers well at every size. CPU seconds for gini
// and gophersat to find a first solution for 200 queens: bimander 1.1 and 2.1,
// commander 2.0 and 5.0, pairwise 2.7 and 8.3 with six to eight times the
// memory. For counting small boards pairwise and commander are a quarter quicker.
const defaultEncoding = "bimander"

// encodings lists the names of all encodings, the default first.
func encodings() []string {
	names := []string{defaultEncoding}
	for _, e := range encode.Encodings() {
		if e.Name != defaultEncoding {
			names = append(names, e.Name)
		}
	}
	return names
}
