package fuzz

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/internal/atomicfile"
	"nqueens/internal/table"
	"nqueens/proof"
)

// Written is a finding in its folder.
type Written struct {
	Finding
	Folder string
	Size   string // of the instance
	Again  bool   // the trial is of the corpus and failed as before
}

// mostShown is the largest number of solutions that are listed as evidence.
const mostShown = mostKept

// Write makes the folder of a finding: the input, both answers, the evidence and a README.
func (f *Folder) Write(ctx context.Context, x *Examiner, s Shrunk) (Written, error) {
	name, err := f.name(s.Finding)
	if err != nil {
		return Written{}, err
	}
	dir := filepath.Join(f.Dir, findingsFolder, name)
	page := report{Shrunk: s, folder: f, dir: dir, x: x}
	if err = page.inputs(); err == nil {
		if err = page.evidence(ctx); err == nil {
			err = atomicfile.WriteFile(filepath.Join(dir, "README.md"), page.text())
		}
	}
	if err == nil {
		err = f.writeTrial(name, s.Finding)
	}
	return Written{Finding: s.Finding, Folder: dir, Size: s.Trial.Form.Size()}, err
}

// A report writes the files of one finding.
type report struct {
	Shrunk
	folder *Folder
	dir    string
	x      *Examiner
	files  []string // of the inputs; "" for a board
	proved string   // sentences about the evidence
}

// forms returns the finding's instance and those derived from it.
func (r *report) forms() []Form {
	forms := []Form{r.Trial.Form}
	for _, relation := range relations() {
		if relation.name == r.Trial.Relation {
			forms = append(forms, relation.make(r.Trial.random(toCompare), r.Trial.Form)...)
		}
	}
	return forms
}

// inputs writes the instances.
func (r *report) inputs() error {
	for i, form := range r.forms() {
		name := "input" + form.Extension()
		if i > 0 {
			name = fmt.Sprintf("input-%d%s", i+1, form.Extension())
		}
		if form.Extension() == "" {
			name += ".txt"
		}
		if err := atomicfile.WriteFile(filepath.Join(r.dir, name), form.Text()); err != nil {
			return err
		}
		r.files = append(r.files, name)
	}
	return nil
}

// evidence writes a file that shows which answer is right, if a short search finds one: a solution,
// the list of all solutions, or a proof that there is none.
func (r *report) evidence(ctx context.Context) error {
	if r.Trial.Relation != "" || r.Class == Crash || r.Class == NoAnswer || r.Class == WrongResult {
		return nil
	}
	p, err := r.Trial.Form.Problem()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	if r.Class == BadProof {
		r.proved = "[proof.drat](proof.drat) is the proof that was refused."
		return atomicfile.WriteFile(filepath.Join(r.dir, "proof.drat"), r.x.answer(ctx, r.Trial.Form, p, r.Trial.Asked[0]).Proof)
	}
	listed, by := r.list(ctx, p, r.x.references(r.Trial, p, true))
	own, lists := r.own(ctx, p)
	switch {
	case by == "" || len(listed) > mostShown:
		return r.one(ctx, p)
	case len(listed) == 0:
		return r.refutation(ctx)
	}
	r.proved = fmt.Sprintf("There %s, listed in [solutions.txt](solutions.txt). The search of %s was complete, and each solution was checked by the rules of the problem.", isAre(len(listed), "solution"), by)
	if lists {
		missing, extra := difference(listed, own), difference(own, listed)
		if len(missing) > 0 {
			r.proved += fmt.Sprintf(" The solver's own list lacks %s, such as `%s`.", table.Plural(len(missing), "solution"), missing[0])
		}
		if len(extra) > 0 {
			r.proved += fmt.Sprintf(" Its own list has %s too many, such as `%s`.", table.Plural(len(extra), "line"), extra[0])
		}
	}
	return atomicfile.WriteFile(filepath.Join(r.dir, "solutions.txt"), []byte(strings.Join(listed, "\n")+"\n"))
}

// isAre returns "is one solution" or "are 5 solutions".
func isAre(n int, what string) string {
	if n == 1 {
		return "is one " + what
	}
	return "are " + table.Plural(n, what)
}

// difference returns the elements of a that are not in b. Elements that occur several times are
// counted.
func difference(a, b []string) (list []string) {
	left := map[string]int{}
	for _, s := range b {
		left[s]++
	}
	for _, s := range a {
		if left[s]--; left[s] < 0 {
			list = append(list, s)
		}
	}
	return list
}

// list returns all solutions, as found by the first reference whose complete list passes the
// inspection.
func (r *report) list(ctx context.Context, p nqueens.Problem, references []Question) (solutions []string, by string) {
	for _, q := range references {
		q.Task = nqueens.FindAll
		b := r.x.backend(q.Backend)
		if b.Supports(r.x.request(p, q)) != nil {
			continue
		}
		if list, ok := r.solutions(ctx, p, q); ok {
			return list, q.String()
		}
	}
	return nil, ""
}

// solutions returns the list of one backend, sorted; ok is false if it is incomplete or invalid.
func (r *report) solutions(ctx context.Context, p nqueens.Problem, q Question) (list []string, ok bool) {
	a := r.x.answer(ctx, r.Trial.Form, p, q)
	for _, s := range a.Listed {
		list = append(list, line(p, s))
	}
	slices.Sort(list)
	return list, a.Status == nqueens.Solved && a.Wrong() == "" && a.Count != nil && a.Count.String() == fmt.Sprint(len(list))
}

// line returns a solution on a line: squares, or the true variables.
func line(p nqueens.Problem, s nqueens.Solution) string {
	switch {
	case len(s) == 0 && p.HasBoard():
		return "no piece"
	case len(s) == 0:
		return "no variable is true"
	}
	return s.String()
}

// own returns the list of the solver under test, if it lists solutions. The list may be wrong.
func (r *report) own(ctx context.Context, p nqueens.Problem) (list []string, ok bool) {
	q := r.Trial.Asked[0]
	q.Task = nqueens.FindAll
	b := r.x.backend(q.Backend)
	if request := r.x.request(p, q); b.Describe().Accepts(request) != nil || b.Supports(request) != nil {
		return nil, false
	}
	list, _ = r.solutions(ctx, p, q)
	return list, len(list) > 0
}

// one writes a solution that a reference finds.
func (r *report) one(ctx context.Context, p nqueens.Problem) error {
	for _, q := range r.x.references(r.Trial, p, false) {
		if ctx.Err() != nil {
			return nil
		}
		o := r.x.ask(ctx, r.Trial.Form, p, q)
		if o.Status != nqueens.Solved || o.Fault != nil {
			continue
		}
		r.proved = fmt.Sprintf("[solution.txt](solution.txt) is a solution: %s found it, and it was checked by the rules of the problem.", q)
		return atomicfile.WriteFile(filepath.Join(r.dir, "solution.txt"), []byte(line(p, o.Solution)+"\n"))
	}
	return nil
}

// refutation writes a proof that a formula has no solution.
func (r *report) refutation(ctx context.Context) error {
	c, ok := r.Trial.Form.(*Clauses)
	if !ok {
		r.proved = "There is no solution."
		return nil
	}
	var b bytes.Buffer
	f := c.CNF()
	if err := proof.Refute(ctx, f, &b); err != nil {
		return nil //nolint:nilerr // the answers of the references remain
	}
	if _, err := proof.Check(ctx, f, bytes.NewReader(b.Bytes())); err != nil {
		return nil //nolint:nilerr // likewise
	}
	r.proved = "There is no solution: [proof.drat](proof.drat) is a proof of that, and it was checked."
	return atomicfile.WriteFile(filepath.Join(r.dir, "proof.drat"), b.Bytes())
}

// String returns the question as it is named in messages.
func (q Question) String() string { return q.Contender.String() }

// solver returns the argument that names the solver under test: the file of its description, if the user wrote
// one, or its name.
func (r *report) solver() string {
	name := r.Trial.Asked[0].Backend
	if p, external := r.x.backend(name).(backends.Process); external {
		if file, _ := p.Definition(); file != "" {
			return filepath.Base(file)
		}
	}
	return name
}

// command returns the command line that asks the question about an input.
func (r *report) command(file string) string {
	q := r.Trial.Asked[0]
	words := []string{"nqueens", "solve"}
	switch q.Task {
	case nqueens.CountAll:
		words[1] = "count"
	case nqueens.FindAll:
		words = append(words, "--all")
	case nqueens.Optimise:
		words = append(words, "--task", "optimise")
	}
	if b, board := r.Trial.Form.(Board); board {
		words = append(words, b.board.Arguments()...)
	} else {
		words = append(words, "--file", file)
	}
	if p, external := r.x.backend(q.Backend).(backends.Process); external && !p.BuiltIn() {
		if file, _ := p.Definition(); file != "" {
			words = append(words, "--solver", filepath.Base(file))
		} else {
			words = append(words, "--external", "'"+q.Backend+"="+p.CommandLine()+"'")
		}
	}
	c := q.Contender
	threads := c.Threads
	c.Threads, c.Unreduced = 0, false
	words = append(words, "--backend", c.String())
	if threads > 1 {
		words = append(words, "--threads", fmt.Sprint(threads))
	}
	if q.Prove {
		words = append(words, "--proof")
	}
	if q.Unreduced {
		words = append(words, "--unreduced")
	}
	if q.Seed != 0 {
		words = append(words, "--seed", fmt.Sprint(q.Seed))
	}
	return strings.Join(words, " ")
}

// mostInline is the length in bytes of the longest input that the README contains.
const mostInline = 2000

// text returns the README.
func (r *report) text() []byte {
	var b bytes.Buffer
	q, names := r.Trial.Asked[0], []string{r.Trial.Asked[0].Backend}
	fmt.Fprintf(&b, "# %s: %s\n\n", q.Backend, r.title())
	fmt.Fprintf(&b, "On [%s](%s) (%s): %s.\n\n", r.files[0], r.files[0], r.Trial.Form.Size(), r.Why)
	for _, name := range r.files {
		text, err := os.ReadFile(filepath.Join(r.dir, name))
		if err == nil && len(text) <= mostInline {
			fmt.Fprintf(&b, "`%s`:\n\n```\n%s```\n\n", name, text)
		}
	}
	if !isLibrary(r.x.backend(q.Backend)) {
		names = append(names, r.answers(&b)...)
	}
	if r.proved != "" {
		fmt.Fprintf(&b, "%s\n\n", r.proved)
	}
	fmt.Fprintf(&b, "## To repeat it\n\n")
	p, external := r.x.backend(q.Backend).(backends.Process)
	if isLibrary(r.x.backend(q.Backend)) || q.Command != "" || q.Verbatim {
		fmt.Fprintf(&b, "Copy `trial.json` to the folder `again/corpus`:\n\n    nqueens fuzz %s --trials 1 -o again\n", r.solver())
	} else {
		for _, file := range r.files {
			fmt.Fprintf(&b, "    %s\n", r.command(file))
		}
	}
	if external {
		fmt.Fprintf(&b, "\nThe solver's own command is `%s`", cmp.Or(r.x.commandLine(r.Trial), p.CommandLine()))
		if q.Verbatim {
			fmt.Fprintf(&b, "; `%s` is its input, unchanged", r.files[0])
		}
		b.WriteString(".\n")
	}
	fmt.Fprintf(&b, "\n## Versions\n\n")
	for _, v := range r.folder.versions(names...) {
		fmt.Fprintf(&b, "- %s\n", v)
	}
	fmt.Fprintf(&b, "\n## Origin\n\n")
	fmt.Fprintf(&b, "Found by `%s`, trial %d of seed %d, an instance of the kind \"%s\": %s. ", r.folder.Command, r.Original.Number, r.Original.Seed, r.Original.Kind, r.Original.Form.Size())
	switch {
	case r.Lost != "":
		fmt.Fprintf(&b, "Shrinking lost the failure: %s. ", r.Lost)
	case r.Minimal:
		fmt.Fprintf(&b, "%s in %s made it as small as it is; no single further removal keeps the failure. ", table.Plural(r.Steps, "removal"), table.Plural(r.Tests, "test"))
	default:
		fmt.Fprintf(&b, "The time for shrinking ended after %s; it may become smaller. ", table.Plural(r.Tests, "test"))
	}
	b.WriteString("`trial.json` repeats it in a folder's corpus.\n")
	return b.Bytes()
}

// answers writes the table of the answers and returns the names of the other backends.
func (r *report) answers(b *bytes.Buffer) (names []string) {
	q := r.Trial.Asked[0]
	fmt.Fprintf(b, "## Answers\n\n| solver | task | answer |\n|---|---|---|\n")
	fmt.Fprintf(b, "| **%s** | %s | **%s** |\n", q, q.Task, answerOf(r.Answer))
	for i, o := range r.Others {
		who := o.Contender.String()
		if r.Trial.Relation != "" {
			who += ", " + r.files[min(i+1, len(r.files)-1)]
		}
		names = append(names, o.Contender.Backend)
		fmt.Fprintf(b, "| %s | %s | %s |\n", who, o.Task, answerOf(o))
	}
	fmt.Fprintln(b)
	if r.Answer.Fault != nil {
		fmt.Fprintf(b, "Its answer contains `%s`: %s.\n\n", line(nqueens.Problem{}, r.Answer.Fault.Solution), r.Answer.Fault.Why)
	}
	return names
}

// title returns the class of the finding in words.
func (r *report) title() string {
	switch r.Class {
	case WrongNone:
		return "says that there is no solution, and there is one"
	case WrongCount:
		return "counts wrongly"
	case WrongSet:
		return "finds other solutions"
	case WrongOptimum:
		return "the optimum is another"
	case NoSolution:
		return "its solution is none"
	case Duplicates:
		return "lists solutions more than once"
	case Inconsistent:
		return "contradicts itself"
	case BadProof:
		return "its proof is refused"
	case Related:
		return "its answers to related instances cannot both be right"
	case WrongResult:
		return "returns a wrong result"
	case Crash:
		return "ends without an answer"
	}
	return "does not answer a small instance within its limits"
}

// answerOf returns an answer for a table.
func answerOf(r bench.Record) string {
	text := said(r)
	if r.Status.Answered() && len(r.Solution) > 0 && len(r.Solution) <= 40 {
		text += ": " + r.Solution.String()
	} else if !r.Status.Answered() && r.Reason != "" {
		text += ": " + r.Reason
	}
	return strings.ReplaceAll(text, "|", "\\|")
}
