package encode

import (
	"bufio"
	"errors"
	"io"
	"math/big"
	"slices"
	"strings"
)

// readMPS reads a 0–1 programme in the MPS format, in fixed or free columns; names have no blanks.
// It refuses what is no 0–1 programme.
func readMPS(r io.Reader, room int64) (*linearProgramme, error) {
	m := mpsReader{p: newLinearProgramme("MPS"), rows: map[string]int{}, room: room}
	if err := m.read(bufio.NewReader(r)); err != nil {
		return nil, err
	}
	return m.p, nil
}

type mpsReader struct {
	p       *linearProgramme
	line    int
	section string
	rows    map[string]int // by name; −1 for the objective, −2 for another row without bounds
	kinds   []string       // of the rows: "L", "G", "E"
	goal    string         // the name of the objective's row
	integer bool           // within integer markers
	room    int64
	listed  bool // the section COLUMNS has begun
}

// mpsLine is the longest line, in bytes.
const mpsLine = 1 << 20

func (m *mpsReader) read(r *bufio.Reader) error {
	for {
		text, err := r.ReadString('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if m.line++; len(text) > mpsLine {
			return m.wrong("longer than %d bytes", mpsLine)
		}
		fields := strings.Fields(text)
		switch {
		case len(fields) == 0:
		case text[0] == '*':
			m.p.readConstant(strings.Fields(text[1:]))
		case text[0] != ' ' && text[0] != '\t':
			if fields[0] == "ENDATA" {
				return m.finish()
			}
			if wrong := m.begin(fields); wrong != nil {
				return wrong
			}
		default:
			if wrong := m.data(fields); wrong != nil {
				return wrong
			}
		}
		if err != nil {
			return m.wrong("the text ends without ENDATA")
		}
	}
}

func (m *mpsReader) wrong(format string, args ...any) error {
	return m.p.wrong(Place{m.line, 1}, format, args...)
}

// begin begins a section.
func (m *mpsReader) begin(fields []string) error {
	switch m.section = fields[0]; m.section {
	case "NAME", "ROWS", "RHS", "RANGES", "BOUNDS":
	case "COLUMNS":
		m.listed = true
	case "OBJSENSE":
		if len(fields) > 1 {
			return m.sense(fields[1])
		}
	case "OBJNAME", "OBJECTIVE":
		if len(fields) > 1 {
			return m.wrong("%s is not read: the first row N is the objective", m.section)
		}
	case "SOS", "SOS1", "SOS2", "QUADOBJ", "QMATRIX", "QSECTION", "QCMATRIX", "INDICATORS", "LAZYCONS", "USERCUTS", "CSECTION", "PWLOBJ", "GENCONS":
		return m.wrong("the section %s is not read: only 0–1 variables and linear constraints are", m.section)
	default:
		return m.wrong("%.20q: should be a section: ROWS, COLUMNS, RHS, RANGES, BOUNDS or ENDATA", m.section)
	}
	return nil
}

func (m *mpsReader) sense(word string) error {
	switch strings.ToUpper(word) {
	case "MAX", "MAXIMIZE", "MAXIMISE", "MAXIMUM":
		m.p.maximise = true
	case "MIN", "MINIMIZE", "MINIMISE", "MINIMUM":
		m.p.maximise = false
	default:
		return m.wrong("OBJSENSE %.20q: should be MIN or MAX", word)
	}
	return nil
}

// data reads a line of the current section.
func (m *mpsReader) data(fields []string) error {
	switch m.section {
	case "OBJSENSE":
		return m.sense(fields[0])
	case "ROWS":
		return m.row(fields)
	case "COLUMNS":
		return m.column(fields)
	case "RHS":
		return m.numbers(fields, m.rhs)
	case "RANGES":
		return m.numbers(fields, m.ranged)
	case "BOUNDS":
		return m.bound(fields)
	case "OBJNAME", "OBJECTIVE":
		return m.wrong("%s is not read: the first row N is the objective", m.section)
	}
	return m.wrong("a line before the section ROWS")
}

func (m *mpsReader) row(fields []string) error {
	if len(fields) != 2 || !slices.Contains([]string{"N", "L", "G", "E"}, strings.ToUpper(fields[0])) {
		return m.wrong("a row should be N, L, G or E and a name without blanks")
	}
	kind, name := strings.ToUpper(fields[0]), fields[1]
	if _, twice := m.rows[name]; twice {
		return m.wrong("a second row %.40q", name)
	}
	switch {
	case kind == "N" && m.goal == "":
		m.goal, m.rows[name] = name, -1
	case kind == "N":
		m.rows[name] = -2
	default:
		m.rows[name] = len(m.p.rows)
		r, zero := row{name: name, line: m.line}, new(big.Rat)
		if kind != "G" {
			r.high = zero
		}
		if kind != "L" {
			r.low = zero
		}
		m.p.rows, m.kinds = append(m.p.rows, r), append(m.kinds, kind)
	}
	return nil
}

// spend subtracts bytes from the room, and returns errTooLarge if less was left.
func (m *mpsReader) spend(bytes int64) error {
	if m.room >= 0 {
		if m.room -= bytes; m.room < 0 {
			m.room = 0
			return errTooLarge
		}
	}
	return nil
}

func (m *mpsReader) column(fields []string) error {
	if len(fields) >= 3 && strings.Trim(fields[1], `'"`) == "MARKER" {
		switch strings.Trim(fields[2], `'"`) {
		case "INTORG":
			m.integer = true
		case "INTEND":
			m.integer = false
		default:
			return m.wrong("the marker %.20q: should be INTORG or INTEND", fields[2])
		}
		return nil
	}
	if len(fields) != 3 && len(fields) != 5 {
		return m.wrong("should be a variable, a row and a number, and perhaps a second row and number")
	}
	j := m.p.column(fields[0], Place{m.line, 1})
	m.p.columns[j].integer = m.p.columns[j].integer || m.integer
	return m.pairs(fields[1:], func(name string, n *big.Rat) error {
		i, known := m.rows[name]
		switch {
		case !known:
			return m.wrong("no row is called %.40q", name)
		case i == -1:
			m.p.objective = append(m.p.objective, rationalTerm{j, n})
		case i >= 0:
			m.p.rows[i].terms = append(m.p.rows[i].terms, rationalTerm{j, n})
		}
		return m.spend(termBytes + nameBytes)
	})
}

// pairs calls use for each name with its number.
func (m *mpsReader) pairs(fields []string, use func(string, *big.Rat) error) error {
	for ; len(fields) >= 2; fields = fields[2:] {
		n, ok := decimal(fields[1])
		if !ok {
			return m.wrong("%.40q is not a number", fields[1])
		}
		if err := use(fields[0], n); err != nil {
			return err
		}
	}
	return nil
}

// numbers reads pairs of rows and numbers, with the name of the set before them or without.
func (m *mpsReader) numbers(fields []string, use func(string, *big.Rat) error) error {
	if len(fields)%2 == 1 {
		fields = fields[1:]
	}
	if len(fields) == 0 || len(fields) > 4 {
		return m.wrong("should be a name, a row and a number")
	}
	return m.pairs(fields, use)
}

func (m *mpsReader) rhs(name string, n *big.Rat) error {
	i, known := m.rows[name]
	switch {
	case !known:
		return m.wrong("no row is called %.40q", name)
	case i == -1: // the objective minus the number
		m.p.constant.Sub(m.p.constant, n)
		if n.Sign() != 0 {
			m.p.warnings = append(m.p.warnings, m.wrong("the right side %s of the objective is read as the constant %s, as CPLEX, Gurobi, SCIP and cbc do; glpsol and lp_solve take the other sign", n.RatString(), new(big.Rat).Neg(n).RatString()).Error())
		}
	case i >= 0:
		r := &m.p.rows[i]
		if r.low != nil {
			r.low = n
		}
		if r.high != nil {
			r.high = n
		}
	}
	return nil
}

func (m *mpsReader) ranged(name string, n *big.Rat) error {
	i, known := m.rows[name]
	if !known || i < 0 {
		return m.wrong("a range of %.40q, which is no row with a bound", name)
	}
	r, size := &m.p.rows[i], new(big.Rat).Abs(n)
	switch {
	case m.kinds[i] == "L" || m.kinds[i] == "E" && n.Sign() < 0:
		r.low = new(big.Rat).Sub(r.high, size)
	default:
		r.high = new(big.Rat).Add(r.low, size)
	}
	return nil
}

// bound reads a bound. The name of the set may be missing.
func (m *mpsReader) bound(fields []string) error {
	kind := strings.ToUpper(fields[0])
	want := 4
	switch kind {
	case "FR", "MI", "PL", "BV":
		want = 3
	case "UP", "LO", "FX", "LI", "UI":
	case "SC", "SI":
		return m.wrong("a semi-continuous variable (%s) is not read: only variables with the values 0 and 1 are", kind)
	default:
		return m.wrong("the bound %.20q: should be UP, LO, FX, BV, LI, UI, FR, MI or PL", fields[0])
	}
	rest := fields[1:]
	if want == 3 && len(rest) == 3 { // some writers add a number
		rest = rest[:2]
	}
	if len(rest) == want-1 {
		rest = rest[1:]
	}
	if len(rest) != want-2 {
		return m.wrong("should be the kind of the bound, a name, a variable, and a number if the kind has one")
	}
	j, known := m.p.index[rest[0]]
	if !known {
		return m.wrong("no variable is called %.40q", rest[0])
	}
	c := &m.p.columns[j]
	c.bounded = true
	var n *big.Rat
	if want == 4 {
		var ok bool
		if n, ok = decimal(rest[1]); !ok {
			return m.wrong("%.40q is not a number", rest[1])
		}
	}
	switch kind {
	case "UP", "UI":
		if c.high = n; n.Sign() < 0 && c.low != nil && c.low.Sign() == 0 {
			return m.wrong("the variable %s can be negative; only variables with the values 0 and 1 are read", c.name)
		}
	case "LO", "LI":
		c.low = n
	case "FX":
		c.low, c.high = n, n
	case "BV":
		c.low, c.high = new(big.Rat), big.NewRat(1, 1)
	case "FR":
		c.low, c.high = nil, nil
	case "MI":
		c.low = nil
	case "PL":
		c.high = nil
	}
	c.integer = c.integer || kind == "BV" || kind == "LI" || kind == "UI"
	return nil
}

// finish makes the checks that need the whole text.
func (m *mpsReader) finish() error {
	if !m.listed || m.goal == "" {
		return m.wrong("no section COLUMNS, or no row N for the objective")
	}
	return nil
}
