package encode

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"nqueens"
	"nqueens/internal/propagate"
)

// Format is a language in which a problem is written for solvers.
type Format struct {
	Name      string
	Extension string // of a file's name: ".cnf"
	Encoded   bool   // lines become clauses, under an Encoding
	// Variables says that the placements are numbered, so that an answer can name
	// them by number, and Squares that they go by their own names.
	Variables, Squares bool
	Objectives         bool // it says what is to be the most or the fewest
	Projects           bool // counts leave out variables that no solution is about
	Largest            int  // squares a side of the largest board to be written
	// Check says why the format cannot say a model, before it is made; nil is that
	// it can say every one.
	Check func(nqueens.Outline) error
	// State says a problem in the format, without what it forces by itself unless
	// the whole of it is wanted. Formats that are not Encoded take the zero
	// Encoding.
	State func(p nqueens.Problem, e Encoding, whole bool) (Statement, error)
	// Plain is State without the comments that follow the header, which some readers reject;
	// nil where the format has none there.
	Plain func(p nqueens.Problem, e Encoding, whole bool) (Statement, error)
}

// Statement is a problem said in a Format.
type Statement struct {
	Write func(io.Writer) error
	// Model is what the variables are those of, its placements first; nil where there
	// are none.
	Model     *nqueens.Model
	Variables int
	Occurs    []bool           // variable i+1 does; nil is that all do
	Sizes     map[string]int64 // "clauses", "constraints"
}

// Formats lists every format. A new one is a file with its writer, and a line here.
func Formats() []Format {
	const most = nqueens.MaxModelSize
	return []Format{
		{Name: "dimacs", Extension: ".cnf", Encoded: true, Variables: true, Projects: true, Largest: most, Check: CheckClauses, State: ofModel(stateDIMACS), Plain: ofModel(statePlainDIMACS)},
		{Name: "wcnf", Extension: ".wcnf", Encoded: true, Variables: true, Objectives: true, Projects: true, Largest: most, Check: CheckClauses, State: ofModel(stateWCNF)},
		{Name: "opb", Extension: ".opb", Variables: true, Objectives: true, Largest: most, State: ofModel(stateOPB)},
		{Name: "lp", Extension: ".lp", Variables: true, Objectives: true, Largest: most, State: ofModel(stateProgramme(WriteLP))},
		{Name: "mps", Extension: ".mps", Variables: true, Objectives: true, Largest: most, State: ofModel(stateProgramme(WriteMPS))},
		{Name: "cover", Extension: ".dlx", Largest: most, State: ofModel(stateCover)},
		{Name: "asp", Extension: ".lp", Variables: true, Objectives: true, Projects: true, Largest: 512, Check: CheckASP, State: ofModel(placements(WriteASP))},
		{Name: "aspif", Extension: ".aspif", Variables: true, Objectives: true, Projects: true, Largest: most, Check: CheckASP, State: ofModel(placements(WriteAspif))},
		{Name: "minizinc", Extension: ".mzn", Squares: true, Objectives: true, Largest: most, State: ofProblem(WriteMiniZinc)},
		{Name: "prolog", Extension: ".pl", Squares: true, Largest: most, State: ofProblem(WriteProlog)},
	}
}

// FormatNamed returns the format of that name.
func FormatNamed(name string) (Format, error) {
	return nqueens.Named("format", name, Formats(), func(f Format) string { return f.Name })
}

func ofProblem(write func(w io.Writer, p nqueens.Problem, whole bool) error) func(nqueens.Problem, Encoding, bool) (Statement, error) {
	return func(p nqueens.Problem, _ Encoding, whole bool) (Statement, error) {
		return Statement{Write: func(w io.Writer) error { return write(w, p, whole) }}, nil
	}
}

func ofModel(state func(*nqueens.Model, Encoding) (Statement, error)) func(nqueens.Problem, Encoding, bool) (Statement, error) {
	return func(p nqueens.Problem, e Encoding, whole bool) (Statement, error) {
		m, err := modelOf(p, whole)
		if err != nil {
			return Statement{}, err
		}
		s, err := state(m, e)
		s.Model = m
		return s, err
	}
}

// modelOf is a problem's whole Model, or what is left of it to ask.
func modelOf(p nqueens.Problem, whole bool) (*nqueens.Model, error) {
	if whole {
		return p.Model()
	}
	return propagate.Reduced(p)
}

// placements states a model in a format whose variables are its placements.
func placements(write func(io.Writer, *nqueens.Model) error) func(*nqueens.Model, Encoding) (Statement, error) {
	return func(m *nqueens.Model, _ Encoding) (Statement, error) {
		return Statement{
			Write: func(w io.Writer) error { return write(w, m) }, Variables: len(m.Placements),
			Sizes: map[string]int64{"variables": int64(len(m.Placements)), "constraints": int64(len(m.Lines) + len(m.Clauses) + len(m.Sums))},
		}, nil
	}
}

func stateDIMACS(m *nqueens.Model, e Encoding) (Statement, error) {
	return stateClauses(m, e, true)
}

// statePlainDIMACS leaves out the projection, which is all that WriteDIMACS writes as comments
// after the header.
func statePlainDIMACS(m *nqueens.Model, e Encoding) (Statement, error) {
	return stateClauses(m, e, false)
}

func stateClauses(m *nqueens.Model, e Encoding, projects bool) (Statement, error) {
	if err := CheckClauses(m.Outline()); err != nil {
		return Statement{}, err
	}
	f := FromModel(m, e)
	if !projects {
		f.Projection = nil
	}
	occurs := make([]bool, f.Variables)
	for clause := range f.Clauses() {
		for _, l := range clause {
			occurs[max(l, -l)-1] = true
		}
	}
	sizes := map[string]int64{"variables": int64(f.Variables), "clauses": int64(f.NumClauses())}
	return Statement{Write: f.WriteDIMACS, Variables: f.Variables, Occurs: occurs, Sizes: sizes}, nil
}

// stateWCNF has a soft literal for each placement that is counted.
func stateWCNF(m *nqueens.Model, e Encoding) (Statement, error) {
	if err := CheckClauses(m.Outline()); err != nil {
		return Statement{}, err
	}
	f := FromModel(m, e)
	var soft []SoftLiteral
	for k, i := range m.Objective.Over {
		if cost := m.Objective.Cost(k); cost < 0 {
			soft = append(soft, SoftLiteral{-cost, int32(nqueens.Chosen(i))})
		} else {
			soft = append(soft, SoftLiteral{cost, int32(nqueens.NotChosen(i))})
		}
	}
	sizes := map[string]int64{"variables": int64(f.Variables), "clauses": int64(f.NumClauses() + len(soft))}
	return Statement{Write: func(w io.Writer) error { return f.WriteWCNF(w, soft) }, Variables: f.Variables, Sizes: sizes}, nil
}

// stateOPB names every variable in a constraint, since toulbar2 knows of no others and
// would not count their values. It also waits for ever for a first one.
func stateOPB(m *nqueens.Model, _ Encoding) (Statement, error) {
	pb := PBFromModel(m)
	occurs := make([]bool, pb.Variables)
	for _, c := range pb.Constraints() {
		for _, term := range c.Terms {
			occurs[term.Variable-1] = true
		}
	}
	free := PBConstraint{} // holds always
	for i, occurs := range occurs {
		if !occurs {
			free.Terms = append(free.Terms, PBTerm{1, int32(i + 1)})
		}
	}
	if pb.Variables == 0 { // the one choice that there is
		free = PBConstraint{Terms: []PBTerm{{1, 1}}, Bound: 1}
	}
	if len(free.Terms) > 0 {
		pb.Add(free)
	}
	sizes := map[string]int64{"variables": int64(pb.Variables), "constraints": int64(len(pb.Constraints()))}
	return Statement{Write: pb.WriteOPB, Variables: pb.Variables, Sizes: sizes}, nil
}

func stateCover(m *nqueens.Model, _ Encoding) (Statement, error) {
	cover, err := CoverFromModel(m)
	return Statement{Write: func(w io.Writer) error {
		out := bufio.NewWriter(w)
		writeChosen(out, "|", m.Chosen)
		_, err := cover.WriteTo(out)
		return errors.Join(err, out.Flush())
	}}, err
}

// stateProgramme has a variable more than an empty model: readers want one.
func stateProgramme(write func(io.Writer, *nqueens.Model) error) func(*nqueens.Model, Encoding) (Statement, error) {
	return func(m *nqueens.Model, e Encoding) (Statement, error) {
		s, err := placements(write)(m, e)
		s.Variables = max(1, s.Variables)
		return s, err
	}
}

// flush ends what a writer of the format has written, and reports the first error of
// all its writes.
func flush(out *bufio.Writer, format string) error {
	if err := out.Flush(); err != nil {
		return fmt.Errorf("writing %s: %w", format, err)
	}
	return nil
}
