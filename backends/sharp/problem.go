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

// ErrObjective is the error for a problem whose solutions are the best ones only.
var ErrObjective = errors.New("the solutions of a problem with an objective are not all that satisfy its clauses")

// Compiled is a problem as a graph. The models of the graph are the problem's solutions.
type Compiled struct {
	Graph *ddnnf.Graph
	// Model has the placements that the variables of a board's graph stand for, in order. The variables of a formula's graph have the numbers of its text.
	Model   *nqueens.Model
	Weights map[int32]nqueens.Weight // of the graph's variables
}

// CompileProblem compiles a problem under an encoding; its default is "pairwise". What the problem forces by unit propagation
// is in no variable of a board, as in encode.FromProblem.
func CompileProblem(ctx context.Context, r nqueens.Request, config Config) (*Compiled, error) {
	if r.Problem.Goal() != nqueens.NoGoal {
		return nil, ErrObjective
	}
	if err := answer.CheckClauses("the compiler", r, defaultEncoding, maxClauses); err != nil {
		return nil, err
	}
	e, err := encode.EncodingNamed(cmp.Or(r.Encoding, defaultEncoding))
	if err != nil {
		return nil, err
	}
	m, f, err := answer.EncodeToProve(ctx, r, func(m *nqueens.Model) (*encode.CNF, error) { return encode.FromModel(m, e), nil })
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
		names[i] = int32(i + 1) // of an auxiliary variable of the encoding, which is not in the graph
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
