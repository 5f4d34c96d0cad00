package bench

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"nqueens"
)

// Instance is a problem by the name of its file, which tells it apart from the
// others of its plan.
type Instance struct {
	// Name is the file's path in the folder or archive that was named, or the
	// file's own name; with as much of the path before it as tells it apart.
	Name    string
	Problem nqueens.Problem

	Naming Naming // made once: that of a board of 56 squares a side has 12 KB
	path   string // where it is: with an archive's path before that of the member
	in     string // the folder or archive that was named; "" for a file of its own
	under  string // what all files of that folder or archive are in
}

// Naming is what a problem is called.
type Naming struct {
	Full  string // nqueens.ParseProblem reads it
	Short string // in records, tables, charts and messages
}

// namingOf names a problem that may be an instance. The short name of one has a
// digest, so that records do not pass for those of another file of its name.
func namingOf(p nqueens.Problem, instance string) Naming {
	full := p.String()
	if instance == "" {
		return Naming{full, full}
	}
	sum := sha256.Sum256([]byte(full))
	return Naming{full, fmt.Sprintf("%s(%d) %s %s", p.Family.Name, p.N, printable(instance), hex.EncodeToString(sum[:4]))}
}

// printable escapes a file's name that would upset a terminal or a table.
func printable(name string) string {
	if strings.IndexFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) < 0 {
		return name
	}
	return strings.Trim(strconv.QuoteToGraphic(name), `"`)
}

func (i Instance) naming() Naming {
	if i.Naming.Full == "" {
		return namingOf(i.Problem, i.Name)
	}
	return i.Naming
}

func (j Job) naming() Naming {
	if j.Instance == "" || j.Naming.Full == "" {
		return namingOf(j.Problem, j.Instance)
	}
	return j.Naming
}

// ProblemName is what the job's problem is called in records: its own name or,
// since that of an instance may be thousands of squares long, one like
// "queens(56) blocked-56-17.param 1f0c6a52" with its file and a digest.
func (j Job) ProblemName() string { return j.naming().Short }

// ProblemText is the job's problem in full, as nqueens.ParseProblem reads it.
func (j Job) ProblemText() string { return j.naming().Full }

// named is the experiment with the names of its instances made once.
func (e Experiment) named() Experiment {
	jobs := make([]Job, len(e.Jobs))
	for i, j := range e.Jobs {
		if j.Instance != "" {
			j.Naming = j.naming()
		}
		jobs[i] = j
	}
	e.Jobs = jobs
	return e
}
