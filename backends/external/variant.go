package external

import (
	"errors"
	"slices"
	"strings"

	"nqueens"
	"nqueens/internal/shell"
)

// Verbatim returns the solver with the text of a formula in place of the text that the solver would write for it.
// The text has the format dimacs and no projection. Its clauses then reach the program as they are, with
// repeated literals and tautologies. The solver supports only requests for one solution of that formula.
func (s *Solver) Verbatim(text []byte) *Solver {
	c := *s
	c.given = text
	return &c
}

// Strict returns the solver with the rule that text after an answer, and a second solution where one was required,
// is a crash. Otherwise they are ignored.
func (s *Solver) Strict() *Solver {
	c := *s
	c.strict = true
	return &c
}

// verbatim returns an error that says why the given text cannot take the place of the problem, or nil.
func (s *Solver) verbatim(r nqueens.Request, in input) error {
	switch {
	case s.given == nil:
		return nil
	case in.Format.Name != dimacs:
		return errors.New("it does not read DIMACS")
	case r.Task != nqueens.FindFirst || r.Problem.Goal() != nqueens.NoGoal || r.Problem.Formula == nil:
		return errors.New("only one solution of a formula can be requested for a given text")
	}
	return nil
}

// Simpler returns the commands that remain of the command for a request after one option, or one option and the
// word after it, is removed.
func (s *Solver) Simpler(r nqueens.Request) (commands []string) {
	c := s.requested(r)
	if c == nil || s.description().IPASIR != "" {
		return nil
	}
	removable := func(i int, option bool) bool {
		return i < len(c.words) && strings.HasPrefix(c.words[i], "-") == option &&
			!slices.ContainsFunc([]string{inputMark, answerMark, proofMark}, func(mark string) bool { return strings.Contains(c.words[i], mark) })
	}
	for i := 1; i < len(c.words); i++ {
		if !removable(i, true) {
			continue
		}
		for end := i + 2; end > i; end-- { // the option's value, too, if it may be one
			if end == i+2 && !removable(i+1, false) {
				continue
			}
			commands = append(commands, join(slices.Concat(c.words[:i], c.words[end:])))
		}
	}
	return commands
}

// Command returns the command line that answers a request, or "" if there is none.
func (s *Solver) Command(r nqueens.Request) string {
	if c := s.requested(r); c != nil {
		return c.text
	}
	return ""
}

// requested returns the command that answers a request, or nil.
func (s *Solver) requested(r nqueens.Request) *command {
	in, _ := s.input(r)
	task := r.Task
	if task == nqueens.Optimise && in.commands[task] == nil {
		task = nqueens.FindFirst // which is run again and again
	}
	return s.commandFor(in, task)
}

// join returns the text of a command with the given words.
func join(words []string) string {
	var quoted []string
	for _, word := range words {
		if plain := anyMark.Get().ReplaceAllString(word, ""); word == "" || plain != "" && shell.Quoted(plain) != plain {
			word = shell.Quoted(word)
		}
		quoted = append(quoted, word)
	}
	return strings.Join(quoted, " ")
}

// commandFor returns the command for a task, or nil.
func (s *Solver) commandFor(in input, t nqueens.Task) *command {
	if s.replaced != nil && in.commands[t] != nil {
		return s.replaced
	}
	return in.commands[t]
}

// WithCommand returns the solver with another command line in place of each command, except those of proofs.
func (s *Solver) WithCommand(line string) (*Solver, error) {
	var c command
	if err := c.read(line, inputMark); err != nil {
		return nil, err
	}
	other := *s
	other.replaced = &c
	return &other, nil
}
