package ddnnf

import "math/big"

// Count returns the number of models over the graph's variables (see Graph.Shown).
func (g *Graph) Count() *big.Int {
	// A share is the fraction of all assignments that are models of a node: mantissa · 2^−halvings.
	type share struct {
		mantissa *big.Int
		halvings uint
	}
	shares := make([]share, g.Len())
	shares[False], shares[True] = share{new(big.Int), 0}, share{big.NewInt(1), 0}
	reached := g.Reachable()
	for n := True + 1; int(n) < g.Len(); n++ {
		if !reached[n] {
			continue
		}
		if _, yes, no, ok := g.Decision(n); ok {
			a, b := shares[yes], shares[no]
			if a.halvings < b.halvings {
				a, b = b, a
			}
			sum := new(big.Int).Lsh(b.mantissa, a.halvings-b.halvings)
			shares[n] = share{sum.Add(sum, a.mantissa), a.halvings}
			continue
		}
		literals, children := g.Conjunction(n)
		product := share{big.NewInt(1), uint(len(literals))}
		for _, c := range children {
			product.mantissa.Mul(product.mantissa, shares[c].mantissa)
			product.halvings += shares[c].halvings
		}
		shares[n] = product
	}
	all := uint(len(g.Shown()))
	root := shares[g.Root]
	count := new(big.Int).Lsh(root.mantissa, all)
	return count.Rsh(count, root.halvings)
}
