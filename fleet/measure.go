package fleet

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"nqueens/bench"
)

// A Measured is the result of a part that is measured. All of it is from one machine.
type Measured struct {
	Environment bench.Environment `json:"environment"`
	Records     []bench.Record    `json:"records,omitempty"`
	// Answers are the answers to the instances of sweeps.
	Answers []bench.Block `json:"answers,omitempty"`
}

// A Measurer measures parts.
type Measurer interface {
	// Check returns an error if this program cannot measure the part: an UnableError if another
	// machine may be able to.
	Check(p Part) error
	// Measure measures the part. If ctx ends first, it returns the error of ctx within a second.
	Measure(ctx context.Context, p Part) (*Measured, error)
}

// An UnableError says what a machine lacks for a part, which is left to other machines.
type UnableError struct{ Lacks string }

func (e *UnableError) Error() string { return e.Lacks }

// Unable reports whether the error is an UnableError.
func Unable(err error) bool {
	_, is := errors.AsType[*UnableError](err)
	return is
}

// NewMeasured returns a list of parts that are measured, each from one element of asks. They must
// be measured by a Measurer of this kind in the same build, because times of two builds must not be
// mixed. No part is measured again, because the times would differ.
func NewMeasured(kind, name, build string, head any, asks []any) (*List, error) {
	l := &List{Problem: name, Engine: kind, Version: build, Build: build}
	var err error
	if l.Head, err = json.Marshal(head); err != nil {
		return nil, err
	}
	for _, ask := range asks {
		text, err := json.Marshal(ask)
		if err != nil {
			return nil, err
		}
		l.Requests = append(l.Requests, text)
	}
	return l, nil
}

// Measures reports whether the parts are measured instead of counted.
func (l *List) Measures() bool { return len(l.Requests) > 0 }

// checkRequest is Check for a part that is measured.
func (w Worker) checkRequest(p Part) error {
	by := w.Measurers[p.Engine]
	switch {
	case p.Key != p.key():
		return fmt.Errorf("part %d is damaged: its key does not match its content", p.Number)
	case by == nil:
		return fmt.Errorf("part %d is of a %s, which this program does not measure", p.Number, p.Engine)
	case p.Version != w.Build:
		return fmt.Errorf("part %d is to be measured by the build %s of this program, and this is %s: times of two builds do not mix; use the program that made the list", p.Number, p.Version, w.Build)
	}
	return by.Check(p)
}

// measure is Do for a part that is measured.
func (w Worker) measure(ctx context.Context, p Part) (Result, error) {
	if err := w.checkRequest(p); err != nil {
		return Result{}, err
	}
	start := time.Now()
	m, err := w.Measurers[p.Engine].Measure(ctx, p)
	if err != nil {
		return Result{}, err
	}
	return Result{Part: p.Number, Key: p.Key, Measured: m, Seconds: time.Since(start).Seconds(), Threads: max(1, w.Threads), Machine: w.Name(), Build: w.Build}, nil
}

// Refused returns the error for a part whose measured result does not match its request.
func (r *Result) Refused(why error) error {
	return fmt.Errorf("part %d, measured by %s: %w; --distrust %[2]s discards the results of that machine, and other machines measure its parts again", r.Part, r.Machine, why)
}

// Environments returns the environments of the machines that measured parts, sorted by name. A name
// occurs several times if workers on different machines used the same name.
func (t *Tally) Environments() (all []bench.Environment) {
	for k := range t.List.Parts() {
		r := t.Done(k + 1)
		if r == nil || r.Measured == nil {
			continue
		}
		now := r.Measured.Environment
		now.Name = r.Machine // the worker's name, whatever the environment says
		i := slices.IndexFunc(all, func(m bench.Environment) bool {
			return !slices.ContainsFunc(now.Differences(m), func(d bench.Difference) bool { return d.Machine })
		})
		if i < 0 {
			all = append(all, now)
			continue
		}
		m := all[i]
		now.Started, now.Sessions = m.Started, append(m.Sessions, now.Sessions...)
		for name, program := range m.Programs {
			if now.Programs == nil {
				now.Programs = map[string]bench.Executable{}
			}
			now.Programs[name] = program
		}
		all[i] = now
	}
	slices.SortStableFunc(all, func(a, b bench.Environment) int { return cmp.Compare(a.Name, b.Name) })
	return all
}
