package report

import (
	"fmt"
	"strconv"
	"strings"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/internal/table"
)

// mostTyped is how many bytes an instance may take on a command line; a longer one is read
// from its file.
const mostTyped = 300

// The command that makes one run again has four parts: those of the task, the problem,
// the contender and the limits.

// Command is the command line that makes a job's first run again, and prints it as a
// record does. That of an instance too long to be typed names its file, which is
// wherever it came from.
func Command(e bench.Experiment, j bench.Job) string {
	return strings.Join([]string{taskWords(j.Task), problemWords(j), contenderWords(e, j.Contender), limitWords(e, j.Limits)}, " ")
}

func taskWords(t nqueens.Task) string {
	switch t {
	case nqueens.CountAll:
		return "nqueens count"
	case nqueens.FindAll:
		return "nqueens solve --all"
	case nqueens.Optimise:
		return "nqueens solve --task optimise"
	}
	return "nqueens solve"
}

func problemWords(j bench.Job) string {
	p := j.Problem
	if !p.HasBoard() {
		return "--file " + quoted(p.Formula.Name)
	}
	size := strconv.Itoa(p.N)
	if p.Files != 0 && p.Files != p.N {
		size = fmt.Sprintf("%dx%d", p.Files, p.N)
	}
	words := []string{p.Family.Name, size}
	for _, q := range p.Family.Parameters {
		if value, said := p.Parameters[q.Name]; said {
			words = append(words, fmt.Sprintf("%s=%d", q.Name, value))
		}
	}
	if p.Pieces != nil {
		words = append(words, "--pieces", fmt.Sprint(p.Pieces))
	}
	if p.Symmetric != nqueens.Identity {
		words = append(words, "--symmetric", p.Symmetric.String())
	}
	empty := words
	words = append(words, squares("--given", p.Laid())...)
	words = append(words, squares("--blocked", p.Blocked)...)
	words = append(words, squares("--excluded", p.Excluded)...)
	text := strings.Join(words, " ")
	if len(text) > mostTyped && j.Instance != "" {
		return strings.Join(append(empty, "--file", quoted(j.Instance)), " ")
	}
	return text
}

func squares[T fmt.Stringer](flag string, list []T) []string {
	if len(list) == 0 {
		return nil
	}
	var names []string
	for _, x := range list {
		names = append(names, x.String())
	}
	return []string{flag, strings.Join(names, ",")}
}

func contenderWords(e bench.Experiment, c backends.Contender) string {
	name := c.Backend
	if c.Encoding != "" {
		name += "/" + c.Encoding
	}
	text := "--backend " + quoted(name)
	if c.Threads > 1 {
		text += fmt.Sprintf(" --threads %d", c.Threads)
	}
	for _, x := range e.External {
		if x.Name == c.Backend {
			text += " --external " + quoted(x.Name+"="+x.Command)
		}
	}
	return text
}

func limitWords(e bench.Experiment, l bench.Limits) string {
	text := "--timeout " + table.Flag(l.Time)
	switch m := l.Memory; {
	case m == 0:
	case m%(1<<20) == 0:
		text += fmt.Sprintf(" --memory %dMiB", m>>20)
	default:
		text += fmt.Sprintf(" --memory %dB", m)
	}
	return text + fmt.Sprintf(" --seed %d --json", e.Seed)
}

// quoted is a word as a shell reads it.
func quoted(word string) string {
	if word != "" && strings.Trim(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=+:,@") == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
