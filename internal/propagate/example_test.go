package propagate_test

import (
	"fmt"

	"nqueens/family"
	"nqueens/internal/propagate"
)

// With a queen on a1 there are two solutions, and no other square is decided. With c2 and e2
// closed, the whole board is decided.
func Example() {
	for _, text := range []string{"queens(5, given=a1)", "queens(5, given=a1, blocked=c2+e2)"} {
		p, err := family.All().Parse(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		m, err := propagate.Reduced(p)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%v: %v chosen, %d placements open\n", p, m.Chosen, len(m.Placements))
	}
	// Output:
	// queens(5, given=a1): [a1] chosen, 12 placements open
	// queens(5, given=a1, blocked=c2+e2): [a1 d2 b3 e4 c5] chosen, 0 placements open
}

// Three ranks have squares on two files only, which no single line shows.
func ExampleFiltered() {
	p, err := family.All().Parse("rooks(5, blocked=c1+d1+e1+c2+d2+e2+c3+d3+e3)")
	if err != nil {
		fmt.Println(err)
		return
	}
	reduced, _ := propagate.Reduced(p)
	filtered, _ := propagate.Filtered(p)
	fmt.Println(len(reduced.Placements), "placements open")
	fmt.Println(propagate.Why(filtered))
	// Output:
	// 16 placements open
	// 3 lines share 2: rank 3, rank 2, rank 1; file b, file a
}
