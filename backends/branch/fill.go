package branch

import (
	"slices"

	"nqueens"
	"nqueens/backends/internal/answer"
	"nqueens/backends/internal/turns"
	"nqueens/dlx"
)

// filling represents a problem in which pieces of several kinds must fill a board, one on each
// square. The kinds may be permuted, and every other constraint concerns only one kind. Each kind
// then occupies a solution of the same smaller problem. These solutions, the sets, are listed once.
// As many of them as there are kinds must cover the board exactly, and each cover represents all
// permutations of the kinds. A search square by square finds out too late that a digit of Latin
// queens has no square left. Ten digits have 724 sets, and 10779 nodes prove that no ten of them
// cover the board.
type filling struct {
	at    [][]int32 // by square and kind: the placement
	sets  [][]int   // the sets of squares that one kind can occupy
	cover *dlx.Problem
}

// Kinds with more sets than maxSets, or with sets for which the estimated number of nodes of the
// covers is larger than maxCoverNodes, are placed square by square. Listing the sets takes at most
// maxSetNodes nodes.
const (
	maxSets       = 1 << 14
	maxSetNodes   = 1 << 20
	maxCoverNodes = 1e8
)

// filling returns the filling of the board, or nil if the model is another problem.
func (r *run) filling() (*filling, error) {
	m := r.model
	f, of := fillingOf(m)
	if f == nil {
		return nil, nil
	}
	kinds := len(f.at[0])
	s, ok := newSearch(newSystem(of), r.stop)
	if !ok || len(f.at)%kinds != 0 {
		return nil, nil
	}
	each, alike := len(f.at)/kinds, true // squares for each kind; all sets must have as many, so that covers have all kinds
	s.limit = maxSetNodes
	s.visit = func(chosen []int32, free []int) bool {
		set := make([]int, len(chosen))
		for i, p := range chosen {
			set[i] = int(p)
		}
		f.sets = append(f.sets, set)
		alike = len(set) == each && len(free) == 0 && len(f.sets) <= maxSets
		return alike
	}
	s.fromRoot()
	r.nodes += s.nodes
	switch {
	case r.ctx.Err() != nil:
		return nil, r.ctx.Err()
	case s.stopped || !alike || coverNodes(len(f.sets), kinds, each) > maxCoverNodes:
		return nil, nil
	}
	names := make([]string, len(f.at))
	for square, on := range f.at {
		names[square] = m.Placements[on[0]].Square.String()
	}
	var err error
	if f.cover, err = dlx.NewProblem(names, nil); err != nil {
		return nil, err
	}
	for _, set := range f.sets {
		if err := f.cover.AddOption(set...); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// fillingOf returns the filling of a model that only requires that kinds fill the board, otherwise
// nil. of is the model of the first kind, whose placements are the squares.
func fillingOf(m *nqueens.Model) (f *filling, of *nqueens.Model) {
	if m.Auxiliaries+len(m.Clauses)+len(m.Sums) > 0 || len(m.Placements) == 0 {
		return nil, nil
	}
	f, of = &filling{}, &nqueens.Model{}
	first, at, squares := m.Placements[0].Kind, map[nqueens.Square][]int32{}, map[nqueens.Square]int{}
	for i, p := range m.Placements {
		if p.Kind == first {
			squares[p.Square] = len(of.Placements)
			of.Placements = append(of.Placements, p)
		}
		at[p.Square] = append(at[p.Square], int32(i))
	}
	kinds := len(at[m.Placements[0].Square])
	for _, p := range of.Placements {
		f.at = append(f.at, at[p.Square])
	}
	if kinds < 2 || len(squares) != len(of.Placements) || len(at) != len(squares) || slices.ContainsFunc(f.at, func(on []int32) bool {
		return !slices.EqualFunc(on, f.at[0], func(p, q int32) bool { return m.Placements[p].Kind == m.Placements[q].Kind })
	}) {
		return nil, nil
	}
	full := map[nqueens.Square]bool{}
	for _, l := range m.Lines {
		if len(l.Placements) == 0 {
			return nil, nil
		}
		p := m.Placements[l.Placements[0]]
		if l.Min == 1 && l.Max == 1 && slices.EqualFunc(l.Placements, at[p.Square], func(p int, q int32) bool { return p == int(q) }) {
			full[p.Square] = true
			continue
		}
		if slices.ContainsFunc(l.Placements, func(i int) bool { return m.Placements[i].Kind != p.Kind }) {
			return nil, nil
		}
		if p.Kind == first {
			own := nqueens.Line{Name: l.Name, Min: l.Min, Max: l.Max}
			for _, i := range l.Placements {
				own.Placements = append(own.Placements, squares[m.Placements[i].Square])
			}
			of.Lines = append(of.Lines, own)
		}
	}
	all := make([]nqueens.Square, len(of.Placements))
	for i, p := range of.Placements {
		all[i] = p.Square
	}
	if s := newSystem(m); len(full) != len(all) || s.placements*s.words > maxSymmetric || !s.permutes(all, at) {
		return nil, nil
	}
	return f, of
}

// coverNodes returns an estimate of the number of nodes for covering the board, as if the squares
// of sets were random: the first level has the sets with a given square, and on later levels those
// remain whose other squares are all free.
func coverNodes(sets, kinds, each int) (nodes float64) {
	level := 1.0
	for covered := range kinds {
		level *= float64(sets) / float64(kinds)
		for range each - 1 {
			level *= float64(kinds-covered) / float64(kinds)
		}
		nodes += level
	}
	return nodes
}

// fill counts the ways in which the kinds of pieces fill the board, or finds one way.
func (r *run) fill(f *filling, task nqueens.Task, solutions *answer.Solutions) nqueens.Outcome {
	search, ctx := f.cover.NewSearch(dlx.Config{}), turns.Polled(r.ctx)
	var err error
	if task == nqueens.CountAll {
		var covers uint64
		covers, err = search.Count(ctx)
		r.latest = total{low: covers}
		for i := range f.at[0] {
			r.latest = r.latest.times(total{low: uint64(i + 1)})
		}
		r.found = r.latest
	} else {
		var covers [][]int
		covers, err = search.First(ctx, 1)
		list := lister(r.model, solutions)
		for _, cover := range covers {
			var chosen []int32
			for kind, set := range cover {
				for _, square := range f.sets[set] {
					chosen = append(chosen, f.at[square][kind])
				}
			}
			list(chosen, nil)
		}
	}
	r.nodes, r.steps = r.nodes+int64(search.Stats().Nodes), r.steps+1
	return r.counted(task, solutions.Outcome(r.ctx, err), err)
}
