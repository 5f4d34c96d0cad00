package report

import (
	"fmt"
	"path/filepath"
	"strings"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/internal/shell"
	"nqueens/internal/table"
)

// mostTyped is the number of bytes up to which an instance is written into a command line; a longer
// one is read from the run's folder.
const mostTyped = 300

// Commands makes the command lines that run the jobs of an experiment again.
type Commands struct {
	experiment bench.Experiment
	folder     string                   // the run's folder, relative to where commands are run, with a trailing slash; "" for that folder itself
	binaries   map[string]string        // paths of other builds, by name
	described  map[string]bool          // the program's own backends, by name
	programs   map[string]bench.Program // of the experiment
	shared     map[string]bool          // names of instances that several problems share
}

// NewCommands returns the commands for a run's experiment. all are the backends of the program;
// user-defined ones are ignored, because another start of the program does not know them. folder is
// the run's folder, relative to where the commands will be run. environments has the paths of other
// builds.
func NewCommands(e bench.Experiment, all []backends.Backend, folder string, environments []bench.Environment) Commands {
	c := Commands{experiment: e, folder: folder, binaries: map[string]string{}, described: map[string]bool{}, programs: e.Programs(), shared: map[string]bool{}}
	if folder != "" {
		c.folder = strings.TrimSuffix(filepath.ToSlash(folder), "/") + "/"
	}
	for _, b := range all {
		if !backends.UserDefined(b) {
			c.described[b.Describe().Name] = true
		}
	}
	for _, name := range e.Binaries {
		for _, environment := range environments {
			if x, known := environment.Programs[name]; known {
				c.binaries[name] = x.Path
			}
		}
	}
	first := map[string]string{}
	for i := range e.Jobs {
		if j := &e.Jobs[i]; j.Instance != "" {
			name := j.ProblemName()
			if other, known := first[j.Instance]; known && other != name {
				c.shared[j.Instance] = true
			}
			first[j.Instance] = name
		}
	}
	return c
}

// Of returns the command line that repeats the first run of a job and prints it as a record. A long
// instance is read from the run's folder, a formula from its file. It returns "" for a contender
// that this program cannot run, such as an imported one, and for a formula whose file is not
// recorded.
func (c Commands) Of(j bench.Job) string {
	problem := c.problemWords(&j)
	if problem == "" || !c.runs(j.Contender) {
		return ""
	}
	begin, end := c.program(j.Contender)
	return strings.Join([]string{begin, taskWords(&j), problem, c.contenderWords(j.Contender), c.limitWords(&j)}, " ") + end
}

// runs reports whether the program has the contender's backend or can be given its command.
func (c Commands) runs(by backends.Contender) bool {
	_, name := backends.BinaryOf(by.Backend)
	x, external := c.programs[name]
	return c.described[name] || external && x.Command != x.Name // an imported program has no command
}

// A command line has five parts: program, task, problem, contender and limits.

// program returns the text of a command line before and after the arguments that repeat a contender's run. The
// command of an external program that counts is run in the folder for which it was written.
func (c Commands) program(by backends.Contender) (begin, end string) {
	binary, name := backends.BinaryOf(by.Backend)
	begin = "nqueens"
	if path := c.binaries[binary]; binary != "" && path != "" {
		begin = shell.Quoted(path)
	}
	for _, x := range c.experiment.External {
		if x.Name != name || x.Engine != "" {
			continue
		}
		if folder := c.seen(x.Folder); folder != "" && folder != "." {
			return "(cd " + shell.Quoted(folder) + " && " + begin, ")"
		}
	}
	return begin, ""
}

// seen returns a recorded path relative to where the commands are run, or unchanged if the run does
// not record the folder in which it began.
func (c Commands) seen(path string) string {
	if c.experiment.Began == "" || filepath.IsAbs(path) {
		return path
	}
	if filepath.IsAbs(c.experiment.Began) {
		return filepath.ToSlash(filepath.Join(c.experiment.Began, path))
	}
	return filepath.ToSlash(filepath.Join(c.folder, c.experiment.Began, path))
}

func taskWords(j *bench.Job) string {
	words := "solve"
	switch j.Task {
	case nqueens.CountAll:
		return "count"
	case nqueens.FindAll:
		return "solve --all"
	case nqueens.Optimise:
		words = "solve --task optimise"
	}
	if j.Proof {
		words += " --proof"
	}
	return words
}

// problemWords returns the words that name the problem, "" for a formula whose file is unknown.
func (c Commands) problemWords(j *bench.Job) string {
	p := j.Problem
	if !p.HasBoard() {
		path, known := c.experiment.Formulas[j.ProblemName()]
		if !known {
			return ""
		}
		return "--file " + shell.Quoted(c.seen(path))
	}
	var words []string
	for _, word := range p.Arguments() {
		words = append(words, shell.Quoted(word))
	}
	text := strings.Join(words, " ")
	if len(text) <= mostTyped || j.Instance == "" {
		return text
	}
	name := j.Instance
	if c.shared[name] {
		name = j.ProblemName()
	}
	return "--file " + shell.Quoted(c.folder+bench.ExperimentFile) + " --instance " + shell.Quoted(name)
}

func (c Commands) contenderWords(by backends.Contender) string {
	_, name := backends.BinaryOf(by.Backend)
	text := "--backend " + shell.Quoted(backends.Contender{Backend: name, Encoding: by.Encoding}.String())
	if by.Threads > 1 {
		text += fmt.Sprintf(" --threads %d", by.Threads)
	}
	for _, x := range c.experiment.External {
		switch {
		case x.Name != name || c.described[name]:
		case x.Engine == "": // a counter, fully described by its command
			text += " --external " + shell.Quoted(x.Name+"="+x.Command)
		case x.File != "":
			text += " --solver " + shell.Quoted(c.seen(x.File))
		default: // recorded by a version without File
			text += " --solver " + shell.Quoted(x.Name+".yaml")
		}
	}
	return text
}

func (c Commands) limitWords(j *bench.Job) string {
	l := j.Limits
	text := "--timeout " + table.Flag(l.Time)
	if l.Memory > 0 {
		text += " --memory " + bytesFlag(l.Memory)
	}
	if j.Proof && l.Proof > 0 && (j.Task == nqueens.FindFirst || j.Task == nqueens.Optimise) {
		text += " --proof-limit " + bytesFlag(l.Proof)
	}
	return text + fmt.Sprintf(" --seed %d --json", c.experiment.Seed)
}

func bytesFlag(n int64) string {
	if n%(1<<20) == 0 {
		return fmt.Sprintf("%dMiB", n>>20)
	}
	return fmt.Sprintf("%dB", n)
}
