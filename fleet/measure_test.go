package fleet

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/bench"
)

// gauge measures parts, except those whose request contains lacks.
type gauge struct {
	cpu   string
	lacks string // a part of the request
}

func (g gauge) Check(p Part) error {
	if g.lacks != "" && strings.Contains(string(p.Request), g.lacks) {
		return &UnableError{"no " + g.lacks}
	}
	return nil
}

func (g gauge) Measure(ctx context.Context, p Part) (*Measured, error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return &Measured{Environment: bench.Environment{CPU: g.cpu}, Records: []bench.Record{{Problem: string(p.Request)}}}, nil
}

func gauged(machine string, g gauge) Worker {
	return Worker{Machine: machine, Build: "this", Measurers: map[string]Measurer{"lengths": g}}
}

func measuredList(t *testing.T, asks ...any) *List {
	t.Helper()
	l, err := NewMeasured("lengths", "a name", "this", map[string]int{"seed": 7}, asks)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestMeasured checks that each part is measured once, that parts for which a machine lacks
// something are left to others, and that machines are known by their names.
func TestMeasured(t *testing.T) {
	l := measuredList(t, "one", "two", "three")
	if !l.Measures() || l.Parts() != 3 || string(l.Head) != `{"seed":7}` || string(l.Part(2).Request) != `"two"` || l.validate() != nil {
		t.Fatalf("%+v", l)
	}
	f := written(t, l)
	err := f.Work(t.Context(), gauged("poor", gauge{"EPYC", "two"}), nil, nil)
	if !Unable(err) || err.Error() != "part 2 is left to others: no two" {
		t.Errorf("%v", err)
	}
	if got := f.Tally.Missing(); !slices.Equal(got, []int{2}) {
		t.Errorf("missing %v", got)
	}
	f = folder(t, f.Dir)
	if err := f.Work(t.Context(), gauged("rich", gauge{"Xeon", ""}), nil, nil); err != nil {
		t.Fatal(err)
	}
	f = folder(t, f.Dir)
	if len(f.Tally.Missing()) > 0 || len(f.Tally.Drawn()) > 0 || f.Tally.Sum() != nil || len(f.Tally.Conflicts()) > 0 {
		t.Errorf("missing %v, drawn %v, sum %v, %v", f.Tally.Missing(), f.Tally.Drawn(), f.Tally.Sum(), f.Tally.Conflicts())
	}
	r := f.Tally.Done(2)
	if r.Machine != "rich" || r.Threads != 1 || r.Build != "this" || r.Seconds < 0 || r.Measured.Records[0].Problem != `"two"` {
		t.Errorf("%+v", r)
	}
	if err := r.Refused(errors.New("it is odd")); !strings.HasPrefix(err.Error(), "part 2, measured by rich: it is odd; --distrust rich ") {
		t.Error(err)
	}
	var names []string
	for _, e := range f.Tally.Environments() {
		names = append(names, e.Name+" "+e.CPU)
	}
	if !slices.Equal(names, []string{"poor EPYC", "rich Xeon"}) {
		t.Errorf("%q", names)
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if _, err := gauged("rich", gauge{}).Do(stopped, l.Part(1)); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestMeasuredRefused checks the parts that a worker must not measure.
func TestMeasuredRefused(t *testing.T) {
	l := measuredList(t, "one")
	good := gauged("a", gauge{})
	for want, c := range map[string]struct {
		worker Worker
		change func(*Part)
	}{
		"part 1 is damaged: its key does not match":                       {good, func(p *Part) { p.Request = []byte(`"other"`) }},
		"part 1 is of a lengths, which this program does not measure":     {Worker{Build: "this"}, func(*Part) {}},
		"part 1 is to be measured by the build this of this program, and": {Worker{Build: "that", Measurers: good.Measurers}, func(*Part) {}},
		"no one": {gauged("a", gauge{lacks: "one"}), func(*Part) {}},
	} {
		p := l.Part(1)
		c.change(&p)
		for _, try := range []func() error{
			func() error { return c.worker.Check(p) },
			func() error { _, err := c.worker.Do(t.Context(), p); return err },
		} {
			if err := try(); err == nil || !strings.HasPrefix(err.Error(), want) {
				t.Errorf("%v, want %s", err, want)
			}
		}
	}
	if _, err := NewMeasured("lengths", "", "this", func() {}, nil); err == nil {
		t.Error("a function is written")
	}
	if _, err := NewMeasured("lengths", "", "this", nil, []any{func() {}}); err == nil {
		t.Error("a function is asked")
	}
	// A count for a measured part, and a measurement for a counted part.
	counted := listOf(t, 9, 1)
	both := resultOf(counted, 1, 352, "a")
	both.Measured = &Measured{}
	neither := resultOf(counted, 1, 352, "a")
	neither.Found = nil
	measured := Result{Part: 1, Key: l.Part(1).Key, Machine: "a"}
	found := measured
	found.Found, found.Measured = nqueens.NewCount(1), &Measured{}
	for _, c := range []struct {
		l *List
		r Result
	}{{counted, both}, {counted, neither}, {l, measured}, {l, found}} {
		if err := NewTally(c.l).Accept(c.r); err == nil || err.Error() != "the result or the machine of part 1 is missing" {
			t.Errorf("%+v: %v", c.r, err)
		}
	}
}

// TestEnvironments checks that environments that differ only in what changes from day to day are
// merged, with all sessions and programs, and with the start of the first part.
func TestEnvironments(t *testing.T) {
	l := measuredList(t, "one", "two", "three", "four")
	began := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	tally := NewTally(l)
	put := func(part int, machine string, e bench.Environment) {
		t.Helper()
		r := Result{Part: part, Key: l.Part(part).Key, Measured: &Measured{Environment: e}, Machine: machine}
		if err := tally.add(entry{Result: &r}); err != nil {
			t.Fatal(err)
		}
	}
	clasp, gini := bench.Executable{Path: "clasp"}, bench.Executable{Path: "gini"}
	put(1, "b", bench.Environment{Name: "its own", CPU: "Xeon", Kernel: "6.1", Started: began, Sessions: []bench.Session{{Runs: 1}}, Programs: map[string]bench.Executable{"clasp": clasp}})
	put(2, "b", bench.Environment{CPU: "Xeon", Kernel: "6.2", Started: began.Add(time.Hour), Sessions: []bench.Session{{Runs: 2}}})
	put(3, "a", bench.Environment{CPU: "Xeon", Kernel: "6.2", Programs: map[string]bench.Executable{"gini": gini}})
	put(4, "b", bench.Environment{CPU: "EPYC"})
	all := tally.Environments()
	if len(all) != 3 || all[0].Name != "a" || all[1].Name != "b" || all[2].Name != "b" || all[2].CPU != "EPYC" {
		t.Fatalf("%+v", all)
	}
	b := all[1]
	if b.Kernel != "6.2" || !b.Started.Equal(began) || len(b.Sessions) != 2 || b.Sessions[0].Runs != 1 || b.Sessions[1].Runs != 2 || len(b.Programs) != 1 || b.Programs["clasp"] != clasp {
		t.Errorf("%+v", b)
	}
	if len(all[0].Programs) != 1 || all[0].Programs["gini"] != gini {
		t.Errorf("%+v", all[0])
	}
}
