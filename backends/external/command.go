package external

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"nqueens"
)

// command is a program and its arguments, with marks still in them.
type command struct {
	text  string
	words []string
}

// What a solver's command may say for what is only known when it is run.
const (
	inputMark    = "{input}"    // the file of the problem
	answerMark   = "{answer}"   // a file that the answer is to be written to
	proofMark    = "{proof}"    // a file that the proof is to be written to
	seedMark     = "{seed}"     // a whole number below 2·10^9
	timeMark     = "{time}"     // whole seconds that are left
	encodingMark = "{encoding}" // which of the input's encodings
	folderMark   = "{folder}"   // that of the description
)

var (
	marks   = []string{inputMark, answerMark, proofMark, seedMark, threadsMark, timeMark, encodingMark, folderMark, familyMark}
	anyMark = regexp.MustCompile(`\{[a-z]+\}`)
)

// newCommand splits a command line, which must have some marks.
func newCommand(text string, needs ...string) (*command, error) {
	split, err := words(text)
	if err != nil {
		return nil, fmt.Errorf("command %q: %w", text, err)
	}
	if len(split) == 0 {
		return nil, errors.New("the command is empty")
	}
	for _, word := range split {
		for _, mark := range anyMark.FindAllString(word, -1) {
			if !slices.Contains(marks, mark) {
				return nil, fmt.Errorf("command %q: %s stands for nothing %s", text, mark, nqueens.Suggest(mark, marks))
			}
		}
	}
	if strings.Contains(split[0], "{") {
		return nil, fmt.Errorf("command %q: begin with the program's name", text)
	}
	for _, mark := range needs {
		if !slices.ContainsFunc(split[1:], func(word string) bool { return strings.Contains(word, mark) }) {
			what := map[string]string{inputMark: "the problem's file", proofMark: "the proof's file"}[mark]
			return nil, fmt.Errorf("command %q does not say where %s goes: write %s there, as in %s %[3]s", text, what, mark, split[0])
		}
	}
	return &command{text, split}, nil
}

// filled is the command's arguments with the marks replaced.
func (c *command) filled(values map[string]string) []string {
	var pairs []string
	for mark, value := range values {
		pairs = append(pairs, mark, value)
	}
	fill := strings.NewReplacer(pairs...)
	args := make([]string, 0, len(c.words)-1)
	for _, word := range c.words[1:] {
		args = append(args, fill.Replace(word))
	}
	return args
}
