package sharp

import (
	"cmp"
	"context"
	"errors"

	"nqueens"
	"nqueens/backends/internal/answer"
	"nqueens/ddnnf"
	"nqueens/encode"
)

// ErrObjective is the error for a problem with an objective, whose solutions are only the optimal ones.
var ErrObjective = errors.New("the problem has an objective: not every assignment that satisfies its clauses is a solution")

// Compiled is a problem compiled into a graph. The models of the graph are the problem's solutions.
type Compiled struct {
	Graph *ddnnf.Graph
	// Model has the placements that the variables of a board's graph represent, in order. For a formula the
	// variables have their original numbers.
	Model   *nqueens.Model
	Weights map[int32]nqueens.Weight // of the graph's variables
}

// CompileProblem compiles a problem under an encoding, "pairwise" by default. On a board, placements that
// unit propagation decides have no variable, as in encode.FromProblem.
func CompileProblem(ctx context.Context, r nqueens.Request, config Config) (*Compiled, error) {
	m, f, err := clauses(ctx, r)
	if err != nil {
		return nil, err
	}
	c, err := New(f, config)
	if err != nil {
		return nil, err
	}
	g, err := c.Compile(ctx)
	if err != nil {
		return nil, err
	}
	out := &Compiled{Graph: g, Model: m}
	if r.Problem.HasBoard() {
		return out, nil
	}
	names := make([]int32, f.Variables)
	largest := 0
	for i := range names {
		names[i] = int32(i + 1) // for an auxiliary variable of the encoding, which is not in the graph
		if i < len(m.Placements) {
			names[i] = int32(m.Placements[i].Variable)
			largest = max(largest, m.Placements[i].Variable)
		}
	}
	g.Rename(largest, names)
	if f.Weights != nil {
		out.Weights = make(map[int32]nqueens.Weight, len(f.Weights))
		for v, w := range f.Weights {
			out.Weights[names[v-1]] = w
		}
	}
	return out, nil
}

// Clauses returns a problem as a formula. The variables of a formula in DIMACS that is not projected keep their numbers.
func Clauses(ctx context.Context, r nqueens.Request) (*encode.CNF, error) {
	_, f, err := clauses(ctx, r)
	return f, err
}

func clauses(ctx context.Context, r nqueens.Request) (*nqueens.Model, *encode.CNF, error) {
	if r.Problem.Goal() != nqueens.NoGoal {
		return nil, nil, ErrObjective
	}
	if err := answer.CheckClauses("the compiler", r, defaultEncoding, maxClauses); err != nil {
		return nil, nil, err
	}
	e, err := encode.EncodingNamed(cmp.Or(r.Encoding, defaultEncoding))
	if err != nil {
		return nil, nil, err
	}
	return answer.EncodeToProve(ctx, r, func(m *nqueens.Model) (*encode.CNF, error) { return encode.FromModel(m, e), nil })
}
