package opttest

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
)

// programme returns a random 0–1 programme without products. ranges reports, for each constraint,
// whether it is one of two constraints that bound the same sum from below and from above.
func programme(r *rand.Rand) (p Problem, ranges []bool) {
	p = Problem{Variables: 1 + r.IntN(6), Maximise: r.IntN(2) == 0}
	p.Objective = once(sum(r, p.Variables, false, false))
	for range 1 + r.IntN(3) {
		c := linear(r, p.Variables, false, false)
		c.Terms = once(c.Terms)
		c.Bound = new(big.Int).Add(Assignment(r.Uint64()&63).Value(c.Terms), big.NewInt(r.Int64N(3)-1))
		p.Constraints = append(p.Constraints, c)
		if ranged := r.IntN(4) == 0; ranged && c.Relation != "=" {
			other := c
			other.Relation = map[string]string{"<=": ">=", ">=": "<="}[c.Relation]
			other.Bound = new(big.Int).Add(c.Bound, big.NewInt(map[string]int64{"<=": -3, ">=": 3}[c.Relation]))
			p.Constraints = append(p.Constraints, other)
			ranges = append(ranges, true, true)
		} else {
			ranges = append(ranges, false)
		}
	}
	return p, ranges
}

// once returns a sum of positive literals with each variable once, and no coefficient 0.
func once(terms []Term) (out []Term) {
	sum := map[int]*big.Int{}
	var order []int
	for _, t := range terms {
		v := max(t.Literals[0], -t.Literals[0])
		if sum[v] == nil {
			sum[v] = new(big.Int)
			order = append(order, v)
		}
		sum[v].Add(sum[v], t.Coefficient)
	}
	for _, v := range order {
		if sum[v].Sign() != 0 {
			out = append(out, Term{sum[v], []int{v}})
		}
	}
	if len(out) == 0 {
		out = append(out, Term{big.NewInt(1), []int{1}})
	}
	return out
}

// halved returns the text of a number, divided by 2 if half is set.
func halved(n *big.Int, half bool) string {
	if !half {
		return n.String()
	}
	return new(big.Rat).SetFrac(n, big.NewInt(2)).FloatString(1)
}

func lpTerms(terms []Term, half bool) string {
	var b strings.Builder
	for i, t := range terms {
		sign, size := "+", new(big.Int).Abs(t.Coefficient)
		if t.Coefficient.Sign() < 0 {
			sign = "-"
		}
		if i == 0 && sign == "+" {
			sign = ""
		}
		number := halved(size, half) + " "
		if number == "1 " {
			number = ""
		}
		fmt.Fprintf(&b, " %s %sy_%d", sign, number, t.Literals[0])
		if i%2 == 1 {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// LP returns a 0–1 programme in the LP format.
func LP(r *rand.Rand) Text {
	p, ranges := programme(r)
	var b strings.Builder
	goal := [][]string{{"Minimize", "MIN", "minimise"}, {"Maximize", "max", "MAXIMUM"}}[map[bool]int{true: 1}[p.Maximise]][r.IntN(3)]
	fmt.Fprintf(&b, "\\ about\n%s\n obj:%s", goal, lpTerms(p.Objective, false))
	for v := range p.Variables { // so that each variable is there
		if !slices.ContainsFunc(p.Objective, func(t Term) bool { return t.Literals[0] == v+1 }) {
			fmt.Fprintf(&b, " + 0 y_%d", v+1)
		}
	}
	fmt.Fprintf(&b, "\n%s\n", []string{"Subject To", "st", "s.t.", "such that"}[r.IntN(4)])
	for i := 0; i < len(p.Constraints); i++ {
		c, half := p.Constraints[i], r.IntN(2) == 0
		if r.IntN(2) == 0 {
			fmt.Fprintf(&b, " c%d:", i)
		}
		if ranges[i] {
			low, high := c.Bound, p.Constraints[i+1].Bound
			if c.Relation == "<=" {
				low, high = high, low
			}
			fmt.Fprintf(&b, " %s <= %s <= %s\n", halved(low, half), lpTerms(c.Terms, half), halved(high, half))
			i++
			continue
		}
		relation := c.Relation
		if r.IntN(3) == 0 && relation != "=" {
			relation = map[string]string{"<=": "=<", ">=": ">"}[relation]
		}
		fmt.Fprintf(&b, "%s %s %s\n", lpTerms(c.Terms, half), relation, halved(c.Bound, half))
	}
	b.WriteString("Bounds\n")
	var binaries, generals []string
	for v := range p.Variables {
		name := fmt.Sprintf("y_%d", v+1)
		switch r.IntN(4) {
		case 0:
			fmt.Fprintf(&b, " 0 <= %s <= 1\n", name)
			generals = append(generals, name)
		case 1:
			fmt.Fprintf(&b, " %s <= 1.5\n", name)
			generals = append(generals, name)
		case 2:
			fmt.Fprintf(&b, " %s >= -infinity\n %s <= 1\n %s >= 0\n", name, name, name)
			generals = append(generals, name)
		default:
			binaries = append(binaries, name)
		}
	}
	if len(generals) > 0 {
		fmt.Fprintf(&b, "Generals\n %s\n", strings.Join(generals, " "))
	}
	if len(binaries) > 0 {
		fmt.Fprintf(&b, "Binaries\n %s\n", strings.Join(binaries, "\n "))
	}
	b.WriteString("End\n")
	return Text{p, "lp", b.String()}
}

// PlainLP returns a 0–1 programme in the part of the LP format that glpsol and cbc read alike.
func PlainLP(r *rand.Rand) Text {
	p, _ := programme(r)
	return plainLP(r, p)
}

// PlainMPS does the same as PlainLP in the MPS format. It always minimises, because glpsol knows no
// section OBJSENSE.
func PlainMPS(r *rand.Rand) Text { return mps(r, true) }

// MPS returns a 0–1 programme in the MPS format.
func MPS(r *rand.Rand) Text { return mps(r, false) }

func mps(r *rand.Rand, plain bool) Text {
	p, ranges := programme(r)
	p.Maximise = p.Maximise && !plain
	var rows, rhs, ranged strings.Builder
	columns := make([]strings.Builder, p.Variables)
	entry := func(terms []Term, row string, half bool) {
		for _, t := range terms {
			v := t.Literals[0]
			fmt.Fprintf(&columns[v-1], "    y%d  %s  %s\n", v, row, halved(t.Coefficient, half))
		}
	}
	for v := range columns { // so that each variable is there, in order
		fmt.Fprintf(&columns[v], "    y%d  other  1\n", v+1)
	}
	entry(p.Objective, "cost", false)
	constant := r.Int64N(5) - 2
	for i := 0; i < len(p.Constraints); i++ {
		c, half, name := p.Constraints[i], r.IntN(2) == 0, fmt.Sprintf("r%d", i)
		fmt.Fprintf(&rows, " %s  %s\n", map[string]string{"<=": "L", ">=": "G", "=": "E"}[c.Relation], name)
		entry(c.Terms, name, half)
		if c.Bound.Sign() != 0 {
			fmt.Fprintf(&rhs, "    RHS  %s  %s\n", name, halved(c.Bound, half))
		}
		if ranges[i] {
			fmt.Fprintf(&ranged, "    RNG  %s  %s\n", name, halved(big.NewInt(3), half))
			i++
		}
	}
	if constant != 0 { // a row N has minus the constant on its right side
		fmt.Fprintf(&rhs, "    RHS  cost  %d\n", -constant)
		p.Objective = append(p.Objective, Term{Coefficient: big.NewInt(constant)})
	}
	var b, bounds strings.Builder
	b.WriteString("* about\nNAME          random\n")
	if p.Maximise {
		b.WriteString([]string{"OBJSENSE\n    MAX\n", "OBJSENSE MAXIMIZE\n"}[r.IntN(2)])
	}
	fmt.Fprintf(&b, "ROWS\n N  cost\n N  other\n%sCOLUMNS\n", &rows)
	for v := range columns {
		name := fmt.Sprintf("y%d", v+1)
		if marked := r.IntN(2) == 0; marked {
			fmt.Fprintf(&b, "    M1  'MARKER'  'INTORG'\n%s    M2  'MARKER'  'INTEND'\n", columns[v].String())
			fmt.Fprintf(&bounds, " UP BND  %s  1\n", name)
		} else {
			b.WriteString(columns[v].String())
			form := r.IntN(3)
			if plain {
				form = 0
			}
			bounds.WriteString([]string{" BV BND  " + name, " BV " + name, " LI BND  " + name + "  0\n UI BND  " + name + "  1"}[form] + "\n")
		}
	}
	fmt.Fprintf(&b, "RHS\n%s", &rhs)
	if ranged.Len() > 0 {
		fmt.Fprintf(&b, "RANGES\n%s", &ranged)
	}
	fmt.Fprintf(&b, "BOUNDS\n%sENDATA\n", &bounds)
	return Text{p, "mps", b.String()}
}

// plainLP writes a programme in the LP format.
func plainLP(r *rand.Rand, p Problem) Text {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n obj:", map[bool]string{false: "Minimize", true: "Maximize"}[p.Maximise])
	for v := range p.Variables { // each in the objective, in order
		c := new(big.Int)
		for _, t := range p.Objective {
			if t.Literals[0] == v+1 {
				c = t.Coefficient
			}
		}
		fmt.Fprintf(&b, " %+d y_%d", c, v+1)
	}
	b.WriteString("\nSubject To\n")
	for i, c := range p.Constraints {
		half := r.IntN(2) == 0
		fmt.Fprintf(&b, " c%d:", i+1)
		for _, t := range c.Terms {
			number := halved(t.Coefficient, half)
			if t.Coefficient.Sign() > 0 {
				number = "+" + number
			}
			fmt.Fprintf(&b, " %s y_%d", number, t.Literals[0])
		}
		fmt.Fprintf(&b, " %s %s\n", c.Relation, halved(c.Bound, half))
	}
	var bounds, kinds [2]strings.Builder
	for v := range p.Variables {
		kind := r.IntN(2)
		if fmt.Fprintf(&kinds[kind], " y_%d\n", v+1); kind == 1 {
			fmt.Fprintf(&bounds[kind], " 0 <= y_%d <= 1\n", v+1)
		}
	}
	for _, section := range []struct{ name, text string }{{"Bounds", bounds[1].String()}, {"Generals", kinds[1].String()}, {"Binaries", kinds[0].String()}} {
		if section.text != "" {
			fmt.Fprintf(&b, "%s\n%s", section.name, section.text)
		}
	}
	b.WriteString("End\n")
	return Text{p, "lp", b.String()}
}
