package quadrant

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"nqueens"
	"nqueens/family"
)

// ample is room for the tables of small boards.
var ample = room{tables: 1 << 30, portion: leastPortion}

// results returns the results of all tasks of a board.
func results(t *testing.T, c config) []result {
	t.Helper()
	counter, err := newCounter(c)
	if err != nil {
		t.Fatal(err)
	}
	list := make([]result, counter.Tasks())
	err = counter.Count(context.Background(), counter.all(), func(r result) { list[r.Task] = r })
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestResultsAreTheSame checks that threads, kernels and memory do not change the result of a task.
func TestResultsAreTheSame(t *testing.T) {
	for _, n := range []int{10, 13, 14} {
		least := 2*threadMemory(n, leastPortion) + 16<<20
		want := results(t, config{N: n})
		found := uint64(0)
		for _, r := range want {
			found += r.Found
		}
		checkCount(t, n, found)
		for _, kernel := range kernelNames() {
			for _, c := range []config{{N: n, Threads: 3, Kernel: kernel}, {N: n, Memory: least, Kernel: kernel}} {
				for task, r := range results(t, c) {
					if r != want[task] {
						t.Fatalf("%+v: task %d gave %+v, and %+v with the defaults", c, task, r, want[task])
					}
				}
			}
		}
	}
}

// TestWideResultsAreTheSame checks the same for patterns of 64 bits, some of whose diagonals are
// packed.
func TestWideResultsAreTheSame(t *testing.T) {
	for n := 20; n <= 22; n++ {
		want := map[int]result{}
		for i, kernel := range append(kernelNames(), "") {
			c, err := newCounter(config{N: n, Threads: 1 + i%2, Kernel: kernel})
			if err != nil {
				t.Fatal(err)
			}
			var tasks []int
			for k := 1; k < 6; k += 2 {
				tasks = append(tasks, c.Tasks()*k/6)
			}
			err = c.Count(t.Context(), tasks, func(r result) {
				if i == 0 {
					want[r.Task] = r
				} else if r != want[r.Task] {
					t.Errorf("%d queens, %s: task %d gave %+v, and %+v with %s", n, kernel, r.Task, r, want[r.Task], kernelNames()[0])
				}
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestConfigRefuses(t *testing.T) {
	for _, test := range []struct {
		config config
		want   string
	}{
		{config{N: 3}, "quadrant counts boards of 4 to 28 squares a side, not 3"},
		{config{N: 29}, "quadrant counts boards of 4 to 28 squares a side, not 29"},
		{config{N: 8, Kernel: "portabel"}, `no kernel "portabel" on this processor`},
		{config{N: 8, Threads: 2, Memory: 1 << 20}, "counting 8 queens (threads: 2) takes at least 17 MiB of memory, more than the 1 MiB allowed"},
	} {
		if _, err := newCounter(test.config); err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%+v: %v, want %s", test.config, err, test.want)
		}
	}
	c, err := newCounter(config{N: 8})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Count(context.Background(), []int{38}, nil); err == nil || err.Error() != "there is no task 38: this board has 38, numbered from 0" {
		t.Error(err)
	}
}

func TestCountStops(t *testing.T) {
	c, err := newCounter(config{N: 24, Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	tasks := make([]int, c.Tasks())
	for i := range tasks {
		tasks[i] = c.Tasks() - 1 - i
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	finished := 0
	if err := c.Count(ctx, tasks, func(result) { finished++ }); !errors.Is(err, context.DeadlineExceeded) || finished == len(tasks) {
		t.Errorf("%v after %d tasks", err, finished)
	}
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	if err := c.Count(cancelled, tasks, func(result) { t.Error("a task was done") }); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestCostIsInProportion checks that the cost of a task correlates with the pairs that it compares,
// and that over tenths of the tasks, in order, it is within a factor of two.
func TestCostIsInProportion(t *testing.T) {
	for _, n := range []int{15, 16} {
		c, err := newCounter(config{N: n})
		if err != nil {
			t.Fatal(err)
		}
		tasks := c.Tasks()
		if p, ok := c.plan.(*oddPlan[uint32, uint32]); ok {
			tasks = p.empty // the others compare more pairs in the same time
		}
		var cost, pairs [10]float64
		var x, y, xx, yy, xy float64
		for _, r := range results(t, config{N: n})[:tasks] {
			a, b := c.Cost(r.Task), float64(r.Pairs)
			part := r.Task * 10 / tasks
			cost[part] += a
			pairs[part] += b
			x, y, xx, yy, xy = x+a, y+b, xx+a*a, yy+b*b, xy+a*b
		}
		count := float64(tasks)
		if r := (xy - x*y/count) / math.Sqrt((xx-x*x/count)*(yy-y*y/count)); r < 0.9 {
			t.Errorf("%d queens: estimates correlate with pairs only %.3f", n, r)
		}
		for i := range cost {
			if share, real := cost[i]/x, pairs[i]/y; share < real/2 || share > real*2 {
				t.Errorf("%d queens, part %d: estimated to take %.3f of the whole, takes %.3f", n, i, share, real)
			}
		}
	}
}

// TestWorkersStop checks that a stopped worker calls stopped only a few more times, wherever it is.
func TestWorkersStop(t *testing.T) {
	for n := 24; n <= maxSize; n++ {
		p, err := newPlan(n, "", ample)
		if err != nil {
			t.Fatal(err)
		}
		for _, task := range []int{p.tasks() / 3, p.tasks() - 1} {
			for _, after := range []int{0, 1, 10, 100} {
				asked := 0
				w := p.worker()
				w.count(task, func() bool {
					asked++
					return asked > after
				})
				if asked > after+1000 {
					t.Errorf("%d queens, task %d: asked %d times though told to stop after %d", n, task, asked, after)
				}
			}
		}
	}
}

func run(p nqueens.Problem, threads int) nqueens.Outcome {
	return New().Run(context.Background(), nqueens.Request{Problem: p, Task: nqueens.CountAll, Threads: threads}, nil)
}

func queens(n int) nqueens.Problem { return nqueens.Problem{Family: family.Queens, N: n} }

func TestBackendCounts(t *testing.T) {
	for n := minSize; n <= 16; n++ {
		o := run(queens(n), 2)
		if o.Status != nqueens.Solved || o.Count.Cmp(known(t, n)) != 0 || n > 4 && o.Stats["pairs"] == 0 || o.Stats["tasks"] == 0 {
			t.Errorf("%d queens: %+v, want %v", n, o, known(t, n))
		}
	}
}

func TestBackendStops(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	o := New().Run(ctx, nqueens.Request{Problem: queens(20), Task: nqueens.CountAll}, nil)
	if o.Status != nqueens.Timeout || o.Count != nil || o.Partial == nil {
		t.Errorf("%+v", o)
	}
}

// TestSum checks sums beyond 64 bits.
func TestSum(t *testing.T) {
	var s sum
	for i, test := range []struct {
		n     uint64
		count string
		work  int64
	}{
		{math.MaxInt64, "9223372036854775807", math.MaxInt64},
		{1, "9223372036854775808", math.MaxInt64},
		{math.MaxInt64, "18446744073709551615", math.MaxInt64},
		{1, "18446744073709551616", math.MaxInt64},
		{math.MaxUint64, "36893488147419103231", math.MaxInt64},
		{math.MaxUint64, "55340232221128654846", math.MaxInt64},
	} {
		s.add(test.n)
		if got := s.count().String(); got != test.count || s.work() != test.work {
			t.Errorf("after %d numbers %s and %d, want %s and %d", i+1, got, s.work(), test.count, test.work)
		}
	}
}

// TestChoices checks that every choice occurs once, and that choices near each other in the list have rows,
// and so tables, in common.
func TestChoices(t *testing.T) {
	for m := 2; m <= 8; m++ {
		seen := map[choice]bool{}
		for _, c := range choices(m) {
			if seen[c] || bits.OnesCount16(c.north)+bits.OnesCount16(c.south) != m {
				t.Errorf("m=%d: %b comes twice or has too many rows", m, c)
			}
			seen[c] = true
		}
		want := 1 // 2m choose m
		for k := 1; k <= m; k++ {
			want = want * (m + k) / k
		}
		if len(seen) != want {
			t.Errorf("m=%d: %d choices, want %d", m, len(seen), want)
		}
	}
	run := map[uint16]bool{}
	for _, c := range choices(12)[100_000:100_064] {
		run[c.north], run[c.south] = true, true
	}
	if len(run) > 40 {
		t.Errorf("64 neighbours need %d tables of one half", len(run))
	}
}

// TestTablesKept checks that tables are kept while there is room, and the most recently requested
// ones longest.
func TestTablesKept(t *testing.T) {
	made := 0
	build := func(_ *scratch[uint32], rows uint32) (*uint32, int64) {
		made++
		return &rows, 10 + int64(rows)
	}
	tables := newTables(3, 36, build)
	for i, ask := range []struct {
		rows uint32
		made int
	}{{1, 1}, {2, 2}, {3, 3}, {1, 3}, {2, 3}, {0, 4}, {1, 4}, {2, 4}, {0, 4}, {3, 5}, {2, 5}, {1, 6}} {
		if got := *tables.table(nil, ask.rows, true); got != ask.rows || made != ask.made {
			t.Errorf("ask %d: rows %d, %d made, want %d and %d", i, got, made, ask.rows, ask.made)
		}
	}
	if none := newTables(3, 5, build); *none.table(nil, 1, true) != 1 || none.left != 5 {
		t.Errorf("%d bytes left of 5", none.left)
	}
}

// TestTablesAreMadeOnce checks that workers that need a table at the same time build it once, and
// build others meanwhile.
func TestTablesAreMadeOnce(t *testing.T) {
	var made [1 << 3]atomic.Int32
	begun, others := make(chan bool), make(chan bool)
	build := func(_ *scratch[uint32], rows uint32) (*uint32, int64) {
		made[rows].Add(1)
		switch rows {
		case 1:
			close(begun)
			<-others
		case 6:
			close(others)
		}
		return &rows, 1
	}
	tables := newTables(3, 100, build)
	var first sync.WaitGroup
	first.Go(func() { tables.table(nil, 1, true) })
	<-begun
	recent := recentTables[uint32, uint32]{tables: tables}
	east, west, ok := recent.halves(choice{north: 1, south: 3}, 3, nil)
	if got := [4]uint32{*east[0], *east[1], *west[0], *west[1]}; !ok || got != [4]uint32{1, 3, 6, 4} {
		t.Errorf("tables of rows %v, %v", got, ok)
	}
	first.Wait()
	for _, rows := range []int{1, 3, 4, 6} {
		if n := made[rows].Load(); n != 1 {
			t.Errorf("the table of rows %03b was made %d times", rows, n)
		}
	}
}

// TestTableIsHandedOver checks that waiting workers get a table even if it is not kept or is
// forgotten meanwhile.
func TestTableIsHandedOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		made := 0
		tables := newTables(3, 0, func(_ *scratch[uint32], rows uint32) (*uint32, int64) {
			made++
			time.Sleep(time.Second)
			return &rows, 1
		})
		var workers sync.WaitGroup
		var got [4]*uint32
		for i := range got {
			workers.Go(func() { got[i] = tables.table(nil, 5, true) })
		}
		synctest.Wait()
		tables.forget()
		workers.Wait()
		if made != 1 || slices.ContainsFunc(got[:], func(table *uint32) bool { return table == nil || table != got[0] }) || tables.left != 0 {
			t.Errorf("made %d times, %v, %d bytes left", made, got, tables.left)
		}
		if tables.table(nil, 5, true); made != 2 {
			t.Error("a table is kept that there is no room for")
		}
	})
}

// TestTableOfAStoppedCount checks that a worker that waits for a table builds it itself if the
// count of the other worker stops.
func TestTableOfAStoppedCount(t *testing.T) {
	begun, stop := make(chan bool), make(chan bool)
	var made atomic.Int32
	tables := newTables(3, 100, func(_ *scratch[uint32], rows uint32) (*uint32, int64) {
		if made.Add(1) == 1 {
			close(begun)
			<-stop
			return nil, 0
		}
		return &rows, 1
	})
	var first sync.WaitGroup
	first.Go(func() { tables.table(nil, 1, true) })
	<-begun
	if tables.table(nil, 1, false) != nil {
		t.Error("a table that another is making")
	}
	first.Go(func() {
		if got := tables.table(nil, 1, true); got == nil || *got != 1 {
			t.Errorf("table %v", got)
		}
	})
	close(stop)
	first.Wait()
}

// TestRoom checks that less memory gives shorter portions, down to a minimum.
func TestRoom(t *testing.T) {
	last := room{}
	for _, memory := range []int64{600 << 20, 1 << 30, 2 << 30, 4 << 30} {
		r, err := roomFor(27, 1, memory)
		if err != nil || r.portion < last.portion || r.portion < leastPortion || r.portion > longest(27) {
			t.Errorf("%d bytes: %+v after %+v, %v", memory, r, last, err)
		}
		last = r
	}
	if last.portion != longest(27) {
		t.Errorf("with 4 GiB portions of %d", last.portion)
	}
	if _, err := roomFor(27, 2, 600<<20); err == nil {
		t.Error("no error with too little")
	}
	if _, err := roomFor(28, 2, 0); err != nil {
		t.Error(err)
	}
}

func TestSupports(t *testing.T) {
	copied := *family.Queens
	copied.Name, copied.Rule = "cousins", nqueens.TorusRule()
	count := func(p nqueens.Problem) nqueens.Request { return nqueens.Request{Problem: p, Task: nqueens.CountAll} }
	given := queens(8)
	given.Given = []nqueens.Square{{File: 0, Rank: 0}}
	for _, test := range []struct {
		request nqueens.Request
		want    string
	}{
		{count(queens(4)), ""},
		{nqueens.Request{Problem: queens(8), Task: nqueens.FindAll}, `quadrant does not do the task "all" (it does count)`},
		{count(queens(29)), "quadrant counts boards of 4 to 28 squares a side, not 29"},
		{count(queens(3)), "quadrant counts boards of 4 to 28 squares a side, not 3"},
		{nqueens.Request{Problem: queens(27), Task: nqueens.CountAll, Memory: 1 << 20}, "counting 27 queens (threads: 1) takes at least 409 MiB of memory, more than the 1 MiB allowed"},
		{count(queens(0)), "a board has at least one square a side, not 0"},
		{count(nqueens.Problem{Family: family.Torus, N: 5}), "quadrant takes only the family queens, not torus (dlx takes every family)"},
		{count(nqueens.Problem{Family: &copied, N: 5}), "quadrant takes only the family queens, not cousins (dlx takes every family)"},
		{count(given), "quadrant counts bare boards only, without givens, blocked squares, excluded lines and symmetry (bitmask takes restricted boards, orbit takes symmetry)"},
		{count(queens(8).SymmetricUnder(nqueens.HalfTurn)), "quadrant counts bare boards only, without givens, blocked squares, excluded lines and symmetry (bitmask takes restricted boards, orbit takes symmetry)"},
	} {
		got := ""
		err := New().Supports(test.request)
		if err != nil {
			got = err.Error()
		}
		of, is := errors.AsType[*nqueens.ProblemError](err)
		if is != (strings.Contains(test.want, "takes only") || strings.Contains(test.want, "counts b")) || is && of.Problem.String() != test.request.Problem.String() {
			t.Errorf("%q: of the problem: %v", got, is)
		}
		if got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
		if o := New().Run(context.Background(), test.request, nil); (o.Status == nqueens.Unsupported) != (test.want != "") || o.Reason != test.want {
			t.Errorf("run: %v %q, want %q", o.Status, o.Reason, test.want)
		}
	}
}

// BenchmarkCount reports pairs of half-boards a second besides the time for one count, for every
// kernel, and for two threads.
func BenchmarkCount(b *testing.B) {
	for n := 8; n <= 20; n++ {
		for _, kernel := range kernelNames() {
			for threads := 1; threads <= 2; threads++ {
				b.Run(fmt.Sprintf("n=%d/%s/threads=%d", n, kernel, threads), func(b *testing.B) {
					benchmarkCount(b, config{N: n, Kernel: kernel, Threads: threads})
				})
			}
		}
	}
}

func benchmarkCount(b *testing.B, config config) {
	var pairs uint64
	for b.Loop() {
		c, err := newCounter(config)
		if err != nil {
			b.Fatal(err)
		}
		found := uint64(0)
		err = c.Count(context.Background(), c.all(), func(r result) {
			found += r.Found
			pairs += r.Pairs
		})
		if want := known(b, config.N); err != nil || nqueens.NewCount(found).Cmp(want) != 0 {
			b.Fatalf("%d queens: %d, %v, want %v", config.N, found, err, want)
		}
	}
	b.ReportMetric(float64(pairs)/b.Elapsed().Seconds(), "pairs/s")
}

// TestPreparedOnce checks that calls about the tasks of one count share a prepared counter, and that each
// call of Run prepares its own.
func TestPreparedOnce(t *testing.T) {
	r := nqueens.Request{Problem: nqueens.Problem{Family: family.Queens, N: 12}, Task: nqueens.CountAll, Threads: 2}
	b := New()
	first, err := b.counter(r)
	if err != nil {
		t.Fatal(err)
	}
	more, unsaid := r, r
	more.Threads, unsaid.Threads = 1, 0
	for _, c := range []struct {
		by   func(nqueens.Request) (*counter, error)
		r    nqueens.Request
		same bool
	}{{b.counter, r, true}, {b.counter, unsaid, true}, {b.fresh, r, false}, {Backend{}.counter, r, false}, {b.counter, more, false}} {
		if got, err := c.by(c.r); err != nil || (got == first) != c.same {
			t.Errorf("%+v: the same %v, want %v; %v", c.r, got == first, c.same, err)
		}
	}
	r.Problem.Blocked = []nqueens.Square{{}}
	if _, err := b.counter(r); err == nil {
		t.Error("it counts any board of the size")
	}
}
