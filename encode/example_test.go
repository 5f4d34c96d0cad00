package encode_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"strings"

	"nqueens/dlx"
	"nqueens/encode"
	"nqueens/family"
)

// Two rooks on a board of two squares a side, as clauses for a SAT solver.
func Example() {
	model := family.Rooks.Model(2)
	pairwise, err := encode.EncodingNamed("pairwise")
	if err != nil {
		log.Fatal(err)
	}
	if err := encode.FromModel(model, pairwise).WriteDIMACS(os.Stdout); err != nil {
		log.Fatal(err)
	}
	// Output:
	// c squares 1 = a1 b1
	// c squares 3 = a2 b2
	// c t pmc
	// p cnf 4 8
	// c p show 1 2 3 4 0
	// c project 1 2 3 4 0
	// 3 4 0
	// -3 -4 0
	// 2 4 0
	// -2 -4 0
	// 1 2 0
	// -1 -2 0
	// 1 3 0
	// -1 -3 0
}

// In the exact cover of queens, ranks and files must be covered and diagonals may be.
func ExampleCoverFromModel() {
	problem, err := encode.CoverFromModel(family.Queens.Model(8))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(problem.NumPrimary(), "primary items,", problem.NumItems()-problem.NumPrimary(), "secondary items,",
		problem.NumOptions(), "options")

	solutions, err := problem.NewSearch(dlx.Config{}).Count(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(solutions, "solutions")
	// Output:
	// 16 primary items, 26 secondary items, 64 options
	// 92 solutions
}

// The same rooks as 0–1 equalities for a pseudo-Boolean solver.
func ExamplePBFromModel() {
	if err := encode.PBFromModel(family.Rooks.Model(2)).WriteOPB(os.Stdout); err != nil {
		log.Fatal(err)
	}
	// Output:
	// * #variable= 4 #constraint= 4
	// * squares 1 = a1 b1
	// * squares 3 = a2 b2
	// +1 x3 +1 x4 = 1 ;
	// +1 x2 +1 x4 = 1 ;
	// +1 x1 +1 x2 = 1 ;
	// +1 x1 +1 x3 = 1 ;
}

// An error in a file gives the place and the expected form.
func ExampleReadDIMACS() {
	_, err := encode.ReadDIMACS(strings.NewReader("p cnf 2 2\n1 -2 0\n-1 b 0\n"))
	fmt.Println(err)
	// Output:
	// DIMACS, line 3, column 4: "b" is not a literal: a variable's number, negative if it is negated, or the 0 that ends a clause
}
