package external

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
)

// statusWords are patterns for the lines by which a program states the status.
type statusWords struct {
	Solved        linePattern `yaml:"solved"`
	Optimal       linePattern `yaml:"optimal"` // as solved, and the solution is the best
	Unsatisfiable linePattern `yaml:"unsatisfiable"`
	Unknown       linePattern `yaml:"unknown"`
}

// Validate returns an error if a status that every program needs has no pattern.
func (w *statusWords) Validate() error {
	if w.Solved.re == nil && w.Optimal.re == nil || w.Unsatisfiable.re == nil {
		return errors.New(`"status" needs patterns for "solved" (or "optimal") and "unsatisfiable", as in {solved: '^sat$', unsatisfiable: '^unsat$'}`)
	}
	return nil
}

// linePattern matches a line; the zero linePattern matches none.
type linePattern struct{ re *regexp.Regexp }

func (p *linePattern) UnmarshalText(text []byte) (err error) {
	p.re, err = regexp.Compile(string(text))
	return err
}

func (p linePattern) matches(line string) bool { return p.re != nil && p.re.MatchString(line) }

type backendName string

func (n *backendName) UnmarshalText(text []byte) error {
	*n = backendName(text)
	return checkName(string(text))
}

// numberPattern matches a number in a line.
type numberPattern struct{ re *regexp.Regexp }

func (p *numberPattern) UnmarshalText(text []byte) (err error) {
	p.re, err = regexp.Compile("(?m)" + string(text))
	if err == nil && p.re.NumSubexp() != 1 {
		err = fmt.Errorf(`%q finds no number: put the number, and nothing else, in brackets, as in '^c conflicts: +(\d+)'`, text)
	}
	return err
}

// yesNo is a Boolean value of a description.
type yesNo bool

func (y *yesNo) UnmarshalText(text []byte) error {
	switch string(text) {
	case "true":
		*y = true
	case "false":
		*y = false
	default:
		return fmt.Errorf("%q is neither true nor false", text)
	}
	return nil
}

// tolerance is the epsilon of an approximate counter.
type tolerance float64

func (e *tolerance) UnmarshalText(text []byte) error {
	x, err := strconv.ParseFloat(string(text), 64)
	if err != nil || !(x >= 0) || math.IsInf(x, 0) {
		return fmt.Errorf("%q is no number from 0", text)
	}
	*e = tolerance(x)
	return nil
}

// probability is the delta of an approximate counter.
type probability float64

func (d *probability) UnmarshalText(text []byte) error {
	x, err := strconv.ParseFloat(string(text), 64)
	if err != nil || !(x > 0 && x < 1) {
		return fmt.Errorf("%q is no probability between 0 and 1", text)
	}
	*d = probability(x)
	return nil
}

type exitStatus int

func (e *exitStatus) UnmarshalText(text []byte) error {
	n, err := strconv.Atoi(string(text))
	if err != nil || n < 1 || n > 125 {
		return fmt.Errorf("%q is no exit status from 1 to 125", text)
	}
	*e = exitStatus(n)
	return nil
}

type mebibytes int64

// defaultDisk is the limit in MiB on what a solver writes to the disk, if its description has none.
const defaultDisk mebibytes = 2048

func (m *mebibytes) UnmarshalText(text []byte) error {
	const most = 1 << 20 // a TiB
	n, err := strconv.ParseInt(string(text), 10, 64)
	if err != nil || n < 1 || n > most {
		return fmt.Errorf("%q is not a whole number from 1 to %d", text, most)
	}
	*m = mebibytes(n)
	return nil
}
