package encode

import "fmt"

// Kind is a kind of bounds on the number of true literals.
type Kind struct {
	Name string
	// bounds returns the bounds of this kind on n literals.
	bounds func(n int) [][2]int
}

// Kinds returns the kinds of bounds that an encoding can treat differently.
func Kinds() []Kind {
	from := func(least, most int, bounds func(n, k int) [2]int) func(n int) [][2]int {
		return func(n int) (list [][2]int) {
			for k := least; k <= n-most; k++ {
				list = append(list, bounds(n, k))
			}
			return list
		}
	}
	return []Kind{
		{"at most 1", func(int) [][2]int { return [][2]int{{0, 1}} }},
		{"at most k", from(2, 1, func(_, k int) [2]int { return [2]int{0, k} })},
		{"at least k", from(1, 1, func(n, k int) [2]int { return [2]int{k, n} })},
		{"exactly k", from(1, 1, func(_, k int) [2]int { return [2]int{k, k} })},
	}
}

// A Property is what a check of an encoding for a kind of bounds has found. Where a property does not
// hold, the text is an example.
type Property struct {
	// Preserves reports whether the literals determine the auxiliaries, so that the number of models
	// is right without projection.
	Preserves bool   `json:"preserves"`
	Multiple  string `json:"multiple,omitempty"` // "at most 1 of 3: 5 models, not 4"
	// Complete reports whether unit propagation is complete from every partial assignment.
	Complete bool   `json:"complete"`
	Missed   string `json:"missed,omitempty"` // "at most 2 of 4: from 1 2 it does not find -3"
}

// Properties checks an encoding for a kind of bounds: it counts the models of all bounds on up to
// models literals, and propagates from all partial assignments of up to partial literals. The numbers
// in more are further numbers of literals of at-most-one constraints whose models are counted, because
// some encodings differ only for long ones.
func (e Encoding) Properties(kind Kind, models, partial int, more ...int) Property {
	p := Property{Preserves: true, Complete: true}
	for n := 1; n <= models && p.Preserves; n++ {
		for _, b := range kind.bounds(n) {
			p.countAll(e, n, b[0], b[1])
		}
	}
	for _, n := range more {
		for _, b := range kind.bounds(n) {
			if p.Preserves && b[1] == 1 {
				p.countAll(e, n, b[0], b[1])
			}
		}
	}
	for n := 1; n <= partial && p.Complete; n++ {
		for _, b := range kind.bounds(n) {
			p.propagateAll(e, n, b[0], b[1])
		}
	}
	return p
}

// countAll compares the number of models of bounds with the number of choices of the literals.
func (p *Property) countAll(e Encoding, n, least, most int) {
	if !p.Preserves {
		return
	}
	f := boundsOf(e, n, least, most)
	want, choices := 0, 1 // choices of k of n
	for k := 0; k <= most; k++ {
		if k >= least {
			want += choices
		}
		choices = choices * (n - k) / (k + 1)
	}
	if got := countModels(f, make(assignment, f.Variables+1), want+1); got != want {
		p.Preserves, p.Multiple = false, fmt.Sprintf("%s: more than %d models", boundsName(n, least, most), want)
	}
}

// propagateAll propagates from every partial assignment of the literals.
func (p *Property) propagateAll(e Encoding, n, least, most int) {
	f := boundsOf(e, n, least, most)
	given, values := make(assignment, n+1), make(assignment, f.Variables+1)
	for {
		if missed := missedBy(f, given, values, least, most); missed != "" && p.Complete {
			p.Complete, p.Missed = false, boundsName(n, least, most)+": "+missed
			return
		}
		v := 1 // the next partial assignment, as a number with the digits 0, 1 and -1
		for ; v <= n && given[v] == -1; v++ {
			given[v] = 0
		}
		if v > n {
			return
		}
		given[v] = [...]int8{0: 1, 1: -1}[given[v]]
	}
}

// missedBy returns what unit propagation from an assignment of the literals misses, or "".
func missedBy(f *CNF, given, values assignment, least, most int) string {
	n, trues, falses := len(given)-1, 0, 0
	var literals []int32
	for v := int32(1); int(v) <= n; v++ {
		switch given[v] {
		case 1:
			trues++
			literals = append(literals, v)
		case -1:
			falses++
			literals = append(literals, -v)
		}
	}
	clear(values)
	copy(values, given)
	consistent := unitPropagate(f, values)
	if trues > most || n-falses < least {
		if consistent {
			return fmt.Sprintf("from %v no conflict", literals)
		}
		return ""
	}
	if !consistent {
		return fmt.Sprintf("from %v a conflict that there is not", literals)
	}
	for v := 1; v <= n; v++ {
		var want int8
		switch {
		case given[v] != 0:
			continue
		case trues == most:
			want = -1
		case n-falses == least:
			want = 1
		}
		if values[v] != want {
			return fmt.Sprintf("from %v the literal %d gets %d, not %d", literals, v, values[v], want)
		}
	}
	return ""
}

// boundsOf returns a formula that bounds n literals, its first variables.
func boundsOf(e Encoding, n, least, most int) *CNF {
	f := NewCNF(n)
	x := make([]int32, n)
	for i := range x {
		x[i] = int32(i + 1)
	}
	e.Bounds(f, x, least, most)
	return f
}

// boundsName returns a description of the constraint that from least to most of n variables are
// true, such as "at most 1 of 5".
func boundsName(n, least, most int) string {
	switch {
	case least <= 0:
		return fmt.Sprintf("at most %d of %d", most, n)
	case most >= n:
		return fmt.Sprintf("at least %d of %d", least, n)
	case least == most:
		return fmt.Sprintf("exactly %d of %d", least, n)
	}
	return fmt.Sprintf("%d to %d of %d", least, most, n)
}
