package reproduce

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/reproduce/page"
	"nqueens/family"
)

// mirrors returns a family outside the catalogue with a number of every kind: one piece in each rank, and as
// few as possible on the board.
func mirrors(name string) *nqueens.Family {
	number := func(value func(n int) uint64, to int) func(nqueens.Problem) *nqueens.Count {
		return func(p nqueens.Problem) *nqueens.Count {
			if !p.Bare() || p.N > to {
				return nil
			}
			return nqueens.NewCount(value(p.N))
		}
	}
	power := func(n int) uint64 {
		product := uint64(1)
		for range n {
			product *= uint64(n)
		}
		return product
	}
	return &nqueens.Family{
		Name: name, Objective: nqueens.Fewest, Rule: &nqueens.Rule{Lines: []nqueens.Bound{{Along: nqueens.Ranks, Min: 1, Max: 1}}},
		Known: []nqueens.Sequence{
			{OEIS: "A000312", Published: "every n", Term: number(power, 6)},
			{Source: "one a rank", Optimum: true, Published: "every n", Term: number(func(n int) uint64 { return uint64(n) }, 6)},
			{Source: "by hand", UpToSymmetry: true, Published: "n = 1, 2", Term: func(p nqueens.Problem) *nqueens.Count {
				if !p.Bare() || p.N > 2 {
					return nil
				}
				// Two pieces in a file, or one in each: the other two solutions are their images.
				return nqueens.NewCount(uint64(p.N))
			}},
		},
	}
}

// answering answers for backends in this process, at costs that depend only on the question. It counts the
// questions, and refuses those from stop on, if that is set.
type answering struct {
	price func(bench.Job) time.Duration
	spoil func(bench.Job, *bench.Record) // modifies an answer
	asked int
	stop  int
}

var errStop = errors.New("stopped")

func (a *answering) once(ctx context.Context, j bench.Job, _ bench.Experiment) (bench.Record, error) {
	if a.asked++; a.stop > 0 && a.asked >= a.stop {
		return bench.Record{}, errStop
	}
	if cost := a.price(j); cost > j.Limits.Time {
		return bench.Record{Outcome: nqueens.Fail(nqueens.Timeout, "too dear"), WallSeconds: j.Limits.Time.Seconds()}, nil
	}
	b, err := backends.Named(backends.All(), j.Backend)
	if err != nil {
		return bench.Record{}, err
	}
	o := b.Run(ctx, nqueens.Request{Problem: j.Problem, Task: j.Task}, nil)
	record := bench.Record{Outcome: o, WallSeconds: a.price(j).Seconds()}
	if a.spoil != nil {
		a.spoil(j, &record)
	}
	return record, nil
}

// byName returns a cost function: a second for each size of the named families, a day for others.
func byName(names ...string) func(bench.Job) time.Duration {
	return func(j bench.Job) time.Duration {
		if slices.Contains(names, j.Problem.Family.Name) {
			return time.Duration(j.Problem.N) * time.Second
		}
		return day
	}
}

// recounted runs a session on families, and returns the page.
func recounted(t *testing.T, dir string, budget time.Duration, a *answering, families ...*nqueens.Family) (Result, string, error) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	s := Session{Dir: dir, Budget: budget}
	s.Runner.Backends, s.Runner.Child = backends.All(), []string{self}
	result, err := s.Reproduce(t.Context(), Reproduction{
		Name: "relatives", About: "Relatives",
		study: func(ctx context.Context, s Session, dir string, p *page.Page) (evidence, error) {
			return recountFamilies(ctx, s, dir, p, publishedBy(families), a.once)
		},
	})
	if err != nil {
		return result, "", err
	}
	text, err := os.ReadFile(result.Page)
	if err != nil {
		t.Fatal(err)
	}
	return result, string(text), nil
}

// verdictOn returns the verdict on a sequence.
func verdictOn(t *testing.T, r Result, what string) page.Verdict {
	t.Helper()
	i := slices.IndexFunc(r.Verdicts, func(v page.Verdict) bool { return v.What == what })
	if i < 0 {
		t.Fatalf("no verdict on %q in %v", what, r.Verdicts)
	}
	return r.Verdicts[i]
}

// TestRelativesOfAnyFamily checks numbers of all kinds of a new family, each by several engines.
func TestRelativesOfAnyFamily(t *testing.T) {
	result, text, err := recounted(t, t.TempDir(), day, &answering{price: func(bench.Job) time.Duration { return time.Millisecond }}, mirrors("mirrors"))
	if err != nil {
		t.Fatal(err)
	}
	for what, why := range map[string]string{
		"mirrors, A000312: solutions":                "6 of 6 numbers to the last digit",
		"mirrors, one a rank: fewest pieces":         "6 of 6 numbers to the last digit",
		"mirrors, by hand: solutions up to symmetry": "2 of 2 numbers to the last digit",
	} {
		if v := verdictOn(t, result, what); v.Kind != page.SameValue || v.Why != why {
			t.Errorf("%s: %v, want %s\n%s", what, v, why, text)
		}
	}
}

// TestRelativesShares checks that a family without any answer in time leaves the others their shares, and
// that what is left out is listed and not confirmed.
func TestRelativesShares(t *testing.T) {
	a := &answering{price: byName("quick")}
	result, text, err := recounted(t, t.TempDir(), 12*time.Minute, a, mirrors("slow"), mirrors("quick"))
	if err != nil {
		t.Fatal(err)
	}
	if v := verdictOn(t, result, "slow, A000312: solutions"); v.Kind != page.Untested {
		t.Errorf("%v", v)
	}
	if v := verdictOn(t, result, "quick, A000312: solutions"); v.Kind != page.SameValue || !strings.HasPrefix(v.Why, "6 of 6") {
		t.Errorf("%v", v)
	}
	for _, line := range strings.Split(text, "\n") {
		if strings.Contains(line, "slow(") && (!strings.Contains(line, "beyond the budget") || strings.Contains(line, "same value")) {
			t.Errorf("not left out: %s", line)
		}
	}
	if !strings.Contains(text, "slow(1) to slow(6)") {
		t.Errorf("what is left out of slow is not said:\n%s", text)
	}
}

// TestRelativesGiveUp checks that a backend that exceeded its time gets no larger boards, while the others
// continue.
func TestRelativesGiveUp(t *testing.T) {
	a := &answering{price: func(j bench.Job) time.Duration {
		if j.Backend == "allsat" && j.Problem.N > 2 {
			if j.Problem.N > 3 {
				t.Errorf("asked again: %v", j)
			}
			return day
		}
		return time.Millisecond
	}}
	_, text, err := recounted(t, t.TempDir(), time.Hour, a, mirrors("m"))
	if err != nil || !strings.Contains(text, "6 of 6 numbers to the last digit") {
		t.Errorf("%v\n%s", err, text)
	}
}

// TestRelativesGoOn checks that a resumed run has the same result, that a finished one does nothing, and that
// a larger budget continues.
func TestRelativesGoOn(t *testing.T) {
	dir := t.TempDir()
	short := 40 * time.Second
	price := byName("m")
	whole := &answering{price: price}
	_, want, err := recounted(t, t.TempDir(), short, whole, mirrors("m"))
	if err != nil || !strings.Contains(want, "beyond the budget") {
		t.Fatalf("%v\n%s", err, want)
	}
	if _, _, err := recounted(t, dir, short, &answering{price: price, stop: whole.asked / 2}, mirrors("m")); !errors.Is(err, errStop) {
		t.Fatalf("%v", err)
	}
	rest := &answering{price: price}
	if _, text, err := recounted(t, dir, short, rest, mirrors("m")); err != nil || text != want {
		t.Errorf("after a stop (%v):\n%s\nnot\n%s", err, text, want)
	}
	if all := whole.asked/2 - 1 + rest.asked; all != whole.asked {
		t.Errorf("%d questions in two runs, %d in one", all, whole.asked)
	}
	again := &answering{price: price}
	if _, text, err := recounted(t, dir, short, again, mirrors("m")); err != nil || again.asked != 0 || text != want {
		t.Errorf("%d questions of a finished run, %v", again.asked, err)
	}
	if _, text, err := recounted(t, dir, day, again, mirrors("m")); err != nil || strings.Contains(text, "beyond the budget |") {
		t.Errorf("with a larger budget (%v):\n%s", err, text)
	}
}

// TestRelativesDisagree checks that any wrong answer of one engine makes the page fail and is listed first.
func TestRelativesDisagree(t *testing.T) {
	const all, fundamental = "second, A000312: solutions", "second, by hand: solutions up to symmetry"
	for _, test := range []struct {
		n     int
		task  nqueens.Task
		spoil func(*bench.Record)
		want  string
	}{
		{3, nqueens.CountAll, func(r *bench.Record) { r.Count = r.Count.Plus(nqueens.NewCount(1)) }, all + ": second(3) is published as 27, and 28 by branch"},
		{3, nqueens.CountAll, func(r *bench.Record) { r.Count = nil }, all + ": second(3) is published as 27, and branch: second(3): reports solved without a count"},
		{3, nqueens.CountAll, func(r *bench.Record) { r.Contradiction = "says 27, and asked again 28" }, all + ": second(3) is published as 27, and branch: second(3): says 27, and asked again 28"},
		{3, nqueens.CountAll, func(r *bench.Record) { r.Outcome = nqueens.Fail(nqueens.Crashed, "out of luck") }, all + ": second(3) is published as 27, and branch: second(3): crashed: out of luck"},
		{6, nqueens.Optimise, func(r *bench.Record) { r.Optimum = new(5) }, "second, one a rank: fewest pieces: second(6) is published as 6, and 5 by branch"},
		{6, nqueens.Optimise, func(r *bench.Record) { r.Outcome = nqueens.Outcome{Status: nqueens.Unsatisfiable} }, "second, one a rank: fewest pieces: second(6) is published as 6, and branch: no solution"},
		{6, nqueens.Optimise, func(r *bench.Record) {
			r.Fault = &bench.Fault{Solution: nqueens.Solution{nqueens.On(0, 0)}, Why: "for the test"}
		}, "second, one a rank: fewest pieces: second(6) is published as 6, and branch: second(6): a1 is not a solution: for the test"},
	} {
		a := &answering{price: func(bench.Job) time.Duration { return time.Millisecond }, spoil: func(j bench.Job, r *bench.Record) {
			if j.Backend == "branch" && j.Problem.Family.Name == "second" && j.Problem.N == test.n && j.Task == test.task && j.Problem.Bare() {
				test.spoil(r)
			}
		}}
		result, text, err := recounted(t, t.TempDir(), day, a, mirrors("first"), mirrors("second"))
		if err != nil {
			t.Fatal(err)
		}
		if !result.Failed() || len(result.Failures) != 1 || result.Failures[0] != test.want {
			t.Errorf("%q, want %q", result.Failures, test.want)
		}
		what, _, _ := strings.Cut(test.want, ": second(")
		if at := strings.Index(text, "## "+what); at < 0 || at > strings.Index(text, "## first") {
			t.Errorf("the disagreement does not stand first:\n%s", text)
		}
	}

	// Up to symmetry: of four solutions a mirror cannot map exactly three to themselves.
	a := &answering{price: func(bench.Job) time.Duration { return time.Millisecond }, spoil: func(j bench.Job, r *bench.Record) {
		if j.Backend == "branch" && j.Problem.N == 2 && j.Problem.Symmetric == nqueens.HalfTurn {
			r.Count = r.Count.Plus(nqueens.NewCount(1))
		}
	}}
	result, _, err := recounted(t, t.TempDir(), day, a, mirrors("second"))
	if err != nil || len(result.Failures) != 1 || !strings.HasPrefix(result.Failures[0], fundamental+": second(2) is published as 2, and branch: ") ||
		!strings.Contains(result.Failures[0], "no multiple of the 4 symmetries") {
		t.Errorf("%q, %v", result.Failures, err)
	}
}

// TestPublishedBy checks that every sequence of every family has numbers here, and an engine that can compute
// each.
func TestPublishedBy(t *testing.T) {
	r := recount{backends: backends.All()}
	for _, s := range publishedBy(family.All()) {
		if len(s.terms) == 0 {
			t.Errorf("%s: no problem that it has a number for was found", s.what())
		} else if able := r.able(s.known, s.terms[0].problem); len(able) == 0 {
			t.Errorf("%s: no engine answers %v", s.what(), s.terms[0].problem)
		}
	}
}

// TestSettings checks all values of two parameters except the defaults.
func TestSettings(t *testing.T) {
	list := settings([]nqueens.Parameter{{Name: "a", Default: 1, Min: 0, Max: 2}, {Name: "b", Default: 3, Min: 3, Max: 4}})
	if len(list) != 5 || len(list[0]) != 1 || list[0]["a"] != 0 {
		t.Errorf("%v", list)
	}
	if len(settings(nil)) != 0 {
		t.Error("there are none without parameters")
	}
}

// TestRelativesJournal checks that an edited answer is refused.
func TestRelativesJournal(t *testing.T) {
	dir := t.TempDir()
	a := &answering{price: func(bench.Job) time.Duration { return time.Millisecond }}
	if _, _, err := recounted(t, dir, day, a, mirrors("m")); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "relatives", "journal.jsonl")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(strings.Replace(string(text), `"27"`, `"28"`, 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, _, err := recounted(t, dir, day, a, mirrors("m")); err == nil {
		t.Error("accepted")
	}
}

// TestRelativesPage checks each number on the page in results/relatives against the journal's answers of the
// listed engines. Numbers up to symmetry are sums over several answers.
func TestRelativesPage(t *testing.T) {
	text, err := os.ReadFile("../../results/relatives/README.md")
	if err != nil {
		t.Fatal(err)
	}
	journal, err := os.ReadFile("../../results/relatives/journal.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	type question struct{ problem, task, engine string }
	answers := map[question]string{}
	for line := range strings.Lines(string(journal)) {
		var r struct {
			Asked   struct{ Problem, Task, Backend string }
			Count   string
			Optimum *int
		}
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		if r.Optimum != nil && r.Asked.Task == "optimise" {
			r.Count = strconv.Itoa(*r.Optimum)
		}
		if r.Count != "" {
			answers[question{r.Asked.Problem, r.Asked.Task, r.Asked.Backend}] = r.Count
		}
	}
	task, compared := "", 0
	for line := range strings.Lines(string(text)) {
		if title, ok := strings.CutPrefix(line, "## "); ok {
			switch title = strings.TrimSpace(title); {
			case strings.Contains(title, "up to symmetry"):
				task = ""
			case strings.HasSuffix(title, " pieces"):
				task = "optimise"
			default:
				task = "count"
			}
		}
		cells := strings.Split(line, "|")
		if len(cells) != 7 || task == "" || strings.TrimSpace(cells[5]) != "same value" {
			continue
		}
		for engine := range strings.SplitSeq(cells[4], ",") {
			q := question{strings.TrimSpace(cells[1]), task, strings.TrimSpace(engine)}
			if answer, ours := answers[q], strings.TrimSpace(cells[3]); answer != ours {
				t.Errorf("%v: the page has %s, and the answer was %q", q, ours, answer)
			}
			compared++
		}
	}
	if compared < 1600 {
		t.Errorf("only %d answers on the page", compared)
	}
}
