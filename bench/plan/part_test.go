package plan

import (
	"fmt"
	"strings"
	"testing"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/family"
)

const wholePlan = `
name: whole
baseline: native
published: [{name: x, ratios: {5: 2}, source: here}]
runs:
  - {problems: [queens(4), queens(5), queens(10), 'queens(6, given=a2)'], tasks: [first, count], backends: [native, sat], encodings: [pairwise, product], threads: [1, 2]}
  - {problems: [torus(5)], tasks: count, backends: faulty, expect: disagree}
`

func TestPart(t *testing.T) {
	for i, c := range []struct {
		part Part
		want string // number of jobs, or their names
	}{
		{Part{}, "49"},
		{Part{Problems: []string{"queens(?)"}, Backends: []string{"native"}, Tasks: []nqueens.Task{nqueens.CountAll}},
			"queens(4) count native; queens(4) count native x2; queens(5) count native; queens(5) count native x2"},
		{Part{Problems: []string{"*given*"}, Backends: []string{"sat/product", "native x2"}, Tasks: []nqueens.Task{nqueens.FindFirst}},
			"queens(6, given=a2) first native x2; queens(6, given=a2) first sat/product; queens(6, given=a2) first sat/product x2"},
		{Part{Problems: []string{"torus(5)"}}, "torus(5) count faulty/pairwise"},
		{Part{Repetitions: 3}, "49"},
		{Part{Repetitions: 1}, "49"},
	} {
		p, err := Read("plan.yaml", []byte(wholePlan), family.All())
		if err != nil {
			t.Fatal(err)
		}
		whole := p.Repeat
		p.Part = c.part
		e, err := p.Experiment(fourBackends())
		if err != nil {
			t.Errorf("%+v: %v", c.part, err)
			continue
		}
		var jobs []string
		based := false
		for _, j := range e.Jobs {
			jobs = append(jobs, j.String())
			based = based || j.Backend == "native"
		}
		if got := strings.Join(jobs, "; "); got != c.want && fmt.Sprint(len(jobs)) != c.want {
			t.Errorf("%+v:\ngot  %d: %s\nwant %s", c.part, len(jobs), got, c.want)
		}
		if (e.Baseline != "") != based || (len(e.Published) > 0) != based {
			t.Errorf("%+v: baseline %q, published %v", c.part, e.Baseline, e.Published)
		}
		repeat := whole
		if c.part.Repetitions > 0 {
			repeat.Min, repeat.Max = c.part.Repetitions, c.part.Repetitions
		}
		if e.Repeat != repeat || (e.Name == "whole") != (i == 0) || c.part.Whole() != (i == 0) {
			t.Errorf("%+v: %+v, %s", c.part, e.Repeat, e.Name)
		}
	}
}

func TestPartErrors(t *testing.T) {
	for _, c := range []struct {
		part Part
		want string
	}{
		{Part{Problems: []string{"queens(9)"}}, `no problem of the plan is called "queens(9)" (did you mean "queens(4)"?)`},
		{Part{Problems: []string{"queens([)"}}, `problems "queens([)": invalid pattern`},
		{Part{Problems: []string{"torus(5)"}, Tasks: []nqueens.Task{nqueens.FindFirst}}, `the plan has no job with one of these`},
		{Part{Tasks: []nqueens.Task{nqueens.FindAll}}, `the plan has no task "all" (there are first, count)`},
		{Part{Backends: []string{"nativ"}}, `no contender of the plan is called "nativ" (did you mean "native"?); nqueens bench -o DIR --backend nativ adds it to an existing run`},
		{Part{Backends: []string{"sat/ladder"}}, `no contender of the plan is called "sat/ladder" (there are native, native x2, sat, sat/pairwise, sat/pairwise x2, sat/product, sat/product x2, faulty, faulty/pairwise); nqueens bench -o DIR --backend sat/ladder adds it to an existing run`},
		{Part{Backends: []string{"native"}, Problems: []string{"torus(5)"}}, `the plan has no job with one of these`},
	} {
		p, err := Read("plan.yaml", []byte(wholePlan), family.All())
		if err != nil {
			t.Fatal(err)
		}
		p.Part = c.part
		if e, err := p.Experiment(fourBackends()); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%+v: %d jobs, %v\nwant %s", c.part, len(e.Jobs), err, c.want)
		}
	}
}

// TestPartWithoutTheOthers checks that contenders outside the part need not be available.
func TestPartWithoutTheOthers(t *testing.T) {
	p, err := Read(planFolder(t), []byte("external: {mine: './prog.exe {n}'}\nruns: [{problems: [{n: 9..11}], backends: native}, {problems: [queens(4)], backends: [mine, sat]}]"), family.All())
	if err != nil {
		t.Fatal(err)
	}
	p.Part = Part{Problems: []string{"queens(9)"}} // native supports n up to 10
	all, err := p.Backends(fourBackends())
	if err != nil {
		t.Fatal(err)
	}
	e, err := p.Experiment(all)
	if err != nil || len(e.Jobs) != 1 || len(e.External) != 0 || e.Jobs[0].Contender != (backends.Contender{Backend: "native"}) {
		t.Errorf("%+v, %v", e, err)
	}
	if made := (bench.Repeat{}); e.Repeat == made {
		t.Error("no repetitions")
	}
}
