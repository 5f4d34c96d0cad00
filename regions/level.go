package regions

import (
	"fmt"
	"strings"

	"nqueens"
)

// A Level is the difficulty of a puzzle: the hardest rule that a person needs for it.
type Level int

const (
	AnyLevel Level = iota
	Easy           // single candidates, squares that see a whole line, one line within another
	Medium         // several lines within as many others
	Hard           // a square whose queen leads to a contradiction by the other rules
	Guess          // more than one square must be assumed
)

var levelNames = []string{"any", "easy", "medium", "hard", "guess"}

func (l Level) String() string { return levelNames[l] }

// Levels returns the levels that Generate takes.
func Levels() []Level { return []Level{AnyLevel, Easy, Medium, Hard} }

// LevelNamed returns the level with a name.
func LevelNamed(name string) (Level, error) {
	var names []string
	for _, l := range Levels() {
		if l.String() == name {
			return l, nil
		}
		names = append(names, l.String())
	}
	return AnyLevel, fmt.Errorf("no level is called %q (there are %s)", name, strings.Join(names, ", "))
}

// LevelOf returns the level of a puzzle with one solution.
func LevelOf(p nqueens.Problem) Level {
	steps, solved := Solve(p)
	if !solved {
		return Guess
	}
	level := Easy
	for _, s := range steps {
		level = max(level, s.Level)
	}
	return level
}
