package puzzle

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"nqueens/dlx"
)

// A Kind is a kind of puzzle.
type Kind struct {
	Name  string
	About string // what is counted, in one line
	Size  string // an example of a size
	Grid  bool   // the kind takes a Request.Grid
	Words bool   // the kind needs Request.Words

	cover func(Request) (*dlx.Problem, error)
}

// A Request is the parameters of a puzzle.
type Request struct {
	Size  string   // a number, or ROWSxCOLUMNS
	Grid  string   // of a sudoku, its cells row by row: a digit or letter, or . for an empty one; "" for none given
	Words []string // of a word square, the words allowed
}

// Kinds returns every kind.
func Kinds() []Kind {
	return []Kind{
		{Name: "sudoku", About: "digits in a square of SIZE cells a side, each once in every row, column and box", Size: "9", Grid: true, cover: sudoku},
		{Name: "pentominoes", About: "the twelve pieces of five squares tile SIZE, as in 6x10; fewer of them a smaller rectangle", Size: "6x10", cover: pentominoes},
		{Name: "langford", About: "two of each number from 1 to SIZE, with k numbers between the two k", Size: "7", cover: langford},
		{Name: "word-square", About: "rows and columns of SIZE letters are words", Size: "5", Words: true, cover: wordSquare},
	}
}

// Cover returns a puzzle of the kind as an exact cover.
func (k Kind) Cover(r Request) (*dlx.Problem, error) {
	switch {
	case r.Grid != "" && !k.Grid:
		return nil, fmt.Errorf("%s has no grid", k.Name)
	case r.Words != nil && !k.Words:
		return nil, fmt.Errorf("%s has no words", k.Name)
	case r.Words == nil && k.Words:
		return nil, fmt.Errorf("%s needs a list of words", k.Name)
	}
	p, err := k.cover(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", k.Name, err)
	}
	return p, nil
}

// number parses a size from 1 to most.
func number(size string, most int) (int, error) {
	n, err := strconv.Atoi(size)
	if err != nil || n < 1 || n > most {
		return 0, fmt.Errorf("size %q: write a number from 1 to %d", size, most)
	}
	return n, nil
}

// names returns the names of n items, which consist of the prefix and a number from 1 to n.
func names(prefix string, n int) (list []string) {
	for i := range n {
		list = append(list, prefix+strconv.Itoa(i+1))
	}
	return list
}

// pairs returns the names of rows × columns items: the prefix and two numbers from 1 on.
func pairs(prefix string, rows, columns int) (list []string) {
	for r := range rows {
		for c := range columns {
			list = append(list, fmt.Sprintf("%s%d,%d", prefix, r+1, c+1))
		}
	}
	return list
}

// mostLangford is the largest number of items of a Langford problem. It keeps the text below some
// megabytes.
const mostLangford = 200

// langford returns a problem with the items 1 to n and the places p1 to p2n.
func langford(r Request) (*dlx.Problem, error) {
	n, err := number(r.Size, mostLangford)
	if err != nil {
		return nil, err
	}
	p, err := dlx.NewProblem(append(names("", n), names("p", 2*n)...), nil)
	for k := 1; k <= n; k++ {
		for first := 0; err == nil && first+k+1 < 2*n; first++ {
			err = p.AddOption(k-1, n+first, n+first+k+1)
		}
	}
	return p, err
}

// mostLetters is the largest side of a word square.
const mostLetters = 50

// wordSquare returns a problem with the items r1 to rn and c1 to cn, the words, and the secondary items p1,1
// to pn,n, the cells, whose colours are the letters.
func wordSquare(r Request) (*dlx.Problem, error) {
	n, err := number(r.Size, mostLetters)
	if err != nil {
		return nil, err
	}
	words := map[string]bool{}
	p, err := dlx.NewProblem(append(names("r", n), names("c", n)...), pairs("p", n, n))
	for _, word := range r.Words {
		letters := strings.Split(word, "")
		if len(letters) != n || words[word] {
			continue
		}
		words[word] = true
		colours := append([]string{""}, letters...)
		for i := 0; i < n && err == nil; i++ {
			row, column := []int{i}, []int{n + i}
			for k := range n {
				row, column = append(row, 2*n+i*n+k), append(column, 2*n+k*n+i)
			}
			err = errors.Join(p.AddColouredOption(row, colours), p.AddColouredOption(column, colours))
		}
	}
	if err == nil && len(words) == 0 {
		err = fmt.Errorf("none of the %d words has %d letters", len(r.Words), n)
	}
	return p, err
}
