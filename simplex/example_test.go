package simplex_test

import (
	"fmt"
	"math"

	"nqueens/simplex"
)

// There are two products, at most one unit of each, and four hours. The first takes three hours and
// earns 5, the second takes two hours and earns 4. What earns most? Earnings are negative costs.
func Example() {
	s := simplex.New(&simplex.Program{
		Lower: []float64{0, 0}, Upper: []float64{1, 1}, Cost: []float64{-5, -4},
		Rows: []simplex.Row{{Low: math.Inf(-1), High: 4, Terms: []simplex.Term{{Variable: 0, Coefficient: 3}, {Variable: 1, Coefficient: 2}}}},
	})
	if s.Solve(math.Inf(1)) == simplex.Optimal {
		fmt.Printf("%.2f of the first, %.2f of the second\n", s.Value(0), s.Value(1))
	}
	fmt.Printf("an hour more would earn %.2f\n", -s.Multipliers()[0])
	s.SetBounds(0, 1, 1)
	s.SetBounds(1, 1, 1)
	fmt.Println(s.Solve(math.Inf(1)) == simplex.Infeasible)
	// Output:
	// 0.67 of the first, 1.00 of the second
	// an hour more would earn 1.67
	// true
}
