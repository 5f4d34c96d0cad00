package phase

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/run"
	"nqueens/fleet"
	"nqueens/internal/jsonfile"
)

// SweepParts is the kind of the lists that NewParts makes.
const SweepParts = "phase-transition"

// span is of a sweep, which the program makes again from its seeds, some neighbouring instances, of
// all contenders, so that one machine answers what is compared.
type span struct {
	Sweep    string            `json:"sweep"`    // as batches are called
	Versions map[string]string `json:"versions"` // of the backends
	From     int               `json:"from"`     // the first instance
	To       []end             `json:"to"`
}

// ask is what a part asks: of each of some sweeps a span.
type ask []span

// most is up to which instance any contender goes.
func (s span) most() (most int) {
	for _, to := range s.To {
		most = max(most, to.To)
	}
	return most
}

// slice is what of the span lies in a range of instances.
func (s span) slice(from, to int) span {
	piece := s
	piece.From, piece.To = from, nil
	for _, e := range s.To {
		if e.To = min(e.To, to); e.To > from {
			piece.To = append(piece.To, e)
		}
	}
	return piece
}

// end is up to where a contender goes, not included: the slower ones answer fewer.
type end struct {
	backends.Contender
	To int `json:"to"`
}

// Cut says how a study is cut in parts.
type Cut struct {
	Each    int           // instances of each point, and ten times as many by those that are compared with what is published
	Seconds float64       // that a part should take this machine
	Pilot   time.Duration // how long to measure instances for that; 0 is DefaultPilot
	Size    int           // instead: how many instances a part has; nothing is measured
}

// NewParts cuts a study in parts for many machines, each of neighbouring instances. How long they are
// likely to take the list says, unless that was not measured. The longest part is likely to
// take three times as long as the shortest at most, and longer than asked for where an instance does.
func NewParts(ctx context.Context, c Config, cut Cut, build string) (*fleet.List, error) {
	study, err := New(ctx, c, new(bench.Ledger))
	if err != nil {
		return nil, err
	}
	var sweeps []span
	var entries []entry // of each sweep, in the order of its ends
	done := map[string]bool{}
	for _, e := range study.entries {
		name := study.batch(e, 0).List
		if done[name] || !c.selected(e.part) {
			continue
		}
		done[name] = true
		whole := span{Sweep: name, Versions: map[string]string{}}
		for _, other := range study.entries {
			if study.batch(other, 0).List == name && study.supported(other) == nil {
				whole.Versions[other.contender.Backend] = study.version(other.contender.Backend)
				whole.To = append(whole.To, end{other.contender, study.batch(other, other.target(cut.Each)).Len})
				entries = append(entries, other)
			}
		}
		sweeps = append(sweeps, whole)
	}
	if len(entries) == 0 {
		return nil, errors.New("no instance is answered in these parts of the phase transition")
	}
	var asks []any
	var total float64
	if cut.Size > 0 {
		for _, s := range sweeps {
			for from := 0; from < s.most(); from += cut.Size {
				asks = append(asks, ask{s.slice(from, from+cut.Size)})
			}
		}
	} else {
		costs, err := study.measure(ctx, entries, cut.Each, cmp.Or(cut.Pilot, DefaultPilot))
		if err != nil {
			return nil, err
		}
		each := instanceCosts(sweeps, costs)
		for _, s := range each {
			total += s
		}
		asks = cutSweeps(sweeps, each, mostParts(each, total, cut.Seconds))
	}
	l, err := fleet.NewMeasured(SweepParts, SweepParts, build, c.Parts, asks)
	if err != nil {
		return nil, err
	}
	l.Seconds = total / float64(l.Parts())
	return l, nil
}

// instanceCosts are what each instance of sweeps takes, one after the other, all contenders together, by
// what one of each list takes each of them.
func instanceCosts(sweeps []span, costs [][]float64) (each []float64) {
	for _, s := range sweeps {
		for i := range s.most() {
			sum := 0.0
			for k, to := range s.To {
				if i < to.To {
					sum += costs[k][i%len(costs[k])]
				}
			}
			each = append(each, sum)
		}
		costs = costs[len(s.To):]
	}
	return each
}

// mostParts is how many parts of so many seconds there are, but of no fewer than twice the longest instance's.
func mostParts(each []float64, total, seconds float64) int {
	return max(1, int(min(total/seconds+0.5, total/(2*slices.Max(each)))))
}

// cutSweeps cuts sweeps, one after the other, in so many parts that cost about the same.
func cutSweeps(sweeps []span, each []float64, parts int) (asks []any) {
	cuts := fleet.Cut(each, parts)
	for i, from := range cuts[:len(cuts)-1] {
		var part ask
		before := 0 // instances of the sweeps before
		for _, s := range sweeps {
			if piece := s.slice(max(0, from-before), cuts[i+1]-before); len(piece.To) > 0 {
				part = append(part, piece)
			}
			before += s.most()
		}
		asks = append(asks, part)
	}
	return asks
}

// Measurer answers the instances of parts. It is a fleet.Measurer.
type Measurer struct{ Runner *run.Runner }

// open finds what a part asks in a study of all parts.
func (m Measurer) open(ctx context.Context, p fleet.Part, l *bench.Ledger) (batches []bench.Batch, study *Study, err error) {
	var spans ask
	if err := jsonfile.Unmarshal(p.Ask, &spans); err != nil {
		return nil, nil, fmt.Errorf("part %d: %w", p.Number, err)
	}
	if study, err = New(ctx, Config{Runner: *m.Runner}, l); err != nil {
		return nil, nil, err
	}
	for _, s := range spans {
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
		if err := run.SameVersions(p, m.Runner.Backends, s.Versions); err != nil {
			return nil, nil, err
		}
	}
	return batches, study, nil
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
	err = jsonfile.Unmarshal(l.Head, &parts)
	return parts, err
}

// answers says why records are not what the part asks of a build.
func (a ask) answers(build string, records []bench.BatchRecord) error {
	for _, r := range records {
		if !slices.ContainsFunc(a, func(s span) bool { return s.Sweep == r.List }) {
			return unasked(r)
		}
	}
	for _, s := range a {
		if err := s.answers(build, slices.DeleteFunc(slices.Clone(records), func(r bench.BatchRecord) bool { return r.List != s.Sweep })); err != nil {
			return err
		}
	}
	return nil
}

func unasked(r bench.BatchRecord) error {
	return fmt.Errorf("it has answers of %v from instance %d on that were not asked for", r.Contender, r.From)
}

// answers says why records are not what the span asks of a build: an answer of each contender to
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
		if r.Version != s.Versions[r.Backend] || r.Build != build || r.From != from || from+len(r.Verdicts) > asked[r.Contender].To {
			return unasked(r)
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
		var spans ask
		if err := jsonfile.Unmarshal(list.List.Part(k+1).Ask, &spans); err != nil {
			return fmt.Errorf("%s asks in part %d what this program does not read: use the one that made the list: %w", list.Dir, k+1, err)
		}
		if err := spans.answers(list.List.Build, r.Measured.Answers); err != nil {
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
