package external

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"nqueens/internal/lazyregexp"
	"nqueens/internal/suggest"
)

// command is a program and its arguments, which may contain placeholders.
type command struct {
	text  string
	words []string
}

// Placeholders in a solver's command, which are replaced when it runs.
const (
	inputMark    = "{input}"    // the file of the problem
	answerMark   = "{answer}"   // the file to which the answer is written
	proofMark    = "{proof}"    // the file to which the proof is written
	seedMark     = "{seed}"     // an integer from 1 to 2·10^9
	timeMark     = "{time}"     // the remaining time in whole seconds
	encodingMark = "{encoding}" // the name of the encoding, one of the input's
	folderMark   = "{folder}"   // the folder of the description
	epsilonMark  = "{epsilon}"  // the description's epsilon
	deltaMark    = "{delta}"    // the description's delta
)

var (
	marks   = []string{inputMark, answerMark, proofMark, seedMark, threadsMark, timeMark, encodingMark, folderMark, familyMark, epsilonMark, deltaMark}
	anyMark = lazyregexp.New(`\{[a-z]+\}`)
)

// read parses a command line and returns an error if it lacks one of the placeholders that it
// needs.
func (c *command) read(text string, needs ...string) error {
	split, err := words(text)
	if err != nil {
		return fmt.Errorf("command %q: %w", text, err)
	}
	if len(split) == 0 {
		return errors.New("the command is empty")
	}
	for _, word := range split {
		for _, mark := range anyMark.Get().FindAllString(word, -1) {
			if !slices.Contains(marks, mark) {
				return fmt.Errorf("command %q: %s is no placeholder %s", text, mark, suggest.Among(mark, marks))
			}
		}
	}
	if strings.Contains(split[0], "{") {
		return fmt.Errorf("command %q: begin with the program's name", text)
	}
	for _, mark := range needs {
		if !slices.ContainsFunc(split[1:], func(word string) bool { return strings.Contains(word, mark) }) {
			what := map[string]string{inputMark: "the problem's file", proofMark: "the proof's file"}[mark]
			return fmt.Errorf("command %q does not say where %s goes: write %s there, as in %s %[3]s", text, what, mark, split[0])
		}
	}
	*c = command{text, split}
	return nil
}

func (c *command) UnmarshalText(text []byte) error { return c.read(string(text)) }

// A taskCommand needs the placeholder of the problem; a proofCommand also needs that of the proof.
type (
	taskCommand  command
	proofCommand command
)

func (c *taskCommand) UnmarshalText(text []byte) error {
	return (*command)(c).read(string(text), inputMark)
}

func (c *proofCommand) UnmarshalText(text []byte) error {
	return (*command)(c).read(string(text), inputMark, proofMark)
}

// options are arguments that are added to a command in some cases. They have no placeholders.
type options []string

func (o *options) UnmarshalText(text []byte) (err error) {
	*o, err = words(string(text))
	switch {
	case err != nil:
		return fmt.Errorf("options %q: %w", text, err)
	case len(*o) == 0:
		return errors.New("there are no options")
	}
	return nil
}

// filled returns the command's arguments with the placeholders replaced.
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

// words splits a command like a shell, at spaces outside quotes, without expanding anything. A
// backslash makes a following space, quote or backslash literal; before anything else it stands for
// itself, as in a Windows path. Within single quotes everything is literal.
func words(command string) ([]string, error) {
	var list []string
	var word strings.Builder
	begun := false // the word may be empty: ''
	quote := rune(0)
	runes := []rune(command)
	for i := 0; i < len(runes); i++ {
		switch r := runes[i]; {
		case r == 0:
			return nil, errors.New("a command has no zero bytes")
		case r == '\\' && quote != '\'' && i+1 < len(runes) && strings.ContainsRune(` "'\`, runes[i+1]):
			i++
			word.WriteRune(runes[i])
			begun = true
		case r == quote:
			quote = 0
		case quote == 0 && (r == '\'' || r == '"'):
			quote, begun = r, true
		case quote == 0 && strings.ContainsRune(" \t\r\n", r):
			if begun {
				list = append(list, word.String())
			}
			word.Reset()
			begun = false
		default:
			word.WriteRune(r)
			begun = true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("a quote %c is not closed", quote)
	}
	if begun {
		list = append(list, word.String())
	}
	return list, nil
}

// find returns the absolute path of a program. A name with a slash is relative to the folder, or,
// in the form $NAME/program, to the value of an environment variable. Any other name is looked up
// in PATH.
func find(program, folder string) (string, error) {
	if strings.HasPrefix(program, "$") {
		program = os.ExpandEnv(program)
	}
	if !strings.ContainsAny(program, "/"+string(filepath.Separator)) {
		path, err := exec.LookPath(program)
		if err != nil {
			return "", fmt.Errorf("no program in PATH is called %q; one in the folder would be ./%s", program, program)
		}
		return filepath.Abs(path)
	}
	path := program
	if !filepath.IsAbs(path) {
		path = filepath.Join(folder, path)
	}
	path, err := filepath.Abs(path)
	if err == nil {
		_, err = exec.LookPath(path)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", fmt.Errorf("there is no program %s%s; if it is to be compiled, compile it first", program, seenFrom(program, folder))
	case errors.Is(err, fs.ErrPermission):
		return "", fmt.Errorf("%s%s cannot be run: it is not executable", program, seenFrom(program, folder))
	case err != nil:
		return "", fmt.Errorf("%s cannot be run: %w", program, err)
	}
	return path, nil
}

// seenFrom returns the part of a message that names the folder in which a program was looked for,
// or "" if that is the working directory.
func seenFrom(program, folder string) string {
	if folder == "" || folder == "." || filepath.IsAbs(program) {
		return ""
	}
	return " in " + folder
}

// digest returns a digest of the contents of the program and of the files among the words of its
// command.
func digest(program string, args []string, folder string) (string, error) {
	sum := sha256.New()
	for i, path := range append([]string{program}, args...) {
		if !filepath.IsAbs(path) {
			path = filepath.Join(folder, path)
		}
		if info, err := os.Stat(path); i > 0 && (err != nil || !info.Mode().IsRegular()) {
			continue
		}
		file, err := os.Open(path)
		if err != nil && i > 0 {
			continue // a file that cannot be read cannot distinguish versions
		}
		if err != nil {
			return "", err
		}
		_, err = io.Copy(sum, file)
		file.Close() //nolint:errcheck // it was read
		if err != nil {
			return "", err
		}
		sum.Write([]byte{0}) // separates the contents of files
	}
	return hex.EncodeToString(sum.Sum(nil)[:6]), nil
}

// FileDigest returns a digest of the contents of a program's file, the same as for a counter whose
// command names no other file. It returns "" if the file cannot be read.
func FileDigest(path string) string {
	if path == "" {
		return ""
	}
	sum, err := digest(path, nil, "")
	if err != nil {
		return ""
	}
	return sum
}

// ProgramOf returns a name for the program that a command runs, without options, numbers and
// placeholders: "cadical", "python3 count.py". Commands with the same name run the same program. If
// digest is not "", it replaces the name of the program's file.
func ProgramOf(command, digest string) string {
	split, err := words(command)
	if err != nil || len(split) == 0 {
		return command
	}
	name := cmp.Or(digest, split[0])
	for _, word := range split[1:] {
		word = anyMark.Get().ReplaceAllString(word, "")
		if _, err := strconv.ParseFloat(word, 64); err != nil && word != "" && !strings.HasPrefix(word, "-") {
			name += " " + word
		}
	}
	return name
}
