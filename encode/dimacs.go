package encode

import (
	"fmt"
	"io"
	"math"
	"slices"

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
// last clause lacks its 0, or if only one literal of a variable has a weight. ReadDIMACS returns a
// *SyntaxError for text that asks for something else than a count of models: exclusive-ors, a line "c p" or
// "c t" with an unknown keyword, or a problem type that contradicts the projection or the weights. A line
// "c p" without numbers is ordinary text. ReadDIMACS also returns a *SyntaxError for every other defect,
// such as a missing, repeated or malformed header or a word that is not a literal. Memory grows with the
// text that was read, not with the numbers in the header.
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
	further   Place   // of the first line on which a clause continues

	extended *constrainedCNF // takes further constraints; nil if there must be none
	kind     string          // in the header: "cnf+", or another word for "cnf"
	odd      bool            // the current clause is an exclusive-or

	shown     map[string][]int32 // the variables listed in comments, by keyword
	projected Place              // of the last such comment
	optional  Place              // of the first "c p optshow"
	bounded   int                // the line of the last bound of a cardinality constraint
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
		if tooLong(d.word) && d.word[0] != '-' {
			return d.wrong("%s is too large a number in the header: at most %d %s can be read", d.quoted(), most, [...]string{"variables", "clauses", "listed variables"}[i])
		}
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
	case l == 0 && len(d.clause) == 0 && !d.odd && d.bounded == d.at.Line:
		return d.wrong("0 after the bound of a cardinality constraint, which ends with its bound: the 0 would be an empty clause")
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
		if len(d.clause) > 0 {
			d.noteLine()
		}
		d.clause = append(d.clause, int32(l))
		d.spend(literalBytes)
	}
	return nil
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
	d.compareClauses(n)
	if d.highest > d.f.Variables {
		return d.wrongAt(d.named, "variable %d: the header says %s", d.highest, table.Plural(d.f.Variables, "variable"))
	}
	if err := d.project(); err != nil {
		return err
	}
	if d.optional.Line > 0 && d.f.Projection == nil {
		return d.wrongAt(d.optional, `c p optshow only adds variables to those of "c p show", and no such line lists the variables to project on`)
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

// noteLine records the place of the current word, which continues a clause, if it is the first of a
// line.
func (d *dimacsReader) noteLine() {
	if d.first && d.further.Line == 0 {
		d.further = d.at
	}
}

// compareClauses adds a warning if the number of clauses is not that of the header.
func (d *dimacsReader) compareClauses(n int64) {
	if n == d.clauses {
		return
	}
	rest := ""
	if n < d.clauses && d.further.Line > 0 {
		rest = fmt.Sprintf("; line %d continues a clause: the 0 that ends a clause may be missing before it", d.further.Line)
	}
	d.warn(d.place, "the header says %s, but %s%s", table.Plural(int(d.clauses), "clause"), thereAre(int(n)), rest)
}

// warn appends a warning.
func (d *dimacsReader) warn(at Place, format string, args ...any) {
	wrong := &SyntaxError{d.format, at, fmt.Sprintf(format, args...)}
	d.f.Warnings = append(d.f.Warnings, wrong.Error())
}

// thereAre returns "there is 1" or "there are N".
func thereAre(n int) string {
	if n == 1 {
		return "there is 1"
	}
	return fmt.Sprintf("there are %d", n)
}
