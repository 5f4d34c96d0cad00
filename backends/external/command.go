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
	seedMark     = "{seed}"     // a whole number from 1 to below 2·10^9
	timeMark     = "{time}"     // whole seconds that are left
	encodingMark = "{encoding}" // which of the input's encodings
	folderMark   = "{folder}"   // that of the description
)

var (
	marks   = []string{inputMark, answerMark, proofMark, seedMark, threadsMark, timeMark, encodingMark, folderMark, familyMark}
	anyMark = lazyregexp.New(`\{[a-z]+\}`)
)

// read splits a command line, which must have some marks.
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
				return fmt.Errorf("command %q: %s stands for nothing %s", text, mark, suggest.Among(mark, marks))
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

// taskCommand is one that needs the problem, proofCommand one that writes a proof too.
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

// options are arguments that a command has only sometimes, without marks.
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

// words splits a command as a shell does, without expanding anything: at
// spaces outside quotes. A backslash takes a space, a quote or a backslash after
// it literally; before anything else it stands for itself, as in a Windows path.
// Within single quotes everything is literal.
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

// find returns the absolute path of a program: one with a slash in its name is
// in a place seen from the folder, or from that in an environment variable, $NAME/program;
// another in PATH.
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

// seenFrom names the folder that a program was looked for in, unless it is the
// user's own.
func seenFrom(program, folder string) string {
	if folder == "" || folder == "." || filepath.IsAbs(program) {
		return ""
	}
	return " in " + folder
}

// digest is of the contents of the program and of the files among the words of
// its command.
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
			continue // a file that cannot be read does not tell versions apart
		}
		if err != nil {
			return "", err
		}
		_, err = io.Copy(sum, file)
		file.Close() //nolint:errcheck // it was read
		if err != nil {
			return "", err
		}
		sum.Write([]byte{0}) // so that contents do not run into each other
	}
	return hex.EncodeToString(sum.Sum(nil)[:6]), nil
}

// FileDigest returns a digest of the contents of a program's file, as of a counter whose command names
// no other file; "" if the file cannot be read.
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

// ProgramOf names what a command runs, apart from options, numbers and what is filled in:
// "cadical", "python3 count.py". Two commands of one name run one program. A digest of the
// program's file takes the place of its name, where one is known.
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
