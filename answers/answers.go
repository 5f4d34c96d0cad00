// Package answers reads lists of answers to a problem, such as those of a class, and judges them.
//
// A list is JSON or text. JSON contains boards in the form of LeetCode ([[".Q..","...Q","Q...","..Q."]])
// or numbers ([[2,4,1,3]]). Text contains boards with empty lines between them, or an answer on each line,
// as squares (a2,b4,c1,d3) or numbers (2 4 1 3). Numbers are the rank of the piece in each file. They
// count from 0 if one of the list is 0, otherwise from 1.
package answers

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nqueens"
)

// An Answer is an answer of a list.
type Answer struct {
	Line     int  // line of the text, or number of the answer in a JSON list
	InJSON   bool // the answer is part of a JSON list
	Text     string
	Solution nqueens.Solution
	Err      error // why it cannot be read
}

// Place returns where the answer is in its text: "line 3", or "answer 3" of a JSON list.
func (a Answer) Place() string {
	if a.InJSON {
		return fmt.Sprintf("answer %d", a.Line)
	}
	return fmt.Sprintf("line %d", a.Line)
}

// Read reads the answers to a problem. It returns an error if there are none.
func Read(text string, p nqueens.Problem) (list []Answer, err error) {
	text = strings.TrimPrefix(text, "\ufeff")
	if strings.ContainsRune(text, 0) {
		return nil, errors.New("this is no text: write an answer a line, as in 2 4 1 3 or a2,b4,c1,d3, boards with empty lines between them, or JSON")
	}
	if strings.HasPrefix(strings.TrimSpace(text), "[") {
		list, err = readJSON(text, p)
		for i := range list {
			list[i].InJSON = true
		}
	} else {
		list = readLines(text, p)
	}
	if err == nil && len(list) == 0 {
		err = errors.New("the list is empty: write an answer a line, as in 2 4 1 3 or a2,b4,c1,d3, boards with empty lines between them, or JSON")
	}
	return list, err
}

// readLines reads answers from lines of text.
func readLines(text string, p nqueens.Problem) (list []Answer) {
	var rows []string
	first := 0
	end := func() {
		if rows != nil {
			list = append(list, board(first, rows, p))
			rows = nil
		}
	}
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimSpace(line)
		switch {
		case line == "":
			end()
		case strings.ContainsAny(line, ".#"):
			if rows == nil {
				first = number
			}
			if rows = append(rows, line); len(rows) == p.Board().Ranks {
				end()
			}
		default:
			end()
			list = append(list, row(number, line))
		}
	}
	end()
	return based(list)
}

// row reads an answer from numbers or squares. Ranks that were given as numbers are unchanged and
// have the Variable −1: based converts them to ranks from 0.
func row(number int, text string) Answer {
	a := Answer{Line: number, Text: text}
	words := strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune(" ,;\t()[]", c) })
	if strings.Trim(text, "0123456789 ,;\t()[]") != "" {
		a.Solution, a.Err = nqueens.ParseSolution(text)
		return a
	}
	if len(words) == 1 { // one digit a file
		words = strings.Split(words[0], "")
	}
	for file, word := range words {
		k, err := strconv.Atoi(word)
		if err != nil {
			a.Err = err
			return a
		}
		a.Solution = append(a.Solution, nqueens.Placement{Square: nqueens.Square{File: file, Rank: k}, Variable: -1})
	}
	return a
}

// based converts the numbers of all answers to ranks from 0. If no number in the list is 0, they
// count from 1.
func based(list []Answer) []Answer {
	least := 1
	for _, a := range list {
		for _, at := range a.Solution {
			if at.Variable < 0 {
				least = min(least, at.Square.Rank)
			}
		}
	}
	for _, a := range list {
		for i, at := range a.Solution {
			if at.Variable < 0 {
				a.Solution[i] = nqueens.On(at.Square.File, at.Square.Rank-least)
			}
		}
		a.Solution.Sort()
	}
	return list
}

// board reads a drawing.
func board(line int, rows []string, p nqueens.Problem) Answer {
	a := Answer{Line: line, Text: strings.Join(rows, "/")}
	read, err := nqueens.ReadBoard(p.Family, strings.Join(rows, "\n"))
	switch {
	case err != nil:
		a.Err = err
	case read.Board() != p.Board():
		a.Err = fmt.Errorf("the board has %v squares, not %v", read.Board(), p.Board())
	default:
		a.Solution = read.Laid()
	}
	return a
}

func readJSON(text string, p nqueens.Problem) (list []Answer, err error) {
	var raw []json.RawMessage
	if err := json.Unmarshal([]byte(text), &raw); err != nil {
		return nil, fmt.Errorf("JSON: %w", err)
	}
	for i, one := range raw {
		var rows []string
		var numbers []int
		var words string
		switch {
		case json.Unmarshal(one, &rows) == nil:
			list = append(list, board(i+1, rows, p))
		case json.Unmarshal(one, &numbers) == nil:
			list = append(list, row(i+1, strings.Trim(fmt.Sprint(numbers), "[]")))
		case json.Unmarshal(one, &words) == nil:
			list = append(list, row(i+1, words))
		default:
			return nil, fmt.Errorf("answer %d is no board, list of numbers or list of squares", i+1)
		}
	}
	return based(list), nil
}

// A Report is the judgement of a list.
type Report struct {
	Wrong   []Wrong
	Doubled [][2]int           // pairs of equal answers: the index of an answer, and that of the earlier one
	Twins   [][2]int           // pairs of answers that a symmetry of the board maps to each other: the index of an answer, and that of the earlier one
	Right   int                // number of different right answers
	Given   []nqueens.Solution // the different answers that could be read, right or not
	right   map[string]bool
}

// Wrong is an answer that is wrong or cannot be read.
type Wrong struct {
	Answer int
	Why    string
}

// Judge judges answers by the rules of the game.
func Judge(list []Answer, p nqueens.Problem) Report {
	r := Report{right: map[string]bool{}}
	seen, twins := map[string]int{}, map[string]int{}
	group, board := p.Group(), p.Board()
	for i, a := range list {
		if a.Err != nil {
			r.Wrong = append(r.Wrong, Wrong{i, a.Err.Error()})
			continue
		}
		name := a.Solution.String()
		if earlier, twice := seen[name]; twice {
			r.Doubled = append(r.Doubled, [2]int{i, earlier})
			continue
		}
		seen[name] = i
		r.Given = append(r.Given, a.Solution)
		if err := p.Check(a.Solution); err != nil {
			r.Wrong = append(r.Wrong, Wrong{i, err.Error()})
			continue
		}
		r.Right++
		r.right[name] = true
		class := a.Solution.OrbitUnder(board, group)[0].String()
		if earlier, known := twins[class]; known {
			r.Twins = append(r.Twins, [2]int{i, earlier})
		} else {
			twins[class] = i
		}
	}
	return r
}

// Has reports whether the list has the solution.
func (r Report) Has(s nqueens.Solution) bool {
	s = slices.Clone(s)
	s.Sort()
	return r.right[s.String()]
}

// Fits reports whether every answer of the list solves a problem.
func (r Report) Fits(p nqueens.Problem) bool {
	return len(r.Given) > 0 && !slices.ContainsFunc(r.Given, func(s nqueens.Solution) bool { return p.Check(s) != nil })
}
