package engines

import (
	"context"
	"fmt"
	"strings"

	"nqueens"
	"nqueens/encode"
)

// A Work is the answer of one engine and the work that it took. It has no time, because the clock of
// a browser is coarse and WebAssembly is slower than native code.
type Work struct {
	Engine   string           `json:"engine"`
	About    string           `json:"about"`
	Status   nqueens.Status   `json:"status"`
	Answer   string           `json:"answer,omitempty"`
	Reason   string           `json:"reason,omitempty"`
	Stats    map[string]int64 `json:"stats,omitempty"`
	Solution nqueens.Solution `json:"solution,omitempty"`
}

// Engines returns the names of the page's engines.
func Engines() (names []string) {
	for _, b := range list() {
		names = append(names, b.Describe().Name)
	}
	return names
}

// Work runs one engine on a position. The task is to count or to find a first solution.
func (p Position) Work(engine string, task nqueens.Task) (Work, error) {
	problem, err := p.Problem()
	if err != nil {
		return Work{}, err
	}
	for _, b := range list() {
		d := b.Describe()
		if d.Name != engine {
			continue
		}
		w := Work{Engine: d.Name, About: d.About}
		r := nqueens.Request{Problem: problem, Task: task}
		if err := b.Supports(r); err != nil {
			w.Status, w.Reason = nqueens.Unsupported, err.Error()
			return w, nil
		}
		out := b.Run(context.Background(), r, nil)
		w.Status, w.Reason, w.Stats, w.Solution = out.Status, out.Reason, out.Stats, out.Solution
		switch {
		case out.Count != nil:
			w.Answer = out.Count.String()
		case out.Status == nqueens.Unsatisfiable:
			w.Answer = "no solution"
		case out.Solution != nil:
			w.Answer = out.Solution.String()
		}
		return w, nil
	}
	return Work{}, fmt.Errorf("the page has no engine %q: it has %s", engine, strings.Join(Engines(), ", "))
}

// An Encoded is a position as clauses.
type Encoded struct {
	Encodings []string `json:"encodings"`
	Encoding  string   `json:"encoding"`
	Variables int      `json:"variables"`
	Clauses   int      `json:"clauses"`
	Literals  int      `json:"literals"`
	DIMACS    string   `json:"dimacs"`
	// Words are the first clauses with the names of squares; auxiliary variables are s1, s2, ….
	Words []string `json:"words"`
}

// wordsOfClauses is the number of clauses that the page shows with the names of squares.
const wordsOfClauses = 400

// Encode returns the position as clauses under an encoding. "" selects pairwise, which has no
// auxiliary variables for lines with at most one piece.
func (p Position) Encode(name string) (Encoded, error) {
	problem, err := p.Problem()
	if err != nil {
		return Encoded{}, err
	}
	var e Encoded
	for _, encoding := range encode.Encodings() {
		e.Encodings = append(e.Encodings, encoding.Name)
	}
	if name == "" {
		name = "pairwise"
	}
	encoding, err := encode.EncodingNamed(name)
	if err != nil {
		return e, err
	}
	model, err := problem.Model()
	if err != nil {
		return e, err
	}
	cnf := encode.FromModel(model, encoding)
	var text strings.Builder
	if err := cnf.WriteDIMACS(&text); err != nil {
		return e, err
	}
	e.Encoding, e.Variables, e.Clauses, e.Literals, e.DIMACS = name, cnf.Variables, cnf.NumClauses(), cnf.NumLiterals(), text.String()
	for clause := range cnf.Clauses() {
		if len(e.Words) == wordsOfClauses {
			break
		}
		e.Words = append(e.Words, clauseWords(model, clause))
	}
	return e, nil
}

// clauseWords returns a clause with the names of placements: "not a1, or not b2".
func clauseWords(m *nqueens.Model, clause []int32) string {
	var words []string
	for _, l := range clause {
		v := max(l, -l)
		word := fmt.Sprintf("s%d", int(v)-len(m.Placements))
		if int(v) <= len(m.Placements) {
			word = m.Placements[v-1].String()
		}
		if l < 0 {
			word = "not " + word
		}
		words = append(words, word)
	}
	if words == nil {
		return "never true"
	}
	return strings.Join(words, " or ")
}
