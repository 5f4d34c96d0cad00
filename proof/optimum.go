package proof

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"nqueens"
	"nqueens/encode"
	"nqueens/internal/bounded"
	"nqueens/internal/table"
)

// The files of a certified optimum, in addition to ProblemFile.
const (
	SolutionFile = "solution.txt" // a solution, as a list of squares
	BetterFile   = "better.cnf"   // the formula of a solution with a better number of pieces, in DIMACS
	CubesFile    = "cubes.cnf"    // the parts of the proof: each clause is the negation of a cube; the last one is empty
)

// CubeFile returns the name of the proof that the formula, with the clauses of the earlier cubes,
// has no model in a cube. Cubes count from 1.
func CubeFile(cube int) string { return fmt.Sprintf("cube-%d.drat", cube) }

// An Optimum is a number of pieces that has been proved to be the best.
type Optimum struct {
	Problem  nqueens.Problem
	Solution nqueens.Solution
	Pieces   int    // the number of counted pieces of the solution
	Clauses  int    // of the formula
	Cubes    int    // the number of parts of the proof
	Proof    Result // the sum of the checks of all proofs
}

// OptimumCertificate writes a certificate that VerifyOptimum checks to the folder, which must be
// empty or not exist: a solution of a problem with an objective, and a proof that no solution has a
// better number of pieces. The solution comes from solve, which is called after the folder is
// created. If prove is nil, the proof comes from Refute.
//
// The formula of a better solution is split into cubes by split.Pieces pieces: each cube contains
// these pieces and none on an earlier square. Each cube has its own proof. Without a split there is
// one cube, which is everything. No symmetry is broken. Nothing is checked here; errors show when
// the certificate is verified. After an error, everything written is removed.
func OptimumCertificate(ctx context.Context, folder string, p nqueens.Problem, solve func() (nqueens.Solution, error), prove Prover, split Split) (err error) {
	if err := objective(p); err != nil {
		return err
	}
	c, err := newCertificate(folder)
	if err != nil {
		return err
	}
	defer func() { err = c.end(err) }()
	_, err = c.optimum(ctx, p, solve, prove, split)
	return err
}

// optimum writes the files of a certified optimum, and returns its number of pieces.
func (c *certificate) optimum(ctx context.Context, p nqueens.Problem, solve func() (nqueens.Solution, error), prove Prover, split Split) (pieces int, err error) {
	s, err := solve()
	if err != nil {
		return 0, err
	}
	pieces = p.Counted(s)
	f, err := better(ctx, p, pieces)
	if err != nil {
		return 0, err
	}
	cubes, err := splitCubes(ctx, f, split.Pieces)
	if err != nil {
		return 0, err
	}
	err = errors.Join(c.line(ProblemFile, p), c.line(SolutionFile, s), c.write(BetterFile, f.WriteDIMACS), c.write(CubesFile, cubes.WriteDIMACS))
	if prove == nil {
		prove = Refute
	}
	for i := 0; err == nil && i < cubes.NumClauses(); i++ {
		if split.writes(i + 1) {
			err = c.write(CubeFile(i+1)+".gz", func(out io.Writer) error { return prove(ctx, inCube(f, cubes, i), out) })
		}
	}
	return pieces, err
}

// OptimaCertificate writes a certificate of the number of best solutions, which VerifyOptimum and
// VerifyCount check: the files of OptimumCertificate, and those of CountCertificate for the best
// number of pieces.
func OptimaCertificate(ctx context.Context, folder string, p nqueens.Problem, solve func() (nqueens.Solution, error), prove Prover) (n int64, err error) {
	if err := objective(p); err != nil {
		return 0, err
	}
	c, err := newCertificate(folder)
	if err != nil {
		return 0, err
	}
	defer func() { err = c.end(err) }()
	pieces, err := c.optimum(ctx, p, solve, prove, Split{})
	if err != nil {
		return 0, err
	}
	return c.count(ctx, p.WithPieces(*nqueens.Exactly(pieces)), nil, prove)
}

// objective returns an error for problems without an objective and for formulas, which have no
// rules.
func objective(p nqueens.Problem) error {
	if err := p.Validate(); err != nil {
		return err
	}
	if !p.HasBoard() {
		return noRules(p)
	}
	return nqueens.Request{Problem: p, Task: nqueens.Optimise}.Validate()
}

// remade returns a *Mismatch if f differs from the formula that again returns.
func remade(f *encode.CNF, again func() (*encode.CNF, error), says string) error {
	made, err := again()
	if err == nil && !f.Equal(made) {
		err = &Mismatch{"it is not the formula that " + says}
	}
	return err
}

var comparative = map[nqueens.Goal]string{nqueens.Fewest: "fewer", nqueens.Most: "more"}

// mostClauses is the limit for formulas that are made from a problem's name.
const mostClauses = 1 << 24

// better returns the formula of a solution with a better number of pieces.
func better(ctx context.Context, p nqueens.Problem, pieces int) (*encode.CNF, error) {
	bound := nqueens.Range{Min: 0, Max: pieces - 1}
	if p.Goal() == nqueens.Most {
		bound = nqueens.Range{Min: pieces + 1, Max: nqueens.Unbounded}
	}
	if bound.Max < 0 || bound.Min > p.Room() { // no board has such a number of pieces
		f := encode.NewCNF(0)
		f.Add()
		return f, nil
	}
	return counted(ctx, p.WithPieces(bound), "totalizer") // it gives the shortest proofs
}

// exactly returns the formula of a problem with a fixed number of pieces, for certifying a count. A
// clause against a solution then excludes only that solution. The squares determine all
// auxiliaries, so that a search for models finds each solution once.
func exactly(ctx context.Context, p nqueens.Problem) (*encode.CNF, error) {
	if p.Pieces.Min != p.Pieces.Max || p.Family.Counts != nil {
		return nil, fmt.Errorf("%v: a count can be certified only for one fixed number of pieces, all of which are counted", p.Short())
	}
	return counted(ctx, p, "pairwise")
}

// counted returns the formula of a problem with bounded Pieces, made from its Model. The
// auxiliaries of its counter cannot be eliminated for a comparison with the rules.
func counted(ctx context.Context, p nqueens.Problem, encoding string) (*encode.CNF, error) {
	e, err := encode.EncodingNamed(encoding)
	if err != nil {
		return nil, err
	}
	o, err := p.Outline()
	if err != nil {
		return nil, err
	}
	if n := e.SizeOf(o).Clauses; n > mostClauses {
		return nil, fmt.Errorf("%v: its formula would have %d clauses: at most %d are certified", p.Short(), n, mostClauses)
	}
	return bounded.Do(ctx, func() (*encode.CNF, error) {
		m, err := p.Model()
		if err != nil {
			return nil, err
		}
		return encode.FromModel(m, e), nil
	})
}

// splitCubes returns the negations of cubes, the last of which is empty. Each cube chooses the
// given number of pieces on open squares, those in the most clauses first. If unit propagation
// refutes a cube with fewer pieces, it is omitted.
func splitCubes(ctx context.Context, f *encode.CNF, pieces int) (*encode.CNF, error) {
	cubes := encode.NewCNF(f.Variables)
	s := newSearch(ctx, f, io.Discard)
	s.branch = func() (best int32) {
		if len(s.decisions) == pieces {
			return 0
		}
		clauses := 0
		for v := range int32(len(f.Squares)) {
			if n := len(s.in[slot(v+1)]) + len(s.in[slot(-v-1)]); n > clauses && s.of(v+1) == 0 {
				best, clauses = v+1, n
			}
		}
		return best
	}
	s.leaf = func() error {
		clause := slices.Clone(s.decisions)
		for i := range clause {
			clause[i] = -clause[i]
		}
		cubes.Add(clause...)
		return nil
	}
	if err := s.all(); err != nil {
		return nil, err
	}
	if n := cubes.NumClauses(); n == 0 || len(cubes.Clause(n-1)) > 0 {
		cubes.Add()
	}
	return cubes, nil
}

// inCube returns the formula with the literals of a cube and the negations of the earlier cubes.
func inCube(f, cubes *encode.CNF, cube int) *encode.CNF {
	g := copied(f)
	for i := range cube {
		g.Add(cubes.Clause(i)...)
	}
	for _, l := range cubes.Clause(cube) {
		g.Add(-l)
	}
	return g
}

// copied returns a copy of a formula.
func copied(f *encode.CNF) *encode.CNF {
	g := encode.NewCNF(f.Variables)
	g.Squares = f.Squares
	for clause := range f.Clauses() {
		g.Add(clause...)
	}
	return g
}

// VerifyOptimum checks a certificate in the form that OptimumCertificate writes; files may be
// gzipped. It checks that the solution is one by the rules, and that the formula equals the one
// made again from the problem with a better bound of the pieces. It checks that the formula has no
// model in any cube; the last cube is everything that remains. An error says which claim fails and
// in which file. An error of type Unreadable means that a file does not have its format.
func VerifyOptimum(ctx context.Context, path string, known nqueens.Catalogue) (o Optimum, err error) {
	v := folder{ctx, path, known}
	var f, cubes *encode.CNF
	if err := v.open(ProblemFile, func(r io.Reader) error {
		if o.Problem, err = v.named(r); err != nil {
			return err
		}
		return objective(o.Problem)
	}); err != nil {
		return o, err
	}
	if err := v.open(SolutionFile, func(r io.Reader) error {
		read := 0
		err := v.solutions(r, o.Problem, func(s nqueens.Solution) error {
			read++
			o.Solution, o.Pieces = s, o.Problem.Counted(s)
			return nil
		})
		if err == nil && read != 1 {
			err = fmt.Errorf("%s: should be one", table.Plural(read, "solution"))
		}
		return err
	}); err != nil {
		return o, err
	}
	if o.Problem.Goal() == nqueens.Fewest && (v.has(FewerFile) || v.has(SplitFile)) {
		return o, v.fewer(&o)
	}
	if err := v.open(BetterFile, func(r io.Reader) error {
		if f, err = readFormula(r); err != nil {
			return err
		}
		o.Clauses = f.NumClauses()
		return remade(f, func() (*encode.CNF, error) { return better(ctx, o.Problem, o.Pieces) },
			fmt.Sprintf("%v has %s than %s", o.Problem.Short(), comparative[o.Problem.Goal()], table.Plural(o.Pieces, "piece")))
	}); err != nil {
		return o, err
	}
	if err := v.open(CubesFile, func(r io.Reader) error {
		if cubes, err = readFormula(r); err != nil {
			return err
		}
		if o.Cubes = cubes.NumClauses(); o.Cubes == 0 || len(cubes.Clause(o.Cubes-1)) > 0 {
			return errors.New("its last clause is not empty: the cubes do not cover everything")
		}
		return nil
	}); err != nil {
		return o, err
	}
	var proofs []string
	for i := range o.Cubes {
		proofs = append(proofs, CubeFile(i+1))
	}
	if err := v.needs(proofs...); err != nil {
		return o, err
	}
	for i := range o.Cubes {
		if err := v.open(CubeFile(i+1), func(r io.Reader) error {
			result, err := Check(ctx, inCube(f, cubes, i), r)
			o.Proof.join(result)
			return err
		}); err != nil {
			return o, err
		}
	}
	o.Proof.Verified = true
	return o, nil
}
