package phase

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/bench"
	"nqueens/fleet"
)

// sweepParts is a list of instances of completion.
func sweepParts(t *testing.T, c Config, cut Cut) *fleet.List {
	t.Helper()
	c.Parts = []string{partCompletion}
	build, err := bench.BuildOf(c.Runner.Child[0])
	if err != nil {
		t.Fatal(err)
	}
	l, err := NewParts(t.Context(), c, cut, build)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// spansOf is what a part asks.
func spansOf(t *testing.T, l *fleet.List, part int) (spans ask) {
	t.Helper()
	if err := json.Unmarshal(l.Part(part).Ask, &spans); err != nil {
		t.Fatal(err)
	}
	return spans
}

// bySize are parts of one instance of each point.
var bySize = Cut{Each: 1, Size: 25}

// TestPartsCoverSweeps: each instance of each contender is in one part.
func TestPartsCoverSweeps(t *testing.T) {
	for _, cut := range []Cut{bySize, {Each: 1, Seconds: 0.01, Pilot: 10 * time.Millisecond}} {
		testPartsCover(t, cut)
	}
}

func testPartsCover(t *testing.T, cut Cut) {
	c := config(t, time.Minute)
	l := sweepParts(t, c, cut)
	type at struct {
		sweep, contender string
		instance         int
	}
	asked := map[at]int{}
	for k := range l.Parts() {
		for _, s := range spansOf(t, l, k+1) {
			for _, to := range s.To {
				for i := s.From; i < to.To; i++ {
					asked[at{s.Sweep, to.Contender.String(), i}]++
				}
			}
		}
	}
	study, err := New(t.Context(), c, new(bench.Ledger))
	if err != nil {
		t.Fatal(err)
	}
	all := 0
	for _, e := range study.entries {
		if e.part != partCompletion || study.supported(e) != nil {
			continue
		}
		b := study.batch(e, e.target(1))
		all += b.Len
		for i := range b.Len {
			if n := asked[at{b.List, e.contender.String(), i}]; n != 1 {
				t.Errorf("instance %d of %s by %v is in %d parts", i, b.List, e.contender, n)
			}
		}
	}
	if all == 0 || len(asked) != all {
		t.Errorf("%d instances are asked, want %d", len(asked), all)
	}
}

// TestPartsEven: whatever instances cost, the longest part is likely to take three times as long as the
// shortest at most, and short sweeps share one.
func TestPartsEven(t *testing.T) {
	whole := func(name string, lists ...int) span {
		s := span{Sweep: name}
		for _, many := range lists {
			s.To = append(s.To, end{To: many})
		}
		return s
	}
	sweeps := []span{whole("short", 30, 3), whole("shorter", 3), whole("long", 5000), whole("slow", 40, 20)}
	costs := [][]float64{{0.01, 0.02, 0.01}, {0.3}, {0.001}, {0.1, 3, 0.2, 0.1}, {5}, {60, 1}}
	each := instanceCosts(sweeps, costs)
	if len(each) != 30+3+5000+40 || each[1] != 0.32 || each[3] != 0.01 || each[30] != 0.001 || each[5033] != 65 || each[5034] != 6 || each[5072] != 5 {
		t.Fatal(len(each), each[:5])
	}
	longest := func(each []float64, asks []any) (longest, shortest float64) {
		before := map[string]int{"short": 0, "shorter": 30, "long": 33, "slow": 5033}
		shortest = 1e9
		for _, part := range asks {
			sum := 0.0
			for _, s := range part.(ask) {
				for _, cost := range each[before[s.Sweep]+s.From : before[s.Sweep]+s.most()] {
					sum += cost
				}
			}
			longest, shortest = max(longest, sum), min(shortest, sum)
		}
		return longest, shortest
	}
	for _, target := range []float64{1e-9, 130, 200, 3000, 1e9} {
		total := 0.0
		for _, cost := range each {
			total += cost
		}
		asks := cutSweeps(sweeps, each, mostParts(each, total, target))
		most, least := longest(each, asks)
		t.Logf("%v s asked for: %d parts, from %.1f to %.1f s", target, len(asks), least, most)
		if most > 3*least || len(asks) == 0 {
			t.Errorf("parts of %v s: from %v to %v", target, least, most)
		}
	}
}

// TestPilot: a list is likely to take what the nearest does of which an instance was answered, on average,
// and one that is given up what it may.
func TestPilot(t *testing.T) {
	if order := spread(6); !slices.Equal(order, []int{0, 4, 2, 1, 5, 3}) || len(spread(1)) != 1 {
		t.Errorf("in the order %v", order)
	}
	for _, test := range []struct{ times, want []float64 }{
		{nil, []float64{9, 9, 9, 9, 9}},
		{[]float64{1, 5}, []float64{1, 1, 1, 5, 5}},
		{[]float64{1, 5, 3, 2, 4, 3, 0}, []float64{2, 2, 3, 4, 2.5}},
	} {
		if got := likely([]int{0, 4, 2, 1, 3}, test.times, 9); !slices.Equal(got, test.want) {
			t.Errorf("by %v: %v, want %v", test.times, got, test.want)
		}
	}
	answers := []bench.Answer{{Status: nqueens.Solved, Seconds: 0.5}, {Status: nqueens.Timeout}, {Status: nqueens.Unsatisfiable, Seconds: 0.25}}
	if got := taken(answers, 100*time.Millisecond); !slices.Equal(got, []float64{0.5, 0.1, 0.25}) {
		t.Errorf("answers and a time-out of 0.1 s took %v", got)
	}
}

// TestPartsRefuse: a part asks for what the program has, in the version that the list has.
func TestPartsRefuse(t *testing.T) {
	c := config(t, time.Minute)
	l := sweepParts(t, c, bySize)
	p := l.Part(1)
	m := Measurer{Runner: &c.Runner}
	if err := m.Check(p); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		change func(*span)
		want   string
		lacks  bool
	}{
		{func(s *span) { s.Sweep = "another" }, `instances that "another" does not have`, false},
		{func(s *span) { s.From = -1 }, "does not have", false},
		{func(s *span) { s.To[0].To = 1e9 }, "does not have", false},
		{func(s *span) { s.To[0].Backend = "naive" }, "does not have", false},
		{func(s *span) { s.Versions["bitmask"] = "of old" }, `asks for bitmask in version "of old", and here is`, true},
	} {
		spans := spansOf(t, l, 1)
		test.change(&spans[0])
		text, err := json.Marshal(spans)
		if err != nil {
			t.Fatal(err)
		}
		changed := p
		changed.Ask = text
		if err := m.Check(changed); err == nil || !strings.Contains(err.Error(), test.want) || fleet.Unable(err) != test.lacks {
			t.Errorf("%v, want %s", err, test.want)
		}
	}
}

// TestPartsGathered: answers of parts in any order are those of one batch.
func TestPartsGathered(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	c := config(t, time.Minute)
	l := sweepParts(t, c, bySize)
	dir := t.TempDir()
	if err := l.Write(dir); err != nil {
		t.Fatal(err)
	}
	var f *fleet.Folder
	for _, part := range []int{2, 1} {
		var err error
		if f, err = fleet.OpenFolder(dir); err != nil {
			t.Fatal(err)
		}
		w := fleet.Worker{Machine: string(rune('a' + part)), Build: l.Build, Measurers: map[string]fleet.Measurer{SweepParts: Measurer{Runner: &c.Runner}}}
		if err := f.Work(t.Context(), w, []int{part}, nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Refresh(); err != nil {
		t.Fatal(err)
	}
	gathered, err := bench.OpenLedger(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer gathered.Close()
	for range 2 {
		if err := Gather(f, gathered); err != nil {
			t.Fatal(err)
		}
	}
	// What no result has was not taken back.
	bare := t.TempDir()
	if err := l.Write(bare); err != nil {
		t.Fatal(err)
	}
	lost, err := fleet.OpenFolder(bare)
	if err != nil {
		t.Fatal(err)
	}
	before := len(gathered.Records)
	if err := Gather(lost, gathered); err == nil || !strings.HasSuffix(err.Error(), ", which no result of the list has: restore journal.jsonl") || len(gathered.Records) != before {
		t.Errorf("%v; %d answers, and %d before", err, len(gathered.Records), before)
	}
	whole, err := c.Runner.OpenLedger(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer whole.Close()
	study, err := New(t.Context(), c, gathered)
	if err != nil {
		t.Fatal(err)
	}
	first := study.entries[slices.IndexFunc(study.entries, func(e entry) bool { return e.part == partCompletion })]
	b := study.batch(first, 0)
	b.Len = 50
	if err := c.Runner.RunBatch(t.Context(), whole, b); err != nil {
		t.Fatal(err)
	}
	verdicts := func(l *bench.Ledger) (text []string) {
		for _, a := range l.Answers(b, study.version(b.Backend)) {
			text = append(text, string(a.Status))
		}
		return text
	}
	if got, want := verdicts(gathered), verdicts(whole); !slices.Equal(got, want) || len(got) != 50 {
		t.Errorf("in parts %q, whole %q", got, want)
	}
	if machines := study.Machines(); len(machines) != 2 {
		t.Errorf("answers of %v", machines)
	}
}

// TestPartsForged: what a machine says that it was not asked, or leaves out, is not taken, nor what
// was taken back; and who did it is said.
func TestPartsForged(t *testing.T) {
	l := sweepParts(t, config(t, time.Minute), bySize)
	s := spansOf(t, l, 2)[0]
	give := func(machine string, change func([]bench.BatchRecord) []bench.BatchRecord) fleet.Result {
		var answers []bench.BatchRecord
		for _, to := range s.To {
			for _, from := range []int{s.From, s.From + 10} { // by two processes
				n := min(10, to.To-from)
				if from > s.From {
					n = to.To - from
				}
				answers = append(answers, bench.BatchRecord{List: s.Sweep, Contender: to.Contender, Version: s.Versions[to.Backend], Build: l.Build,
					From: from, Started: time.Now(), Verdicts: strings.Repeat("1", n), Seconds: make([]float64, n)})
			}
		}
		return fleet.Result{Part: 2, Key: l.Part(2).Key, Machine: machine, Measured: &fleet.Measured{Answers: change(answers)}}
	}
	for want, change := range map[string]func([]bench.BatchRecord) []bench.BatchRecord{
		"":                                       func(a []bench.BatchRecord) []bench.BatchRecord { return a },
		"it lacks answers of":                    func(a []bench.BatchRecord) []bench.BatchRecord { return a[:len(a)-1] },
		"no record of a batch":                   func(a []bench.BatchRecord) []bench.BatchRecord { a[0].Seconds = nil; return a },
		"from instance 25 on that":               func(a []bench.BatchRecord) []bench.BatchRecord { a[0].List = "another"; return a },
		"from instance 0 on that":                func(a []bench.BatchRecord) []bench.BatchRecord { a[0].From = 0; return a },
		"answers of bit-solver from instance 25": func(a []bench.BatchRecord) []bench.BatchRecord { a[0].Build = "another"; return a },
		"from instance 50 on that": func(a []bench.BatchRecord) []bench.BatchRecord {
			more := a[0]
			more.From = 50
			return append(a, more)
		},
		"from instance 35 on that": func(a []bench.BatchRecord) []bench.BatchRecord { return slices.Insert(a, 2, a[1]) }, // twice
	} {
		dir := t.TempDir()
		f := &fleet.Folder{Dir: dir, List: l, Tally: fleet.NewTally(l)}
		if err := l.Write(dir); err != nil {
			t.Fatal(err)
		}
		if err := f.Put(give("liar", change)); err != nil {
			t.Fatal(err)
		}
		ledger, err := bench.OpenLedger(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		defer ledger.Close()
		if f, err = fleet.OpenFolder(dir); err != nil {
			t.Fatal(err)
		}
		err = Gather(f, ledger)
		switch {
		case want == "":
			if err != nil {
				t.Fatal(err)
			}
			if _, err := f.Collect(); err != nil {
				t.Fatal(err)
			}
			if err := f.Distrust(t.Context(), "liar"); err != nil {
				t.Fatal(err)
			}
			if err := Gather(f, ledger); err != nil || slices.ContainsFunc(ledger.Records, func(s bench.BatchRecord) bool { return s.Machine == "liar" }) {
				t.Errorf("%v, %+v", err, ledger.Records)
			}
		case err == nil || !strings.HasPrefix(err.Error(), "part 2, as liar measured it: ") || !strings.Contains(err.Error(), want) || len(ledger.Records) > 0:
			t.Errorf("%v, want %s; %d answers are taken", err, want, len(ledger.Records))
		}
	}
}
