package bench

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"nqueens"
)

// Experiment is a plan made concrete: every job it asks for, in the order of
// the plan. It is kept beside the records, so that a run can be resumed,
// judged and drawn without the plan and the files that the plan named.
type Experiment struct {
	Name     string `json:"name"`
	Seed     uint64 `json:"seed"`               // of the first repetition; each further one has the next
	Baseline string `json:"baseline,omitempty"` // the backend that speed-ups are against
	Repeat   Repeat `json:"repeat"`
	Jobs     []Job  `json:"jobs"`
	// External are the programs that take part beside the backends that there
	// are, as the plan describes them.
	External []Program `json:"external,omitempty"`
	// Published are ratios to a program like the baseline that others measured.
	Published []Published `json:"published,omitempty"`
}

// Program is an external program by its name as a backend.
type Program struct {
	Name    string `json:"name"`
	Command string `json:"command"`
	Engine  string `json:"engine,omitempty"` // of a solver; a program that counts is an engine of its own
}

// seedOf is the seed for a repetition, from 1. Each has its own, so that the
// repetitions of a random search are a sample of what it does.
func (e Experiment) seedOf(repetition int) uint64 { return e.Seed + uint64(repetition) - 1 }

// Job is one contender on one problem and task, to be run several times.
type Job struct {
	Problem  nqueens.Problem `json:"problem"`
	Instance string          `json:"instance,omitempty"` // the name of its file, where it came from one
	Task     nqueens.Task    `json:"task"`
	Backend  string          `json:"backend"`
	Encoding string          `json:"encoding,omitempty"` // for backends that take one
	Threads  int             `json:"threads,omitempty"`  // that the backend may use; 0 is 1
	Limits   Limits          `json:"limits"`
	// ExpectDisagreement says that the plan records this answer as known to be
	// wrong: the run fails if it is right.
	ExpectDisagreement bool `json:"expectDisagreement,omitempty"`
	// Proof asks for a proof where the answer is that there is no solution.
	Proof bool `json:"proof,omitempty"`

	// Naming is what an instance is called, once that has been made.
	Naming Naming `json:"-"`
}

// Limits bound one child process.
type Limits struct {
	Time   time.Duration `json:"time"`             // wall clock, in nanoseconds
	Memory int64         `json:"memory,omitempty"` // bytes; 0 is none
}

// Repeat says how often each job is run.
type Repeat struct {
	// Warmup is the number of untimed answers in each process before the timed
	// ones, for work short enough to be repeated there.
	Warmup int `json:"warmup"`
	Min    int `json:"min"` // processes a job, at least
	Max    int `json:"max"` // and at most
	// Width ends the repetition between Min and Max once the 95 % interval is
	// narrower than this part of the median.
	Width float64 `json:"width"`
}

// Contender names the backend, where it takes one the encoding, and the threads
// if they are several: "bitmask", "gini/product", "bitmask x2".
func (j Job) Contender() string { return contenderName(j.Backend, j.Encoding, j.Threads) }

// name tells the jobs of an experiment apart.
func (j Job) name() string { return jobName(j.ProblemName(), j.Task, j.Contender()) }

// SeveralThreads is the number of threads where there may be more than one,
// otherwise 0, which is not written.
func (j Job) SeveralThreads() int {
	if j.Threads > 1 {
		return j.Threads
	}
	return 0
}

// external reports whether the backend is a program of the plan's.
func (e Experiment) external(backend string) bool {
	return slices.ContainsFunc(e.External, func(x Program) bool { return x.Name == backend })
}

func jobName(problem string, task nqueens.Task, contender string) string {
	return problem + " " + string(task) + " " + contender
}

func contenderName(backend, encoding string, threads int) string {
	name := backend
	if encoding != "" {
		name += "/" + encoding
	}
	if threads > 1 {
		name += fmt.Sprintf(" x%d", threads)
	}
	return name
}

// Key digests the content of one repetition of a job by a backend of the given
// version.
func (j Job) Key(version string, seed uint64, repetition int) string {
	content := []any{
		j.ProblemText(), j.Task, j.Backend, version, j.Encoding, max(1, j.Threads),
		j.Limits.Time, j.Limits.Memory, seed, repetition,
	}
	if j.Instance != "" {
		content = append(content, "instance", j.Instance) // a copy of a file is one of its own
	}
	if j.Proof {
		content = append(content, "proof")
	}
	text, err := json.Marshal(content)
	if err != nil {
		panic(err) // strings and numbers always marshal
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:12])
}
