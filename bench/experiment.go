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
	"nqueens/family"
	"nqueens/instance"
	"nqueens/internal/jsonfile"
	"nqueens/internal/printable"
)

// Experiment is a plan made concrete: every job it asks for, in the order of
// the plan. It is kept beside the records, so that a run can be resumed,
// judged and drawn without the plan and the files that the plan named.
type Experiment struct {
	Name     string `json:"name"`
	Seed     uint64 `json:"seed"`               // of the first repetition; each further one has the next
	Baseline string `json:"baseline,omitempty"` // the backend that speed-ups are against
	Repeat   Repeat `json:"repeat"`
	// Clock is what times are taken of: "" for the time on the wall of the backend's own
	// work inside a process, CPUClock for the CPU time of that work, ProcessClock for the time
	// on the wall of the whole of a fresh process, as of external programs.
	Clock string `json:"clock,omitempty"`
	// Busy is how busy the machine was when the clock was chosen by that; nil where a plan or
	// its user named the clock.
	Busy *Busyness `json:"busy,omitempty"`
	// Budget is how long the run was to take in all when it began; 0 is any time.
	Budget time.Duration `json:"budget,omitempty"`
	Jobs   []Job         `json:"jobs"`
	// Sweeps are contenders on many instances. Each is asked for the first Rounds[0] instances of each recipe
	// before any is for Rounds[1], and so on; none is all at once.
	Sweeps []*Sweep `json:"-"`
	Rounds []int    `json:"rounds,omitempty"`
	// Signed says of a folder's experiment that every record there has a digest, as since
	// they have one; one without was edited.
	Signed bool `json:"signed,omitempty"`
	// Schema is the version of the form that a folder's files have, 0 where they are older than
	// its naming.
	Schema int `json:"schema,omitempty"`
	// External are the programs that take part beside the backends that there
	// are, as the plan describes them.
	External []Program `json:"external,omitempty"`
	// Began is the folder in which the command that began the run was given, as seen from the
	// run's own; "" where that is not known. The paths of programs and formulas are seen from there.
	Began string `json:"began,omitempty"`
	// Formulas are the files of the formulas and exact covers, by the names of the problems.
	Formulas map[string]string `json:"formulas,omitempty"`
	// Binaries are other builds of this program that every job is asked of too, by name.
	Binaries []string `json:"binaries,omitempty"`
	// Published are ratios to a program like the baseline that others measured.
	Published []Published `json:"published,omitempty"`
}

// Program is an external program by its name as a backend.
type Program struct {
	Name    string `json:"name"`
	Command string `json:"command"`
	Engine  string `json:"engine,omitempty"` // of a solver; a program that counts is an engine of its own
	// Folder is where a program that counts is run, File what describes a solver of the user's
	// own, both seen from where the run began; "" where that is the folder, or there is no file.
	Folder string `json:"folder,omitempty"`
	File   string `json:"file,omitempty"`
	// Digest is of the file of a solver's program when the run was made, where programs of the user's
	// own take part: a copy of it under another name is the same engine.
	Digest string `json:"digest,omitempty"`
}

// Is reports whether the programs are one, wherever they stand.
func (x Program) Is(other Program) bool {
	return x.Name == other.Name && x.Command == other.Command && x.Engine == other.Engine
}

// Job is one contender on one problem and task, to be run several times.
type Job struct {
	Problem  nqueens.Problem `json:"problem"`
	Instance string          `json:"instance,omitempty"` // the name of its file, where it came from one
	// Origin is what made the instance, where a plan generates it.
	Origin *instance.Origin `json:"-"`
	Task   nqueens.Task     `json:"task"`
	backends.Contender
	Limits Limits `json:"limits"`
	// ExpectDisagreement says that the plan records this answer as known to be
	// wrong: the run fails if it is right.
	ExpectDisagreement bool `json:"expectDisagreement,omitempty"`
	// Proof asks for a proof where the answer is that there is no solution.
	Proof bool `json:"proof,omitempty"`
	// KeepProof has a proof that was found right kept in the run's folder.
	KeepProof bool `json:"keepProof,omitempty"`

	// Naming is what the problem is called, once that has been made; Ask takes it away.
	Naming Naming `json:"-"`
}

// Limits bound one child process.
type Limits struct {
	Time   time.Duration `json:"time"`             // wall clock, in nanoseconds
	Memory int64         `json:"memory,omitempty"` // bytes; 0 is none
	// CPU bounds the processor time of the whole process and those it starts, answers
	// that only serve timing included; 0 is none.
	CPU time.Duration `json:"cpu,omitempty"`
	// Proof is how many bytes a proof may have, and with it what its prover keeps in
	// temporary files meanwhile; 0 is DefaultProof.
	Proof int64 `json:"proof,omitempty"`
}

// DefaultProof is how many bytes a proof may have where nothing is said.
const DefaultProof = 1 << 30

// Repeat says how often each job is run.
type Repeat struct {
	// Warmup is the number of untimed answers in each process before the timed
	// ones, for work short enough to be repeated there.
	Warmup int `json:"warmup"`
	// Max is how many processes a job is run in. Where Min is less, Min runs are a
	// pilot: from their scatter follows how many new ones are made, Max at most, and
	// those alone count.
	Min int `json:"min"`
	Max int `json:"max"`
	// Width is the part of the median that the 95 % interval of the new runs is to be
	// wide.
	Width float64 `json:"width"`
}

// String tells the jobs of an experiment apart.
func (j Job) String() string { return JobName(j.ProblemName(), j.Task, j.Contender.String()) }

// asked tells the jobs of an experiment apart, as their names do.
type asked struct {
	problem string
	task    nqueens.Task
	backends.Contender
}

func newAsked(problem string, task nqueens.Task, c backends.Contender) asked {
	c.Threads = max(1, c.Threads) // which is what 0 means
	return asked{problem, task, c}
}

func (j *Job) asked() asked { return newAsked(j.ProblemName(), j.Task, j.Contender) }

// jobIndex finds jobs by a hash of what tells them apart: a map with that itself as its key is some
// times larger.
type jobIndex struct {
	jobs []Job
	seed maphash.Seed
	last map[uint64]int // the last job with each hash
	// before has for each job the one before it with the same hash, -1 where there is none.
	before []int
}

// index returns the place of each job.
func (e Experiment) index() jobIndex {
	x := jobIndex{e.Jobs, maphash.MakeSeed(), make(map[uint64]int, len(e.Jobs)), make([]int, len(e.Jobs))}
	for i := range e.Jobs {
		hash := maphash.Comparable(x.seed, e.Jobs[i].asked())
		x.before[i] = -1
		if k, known := x.last[hash]; known {
			x.before[i] = k
		}
		x.last[hash] = i
	}
	return x
}

// of returns the place of the job that was asked so, the last if there are several.
func (x jobIndex) of(a asked) (place int, known bool) {
	i, known := x.last[maphash.Comparable(x.seed, a)]
	if !known {
		return 0, false
	}
	for ; i >= 0; i = x.before[i] {
		if x.jobs[i].asked() == a {
			return i, true
		}
	}
	return 0, false
}

// Problems numbers the experiment's problems in the order of the plan: it has the number of each
// job's, and how many there are.
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

// Backends returns the names of those that take part.
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

// Programs returns the plan's programs by their names.
func (e Experiment) Programs() map[string]Program {
	programs := make(map[string]Program, len(e.External))
	for _, x := range e.External {
		programs[x.Name] = x
	}
	return programs
}

// JobName is what a job is called by its problem's name, task and contender.
func JobName(problem string, task nqueens.Task, contender string) string {
	return problem + " " + string(task) + " " + contender
}

// Key digests the content of one repetition of a job by a version of its backend
// in a build of the program.
func (j Job) Key(version, build string, seed uint64, repetition int) string {
	content := make(jsonList, 0, 512) // on the stack: a million are made at once
	content = content.texts(j.ProblemText(), string(j.Task), j.Backend, version, j.Encoding)
	content = content.numbers(int64(max(1, j.Threads)), int64(j.Limits.Time), j.Limits.Memory)
	content = strconv.AppendUint(append(content, ','), seed, 10)
	content = content.numbers(int64(repetition))
	if j.Instance != "" {
		content = content.texts("instance", j.Instance) // a copy of a file is one of its own
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
	if build != "" { // older records say none
		content = content.texts("build", build)
	}
	content[0] = '['
	sum := sha256.Sum256(append(content, ']'))
	return hex.EncodeToString(sum[:12])
}

// jsonList is a list in JSON as json.Marshal writes it, with a comma before each value.
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

// Naming is what a problem is called.
type Naming struct {
	Full  string // nqueens.Catalogue.Parse reads it
	Short string // in records, tables, charts and messages
}

// NamingOf names a problem that may be an instance. The short name of one has a
// digest, so that records do not pass for those of another file of its name.
func NamingOf(p nqueens.Problem, instance string) Naming {
	full := p.String()
	if instance == "" {
		return Naming{full, full}
	}
	sum := sha256.Sum256([]byte(full))
	return Naming{full, fmt.Sprintf("%s(%d) %s %s", p.Family.Name, p.N, printable.Text(instance), hex.EncodeToString(sum[:4]))}
}

// Ask has the job be about another problem, with the instance's name, if it is one.
func (j *Job) Ask(p nqueens.Problem, instance string) {
	j.Problem, j.Instance, j.Origin, j.Naming = p, instance, nil, Naming{}
}

func (j Job) naming() Naming {
	if j.Naming.Full == "" {
		return NamingOf(j.Problem, j.Instance)
	}
	return j.Naming
}

// ProblemName is what the job's problem is called in records: its own name or,
// since that of an instance may be thousands of squares long, one like
// "queens(56) blocked-56-17.param 1f0c6a52" with its file and a digest.
func (j Job) ProblemName() string { return j.naming().Short }

// ProblemText is the job's problem in full, as nqueens.Catalogue.Parse reads it.
func (j Job) ProblemText() string { return j.naming().Full }

// named is the experiment with the names of its problems made once.
func (e Experiment) named() Experiment {
	e.Jobs = slices.Clone(e.Jobs)
	for i, j := range e.Jobs {
		e.Jobs[i].Naming = j.naming()
	}
	return e
}

// sorted is the experiment with its jobs in an order that does not depend on how they
// were put together.
func (e Experiment) sorted() Experiment {
	e.Jobs = slices.SortedFunc(slices.Values(e.Jobs), func(a, b Job) int { return strings.Compare(a.String(), b.String()) })
	e.Sweeps = slices.SortedFunc(slices.Values(e.Sweeps), func(a, b *Sweep) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.Contender.String(), b.Contender.String()), strings.Compare(string(a.Task), string(b.Task)))
	})
	return e
}

// storedExperiment is an experiment as its file holds it: the problem of an
// instance, which may be thousands of squares long, is written once, and the
// jobs on it say its short name.
type storedExperiment struct {
	Experiment
	Instances []storedInstance `json:"instances,omitempty"`
	Jobs      []storedJob      `json:"jobs"`
	Lists     []*Instances     `json:"lists,omitempty"` // of the sweeps, each once
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

// EncodeExperiment writes an experiment as its file holds it.
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

// Schema is the version of the files' form that this program writes; it reads older ones
// too. It grows when what older programs would misread is added.
const Schema = 2

// schema is the version that the experiment's files need: those without sweeps are read by older programs.
func (e Experiment) schema() int {
	if len(e.Sweeps) > 0 {
		return Schema
	}
	return 1
}

// ReadExperiment reads such a file. More families may be in it than those of
// family.All.
func ReadExperiment(path string, more ...*nqueens.Family) (Experiment, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return Experiment{}, err
	}
	return DecodeExperiment(path, text, more...)
}

// DecodeExperiment reads what EncodeExperiment wrote, of a file or whatever has the name.
func DecodeExperiment(name string, text []byte, more ...*nqueens.Family) (Experiment, error) {
	// Room for a million jobs is made once.
	stored := storedExperiment{Jobs: make([]storedJob, 0, bytes.Count(text, []byte(`"backend":`)))}
	if err := jsonfile.Unmarshal(text, &stored); err != nil {
		return Experiment{}, fmt.Errorf("reading %s: %w", name, err)
	}
	return stored.experiment(name, more)
}

func (stored storedExperiment) experiment(path string, more []*nqueens.Family) (_ Experiment, err error) {
	if stored.Schema > Schema {
		return Experiment{}, fmt.Errorf("reading %s: it has schema %d, and this program knows those up to %d: it was written by a newer version", path, stored.Schema, Schema)
	}
	on := map[string]*Job{} // a job on each problem, by what the file calls that
	for _, s := range stored.Instances {
		p, err := family.All(more...).Parse(s.Problem)
		if err != nil {
			// Its text may be thousands of squares long.
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
			if job.Problem, err = family.All(more...).Parse(s.Problem); err != nil || job.Instance != "" {
				return e, fmt.Errorf("reading %s: job %d is on %q, which is neither a problem nor one of the file's instances", path, k+1, s.Problem)
			}
			job.Naming = NamingOf(job.Problem, "")
			on[s.Problem] = job
		}
		for _, text := range []*string{(*string)(&job.Task), &job.Backend, &job.Encoding} {
			*text = unique.Make(*text).Value() // which a million jobs say
		}
	}
	lists := map[string]*Instances{}
	for _, l := range stored.Lists {
		lists[l.Name] = l
	}
	e.Sweeps = nil
	for k, s := range stored.Sweeps {
		if s.Sweep == nil || lists[s.List] == nil || s.Backend == "" || s.Task == "" || s.Limits.Time <= 0 || s.Count < 1 {
			return e, fmt.Errorf("reading %s: sweep %d has no instances of the file, no task, backend or time limit", path, k+1)
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

// Published is a program's published speed on bare boards, counting: how many
// times as fast as a program like the baseline it was where both were measured.
type Published struct {
	Name   string          `json:"name"`
	Family string          `json:"family"`
	Ratios map[int]float64 `json:"ratios"` // by the board's side
	Source string          `json:"source"` // where the figures are published
}
