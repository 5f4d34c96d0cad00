package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/sharp"
	"nqueens/encode"
	"nqueens/internal/shell"
	"nqueens/internal/table"
	"nqueens/proof"
)

// describes reports whether the arguments of check name a file that is to be described.
func (c *checkFlags) describes(args []string, by *program) bool {
	if len(args) != 1 || c.file != "" || c.solution != "" {
		return false
	}
	if isFile(args[0]) {
		return true
	}
	if numeric(args[0]) && !strings.Contains(args[0], "/") {
		return false
	}
	if _, err := by.families.Named(args[0]); err == nil {
		return false
	}
	_, err := os.Stat(args[0])
	return err == nil || strings.ContainsAny(args[0], "./")
}

// A fileReport is the answer of check FILE, as JSON too.
type fileReport struct {
	File string `json:"file"`
	Name string `json:"problem"`
	nqueens.Survey
	Commands []string `json:"commands"` // that run for the file
}

// describe prints the format of a file, its sizes, what is odd in it, and which commands run for it.
func (c *checkFlags) describe(file string, by *program) error {
	c.file = file
	p, err := c.problem(nil, by)
	if err != nil {
		return err
	}
	if p.HasBoard() {
		_, err := fmt.Fprintf(by.out, "%s: a board: %v\n", file, p)
		return err
	}
	r := fileReport{file, p.String(), p.Formula.Survey(), commandsFor(p, file, c.format, by)}
	if c.json {
		return by.json(r)
	}
	rows := [][2]string{{"format", r.Format}}
	add := func(name string, n int, more string) {
		if n > 0 {
			rows = append(rows, [2]string{name, fmt.Sprint(n) + more})
		}
	}
	hidden := ""
	if r.Projected {
		hidden = fmt.Sprintf(", of %d in the text", r.Variables+r.Hidden)
	}
	add("variables", r.Variables, hidden)
	add("items", r.Items, "")
	add("options", r.Options, "")
	add("clauses", r.Clauses, fmt.Sprintf(" of %s", table.Plural(r.Literals, "literal")))
	add("constraints", r.Constraints, "")
	add("soft", r.Soft, ", clauses or constraints with a cost")
	add("exclusive-ors", r.Exclusive, ", each that an odd number of literals is true; read as clauses, a row of more than 5 literals in pieces with added variables")
	add("added variables", r.Auxiliaries, ", for products, soft constraints and long numbers")
	if r.Goal != "" {
		word := map[string]string{"fewest": "the least", "most": "the largest"}[r.Goal]
		rows = append(rows, [2]string{"objective", fmt.Sprintf("%s value of %s, from %s to %s", word, table.Plural(r.Costs, "term"), r.Least, r.Largest)})
	}
	add("weights", r.Weighted, "")
	for _, odd := range r.Odd {
		rows = append(rows, [2]string{"odd", odd})
	}
	for _, command := range r.Commands {
		rows = append(rows, [2]string{"command", command})
	}
	last := ""
	for _, row := range rows {
		name := row[0]
		if name == last {
			name = ""
		}
		last = row[0]
		if _, err := fmt.Fprintf(by.out, "%-16s %s\n", name, row[1]); err != nil {
			return err
		}
	}
	return nil
}

// commandsFor returns the commands that run for a formula's file: those for which a backend
// supports the task, and the formats in which encode can write it. format is the format of the file if the user
// named it.
func commandsFor(p nqueens.Problem, file, format string, by *program) (commands []string) {
	able := func(task nqueens.Task) bool {
		_, err := backends.Fastest(by.backends, nqueens.Request{Problem: p, Task: task, Threads: 1})
		return err == nil
	}
	add := func(runs bool, command string) {
		if runs {
			read := shell.Quoted(file)
			if flag := "--format"; format != "" {
				if strings.HasPrefix(command, "encode ") {
					flag = "--from"
				}
				read += " " + flag + " " + format
			}
			commands = append(commands, "nqueens "+strings.ReplaceAll(command, "FILE", read))
		}
	}
	weighted := p.Formula.Weighted()
	add(able(nqueens.FindFirst), "solve --file FILE")
	add(able(nqueens.FindAll), "solve --file FILE --all")
	add(able(nqueens.CountAll), "count --file FILE")
	compiles, determined := compilable(p)
	add(compiles && determined, "count --file FILE --certified FOLDER")
	add(proof.CertifiesOptimum(p) == nil, "solve --file FILE --certified FOLDER")
	add(compiles, "sample --file FILE --count 10")
	pairwise, err := encode.EncodingNamed("sequential")
	var formats []string
	for _, to := range encode.Formats() {
		if err != nil || p.Wide() || p.Goal() != nqueens.NoGoal && !to.Objectives || weighted && to.Name != encode.DIMACS {
			continue
		}
		if statement, err := to.State(p, pairwise, false); err == nil && statement.Write != nil && statement.Model != nil {
			formats = append(formats, to.Name)
		}
	}
	if compiles {
		formats = append(formats, compiledFormat)
	}
	slices.Sort(formats)
	add(len(formats) > 0, "encode --file FILE --format "+strings.Join(formats, "|"))
	return commands
}

// mostDetermined is the number of clauses up to which check FILE looks whether a projection determines the other variables.
const mostDetermined = 100_000

// compilable reports whether a formula can be compiled into a graph of its models, and whether its count can be certified. The
// models of a projected formula can if the projection determines the other variables.
func compilable(p nqueens.Problem) (compiles, determined bool) {
	f, err := sharp.Clauses(context.Background(), nqueens.Request{Problem: p, Task: nqueens.CountAll, Threads: 1})
	if err != nil {
		return false, false
	}
	if f.Projection == nil {
		return true, true
	}
	if f.NumClauses() > mostDetermined {
		return true, false
	}
	_, open, err := sharp.Narrow(context.Background(), f)
	return true, err == nil && len(open) == 0
}

// errNotDescribed is the error for flags of a solution beside a file to be described.
var errNotDescribed = errors.New("check FILE describes a file; to check a solution of it write --file FILE --solution …")
