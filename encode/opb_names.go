package encode

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// opbVariables assigns numbers to variable names. While every name is x followed by a number, a
// variable has that number, so variables that do not occur also have one. After the first name of
// another form, variables are numbered in order of occurrence.
type opbVariables struct {
	highest int64
	zero    bool             // x0 occurs
	known   map[string]int32 // by name; nil while all names are x and a number
	names   []string
}

// number returns the preliminary number of a variable; settle sets the final ones. latest is the
// sum being read.
func (v *opbVariables) number(name string, p *PB, latest []PBTerm) (int32, error) {
	if digits, x := strings.CutPrefix(name, "x"); x && digits != "" && strings.Trim(digits, "0123456789") == "" {
		n, err := strconv.ParseInt(digits, 10, 64)
		if err != nil || n > math.MaxInt32 {
			return 0, fmt.Errorf("variable %s: the number of a variable can be at most %d", name, math.MaxInt32)
		}
		if v.known == nil {
			v.highest, v.zero = max(v.highest, n), v.zero || n == 0
			return int32(n), nil
		}
		name = "x" + strconv.FormatInt(n, 10)
	}
	if v.known == nil {
		v.known = map[string]int32{}
		v.rename(p.Objective)
		for _, c := range p.constraints {
			v.rename(c.Terms)
		}
		for _, factors := range p.products {
			v.rename(factors)
		}
		v.rename(latest)
	}
	return v.named(name), nil
}

// named returns the number of a variable name, which is the next free number if the name is new.
func (v *opbVariables) named(name string) int32 {
	n, known := v.known[name]
	if !known {
		v.names = append(v.names, name)
		n = int32(len(v.names))
		v.known[name] = n
	}
	return n
}

func (v *opbVariables) rename(terms []PBTerm) {
	for i, t := range terms {
		if t.Variable >= 0 { // a product otherwise
			terms[i].Variable = v.named("x" + strconv.Itoa(int(t.Variable)))
		}
	}
}

// settle makes the variables' numbers start at 1 and sets their count and names in p. If x0 occurs,
// it becomes variable 1.
func (v *opbVariables) settle(p *PB) error {
	if v.known != nil {
		p.Variables, p.Names = len(v.names), v.names
		return nil
	}
	p.Variables = int(v.highest)
	if !v.zero {
		return nil
	}
	if v.highest == math.MaxInt32 {
		return fmt.Errorf("variables x%d and x0: in a file with x0 the number of a variable can be at most %d", v.highest, math.MaxInt32-1)
	}
	p.Variables++
	shift := func(terms []PBTerm) {
		for i := range terms {
			if terms[i].Variable >= 0 { // a product otherwise
				terms[i].Variable++
			}
		}
	}
	shift(p.Objective)
	for _, c := range p.constraints {
		shift(c.Terms)
	}
	for _, factors := range p.products {
		shift(factors)
	}
	return nil
}

// fromZero returns the names x0, x1, …, n of them.
func fromZero(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = "x" + strconv.Itoa(i)
	}
	return names
}
