// Relatives partitions boards of an even number n of squares a side into n solutions of n queens each,
// so that each square has a queen in exactly one of the solutions. It writes a formula for any SAT solver,
// and draws the partition that the solver found.
//
//	go run ./results/relatives 18 3 >split.cnf
//	cadical --sat --seed=7 split.cnf | go run ./results/relatives 18 3 drawn
//
// The second number (3 here) is the number of families of four. A family consists of a solution, its
// reflection that reverses the files, its reflection that reverses the ranks, and its image under both.
// All other solutions form pairs: a solution and its reflection that reverses the files. As n is even, a
// queen and its image under a reflection attack each other, so that a solution shares no square with its
// reflections. The formula describes only one solution of each family or pair.
//
// The squares of the two long diagonals form n/2 sets of four squares that are images of each other. A
// family covers at most two of these sets. Families without pairs can therefore suffice only if 4 divides
// n; for other n at least three pairs are needed.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"strconv"
	"strings"

	"nqueens"
	"nqueens/encode"
	"nqueens/family"
)

// split represents the task: a board of n squares a side, and the number of families of four among
// the n solutions. All other solutions are in pairs.
type split struct{ n, families int }

// boards returns the number of solutions that the formula describes: one of each family and of each
// pair. Each of them is called a board, and those of families have the lowest numbers.
func (s split) boards() int { return s.families + (s.n-4*s.families)/2 }

// at returns the index in the model's Placements of a queen of the board on a square.
func (s split) at(board, file, rank int) int { return (board*s.n+file)*s.n + rank }

// model returns a model with s.boards() boards of n queens each. Each board is a solution of n
// queens, and each square has a queen of exactly one board or image of a board.
func (s split) model() *nqueens.Model {
	m, queens := new(nqueens.Model), family.Queens.Model(s.n)
	for b := range s.boards() {
		for file := range s.n {
			for rank := range s.n {
				m.Placements = append(m.Placements, nqueens.Placement{Square: nqueens.Square{File: file, Rank: rank}, Kind: byte('A' + b)})
			}
		}
		for _, l := range queens.Lines {
			line := nqueens.Line{Name: l.Name, Min: l.Min, Max: l.Max}
			for _, i := range l.Placements {
				at := queens.Placements[i].Square
				line.Placements = append(line.Placements, s.at(b, at.File, at.Rank))
			}
			m.Lines = append(m.Lines, line)
		}
		m.Clauses = append(m.Clauses, s.first(b)...)
	}
	for file := range s.n / 2 {
		for rank := range s.n {
			square := nqueens.Line{Name: "square", Min: 1, Max: 1}
			for b := range s.boards() {
				for _, f := range []int{file, s.n - 1 - file} {
					square.Placements = append(square.Placements, s.at(b, f, rank))
					if b < s.families {
						square.Placements = append(square.Placements, s.at(b, f, s.n-1-rank))
					}
				}
			}
			m.Lines = append(m.Lines, square)
		}
	}
	return m
}

// first returns clauses that break symmetry for board b. Its queen on rank 1 is in the left half,
// so that the board is not replaced by its reflection. That queen is also to the right of the one
// of board b-1, if both are in families or both in pairs.
func (s split) first(b int) (clauses []nqueens.Clause) {
	for file := range s.n {
		if file >= s.n/2 {
			clauses = append(clauses, nqueens.Clause{Name: "reflected", Literals: []nqueens.Literal{nqueens.NotChosen(s.at(b, file, 0))}})
		}
		for before := range file {
			if b != 0 && b != s.families {
				clauses = append(clauses, nqueens.Clause{Name: "ordered", Literals: []nqueens.Literal{nqueens.NotChosen(s.at(b-1, file, 0)), nqueens.NotChosen(s.at(b, before, 0))}})
			}
		}
	}
	return clauses
}

// drawn reads the output of a SAT solver, checks that its assignment is a partition of the board,
// and returns the partition as a drawing of the family disjoint-queens.
func (s split) drawn(answer io.Reader) (string, error) {
	boards := make([][]nqueens.Square, s.boards())
	lines := bufio.NewScanner(answer)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		values, ok := strings.CutPrefix(lines.Text(), "v ")
		if !ok {
			continue
		}
		for _, word := range strings.Fields(values) {
			v, err := strconv.Atoi(word)
			if err != nil {
				return "", err
			}
			if i := v - 1; i >= 0 && i < s.at(len(boards), 0, 0) {
				b := i / s.n / s.n
				boards[b] = append(boards[b], nqueens.Square{File: i / s.n % s.n, Rank: i % s.n})
			}
		}
	}
	if err := lines.Err(); err != nil {
		return "", err
	}
	p := nqueens.Problem{Family: family.DisjointQueens, N: s.n, Pieces: nqueens.Exactly(s.n)}
	var found nqueens.Solution
	for b, squares := range boards {
		for i, symmetry := range []nqueens.Symmetry{nqueens.Identity, nqueens.MirrorFiles, nqueens.MirrorRanks, nqueens.HalfTurn} {
			if i < 2 || b < s.families {
				found = append(found, image(p, squares, symmetry)...)
			}
		}
	}
	if err := p.Check(found); err != nil {
		return "", fmt.Errorf("no split: %w", err)
	}
	return p.Draw(found), nil
}

// image returns the image of a solution under a symmetry, as pieces of the family disjoint-queens:
// all n queens have the digit of that solution, which is given by the rank of its queen on file a.
func image(p nqueens.Problem, squares []nqueens.Square, symmetry nqueens.Symmetry) (queens nqueens.Solution) {
	var digit byte
	for _, at := range squares {
		to := symmetry.Apply(p.Board(), at)
		if to.File == 0 && to.Rank > 0 { // Kinds does not include the first digit, which is the zero Kind
			digit = p.Family.Kinds[to.Rank-1].Letter
		}
		queens = append(queens, nqueens.Placement{Square: to})
	}
	for i := range queens {
		queens[i].Kind = digit
	}
	return queens
}

func main() {
	log.SetFlags(0)
	s, err := parse(os.Args[1:])
	if err != nil {
		log.Printf("%v; usage: go run ./results/relatives N FAMILIES [drawn]", err)
		os.Exit(2)
	}
	if len(os.Args) == 4 {
		board, err := s.drawn(os.Stdin)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Print(board)
		return
	}
	commander, err := encode.EncodingNamed("commander")
	if err == nil {
		err = encode.FromModel(s.model(), commander).WriteDIMACS(os.Stdout)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// parse returns the split for the command-line arguments. The board must have at most 34 squares a
// side, because disjoint-queens has only 35 digits and letters for its solutions.
func parse(args []string) (split, error) {
	if len(args) < 2 || len(args) > 3 || len(args) == 3 && args[2] != "drawn" {
		return split{}, errors.New("the board's files and the families are wanted, and whether to draw")
	}
	n, err := strconv.Atoi(args[0])
	if err != nil || n < 2 || n > 34 || n%2 > 0 {
		return split{}, fmt.Errorf("a board that is split so has an even number of files from 2 to 34, not %q", args[0])
	}
	families, err := strconv.Atoi(args[1])
	if err != nil || families < 0 || 4*families > n {
		return split{}, fmt.Errorf("%d solutions can include 0 to %d families of four solutions each, not %q", n, n/4, args[1])
	}
	return split{n, families}, nil
}
