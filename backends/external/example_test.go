package external_test

import (
	"context"
	"fmt"

	"nqueens"
	"nqueens/backends/external"
	"nqueens/family"
)

// The program echo prints the board's side: a wrong count, which the harness would detect.
func Example() {
	echo, err := external.Define("echo=echo {n}", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	o := echo.Run(context.Background(), nqueens.Request{
		Problem: nqueens.Problem{Family: family.Queens, N: 8}, Task: nqueens.CountAll,
	}, nil)
	fmt.Println(o.Status, o.Count)

	_, err = external.Define("plain=./plain 8", "")
	fmt.Println(err)
	// Output:
	// solved 8
	// plain: command "./plain 8" does not say where the board's side goes: write {n} there, as in ./plain {n}
}

// A description adds a solver. The program of this one is sh, which prints one solution.
func ExampleParseSolver() {
	s, err := external.ParseSolver("knows.yaml", []byte(`
name: knows
about: knows a solution for four queens
inputs:
  - {format: board, answer: squares, first: "sh -c 'echo a2,b4,c1,d3' {input}"}
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	o := s.Run(context.Background(), nqueens.Request{
		Problem: nqueens.Problem{Family: family.Queens, N: 4}, Task: nqueens.FindFirst,
	}, nil)
	fmt.Println(o.Status, o.Solution)

	_, err = external.ParseSolver("knows.yaml", []byte("name: knows\nabout: nothing\ninput: []\n"))
	fmt.Println(err)
	// Output:
	// solved a2,b4,c1,d3
	// knows.yaml:3:1: unknown key "input" (did you mean "inputs"?)
}
