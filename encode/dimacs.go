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
// show", "c project" or "c ind" list them, or "vp" after the header "p pcnf".
// Other comments may begin anywhere in a line, also within a clause, which may go
// over several lines. A line that begins with % ends the formula, as in the files
// of SATLIB.
//
// A header that promises more or fewer clauses than there are or fewer variables,
// and a last clause without its 0, are among the Warnings. What asks for another
// answer than a count of models is refused with a *SyntaxError: weights,
// exclusive-ors, a problem type that contradicts the projection. So is everything
// else: a header that is missing, repeated or wrong, what is no literal. Memory
// grows with what was read, never with what the header promises.
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

	header    bool
	place     Place   // of the header
	variables int64   // what the header promises
	clauses   int64   // likewise
	listed    int64   // the variables that p pcnf promises to list; -1 where it is p cnf
	above     Place   // of the first literal above the variables
	beyond    int64   // that literal
	clause    []int32 // the literals so far of the clause being read

	shown     map[string][]int32 // the variables that a comment lists, by its keyword
	projected Place              // the last such comment
	highest   int                // the highest variable that a comment speaks of
	named     Place              // where it does
	track     string             // the problem type of "c t mc"
	typed     Place              // where that is
}

func (d *dimacsReader) read() error {
	for d.next() {
		var err error
		switch {
		case d.first && d.word[0] == 'c', d.is("c"):
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
	right, place := `should be "p cnf VARIABLES CLAUSES"`, d.at
	if !d.nextOnLine() || !d.is("cnf") && !d.is("pcnf") {
		return d.wrong("%s in the header, which %s", d.quoted(), right)
	}
	limits := []int64{math.MaxInt32, math.MaxInt64}
	if d.is("pcnf") {
		right, limits = `should be "p pcnf VARIABLES CLAUSES LISTED"`, append(limits, math.MaxInt32)
	}
	numbers := [3]int64{2: -1}
	for i, most := range limits {
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
	d.header, d.place = true, place
	d.f.Variables = int(numbers[0])
	d.variables, d.clauses, d.listed = numbers[0], numbers[1], numbers[2]
	return nil
}

func (d *dimacsReader) readLiteral() error {
	l, ok := d.integer()
	switch {
	case !d.header && (ok || d.word[0] == 'p'):
		return d.wrong(`%s before the header "p cnf VARIABLES CLAUSES"`, d.quoted())
	case !ok:
		return d.noLiteral()
	case l == 0:
		d.addClause()
	case l > d.variables || l < -d.variables:
		if l > math.MaxInt32 || l < -math.MaxInt32 {
			return d.wrong("literal %d: at most %d variables can be read", l, math.MaxInt32)
		}
		if d.above.Line == 0 {
			d.above, d.beyond = d.at, l
		}
		fallthrough
	default:
		d.clause = append(d.clause, int32(l))
		d.spend(literalBytes)
	}
	return nil
}

func (d *dimacsReader) addClause() {
	d.f.Add(d.clause...)
	d.clause = d.clause[:0]
	d.spend(clauseBytes)
}

// noLiteral reads what stands where a literal should: the variables that p pcnf
// lists, or what is refused.
func (d *dimacsReader) noLiteral() error {
	switch {
	case d.first && d.is("vp") && d.listed >= 0:
		return d.readProjection("vp")
	case d.first && d.word[0] == 'x':
		return d.wrong("an exclusive-or (x), which is not read: write it as clauses")
	case d.first && d.is("w"):
		return d.wrong("a weight (w): weighted counts are not computed")
	}
	return d.wrong("%s is not a literal: a variable's number, negative if it is negated, or the 0 that ends a clause", d.quoted())
}

// comment reads a comment, of which the c is the current word.
func (d *dimacsReader) comment() error {
	defer d.endLine()
	if !d.first || !d.is("c") || !d.nextOnLine() {
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
		switch {
		case !d.nextOnLine():
		case d.is("show"):
			return d.readProjection("p show")
		case d.is("weight"):
			return d.wrong("a weight (c p weight): weighted counts are not computed")
		}
	case d.is("t"):
		return d.readTrack()
	case d.is("weights"):
		if at := d.at; d.nextOnLine() && isNumber(d.word) {
			return d.wrongAt(at, "weights (c weights): weighted counts are not computed")
		}
	case d.is("MUST"):
		at := d.at
		if d.nextOnLine() && d.is("MULTIPLY") && d.nextOnLine() && d.is("BY") && d.nextOnLine() && !d.is("1") {
			return d.wrongAt(at, "a factor (c MUST MULTIPLY BY %s) that no count takes into it: without this line the formula alone is counted", d.word)
		}
	case d.is("project"), d.is("ind"):
		return d.readProjection(string(d.word))
	}
	return nil
}

// isNumber reports whether a word is a number with or without a point.
func isNumber(word []byte) bool {
	_, err := strconv.ParseFloat(string(word), 64)
	return err == nil
}

// readTrack reads the problem type of the model counting competitions, of which the
// t is the current word. More words make it prose.
func (d *dimacsReader) readTrack() error {
	if !d.nextOnLine() {
		return nil
	}
	track, at := string(d.word), d.at
	if d.nextOnLine() {
		return nil
	}
	switch track {
	case "wmc", "pwmc", "wpmc":
		return d.wrongAt(at, "the problem type %s: weighted counts are not computed", track)
	case "mc", "pmc":
		if d.track != "" && d.track != track {
			return d.wrongAt(at, "the problem type %s, after %s in line %d", track, d.track, d.typed.Line)
		}
		d.track, d.typed = track, at
	}
	return nil
}

// readProjection reads the variables after a keyword, which may come in several
// such comments. Only a number makes it more than prose: "c project X".
func (d *dimacsReader) readProjection(keyword string) error {
	at := d.at
	d.nextOnLine()
	if _, ok := d.integer(); !ok && keyword != "vp" {
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
	if d.failed != nil || !d.header {
		return d.wrong(`no header "p cnf VARIABLES CLAUSES"`)
	}
	if len(d.clause) > 0 {
		d.warn(d.at, "the last clause should end with 0")
		d.addClause()
	}
	if d.above.Line > 0 {
		d.warn(d.above, "literal %d: the header promises only %s, and there are %d", d.beyond, table.Plural(int(d.variables), "variable"), d.f.Variables)
	}
	if n := int64(d.f.NumClauses()); n != d.clauses {
		d.warn(d.place, "the header promises %d clauses, and there are %d", d.clauses, n)
	}
	if d.highest > d.f.Variables {
		return d.wrongAt(d.named, "variable %d: the header promises only %s", d.highest, table.Plural(d.f.Variables, "variable"))
	}
	if err := d.project(); err != nil {
		return err
	}
	switch shown := d.f.Projection; {
	case d.track == "mc" && shown != nil:
		return d.wrongAt(d.projected, "variables to project on: line %d says that the problem type is mc, which has no projection", d.typed.Line)
	case d.track == "pmc" && shown == nil:
		return d.wrongAt(d.typed, "the problem type pmc, and no line c p show lists the variables to project on")
	case d.listed > 0 && d.shown["vp"] == nil:
		return d.wrongAt(d.place, "p pcnf, and no line vp lists the variables to project on")
	case d.listed == 0 && shown == nil:
		d.f.Projection = []int32{}
	case d.listed >= 0 && int64(len(shown)) != d.listed:
		d.warn(d.place, "the header promises %d variables to project on, and there are %d", d.listed, len(shown))
	}
	return nil
}

// warn adds to the warnings.
func (d *dimacsReader) warn(at Place, format string, args ...any) {
	wrong := &SyntaxError{d.format, at, fmt.Sprintf(format, args...)}
	d.f.Warnings = append(d.f.Warnings, wrong.Error())
}

// project takes the projection from the comments, which must not contradict
// each other.
func (d *dimacsReader) project() error {
	var seen []int32 // sorted
	for _, keyword := range [...]string{"p show", "project", "ind", "vp"} {
		variables, ok := d.shown[keyword]
		if !ok {
			continue
		}
		sorted := slices.Compact(slices.Sorted(slices.Values(variables)))
		if d.f.Projection != nil && !slices.Equal(seen, sorted) {
			return d.wrongAt(d.projected, `the lines "c p show", "c project", "c ind" and "vp" list different variables; they should list the same`)
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

// SoftLiteral is a literal that should be true, and what it costs if it is not.
type SoftLiteral struct {
	Weight  int64
	Literal int32
}

// WriteWCNF writes the formula as a weighted partial MaxSAT problem, in the format of
// the MaxSAT evaluations to 2021: its clauses must hold, and the soft literals that are
// false cost as little as can be.
func (f *CNF) WriteWCNF(w io.Writer, soft []SoftLiteral) error {
	if err := f.check(); err != nil {
		return fmt.Errorf("writing WCNF: %w", err)
	}
	out := bufio.NewWriterSize(w, 1<<16)
	writeSquares(out, "c", f.Squares)
	writeChosen(out, "c", f.Chosen)
	top := int64(1) // more than all that can be broken
	for _, s := range soft {
		top += s.Weight
	}
	fmt.Fprintf(out, "p wcnf %d %d %d\n", f.Variables, f.NumClauses()+len(soft), top)
	for clause := range f.Clauses() {
		fmt.Fprintf(out, "%d ", top)
		writeLiterals(out, clause)
	}
	for _, l := range soft {
		fmt.Fprintf(out, "%d ", l.Weight)
		writeLiterals(out, []int32{l.Literal})
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
