package detect

import (
	"strings"
)

var coverEndings = []string{".dlx", ".xcc"}

// fitsCover matches an exact cover in Knuth's format: a line that names items, each once, and lines
// with some of them, the options. A text that looks like a board, or that has regions if they are expected, does not fit: items are not named
// . or # unless the file's name has the ending of covers.
func fitsCover(t *text) verdict {
	if t.OnBoard && fitsBoard(t).level == fits {
		return verdict{}
	}
	if t.Regions && fitsRegions(t).level == fits {
		return verdict{}
	}
	rest := t.withoutComments("|")
	if len(rest) == 0 || t.namedOther(Cover) {
		return verdict{}
	}
	items, secondary, ok := itemsOf(rest[0])
	if t.drawn(items) && !ended(t.File, coverEndings) {
		return verdict{}
	}
	v := verdict{begins, 1, rest[0].number}
	good, broken := 0, !ok
	for _, l := range rest[1:] {
		switch {
		case isOption(l.words, items):
			good++
		case t.isRow(l):
			return verdict{}
		default:
			broken = true
		}
		if !broken {
			v.lines++
		}
	}
	switch {
	case !broken && (good > 0 || secondary || ended(t.File, coverEndings)):
		v.level = fits
	case len(rest) == 1 && t.Whole:
		return verdict{} // a line of words
	case good == 0 && (!ok || strings.ContainsAny(rest[0].text, ";=(){}[]<>\"*,")):
		return verdict{} // with the punctuation of other formats
	case good == 0:
		v.level = guess
	}
	return v
}

// drawn reports whether an item's name consists of characters of squares, some of them free or
// blocked.
func (t *text) drawn(items map[string]bool) bool {
	for name := range items {
		other := strings.IndexFunc(name, func(c rune) bool {
			return c != '.' && c != '#' && (c >= 0x80 || t.Piece == nil || !t.Piece(byte(c)))
		})
		if other < 0 && strings.ContainsAny(name, ".#") {
			return true
		}
	}
	return false
}

// itemsOf parses the line that names the items. It reports whether the line has a | and whether it
// is valid.
func itemsOf(l line) (items map[string]bool, secondary, ok bool) {
	items, ok = map[string]bool{}, true // by item: whether it is secondary
	for _, word := range l.words {
		for strings.HasPrefix(word, "|") {
			ok = ok && !secondary
			secondary, word = true, word[1:]
		}
		if word == "" {
			continue
		}
		if bounds, name, found := strings.Cut(word, "|"); found {
			if strings.Trim(bounds, "0123456789:") != "" || bounds == "" || name == "" {
				ok = false
			}
			word = name
		}
		if _, twice := items[word]; twice || strings.ContainsAny(word, ":|") {
			ok = false
		}
		items[word] = secondary
	}
	return items, secondary, ok
}

// isOption reports whether the words are distinct items. Secondary ones may have a colour.
func isOption(words []string, items map[string]bool) bool {
	seen := make(map[string]bool, len(words))
	for _, word := range words {
		name, _, coloured := strings.Cut(word, ":")
		secondary, known := items[name]
		if !known || seen[name] || coloured && !secondary {
			return false
		}
		seen[name] = true
	}
	return true
}
