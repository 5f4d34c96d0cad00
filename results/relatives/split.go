// Relatives splits boards of an even number of squares a side into n solutions of n queens: it writes
// a formula for any SAT solver, and draws what a model of it says.
//
//	go run ./results/relatives 18 3 >split.cnf
//	cadical --sat --seed=7 split.cnf | go run ./results/relatives 18 3 drawn
//
// So many of the solutions (3 here) are families of four: one, what it becomes when the files are reflected, the
// ranks, and both. The others are pairs, by the reflection of the files. As n is even, a queen and its image
// attack each other, so that images share no square, and one solution of each family or pair is sought. A family has at most two of
// the n/2 sets of four squares on the long diagonals that are images of each other: families alone do where 4
// divides n, and for other n three pairs at least are needed.
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

// split is a board, and how it is to be split.
type split struct{ n, families int }

// boards returns the number of solutions to search: one of each family and of each pair.
func (s split) boards() int { return s.families + (s.n-4*s.families)/2 }

// at returns the number of the placement of a queen in one of these solutions.
func (s split) at(board, file, rank int) int { return (board*s.n+file)*s.n + rank }

// model returns a model in which each board is a solution, and each square belongs to an image of exactly one
// of them.
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

// first returns clauses that break symmetry: board b is the first of its images and after the boards before
// it. Its queen on rank 1 is in the left half, and to the right of theirs.
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

// drawn returns the split in a SAT solver's model, as a board of disjoint-queens.
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

// image returns the image of a solution, with the digit of its queen on file a.
func image(p nqueens.Problem, squares []nqueens.Square, symmetry nqueens.Symmetry) (queens nqueens.Solution) {
	var digit byte
	for _, at := range squares {
		to := symmetry.Apply(p.Board(), at)
		if to.File == 0 && to.Rank > 0 { // the first digit goes without saying
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

// parse reads the command line. DisjointQueens has a digit for each of 35 solutions at most.
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
		return split{}, fmt.Errorf("%d solutions have 0 to %d families of four, not %q", n, n/4, args[1])
	}
	return split{n, families}, nil
}
