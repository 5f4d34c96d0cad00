package nqueens_test

import (
	"context"
	"fmt"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/cover"
	"nqueens/family"
)

// Example prints a problem's published answer and checks a solution by its rules.
func Example() {
	problem, err := family.All().Parse("queens(8)")
	if err != nil {
		panic(err)
	}
	known, _ := problem.Known()
	fmt.Println(problem, "has", known.Count, "solutions,", known.Source)

	solution, err := nqueens.ParseSolution("a2,b4,c6,d8,e3,f1,g7,h5")
	if err != nil {
		panic(err)
	}
	fmt.Println("valid:", problem.Check(solution) == nil)
	fmt.Print(problem.Draw(solution))
	// Output:
	// queens(8) has 92 solutions, OEIS A000170
	// valid: true
	// . . . Q . . . .
	// . . . . . . Q .
	// . . Q . . . . .
	// . . . . . . . Q
	// . Q . . . . . .
	// . . . . Q . . .
	// Q . . . . . . .
	// . . . . . Q . .
}

// ExampleProblem_Check prints the error for a wrong solution, with the two pieces that attack each
// other.
func ExampleProblem_Check() {
	problem := nqueens.Problem{Family: family.Superqueens, N: 8}
	solution, err := nqueens.ParseSolution("a2,b4,c6,d8,e3,f1,g7,h5")
	if err != nil {
		panic(err)
	}
	fmt.Println(problem.Check(solution))
	// Output: a2 and b4 attack each other
}

// ExampleReadBoard reads a drawn board; its pieces are given ones.
func ExampleReadBoard() {
	problem, err := nqueens.ReadBoard(family.Queens, `
		. . # .
		. . . .
		Q . . .
		. . . .`)
	if err != nil {
		panic(err)
	}
	fmt.Println(problem)
	// Output: queens(4, given=a2, blocked=c4)
}

// ExampleModel_Holds prints the name of the constraint that a choice violates.
func ExampleModel_Holds() {
	model, err := nqueens.Problem{Family: family.Rooks, N: 2}.Model()
	if err != nil {
		panic(err)
	}
	broken, _ := model.Holds(func(placement int) bool { return placement < 2 }) // a1 and b1
	fmt.Println(broken, "is broken")
	// Output: rank 2 is broken
}

// A family can be defined anywhere. Its Rule states what its pieces do and suffices for every backend.
// Attacks states the rule again, independently, for checking solutions.
func ExampleFamily() {
	dragons := &nqueens.Family{
		Name:  "dragons",
		About: "n pieces that move as rook and as king (shogi's promoted rook)",
		Piece: 'D',
		Rule: &nqueens.Rule{
			Lines: []nqueens.Bound{{Along: nqueens.Ranks, Min: 1, Max: 1}, {Along: nqueens.Files, Min: 1, Max: 1}},
			Leaps: []nqueens.Leap{{Name: "king", Files: 1, Ranks: 1}},
		},
		Attacks: func(_ nqueens.Board, a, b nqueens.Square) bool {
			files, ranks := a.File-b.File, a.Rank-b.Rank
			return files == 0 || ranks == 0 || files*files == 1 && ranks*ranks == 1
		},
	}
	problem, err := family.All(dragons).Parse("dragons(8, given=a1)")
	if err != nil {
		panic(err)
	}
	for _, name := range []string{"bitmask", "dlx", "gini"} {
		backend, err := backends.Named(backends.All(), name)
		if err != nil {
			panic(err)
		}
		outcome := backend.Run(context.Background(), nqueens.Request{Problem: problem, Task: nqueens.CountAll}, nil)
		fmt.Println(problem, name, outcome.Count)
	}
	// Output:
	// dragons(8, given=a1) bitmask 568
	// dragons(8, given=a1) dlx 568
	// dragons(8, given=a1) gini 568
}

// ExampleProblem_CountUpToSymmetry counts the twelve solutions of eight queens that are not images
// of each other.
func ExampleProblem_CountUpToSymmetry() {
	p := nqueens.Problem{Family: family.Queens, N: 8}
	classes, fixed, err := p.CountUpToSymmetry(func(q nqueens.Problem) (*nqueens.Count, error) {
		return cover.Backend{}.Run(context.Background(), nqueens.Request{Problem: q, Task: nqueens.CountAll}, nil).Count, nil
	})
	fmt.Println(classes, fixed[nqueens.Identity], fixed[nqueens.HalfTurn], fixed[nqueens.Transpose], err)
	// Output: 12 92 4 0 <nil>
}
