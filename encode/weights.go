package encode

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"

	"nqueens"
	"nqueens/internal/lazyregexp"
	"nqueens/internal/table"
)

// weighing is a weight that a line of a formula gives a literal.
type weighing struct {
	weight *big.Rat
	place  Place
}

// weightForm matches a weight: a decimal, with an optional exponent, or a fraction.
var weightForm = lazyregexp.New(`^[-+]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][-+]?[0-9]{1,3})?$|^[-+]?[0-9]+/[0-9]+$`)

// longestWeight bounds how many characters a weight may have.
const longestWeight = 1000

// readWeight reads "c p weight LITERAL WEIGHT 0" after the word weight.
func (d *dimacsReader) readWeight() error {
	const right = `a weight should be written as "c p weight LITERAL WEIGHT 0"`
	d.nextOnLine()
	at := d.at
	l, ok := d.integer()
	if !ok || l == 0 || l > math.MaxInt32 || l < -math.MaxInt32 {
		return d.wrong("%s is not a literal; %s", d.quoted(), right)
	}
	d.nextOnLine()
	if len(d.word) > longestWeight || !weightForm.Get().MatchString(string(d.word)) {
		return d.wrong("%s is not a weight: a decimal as 0.25, or a fraction as 1/4; %s", d.quoted(), right)
	}
	weight, ok := new(big.Rat).SetString(string(d.word))
	if !ok {
		return d.wrong("%s is not a weight: the denominator is 0", d.quoted())
	}
	if d.nextOnLine() && !d.is("0") || d.nextOnLine() {
		return d.wrong("%s after a weight; %s", d.quoted(), right)
	}
	if before, twice := d.weights[int32(l)]; twice && before.weight.Cmp(weight) != 0 {
		return d.wrongAt(at, "literal %d has the weight %s, and line %d gives it %s", l, weight.RatString(), before.place.Line, before.weight.RatString())
	}
	if d.weights == nil {
		d.weights = make(map[int32]weighing)
	}
	d.weights[int32(l)] = weighing{weight, at}
	d.mention(int(max(l, -l)), at)
	d.spend(weightBytes)
	return nil
}

// weightBytes is an upper bound of the memory for a weight, here and in a model.
const weightBytes = 400

// weigh combines the weights of literals into weights of variables. If only one of a literal and its negation
// has a weight, the other's is 1 minus that, as in the model counting competitions.
func (d *dimacsReader) weigh() error {
	if len(d.weights) == 0 {
		return nil
	}
	first := slices.MinFunc(slices.Collect(maps.Values(d.weights)), func(a, b weighing) int {
		return cmp.Or(cmp.Compare(a.place.Line, b.place.Line), cmp.Compare(a.place.Column, b.place.Column))
	})
	if d.track == "mc" || d.track == "pmc" {
		return d.wrongAt(first.place, "a weight: the problem type %s in line %d allows no weights", d.track, d.typed.Line)
	}
	shown := make(map[int32]bool, len(d.f.Projection))
	for _, v := range d.f.Projection {
		shown[v] = true
	}
	d.f.Weights = make(map[int32]nqueens.Weight, len(d.weights))
	one := big.NewRat(1, 1)
	var alone []int32 // literals whose negations have no weight
	var implied *big.Rat
	for _, l := range slices.SortedFunc(maps.Keys(d.weights), func(a, b int32) int {
		return cmp.Or(cmp.Compare(max(a, -a), max(b, -b)), cmp.Compare(b, a))
	}) {
		v, given := max(l, -l), d.weights[l]
		if d.f.Projection != nil && !shown[v] {
			return d.wrongAt(given.place, "a weight of variable %d, which is not among those to project on", v)
		}
		other, both := d.weights[-l]
		if !both {
			if other.weight = new(big.Rat).Sub(one, given.weight); given.weight.Sign() < 0 || other.weight.Sign() < 0 {
				return d.wrongAt(given.place, "literal %d has the weight %s and %d has none: a line should say which; only for one from 0 to 1 is it what is missing to 1", l, given.weight.RatString(), -l)
			}
			if alone = append(alone, l); len(alone) == 1 {
				implied = other.weight
			}
		}
		if l > 0 {
			d.f.Weights[v] = nqueens.Weight{Chosen: given.weight, NotChosen: other.weight}
		} else if !both {
			d.f.Weights[v] = nqueens.Weight{Chosen: other.weight, NotChosen: given.weight}
		}
	}
	if len(alone) > 0 {
		l, rest := alone[0], ""
		if len(alone) > 1 {
			rest = fmt.Sprintf("; so for %s more", table.Plural(len(alone)-1, "variable"))
		}
		d.warn(d.weights[l].place, "literal %d has the weight %s and %d has none: it is taken to have %s, what is missing to 1%s", l, d.weights[l].weight.RatString(), -l, implied.RatString(), rest)
	}
	return nil
}
