package main

import (
	"errors"
	"fmt"
	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/plan"
	"nqueens/family"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
)

// filesFlags are the flags that make a plan from files, or select a part of a plan.
type filesFlags struct {
	files, problems           []string
	backend, encoding, memory string
	tasks                     []string
	timeout, cpu              time.Duration
	threads, repetitions      int
	seed                      uint64
	reading                   problemFlags // how the files are read
	proof, proofLimit         string
	generated                 benchSweepFlags
	written                   string // the plan that --generate makes

	who backends.Selection // what --backend, --encoding and --threads select; set by section
}

// onlyWithFiles are the flags that need --files or --generate.
var onlyWithFiles = []string{"encoding", "timeout", "cpu", "memory", "threads", "seed", "proof", "proof-limit", "format", "strict"}

func (b *filesFlags) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringArrayVar(&b.files, "files", nil, "in place of a plan: the instances in this `file`, folder or archive; may be repeated")
	b.reading.formatFlags(cmd, "format")
	f.StringVarP(&b.backend, "backend", "b", everyone, "the contenders, of the plan or with --files or --generate: `names` separated by commas, as gini/product with an encoding, or all")
	f.StringArrayVar(&b.problems, "problem", nil, "the problems of the plan: a `name` or a pattern, as 'queens(1?)' or 'torus*'; may be repeated")
	f.StringVarP(&b.encoding, "encoding", "e", "", "with --files or --generate: encodings for the backends that take one: `names` or all")
	f.StringSliceVar(&b.tasks, "task", []string{string(nqueens.FindFirst)}, "the tasks, of the plan or with --files or --generate: `tasks` separated by commas: first, count, all or optimise")
	f.DurationVar(&b.timeout, "timeout", 10*time.Second, "with --files or --generate: the `time` that each run may take")
	f.DurationVar(&b.cpu, "cpu", 0, "with --files or --generate: the CPU `time` that each run may take in addition")
	f.StringVar(&b.memory, "memory", "2GiB", "with --files or --generate: the `amount` that each run may take, or none")
	f.IntVar(&b.threads, "threads", 1, "with --files or --generate: threads for backends that can use them: a `number`")
	f.IntVar(&b.repetitions, "repetitions", 1, "how `often` each job is run, in place of the plan's number")
	f.Uint64Var(&b.seed, "seed", 1, "with --files or --generate: for backends that make random choices, or the first seed of generated instances: a `number`")
	f.StringVar(&b.proof, "proof", "false", "with --files or --generate: check a proof of each answer that there is no solution, by backends that can write one; =`keep` keeps the proofs in the run's folder")
	f.Lookup("proof").NoOptDefVal = "true"
	proofLimit(f, &b.proofLimit, "with --files or --generate: ")
	b.generated.flags(cmd)
}

// orPlan returns the plan that the flags make or that args name, or the built-in plan.
func (b *filesFlags) orPlan(p *program, cmd *cobra.Command, args []string) (*plan.Plan, error) {
	if len(b.files) > 0 {
		if b.proof == "true" && slices.Contains(args, plan.KeepProofs) {
			return nil, fmt.Errorf("%s: to keep proofs write --proof=%[1]s", plan.KeepProofs)
		}
		if len(b.problems) > 0 {
			return nil, errors.New("--problem: only with a plan; --files names the instances")
		}
		b.files = append(b.files, args...)
		return b.plan(p)
	}
	if b.generated.kind != "" {
		text, err := b.generatedText(p, cmd, args)
		if err != nil {
			return nil, err
		}
		b.written = text
		made, err := plan.Read(writtenPlan, []byte(text), p.families)
		return made, b.inFlags(err)
	}
	for _, flag := range append(sweepFlagNames(), onlyWithFiles...) {
		if cmd.Flags().Changed(flag) {
			with := "--files or --generate"
			switch {
			case flag == "format" || flag == "strict":
				with = "--files"
			case !slices.Contains(onlyWithFiles, flag):
				with = "--generate"
			}
			return nil, fmt.Errorf("--%s: only with %s; a plan sets it in its file", flag, with)
		}
	}
	part, err := b.part(cmd)
	if err != nil {
		return nil, err
	}
	plan, err := p.readPlan(args)
	if err == nil {
		plan.Part = part
	}
	return plan, err
}

func (b *filesFlags) checkRepetitions() error {
	if b.repetitions < 1 || b.repetitions > 1000 {
		return fmt.Errorf("--repetitions %d: write a number from 1 to 1000", b.repetitions)
	}
	return nil
}

// parseTasks parses the flag --task.
func parseTasks(names []string) ([]nqueens.Task, error) {
	if err := emptyListError("task", strings.Join(names, ",")); err != nil {
		return nil, err
	}
	var tasks []nqueens.Task
	for _, name := range names {
		task := nqueens.Task(name)
		switch {
		case !slices.Contains(nqueens.Tasks(), task):
			return nil, fmt.Errorf("--task: no task is called %q (%s)", name, strings.Join(namesOf(nqueens.Tasks(), func(t nqueens.Task) string { return string(t) }), ", "))
		case slices.Contains(tasks, task):
			return nil, fmt.Errorf("--task: %q is named twice", name)
		}
		tasks = append(tasks, task)
	}
	return tasks, nil
}

func (b *filesFlags) plan(p *program) (*plan.Plan, error) {
	for _, file := range b.files {
		if ext := filepath.Ext(file); ext == ".yaml" || ext == ".yml" {
			return nil, fmt.Errorf("%s is a plan, which --files replaces: write the instances into the plan as {folder: …}", file)
		}
	}
	section, err := b.section(p)
	if err != nil {
		return nil, err
	}
	how, err := b.reading.how()
	if err != nil {
		return nil, err
	}
	var skipped []string
	how.Skipped = func(path string) { skipped = append(skipped, path) }
	instances, err := plan.ReadInstances(how, family.Queens, b.files...)
	if err != nil {
		return nil, fmt.Errorf("--files: %w", err)
	}
	for _, i := range instances {
		p.warn(i.Name, i.Problem)
	}
	section.Instances = instances
	plan := &plan.Plan{
		Name: nameOf(b.files[0]), Seed: b.seed, Sections: []plan.Section{section},
		Repeat:  bench.Repeat{Warmup: 1, Min: b.repetitions, Max: b.repetitions},
		Skipped: skipped,
	}
	if !b.who.All() {
		plan.Baseline, _, _ = strings.Cut(b.backend, ",")
		plan.Baseline = strings.TrimSpace(plan.Baseline)
	}
	return plan, nil
}

// section returns the section that the flags describe, without its problems.
func (b *filesFlags) section(p *program) (s plan.Section, err error) {
	limits := bench.Limits{Time: b.timeout, CPU: b.cpu}
	if b.timeout <= 0 {
		return s, fmt.Errorf("--timeout %v: write a time above zero", b.timeout)
	}
	if b.cpu < 0 {
		return s, fmt.Errorf("--cpu %v: write a time above zero", b.cpu)
	}
	if b.memory != "none" {
		if limits.Memory, err = plan.ParseBytes(b.memory); err != nil {
			return s, fmt.Errorf("--memory: %w", err)
		}
	}
	if !slices.Contains(plan.Proofs(), b.proof) {
		return s, fmt.Errorf("--proof=%s: write --proof, or --proof=%s", b.proof, plan.KeepProofs)
	}
	if b.proof == "false" && b.proofLimit != "" {
		return s, errors.New("--proof-limit: only with --proof")
	}
	if limits.Proof, err = parseProofLimit(b.proofLimit); err != nil {
		return s, err
	}
	if err := b.checkRepetitions(); err != nil {
		return s, err
	}
	tasks, err := parseTasks(b.tasks)
	if err != nil {
		return s, err
	}
	if b.proof != "false" && !slices.Contains(tasks, nqueens.FindFirst) {
		return s, errors.New("--proof: only answers to the task first are proved: add it to --task, or leave this out")
	}
	if b.who, err = selection(b.backend, b.encoding, b.threads); err == nil {
		_, err = b.who.Choose(p.backends)
	}
	if err != nil {
		return s, addFlagName(err)
	}
	return plan.Section{
		Tasks: tasks, Backends: b.who.Backends, Encodings: b.who.Encodings, Threads: b.who.Threads, Limits: limits,
		Proof: b.proof != "false", KeepProof: b.proof == plan.KeepProofs,
	}, nil
}

// nameOf returns the name of a plan, made from its first file.
func nameOf(file string) string {
	if whole, err := filepath.Abs(file); err == nil {
		file = whole // also for "."
	}
	name, _, _ := strings.Cut(filepath.Base(file), ".")
	if name == "" || name == string(filepath.Separator) {
		return "files"
	}
	return name
}
