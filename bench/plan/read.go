package plan

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/internal/strictyaml"
)

// Defaults of a plan.
const defaultSeed = 1

var (
	defaultLimits = bench.Limits{Time: 10 * time.Second, Memory: 2 << 30}
	defaultRepeat = bench.Repeat{Warmup: 1, Min: 4, Max: 10, Width: 0.05}
)

// Limits of a plan.
const (
	// MaxBytes is the largest size of a plan in bytes.
	MaxBytes = 1 << 20
	// MostGenerated is the largest number of generated instances in a plan.
	MostGenerated = maxJobs

	maxProblems    = 10_000 // named or in files
	maxRepetitions = 10_000
	maxJobs        = 100_000
)

// Read parses a plan in the format described at Plan. name is the plan's file name: errors begin with it, the
// line and the column ("plan.yaml:12:5: …"), and paths of files are relative to its folder. known has
// the families of its problems.
func Read(name string, data []byte, known nqueens.Catalogue) (*Plan, error) {
	if len(data) > MaxBytes {
		return nil, strictyaml.Place{File: name, Line: 1, Column: 1}.Errorf("the plan is longer than 1 MiB")
	}
	var f strictyaml.At[file]
	if err := strictyaml.Decode(name, data, &f); err != nil {
		return nil, err
	}
	r := reader{folder: filepath.Dir(name), known: known}
	p := r.plan(name, f.Value)
	if len(f.Value.Runs) == 0 {
		r.fail(f.Place, `the plan has no "runs"`)
	}
	if r.err != nil {
		return nil, r.err
	}
	p.Skipped = r.skipped
	var all []Instance
	for _, s := range p.Sections {
		all = append(all, s.Instances...)
	}
	nameApart(all)
	for _, s := range p.Sections {
		all = all[copy(s.Instances, all):]
	}
	return p, nil
}

// ReadTitle parses only a plan's title, source and budget, without reading other files.
func ReadTitle(name string, data []byte) (*Plan, error) {
	var f file
	if err := strictyaml.Decode(name, data, &f); err != nil {
		return nil, err
	}
	r := reader{}
	p := &Plan{Study: Study{Title: f.Title.Value, Source: f.Source.Value}}
	parse(&r, &p.Budget, cmp.Or(f.Budget.Other, f.Budget.Keys.Time), parseTime)
	return p, r.err
}

// text is a string in a plan with its place.
type text = strictyaml.At[string]

// file is a plan as written.
type file struct {
	Name        text                                      `yaml:"name"`
	Seed        text                                      `yaml:"seed"`
	Baseline    text                                      `yaml:"baseline"`
	Clock       text                                      `yaml:"clock"`
	Repetitions strictyaml.At[repetitions]                `yaml:"repetitions"`
	Limits      limits                                    `yaml:"limits"`
	Budget      strictyaml.Either[budget, text]           `yaml:"budget"`
	External    strictyaml.Entries[text]                  `yaml:"external"`
	Solvers     []text                                    `yaml:"solvers"`
	Published   strictyaml.At[[]strictyaml.At[published]] `yaml:"published"`
	Runs        []strictyaml.At[run]                      `yaml:"runs"`
	studyKeys
}

type repetitions struct {
	Warmup text `yaml:"warmup"`
	Min    text `yaml:"min"`
	Max    text `yaml:"max"`
	Width  text `yaml:"width"`
}

type limits struct {
	Time   text `yaml:"time"`
	CPU    text `yaml:"cpu"`
	Memory text `yaml:"memory"`
	Proof  text `yaml:"proof"`
}

type budget struct {
	Time   text   `yaml:"time"`
	Rounds []text `yaml:"rounds"`
}

type run struct {
	About         string                    `yaml:"about"`
	As            []text                    `yaml:"as"`
	Optional      text                      `yaml:"optional"`
	Problems      []strictyaml.At[problems] `yaml:"problems"`
	Tasks         []text                    `yaml:"tasks"`
	Backends      []text                    `yaml:"backends"`
	Encodings     []text                    `yaml:"encodings"`
	Cardinalities []text                    `yaml:"cardinalities"`
	Orders        []text                    `yaml:"orders"`
	Threads       []text                    `yaml:"threads"`
	Limits        limits                    `yaml:"limits"`
	Proof         text                      `yaml:"proof"`
	Expect        text                      `yaml:"expect"`
}

// reader converts a written plan. It keeps only the first error.
type reader struct {
	folder   string // folder of the plan
	known    nqueens.Catalogue
	problems int  // read so far
	made     int  // generated instances so far
	swept    int  // instances of sweeps so far
	sweeps   bool // the plan does not set the repetitions, so that sweeps are allowed
	sweeping bool // the current run asks for nothing that a sweep cannot do
	skipped  []string
	err      error
}

func (r *reader) fail(at strictyaml.Place, format string, args ...any) {
	if r.err == nil {
		r.err = at.Errorf(format, args...)
	}
}

// parse sets a value from a text, if the text is present.
func parse[T any](r *reader, to *T, said text, parse func(string) (T, error)) {
	if said.Line == 0 {
		return
	}
	value, err := parse(said.Value)
	if err != nil {
		r.fail(said.Place, "%w", err)
		return
	}
	*to = value
}

// parseEach sets a list from texts, and reports duplicates as errors. what is their kind, for the error.
func parseEach[T comparable](r *reader, to *[]T, said []text, what string, of func(string) (T, error)) {
	var list []T
	for _, s := range said {
		var value T
		parse(r, &value, s, of)
		if slices.Contains(list, value) {
			r.fail(s.Place, what+" is named twice", value)
		}
		list = append(list, value)
	}
	if list != nil {
		*to = list
	}
}

func (r *reader) plan(name string, f file) *Plan {
	p := &Plan{
		Name:     strings.TrimSuffix(filepath.Base(name), filepath.Ext(name)),
		Seed:     defaultSeed,
		Baseline: f.Baseline.Value,
		Repeat:   r.repeat(f.Repetitions),
		where:    places{"baseline": f.Baseline.Place},
	}
	parse(r, &p.Name, f.Name, parseName)
	parse(r, &p.Seed, f.Seed, parseSeed)
	parse(r, &p.Clock, f.Clock, oneOf(bench.Clocks()...))
	parse(r, &p.Budget, cmp.Or(f.Budget.Other, f.Budget.Keys.Time), parseTime)
	for i, x := range f.Budget.Keys.Rounds {
		var round int
		parse(r, &round, x, wholeNumberBetween(1, MostSwept))
		if p.Rounds = append(p.Rounds, round); i > 0 && r.err == nil && round <= p.Rounds[i-1] {
			r.fail(x.Place, "rounds: %d is not larger than the previous round, %d", round, p.Rounds[i-1])
		}
	}
	limits := r.limits(f.Limits, defaultLimits)
	for _, x := range f.External {
		if variable := unset(x.Value.Value); variable != "" {
			p.Absent = append(p.Absent, Absent{x.Key, variable})
			continue
		}
		c, err := backends.NewCounter(x.Key, x.Value.Value, r.folder)
		if err != nil {
			r.fail(x.Value.Place, "external program %w", err)
			return p
		}
		p.where["external "+x.Key] = x.Place
		p.External = append(p.External, c)
	}
	for _, x := range f.Solvers {
		s, err := backends.ReadSolver(r.beside(x.Value))
		if err != nil {
			r.fail(x.Place, "%w", err)
			return p
		}
		p.where["external "+s.Describe().Name] = x.Place
		p.External = append(p.External, s)
	}
	for _, x := range f.Published.Value {
		r.published(x, p)
	}
	if len(p.Published) > 0 && p.Baseline == "" {
		r.fail(f.Published.Place, `published ratios need a "baseline" to which they are relative`)
	}
	r.sweeps = f.Repetitions.Line == 0 && p.Clock != bench.ProcessClock
	for _, x := range f.Runs {
		s := r.section(x, limits)
		named := len(s.Backends)
		s.Backends = slices.DeleteFunc(s.Backends, p.absent)
		if named == 0 || len(s.Backends) > 0 {
			p.Sections = append(p.Sections, s)
		}
	}
	r.study(f.studyKeys, p)
	if f.Repetitions.Line == 0 && p.onlyGenerated() {
		p.Repeat = generatedRepeat
	}
	if p.absent(p.Baseline) {
		p.Baseline, p.Published = "", nil
	}
	return p
}

// Absent is an external program that is left out, because its command begins with an environment variable
// that is not set.
type Absent struct{ Name, Variable string }

func (p *Plan) absent(name string) bool {
	return slices.ContainsFunc(p.Absent, func(a Absent) bool { return a.Name == name })
}

// unset returns the environment variable at the beginning of a command if it is not set, otherwise "".
func unset(command string) string {
	name, _, slash := strings.Cut(command, "/")
	if variable, is := strings.CutPrefix(name, "$"); is && (!slash || os.Getenv(variable) == "") {
		return variable
	}
	return ""
}

func (r *reader) section(x strictyaml.At[run], limits bench.Limits) Section {
	s := Section{
		About: x.Value.About, Tasks: []nqueens.Task{nqueens.CountAll},
		Limits: r.limits(x.Value.Limits, limits),
		where:  places{"": x.Place},
	}
	if len(x.Value.Problems) == 0 {
		r.fail(x.Place, `the run has no "problems"`)
	}
	parseEach(r, &s.Tasks, x.Value.Tasks, "task %q", oneOf(nqueens.Tasks()...))
	parseEach(r, &s.Threads, x.Value.Threads, "%d", wholeNumberBetween(1, backends.MaxThreads))
	r.sweeping = r.sweeps && slices.Equal(s.Tasks, []nqueens.Task{nqueens.FindFirst}) && (s.Threads == nil || slices.Equal(s.Threads, []int{1})) &&
		x.Value.Proof.Line == 0 && x.Value.Expect.Line == 0 && s.Limits.CPU == 0
	for _, p := range x.Value.Problems {
		if r.err == nil {
			r.problemSet(p, &s)
		}
	}
	s.Backends = r.names(x.Value.Backends, "backend ", s.where)
	s.Encodings = r.names(x.Value.Encodings, "encoding ", s.where)
	s.Cardinalities = r.names(x.Value.Cardinalities, "cardinality ", s.where)
	s.Orders = r.names(x.Value.Orders, "order ", s.where)
	for _, as := range x.Value.As {
		s.As = append(s.As, as.Value)
	}
	var proof, expect, optional string
	parse(r, &optional, x.Value.Optional, oneOf("true", "false"))
	s.Optional = optional == "true"
	parse(r, &proof, x.Value.Proof, oneOf(Proofs()...))
	parse(r, &expect, x.Value.Expect, oneOf("disagree"))
	s.Proof, s.KeepProof, s.ExpectDisagreement = proof == "true" || proof == KeepProofs, proof == KeepProofs, expect != ""
	if s.Proof && !slices.Contains(s.Tasks, nqueens.FindFirst) {
		r.fail(x.Value.Proof.Place, "only answers to the task first are proved: add it to the tasks, or leave this out")
	}
	return s
}

// names returns names of backends or encodings, each once, and records their places. Whether they exist is
// checked later, with the available backends.
func (r *reader) names(said []text, part string, where places) (names []string) {
	for _, s := range said {
		if before, twice := where[part+s.Value]; twice {
			r.fail(s.Place, "%s%q is named twice (first on line %d)", part, s.Value, before.Line)
		}
		where[part+s.Value] = s.Place
		names = append(names, s.Value)
		if len(names) > 1 && part != "backend " && slices.Contains(names, backends.Everything) {
			r.fail(s.Place, `"all" cannot be combined with other names`)
		}
	}
	return names
}

func (r *reader) limits(said limits, l bench.Limits) bench.Limits {
	parse(r, &l.Time, said.Time, parseTime)
	parse(r, &l.CPU, said.CPU, parseTime)
	parse(r, &l.Memory, said.Memory, parseMemory)
	parse(r, &l.Proof, said.Proof, ParseProofLimit)
	return l
}

func (r *reader) repeat(said strictyaml.At[repetitions]) bench.Repeat {
	rep := defaultRepeat
	rep.Min, rep.Max = 0, 0 // not given
	parse(r, &rep.Warmup, said.Value.Warmup, wholeNumberBetween(0, maxRepetitions))
	parse(r, &rep.Min, said.Value.Min, wholeNumberBetween(1, maxRepetitions))
	parse(r, &rep.Max, said.Value.Max, wholeNumberBetween(1, maxRepetitions))
	parse(r, &rep.Width, said.Value.Width, parsePart)
	switch {
	case rep.Min == 0 && rep.Max == 0:
		rep.Min, rep.Max = defaultRepeat.Min, defaultRepeat.Max
	case rep.Min == 0:
		rep.Min = min(defaultRepeat.Min, rep.Max)
	case rep.Max == 0:
		rep.Max = max(defaultRepeat.Max, rep.Min)
	case rep.Min > rep.Max:
		r.fail(said.Place, "min is %d, but max is only %d", rep.Min, rep.Max)
	}
	return rep
}
