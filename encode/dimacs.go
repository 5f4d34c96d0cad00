package encode

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"nqueens/internal/table"
)

// ReadDIMACS reads a formula in the DIMACS format. From its comments it reads what WriteDIMACS
// writes there: the squares, the weights of literals ("c p weight 1 0.3 0"), and the variables to
// project on, in the forms "c p show", "c project" and "c ind", or "vp" after the header "p pcnf".
// Other comments may begin anywhere in a line, even
// within a clause. A clause may span several lines. A line that begins with % ends the formula, as
// in the files of SATLIB.
//
// The CNF has Warnings if the header's number of clauses or variables does not match, or if the
// last clause lacks its 0, or if only one literal of a variable has a weight, or if a line "c p" or
// "c t" has an unknown keyword. ReadDIMACS returns a
// *SyntaxError for text that asks for something else than a count of models: exclusive-ors, or a
// problem type that contradicts the projection or the weights. It also returns one for every other defect, such as a missing, repeated or malformed
// header or a word that is not a literal. Memory grows with the text that was read, not with the
// numbers in the header.
func ReadDIMACS(r io.Reader) (*CNF, error) { return readDIMACS(r, -1) }

// readDIMACS reads a formula that may take at most room bytes of memory; a negative room is no
// limit.
func readDIMACS(r io.Reader, room int64) (*CNF, error) {
	d := dimacsReader{scanner: newScanner(r, "DIMACS", "", "", room), f: NewCNF(0)}
	if err := d.read(); err != nil {
		return nil, err
	}
	return d.f, nil
}

// A constrainedCNF is a formula with further constraints.
type constrainedCNF struct {
	*CNF
	exclusive []listing // an odd number of the literals is true
	bounds    []listing // of the literals, as often as they occur, a number is true

	tautologies, repeating int // set by model: see nqueens.Formula
}

// A listing is a list of literals in a constraint.
type listing struct {
	line     int
	literals []int32
	is       relation // to bound, for bounds
	bound    int64
}

// readExtended reads a formula as readDIMACS does, and exclusive-ors: "x1 2 -3 0" and "x 1 2 -3 0"
// of CryptoMiniSat. With plus the text is in MiniCARD's format: its header is "p cnf+", and a
// constraint "1 2 3 <= 2" or "1 2 3 >= 2", which has no final 0, says how many literals are true.
func readExtended(r io.Reader, plus bool, room int64) (*constrainedCNF, error) {
	operators, header := "", "cnf"
	if plus {
		operators, header = "<>=", "cnf+"
	}
	f := &constrainedCNF{CNF: NewCNF(0)}
	d := dimacsReader{scanner: newScanner(r, "DIMACS", operators, "", room), f: f.CNF, extended: f, kind: header}
	if err := d.read(); err != nil {
		return nil, err
	}
	return f, nil
}

// Upper bounds of the memory for a clause and for each literal, here and in a model, in bytes;
// measured.
const clauseBytes, literalBytes = 70, 22

type dimacsReader struct {
	*scanner
	f *CNF

	header    bool
	place     Place   // of the header
	variables int64   // as in the header
	clauses   int64   // as in the header
	listed    int64   // the number of variables that the header "p pcnf" says are listed; -1 for "p cnf"
	above     Place   // of the first literal whose variable exceeds variables
	beyond    int64   // that literal
	clause    []int32 // the literals read so far of the current clause

	extended *constrainedCNF // takes further constraints; nil if there must be none
	kind     string          // in the header: "cnf+", or another word for "cnf"
	odd      bool            // the current clause is an exclusive-or

	shown     map[string][]int32 // the variables listed in comments, by keyword
	projected Place              // of the last such comment
	highest   int                // the highest variable mentioned in a comment
	named     Place              // of that mention
	track     string             // the problem type in "c t mc"
	typed     Place              // of that comment
	weights   map[int32]weighing // of literals
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
				d.skip(b) // the rest is only checked to be readable
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
	plus := d.kind == "cnf+"
	right, place := `should be "p cnf VARIABLES CLAUSES"`, d.at
	if plus {
		right = `should be "p cnf+ VARIABLES CONSTRAINTS"`
	}
	if !d.nextOnLine() || plus != d.is("cnf+") || !plus && !d.is("cnf") && !d.is("pcnf") && !d.is("pmc") {
		return d.wrong("%s in the header, which %s", d.quoted(), right)
	}
	if d.is("pmc") {
		d.warn(d.at, `the header "p pmc" is of no competition; it is read as "p cnf"`)
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
	if d.extended != nil {
		if done, err := d.readOther(); done || err != nil {
			return err
		}
	}
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

// readOther reads a word that begins an exclusive-or, and the relation with the bound that end a
// cardinality constraint. It reports false for another word.
func (d *dimacsReader) readOther() (done bool, err error) {
	switch {
	case d.header && d.word[0] == 'x' && len(d.clause) == 0 && !d.odd:
		d.odd = true
		d.word = d.word[1:]
		return len(d.word) == 0, nil
	case d.kind != "cnf+" || !d.header || d.kinds[d.word[0]] != operatorByte:
		return false, nil
	}
	c := listing{line: d.at.Line}
	switch relation := string(d.word); relation {
	case "<=":
		c.is = atMost
	case ">=":
		c.is = atLeast
	case "=", "==":
		c.is = equal
	default:
		return true, d.wrong("%q: should be <= or >=, and a number", relation)
	}
	if !d.next() {
		return true, d.wrong("the text ends too early; next should be a number")
	}
	bound, ok := d.integer()
	if !ok || d.odd {
		return true, d.wrong("%s: should be the number that bounds how many literals are true", d.quoted())
	}
	c.bound, c.literals = bound, slices.Clone(d.clause)
	for _, l := range c.literals {
		d.f.Variables = max(d.f.Variables, int(l), int(-l))
	}
	d.extended.bounds = append(d.extended.bounds, c)
	d.clause = d.clause[:0]
	d.spend(constraintBytes)
	return true, nil
}

func (d *dimacsReader) addClause() {
	if d.odd {
		d.odd = false
		d.extended.exclusive = append(d.extended.exclusive, listing{line: d.at.Line, literals: slices.Clone(d.clause)})
		for _, l := range d.clause {
			d.f.Variables = max(d.f.Variables, int(l), int(-l))
			d.spend(10 * clauseBytes)
		}
		d.clause = d.clause[:0]
		return
	}
	d.f.Add(d.clause...)
	d.clause = d.clause[:0]
	d.spend(clauseBytes)
}

// noLiteral reads a word that is not a literal: the keyword vp, which lists variables after "p
// pcnf", or an error.
func (d *dimacsReader) noLiteral() error {
	switch {
	case d.first && d.is("vp") && d.listed >= 0:
		return d.readProjection("vp")
	case d.first && d.word[0] == 'x':
		return d.wrong("an exclusive-or (x), which is not supported: write it as clauses")
	case d.first && d.is("w"):
		return d.wrong("a weight (w): write it as \"c p weight LITERAL WEIGHT 0\"")
	}
	return d.wrong("%s is not a literal: a variable's number, negative if it is negated, or the 0 that ends a clause", d.quoted())
}

// comment reads a comment, starting from its c, which is the current word.
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
			return d.readWeight()
		default:
			d.unknown()
		}
	case d.is("t"):
		return d.readTrack()
	case d.is("weights"):
		if at := d.at; d.nextOnLine() && isNumber(d.word) {
			return d.wrongAt(at, "weights (c weights): write them as \"c p weight LITERAL WEIGHT 0\"")
		}
	case d.is("MUST"):
		at := d.at
		if d.nextOnLine() && d.is("MULTIPLY") && d.nextOnLine() && d.is("BY") && d.nextOnLine() && !d.is("1") {
			return d.wrongAt(at, "a factor (c MUST MULTIPLY BY %s), which counts do not support: without this line the formula alone is counted", d.word)
		}
	case d.is("project"), d.is("ind"):
		return d.readProjection(string(d.word))
	}
	return nil
}

// unknown warns about a line "c p" with a keyword that is not read, which is the current word. Only a
// line that ends with 0, as directives do, causes a warning; others are ordinary text.
func (d *dimacsReader) unknown() {
	at, keyword := d.at, d.quoted()
	ends := false
	for d.nextOnLine() {
		ends = d.is("0")
	}
	if ends {
		d.warn(at, "%s is no keyword after \"c p\", so this line is ignored; \"c p show\" and \"c p weight\" are read", keyword)
	}
}

// isNumber reports whether a word is a number with or without a point.
func isNumber(word []byte) bool {
	_, err := strconv.ParseFloat(string(word), 64)
	return err == nil
}

// readTrack reads the problem type of the model counting competitions, starting from the t, which
// is the current word. If more words follow, the line is ordinary text.
func (d *dimacsReader) readTrack() error {
	if !d.nextOnLine() {
		return nil
	}
	track, at := string(d.word), d.at
	if d.nextOnLine() {
		return nil
	}
	switch track {
	case "mc", "pmc", "wmc", "pwmc", "wpmc":
		if track == "wpmc" {
			track = "pwmc"
		}
		if d.track != "" && d.track != track {
			return d.wrongAt(at, "the problem type %s, after %s in line %d", track, d.track, d.typed.Line)
		}
		d.track, d.typed = track, at
	default:
		if isLetters(track) {
			d.warn(at, "the problem type %s is ignored: mc, pmc, wmc and pwmc are read", track)
		}
	}
	return nil
}

// isLetters reports whether a word consists of small letters.
func isLetters(word string) bool {
	return strings.Trim(word, "abcdefghijklmnopqrstuvwxyz") == ""
}

// readProjection reads the list of variables after a keyword. Several comments may continue the
// list. If no number follows the keyword, as in "c project X", the line is ordinary text, except
// after "c p show", which no text begins with.
func (d *dimacsReader) readProjection(keyword string) error {
	at := d.at
	d.nextOnLine()
	if _, ok := d.integer(); !ok && keyword != "vp" && keyword != "p show" {
		return nil
	}
	variables := d.shown[keyword]
	if variables == nil {
		variables = []int32{} // an empty projection differs from no projection
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

// mention records a variable that a comment names. The header with the number of variables may come
// later.
func (d *dimacsReader) mention(variable int, at Place) {
	if variable > d.highest {
		d.highest, d.named = variable, at
	}
}

// finish makes the checks that need the whole text.
func (d *dimacsReader) finish() error {
	if d.failed != nil || !d.header {
		return d.wrong(`no header "p cnf VARIABLES CLAUSES"`)
	}
	if len(d.clause) > 0 && d.kind == "cnf+" {
		return d.wrong("the last constraint should end with 0, or with <= or >= and a number")
	}
	if len(d.clause) > 0 || d.odd {
		d.warn(d.at, "the last clause should end with 0")
		d.addClause()
	}
	if d.above.Line > 0 {
		d.warn(d.above, "literal %d: the header says %s, but %s", d.beyond, table.Plural(int(d.variables), "variable"), thereAre(d.f.Variables))
	}
	n := int64(d.f.NumClauses())
	if d.extended != nil {
		n += int64(len(d.extended.exclusive) + len(d.extended.bounds))
	}
	if n != d.clauses {
		d.warn(d.place, "the header says %s, but %s", table.Plural(int(d.clauses), "clause"), thereAre(int(n)))
	}
	if d.highest > d.f.Variables {
		return d.wrongAt(d.named, "variable %d: the header says %s", d.highest, table.Plural(d.f.Variables, "variable"))
	}
	if err := d.project(); err != nil {
		return err
	}
	if err := d.weigh(); err != nil {
		return err
	}
	switch shown := d.f.Projection; {
	case (d.track == "mc" || d.track == "wmc") && shown != nil:
		return d.wrongAt(d.projected, "variables to project on: the problem type %s in line %d allows no projection", d.track, d.typed.Line)
	case (d.track == "pmc" || d.track == "pwmc") && shown == nil:
		return d.wrongAt(d.typed, "the problem type is %s, but no line \"c p show\" lists the variables to project on", d.track)
	case d.listed > 0 && d.shown["vp"] == nil:
		return d.wrongAt(d.place, "the header is \"p pcnf\", but no line \"vp\" lists the variables to project on")
	case d.listed == 0 && shown == nil:
		d.f.Projection = []int32{}
	case d.listed >= 0 && int64(len(shown)) != d.listed:
		d.warn(d.place, "the header says %s to project on, but %s", table.Plural(int(d.listed), "variable"), thereAre(len(shown)))
	}
	return nil
}

// warn appends a warning.
func (d *dimacsReader) warn(at Place, format string, args ...any) {
	wrong := &SyntaxError{d.format, at, fmt.Sprintf(format, args...)}
	d.f.Warnings = append(d.f.Warnings, wrong.Error())
}

// project sets the projection from the comments. It returns an error if they contradict each other.
func (d *dimacsReader) project() error {
	var seen []int32 // the current projection, sorted
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

// WriteDIMACS writes the formula in the DIMACS format that SAT solvers read. Comments before the
// header give the square of each variable. A Projection is written twice: as model counters read it
// (c p show 1 2 0, the model counting competition) and as clasp reads it (c project 1 2 0). Other
// solvers treat both as comments. Both follow the header, because clasp reads them only there, with
// --parse-ext --project. clasp ignores a projection on no variables.
//
// WriteDIMACS returns an error before it writes anything if the projection has a number that is not
// a variable, if there are more squares than variables, or if a literal is 0 or has no variable.
func (f *CNF) WriteDIMACS(w io.Writer) error {
	if err := f.check(); err != nil {
		return fmt.Errorf("writing DIMACS: %w", err)
	}
	out := bufio.NewWriterSize(w, 1<<16)
	writeSquares(out, "c", f.Squares)
	writeChosen(out, "c", f.Chosen)
	fmt.Fprintf(out, "p cnf %d %d\n", f.Variables, f.NumClauses())
	if f.Projection != nil {
		// One line each, because some counters reject a second line.
		for _, keyword := range projections {
			fmt.Fprintf(out, "c %s ", keyword)
			writeLiterals(out, f.Projection)
		}
	}
	for _, v := range slices.Sorted(maps.Keys(f.Weights)) {
		w := f.Weights[v]
		fmt.Fprintf(out, "c p weight %d %s 0\nc p weight %d %s 0\n", v, w.Chosen.RatString(), -v, w.NotChosen.RatString())
	}
	for clause := range f.Clauses() {
		writeLiterals(out, clause)
	}
	return flush(out, "DIMACS")
}

// A SoftLiteral is a literal that should be true, with the cost if it is false.
type SoftLiteral struct {
	Weight  int64
	Literal int32
}

// WriteWCNF writes the formula as a weighted partial MaxSAT problem, in the format of the MaxSAT
// evaluations up to 2021. The clauses are hard. The objective is the least total weight of false
// soft literals.
// A comment states the constant that the objective adds to that weight.
func (f *CNF) WriteWCNF(w io.Writer, soft []SoftLiteral, constant int64) error {
	if err := f.check(); err != nil {
		return fmt.Errorf("writing WCNF: %w", err)
	}
	out := bufio.NewWriterSize(w, 1<<16)
	writeSquares(out, "c", f.Squares)
	writeChosen(out, "c", f.Chosen)
	writeConstant(out, "c", constant)
	top := int64(1) // the weight of hard clauses: more than the total of the soft ones
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

// projections are the keywords of the two comments in which WriteDIMACS lists the variables of the
// Projection: that of the model counting competition and that of clasp.
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
			return fmt.Errorf("the projection lists %d, which is not one of the variables 1 to %d", v, f.Variables)
		}
	}
	i := 0
	for clause := range f.Clauses() {
		i++
		for _, l := range clause {
			if l == 0 || int(l) > f.Variables || -int(l) > f.Variables {
				return fmt.Errorf("clause %d has the literal %d; its variable is not one of 1 to %d", i, l, f.Variables)
			}
		}
	}
	return nil
}

// thereAre returns "there is 1" or "there are N".
func thereAre(n int) string {
	if n == 1 {
		return "there is 1"
	}
	return fmt.Sprintf("there are %d", n)
}
