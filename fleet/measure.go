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

// Measured is what a part found that is measured. It was all made on one machine.
type Measured struct {
	Environment bench.Environment `json:"environment"`
	Records     []bench.Record    `json:"records,omitempty"`
	// Answers are in place of Records where many short problems share a process.
	Answers []bench.BatchRecord `json:"answers,omitempty"`
}

// Measurer measures what parts ask for.
type Measurer interface {
	// Check says why this program cannot do what a part asks: an UnableError where another
	// machine may.
	Check(p Part) error
	// Measure does it. When ctx ends first its error is returned, within a second.
	Measure(ctx context.Context, p Part) (*Measured, error)
}

// UnableError says what a machine lacks for a part, which is left to others.
type UnableError struct{ Lacks string }

func (e *UnableError) Error() string { return e.Lacks }

// Unable reports whether the error is an UnableError.
func Unable(err error) bool {
	_, is := errors.AsType[*UnableError](err)
	return is
}

// NewMeasured is a list of what is measured part by part: each asks something of a Measurer
// of that kind, of the very build that makes the list, for times of two builds do not mix.
// No part is computed again: that would find other times.
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
		l.Asks = append(l.Asks, text)
	}
	return l, nil
}

// Measures reports whether the parts are measured, and no count.
func (l *List) Measures() bool { return len(l.Asks) > 0 }

// checkAsk is Check of a part that is measured.
func (w Worker) checkAsk(p Part) error {
	by := w.Measurers[p.Engine]
	switch {
	case p.Key != p.key():
		return fmt.Errorf("part %d is damaged: its key is of something else", p.Number)
	case by == nil:
		return fmt.Errorf("part %d is of a %s, which this program does not measure", p.Number, p.Engine)
	case p.Version != w.Build:
		return fmt.Errorf("part %d is to be measured by the build %s of this program, and this is %s: times of two builds do not mix; use the program that made the list", p.Number, p.Version, w.Build)
	}
	return by.Check(p)
}

// measure is Do of a part that is measured.
func (w Worker) measure(ctx context.Context, p Part) (Result, error) {
	if err := w.checkAsk(p); err != nil {
		return Result{}, err
	}
	start := time.Now()
	m, err := w.Measurers[p.Engine].Measure(ctx, p)
	if err != nil {
		return Result{}, err
	}
	return Result{Part: p.Number, Key: p.Key, Measured: m, Seconds: time.Since(start).Seconds(), Threads: max(1, w.Threads), Machine: w.Name(), Build: w.Build}, nil
}

// Refused is the error for a part for which a machine gave what it did not ask.
func (r *Result) Refused(why error) error {
	return fmt.Errorf("part %d, as %s measured it: %w; --distrust %[2]s takes back what that machine found, and others measure it", r.Part, r.Machine, why)
}

// Environments are those of the machines that measured parts, by their names. Several have one name
// where workers gave the same to machines that differ.
func (t *Tally) Environments() (all []bench.Environment) {
	for k := range t.List.Parts() {
		r := t.Done(k + 1)
		if r == nil || r.Measured == nil {
			continue
		}
		now := r.Measured.Environment
		now.Name = r.Machine // by which it is known, whatever it calls itself
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
