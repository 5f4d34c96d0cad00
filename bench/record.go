package bench

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"nqueens"
	"nqueens/backends"
)

// Record is one line of a run's records.jsonl: one repetition of one contender on one problem.
// Records are appended and synced one by one and never changed. A solution of more than 256 pieces
// is checked but not kept.
type Record struct {
	// Key is a digest of what was run: problem, task, backend and its version, encoding, limits,
	// repetition. A resumed run skips the keys that it already has.
	Key string `json:"key"`
	// Problem is the name of the problem, as returned by Job.ProblemName. nqueens.Catalogue.Parse
	// parses it unless it is an instance.
	Problem string `json:"problem"`
	// Instance is the name of the problem's file, if it came from one.
	Instance string       `json:"instance,omitempty"`
	Task     nqueens.Task `json:"task"`
	backends.Contender
	// Cores is the number of threads that were used, if the machine has fewer cores than Threads.
	Cores   int    `json:"cores,omitempty"`
	Version string `json:"version,omitempty"`
	// Build identifies the measuring program, as returned by BuildOf; "" in records written by
	// versions without the field.
	Build string `json:"build,omitempty"`
	// Machine is the name of the machine in a run on several machines; "" refers to the run's
	// environment.
	Machine    string `json:"machine,omitempty"`
	Repetition int    `json:"repetition"` // from 1
	// Turn is the position, from 1, among the repetitions that one process made; 0 if the process
	// made one. WallSeconds and CPUSeconds are then this repetition's part of the process, which
	// for the first includes the start, and PeakBytes is measured after the first answer of the
	// process.
	Turn int `json:"turn,omitempty"`
	// Seed is the seed of the backend's random choices, if it makes any.
	Seed    uint64    `json:"seed,omitempty"`
	Started time.Time `json:"started"`

	nqueens.Outcome

	Fingerprint *nqueens.Fingerprint `json:"fingerprint,omitempty"` // of the solutions found, for the task all
	// Duplicates counts repeated solutions, for the task all; absent if there were too many
	// solutions to count.
	Duplicates *uint64 `json:"duplicates,omitempty"`
	// Fault is a solution that proves the answer wrong: it breaks the rules or was given twice.
	Fault *Fault `json:"fault,omitempty"`
	// Contradiction states how the answer contradicts itself: "says 40 and shows 38 solutions",
	// "says 40, and asked again 41".
	Contradiction string `json:"contradiction,omitempty"`

	// Proof is the evidence for the answer unsatisfiable. It is absent for other answers, and if an
	// earlier repetition has it, because a job is proved once.
	Proof Proof `json:"proof,omitzero"`
	// ProofStatus is set if a backend that can prove did not deliver a requested proof: timeout,
	// memory-limit (also for a proof that is too long), crashed or void.
	ProofStatus nqueens.Status `json:"proofStatus,omitempty"`
	// ProofBytes is the length of the proof. ProofSeconds is the time for checking it, which is not
	// part of the backend's time; absent if the harness was stopped meanwhile.
	ProofBytes   int64      `json:"proofBytes,omitempty"`
	ProofSeconds float64    `json:"proofSeconds,omitempty"`
	ProofKept    *KeptProof `json:"proofKept,omitempty"` // nil if the proof was not kept

	// Seconds is the backend's time for one answer: encoding, solving and decoding, without the
	// start of the process and without checking. For an external program it is the time of its
	// whole process. It is absent without an answer, and in older records if it is 0.
	Seconds float64 `json:"seconds,omitempty"`
	// FloorSeconds is the time that the contender takes for a board of one square: the part of
	// Seconds for starting a process, reading files and ending. It is measured in the same run for
	// external solvers and programs, and for all contenders with ProcessClock.
	FloorSeconds float64 `json:"floorSeconds,omitempty"`
	// Iterations counts how often the process computed the answer, so that short work could be
	// timed; Seconds and Phases are means over them.
	Iterations int `json:"iterations,omitempty"`
	// WallSeconds and CPUSeconds are those of the whole process, from its start. For an external
	// solver CPUSeconds is the CPU time of the solver's processes, over all Iterations, and
	// OtherCPUSeconds that of the process around it; older records have both in CPUSeconds.
	WallSeconds     float64 `json:"wallSeconds,omitempty"`
	CPUSeconds      float64 `json:"cpuSeconds,omitempty"`
	OtherCPUSeconds float64 `json:"otherCPUSeconds,omitempty"`
	PeakBytes       int64   `json:"peakBytes,omitempty"`

	place int // position, from 1, of its job in the experiment; 0 if unknown
}

// Proof is the evidence for the answer that there is no solution. In JSON it is a text: the kind,
// followed by a colon and the reason.
type Proof struct {
	Kind ProofKind
	Why  string // why a requested proof is missing or was refused
}

// ProofKind states what kind of evidence a Proof is.
type ProofKind string

const (
	// The proof passed the check for the formula that the harness made; on a board, the formula was
	// compared with the rules of the piece.
	ProofChecked ProofKind = "checked"
	// The proof passed the check, but the formula could not be compared with the rules: the board
	// has more than 128 squares a side, or the encoding's auxiliary variables are too entangled.
	ProofUncompared ProofKind = "checked, the formula uncompared"
	// There is only the backend's answer.
	Unproved ProofKind = "search, unproved"
	// The backend's proof failed the check.
	ProofRefused ProofKind = "refused"
)

// Checked reports whether the proof passed the check.
func (p Proof) Checked() bool { return p.Kind == ProofChecked || p.Kind == ProofUncompared }

// String returns the kind, followed by the reason if there is one: "search, unproved: timeout".
func (p Proof) String() string {
	if p.Why == "" {
		return string(p.Kind)
	}
	return string(p.Kind) + ": " + p.Why
}

// MarshalText returns the text of String.
func (p Proof) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText parses what MarshalText returns.
func (p *Proof) UnmarshalText(text []byte) error {
	kind, why, _ := strings.Cut(string(text), ": ")
	p.Kind, p.Why = ProofKind(kind), why
	switch p.Kind {
	case "", ProofChecked, ProofUncompared, Unproved, ProofRefused:
		return nil
	}
	return fmt.Errorf("proof %q: should begin with %s, %s, %s or %s", text, ProofChecked, ProofUncompared, Unproved, ProofRefused)
}

// KeptProof describes a kept proof that passed the check: DRAT, or VeriPB's format if it is about
// the problem as OPB; gzipped if its name ends in .gz.
type KeptProof struct {
	File     string `json:"file"`     // relative to the run's folder
	SHA256   string `json:"sha256"`   // of the file
	Encoding string `json:"encoding"` // of the formula that was proved
}

// ProofsFolder is the subfolder of a run's folder for kept proofs.
const ProofsFolder = "proofs"

// ProofFile returns the path, in a run's folder, of the proof for a run of the job with the given
// key.
func (j Job) ProofFile(key string) string {
	words := strings.FieldsFunc(j.String(), func(c rune) bool { return c >= utf8.RuneSelf || !unicode.IsLetter(c) && !unicode.IsDigit(c) })
	return fmt.Sprintf("%s/%.100s-%s.drat.gz", ProofsFolder, strings.Join(words, "-"), key)
}

// Fault is a wrong solution of a backend, with the reason.
type Fault struct {
	Solution nqueens.Solution `json:"solution"`
	Why      string           `json:"why"` // "a2 and b3 attack each other", "found twice"
}

// String returns the name of the job that the record belongs to.
func (r Record) String() string {
	return JobName(r.Problem, r.Task, r.Contender.String())
}

// written returns the value to be written as JSON. For an answer in 0 s it includes the time,
// because a missing time means unknown.
func (r Record) written() any {
	if r.Seconds > 0 || !r.Status.Answered() {
		return r
	}
	return struct {
		Record
		Seconds float64 `json:"seconds"`
	}{Record: r}
}

func (r *Record) identity() jobIdentity { return newIdentity(r.Problem, r.Task, r.Contender) }

func pointers(records []Record) []*Record {
	list := make([]*Record, len(records))
	for i := range records {
		list[i] = &records[i]
	}
	return list
}

// places returns a function that finds the job of a record.
func (e Experiment) places() func(*Record) (place int, ok bool) {
	index := sync.OnceValue(e.index) // takes long for a million jobs
	return func(r *Record) (int, bool) {
		if i := r.place - 1; i >= 0 && i < len(e.Jobs) && e.Jobs[i].identity() == r.identity() {
			return i, true
		}
		return index().of(r.identity())
	}
}

// sameMaker reports whether both records were made by the same version and build on the same
// machine.
func (r *Record) sameMaker(other *Record) bool {
	return r.Version == other.Version && r.Build == other.Build && r.Machine == other.Machine
}

// Check returns an error for a record that no run can produce. Writers and readers use the same
// check.
func (r Record) Check() error {
	if r.Key == "" || r.Problem == "" || r.Task == "" || r.Backend == "" || r.Status == "" {
		return errors.New("it needs a key, a problem, a task, a backend and a status")
	}
	err := r.checkOutcome()
	if err == nil && (r.Threads < 0 || r.Repetition < 1) {
		err = fmt.Errorf("threads %d, repetition %d", r.Threads, r.Repetition)
	}
	return err
}

// checkOutcome checks the observed values.
func (r Record) checkOutcome() error {
	if !r.Status.Valid() || r.ProofStatus != "" && !r.ProofStatus.Valid() {
		return fmt.Errorf("status %q", strings.TrimSpace(string(r.Status)+" "+string(r.ProofStatus)))
	}
	if !r.Status.Answered() && (r.Count != nil || r.Solution != nil) {
		return fmt.Errorf("it has an answer, but the status %s", r.Status)
	}
	if r.Estimate != nil {
		if err := r.Estimate.Valid(); err != nil {
			return err
		}
		if r.Status != nqueens.Unknown {
			return fmt.Errorf("it has an estimate, but the status %s", r.Status)
		}
	}
	p := r.Phases
	for _, n := range []struct {
		what  string
		value float64
	}{
		{"seconds", r.Seconds}, {"wallSeconds", r.WallSeconds}, {"cpuSeconds", r.CPUSeconds}, {"otherCPUSeconds", r.OtherCPUSeconds}, {"proofSeconds", r.ProofSeconds}, {"floorSeconds", r.FloorSeconds},
		{"phases: encode", p.Encode}, {"phases: solve", p.Solve}, {"phases: decode", p.Decode}, {"phases: check", p.Check},
		{"turn", float64(r.Turn)}, {"iterations", float64(r.Iterations)}, {"peakBytes", float64(r.PeakBytes)}, {"proofBytes", float64(r.ProofBytes)},
	} {
		if !(n.value >= 0) || math.IsInf(n.value, 0) {
			return fmt.Errorf("%s are %v", n.what, n.value)
		}
	}
	if sum := p.Encode + p.Solve + p.Decode; r.Status.Answered() && r.Seconds > 0 && sum > r.Seconds*1.001+1e-6 {
		return fmt.Errorf("the phases add up to %.3g s, but the answer took %.3g s", sum, r.Seconds)
	}
	return nil
}
