package encode

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// comment reads a comment, starting from its c, which is the current word.
func (d *dimacsReader) comment() error {
	defer d.endLine()
	first := d.first
	if !d.is("c") || !d.nextOnLine() {
		return nil
	}
	if at := d.at; !first {
		if d.is("p") && d.nextOnLine() && (d.is("show") || d.is("weight")) {
			return d.wrongAt(at, "c p %s after a clause: write it on a line of its own", d.word)
		}
		return nil
	}
	switch {
	case d.is("squares"):
		at := d.at
		squares, err := d.readSquares(d.f.Squares)
		if err != nil {
			return err
		}
		d.f.Squares = squares
		d.mention(len(squares), at)
		return nil
	case d.is("p"):
		switch {
		case !d.nextOnLine():
		case d.is("show"):
			return d.readProjection("p show")
		case d.is("weight"):
			return d.readWeight()
		default:
			d.unknown()
		}
	case d.is("t"):
		return d.readTrack()
	case d.is("weights"):
		if at := d.at; d.nextOnLine() && isNumber(d.word) {
			return d.wrongAt(at, "weights (c weights): write them as \"c p weight LITERAL WEIGHT 0\"")
		}
	case d.is("MUST"):
		at := d.at
		if d.nextOnLine() && d.is("MULTIPLY") && d.nextOnLine() && d.is("BY") && d.nextOnLine() && !d.is("1") {
			return d.wrongAt(at, "a factor (c MUST MULTIPLY BY %s), which counts do not support: without this line the formula alone is counted", d.word)
		}
	case d.is("project"), d.is("ind"):
		return d.readProjection(string(d.word))
	}
	return nil
}

// unknown warns about a line "c p" with a keyword that is not read, which is the current word. Only a
// line that ends with 0, as directives do, causes a warning; others are ordinary text.
func (d *dimacsReader) unknown() {
	at, keyword := d.at, d.quoted()
	ends := false
	for d.nextOnLine() {
		ends = d.is("0")
	}
	if ends {
		d.warn(at, "%s is no keyword after \"c p\", so this line is ignored; \"c p show\" and \"c p weight\" are read", keyword)
	}
}

// isNumber reports whether a word is a number with or without a point.
func isNumber(word []byte) bool {
	_, err := strconv.ParseFloat(string(word), 64)
	return err == nil
}

// readTrack reads the problem type of the model counting competitions, starting from the t, which
// is the current word. If more words follow, the line is ordinary text.
func (d *dimacsReader) readTrack() error {
	if !d.nextOnLine() {
		return nil
	}
	track, at := string(d.word), d.at
	if d.nextOnLine() {
		return nil
	}
	switch track {
	case "mc", "pmc", "wmc", "pwmc", "wpmc":
		if track == "wpmc" {
			track = "pwmc"
		}
		if d.track != "" && d.track != track {
			return d.wrongAt(at, "the problem type %s, after %s in line %d", track, d.track, d.typed.Line)
		}
		d.track, d.typed = track, at
	default:
		if isLetters(track) {
			d.warn(at, "the problem type %s is ignored: mc, pmc, wmc and pwmc are read", track)
		}
	}
	return nil
}

// isLetters reports whether a word consists of small letters.
func isLetters(word string) bool {
	return strings.Trim(word, "abcdefghijklmnopqrstuvwxyz") == ""
}

// readProjection reads the list of variables after a keyword. Several comments may continue the
// list. If no number follows the keyword, as in "c project X", the line is ordinary text, except
// after "c p show", which no text begins with.
func (d *dimacsReader) readProjection(keyword string) error {
	at := d.at
	d.nextOnLine()
	if _, ok := d.integer(); !ok && keyword != "vp" && keyword != "p show" {
		return nil
	}
	variables := d.shown[keyword]
	if variables == nil {
		variables = []int32{} // an empty projection differs from no projection
	}
	for !d.is("0") {
		v, ok := d.integer()
		if !ok || v <= 0 || v > math.MaxInt32 {
			return d.wrong("%s is not a variable; the list ends with 0", d.quoted())
		}
		d.mention(int(v), d.at)
		variables = append(variables, int32(v))
		d.spend(literalBytes)
		if !d.nextOnLine() {
			return d.wrong("the list of variables should end with 0")
		}
	}
	if d.nextOnLine() {
		return d.wrong("%s after the 0 that ends the list of variables", d.quoted())
	}
	if d.shown == nil {
		d.shown = make(map[string][]int32)
	}
	d.shown[keyword] = variables
	d.projected = at
	return nil
}

// mention records a variable that a comment names. The header with the number of variables may come
// later.
func (d *dimacsReader) mention(variable int, at Place) {
	if variable > d.highest {
		d.highest, d.named = variable, at
	}
}

// project sets the projection from the comments. It returns an error if they contradict each other.
func (d *dimacsReader) project() error {
	var seen []int32 // the current projection, sorted
	for _, keyword := range [...]string{"p show", "project", "ind", "vp"} {
		variables, ok := d.shown[keyword]
		if !ok {
			continue
		}
		sorted := slices.Compact(slices.Sorted(slices.Values(variables)))
		if d.f.Projection != nil && !slices.Equal(seen, sorted) {
			return d.wrongAt(d.projected, `the lines "c p show", "c project", "c ind" and "vp" list different variables; they should list the same`)
		}
		if d.f.Projection == nil {
			seen, d.f.Projection = sorted, variables
		}
	}
	return nil
}
