package detect

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"sync"
)

// Window is the number of bytes of a text that are examined.
const Window = 1 << 16

// A Text is the beginning of an unpacked text.
type Text struct {
	File  string // the name of its file, whose ending is used
	Head  []byte // its first bytes, at most Window
	Whole bool   // Head is the whole text

	// Piece reports whether a letter is a piece on the expected boards.
	Piece func(letter byte) bool
	// OnBoard means that a problem on a board is expected, so that a text that could be a board is
	// not an exact cover.
	OnBoard bool
	// Regions means that a problem with regions is expected, so that a text with a fault may be one.
	Regions bool
}

// A level is how well a text fits a format.
type level int

const (
	no     level = iota
	guess        // the text may be in the format, without positive evidence
	begins       // the text begins like the format, and violates it later
	marked       // the text has a mark that no other format has, and violates the format later
	fits         // all that was examined fits
)

// A verdict is the result of matching a text with a format.
type verdict struct {
	level level
	lines int // number of lines that fit before the first that does not
	at    int // the line that identifies the format
}

// A Certainty is how certain the format of a text is.
type Certainty int

const (
	Guess  Certainty = iota // the text may be in no format at all
	Likely                  // no other format fits as well
	Sure
)

// Of returns the format of a text and its certainty. For a text in a format that is not supported,
// the error is an *Unread. For a text that could be in several formats, it is an *Ambiguous. For a
// text that fits no format, it is a *Foreign, unless the file's name is that of a problem.
//
// The text may still violate its format, even in the part that was examined. The format's reader
// then returns an error.
func Of(t Text) (f Format, how Certainty, err error) {
	if err := isText(t); err != nil {
		return f, Guess, err
	}
	in := newText(t)
	var best []Format
	var verdicts []verdict
	for _, f := range Formats() {
		v := f.fits(in)
		if v.level == no || len(best) > 0 && v.level < verdicts[0].level {
			continue
		}
		if len(best) > 0 && v.level > verdicts[0].level {
			best, verdicts = nil, nil
		}
		best, verdicts = append(best, f), append(verdicts, v)
	}
	if len(best) == 0 {
		f, err = in.byEnding()
		return f, Sure, err
	}
	chosen, err := choose(t.File, best, verdicts)
	if err == nil && !best[chosen].Read {
		f := best[chosen]
		if f.Name == otherDIMACS {
			kind, _ := in.asClauses()
			f.About += " (p " + kind + ")"
		}
		err = &Unread{f, verdicts[chosen].at}
		if f.Aside || verdicts[chosen].level <= begins {
			err = foreign(t.File, err)
		}
	}
	if err != nil {
		return f, Guess, err
	}
	switch f = best[chosen]; {
	case f.ended(t.File):
		return f, Sure, nil
	case verdicts[chosen].level == guess:
		return f, Guess, nil
	case len(best) == 1 || verdicts[chosen].level > begins:
		return f, Sure, nil
	}
	return f, Likely, nil
}

// choose returns the index of one of the formats that a text fits equally well.
func choose(file string, best []Format, verdicts []verdict) (int, error) {
	var ended []int
	for i, f := range best {
		if f.ended(file) {
			ended = append(ended, i)
		}
	}
	switch {
	case len(best) == 1:
		return 0, nil
	case len(ended) == 1:
		return ended[0], nil
	case verdicts[0].level == fits:
		return 0, &Ambiguous{best}
	}
	// The text violates all of them. Choose the one that it fits longest, so that its reader
	// reports the error.
	longest := 0
	for i, v := range verdicts {
		if v.lines > verdicts[longest].lines {
			longest = i
		}
	}
	return longest, nil
}

// byEnding returns the format for the ending of the file's name, for a text that fits none.
func (t *text) byEnding() (Format, error) {
	if len(t.lines) == 0 {
		if t.Whole {
			return Format{}, foreign(t.File, errors.New("is empty"))
		}
		return Named(Board) // only boards have so many blanks
	}
	for _, f := range Formats() {
		if f.Read && f.ended(t.File) {
			return f, nil
		}
	}
	line, number := t.lines[0].text, t.lines[0].number
	if len(line) > 40 {
		line = line[:40] + "…"
	}
	return Format{}, &Foreign{fmt.Errorf("line %d: %q: no format that is read begins like this (%s); --format names one", number, line, strings.Join(Readable(), ", "))}
}

// A Foreign is the error for a text that is not recognised as a problem: it fits no format, or one
// that is not for problems.
type Foreign struct{ Err error }

func (f *Foreign) Error() string { return f.Err.Error() }
func (f *Foreign) Unwrap() error { return f.Err }

// foreign returns the error as a *Foreign, unless the file's name is that of a problem.
func foreign(file string, err error) error {
	for _, f := range Formats() {
		if !f.Aside && f.ended(file) {
			return err
		}
	}
	return &Foreign{err}
}

// Unread is the error for a format that is not supported.
type Unread struct {
	Format Format
	Line   int // the line that identifies the format; 0 if unknown
}

func (u *Unread) Error() string {
	at := ""
	if u.Line > 0 {
		at = fmt.Sprintf("line %d: ", u.Line)
	}
	return fmt.Sprintf("%sthis is %s, which is not read; the formats that are: %s", at, u.Format.About, strings.Join(Readable(), ", "))
}

// Ambiguous is the error for a text that could be in several formats.
type Ambiguous struct{ Formats []Format }

func (a *Ambiguous) Error() string {
	var abouts, flags []string
	for _, f := range a.Formats {
		abouts = append(abouts, f.About)
		if f.Read {
			flags = append(flags, "--format "+f.Name)
		}
	}
	how := "none of these is read"
	if len(flags) > 0 {
		how = strings.Join(flags, " or ") + " chooses the format"
	}
	return fmt.Sprintf("could be %s: %s", strings.Join(abouts, " or "), how)
}

// isText returns an error if the bytes are not text, with a guess of what they are.
func isText(t Text) error {
	switch head := t.Head; {
	case bytes.HasPrefix(head, []byte("PK\x03\x04")), bytes.HasPrefix(head, []byte("7z\xbc\xaf\x27\x1c")), bytes.HasPrefix(head, []byte("Rar!")):
		return errors.New("is an archive of a kind that is not unpacked; gzip, xz, bzip2, zstd and tar are")
	case bytes.HasPrefix(head, []byte("\x1f\x9d")), bytes.HasPrefix(head, []byte("\x04\x22\x4d\x18")), bytes.HasPrefix(head, []byte("]\x00\x00")):
		return errors.New("is packed in a way that is not unpacked; gzip, xz, bzip2 and zstd are")
	case bytes.HasPrefix(head, []byte("\xff\xfe")), bytes.HasPrefix(head, []byte("\xfe\xff")):
		return errors.New("is text in UTF-16; write it in UTF-8")
	case isWide(head):
		return errors.New("is text in UTF-16 without its byte order mark; write it in UTF-8")
	case bytes.HasPrefix(head, []byte("aig ")):
		return nil // a binary format that is recognised by its first line
	case bytes.IndexByte(head, 0) >= 0:
		return foreign(t.File, errors.New("is not text"))
	}
	return nil
}

// isWide reports whether the bytes look like UTF-16: most of the even ones, or of the odd ones, are
// zero, and no others.
func isWide(head []byte) bool {
	head = head[:min(len(head), 256)]
	var zeros [2]int
	for i, b := range head {
		if b == 0 {
			zeros[i%2]++
		}
	}
	return len(head) >= 4 && min(zeros[0], zeros[1]) == 0 && 4*max(zeros[0], zeros[1]) > len(head)
}

// A line is a line that is not blank.
type line struct {
	number int
	text   string
	words  []string
}

// text is the input of the grammars.
type text struct {
	Text
	lines []line
	// Results that several grammars use, computed once.
	asClauses     func() (kind string, v verdict)
	asWeighted    func() (v verdict, hard int)
	asConstraints func() (v verdict, soft int)
}

func newText(t Text) *text {
	in := &text{Text: t, lines: lines(t)}
	in.asClauses = sync.OnceValues(in.clauses)
	in.asWeighted = sync.OnceValues(in.weighted)
	in.asConstraints = sync.OnceValues(in.constraints)
	return in
}

// lines returns the complete lines that are not blank.
func lines(t Text) []line {
	head := string(bytes.TrimPrefix(t.Head, []byte("\ufeff")))
	var list []line
	number := 0
	for l := range strings.Lines(head) {
		number++
		if !t.Whole && !strings.HasSuffix(l, "\n") && number > 1 {
			break // it continues
		}
		if words := strings.Fields(l); len(words) > 0 {
			list = append(list, line{number, strings.TrimSpace(l), words})
		}
	}
	return list
}

// withoutComments returns the lines that do not begin with a comment mark.
func (t *text) withoutComments(marks ...string) []line {
	var list []line
next:
	for _, l := range t.lines {
		for _, mark := range marks {
			if strings.HasPrefix(l.text, mark) {
				continue next
			}
		}
		list = append(list, l)
	}
	return list
}
