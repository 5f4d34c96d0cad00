package completable

import (
	"fmt"
	"strconv"

	"nqueens"
	"nqueens/bench/chart"
	"nqueens/bench/diagram"
	"nqueens/bench/reproduce/page"
	"nqueens/family"
	"nqueens/internal/table"
)

// published has the terms of OEIS A374013, from n = 4 on (H. M. Nielsen, 2024).
var published = []int{0, 1, 0, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 4, 4}

// Published returns the term of OEIS A374013 for n, if there is one.
func Published(n int) (k int, ok bool) {
	if i := n - MinSize; i >= 0 && i < len(published) {
		return published[i], true
	}
	return 0, false
}

// Bounds returns the bounds that Glock, Munhá Correia and Sudakov proved for all sufficiently large n.
func Bounds(n int) (least, most float64) { return float64(n) / 60, 0.241 * float64(n) }

// Table returns the terms beside the published ones, with their proofs. Its first row is the header. The
// examined placements have K queens, and all of them can be completed.
func Table(results []Result) [][]string {
	rows := [][]string{{"n", "k", "A374013", "placements of k queens", "looked at", "completed one by one", "k + 1 queens that no solution has"}}
	for _, r := range results {
		term := "–"
		if k, ok := Published(r.N); ok {
			term = strconv.Itoa(k)
		}
		proof := Survey{Placements: 1, Looked: 1} // no queens
		for _, s := range r.Surveys {
			if s.Queens == r.K {
				proof = s
			}
		}
		rows = append(rows, []string{
			strconv.Itoa(r.N), strconv.Itoa(r.K), term,
			table.Count(proof.Placements), table.Count(proof.Looked), table.Count(proof.Completed), r.Counterexample.String(),
		})
	}
	return rows
}

// Chart draws the terms, the published terms and the bounds.
func Chart(results []Result) chart.Figure {
	ours := chart.Series{Name: "here", Look: 0}
	theirs := chart.Series{Name: "OEIS A374013", Look: 5, Joined: true, Bare: true} // drawn as steps behind our markers
	least := chart.Series{Name: "n/60: can, for large n", Look: 3, Joined: true, Hollow: true}
	most := chart.Series{Name: "0.241 n: some cannot", Look: 4, Joined: true, Hollow: true}
	for _, r := range results {
		ours.Points = append(ours.Points, chart.Point{X: float64(r.N), Y: float64(r.K)})
		if k, ok := Published(r.N); ok {
			theirs.Points = append(theirs.Points, chart.Point{X: float64(r.N) - 0.5, Y: float64(k)}, chart.Point{X: float64(r.N) + 0.5, Y: float64(k)})
		}
		low, high := Bounds(r.N)
		least.Points = append(least.Points, chart.Point{X: float64(r.N), Y: low})
		most.Points = append(most.Points, chart.Point{X: float64(r.N), Y: high})
	}
	return chart.Points{
		Name:    "completable",
		Title:   "How many queens can always be completed",
		Caption: "The largest k such that k queens or fewer, wherever they stand without attacking each other, belong to a solution. The bounds are proved for large n (Glock, Munhá Correia, Sudakov 2022).",
		X:       chart.Scale{Title: "size n", Even: true}, Y: chart.Scale{Title: "queens k"},
		Series: []chart.Series{least, most, theirs, ours},
	}.Figure()
}

// Boards draws queens that cannot be completed.
func Boards(results []Result) diagram.Page {
	d := diagram.Page{Title: "Queens that no solution has", Columns: 4}
	for _, r := range results {
		if r.Counterexample != nil {
			d.Boards = append(d.Boards, diagram.Board{
				Problem: nqueens.Problem{Family: family.Queens, N: r.N, Given: r.Counterexample.Squares()},
				Caption: []string{fmt.Sprintf("n = %d: %d queens", r.N, len(r.Counterexample))},
			})
		}
	}
	return d
}

// Report writes the terms, at least one, beside the published ones, and a verdict.
func Report(p *page.Page, results []Result) {
	p.Text("The largest k such that k queens or fewer, wherever they stand without attacking each other, belong to a solution (OEIS A374013). " +
		"That k can be completed is proved by looking at all placements of k queens up to symmetry, that k + 1 cannot by an example. " +
		"For large n the term is between n/60 and 0.241 n (Glock, Munhá Correia, Sudakov 2022).")
	p.Table(Table(results))
	p.Verdict(verdict(results))
	p.Figure(Chart(results))
	p.Text("Queens that no solution has, the largest boards:")
	p.Boards("blocking-queens", Boards(results[max(0, len(results)-6):]))
}

// verdict compares the terms with the published ones.
func verdict(results []Result) page.Verdict {
	v := page.Verdict{What: "A374013", Kind: page.Untested, Why: "none of these terms is published"}
	var same []int
	var wrong []string
	for _, r := range results {
		k, ok := Published(r.N)
		switch {
		case !ok:
		case k == r.K:
			same = append(same, r.N)
		default:
			wrong = append(wrong, fmt.Sprintf("n = %d: %d, published %d", r.N, r.K, k))
		}
	}
	if len(same) > 0 {
		v.Kind, v.Why = page.SameValue, "n = "+table.Ranges(same, " to ")
	}
	if wrong != nil {
		v.Kind, v.Why = page.Wrong, fmt.Sprint(wrong)
	}
	return v
}
