package density

import (
	"math"

	"nqueens"
)

// Density is an estimate of where the queens of solutions stand.
type Density struct {
	N       int
	Seed    uint64 // of the random numbers
	Samples int    // number of descents
	Solved  int    // number of descents that ended in a solution
	// LogCount is the natural logarithm of the number of solutions, and
	// LogCountError its standard error.
	LogCount, LogCountError float64
	// Effective is the number of solutions drawn with equal probability that would give the same precision:
	// (Σw)² / Σw² for the weights w.
	Effective float64

	// Parts has the Cells for a page in a journal, by the number of parts of a side.
	Parts map[int][][]Cell `json:",omitempty"`

	batches []batch // at least two; none if it comes from a journal
}

// batch has the sums over some of the samples. All batches have the same reference.
type batch struct {
	samples, solved int
	reference       float64   // logarithm of the weight that counts as 1
	weight, squares float64   // Σw, Σw²
	at              []float64 // for the square rank·n + file: Σw of the solutions with a queen on it
}

// rescale changes the reference.
func (b *batch) rescale(reference float64) {
	factor := math.Exp(b.reference - reference)
	b.weight *= factor
	b.squares *= factor * factor
	for i := range b.at {
		b.at[i] *= factor
	}
	b.reference = reference
}

// symmetrize replaces the value of each square by the mean over its images, because all images of a solution
// are solutions.
func (b *batch) symmetrize(n int) {
	mean := make([]float64, len(b.at))
	for i := range b.at {
		for _, g := range nqueens.Symmetries() {
			s := g.Apply(nqueens.NByN(n), nqueens.Square{File: i % n, Rank: i / n})
			mean[i] += b.at[s.Rank*n+s.File] / 8
		}
	}
	b.at = mean
}

// merge computes a density from batches.
func merge(n int, batches []batch) Density {
	d := Density{N: n, batches: batches}
	reference := math.Inf(-1)
	for _, b := range batches {
		if b.solved > 0 {
			reference = max(reference, b.reference)
		}
	}
	var weight, squares float64
	for i := range batches {
		b := &batches[i]
		if b.solved > 0 {
			b.rescale(reference)
		}
		b.symmetrize(n)
		d.Samples += b.samples
		d.Solved += b.solved
		weight += b.weight
		squares += b.squares
	}
	if d.Solved == 0 {
		d.LogCount, d.LogCountError = math.Inf(-1), math.Inf(1)
		return d
	}
	samples := float64(d.Samples)
	mean := weight / samples
	d.LogCount = reference + math.Log(mean)
	d.LogCountError = math.Sqrt(max(0, squares/samples/(mean*mean)-1) / samples)
	d.Effective = weight * weight / squares
	return d
}

// Cell is the mean density of a part of the board, relative to the whole board: 1 is the average.
type Cell struct{ Value, Error float64 } // Error is a standard error

// Cells returns the density on m × m equal parts of the board, by rank and file. A square in several parts
// counts by its area; with m = N the parts are the squares. A density from a journal has Cells for its pages
// only.
func (d Density) Cells(m int) [][]Cell {
	if cells, kept := d.Parts[m]; kept {
		return cells
	}
	shares := overlaps(d.N, m)
	cells := make([][]Cell, m)
	for r := range cells {
		cells[r] = make([]Cell, m)
		for f := range cells[r] {
			cells[r][f] = d.cell(shares[r], shares[f])
		}
	}
	return cells
}

// cell returns the density of the part of the board with these shares of its ranks and files.
func (d Density) cell(ranks, files []float64) Cell {
	area := 0.0
	for _, r := range ranks {
		for _, f := range files {
			area += r * f
		}
	}
	var weight float64
	var sum []float64 // by batch
	total := 0.0
	for _, b := range d.batches {
		inside := 0.0
		for r, share := range ranks {
			if share > 0 {
				for f, width := range files {
					inside += share * width * b.at[r*d.N+f]
				}
			}
		}
		inside *= float64(d.N) / area
		sum = append(sum, inside)
		total += inside
		weight += b.weight
	}
	c := Cell{Value: total / weight}
	if d.Samples > 0 {
		// The error of a ratio follows from its variation between batches.
		var variance float64
		for i, b := range d.batches {
			residual := sum[i] - c.Value*b.weight
			variance += residual * residual
		}
		k := float64(len(d.batches))
		c.Error = math.Sqrt(variance*k/(k-1)) / weight
	}
	return c
}

// overlaps returns, for each of m equal parts of a side of n squares, the share of each square in it.
func overlaps(n, m int) [][]float64 {
	shares := make([][]float64, m)
	for i := range shares {
		shares[i] = make([]float64, n)
		// Lengths are in units in which a square has length m and a part length n.
		for s := range n {
			shares[i][s] = float64(max(0, min((s+1)*m, (i+1)*n)-max(s*m, i*n))) / float64(m)
		}
	}
	return shares
}
