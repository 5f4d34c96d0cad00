package external

import (
	"fmt"
	"math/big"
	"strings"

	"nqueens"
	"nqueens/internal/lazyregexp"
	"nqueens/internal/printable"
)

// competitionCount matches the line with a count in the output of the model counting competitions: "c s
// exact arb int 92", "c s exact arb frac 3/4", "c s approx arb int 90", "c s pac double 92". Its groups are the
// kind, the precision, the notation and the number. Other lines with "c s" are about the count, such
// as "c s type mc" and "c s log10-estimate 1.96".
var competitionCount = lazyregexp.New(`(?m)^c s (exact|approx|pac)(?: (arb|single|double|quadruple))?(?: (int|frac|float|prec-sci))? ([-+0-9./eE]+)[ \r]*$`)

// inexact matches the line by which a model counter states that its number is not exact. The number may
// be on a line of another format.
var inexact = lazyregexp.New(`(?m)^c s (?:approx|pac)\b.*$`)

// readCount reads the number of solutions from the output of the task count. The number of an approximate
// counter, and one that is rounded, become an Estimate with the status unknown.
func (x *run) readCount(p printed) error {
	text, exact, found := x.countIn(p.stdout)
	if !found {
		return x.readNoCount(p)
	}
	number, ok := new(big.Rat).SetString(text)
	if !ok {
		return fmt.Errorf("printed %.60q where a number of solutions was expected", text)
	}
	weighted := x.request.Problem.Formula != nil && x.request.Problem.Formula.Weighted()
	if !weighted && (number.Sign() < 0 || !number.IsInt()) && !strings.ContainsAny(text, ".eE") {
		return fmt.Errorf("printed %.60q as a number of solutions", text)
	}
	estimate := nqueens.Estimate{Count: nqueens.SumOf(number)}
	line := inexact.Get().Find(p.stdout)
	switch {
	case x.input.Epsilon != nil:
		estimate.Epsilon, estimate.Delta = float64(*x.input.Epsilon), float64(*x.input.Delta)
	case line != nil:
		return outcomeError{nqueens.Fail(nqueens.Unknown, "printed an estimate, which is no count: "+printable.Short(string(line)))}
	case exact:
		x.outcome.Status, x.outcome.Count = nqueens.Solved, estimate.Count
		return nil
	default:
		estimate.Epsilon = rounding(text)
	}
	x.outcome.Status, x.outcome.Estimate, x.outcome.Reason = nqueens.Unknown, &estimate, estimate.String()
	return nil
}

// countIn returns the last number of solutions in the output. exact is set if the number is written in
// full: a whole number, or a fraction.
func (x *run) countIn(stdout []byte) (text string, exact, found bool) {
	pattern := competitionCount.Get()
	if x.input.Counted != nil {
		pattern = x.input.Counted.re
	}
	lines := pattern.FindAllSubmatch(stdout, -1)
	if len(lines) == 0 {
		return "", false, false
	}
	last := lines[len(lines)-1]
	text = string(last[len(last)-1])
	exact = !strings.ContainsAny(text, ".eE")
	if x.input.Counted == nil && len(last[3]) > 0 { // a notation for rounded numbers may print "12"
		exact = exact && (string(last[3]) == "int" || string(last[3]) == "frac")
	}
	return text, exact, true
}

// rounding returns a bound on the relative error of a rounded number: one unit of its last digit, and at least
// 10⁻⁹, because most counters compute such numbers in floating point.
func rounding(text string) float64 {
	digits, _, _ := strings.Cut(strings.ToLower(text), "e")
	digits = strings.TrimLeft(strings.Replace(digits, ".", "", 1), "+-0")
	leading, unit := new(big.Float), big.NewFloat(1)
	if _, ok := leading.SetString(digits); !ok || leading.Sign() == 0 {
		return leastRounding
	}
	relative, _ := unit.Quo(unit, leading).Float64()
	return max(leastRounding, relative)
}

const leastRounding = 1e-9
