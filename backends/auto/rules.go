package auto

import (
	_ "embed"
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"time"

	"nqueens"
	"nqueens/internal/propagate"
)

// Turn is how one engine takes part in a race.
type Turn struct {
	Backend, Encoding string
	// Alone is how long it runs by itself before the race.
	Alone time.Duration
	// Share is its part of the time after that, in proportion to the others'; 0 for who is
	// asked only if the others fail.
	Share float64
}

// Rules say who races, by the class of a problem: see Classes. The classes that are not
// there have no race.
type Rules map[string][]Turn

//go:embed rules.tsv
var measured string

// Measured are the rules that results/auto made.
func Measured() Rules {
	rules, err := ParseRules(measured)
	if err != nil {
		panic(err) // a test reads them
	}
	return rules
}

// ParseRules reads a table, a class a line: its words, a tab, and the racers, as in
// "first excluded 32 8<tab>bitmask:10ms:3 linear:10ms:1 gini/product:0s:1". What follows
// a # at the beginning of a line is a comment.
func ParseRules(table string) (Rules, error) {
	rules := Rules{}
	for i, line := range strings.Split(table, "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		class, racers, _ := strings.Cut(line, "\t")
		for field := range strings.FieldsSeq(racers) {
			part := strings.Split(field, ":")
			if len(part) != 3 {
				return nil, fmt.Errorf("line %d: %q: a racer is written as bitmask:10ms:1", i+1, field)
			}
			t := Turn{}
			t.Backend, t.Encoding, _ = strings.Cut(part[0], "/")
			var err error
			if t.Alone, err = time.ParseDuration(part[1]); err == nil {
				t.Share, err = strconv.ParseFloat(part[2], 64)
			}
			if err != nil || t.Share <= 0 || t.Alone < 0 {
				return nil, fmt.Errorf("line %d: %q: a racer has a time from 0s and a share above 0", i+1, field)
			}
			rules[class] = append(rules[class], t)
		}
		if len(rules[class]) == 0 {
			return nil, fmt.Errorf("line %d: %q has no racers", i+1, class)
		}
	}
	return rules, nil
}

// String is the table that ParseRules reads.
func (r Rules) String() string {
	var lines []string
	for class, turns := range r {
		var racers []string
		for _, t := range turns {
			racers = append(racers, fmt.Sprintf("%s:%v:%g", t.name(), t.Alone, t.Share))
		}
		lines = append(lines, class+"\t"+strings.Join(racers, " ")+"\n")
	}
	slices.Sort(lines)
	return strings.Join(lines, "")
}

// turns are the racers of the request's class, and beside them the program that was asked
// for, if any.
func (r Rules) turns(request nqueens.Request, program string) (list []Turn) {
	wide := wide(request.Problem, request.Task)
	list = r[wide]
	for class := range r {
		if strings.HasPrefix(class, wide+" ") { // what a board leaves open takes milliseconds to find out
			if narrow := r[Classes(request.Problem, request.Task)[0]]; narrow != nil {
				list = narrow
			}
			break
		}
	}
	if program != "" {
		list = append(slices.Clone(list), Turn{Backend: program, Share: 1})
	}
	return list
}

// mostSquares is how large a board is looked at more closely: what it leaves open.
const mostSquares = 128 * 128

// pair is the kind of boards with pieces of two kinds.
const pair = "pair"

// Classes are what a question belongs to, the narrowest first: the task and the kind of
// problem with how many lines of what is left open want pieces and how many ways each has
// on average (both as powers of two, rounded down), then the task and the kind alone. For
// pieces of two kinds there are the squares in their place: most of their lines are clauses,
// which would take longer to look at than some engines to answer.
//
// The kind of a board is that pieces of three kinds or more (kinds) or of two (pair) stand there
// and no construction is known, or else what it has of excluded, blocked or given, the first of
// them. Any other bare board, one of which the best is asked but for three kinds, and one with pieces of
// one kind of which a symmetry is asked belong nowhere: for each of them one engine is known to be best.
func Classes(p nqueens.Problem, task nqueens.Task) []string {
	wide := wide(p, task)
	if wide == "" {
		return nil
	}
	floor := func(n int) int { return 1 << bits.Len(uint(n)) >> 1 }
	if strings.HasSuffix(wide, " "+pair) {
		return []string{fmt.Sprintf("%s %d", wide, floor(p.Board().Size())), wide}
	}
	if p.Board().Size() > mostSquares {
		return []string{wide}
	}
	m, err := propagate.Filtered(p)
	if err != nil {
		return []string{wide}
	}
	lines, ways := 0, 0
	for _, l := range m.Lines {
		if l.Min > 0 {
			lines++
			ways += len(l.Placements)
		}
	}
	if lines > 0 {
		ways /= lines
	}
	return []string{fmt.Sprintf("%s %d %d", wide, floor(lines), floor(ways)), wide}
}

// wide is the widest class, of the task and the kind of problem, or "".
func wide(p nqueens.Problem, task nqueens.Task) string {
	kind := ""
	switch {
	case !p.HasBoard():
		kind = "formula"
	case len(p.Family.Kinds) > 1 && !p.Constructed():
		kind = "kinds"
	case len(p.Family.Kinds) == 1 && !p.Constructed() && p.Goal() == nqueens.NoGoal:
		kind = pair
	case p.Symmetric != nqueens.Identity || p.Goal() != nqueens.NoGoal:
	case len(p.Excluded) > 0:
		kind = "excluded"
	case len(p.Blocked) > 0:
		kind = "blocked"
	case len(p.Given)+len(p.Others) > 0:
		kind = "given"
	}
	if kind == "" {
		return ""
	}
	return string(task) + " " + kind
}
