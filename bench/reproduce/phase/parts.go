package phase

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/run"
	"nqueens/fleet"
)

// SweepParts is the kind of the lists that NewParts makes.
const SweepParts = "phase-transition"

// span is what a part asks: of a sweep, which the program makes again from its seeds, some
// neighbouring instances, of all contenders, so that one machine answers what is compared.
type span struct {
	Sweep    string            `json:"sweep"`    // as batches are called
	Versions map[string]string `json:"versions"` // of the backends
	From     int               `json:"from"`     // the first instance
	To       []end             `json:"to"`
}

// end is up to where a contender goes, not included: the slower ones answer fewer.
type end struct {
	backends.Contender
	To int `json:"to"`
}

// NewParts cuts a study with so many instances of each point in parts for many machines, each of
// so many neighbouring instances.
func NewParts(ctx context.Context, c Config, each, size int, build string) (*fleet.List, error) {
	study, err := New(ctx, c, new(bench.Ledger))
	if err != nil {
		return nil, err
	}
	var asks []any
	done := map[string]bool{}
	for _, e := range study.entries {
		name := study.batch(e, 0).List
		if done[name] || !c.selected(e.part) {
			continue
		}
		done[name] = true
		whole := span{Sweep: name, Versions: map[string]string{}}
		most := 0
		for _, other := range study.entries {
			if study.batch(other, 0).List == name && study.supported(other) == nil {
				whole.Versions[other.contender.Backend] = study.version(other.contender.Backend)
				whole.To = append(whole.To, end{other.contender, study.batch(other, other.target(each)).Len})
				most = max(most, whole.To[len(whole.To)-1].To)
			}
		}
		for from := 0; from < most; from += size {
			ask := whole
			ask.From, ask.To = from, nil
			for _, to := range whole.To {
				if to.To = min(to.To, from+size); to.To > from {
					ask.To = append(ask.To, to)
				}
			}
			asks = append(asks, ask)
		}
	}
	if len(asks) == 0 {
		return nil, errors.New("no instance is answered in these parts of the phase transition")
	}
	return fleet.NewMeasured(SweepParts, SweepParts, build, c.Parts, asks)
}

// Measurer answers the instances of parts. It is a fleet.Measurer.
type Measurer struct{ Runner *run.Runner }

// open finds what a part asks in a study of all parts.
func (m Measurer) open(ctx context.Context, p fleet.Part, l *bench.Ledger) (batches []bench.Batch, study *Study, err error) {
	var s span
	if err := json.Unmarshal(p.Ask, &s); err != nil {
		return nil, nil, fmt.Errorf("part %d: %w", p.Number, err)
	}
	if study, err = New(ctx, Config{Runner: *m.Runner}, l); err != nil {
		return nil, nil, err
	}
	for _, to := range s.To {
		i := slices.IndexFunc(study.entries, func(e entry) bool { return study.batch(e, 0).List == s.Sweep && e.contender == to.Contender })
		if i < 0 || s.From < 0 || to.To <= s.From || to.To > study.batch(study.entries[i], perPoint).Len {
			return nil, nil, fmt.Errorf("part %d asks %v for instances that %q does not have", p.Number, to.Contender, s.Sweep)
		}
		e := study.entries[i]
		if err := study.supported(e); err != nil {
			return nil, nil, &fleet.UnableError{Lacks: fmt.Sprintf("part %d, %s: %v", p.Number, s.Sweep, err)}
		}
		b := study.batch(e, 0)
		b.From, b.Len = s.From, to.To
		batches = append(batches, b)
	}
	return batches, study, run.SameVersions(p, m.Runner.Backends, s.Versions)
}

// Check says what is missing here for a part.
func (m Measurer) Check(p fleet.Part) error {
	_, _, err := m.open(context.Background(), p, new(bench.Ledger))
	return err
}

// Measure has all contenders of a part answer its instances.
func (m Measurer) Measure(ctx context.Context, p fleet.Part) (*fleet.Measured, error) {
	var measured fleet.Measured
	var err error
	measured.Environment, err = run.Apart(ctx, func(dir string) error {
		l, err := m.Runner.OpenLedger(dir)
		if err != nil {
			return err
		}
		defer l.Close()
		batches, _, err := m.open(ctx, p, l)
		if err != nil {
			return err
		}
		for _, b := range batches {
			if err := m.Runner.RunBatch(ctx, l, b); err != nil {
				return err
			}
		}
		measured.Answers = l.Records
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("part %d: %w", p.Number, err)
	}
	return &measured, nil
}

// PartsOf are the parts of the study that a list is of; none is all.
func PartsOf(l *fleet.List) (parts []string, err error) {
	err = json.Unmarshal(l.Head, &parts)
	return parts, err
}

// answers says why records are not what the part asks of a build: an answer of each contender to
// each instance, and no other.
func (s span) answers(build string, records []bench.BatchRecord) error {
	asked := map[backends.Contender]end{}
	for _, to := range s.To {
		asked[to.Contender] = to
	}
	next := map[backends.Contender]int{}
	for _, r := range records {
		from := max(s.From, next[r.Contender])
		if err := r.Check(); err != nil {
			return err
		}
		if r.List != s.Sweep || r.Version != s.Versions[r.Backend] || r.Build != build || r.From != from || from+len(r.Verdicts) > asked[r.Contender].To {
			return fmt.Errorf("it has answers of %v from instance %d on that were not asked for", r.Contender, r.From)
		}
		next[r.Contender] = from + len(r.Verdicts)
	}
	for _, to := range s.To {
		if next[to.Contender] != to.To {
			return fmt.Errorf("it lacks answers of %v", to.Contender)
		}
	}
	return nil
}

// Gather takes what the parts of a list found into a ledger, as far as they are done. Answers for
// which a part did not ask are an error.
func Gather(list *fleet.Folder, l *bench.Ledger) error {
	if list.List.Engine != SweepParts {
		return fmt.Errorf("%s is no phase transition in parts", list.Dir)
	}
	name := func(s bench.BatchRecord) string { return fmt.Sprint(s.List, s.Contender, s.From, s.Started.UTC()) }
	var found []bench.BatchRecord
	now, there := map[string]bool{}, map[string]bool{}
	for k := range list.List.Parts() {
		r := list.Tally.Done(k + 1)
		if r == nil {
			continue
		}
		var s span
		err := json.Unmarshal(list.List.Part(k+1).Ask, &s)
		if err == nil {
			err = s.answers(list.List.Build, r.Measured.Answers)
		}
		if err != nil {
			return r.Refused(err)
		}
		for _, a := range r.Measured.Answers {
			a.Machine = r.Machine
			found, now[name(a)] = append(found, a), true
		}
	}
	gone := func(s bench.BatchRecord) bool { // taken back, or another result of its part counts: the list has both still
		again := func(a bench.BatchRecord) bool {
			return a.List == s.List && a.Contender == s.Contender && a.From <= s.From && s.From < a.From+len(a.Verdicts)
		}
		return s.Machine != "" && !now[name(s)] && (list.Tally.Trusts(s.Machine) != nil || slices.ContainsFunc(found, again))
	}
	if err := l.Drop(gone); err != nil {
		return err
	}
	for _, s := range l.Records {
		if there[name(s)] = true; s.Machine != "" && !now[name(s)] {
			return fmt.Errorf("%s has answers of %v by %s, which no result of the list has: restore %s", filepath.Join(l.Dir, bench.LedgerFile), s.Contender, s.Machine, fleet.JournalFile)
		}
	}
	if fresh := slices.DeleteFunc(found, func(s bench.BatchRecord) bool { return there[name(s)] }); len(fresh) > 0 {
		if err := l.Append(fresh...); err != nil {
			return err
		}
	}
	return bench.KeepMachines(l.Dir, list.Tally.Environments())
}

// Machines is how many of the answers were given on each machine.
func (study *Study) Machines() bench.Machines {
	machines := bench.Machines{}
	for _, s := range study.ledger.Records {
		machines[s.Machine] += len(s.Verdicts)
	}
	return machines
}
