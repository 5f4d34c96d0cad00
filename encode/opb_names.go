package encode

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// opbVariables gives variables their numbers. As long as all are called x and a number
// they have that number, so that one that occurs nowhere has its own too; with the first
// other name they are numbered as they come.
type opbVariables struct {
	highest int64
	zero    bool             // x0 occurs
	known   map[string]int32 // by name; nil as long as all names are numbers
	names   []string
}

// number is the number of a variable, for the time being: settle says which it has in the
// end. The sums are all that have been read.
func (v *opbVariables) number(name string, p *PB, latest []PBTerm) (int32, error) {
	if digits, x := strings.CutPrefix(name, "x"); x && digits != "" && strings.Trim(digits, "0123456789") == "" {
		n, err := strconv.ParseInt(digits, 10, 64)
		if err != nil || n > math.MaxInt32 {
			return 0, fmt.Errorf("variable %s: numbers up to %d can be read", name, math.MaxInt32)
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
		v.rename(latest)
	}
	return v.named(name), nil
}

// named is the number of a variable with a name, the next one if it has none yet.
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
		terms[i].Variable = v.named("x" + strconv.Itoa(int(t.Variable)))
	}
}

// settle numbers the variables from 1 and says how many there are. Where x0 occurs x0 is
// the first.
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
		return fmt.Errorf("variable x%d beside x0: numbers up to %d can be read", v.highest, math.MaxInt32-1)
	}
	p.Variables++
	shift := func(terms []PBTerm) {
		for i := range terms {
			terms[i].Variable++
		}
	}
	shift(p.Objective)
	for _, c := range p.constraints {
		shift(c.Terms)
	}
	return nil
}

// fromZero are the names x0, x1, …
func fromZero(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = "x" + strconv.Itoa(i)
	}
	return names
}
