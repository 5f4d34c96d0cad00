// Package answers reads lists of answers to a problem, such as those of a class, and judges them.
//
// A list is JSON or text. JSON contains boards in the form of LeetCode ([[".Q..","...Q","Q...","..Q."]]),
// matrices of 0 and 1, numbers ([[2,4,1,3]]) or squares ([["a2","b4","c1","d3"]]); a single board or row of
// numbers needs no outer brackets. Text contains boards with empty lines between them, or an answer on each
// line, as squares (a2,b4,c1,d3) or numbers (2 4 1 3). Boards may have chess symbols, and 0 and 1 for free
// squares and pieces. Numbers are the rank of the piece in each file. They count from 0 if one of the list
// is 0, otherwise from 1. The records that `nqueens solve --json` prints are a list, too.
package answers

import (
	"errors"
	"fmt"
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

// A List is what a text contains: answers, and claims about sets of solutions.
type List struct {
	Answers []Answer
	Claims  []Claim
}

// Read reads the answers to a problem. It returns an error if there are none.
func Read(text string, p nqueens.Problem) (list List, err error) {
	text = strings.TrimPrefix(text, "\ufeff")
	if strings.ContainsRune(text, 0) {
		return list, errors.New("this is no text: write an answer a line, as in 2 4 1 3 or a2,b4,c1,d3, boards with empty lines between them, or JSON")
	}
	switch start := strings.TrimSpace(text); {
	case strings.HasPrefix(start, "{"):
		list, err = readRecords(text, p)
	case strings.HasPrefix(start, "["):
		list.Answers, err = readJSON(text, p)
	default:
		list.Answers = readLines(text, p)
	}
	if err == nil && len(list.Answers)+len(list.Claims) == 0 {
		err = errors.New("the list is empty: write an answer a line, as in 2 4 1 3 or a2,b4,c1,d3, boards with empty lines between them, or JSON")
	}
	return list, err
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
