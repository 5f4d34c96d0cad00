package plan

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"nqueens"
	"nqueens/bench"
	"nqueens/family"
	"nqueens/instance"
	"nqueens/internal/strictyaml"
	"nqueens/internal/unpack"
)

// Data is a table of published values.
type Data struct {
	Name, Source string
	Parameters   []string // the columns with the parameters of a value: n, backend, diagonals
	Quantities   []Quantity
	Rows         []DataRow
	Absent       string // the environment variable with its folder, if that is not set
}

// DataRow is one row of published values.
type DataRow struct {
	At     []string // values of the parameters
	Values []Value  // values of the quantities
}

// Value is a published number with its printed precision.
type Value struct {
	Text   string // "" if none is published
	Number float64
	Within float64 // half a unit of the last printed digit
}

// mostData limits the size of a table of published values, in bytes.
const mostData = 256 << 20

// ReadData reads a table of published values: a line with the names of the columns, and a line of values for
// each row. The separator is a tab if the first line has one, otherwise a comma. A column is named after a
// parameter or a quantity. Errors begin with the file's name and the line number, counted from first.
func ReadData(name string, first int, in io.Reader) (d Data, err error) {
	packed, _, err := unpack.IfPacked(bufio.NewReader(in))
	if err != nil {
		return d, fmt.Errorf("%s: %w", name, err)
	}
	lines := bufio.NewReader(io.LimitReader(packed, mostData))
	head, _ := lines.Peek(4096) //nolint:errcheck // the last block may be shorter, and errors are found below
	top, _, _ := strings.Cut(string(head), "\n")
	table := csv.NewReader(lines)
	table.ReuseRecord, table.TrimLeadingSpace = true, true
	if strings.Contains(top, "\t") {
		table.Comma = '\t'
	}
	failed := func(err error) (Data, error) {
		line, _ := table.FieldPos(0)
		if wrong, ok := errors.AsType[*csv.ParseError](err); ok {
			line, err = wrong.Line, wrong.Err
		}
		return d, fmt.Errorf("%s:%d: %w", name, first-1+max(1, line), err)
	}
	columns, err := table.Read()
	if errors.Is(err, io.EOF) {
		return d, fmt.Errorf("%s:%d: there are no columns: write their names, as in n,count", name, first)
	}
	if err == nil {
		columns, err = d.readColumns(slices.Clone(columns))
	}
	if err != nil {
		return failed(err)
	}
	lineOf := map[string]int{}
	for {
		fields, err := table.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		var row DataRow
		if err == nil {
			row, err = d.readRow(columns, fields)
		}
		if err != nil {
			return failed(err)
		}
		line, _ := table.FieldPos(0)
		key := strings.Join(row.At, "\x00")
		if before, twice := lineOf[key]; twice {
			return failed(fmt.Errorf("the values for %s are given twice (first on line %d)", d.where(row), before))
		}
		lineOf[key] = first - 1 + line
		d.Rows = append(d.Rows, row)
	}
	if len(d.Rows) == 0 {
		return d, fmt.Errorf("%s:%d: there is no row of values", name, first)
	}
	return d, nil
}

// readColumns sets the parameters and quantities, and returns the names of the columns.
func (d *Data) readColumns(columns []string) ([]string, error) {
	for i, column := range columns {
		column = strings.TrimSpace(column)
		if slices.Contains(columns[:i], column) {
			return nil, fmt.Errorf("column %q is given twice", column)
		}
		columns[i] = column
		if isParameter(column) {
			d.Parameters = append(d.Parameters, column)
			continue
		}
		q, err := ParseQuantity(column)
		if column == "verdict" {
			q, err = Quantity{Unit: Solvable}, nil
		}
		if err != nil {
			return nil, fmt.Errorf("column %q is neither a parameter (%s) nor a quantity, as mean nodes: %w", column, strings.Join(parameters(), ", "), err)
		}
		d.Quantities = append(d.Quantities, q)
	}
	if len(d.Quantities) == 0 {
		return nil, errors.New("there is no column of values, as count or mean nodes")
	}
	return columns, nil
}

func (d *Data) readRow(columns, fields []string) (row DataRow, err error) {
	for i, field := range fields {
		field = strings.TrimSpace(field)
		if !isParameter(columns[i]) {
			v, err := parseValue(field)
			if err != nil {
				return row, fmt.Errorf("column %q: %w", columns[i], err)
			}
			if q := d.Quantities[len(row.Values)]; q.Unit == Share && q.Place != Half && q.Place != AtPeak && v.Text != "" && !(v.Number >= 0 && v.Number <= 1) {
				return row, fmt.Errorf("column %q: %s is no share: write a number from 0 to 1", columns[i], field)
			}
			row.Values = append(row.Values, v)
			continue
		}
		if isNumber(columns[i]) {
			n, err := strconv.Atoi(field)
			if err != nil {
				return row, fmt.Errorf("column %q: %q is not a whole number", columns[i], field)
			}
			field = strconv.Itoa(n)
		}
		if field == "" {
			return row, fmt.Errorf("column %q has no value", columns[i])
		}
		row.At = append(row.At, strings.Clone(field))
	}
	return row, nil
}

// where returns the name of a row by its parameters.
func (d *Data) where(row DataRow) string {
	var words []string
	for i, name := range d.Parameters {
		words = append(words, name+" = "+row.At[i])
	}
	return strings.Join(words, ", ")
}

// parseValue parses a printed number. An empty field or a dash is no value.
func parseValue(text string) (v Value, err error) {
	switch strings.ToUpper(text) {
	case "", "-", "–":
		return v, nil
	case "SATISFIABLE":
		return Value{Text: text, Number: 1}, nil
	case "UNSATISFIABLE":
		return Value{Text: text, Number: 0}, nil
	}
	v = Value{Text: strings.Clone(text)}
	if v.Number, err = strconv.ParseFloat(text, 64); err != nil || strings.Trim(text, "0123456789.eE+-") != "" {
		return v, fmt.Errorf("%q is not a number", text)
	}
	digits, exponent, _ := strings.Cut(strings.ToLower(text), "e")
	_, decimals, _ := strings.Cut(digits, ".")
	tens, _ := strconv.Atoi(exponent) //nolint:errcheck // ParseFloat has accepted it
	v.Within = 0.5 * math.Pow10(tens-len(decimals))
	return v, nil
}

// Parameters in addition to those of generated instances.
const (
	ParameterN       = "n"
	ParameterBackend = "backend" // the contender, such as gini/product
	ParameterID      = "id"      // an instance, by its seed or the name of its file
	ParameterAs      = "as"      // the name of a run
)

// parameters returns the possible names of parameters.
func parameters() []string {
	list := []string{ParameterN, ParameterBackend, ParameterID, ParameterAs, "family", "task", "symmetric"}
	for _, k := range instance.Kinds() {
		for _, name := range k.Parameters() {
			if !slices.Contains(list, name) {
				list = append(list, name)
			}
		}
	}
	return list
}

func isParameter(name string) bool { return slices.Contains(parameters(), name) }

// isNumber reports whether a parameter's values are whole numbers.
func isNumber(name string) bool {
	return !slices.Contains([]string{ParameterBackend, ParameterID, ParameterAs, "family", "task", "symmetric"}, name)
}

// published is an entry of the published figures in a plan: ratios, or a table.
type published struct {
	Name   text                     `yaml:"name"`
	Family text                     `yaml:"family"`
	Ratios strictyaml.Entries[text] `yaml:"ratios" example:"16"`
	File   text                     `yaml:"file"`
	Rows   text                     `yaml:"rows"`
	Source string                   `yaml:"source"`
}

// published adds an entry of the published figures to the plan.
func (r *reader) published(said strictyaml.At[published], p *Plan) {
	x, table := said.Value, said.Value.File.Line > 0 || said.Value.Rows.Line > 0
	if !table {
		p.Published = append(p.Published, r.ratios(said))
	}
	switch {
	case x.Name.Value == "":
		r.fail(said.Place, `the published figures have no "name"`)
	case !table && len(x.Ratios) == 0:
		r.fail(said.Place, `the published figures have no "ratios", as in {16: 13, 17: 8}, and no "rows" or "file" of values`)
	case x.Source == "":
		r.fail(said.Place, `the published figures have no "source": name the publication`)
	case !table:
	case len(x.Ratios) > 0 || x.File.Line > 0 && x.Rows.Line > 0:
		r.fail(said.Place, `published figures need exactly one of "ratios", "file" and "rows"`)
	case x.Family.Line > 0:
		r.fail(x.Family.Place, `"family" goes with "ratios": a table has a column for it`)
	case slices.ContainsFunc(p.Study.Data, func(d Data) bool { return d.Name == x.Name.Value }):
		r.fail(x.Name.Place, "published figures named %q are given twice", x.Name.Value)
	case x.Name.Value == KnownValues:
		r.fail(x.Name.Place, "%q is reserved for the values of the catalogue: choose another name", KnownValues)
	}
	if r.err != nil || !table {
		return
	}
	d := r.data(x)
	d.Name, d.Source = x.Name.Value, x.Source
	p.Study.Data = append(p.Study.Data, d)
}

// data reads the rows of a table from the plan or from a file.
func (r *reader) data(x published) (d Data) {
	if x.Rows.Line > 0 {
		d, err := ReadData(x.Rows.File, x.Rows.Line+1, strings.NewReader(x.Rows.Value))
		if err != nil && r.err == nil {
			r.err = err
		}
		return d
	}
	if variable := unset(x.File.Value); variable != "" {
		return Data{Absent: variable}
	}
	path, err := r.path(x.File.Value)
	if err == nil {
		var file *os.File
		if file, err = os.Open(filepath.Clean(path)); err == nil {
			d, err = ReadData(path, 1, file)
			file.Close() //nolint:errcheck // it was only read
		}
	}
	if err != nil {
		r.fail(x.File.Place, "published figures: %w", err)
	}
	return d
}

// ratios reads published ratios to the baseline.
func (r *reader) ratios(said strictyaml.At[published]) bench.Published {
	x, of := said.Value, family.Queens
	parse(r, &of, x.Family, r.family)
	p := bench.Published{Name: x.Name.Value, Family: of.Name, Ratios: map[int]float64{}, Source: x.Source}
	for _, e := range x.Ratios {
		n, err := wholeNumber(e.Key, 1, nqueens.MaxModelSize)
		if err != nil {
			r.fail(e.Place, "board size %w", err)
		}
		if _, twice := p.Ratios[n]; twice {
			r.fail(e.Place, "the ratio at %d is given twice", n)
		}
		var ratio float64
		parse(r, &ratio, e.Value, parseRatio)
		p.Ratios[n] = ratio
	}
	return p
}
