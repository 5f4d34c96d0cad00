package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/plan"
)

// filesPlan is the flags that make a plan over files.
type filesPlan struct {
	files                     []string
	backend, encoding, memory string
	tasks                     []string
	timeout                   time.Duration
	threads, repetitions      int
	seed                      uint64
	proof                     bool
}

// filesFlags are those that make no sense without --files.
var filesFlags = []string{"backend", "encoding", "task", "timeout", "memory", "threads", "repetitions", "seed", "proof"}

func (b *filesPlan) flags(cmd *cobra.Command, p *program) {
	f := cmd.Flags()
	f.StringArrayVar(&b.files, "files", nil, "in place of a plan, the instances in this `file`, folder or archive; again for more")
	f.StringVarP(&b.backend, "backend", "b", everyone, "with --files: `names` separated by commas, as gini/product with an encoding, or all")
	f.StringVarP(&b.encoding, "encoding", "e", "", "with --files: encodings for the backends that take one: `names` or all")
	f.StringSliceVar(&b.tasks, "task", []string{string(nqueens.FindFirst)}, "with --files: `tasks` separated by commas: first, count or all")
	f.DurationVar(&b.timeout, "timeout", 10*time.Second, "with --files: the `time` that each run may take")
	f.StringVar(&b.memory, "memory", "2GiB", "with --files: the `amount` that each run may take, or none")
	f.IntVar(&b.threads, "threads", 1, "with --files: threads for backends that can use them: a `number`")
	f.IntVar(&b.repetitions, "repetitions", 1, "with --files: how `often` each is run")
	f.Uint64Var(&b.seed, "seed", 1, "with --files: for backends that make random choices: a `number`")
	f.BoolVar(&b.proof, "proof", false, "with --files: have backends that can prove each answer that there is no solution, and check the proofs")
	completions(cmd, "backend", p.backendNames)
	completions(cmd, "encoding", encodingNames)
}

// orPlan is the plan that the flags make, or that is named, or the built-in one.
func (b *filesPlan) orPlan(p *program, cmd *cobra.Command, args []string) (*plan.Plan, error) {
	if len(b.files) > 0 {
		b.files = append(b.files, args...)
		return b.plan(p)
	}
	for _, flag := range filesFlags {
		if cmd.Flags().Changed(flag) {
			return nil, fmt.Errorf("--%s: only with --files; a plan says it in its file", flag)
		}
	}
	return readPlan(args)
}

func (b *filesPlan) plan(p *program) (*plan.Plan, error) {
	for _, file := range b.files {
		if ext := filepath.Ext(file); ext == ".yaml" || ext == ".yml" {
			return nil, fmt.Errorf("%s is a plan, and --files takes the place of one: write the instances into it as {folder: …}", file)
		}
	}
	limits := bench.Limits{Time: b.timeout}
	if b.timeout <= 0 {
		return nil, fmt.Errorf("--timeout %v: write a time above zero", b.timeout)
	}
	if b.memory != "none" {
		var err error
		if limits.Memory, err = plan.ParseBytes(b.memory); err != nil {
			return nil, fmt.Errorf("--memory: %w", err)
		}
	}
	for _, n := range []struct {
		flag  string
		value int
	}{{"threads", b.threads}, {"repetitions", b.repetitions}} {
		if n.value < 1 || n.value > 1000 {
			return nil, fmt.Errorf("--%s %d: write a number from 1 to 1000", n.flag, n.value)
		}
	}
	var tasks []nqueens.Task
	for _, name := range b.tasks {
		task := nqueens.Task(name)
		switch {
		case !slices.Contains(nqueens.Tasks(), task):
			return nil, fmt.Errorf("--task: no task is called %q (%s)", name, knownTasks())
		case slices.Contains(tasks, task):
			return nil, fmt.Errorf("--task: %q is named twice", name)
		}
		tasks = append(tasks, task)
	}
	sections, err := b.contenders(p)
	if err != nil {
		return nil, err
	}
	instances, err := plan.ReadInstances(nqueens.Queens, b.files...)
	if err != nil {
		return nil, fmt.Errorf("--files: %w", err)
	}
	for i := range sections {
		s := &sections[i]
		s.Instances, s.Tasks, s.Threads, s.Limits, s.Proof = instances, tasks, []int{b.threads}, limits, b.proof
	}
	plan := &plan.Plan{
		Name: nameOf(b.files[0]), Seed: b.seed, Sections: sections,
		Repeat: bench.Repeat{Warmup: 1, Min: b.repetitions, Max: b.repetitions},
	}
	if b.backend != everyone {
		plan.Baseline, _, _ = strings.Cut(b.backend, ",")
		plan.Baseline = strings.TrimSpace(plan.Baseline)
	}
	return plan, nil
}

func knownTasks() string {
	var names []string
	for _, t := range nqueens.Tasks() {
		names = append(names, string(t))
	}
	return strings.Join(names, ", ")
}

// nameOf calls a plan after its first file.
func nameOf(file string) string {
	if whole, err := filepath.Abs(file); err == nil {
		file = whole // of "." too
	}
	name, _, _ := strings.Cut(filepath.Base(file), ".")
	if name == "" || name == string(filepath.Separator) {
		return "files"
	}
	return name
}

// contenders are sections that say no more than who runs: a name that says its
// encoding has one of its own, since the others do not take that encoding.
func (b *filesPlan) contenders(p *program) ([]plan.Section, error) {
	var encodings []string
	if b.encoding != "" {
		var err error
		if encodings, err = separate("--encoding", b.encoding); err != nil {
			return nil, err
		}
		for _, name := range encodings {
			if known := append(p.encodings(), everyone); !slices.Contains(known, name) {
				return nil, fmt.Errorf("--encoding: no encoding is called %q %s", name, nqueens.Suggest(name, known))
			}
		}
	}
	if b.backend == everyone {
		return []plan.Section{{Encodings: encodings}}, nil
	}
	names, err := separate("--backend", b.backend)
	if err != nil {
		return nil, err
	}
	var sections []plan.Section
	taken := map[string]bool{everyone: true}
	for _, name := range names {
		name, encoding, says := strings.Cut(name, "/")
		backend, err := backends.Named(p.backends, name)
		if err != nil {
			return nil, fmt.Errorf("--backend: %w", err)
		}
		s := plan.Section{Backends: []string{name}}
		d := backend.Describe()
		if says {
			s.Encodings = []string{encoding}
			if err := d.Accepts(nqueens.Request{Task: d.Tasks[0], Encoding: encoding}); err != nil {
				return nil, fmt.Errorf("--backend: %w", err)
			}
		}
		for _, encoding := range encodings {
			if !says && (encoding == everyone || slices.Contains(d.Encodings, encoding)) {
				s.Encodings = append(s.Encodings, encoding)
				taken[encoding] = true
			}
		}
		sections = append(sections, s)
	}
	for _, encoding := range encodings {
		if !taken[encoding] {
			return nil, fmt.Errorf("--encoding: none of the backends has %q", encoding)
		}
	}
	return sections, nil
}
