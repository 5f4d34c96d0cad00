package dlx

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// A SyntaxError describes text that is not an exact-cover problem: the position and the defect.
type SyntaxError struct {
	Line, Column int // both count from 1; the column counts bytes
	Msg          string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Msg)
}

// blanks separate names, as in Knuth's programs.
const blanks = " \t\n\v\f\r"

// Read reads a problem in the format of Knuth's programs DLX1, DLX2 and DLX3. The first line names
// the items, with a | before the secondary ones. Every further line is an option: the names of its
// items. Names are separated by blanks and contain no | and no colon. A primary item that is not
// covered exactly once has its multiplicity before its name, 2:3|name or 2|name. Empty lines and
// lines that begin with | are comments.
//
// Names may have any length; Knuth's programs allow eight characters. Colours (name:c) are not
// supported and give an error. All errors other than those of r are a *SyntaxError.
func Read(r io.Reader) (*Problem, error) {
	var p *Problem
	in := bufio.NewReader(r)
	for number := 1; ; number++ {
		text, err := in.ReadString('\n')
		if err != nil && err != io.EOF {
			return nil, fmt.Errorf("reading exact cover: %w", err)
		}
		l := line{number: number, words: split(text)}
		switch {
		case l.isComment():
		case p == nil:
			p, l.err = l.problem()
		default:
			l.err = l.addOption(p)
		}
		if l.err != nil {
			return nil, l.err
		}
		if err == io.EOF && p == nil {
			return nil, &SyntaxError{number, 1, "the text ends before the line that names the items"}
		}
		if err == io.EOF {
			return p, nil
		}
	}
}

// A line is one line of the format.
type line struct {
	number int
	words  []word
	err    error
}

// A word is a name, or the | that separates names.
type word struct {
	text   string
	column int
}

// split splits a line into words. A | at the start of a word is a word of its own.
func split(text string) (words []word) {
	for at := 0; at < len(text); {
		rest := text[at:]
		switch {
		case strings.ContainsRune(blanks, rune(rest[0])):
			at++
			continue
		case rest[0] == '|':
			rest = "|"
		default:
			if end := strings.IndexAny(rest, blanks); end >= 0 {
				rest = rest[:end]
			}
		}
		words = append(words, word{rest, at + 1})
		at += len(rest)
	}
	return words
}

func (l *line) isComment() bool { return len(l.words) == 0 || l.words[0].text == "|" }

// errorAt returns a *SyntaxError at a word of the line.
func (l *line) errorAt(w word, format string, args ...any) error {
	return &SyntaxError{l.number, w.column, fmt.Sprintf(format, args...)}
}

// problem reads the line that names the items.
func (l *line) problem() (*Problem, error) {
	var groups [2][]string // primary, secondary
	group := 0
	seen := make(map[string]bool)
	times := map[int][2]int{}
	for _, w := range l.words {
		if low, high, name, ok := multiplicity(w.text); ok && group == 0 {
			times[len(groups[0])] = [2]int{low, high}
			w.text = name
		} else if ok {
			return nil, l.errorAt(w, "%q is a secondary item, which has no multiplicity", name)
		}
		if w.text == "|" {
			if group == 1 {
				return nil, l.errorAt(w, "a second |: one separates primary from secondary items")
			}
			group = 1
			continue
		}
		if err := checkName(w.text); err != nil {
			return nil, l.errorAt(w, "%v", err)
		}
		if seen[w.text] {
			return nil, l.errorAt(w, "item %q is named twice", w.text)
		}
		seen[w.text] = true
		groups[group] = append(groups[group], w.text)
	}
	p, err := NewProblem(groups[0], groups[1])
	for i, between := range times {
		if err == nil {
			err = p.SetMultiplicity(i, between[0], between[1])
		}
	}
	if err != nil {
		return nil, l.errorAt(l.words[0], "%v", err)
	}
	return p, nil
}

// multiplicity parses 2:3|name, or 2|name, which means 2:2|name.
func multiplicity(word string) (low, high int, name string, ok bool) {
	bounds, name, ok := strings.Cut(word, "|")
	from, to, two := strings.Cut(bounds, ":")
	low, err := strconv.Atoi(from)
	high = low
	if two && err == nil {
		high, err = strconv.Atoi(to)
	}
	return low, high, name, ok && name != "" && err == nil && low >= 0
}

// addOption reads a line that is an option.
func (l *line) addOption(p *Problem) error {
	items := make([]int, len(l.words))
	seen := make(map[string]bool, len(l.words))
	for k, w := range l.words {
		i, ok := p.Item(w.text)
		switch {
		case w.text == "|":
			return l.errorAt(w, "a | within an option: it belongs to the line of item names")
		case !ok && strings.Contains(w.text, ":"):
			return l.errorAt(w, "%v", checkName(w.text))
		case !ok:
			return l.errorAt(w, "no item is called %q", w.text)
		case seen[w.text]:
			return l.errorAt(w, "item %q is twice in one option", w.text)
		}
		items[k], seen[w.text] = i, true
	}
	return p.AddOption(items...)
}

// checkName returns an error if the format does not allow the name.
func checkName(name string) error {
	switch {
	case strings.ContainsAny(name, blanks):
		return fmt.Errorf("item name %q contains a blank", name)
	case strings.Contains(name, "|"):
		return fmt.Errorf("item name %q contains a |: put a blank before it if it is a separator", name)
	case strings.Contains(name, ":"):
		return fmt.Errorf("%q contains a colon: colours are not supported", name)
	}
	return nil
}

// WriteTo writes the problem in the format that Read reads, and returns the number of bytes
// written. Reading the text gives the same items and options, but not the costs. WriteTo returns an
// error before it writes anything if a name contains a blank, a | or a colon, or if the problem has
// no primary items.
func (p *Problem) WriteTo(w io.Writer) (int64, error) {
	if p.primary == 0 {
		return 0, errors.New("writing exact cover: a problem without primary items has no text form")
	}
	for _, name := range p.names {
		if err := checkName(name); err != nil {
			return 0, fmt.Errorf("writing exact cover: %w", err)
		}
	}
	out := bufio.NewWriter(w)
	written := int64(0)
	write := func(s string) {
		n, _ := out.WriteString(s) // Flush reports the error
		written += int64(n)
	}
	for i, name := range p.names[:p.primary] {
		if i > 0 {
			write(" ")
		}
		if low, high := p.Multiplicity(i); low != high {
			name = fmt.Sprintf("%d:%d|%s", low, high, name)
		} else if low != 1 {
			name = fmt.Sprintf("%d|%s", low, name)
		}
		write(name)
	}
	if p.primary < len(p.names) {
		write(" | " + strings.Join(p.names[p.primary:], " "))
	} else if p.NumOptions() == 0 {
		write(" |") // without it the line could be any text
	}
	write("\n")
	for o := range p.NumOptions() {
		for k, i := range p.Option(o) {
			if k > 0 {
				write(" ")
			}
			write(p.names[i])
		}
		write("\n")
	}
	if err := out.Flush(); err != nil {
		return written - int64(out.Buffered()), fmt.Errorf("writing exact cover: %w", err)
	}
	return written, nil
}
