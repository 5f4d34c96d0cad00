package bench

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/maphash"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
	"unique"

	"nqueens"
	"nqueens/backends"
	"nqueens/instance"
	"nqueens/internal/jsonfile"
	"nqueens/internal/printable"
)

// Experiment has the jobs of a plan, in the order of the plan. It is stored beside the records, so that a run
// can be resumed, judged and drawn without the plan and the files that the plan names.
type Experiment struct {
	Name     string `json:"name"`
	Seed     uint64 `json:"seed"`               // of the first repetition; each further repetition adds 1
	Baseline string `json:"baseline,omitempty"` // the backend that speed-ups are relative to
	Repeat   Repeat `json:"repeat"`
	// Clock selects the measured time: "" for the wall-clock time of the backend's work inside a process,
	// CPUClock for the CPU time of that work, ProcessClock for the wall-clock time of a whole fresh process.
	Clock string `json:"clock,omitempty"`
	// Busy states how busy the machine was, if the clock was chosen by that; nil if the plan or the user
	// chose the clock.
	Busy *Busyness `json:"busy,omitempty"`
	// Budget is the time for the whole run, as given at its beginning; 0 stands for no limit.
	Budget time.Duration `json:"budget,omitempty"`
	Jobs   []Job         `json:"jobs"`
	// Sweeps run a contender on many instances. First each sweep runs the first Rounds[0] instances of each
	// recipe, then those up to Rounds[1], and so on. Without Rounds it runs all at once.
	Sweeps []*Sweep `json:"-"`
	Rounds []int    `json:"rounds,omitempty"`
	// Signed is set if every record of the folder must have a digest. A record without one was then edited.
	Signed bool `json:"signed,omitempty"`
	// Schema is the version of the format of the folder's files; 0 for versions without the field.
	Schema int `json:"schema,omitempty"`
	// External lists the external programs that the plan adds to the built-in backends.
	External []Program `json:"external,omitempty"`
	// Began is the folder in which the run was started, relative to the run's folder; "" if unknown. The
	// paths of programs and formulas are relative to it.
	Began string `json:"began,omitempty"`
	// Formulas maps the names of problems to the files of their formulas and exact covers.
	Formulas map[string]string `json:"formulas,omitempty"`
	// Binaries names other builds of this program that run every job too.
	Binaries []string `json:"binaries,omitempty"`
	// Published lists published speed-ups relative to a program like the baseline.
	Published []Published `json:"published,omitempty"`
}

// Program is an external program that is a backend of the run.
type Program struct {
	Name    string `json:"name"`
	Command string `json:"command"`
	Engine  string `json:"engine,omitempty"` // engine of a solver; a program that counts is its own engine
	// Folder is the folder in which a program that counts is run. File describes a solver of the user. Both
	// are relative to the folder in which the run began; "" if they are that folder, or absent.
	Folder string `json:"folder,omitempty"`
	File   string `json:"file,omitempty"`
	// Digest is the digest of a solver's executable at the beginning of the run, if the user added programs.
	// An equal executable under another name is the same engine.
	Digest string `json:"digest,omitempty"`
}

// Is reports whether the programs are the same, apart from their paths.
func (x Program) Is(other Program) bool {
	return x.Name == other.Name && x.Command == other.Command && x.Engine == other.Engine
}

// Job is one contender on one problem and task. It is run several times.
type Job struct {
	Problem  nqueens.Problem `json:"problem"`
	Instance string          `json:"instance,omitempty"` // name of the problem's file, if it has one
	// Origin is the recipe of an instance that the plan generates.
	Origin *instance.Origin `json:"-"`
	Task   nqueens.Task     `json:"task"`
	backends.Contender
	Limits Limits `json:"limits"`
	// ExpectDisagreement states that the plan expects a wrong answer. The run fails if the answer is right.
	ExpectDisagreement bool `json:"expectDisagreement,omitempty"`
	// Proof requests a proof if the answer is that there is no solution.
	Proof bool `json:"proof,omitempty"`
	// KeepProof stores a proof that passed the check in the run's folder.
	KeepProof bool `json:"keepProof,omitempty"`

	// Naming caches the names of the problem. SetProblem resets it.
	Naming Naming `json:"-"`
}

// Limits are the limits of one child process.
type Limits struct {
	Time   time.Duration `json:"time"`             // wall clock, in nanoseconds
	Memory int64         `json:"memory,omitempty"` // bytes; 0 for none
	// CPU limits the CPU time of the process and of its children, including repeated answers that are needed
	// only for timing; 0 for none.
	CPU time.Duration `json:"cpu,omitempty"`
	// Proof limits the size of a proof, and of its prover's temporary files, in bytes; 0 stands for
	// DefaultProof.
	Proof int64 `json:"proof,omitempty"`
}

// DefaultProof is the size limit of a proof in bytes if none is given.
const DefaultProof = 1 << 30

// Repeat states how often each job is run.
type Repeat struct {
	// Warmup is the number of untimed answers in each process before the timed
	// ones, for work short enough to be repeated there.
	Warmup int `json:"warmup"`
	// Max is the largest number of processes of a job. If Min is less than Max, the first Min runs are a
	// pilot. Their scatter determines the number of further runs, at most Max, and only these count.
	Min int `json:"min"`
	Max int `json:"max"`
	// Width is the intended width of the 95 % interval of the counted runs, relative to the median.
	Width float64 `json:"width"`
}

// String returns the name of the job, which is unique in its experiment.
func (j Job) String() string { return JobName(j.ProblemName(), j.Task, j.Contender.String()) }

// jobIdentity has the values that identify a job in an experiment. Two jobs have the same
// jobIdentity if and only if they have the same name.
type jobIdentity struct {
	problem string
	task    nqueens.Task
	backends.Contender
}

func newIdentity(problem string, task nqueens.Task, c backends.Contender) jobIdentity {
	c.Threads = max(1, c.Threads) // 0 stands for 1
	return jobIdentity{problem, task, c}
}

func (j *Job) identity() jobIdentity { return newIdentity(j.ProblemName(), j.Task, j.Contender) }

// jobIndex finds jobs by a hash of their identity. A map with the identity as its key would take several
// times the memory.
type jobIndex struct {
	jobs []Job
	seed maphash.Seed
	last map[uint64]int // the last job with each hash
	// before has for each job the previous job with the same hash, or -1.
	before []int
}

// index returns the index of the experiment's jobs.
func (e Experiment) index() jobIndex {
	x := jobIndex{e.Jobs, maphash.MakeSeed(), make(map[uint64]int, len(e.Jobs)), make([]int, len(e.Jobs))}
	for i := range e.Jobs {
		hash := maphash.Comparable(x.seed, e.Jobs[i].identity())
		x.before[i] = -1
		if k, known := x.last[hash]; known {
			x.before[i] = k
		}
		x.last[hash] = i
	}
	return x
}

// of returns the position of the job with the given identity, the last one if there are several.
func (x jobIndex) of(a jobIdentity) (place int, known bool) {
	i, known := x.last[maphash.Comparable(x.seed, a)]
	if !known {
		return 0, false
	}
	for ; i >= 0; i = x.before[i] {
		if x.jobs[i].identity() == a {
			return i, true
		}
	}
	return 0, false
}

// Problems numbers the experiment's problems in the order of the plan. It returns the number of each job's
// problem, and the number of problems.
func (e Experiment) Problems() (of []int, n int) {
	of = make([]int, len(e.Jobs))
	numbers := map[string]int{}
	for i := range e.Jobs {
		name := e.Jobs[i].ProblemName()
		number, known := numbers[name]
		if !known {
			number = len(numbers)
			numbers[name] = number
		}
		of[i] = number
	}
	return of, len(numbers)
}

// Backends returns the set of the names of all backends of the experiment.
func (e Experiment) Backends() map[string]bool {
	names := map[string]bool{}
	for i := range e.Jobs {
		names[e.Jobs[i].Backend] = true
	}
	for _, s := range e.Sweeps {
		names[s.Backend] = true
	}
	return names
}

// Programs returns the external programs by name.
func (e Experiment) Programs() map[string]Program {
	programs := make(map[string]Program, len(e.External))
	for _, x := range e.External {
		programs[x.Name] = x
	}
	return programs
}

// JobName returns the name of a job on a problem with the given name.
func JobName(problem string, task nqueens.Task, contender string) string {
	return problem + " " + string(task) + " " + contender
}

// Key returns a digest that identifies one repetition of a job by a version of its backend in a build of the
// program.
func (j Job) Key(version, build string, seed uint64, repetition int) string {
	content := make(jsonList, 0, 512) // on the stack, because a million keys are made at once
	content = content.texts(j.ProblemText(), string(j.Task), j.Backend, version, j.Encoding)
	content = content.numbers(int64(max(1, j.Threads)), int64(j.Limits.Time), j.Limits.Memory)
	content = strconv.AppendUint(append(content, ','), seed, 10)
	content = content.numbers(int64(repetition))
	if j.Instance != "" {
		content = content.texts("instance", j.Instance) // a copy of a file is another instance
	}
	if j.Proof {
		content = content.texts("proof")
		if j.Limits.Proof > 0 {
			content = content.numbers(j.Limits.Proof)
		}
	}
	if j.Limits.CPU > 0 {
		content = content.texts("cpu").numbers(int64(j.Limits.CPU))
	}
	if j.Unreduced {
		content = content.texts("unreduced")
	}
	if build != "" { // older records have none
		content = content.texts("build", build)
	}
	content[0] = '['
	sum := sha256.Sum256(append(content, ']'))
	return hex.EncodeToString(sum[:12])
}

// jsonList is a JSON list in the format of json.Marshal, with a comma before each value.
type jsonList []byte

func (l jsonList) numbers(values ...int64) jsonList {
	for _, v := range values {
		l = strconv.AppendInt(append(l, ','), v, 10)
	}
	return l
}

func (l jsonList) texts(values ...string) jsonList {
	for _, v := range values {
		escaped := func(c rune) bool { return c < ' ' || c > '~' || strings.ContainsRune("\"\\<>&", c) }
		if !strings.ContainsFunc(v, escaped) {
			l = append(append(append(l, ',', '"'), v...), '"')
			continue
		}
		text, err := json.Marshal(v)
		if err != nil {
			panic(err) // strings always marshal
		}
		l = append(append(l, ','), text...)
	}
	return l
}

// Naming has the names of a problem.
type Naming struct {
	Full  string // in the syntax of nqueens.Catalogue.Parse
	Short string // in records, tables, charts and messages
}

// NamingOf returns the names of a problem, which may come from a file (an instance). The short name of an
// instance includes a digest, so that records of different files with the same name are distinguished.
func NamingOf(p nqueens.Problem, instance string) Naming {
	full := p.String()
	if instance == "" {
		return Naming{full, full}
	}
	sum := sha256.Sum256([]byte(full))
	return Naming{full, fmt.Sprintf("%s(%d) %s %s", p.Family.Name, p.N, printable.Text(instance), hex.EncodeToString(sum[:4]))}
}

// SetProblem replaces the job's problem. instance is the name of its file, or "".
func (j *Job) SetProblem(p nqueens.Problem, instance string) {
	j.Problem, j.Instance, j.Origin, j.Naming = p, instance, nil, Naming{}
}

func (j Job) naming() Naming {
	if j.Naming.Full == "" {
		return NamingOf(j.Problem, j.Instance)
	}
	return j.Naming
}

// ProblemName returns the name of the job's problem in records. For an instance, whose own name may list
// thousands of squares, it has the form "queens(56) blocked-56-17.param 1f0c6a52" with the file's name and a
// digest.
func (j Job) ProblemName() string { return j.naming().Short }

// ProblemText returns the full name of the job's problem, in the syntax of nqueens.Catalogue.Parse.
func (j Job) ProblemText() string { return j.naming().Full }

// named returns the experiment with the names of all problems cached.
func (e Experiment) named() Experiment {
	e.Jobs = slices.Clone(e.Jobs)
	for i, j := range e.Jobs {
		e.Jobs[i].Naming = j.naming()
	}
	return e
}

// sorted returns the experiment with its jobs and sweeps in a canonical order.
func (e Experiment) sorted() Experiment {
	e.Jobs = slices.SortedFunc(slices.Values(e.Jobs), func(a, b Job) int { return strings.Compare(a.String(), b.String()) })
	e.Sweeps = slices.SortedFunc(slices.Values(e.Sweeps), func(a, b *Sweep) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.Contender.String(), b.Contender.String()), strings.Compare(string(a.Task), string(b.Task)))
	})
	return e
}

// storedExperiment is the form of an experiment in its file. The problem of an instance, which may list
// thousands of squares, is written once, and its jobs refer to it by its short name.
type storedExperiment struct {
	Experiment
	Instances []storedInstance `json:"instances,omitempty"`
	Jobs      []storedJob      `json:"jobs"`
	Lists     []*Instances     `json:"lists,omitempty"` // the sweeps' instances, each once
	Sweeps    []storedSweep    `json:"sweeps,omitempty"`
}

type storedSweep struct {
	List string `json:"list"`
	*Sweep
}

type storedInstance struct {
	Instance string           `json:"instance"`
	Problem  string           `json:"problem"`
	Origin   *instance.Origin `json:"origin,omitempty"`
}

type storedJob struct {
	Problem string `json:"problem"`
	Job
}

// EncodeExperiment returns the experiment in the format of its file.
func EncodeExperiment(e Experiment) ([]byte, error) {
	stored := storedExperiment{Experiment: e, Jobs: make([]storedJob, len(e.Jobs))}
	seen := map[string]bool{}
	for i, job := range e.Jobs {
		name := job.ProblemName()
		stored.Jobs[i] = storedJob{name, job}
		if job.Instance != "" && !seen[name] {
			seen[name] = true
			stored.Instances = append(stored.Instances, storedInstance{job.Instance, job.ProblemText(), job.Origin})
		}
	}
	lists := map[string]bool{}
	for _, s := range e.Sweeps {
		stored.Sweeps = append(stored.Sweeps, storedSweep{s.Name, s})
		if !lists[s.Name] {
			lists[s.Name], stored.Lists = true, append(stored.Lists, s.Instances)
		}
	}
	content, err := json.MarshalIndent(stored, "", " ")
	return append(content, '\n'), err
}

// Schema is the version of the file format that this program writes. It also reads older ones. The version
// increases with additions that older programs would misread.
const Schema = 2

// schema returns the version that the experiment's files need. Older programs can read experiments without
// sweeps.
func (e Experiment) schema() int {
	if len(e.Sweeps) > 0 {
		return Schema
	}
	return 1
}

// ReadExperiment reads an experiment's file. Its families must be known.
func ReadExperiment(path string, known nqueens.Catalogue) (Experiment, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return Experiment{}, err
	}
	return DecodeExperiment(path, text, known)
}

// DecodeExperiment parses the output of EncodeExperiment. name is the file's name for error messages.
func DecodeExperiment(name string, text []byte, known nqueens.Catalogue) (Experiment, error) {
	// Allocate once, because there may be a million jobs.
	stored := storedExperiment{Jobs: make([]storedJob, 0, bytes.Count(text, []byte(`"backend":`)))}
	if err := jsonfile.Unmarshal(text, &stored); err != nil {
		return Experiment{}, fmt.Errorf("reading %s: %w", name, err)
	}
	return stored.experiment(name, known)
}

func (stored storedExperiment) experiment(path string, known nqueens.Catalogue) (_ Experiment, err error) {
	if stored.Schema > Schema {
		return Experiment{}, fmt.Errorf("reading %s: it has schema %d, but this version reads schemas up to %d; a newer version wrote it", path, stored.Schema, Schema)
	}
	on := map[string]*Job{} // a job on each problem, by the problem's name in the file
	for _, s := range stored.Instances {
		p, err := known.Parse(s.Problem)
		if err != nil {
			// The error without the problem's text, which may list thousands of squares.
			return Experiment{}, fmt.Errorf("reading %s: instance %q: %w", path, s.Instance, errors.Unwrap(err))
		}
		naming := NamingOf(p, s.Instance)
		on[naming.Short] = &Job{Problem: p, Naming: naming, Origin: s.Origin}
	}
	e := stored.Experiment
	e.Jobs = make([]Job, len(stored.Jobs))
	for k, s := range stored.Jobs {
		job := &e.Jobs[k]
		*job = s.Job
		if s.Problem == "" || job.Backend == "" || job.Limits.Time <= 0 {
			return e, fmt.Errorf("reading %s: job %d has no problem, backend or time limit", path, k+1)
		}
		if first := on[s.Problem]; first != nil {
			job.Problem, job.Naming, job.Origin = first.Problem, first.Naming, first.Origin
		} else {
			if job.Problem, err = known.Parse(s.Problem); err != nil || job.Instance != "" {
				return e, fmt.Errorf("reading %s: job %d is on %q, which is neither a problem nor an instance of the file", path, k+1, s.Problem)
			}
			job.Naming = NamingOf(job.Problem, "")
			on[s.Problem] = job
		}
		for _, text := range []*string{(*string)(&job.Task), &job.Backend, &job.Encoding} {
			*text = unique.Make(*text).Value() // a million jobs share these texts
		}
	}
	lists := map[string]*Instances{}
	for _, l := range stored.Lists {
		lists[l.Name] = l
	}
	e.Sweeps = nil
	for k, s := range stored.Sweeps {
		if s.Sweep == nil || lists[s.List] == nil || s.Backend == "" || s.Task == "" || s.Limits.Time <= 0 || s.Count < 1 {
			return e, fmt.Errorf("reading %s: sweep %d needs instances of the file, a task, a backend and a time limit", path, k+1)
		}
		s.Instances = lists[s.List]
		for _, recipe := range s.Recipes {
			if err := recipe.Validate(); err != nil {
				return e, fmt.Errorf("reading %s: sweep %d: %w", path, k+1, err)
			}
		}
		e.Sweeps = append(e.Sweeps, s.Sweep)
	}
	return e, nil
}

// Published gives the published speed of a program in counting on empty boards, as ratios to a program like
// the baseline, measured on the same machine.
type Published struct {
	Name   string          `json:"name"`
	Family string          `json:"family"`
	Ratios map[int]float64 `json:"ratios"` // by board size
	Source string          `json:"source"` // publication with the figures
}
