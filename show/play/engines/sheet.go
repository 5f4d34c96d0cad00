package engines

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"nqueens"
)

// A Sheet is the check of a list of answers, such as those of a class.
type Sheet struct {
	Lines   []Line `json:"lines"`
	Right   int    `json:"right"`   // different right answers
	Missing string `json:"missing"` // the number of solutions that are not in the list; "" if not known
	// Example is a solution that is not in the list.
	Example []string `json:"example,omitempty"`
}

// A Line is one answer of a Sheet.
type Line struct {
	Text     string   `json:"text"`
	Verdict  string   `json:"verdict"` // right, wrong, twice or unreadable
	Why      string   `json:"why,omitempty"`
	Solution []string `json:"solution,omitempty"`
	// Concerned are the squares of the pieces that attack each other.
	Concerned []string `json:"concerned,omitempty"`
	// Twin is the number, from 1, of an earlier line that a symmetry maps to this one.
	Twin int `json:"twin,omitempty"`
}

// mostAnswers is the largest number of answers of a sheet, and of solutions that it is compared
// with.
const mostAnswers = 20000

// Sheet checks answers, one a line: squares (a2,b4,c1,d3), or the rank of the piece in each file,
// counted from 1 (2 4 1 3) or, if one of the numbers is 0, from 0. A row of numbers is without
// spaces if each has one digit (2413).
func (p Position) Sheet(text string) (Sheet, error) {
	problem, err := p.Problem()
	if err != nil {
		return Sheet{}, err
	}
	s := Sheet{Lines: []Line{}}
	group, board := problem.Group(), problem.Board()
	seen, twins := map[string]int{}, map[string]int{}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		if len(s.Lines) == mostAnswers {
			return Sheet{}, fmt.Errorf("a sheet has at most %d answers", mostAnswers)
		}
		number := len(s.Lines) + 1
		l := Line{Text: line}
		solution, err := answerOf(line)
		switch {
		case err != nil:
			l.Verdict, l.Why = "unreadable", err.Error()
		default:
			solution.Sort()
			l.Solution = texts(solution)
			if err := problem.Check(solution); err != nil {
				l.Verdict, l.Why = "wrong", err.Error()
				if v, ok := errors.AsType[*nqueens.Violation](err); ok {
					l.Concerned = texts(v.Placements)
				}
				break
			}
			key := solution.String()
			if before, twice := seen[key]; twice {
				l.Verdict, l.Why = "twice", fmt.Sprintf("the same as line %d", before)
				break
			}
			seen[key] = number
			l.Verdict = "right"
			s.Right++
			orbit := solution.OrbitUnder(board, group)[0].String()
			if before, known := twins[orbit]; known {
				l.Twin, l.Why = before, fmt.Sprintf("line %d turned or reflected", before)
			} else {
				twins[orbit] = number
			}
		}
		s.Lines = append(s.Lines, l)
	}
	all, err := p.Solutions(mostAnswers)
	if err != nil {
		return Sheet{}, err
	}
	for _, solution := range all.List {
		if seen[strings.Join(solution, ",")] == 0 {
			s.Example = solution
			break
		}
	}
	if all.Complete {
		s.Missing = strconv.Itoa(len(all.List) - s.Right)
	}
	return s, nil
}

// notDigit reports whether a character separates numbers.
func notDigit(r rune) bool { return r < '0' || r > '9' }

// answerOf parses one answer.
func answerOf(line string) (nqueens.Solution, error) {
	if strings.ContainsFunc(line, func(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' }) {
		return nqueens.ParseSolution(strings.Trim(line, "[](){} \t\"'"))
	}
	words := strings.FieldsFunc(line, notDigit)
	if len(words) == 1 {
		words = strings.Split(words[0], "")
	}
	if len(words) == 0 {
		return nil, errors.New("write squares, a2,b4,c1,d3, or the rank of the piece in each file, 2 4 1 3")
	}
	base := 1
	var numbers []int
	for _, word := range words {
		n, err := strconv.Atoi(word)
		if err != nil || n > MaxSide {
			return nil, fmt.Errorf("%q is not a rank of a board of at most %d squares a side", word, MaxSide)
		}
		if n == 0 {
			base = 0
		}
		numbers = append(numbers, n)
	}
	var solution nqueens.Solution
	for file, n := range numbers {
		solution = append(solution, nqueens.On(file, n-base))
	}
	return solution, nil
}
