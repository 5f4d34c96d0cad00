package reproduce

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/bench/reproduce/page"
	"nqueens/internal/golden"
)

// halfAndQuarter has the numbers of solutions that a half and a quarter turn map to themselves, n = 2 to 8:
// OEIS A032522, A033148.
var halfAndQuarter = map[nqueens.Symmetry][]string{
	nqueens.HalfTurn:    {"0", "0", "2", "2", "4", "8", "4"},
	nqueens.QuarterTurn: {"0", "0", "2", "2", "0", "0", "0"},
}

// eighted returns records of right answers.
func eighted(t *testing.T) *made {
	m := &made{t: t, r: eightQueens()}
	for _, j := range m.r.experiment().Jobs {
		if j.Task == nqueens.FindAll {
			all, set, err := listAll(t.Context(), j.Problem)
			if err != nil {
				t.Fatal(err)
			}
			m.add(j.Problem, j.Task, j.Backend, nqueens.NewCount(uint64(len(all))).String(), 0.001, nil)
			m.records[len(m.records)-1].Fingerprint = &set
			continue
		}
		count := "0"
		if turned := halfAndQuarter[j.Problem.Symmetric]; turned != nil {
			count = turned[j.Problem.N-2]
		}
		m.add(j.Problem, j.Task, j.Backend, count, 0.001, nil)
	}
	return m
}

func TestEightQueensPage(t *testing.T) {
	text, p := eighted(t).page(time.Minute)
	golden.Equal(t, "eight-queens.golden", text)
	drawsBoards(t, p, "eight", "five")
	for _, v := range p.Verdicts() {
		if v.Kind != page.SameValue {
			t.Errorf("%s: %v", v.What, v)
		}
	}
}

// drawsBoards checks that pictures with these names are written.
func drawsBoards(t *testing.T, p *page.Page, names ...string) {
	t.Helper()
	dir := t.TempDir()
	if err := p.Draw(dir, false); err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if _, err := os.Stat(filepath.Join(dir, name+".png")); err != nil {
			t.Error(err)
		}
		svg, err := os.ReadFile(filepath.Join(dir, name+".svg"))
		title := regexp.MustCompile(`!\[([^]]+)\]\(` + name + `\.svg\)`).FindStringSubmatch(p.Markdown())
		if err != nil || title == nil || !strings.Contains(string(svg), title[1]) {
			t.Errorf("%s.svg: %v: %.200s", name, err, svg)
		}
	}
}

func TestEightQueensWrong(t *testing.T) {
	for _, test := range []struct {
		name, problem string
		spoil         func(m *made, i int)
		what          string
	}{
		{"another set", "queens(8)", func(m *made, i int) { m.records[i].Fingerprint = new(nqueens.Fingerprint) }, "the set of the 92 solutions of queens(8)"},
		{"another set", "queens(5)", func(m *made, i int) { m.records[i].Fingerprint = new(nqueens.Fingerprint) }, "the set of the 10 solutions of queens(5)"},
		{"a half turn more", "queens(6, symmetric=half-turn)", oneMore, "solutions equal to their own half or quarter turn"},
		{"a reflection more", "queens(7, symmetric=transpose)", oneMore, "no solution equals its own reflection"},
	} {
		m := eighted(t)
		for i, r := range m.records {
			if r.Problem == test.problem {
				test.spoil(m, i)
			}
		}
		text, p := m.page(time.Minute)
		if got := kindOf(t, p, test.what); got != page.Wrong {
			t.Errorf("%s of %s: %s\n%s", test.name, test.problem, got, text)
		}
	}
}

// oneMore increments a count, the same for all backends.
func oneMore(m *made, i int) { m.records[i].Count = m.records[i].Count.Plus(nqueens.NewCount(1)) }

// TestClassesWrong checks the verdicts on boards without these properties.
func TestClassesWrong(t *testing.T) {
	all, _, err := listAll(t.Context(), queensProblem(8))
	if err != nil {
		t.Fatal(err)
	}
	eight := classes(8, all)
	if got := orbits(8, eight); got != "11 × 8, 1 × 4" {
		t.Errorf("orbits: %s", got)
	}
	symmetric := slices.IndexFunc(eight, func(s nqueens.Solution) bool { return s.Has(nqueens.NByN(8), nqueens.HalfTurn) })
	straight := slices.IndexFunc(eight, func(s nqueens.Solution) bool { _, found := s.ThreeInLine(); return !found })
	for _, i := range []int{symmetric, straight} {
		rest := slices.Delete(slices.Clone(eight), i, i+1)
		if got, want := symmetricOnes(8, rest, 4, nqueens.HalfTurn).Kind, map[bool]page.Kind{true: page.Wrong, false: page.SameValue}[i == symmetric]; got != want {
			t.Errorf("without no. %d symmetry is %s", i+1, got)
		}
		if got, want := noThree(rest).Kind, map[bool]page.Kind{true: page.Wrong, false: page.SameValue}[i == straight]; got != want {
			t.Errorf("without no. %d no three in a line is %s", i+1, got)
		}
	}
}
