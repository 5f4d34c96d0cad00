package instance_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"strings"

	"nqueens"
	"nqueens/family"
	"nqueens/instance"
)

// The first published file, generated from its seed, and as a board.
func Example() {
	recipe := instance.Recipe{Kind: instance.ExcludedDiagonals, N: 8, Size: instance.All, Least: 4, Published: true}
	p, err := recipe.Make(context.Background(), 1)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(recipe.FileName(1))
	for _, format := range []string{"excluded-diagonals", "board"} {
		to, err := instance.Conversion{Format: format, Diagonals: instance.All}.Convert(p)
		if err != nil {
			log.Fatal(err)
		}
		if err := to.Write(os.Stdout); err != nil {
			log.Fatal(err)
		}
	}
	// Output:
	// diag-8-4-1.param
	// n =  8
	// numdiags =  10
	// diags =  [[0, 0], [13, 0], [6, 0], [2, 1], [12, 0], [9, 1], [14, 0], [4, 0], [7, 1], [13, 1]]
	// # # # . . . # .
	// # # . # . . . #
	// # . # . # . # .
	// . . . # . # . #
	// . . . . # . # .
	// # . . # . # . #
	// . # # . # . # .
	// . # # # . . . #
}

// An instance of the ASP competition, rewritten as MiniZinc data.
func ExampleRead() {
	p, err := instance.Read(family.Queens, "small.lp", strings.NewReader("board(4). block(1,1). block(2,2). block(4,3)."))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(p)
	to, err := instance.FormatNamed("minizinc")
	if err != nil {
		log.Fatal(err)
	}
	if err := to.Write(os.Stdout, p); err != nil {
		log.Fatal(err)
	}
	// Output:
	// queens(4, blocked=a1+b2+c4)
	// n = 4;
	// m = 3;
	// row = [1,2,4];
	// col = [1,2,3];
}

// A solution of the problem maps to one of its translation, and back.
func ExampleToCompletion() {
	p, err := family.All().Parse("queens(5, excluded=diff:3+sum:5)")
	if err != nil {
		log.Fatal(err)
	}
	t, err := instance.ToCompletion(p)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(t.Completion.Given), "queens of", t.Completion.N, "are placed")
	var s nqueens.Solution
	if err := s.UnmarshalText([]byte("a1,b3,c5,d2,e4")); err != nil {
		log.Fatal(err)
	}
	completed := t.Completed(s)
	fmt.Println(p.Check(s), t.Completion.Check(completed))
	fmt.Println(t.Reduced(completed))
	// Output:
	// 1237 queens of 1242 are placed
	// <nil> <nil>
	// a1,b3,c5,d2,e4
}
