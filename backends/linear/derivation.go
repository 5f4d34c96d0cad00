package linear

import (
	"bufio"
	"io"
	"strconv"

	"nqueens"
	"nqueens/backends/internal/relax"
	"nqueens/encode"
)

// derivation writes the refutations of a search as a proof by cutting planes, in the format of
// VeriPB 3.0. A nil derivation writes nothing.
type derivation struct {
	w     *bufio.Writer
	first []int64 // by constraint: its number in the proof; for an equality that of the "at least" half
	last  int64   // the last number used
}

// newDerivation returns a derivation that writes to w, and begins the proof about the constraints.
func newDerivation(pb *encode.PB, w io.Writer) *derivation {
	d := &derivation{w: bufio.NewWriter(w)}
	for _, c := range pb.Constraints() {
		d.first = append(d.first, d.last+1)
		if d.last++; c.Equal {
			d.last++
		}
	}
	d.write("pseudo-Boolean proof version 3.0\nf ")
	d.number(d.last)
	d.write(";\n")
	return d
}

func (d *derivation) write(text string) {
	_, _ = d.w.WriteString(text) // Flush returns the error
}

func (d *derivation) number(n int64) { d.write(strconv.FormatInt(n, 10)) }

// merge derives the constraint that at most one literal of each clique is chosen, by induction on
// the number of literals. To add literal k+1, it multiplies the constraint for k literals by k−1,
// adds the k constraints of the pairs with the new literal, divides by k and rounds.
func (d *derivation) merge(m relax.Merged) {
	var first []int64
	for _, i := range m.Of {
		first = append(first, d.first[i])
	}
	for _, c := range m.Cliques {
		d.write("pol ")
		d.number(d.first[c.Pairs[0]])
		pairs := c.Pairs[1:]
		for k := 2; k < len(c.Variables); k++ {
			d.write(" ")
			d.number(int64(k - 1))
			d.write(" *")
			for _, pair := range pairs[:k] {
				d.write(" ")
				d.number(d.first[pair])
				d.write(" +")
			}
			pairs = pairs[k:]
			d.write(" ")
			d.number(int64(k))
			d.write(" d")
		}
		d.write(";\n")
		d.last++
		first = append(first, d.last)
	}
	d.first = first
}

// refutation writes the sum of a refutation, and the clause that follows from it, and returns the
// number of the clause.
func (d *derivation) refutation(r relax.Refutation, literals []nqueens.Literal) int64 {
	if d == nil {
		return 0
	}
	d.write("pol")
	for i, f := range r.Factors {
		at, times := d.first[f.Constraint], f.Times
		if times < 0 {
			at, times = at+1, -times
		}
		d.write(" ")
		d.number(at)
		if times > 1 {
			d.write(" ")
			d.number(times)
			d.write(" *")
		}
		if i > 0 {
			d.write(" +")
		}
	}
	d.write(";\n")
	d.last++
	sum := d.last
	at := d.clause(literals)
	d.delete(sum)
	return at
}

// clause writes a clause that follows by unit propagation, and returns its number.
func (d *derivation) clause(literals []nqueens.Literal) int64 {
	if d == nil {
		return 0
	}
	d.write("rup")
	for _, l := range literals {
		sign := " 1 ~x"
		if l.Positive() {
			sign = " 1 x"
		}
		d.write(sign)
		d.number(int64(l.Placement() + 1))
	}
	d.write(" >= 1;\n")
	d.last++
	return d.last
}

func (d *derivation) delete(number int64) {
	if d == nil {
		return
	}
	d.write("del id ")
	d.number(number)
	d.write(";\n")
}

// conclude ends the proof with the contradiction that was derived last.
func (d *derivation) conclude() error {
	d.write("output NONE;\nconclusion UNSAT : ")
	d.number(d.last)
	d.write(";\nend pseudo-Boolean proof;\n")
	return d.w.Flush()
}
