package cutting

import (
	"cmp"
	"context"
	"io"
	"maps"
	"slices"

	"nqueens/backends/internal/stratum"
	"nqueens/encode"
)

// Optimum finds the least value of the objective and writes a proof of it, which ends with the conclusion BOUNDS. It begins with
// the values of the first variables in a good solution; there may be none. It returns the best solution, or nil if there is none. The
// proof's values do not include the objective's constant.
func Optimum(ctx context.Context, f *encode.PB, good []bool, w io.Writer) (best []bool, value int64, err error) {
	s := begin(f, w)
	e, err := newSearch(ctx, f, s)
	if err != nil {
		return nil, 0, err
	}
	terms, constant, err := normal(f.Objective)
	if err != nil {
		return nil, 0, err
	}
	o := &optimum{search: e, variables: f.Variables, terms: terms, constant: constant, weights: map[lit]int64{}, counts: map[lit]counted{}}
	for _, t := range terms {
		o.weights[t.literal.not()] = t.coefficient
	}
	if err := o.run(good); err != nil {
		return nil, 0, err
	}
	if o.best == nil {
		return nil, 0, s.end("BOUNDS INF : ", e.refuted, " INF")
	}
	return o.best, o.value, s.end("BOUNDS ", o.value, " : ", e.refuted, " ", o.value)
}

// An optimum is a search for the best solution.
type optimum struct {
	*search
	variables int
	terms     []term // of the objective
	constant  int64
	best      []bool
	value     int64 // of the best solution
	better    int64 // number of the constraint that a solution is better

	least   int64           // the weight of the cores: each solution costs at least this, beside the constant
	weights map[lit]int64   // of the literals that are assumed
	counts  map[lit]counted // of an assumption, the output that it negates
	cores   []*counter      // all cores
	summed  int             // number of cores in the last sum
}

// A counter counts the true literals of a core by output literals, which constraints of the proof define.
type counter struct {
	literals []lit
	weight   int64
	number   int64   // of the clause that one is true
	outputs  []lit   // outputs[i] means that at least i+2 are true
	defines  []int64 // of each output, the number of the constraint that it implies this
}

// A counted output is the number of an output of a counter.
type counted struct {
	*counter
	output int
}

// run finds the best solution and derives a contradiction from the constraint that there is a better one.
func (o *optimum) run(good []bool) error {
	assumptions := make([]lit, len(good))
	for i, yes := range good {
		if assumptions[i] = positive(int32(i)); !yes {
			assumptions[i] = assumptions[i].not()
		}
	}
	verdict, _, _, err := o.solve(assumptions, maxConflicts)
	if err == nil && verdict == unsatisfied && o.refuted == 0 {
		verdict, _, _, err = o.solve(nil, maxConflicts)
	}
	if err != nil || verdict == unsatisfied {
		return err
	}
	if err := o.found(); err != nil {
		return err
	}
	threshold := stratum.Next(maps.Values(o.weights), largest)
	for o.refuted == 0 {
		if o.constant+o.least >= o.value {
			o.sum()
			continue
		}
		verdict, core, number, err := o.solve(o.assumed(threshold), maxConflicts)
		switch {
		case err != nil:
			return err
		case verdict == satisfied:
			if err := o.found(); err != nil {
				return err
			}
		case len(core) > 0:
			if core, number, err = o.trim(core, number); err != nil {
				return err
			}
			if len(core) > 0 {
				o.relax(core, number)
			}
		}
		if verdict == satisfied || len(o.assumed(threshold)) == 0 {
			threshold = stratum.Next(maps.Values(o.weights), threshold)
		}
	}
	return nil
}

const maxConflicts = 1 << 60

// found records the current assignment, which is better than those before, and adds the constraint that the next is better.
func (o *optimum) found() error {
	o.best, o.value = make([]bool, o.variables), o.constant
	o.write("soli")
	for v := range o.best {
		l := positive(int32(v))
		if o.best[v] = o.values[l] > 0; !o.best[v] {
			l = l.not()
		}
		o.write(" ", l)
	}
	o.write(";\n")
	total := int64(0)
	c := linear{}
	for _, t := range o.terms {
		total += t.coefficient
		if o.values[t.literal] > 0 {
			o.value += t.coefficient
		}
		c.terms = append(c.terms, term{t.coefficient, t.literal.not()})
	}
	o.last++
	o.better = o.last
	c.degree, c.number = total+o.constant-o.value+1, o.last
	o.retreat(0)
	o.summed = 0
	o.add(c)
	return o.ctx.Err()
}

// assumed returns the assumptions whose weight is at least threshold, the heaviest first.
func (o *optimum) assumed(threshold int64) []lit {
	var list []lit
	for l, w := range o.weights {
		if w >= threshold {
			list = append(list, l)
		}
	}
	slices.SortFunc(list, func(a, b lit) int {
		return cmp.Or(cmp.Compare(o.weights[b], o.weights[a]), cmp.Compare(a, b))
	})
	return list
}

// The searches that make a core smaller: their number, and the conflicts that each may take.
const mostTrims, trimConflicts = 3, 2000

// trim returns a core that is a subset of another, with its number.
func (o *optimum) trim(core []lit, number int64) ([]lit, int64, error) {
	for range mostTrims {
		if len(core) <= 1 || o.refuted > 0 {
			break
		}
		assumptions := make([]lit, len(core))
		for i, l := range core {
			assumptions[i] = l.not()
		}
		slices.SortFunc(assumptions, func(a, b lit) int { return cmp.Or(cmp.Compare(o.weights[b], o.weights[a]), cmp.Compare(a, b)) })
		verdict, smaller, n, err := o.solve(assumptions, trimConflicts)
		o.retreat(0)
		if err != nil {
			return nil, 0, err
		}
		if verdict != unsatisfied || len(smaller) >= len(core) {
			break
		}
		o.forget(number)
		core, number = smaller, n
	}
	return core, number, nil
}

// relax raises the lower bound by the least weight of a core. The literals of the core keep what exceeds it, and a counter
// charges each literal beyond the first that is true.
func (o *optimum) relax(core []lit, number int64) {
	least := o.weights[core[0].not()]
	for _, l := range core {
		least = min(least, o.weights[l.not()])
	}
	o.least += least
	for _, l := range core {
		a := l.not()
		if o.weights[a] -= least; o.weights[a] == 0 {
			delete(o.weights, a)
		}
		if at := o.counts[a]; at.counter != nil {
			o.charge(at.counter, at.output+1, least)
		}
	}
	c := &counter{literals: core, weight: least, number: number}
	o.cores = append(o.cores, c)
	o.charge(c, 0, least)
	var open []lit
	for _, l := range core {
		if o.values[l] > 0 {
			open = nil
			break
		}
		if o.values[l] == 0 {
			open = append(open, l)
		}
	}
	if open != nil && o.refuted == 0 {
		o.addOpen(open, number, false)
	}
	if len(o.cores) > 2*o.summed && o.refuted == 0 {
		o.sum()
	}
}

// charge assumes with a weight that an output of a counter is false. The output is defined if it is the next one.
func (o *optimum) charge(c *counter, output int, weight int64) {
	if output < len(c.outputs) {
		o.weights[c.outputs[output].not()] += weight
		return
	}
	most := int64(output + 2) // the number of true literals from which on the output is true
	if most > int64(len(c.literals)) || o.refuted > 0 {
		return
	}
	v := o.variable()
	y := positive(v)
	implies, implied := linear{degree: most}, linear{degree: int64(len(c.literals)) - most + 1}
	for _, l := range c.literals {
		implies.terms = append(implies.terms, term{1, l})
		implied.terms = append(implied.terms, term{1, l.not()})
	}
	implies.terms = append(implies.terms, term{most, y.not()})
	implied.terms = append(implied.terms, term{implied.degree, y})
	implies.number = o.define(implies, v, 0)
	implied.number = o.define(implied, v, 1)
	c.outputs, c.defines = append(c.outputs, y), append(c.defines, implies.number)
	o.weights[y.not()] = weight
	o.counts[y.not()] = counted{c, output}
	for _, d := range []linear{implies, implied} {
		if o.refuted == 0 {
			o.add(d)
		}
	}
}

// sum derives the sum of two things: the constraint that a solution is better than the best one found, and
// the constraints of all cores, multiplied by their weights. The sum bounds the objective without the
// costs that the cores prove. It is a contradiction if the lower bound has reached the value of the best
// solution.
func (o *optimum) sum() {
	left := map[lit]int64{}
	for _, t := range o.terms {
		left[t.literal] = t.coefficient
	}
	o.write("pol ", o.better)
	for _, c := range o.cores {
		o.write(" ", c.number)
		for i, d := range c.defines { // of the literals at least one more is true than outputs are
			o.write(" ", int64(i+1), " * ", d, " + ", int64(i+2), " d")
		}
		if c.weight > 1 {
			o.write(" ", c.weight, " *")
		}
		o.write(" +")
		for _, l := range c.literals {
			left[l] -= c.weight
		}
		for _, l := range c.outputs {
			left[l] += c.weight
		}
	}
	o.write(";\n")
	o.last++
	o.summed = len(o.cores)
	if o.constant+o.least >= o.value {
		o.refuted = o.last
		return
	}
	c := linear{degree: o.constant + o.least - o.value + 1, number: o.last}
	for _, l := range slices.Sorted(maps.Keys(left)) {
		if w := left[l]; w > 0 {
			c.terms = append(c.terms, term{w, l.not()})
			c.degree += w
		}
	}
	o.add(c)
}
