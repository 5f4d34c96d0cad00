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
// covered exactly once has its multiplicity before its name, 2:3|name or 2|name. In an option a
// secondary item can have a colour after its name, name:colour. Empty lines and lines that begin
// with | are comments.
//
// Names and colours may have any length; Knuth's programs allow eight characters and one. All errors
// other than those of r are a *SyntaxError.
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
	seen := make(map[string]int)
	times := map[int][2]int{}
	for _, w := range l.words {
		if w.text == "|" {
			if group == 1 {
				return nil, l.errorAt(w, "a second |: one separates primary from secondary items")
			}
			group = 1
			continue
		}
		name := w.text
		if bounds, item, ok := strings.Cut(w.text, "|"); ok && looksLikeBounds(bounds) {
			low, high, err := multiplicity(bounds)
			switch {
			case group == 1:
				return nil, l.errorAt(w, "%q is a secondary item, which has no multiplicity: write %s, or name it before the |", item, item)
			case err != nil:
				return nil, l.errorAt(w, "%q: %v", w.text, err)
			case item == "":
				return nil, l.errorAt(w, "%q has no item after the |: write %sname, without blanks", w.text, w.text)
			}
			times[len(groups[0])] = [2]int{low, high}
			name = item
		}
		if err := checkItem(name); err != nil {
			return nil, l.errorAt(w, "%v", err)
		}
		if column, twice := seen[name]; twice {
			return nil, l.errorAt(w, "item %q is named twice, first in column %d: name each item once, before or after the |", name, column)
		}
		seen[name] = w.column
		groups[group] = append(groups[group], name)
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

// looksLikeBounds reports whether the text before a | is meant as bounds rather than as a name.
func looksLikeBounds(text string) bool {
	return strings.Trim(text, "-0123456789:") == "" && strings.Trim(text, "-:") != ""
}

// multiplicity parses 2:3, or 2, which means 2:2.
func multiplicity(bounds string) (low, high int, err error) {
	from, to, two := strings.Cut(bounds, ":")
	if !two {
		to = from
	}
	for k, text := range []string{from, to} {
		n, err := strconv.Atoi(text)
		switch {
		case errors.Is(err, strconv.ErrRange) && n > 0, n > mostTimes:
			return 0, 0, fmt.Errorf("an item is covered at most %d times, not %s", mostTimes, text)
		case err != nil || n < 0:
			return 0, 0, errors.New("bounds are written 2:3|name, or 2|name for exactly twice")
		}
		if k == 0 {
			low = n
		}
		high = n
	}
	if low > high {
		return 0, 0, fmt.Errorf("no item is covered at least %d and at most %d times: write %d:%d", low, high, high, low)
	}
	return low, high, nil
}

// mostTimes is the largest multiplicity that Read accepts.
const mostTimes = 1 << 30

// addOption reads a line that is an option.
func (l *line) addOption(p *Problem) error {
	items := make([]int, len(l.words))
	var colours []string
	p.calls++
	for k, w := range l.words {
		name, colour, coloured := strings.Cut(w.text, ":")
		i, ok := p.Item(name)
		switch {
		case w.text == "|":
			return l.errorAt(w, "a | within an option: it belongs to the line of item names")
		case !ok:
			return l.errorAt(w, "no item is called %q", name)
		case p.seen[i] == p.calls:
			return l.errorAt(w, "item %q is twice in one option: name it once", name)
		case coloured && i < p.primary:
			return l.errorAt(w, "%q is a primary item, and only secondary ones have colours: write %s, or name it after the |", name, name)
		}
		items[k], p.seen[i] = i, p.calls
		if !coloured {
			continue
		}
		if err := checkColour(colour); err != nil {
			return l.errorAt(w, "%q: %v", w.text, err)
		}
		if colours == nil {
			colours = make([]string, len(l.words))
		}
		colours[k] = colour
	}
	return p.AddColouredOption(items, colours)
}

// checkItem returns an error if the format does not allow the name of an item.
func checkItem(name string) error {
	switch {
	case strings.ContainsAny(name, blanks):
		return fmt.Errorf("item name %q contains a blank", name)
	case strings.Contains(name, "|"):
		return fmt.Errorf("item name %q contains a |: put a blank before it if it is a separator", name)
	case strings.Contains(name, ":"):
		return fmt.Errorf("item name %q contains a colon: bounds end with a |, as in 2:3|name, and colours stand in the options", name)
	}
	return nil
}

// checkColour returns an error if the format does not allow the name of a colour.
func checkColour(name string) error {
	switch {
	case name == "":
		return errors.New("no colour after the colon: write name:colour, without blanks, or the name alone")
	case strings.ContainsAny(name, ":|"+blanks):
		return fmt.Errorf("colour %q contains a colon, a | or a blank", name)
	}
	return nil
}

// WriteTo writes the problem in the format that Read reads, and returns the number of bytes
// written. Reading the text gives the same items and options, but not the costs. WriteTo returns an
// error before it writes anything if the name of an item or of a colour contains a blank, a | or a
// colon, or if the problem has no primary items.
func (p *Problem) WriteTo(w io.Writer) (int64, error) {
	if p.primary == 0 {
		return 0, errors.New("writing exact cover: a problem without primary items has no text form")
	}
	for _, name := range p.names {
		if err := checkItem(name); err != nil {
			return 0, fmt.Errorf("writing exact cover: %w", err)
		}
	}
	for _, name := range p.palette {
		if err := checkColour(name); err != nil {
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
			if colour := p.Colour(o, k); colour != "" {
				write(":" + colour)
			}
		}
		write("\n")
	}
	if err := out.Flush(); err != nil {
		return written - int64(out.Buffered()), fmt.Errorf("writing exact cover: %w", err)
	}
	return written, nil
}
