package encode

import (
	"math"
	"slices"
	"strings"
)

// comment reads a comment, starting from its c, which is the current word.
func (d *dimacsReader) comment() error {
	defer d.endLine()
	first := d.first
	if d.is("cp") {
		if at := d.at; d.nextOnLine() && addresses(string(d.word), d.restOfLine()) {
			return d.wrongAt(at, `"cp" should be "c p", with a blank`)
		}
		return nil
	}
	if !d.is("c") || !d.nextOnLine() {
		return nil
	}
	if !first {
		if found := d.directive(); found.name != "" {
			return d.wrongAt(found.at, "%s after a clause: write it on a line of its own", found.name)
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
		return d.readDirective()
	case d.is("pshow"), d.is("pweight"):
		if found := d.directive(); found.name != "" {
			return d.wrongAt(found.at, `"%s" should be "c p %s", with a blank`, found.name, strings.TrimPrefix(found.name, "c p"))
		}
	case d.is("t"):
		return d.readTrack()
	case d.is("weights"):
		if at := d.at; d.nextOnLine() && isNumber(string(d.word)) {
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

// readDirective reads a line "c p", starting from the p, which is the current word.
func (d *dimacsReader) readDirective() error {
	if !d.nextOnLine() {
		return nil
	}
	at := d.at
	switch keyword := string(d.word); keyword {
	case "show":
		return d.readProjection("p show")
	case "weight":
		return d.readWeight()
	case "optshow":
		if d.optional.Line == 0 {
			d.optional = at
		}
	default:
		if addresses(keyword, d.restOfLine()) {
			return d.wrongAt(at, "%s", wrongKeyword(keyword))
		}
	}
	return nil
}

// problemTypes are the types of problems in the model counting competitions. The last is another name of
// pwmc.
var problemTypes = []string{"mc", "pmc", "wmc", "pwmc", "wpmc"}

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
	if !slices.Contains(problemTypes, track) {
		if isKeyword(track) {
			return d.wrongAt(at, "the problem type %q (c t): should be %s", track, strings.Join(problemTypes[:4], ", "))
		}
		return nil
	}
	if track == "wpmc" {
		track = "pwmc"
	}
	if d.track != "" && d.track != track {
		return d.wrongAt(at, "the problem type %s, after %s in line %d", track, d.track, d.typed.Line)
	}
	d.track, d.typed = track, at
	return nil
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
