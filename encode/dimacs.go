package encode

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"nqueens/internal/table"
)

// ReadDIMACS reads a formula in the DIMACS format, and from its comments what
// WriteDIMACS puts there: the squares, and the variables to project on, as "c p
// show", "c project" or "c ind" list them. Other comments may stand on any
// line of their own, and a clause may go over several lines. A line that begins
// with % ends the formula, as in the files of SATLIB.
//
// Everything else is refused with a *SyntaxError: a header that is missing,
// repeated or wrong, a literal above the header's variables, more or fewer
// clauses than it promises, a clause without its final 0. Memory grows with
// what was read, never with what the header promises.
func ReadDIMACS(r io.Reader) (*CNF, error) { return readDIMACS(r, -1) }

// readDIMACS reads a formula for which there is so much room.
func readDIMACS(r io.Reader, room int64) (*CNF, error) {
	d := dimacsReader{scanner: newScanner(r, "DIMACS", "", "", room), f: NewCNF(0)}
	if err := d.read(); err != nil {
		return nil, err
	}
	return d.f, nil
}

// What a clause and each literal take at most, here and in a model: measured.
const clauseBytes, literalBytes = 70, 22

type dimacsReader struct {
	*scanner
	f *CNF

	header  bool
	clauses int64   // what the header promises
	clause  []int32 // the literals so far of the clause being read

	shown     map[string][]int32 // the variables that a comment lists, by its keyword
	projected Place              // the last such comment
	highest   int                // the highest variable that a comment speaks of
	named     Place              // where it does
}

func (d *dimacsReader) read() error {
	for d.next() {
		var err error
		switch {
		case d.first && d.word[0] == 'c':
			err = d.comment()
		case d.first && d.is("p"):
			err = d.readHeader()
		case d.first && d.word[0] == '%':
			for b, more := d.peek(); more; b, more = d.peek() {
				d.skip(b) // it need only be readable
			}
			return d.finish()
		default:
			err = d.readLiteral()
		}
		if err != nil {
			return err
		}
	}
	return d.finish()
}

func (d *dimacsReader) readHeader() error {
	if d.header {
		return d.wrong("a second header; a file has one")
	}
	const right = `should be "p cnf VARIABLES CLAUSES"`
	if !d.nextOnLine() || !d.is("cnf") {
		return d.wrong("%s in the header, which %s", d.quoted(), right)
	}
	var numbers [2]int64
	for i, most := range [...]int64{math.MaxInt32, math.MaxInt64} {
		d.nextOnLine()
		n, ok := d.integer()
		if !ok || n < 0 {
			return d.wrong("%s in the header, which %s", d.quoted(), right)
		}
		if n > most {
			return d.wrong("%d variables: at most %d can be read", n, most)
		}
		numbers[i] = n
	}
	if d.nextOnLine() {
		return d.wrong("%s after the header, which %s", d.quoted(), right)
	}
	d.header = true
	d.f.Variables = int(numbers[0])
	d.clauses = numbers[1]
	return nil
}

func (d *dimacsReader) readLiteral() error {
	l, ok := d.integer()
	switch {
	case !d.header && (ok || d.word[0] == 'p'):
		return d.wrong(`%s before the header "p cnf VARIABLES CLAUSES"`, d.quoted())
	case !ok:
		return d.wrong("%s is not a literal: a variable's number, negative if it is negated, or the 0 that ends a clause", d.quoted())
	case int64(d.f.NumClauses()) == d.clauses:
		return d.wrong("clause %d: the header promises only %d", d.clauses+1, d.clauses)
	case l == 0:
		d.f.Add(d.clause...)
		d.clause = d.clause[:0]
		d.spend(clauseBytes)
	case l > int64(d.f.Variables) || l < -int64(d.f.Variables):
		return d.wrong("literal %d: the header promises only %s", l, table.Plural(d.f.Variables, "variable"))
	default:
		d.clause = append(d.clause, int32(l))
		d.spend(literalBytes)
	}
	return nil
}

// comment reads a comment, of which the c is the current word.
func (d *dimacsReader) comment() error {
	defer d.endLine()
	if !d.is("c") || !d.nextOnLine() {
		return nil
	}
	switch {
	case d.is("squares"):
		at := d.at
		squares, err := d.readSquares(d.f.Squares)
		if err != nil {
			return err
		}
		d.f.Squares = squares
		d.mention(len(squares), at)
		return nil
	case d.is("p"):
		if d.nextOnLine() && d.is("show") {
			return d.readProjection("p show")
		}
	case d.is("project"), d.is("ind"):
		return d.readProjection(string(d.word))
	}
	return nil
}

// readProjection reads the variables after a keyword, which may come in several
// such comments. Only a number makes it more than prose: "c project X".
func (d *dimacsReader) readProjection(keyword string) error {
	at := d.at
	if !d.nextOnLine() {
		return nil
	}
	if _, ok := d.integer(); !ok {
		return nil
	}
	variables := d.shown[keyword]
	if variables == nil {
		variables = []int32{} // a projection on nothing is not none
	}
	for !d.is("0") {
		v, ok := d.integer()
		if !ok || v <= 0 || v > math.MaxInt32 {
			return d.wrong("%s is not a variable; the list ends with 0", d.quoted())
		}
		d.mention(int(v), d.at)
		variables = append(variables, int32(v))
		d.spend(literalBytes)
		if !d.nextOnLine() {
			return d.wrong("the list of variables should end with 0")
		}
	}
	if d.nextOnLine() {
		return d.wrong("%s after the 0 that ends the list of variables", d.quoted())
	}
	if d.shown == nil {
		d.shown = make(map[string][]int32)
	}
	d.shown[keyword] = variables
	d.projected = at
	return nil
}

// mention notes a variable that a comment speaks of. It may do so before the
// header says how many there are.
func (d *dimacsReader) mention(variable int, at Place) {
	if variable > d.highest {
		d.highest, d.named = variable, at
	}
}

// finish checks what only the end of the text can show.
func (d *dimacsReader) finish() error {
	switch {
	case d.failed != nil, !d.header:
		return d.wrong(`no header "p cnf VARIABLES CLAUSES"`)
	case len(d.clause) > 0:
		return d.wrong("the last clause should end with 0")
	case int64(d.f.NumClauses()) < d.clauses:
		return d.wrong("%s: the header promises %d", table.Plural(d.f.NumClauses(), "clause"), d.clauses)
	case d.highest > d.f.Variables:
		return d.wrongAt(d.named, "variable %d: the header promises only %s", d.highest, table.Plural(d.f.Variables, "variable"))
	}
	return d.project()
}

// project takes the projection from the comments, which must not contradict
// each other.
func (d *dimacsReader) project() error {
	var seen []int32 // sorted
	for _, keyword := range [...]string{"p show", "project", "ind"} {
		variables, ok := d.shown[keyword]
		if !ok {
			continue
		}
		sorted := slices.Compact(slices.Sorted(slices.Values(variables)))
		if d.f.Projection != nil && !slices.Equal(seen, sorted) {
			return d.wrongAt(d.projected, `the comments "c p show", "c project" and "c ind" list different variables; they should list the same`)
		}
		if d.f.Projection == nil {
			seen, d.f.Projection = sorted, variables
		}
	}
	return nil
}

// WriteDIMACS writes the formula in the DIMACS format that SAT solvers read.
//
// Comments before the header say which square each variable stands for. A
// Projection is written twice, as model counters (c p show 1 2 0, the model
// counting competition) and as clasp (c project 1 2 0) read it: a solver that
// knows neither sees comments. Both follow the header, where alone clasp looks,
// when asked to by --parse-ext --project. clasp ignores a projection on no
// variables.
//
// A formula that cannot be written is refused before anything is: a projection
// on what is no variable, more squares than variables, a literal that is 0 or
// no variable's.
func (f *CNF) WriteDIMACS(w io.Writer) error {
	if err := f.check(); err != nil {
		return fmt.Errorf("writing DIMACS: %w", err)
	}
	out := bufio.NewWriterSize(w, 1<<16)
	writeSquares(out, "c", f.Squares)
	writeChosen(out, "c", f.Chosen)
	fmt.Fprintf(out, "p cnf %d %d\n", f.Variables, f.NumClauses())
	if f.Projection != nil {
		// One line each: some counters take a second line for a mistake.
		for _, keyword := range projections {
			fmt.Fprintf(out, "c %s ", keyword)
			writeLiterals(out, f.Projection)
		}
	}
	for clause := range f.Clauses() {
		writeLiterals(out, clause)
	}
	return flush(out, "DIMACS")
}

// WriteWCNF writes the formula as a weighted partial MaxSAT problem, in the format of
// the MaxSAT evaluations to 2021: its clauses must hold, and of the soft literals as many
// as can be.
func (f *CNF) WriteWCNF(w io.Writer, soft []int32) error {
	if err := f.check(); err != nil {
		return fmt.Errorf("writing WCNF: %w", err)
	}
	out := bufio.NewWriterSize(w, 1<<16)
	writeSquares(out, "c", f.Squares)
	writeChosen(out, "c", f.Chosen)
	top := len(soft) + 1 // more than all that can be broken
	fmt.Fprintf(out, "p wcnf %d %d %d\n", f.Variables, f.NumClauses()+len(soft), top)
	for clause := range f.Clauses() {
		fmt.Fprintf(out, "%d ", top)
		writeLiterals(out, clause)
	}
	for _, l := range soft {
		out.WriteString("1 ")
		writeLiterals(out, []int32{l})
	}
	return flush(out, "WCNF")
}

// projections are the comments that list the variables a model is about, as
// they are written.
var projections = [...]string{"p show", "project"}

func writeLiterals(w *bufio.Writer, literals []int32) {
	for _, l := range literals {
		w.Write(append(strconv.AppendInt(w.AvailableBuffer(), int64(l), 10), ' '))
	}
	w.WriteString("0\n")
}

func (f *CNF) check() error {
	if err := checkSquares(f.Squares, f.Variables); err != nil {
		return err
	}
	for _, v := range f.Projection {
		if v < 1 || int(v) > f.Variables {
			return fmt.Errorf("the projection lists %d, which is none of the variables 1 to %d", v, f.Variables)
		}
	}
	i := 0
	for clause := range f.Clauses() {
		i++
		for _, l := range clause {
			if l == 0 || int(l) > f.Variables || -int(l) > f.Variables {
				return fmt.Errorf("clause %d has the literal %d, which is none of the variables 1 to %d or their negatives", i, l, f.Variables)
			}
		}
	}
	return nil
}
