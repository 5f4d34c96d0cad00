package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"nqueens"
	"nqueens/bench/diagram"
	"nqueens/internal/bounded"
	"nqueens/internal/detect"
)

func (p *program) check() *cobra.Command {
	var c checkFlags
	cmd := &cobra.Command{
		Use:   "check ([FAMILY] N (--solution SQUARES | --file FILE) | FILE)",
		Short: "Check a solution by the rules of the piece, or a file",
		Long: `Print whether a solution is valid, or why it is not: which two pieces attack each
other, which square is blocked. Without --solution the pieces on the board in
--file are the solution. Instead of a board, which includes the size, the
file may hold squares, a1,b2,…, or numbers, the rank of the piece in each file.
Numbers are checked while they are read, with five bits of memory for each. An
invalid solution ends with status 1.

--list reads answers, such as those of a class: JSON, boards (with letters, chess symbols, or 0 and 1),
squares or numbers, or the records that "nqueens solve --json" prints.

With only the name of a file, check prints what the file is: its format, its sizes,
what is odd in it, and which commands run for it.

"nqueens check proof" checks the proof of a SAT solver, "nqueens check count" a
number of solutions that comes with one, "nqueens check optimum" a best solution,
and "nqueens check ipasir" a SAT solver that is a shared library.`,
		Example: `  nqueens check 8 --solution a2,b4,c6,d8,e3,f1,g7,h5
  nqueens solve 30 | nqueens check --file -
  nqueens solve 1000000000 | nqueens check 1000000000 --file -
  nqueens check torus 5 --solution a1,b3,c5,d2,e4 -o board.svg
  nqueens check f.wcnf                      what a file is
  nqueens check 5 --list class.json         LeetCode's boards, numbers, squares
  nqueens check proof f.cnf p.drat          that a formula has no solution
  nqueens check count q8                    what count --certified q8 wrote
  nqueens check optimum k6                  what solve --certified k6 wrote`,
		RunE: func(cmd *cobra.Command, args []string) error {
			_, done, err := c.bound(stoppable(cmd.Context()), "checking")
			if err != nil {
				return err
			}
			defer done()
			if c.list != "" {
				return p.checkAnswers(cmd.Context(), &c, args)
			}
			if c.output != "" {
				if !pictured(c.output) {
					return fmt.Errorf("--output %s: check draws the board: write a name that ends in .svg, .png or .pdf", c.output)
				}
				if err := diagram.CheckPath(c.output); err != nil {
					return fmt.Errorf("--output: %w", err)
				}
			}
			if c.describes(args, p) {
				if c.output != "" {
					return errNotDescribed
				}
				return c.limitError(c.describe(args[0], p))
			}
			broken, err := c.check(args, p)
			if err := c.limitError(err); err != nil {
				return err
			}
			if broken != nil {
				fmt.Fprintf(p.out, "invalid: %v\n", broken)
				return &exit{status: failedCheck}
			}
			if c.goal != nqueens.NoGoal {
				fmt.Fprintln(p.err, "note: checked by the rules only, not whether a better solution exists")
			}
			_, err = fmt.Fprintln(p.out, "valid")
			return err
		},
	}
	c.problemFlags.flags(cmd)
	c.formatFlags(cmd, "format")
	cmd.AddCommand(p.checkProof(), p.checkCount(), p.checkOptimum(), p.checkIPASIR())
	f := cmd.Flags()
	f.StringVar(&c.solution, "solution", "", "the `squares` of the pieces: a2,b4,c6,…")
	f.StringVar(&c.list, "list", "", "check a list of answers in this `file` (- is standard input): wrong, doubled, missing, equal up to symmetry")
	c.limitFlags.flags(cmd)
	f.BoolVar(&c.json, "json", false, "with only a FILE: print one JSON object")
	f.StringVarP(&c.output, "output", "o", "", "draw the board in this `file`, .svg, .png or .pdf")
	return cmd
}

// checkFlags are the flags of check.
type checkFlags struct {
	problemFlags
	solution, output string
	list             string
	json             bool
	rows             int          // of the square of numbers from which the solution was read
	goal             nqueens.Goal // of the problem; the goal is not checked
}

// check reads the solution and returns the rule that it breaks, or nil. It returns an error if
// there is nothing to check.
func (c *checkFlags) check(args []string, by *program) (broken *nqueens.Violation, err error) {
	asked, err := familyAndSize(args, by.families)
	if err != nil {
		return nil, err
	}
	if c.file != "" {
		in := by.in
		if c.file != "-" {
			file, err := c.open(c.file)
			if err != nil {
				return nil, fmt.Errorf("--file: %w", err)
			}
			defer file.Close()
			if info, err := file.Stat(); err == nil && info.IsDir() {
				return nil, c.about(errors.New("this is a folder, not a file"))
			}
			in = file
		}
		text := bufio.NewReaderSize(bounded.Sticky(c.bounded(in)), 1<<16)
		c.opened = text
		if c.solution == "" && asked.Family.FromNumbers != nil && holdsRows(text) {
			if err := c.readRows(text, asked); err != nil {
				return nil, err
			}
			args = []string{asked.Family.Name, strconv.Itoa(c.rows)}
		}
		if c.solution == "" && c.format == "" {
			switch notationOf(text, asked) {
			case numbers:
				return c.checkNumbers(args, text, by)
			case squares:
				if err := c.readSquares(text); err != nil {
					return nil, err
				}
			}
		}
	}
	problem, err := c.drawable(args, by)
	if err != nil {
		return nil, err
	}
	var s nqueens.Solution
	switch {
	case c.solution != "" && problem.HasBoard():
		if s, err = inList("solution", []string{c.solution}, nil, piecesOf); err != nil {
			return nil, err
		}
		if len(s) > nqueens.MaxModelSize { // in file order the check takes linear time
			s.Sort()
		}
	case c.solution != "":
		if s, err = problem.Formula.ParseSolution(c.solution); err != nil {
			return nil, fmt.Errorf("--solution: %w", err)
		}
	case !problem.HasBoard():
		return nil, errors.New("there is nothing to check: name the variables that are true, or the options chosen, with --solution 1,4,6")
	case c.file != "":
		s, problem.Given, problem.Others = problem.Laid(), nil, nil
	default:
		return nil, errors.New("there is nothing to check: name the squares with --solution, or a file with --file")
	}
	broken, _ = errors.AsType[*nqueens.Violation](problem.Check(s))
	if c.output == "" {
		return broken, nil
	}
	return broken, c.draw(problem, s, broken)
}

// piecesOf parses the pieces of a solution on a board.
func piecesOf(text string) ([]nqueens.Placement, error) {
	s, err := nqueens.ParseSolution(text)
	if err == nil && slices.ContainsFunc(s, func(p nqueens.Placement) bool { return p.Variable > 0 }) {
		_, err = nqueens.ParseSquares(text) // its error explains what a square is
	}
	return s, err
}

// holdsRows reports whether the text starts with rows of numbers, some of which have two digits.
// The squares of a drawn board have one character.
func holdsRows(text *bufio.Reader) bool {
	head, _ := text.Peek(1 << 12)
	first, _, _ := strings.Cut(strings.TrimSpace(string(head)), "\n\n")
	return strings.Trim(first, "0123456789 \t\r\n") == "" && slices.ContainsFunc(strings.Fields(first), func(word string) bool { return len(word) > 1 })
}

// readRows reads rows of numbers as the value of --solution.
func (c *checkFlags) readRows(text io.Reader, p nqueens.Problem) error {
	all, err := io.ReadAll(io.LimitReader(text, 1<<20))
	if err != nil {
		return fmt.Errorf("--file %s: %w", c.file, err)
	}
	var rows [][]int
	for line := range strings.Lines(string(all)) {
		var row []int
		for word := range strings.FieldsSeq(line) {
			k, err := strconv.Atoi(word)
			if err != nil {
				return fmt.Errorf("--file %s: row %d: %q is not a number", c.file, len(rows)+1, word)
			}
			row = append(row, k)
		}
		if len(row) > 0 {
			rows = append(rows, row)
		}
	}
	if p.N != 0 && p.N != len(rows) {
		return fmt.Errorf("size %d: the square in %s has %d rows", p.N, c.file, len(rows))
	}
	p.N = len(rows)
	if err := p.Validate(); err != nil {
		return fmt.Errorf("--file %s: %w", c.file, err)
	}
	s, err := p.Family.FromNumbers(rows)
	if err != nil {
		return fmt.Errorf("--file %s: %w", c.file, err)
	}
	c.solution, c.file, c.rows = s.String(), "", len(rows)
	return nil
}

// drawable returns the problem, or an error if --output is set and the picture cannot hold the
// board.
func (c *checkFlags) drawable(args []string, by *program) (nqueens.Problem, error) {
	problem, err := c.problem(args, by)
	if err != nil {
		return problem, err
	}
	c.goal = problem.Goal()
	if c.output == "" {
		return problem, nil
	}
	if err := (diagram.Board{Problem: problem}).Check(); err != nil {
		return problem, fmt.Errorf("--output: %w", err)
	}
	return problem, nil
}

// draw draws each piece on the board once, and the broken rule as a caption.
func (c *checkFlags) draw(problem nqueens.Problem, s nqueens.Solution, broken *nqueens.Violation) error {
	drawn := diagram.Board{Problem: problem}
	for _, p := range s {
		if problem.Board().Contains(p.Square) && !slices.Contains(drawn.Solution, p) {
			drawn.Solution = append(drawn.Solution, p)
		}
	}
	if broken != nil {
		drawn.Caption = []string{broken.Why}
	}
	return diagram.Page{Boards: []diagram.Board{drawn}}.Write(c.output)
}

// checkNumbers checks a file of numbers while reading it.
func (c *checkFlags) checkNumbers(args []string, text io.Reader, by *program) (*nqueens.Violation, error) {
	name := c.file
	c.file = "" // it holds no board
	problem, err := c.drawable(args, by)
	if err != nil {
		return nil, err
	}
	var read bytes.Buffer
	if c.output != "" {
		text = io.TeeReader(text, &read)
	}
	err = problem.CheckNumbers(text)
	broken, _ := errors.AsType[*nqueens.Violation](err)
	switch {
	case broken == nil && err != nil:
		return nil, fmt.Errorf("--file %s: %w", name, err)
	case c.output != "":
		return broken, c.draw(problem, solutionOf(read.String(), problem.N), broken)
	}
	return broken, nil
}

// solutionOf returns the squares of numbers that have been read, up to the first number off the
// board.
func solutionOf(text string, n int) nqueens.Solution {
	var s nqueens.Solution
	for word := range strings.FieldsSeq(text) {
		k, err := strconv.Atoi(word)
		if err != nil || k < 1 || k > n || len(s) == n {
			break
		}
		s = append(s, nqueens.On(len(s), k-1))
	}
	return s
}

// A notation is a way to write a solution in a file.
type notation int

const (
	drawing notation = iota
	squares
	numbers
)

// notationOf returns the notation of the text, judged by its beginning. It skips a byte order mark. Text
// for a board that is too large to draw is never a drawing.
func notationOf(text *bufio.Reader, asked nqueens.Problem) notation {
	if mark, _ := text.Peek(3); string(mark) == "\ufeff" {
		// The peeked bytes can be read without error.
		_, _ = text.Discard(3)
	}
	other, large := drawing, asked.N > nqueens.MaxModelSize
	if large {
		other = numbers
	}
	if !large && holdsProblem(text, asked) {
		return drawing
	}
	for {
		c, err := text.ReadByte()
		if err != nil {
			return other
		}
		if c == ' ' || c == '\n' || c == '\t' || c == '\r' {
			continue
		}
		_ = text.UnreadByte() // cannot fail after ReadByte
		two, _ := text.Peek(2)
		switch {
		case len(two) == 2 && two[1] == '@': // a piece of another kind on its square
			return squares
		case !large && asked.Family.HasLetter(c): // in Latin queens, digits are pieces
			return drawing
		case c >= '0' && c <= '9' || c == '+' || c == '-':
			return numbers
		case c >= 'a' && c <= 'z':
			return squares
		}
		return other
	}
}

// holdsProblem reports whether the text starts like a problem in one of the formats. An exact cover
// does not count, because it has no pieces to check.
func holdsProblem(text *bufio.Reader, asked nqueens.Problem) bool {
	head, err := text.Peek(detect.Window) // a read error shows later
	f, how, err := detect.Of(detect.Text{Head: head, Whole: err != nil, Piece: asked.Family.HasLetter, OnBoard: true})
	if unread, ok := errors.AsType[*detect.Unread](err); ok {
		return unread.Format.Name != detect.Headless // numbers that end in 0
	}
	return err == nil && how == detect.Sure && f.Name != detect.Cover
}

// readSquares reads the file as the value of --solution.
func (c *checkFlags) readSquares(text io.Reader) error {
	const most = 1 << 24 // of a million squares
	list, err := io.ReadAll(io.LimitReader(text, most+1))
	if err == nil && len(list) > most {
		err = fmt.Errorf("a list of squares may have at most %d bytes; write a larger solution as numbers, the rank of the piece in each file", most)
	}
	if err != nil {
		return fmt.Errorf("--file %s: %w", c.file, err)
	}
	if _, err := piecesOf(string(list)); err != nil {
		return fmt.Errorf("--file %s: %w", c.file, err)
	}
	c.solution, c.file = string(list), "" // it holds no board
	return nil
}
