package encode

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"nqueens"
	"nqueens/internal/propagate"
	"nqueens/internal/suggest"
)

// A Format is a language in which problems are written for solvers.
type Format struct {
	Name      string
	Extension string // of file names, such as ".cnf"
	Encoded   bool   // lines become clauses, under an Encoding
	// Variables reports whether placements are numbered variables, so that an answer can name them
	// by number. Squares reports whether placements have their own names.
	Variables, Squares bool
	Objectives         bool // the format can express an objective
	Projects           bool // counts need a projection on the variables of the placements
	Largest            int  // the side of the largest board that can be written, in squares
	// Check returns an error if the format cannot express a model with this outline. It is nil if
	// the format can express every model.
	Check func(nqueens.Outline) error
	// State converts a problem to the format. Unless whole is set, it omits what the problem's
	// givens force. Formats that are not Encoded ignore the Encoding.
	State func(p nqueens.Problem, e Encoding, whole bool) (Statement, error)
	// Plain is State without the comments after the header, which some readers reject. It is nil if
	// the format has no such comments.
	Plain func(p nqueens.Problem, e Encoding, whole bool) (Statement, error)
	// Parities is State with exclusive-ors as lines "x1 2 -3 0" in place of clauses. It is nil if the
	// format has no such lines.
	Parities func(p nqueens.Problem, e Encoding, whole bool) (Statement, error)
}

// A Statement is a problem expressed in a Format.
type Statement struct {
	Write func(io.Writer) error
	// Model is the model whose placements are the first variables; nil if the format has no
	// variables.
	Model     *nqueens.Model
	Variables int
	Occurs    []bool           // whether variable i+1 occurs in the text; nil if all do
	Sizes     map[string]int64 // sizes by name: "clauses", "constraints"
}

// Formats returns every format.
func Formats() []Format {
	const most = nqueens.MaxModelSize
	return []Format{
		{Name: "dimacs", Extension: ".cnf", Encoded: true, Variables: true, Projects: true, Largest: most, Check: CheckClauses, State: ofModel(stateDIMACS), Plain: ofModel(statePlainDIMACS), Parities: ofModel(stateParities)},
		{Name: "wcnf", Extension: ".wcnf", Encoded: true, Variables: true, Objectives: true, Projects: true, Largest: most, Check: CheckClauses, State: ofModel(stateWCNF)},
		{Name: "opb", Extension: ".opb", Variables: true, Objectives: true, Largest: most, State: ofModel(stateOPB)},
		{Name: "lp", Extension: ".lp", Variables: true, Objectives: true, Largest: most, State: ofModel(stateProgramme(WriteLP))},
		{Name: "mps", Extension: ".mps", Variables: true, Objectives: true, Largest: most, State: ofModel(stateProgramme(WriteMPS))},
		{Name: "cover", Extension: ".dlx", Largest: most, State: ofModel(stateCover)},
		{Name: "asp", Extension: ".lp", Variables: true, Objectives: true, Projects: true, Largest: 512, Check: CheckASP, State: ofModel(placements(WriteASP))},
		{Name: "aspif", Extension: ".aspif", Variables: true, Objectives: true, Projects: true, Largest: most, Check: CheckASP, State: ofModel(placements(WriteAspif))},
		{Name: "smt2", Extension: ".smt2", Variables: true, Largest: most, State: ofModel(placements(WriteSMT))},
		{Name: "smt2-clauses", Extension: ".smt2", Encoded: true, Variables: true, Largest: most, Check: CheckClauses, State: ofModel(stateSMT)},
		{Name: "minizinc", Extension: ".mzn", Squares: true, Objectives: true, Largest: most, State: ofProblem(WriteMiniZinc)},
		{Name: "prolog", Extension: ".pl", Squares: true, Largest: most, State: ofProblem(WriteProlog)},
	}
}

// FormatNamed returns the format with the given name.
func FormatNamed(name string) (Format, error) {
	return suggest.Named("format", name, Formats(), func(f Format) string { return f.Name })
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

// modelOf returns the whole Model of a problem, or the Model reduced by what the problem forces.
func modelOf(p nqueens.Problem, whole bool) (*nqueens.Model, error) {
	if whole {
		return p.Model()
	}
	return propagate.Reduced(p)
}

// placements returns a function that states a model in a format whose variables are the placements.
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

// statePlainDIMACS omits the projection. WriteDIMACS writes no other comments after the header.
func statePlainDIMACS(m *nqueens.Model, e Encoding) (Statement, error) {
	return stateClauses(m, e, false)
}

func stateClauses(m *nqueens.Model, e Encoding, projects bool) (Statement, error) {
	if err := CheckClauses(m.Outline()); err != nil {
		return Statement{}, err
	}
	f := FromModel(m, e)
	if !projects {
		f.Projection, f.Weights = nil, nil
	}
	sizes := map[string]int64{"variables": int64(f.Variables), "clauses": int64(f.NumClauses())}
	return Statement{Write: f.WriteDIMACS, Variables: f.Variables, Occurs: f.occurs(), Sizes: sizes}, nil
}

// stateParities states the clauses of a model, with each exclusive-or as one line instead of clauses.
func stateParities(m *nqueens.Model, e Encoding) (Statement, error) {
	if err := CheckClauses(m.Outline()); err != nil {
		return Statement{}, err
	}
	f, parities := FromModel(m, e).withParities()
	occurs := f.occurs()
	for _, p := range parities {
		for _, v := range p.variables {
			occurs[v-1] = true
		}
	}
	sizes := map[string]int64{"variables": int64(f.Variables), "clauses": int64(f.NumClauses()), "parities": int64(len(parities))}
	return Statement{Write: func(w io.Writer) error { return f.writeDIMACS(w, parities) }, Variables: f.Variables, Occurs: occurs, Sizes: sizes}, nil
}

// occurs returns for each variable whether it is in a clause.
func (f *CNF) occurs() []bool {
	occurs := make([]bool, f.Variables)
	for _, l := range f.literals {
		occurs[max(l, -l)-1] = true
	}
	return occurs
}

// stateSMT states the clauses of a model in SMT-LIB.
func stateSMT(m *nqueens.Model, e Encoding) (Statement, error) {
	s, err := stateClauses(m, e, true)
	if err == nil {
		s.Write = FromModel(m, e).WriteSMT
	}
	return s, err
}

// stateWCNF states a model with one soft literal for each placement of the objective.
func stateWCNF(m *nqueens.Model, e Encoding) (Statement, error) {
	if err := CheckClauses(m.Outline()); err != nil {
		return Statement{}, err
	}
	f := FromModel(m, e)
	var soft []SoftLiteral
	constant := m.Objective.Goal.Cost() * int64(m.Objective.Fixed)
	for k, i := range m.Objective.Over {
		if cost := m.Objective.Cost(k); cost < 0 {
			soft = append(soft, SoftLiteral{-cost, int32(nqueens.Chosen(i))})
			constant += cost
		} else {
			soft = append(soft, SoftLiteral{cost, int32(nqueens.NotChosen(i))})
		}
	}
	sizes := map[string]int64{"variables": int64(f.Variables), "clauses": int64(f.NumClauses() + len(soft))}
	return Statement{Write: func(w io.Writer) error { return f.WriteWCNF(w, soft, constant) }, Variables: f.Variables, Sizes: sizes}, nil
}

// stateOPB states a model in OPB with every variable in some constraint. toulbar2 does not count
// the values of variables that occur in no constraint, and waits forever for input if there is no
// constraint.
func stateOPB(m *nqueens.Model, _ Encoding) (Statement, error) {
	pb := PBFromModel(m)
	occurs := make([]bool, pb.Variables)
	for _, c := range pb.Constraints() {
		for _, term := range c.Terms {
			occurs[term.Variable-1] = true
		}
	}
	free := PBConstraint{} // always holds
	for i, occurs := range occurs {
		if !occurs {
			free.Terms = append(free.Terms, PBTerm{1, int32(i + 1)})
		}
	}
	if pb.Variables == 0 { // the single empty solution
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

// stateProgramme returns a function that states a model with at least one variable, which LP and
// MPS readers require.
func stateProgramme(write func(io.Writer, *nqueens.Model) error) func(*nqueens.Model, Encoding) (Statement, error) {
	return func(m *nqueens.Model, e Encoding) (Statement, error) {
		s, err := placements(write)(m, e)
		s.Variables = max(1, s.Variables)
		return s, err
	}
}

// flush flushes out and returns the first error of all writes, with the name of the format.
func flush(out *bufio.Writer, format string) error {
	if err := out.Flush(); err != nil {
		return fmt.Errorf("writing %s: %w", format, err)
	}
	return nil
}
