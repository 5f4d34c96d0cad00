package detect

import (
	"encoding/json"
	"errors"
	"io"
	"strings"

	"nqueens/internal/lazyregexp"
)

// startsAs matches a first line, after comments, that only one format has.
func startsAs(t *text, first *lazyregexp.Regexp, comments ...string) verdict {
	rest := t.withoutComments(comments...)
	if len(rest) == 0 || !first.Get().MatchString(rest[0].text) {
		return verdict{}
	}
	return verdict{marked, 1, rest[0].number}
}

var (
	lpSections     = lazyregexp.New(`(?i)^(minimi[sz]e|maximi[sz]e|minimum|maximum|min|max|subject to|such that|s\.t\.)(\s*$|\s+[^:\s])`)
	lpSolve        = lazyregexp.New(`^(/\*|//|(max|min|maximi[sz]e|minimi[sz]e)\s*:|[A-Za-z_]\w*\s*:\s*[-+0-9A-Za-z])`)
	mpsSections    = lazyregexp.New(`^(NAME(\s|$)|ROWS\s*$|OBJSENSE(\s|$)|OBJSENSE\s*$)`)
	aigerHeader    = lazyregexp.New(`^(aag|aig) \d+ \d+ \d+ \d+ \d+( \d+)*$`)
	smtCommand     = lazyregexp.New(`^\((set-logic|set-info|set-option|declare-|define-|assert|check-sat|push|echo)`)
	xmlStart       = lazyregexp.New(`^<(\?xml|!DOCTYPE|!--|[A-Za-z])`)
	xcspInstance   = lazyregexp.New(`<instance[\s>]`)
	aspifHeader    = lazyregexp.New(`^asp \d+ \d+ \d+`)
	prologStart    = lazyregexp.New(`^:-\s*(use_module|module|dynamic|initialization|set_prolog_flag|ensure_loaded|discontiguous)`)
	aspStart       = lazyregexp.New(`^(#(const|show|project|include|minimi[sz]e|maximi[sz]e|program|script|external|defined|heuristic)\b|:-|\d*\s*\{|[a-z]\w*(\([^)]*\))?\s*(\.|:-|;|\|)|:~)`)
	minizincStart  = lazyregexp.New(`^(include\s+"|(par\s+|var\s+)?(int|bool|float|set of|string)\s*:|var\b|array\s*\[|constraint\s|solve\s|predicate\s|function\s|test\s|enum\s|output\s*\[)`)
	flatzincStart  = lazyregexp.New(`^(predicate [a-z_]\w*\(|var (bool|int|float|-?\d+\.\.-?\d+|\{[^}]*\}) ?: ?\w+( ?::.*)?;|array \[1\.\.\d+\] of (var )?\w+ ?: ?\w+( ?::.*)? = \[|constraint [a-z_]\w*\(.*\)( ?::.*)?;)`)
	essenceFinds   = lazyregexp.New(`^(find|given|where|such that|minimising|maximising)\b`)
	veripbStart    = lazyregexp.New(`^pseudo-Boolean proof version`)
	yamlStart      = lazyregexp.New(`^(---|[A-Za-z][\w-]*:(\s|$)|- [\w{"'])`)
	jsonStart      = lazyregexp.New(`^(\{\s*("|\}|$)|\[\s*([\[{"\d\]-]|true|false|null|$))`)
	opbOnlyHeading = lazyregexp.New(`^(min|max)\s*:`)
)

// fitsLP matches the LP format of CPLEX.
func fitsLP(t *text) verdict { return startsAs(t, lpSections, `\`) }

// fitsLPSolve matches the format of lp_solve, if it cannot be OPB.
func fitsLPSolve(t *text) verdict {
	v := startsAs(t, lpSolve, "/", "*")
	if v.level == no || fitsLP(t).level > no {
		return v
	}
	if opb, _ := t.asConstraints(); opb.level == fits {
		return verdict{}
	}
	if !strings.Contains(string(t.Head), ";") {
		return verdict{}
	}
	return verdict{begins, 1, v.at}
}

func fitsMPS(t *text) verdict   { return startsAs(t, mpsSections, "*") }
func fitsAIGER(t *text) verdict { return startsAs(t, aigerHeader) }

func fitsSMTLIB(t *text) verdict { return startsAs(t, smtCommand, ";") }

func fitsXML(t *text) verdict {
	if fitsXCSP3(t).level > no {
		return verdict{}
	}
	return startsAs(t, xmlStart)
}

func fitsXCSP3(t *text) verdict {
	if startsAs(t, xmlStart).level == no {
		return verdict{}
	}
	for _, l := range t.lines {
		if xcspInstance.Get().MatchString(l.text) {
			return verdict{marked, 1, l.number}
		}
	}
	return verdict{}
}

// fitsJSON matches JSON, including several consecutive values.
func fitsJSON(t *text) verdict {
	v := startsAs(t, jsonStart)
	if v.level == no {
		return v
	}
	d := json.NewDecoder(strings.NewReader(string(t.Head)))
	for {
		if _, err := d.Token(); err != nil {
			if d.InputOffset() > 1 && (errors.Is(err, io.EOF) || !t.Whole) {
				return v
			}
			v.level, v.lines = begins, 1
			return v
		}
	}
}

// fitsYAML matches keys with a colon; the ending of the file's name decides.
func fitsYAML(t *text) verdict {
	v := startsAs(t, yamlStart, "#")
	if v.level == no || opbOnlyHeading.Get().MatchString(t.lines[0].text) {
		return verdict{}
	}
	v.level, v.lines = begins, 1
	return v
}

func fitsAspif(t *text) verdict { return startsAs(t, aspifHeader) }

func fitsProlog(t *text) verdict { return startsAs(t, prologStart, "%") }

// fitsASP matches a rule, if the text is neither facts of an instance nor Prolog.
func fitsASP(t *text) verdict {
	v := startsAs(t, aspStart, "%")
	if v.level == no || fitsFacts(t).level == fits || fitsProlog(t).level > no || fitsJSON(t).level > no {
		return verdict{}
	}
	if opb, _ := t.asConstraints(); opb.level == fits {
		return verdict{}
	}
	for _, l := range t.lines {
		if strings.HasSuffix(l.text, ".") { // the end of a rule
			return v
		}
	}
	return verdict{}
}

func fitsMiniZinc(t *text) verdict {
	if fitsFlatZinc(t).level > no {
		return verdict{}
	}
	return startsAs(t, minizincStart, "%")
}

func fitsFlatZinc(t *text) verdict { return startsAs(t, flatzincStart, "%") }

// fitsEssence matches a model with a find statement or similar.
func fitsEssence(t *text) verdict {
	for _, l := range t.withoutComments("$") {
		if essenceFinds.Get().MatchString(l.text) && fitsParameters(t).level > no {
			return verdict{marked, len(t.lines), l.number}
		}
	}
	return verdict{}
}

func fitsVeriPB(t *text) verdict { return startsAs(t, veripbStart, "*") }
