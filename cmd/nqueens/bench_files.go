package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"nqueens"
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
	return p.readPlan(args)
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
	who, err := selection(b.backend, b.encoding, b.threads)
	if err == nil {
		_, err = who.Choose(p.backends)
	}
	if err != nil {
		return nil, ofFlag(err)
	}
	instances, err := plan.ReadInstances(nqueens.Queens, b.files...)
	if err != nil {
		return nil, fmt.Errorf("--files: %w", err)
	}
	section := plan.Section{
		Instances: instances, Tasks: tasks, Backends: who.Backends, Encodings: who.Encodings, Threads: who.Threads, Limits: limits, Proof: b.proof,
	}
	plan := &plan.Plan{
		Name: nameOf(b.files[0]), Seed: b.seed, Sections: []plan.Section{section},
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
