package backends_test

import (
	"bytes"
	"context"
	"slices"
	"strconv"
	"testing"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/trace"
	"nqueens/family"
)

// traceOf returns the trace of a search, or nil if the backend does not trace the problem.
func traceOf(t *testing.T, b backends.Tracer, p nqueens.Problem, task nqueens.Task, limit int) (nqueens.Outcome, []trace.Event) {
	t.Helper()
	var file bytes.Buffer
	r := trace.NewRecorder(&file, limit)
	r.Begin(trace.Header{Problem: p.String(), Task: string(task), Backend: b.Describe().Name})
	out := b.Trace(t.Context(), nqueens.Request{Problem: p, Task: task, Seed: 1}, r)
	if err := r.End(string(out.Status)); err != nil {
		t.Fatal(err)
	}
	if out.Status == nqueens.Unsupported {
		return out, nil
	}
	_, events, complete, err := trace.Read(b.Describe().Name, &file)
	if err != nil || !complete {
		t.Fatalf("%s: the trace cannot be read: %v", b.Describe().Name, err)
	}
	return out, events
}

// solutionsOf returns the number of solutions by another engine.
func solutionsOf(t *testing.T, p nqueens.Problem) uint64 {
	t.Helper()
	b, err := backends.Named(backends.All(), "branch")
	if err != nil {
		t.Fatal(err)
	}
	out := b.Run(t.Context(), nqueens.Request{Problem: p, Task: nqueens.CountAll}, nil)
	if out.Count == nil {
		t.Fatalf("%v: %s", p, out.Reason)
	}
	return out.Count.Big().Uint64()
}

// TestTraces replays the traces of small problems of every family. Whenever a backend reports a solution, the
// chosen pieces must be one by the rules. The number of solutions must be that of an ordinary run.
func TestTraces(t *testing.T) {
	traced, counts := map[string]int{}, 0
	for _, b := range backends.All() {
		tracer, can := b.(backends.Tracer)
		if !can {
			continue
		}
		name := b.Describe().Name
		var problems []nqueens.Problem
		for _, f := range family.All() {
			for n := 1; n <= 5; n++ {
				problems = append(problems, nqueens.Problem{Family: f, N: n})
			}
		}
		queen := func(text string) nqueens.Square {
			s, err := nqueens.ParseSquare(text)
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
		problems = append(problems,
			nqueens.Problem{Family: family.Queens, N: 6, Given: []nqueens.Square{queen("a2")}},
			nqueens.Problem{Family: family.Queens, N: 6, Given: []nqueens.Square{queen("a1")}, Blocked: []nqueens.Square{queen("c4")}},
			nqueens.Problem{Family: family.Queens, N: 7, Blocked: []nqueens.Square{queen("d4"), queen("a1")}},
			nqueens.Problem{Family: family.Regions, N: 6, Regions: "aaabbb/aacccb/adccbb/dddcee/dfffee/dffffe"},
			nqueens.Problem{Family: family.Regions, N: 6, Regions: "aaabbb/aacccb/adccbb/dddcee/dfffee/dffffe", Given: []nqueens.Square{queen("a1")}},
		)
		for _, p := range problems {
			for _, task := range []nqueens.Task{nqueens.FindFirst, nqueens.CountAll, nqueens.Optimise} {
				r := nqueens.Request{Problem: p, Task: task, Seed: 1}
				if p.Validate() != nil || (p.Goal() != nqueens.NoGoal) != (task == nqueens.Optimise) || b.Supports(r) != nil {
					continue
				}
				if !slices.Contains(b.Describe().Tasks, nqueens.CountAll) && name != "linear" && solutionsOf(t, p) == 0 {
					continue // a local search for a solution that does not exist does not end
				}
				if task == nqueens.Optimise && p.N > 4 {
					continue // tens of thousands of steps
				}
				out, events := traceOf(t, tracer, p, task, 20_000)
				if out.Status == nqueens.Unsupported || events[len(events)-1].Cut {
					continue
				}
				traced[name]++
				want := b.Run(context.Background(), r, nil)
				if out.Status != want.Status || task == nqueens.CountAll && out.Count.Cmp(want.Count) != 0 || task == nqueens.Optimise && out.Optimum != nil && *out.Optimum != *want.Optimum {
					t.Errorf("%s, %v, %s: %s %v with a trace, %s %v without", name, p, task, out.Status, out.Count, want.Status, want.Count)
				}
				if name == "sharp" {
					counts += counted(t, p, events)
				} else {
					replayed(t, name, p, task, out, events)
				}
			}
		}
	}
	for _, name := range []string{"dlx", "bitmask", "allsat", "branch", "linear", "min-conflicts", "sosic-gu", "genetic", "place", "sharp", "cores"} {
		if traced[name] < 5 {
			t.Errorf("%s has %d traces", name, traced[name])
		}
	}
	if counts < 100 {
		t.Errorf("only %d counts of parts were checked", counts)
	}
}

// replayed checks that the chosen pieces are a solution at each reported solution, that no piece is chosen
// twice, and that each piece is on the line that the event names.
func replayed(t *testing.T, name string, p nqueens.Problem, task nqueens.Task, out nqueens.Outcome, events []trace.Event) {
	t.Helper()
	m, err := p.Model()
	if err != nil {
		t.Fatal(err)
	}
	lines := map[string][]string{}
	for _, l := range m.Lines {
		for _, i := range l.Placements {
			lines[l.Name] = append(lines[l.Name], m.Placements[i].String())
		}
	}
	var state trace.Replay
	found := 0
	for i, e := range events {
		if e.Kind == trace.Choose || e.Kind == trace.Force && e.Depth > 0 {
			if slices.Contains(state.Chosen(), e.At) && !e.Out {
				t.Errorf("%s, %v, event %d: %s is chosen already", name, p, i+1, e.At)
			}
		}
		if (e.Kind == trace.Choose || e.Kind == trace.Force) && lines[e.Line] != nil && !slices.Contains(lines[e.Line], e.At) {
			t.Errorf("%s, %v, event %d: %s is not on %s", name, p, i+1, e.At, e.Line)
		}
		state.Apply(e)
		if e.Kind != trace.Found {
			continue
		}
		found++
		s := chosen(t, &state)
		// A model of allsat may leave variables open that can have either value, so that it has fewer pieces.
		if err := p.Check(s); err != nil && (name != "allsat" || len(s) == p.N) {
			t.Errorf("%s, %v, event %d: %v is no solution: %v", name, p, i+1, s, err)
		}
	}
	switch {
	case task != nqueens.CountAll && (out.Status == nqueens.Solved) != (found > 0):
		t.Errorf("%s, %v: %s with %d solutions in the trace", name, p, out.Status, found)
	case task == nqueens.CountAll && name != "allsat" && out.Count.String() != nqueens.NewCount(uint64(found)).String(): // a model of allsat stands for several
		t.Errorf("%s, %v: %v solutions, %d in the trace", name, p, out.Count, found)
	}
}

// chosen returns the placements that are chosen at a step, without slack and auxiliary variables.
func chosen(t *testing.T, state *trace.Replay) (s nqueens.Solution) {
	t.Helper()
	for _, text := range state.Chosen() {
		if text == "" || text[0] == 's' && len(text) > 1 && text[1] <= '9' {
			continue
		}
		at, err := nqueens.ParseSolution(text)
		if err != nil {
			t.Fatal(err)
		}
		s = append(s, at...)
	}
	s.Sort()
	return slices.Compact(s)
}

// counted checks the counts of parts in a trace of sharp and returns how many it checked. Among the solutions
// that agree with the decided squares, the squares of the part must occur in as many ways as the trace
// counts. If no solution agrees, another part has no solution, and the count of this one is not checked.
func counted(t *testing.T, p nqueens.Problem, events []trace.Event) (checked int) {
	t.Helper()
	var all []map[string]bool
	b, err := backends.Named(backends.All(), "branch")
	if err != nil {
		t.Fatal(err)
	}
	b.Run(t.Context(), nqueens.Request{Problem: p, Task: nqueens.FindAll}, func(s nqueens.Solution) bool {
		on := map[string]bool{}
		for _, at := range s {
			on[at.String()] = true
		}
		all = append(all, on)
		return true
	})
	var state trace.Replay
	var parts []trace.Event
	for i, e := range events {
		state.Apply(e)
		switch e.Kind {
		case trace.Part:
			parts = append(parts, e)
		case trace.Back:
			parts = slices.DeleteFunc(parts, func(p trace.Event) bool { return p.Depth >= e.Depth })
		case trace.Count:
			if len(parts) == 0 {
				if e.Depth != 0 || e.Count != strconv.Itoa(len(all)) {
					t.Errorf("sharp, %v, event %d: %s solutions in all, not %d", p, i+1, e.Count, len(all))
				}
				continue
			}
			part := parts[len(parts)-1]
			parts = parts[:len(parts)-1]
			ways := map[string]bool{}
			for _, on := range all {
				if slices.ContainsFunc(state.Stack, func(e trace.Event) bool { return on[e.At] == e.Out }) {
					continue
				}
				way := ""
				for _, at := range part.Clause {
					way += strconv.FormatBool(on[at])
				}
				ways[way] = true
			}
			if part.Depth != e.Depth || len(ways) > 0 && e.Count != strconv.Itoa(len(ways)) {
				t.Errorf("sharp, %v, event %d: %s ways for %v, not %d", p, i+1, e.Count, part.Clause, len(ways))
			}
			if len(ways) > 0 {
				checked++
			}
		}
	}
	return checked
}

// TestTraceLimit checks that a search ends when its trace is full.
func TestTraceLimit(t *testing.T) {
	p := nqueens.Problem{Family: family.Queens, N: 12}
	for _, b := range backends.All() {
		tracer, can := b.(backends.Tracer)
		r := nqueens.Request{Problem: p, Task: nqueens.CountAll}
		if !can || b.Supports(r) != nil {
			continue
		}
		out, events := traceOf(t, tracer, p, nqueens.CountAll, 100)
		if out.Status == nqueens.Unsupported {
			continue
		}
		if out.Status.Answered() || len(events) != 101 || !events[100].Cut {
			t.Errorf("%s: %s after %d events", b.Describe().Name, out.Status, len(events))
		}
	}
}
