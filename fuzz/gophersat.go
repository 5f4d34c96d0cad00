package fuzz

import (
	"bytes"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/crillab/gophersat/explain"
	"github.com/crillab/gophersat/maxsat"
	"github.com/crillab/gophersat/solver"

	"nqueens/backends"
)

// Libraries returns solvers under test that call functions of linked libraries for which there is no
// backend: gophersat's readers, proofs and minimal unsatisfiable subsets. The search of its package
// maxsat is the backend gophersat-maxsat.
func Libraries() []backends.Backend {
	version := gophersatVersion()
	return []backends.Backend{
		library{Library{"gophersat-mus", "gophersat's MUSMaxSat, whose result must be a minimal unsatisfiable subset", version, testMUS("MUSMaxSat", (*explain.Problem).MUSMaxSat, true)}},
		library{Library{"gophersat-mus-deletion", "gophersat's MUSDeletion, likewise", version, testMUS("MUSDeletion", (*explain.Problem).MUSDeletion, true)}},
		library{Library{"gophersat-mus-insertion", "gophersat's MUSInsertion, likewise", version, testMUS("MUSInsertion", (*explain.Problem).MUSInsertion, true)}},
		library{Library{"gophersat-subset", "gophersat's UnsatSubset, whose result must be an unsatisfiable subset", version, testMUS("UnsatSubset", (*explain.Problem).UnsatSubset, false)}},
		library{Library{"gophersat-wcnf", "gophersat's ParseWCNF, which must read a formula with a long line alike", version, func(c *Clauses) (string, error) {
			return testWCNF(c, strings.Repeat(" ", longLine), fmt.Sprintf("on a line of %d bytes", longLine))
		}}},
		library{Library{"gophersat-wcnf-lines", "gophersat's ParseWCNF, which must read a clause on two lines alike", version, func(c *Clauses) (string, error) {
			return testWCNF(c, "\n", "on two lines")
		}}},
		library{Library{"gophersat-unsat", "gophersat's Unsat, which must refuse proofs of satisfiable formulas", version, testUnsat}},
	}
}

// gophersatVersion returns the version of the library that this program was built with.
func gophersatVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	for _, m := range info.Deps {
		if m.Path == "github.com/crillab/gophersat" {
			return m.Version
		}
	}
	return "unknown"
}

// plain returns the formula without tautologies, repeated literals and repeated clauses, which some
// functions do not support. It returns an error for a formula with an empty clause or without
// clauses.
func plain(c *Clauses) ([][]int32, error) {
	var list [][]int32
	for _, clause := range c.List {
		clause = slices.Clone(clause)
		slices.Sort(clause)
		clause = slices.Compact(clause)
		if slices.ContainsFunc(clause, func(l int32) bool { return slices.Contains(clause, -l) }) {
			continue
		}
		if len(clause) == 0 {
			return nil, errNotAbout
		}
		if !slices.ContainsFunc(list, func(of []int32) bool { return slices.Equal(of, clause) }) {
			list = append(list, clause)
		}
	}
	if len(list) == 0 {
		return nil, errNotAbout
	}
	return list, nil
}

// testMUS returns a test that a method returns clauses of the formula that are unsatisfiable together and, if
// they must be minimal, satisfiable without any one of them.
func testMUS(name string, method func(*explain.Problem) (*explain.Problem, error), minimal bool) func(*Clauses) (string, error) {
	return func(c *Clauses) (string, error) {
		list, err := plain(c)
		if err != nil || len(list) > 60 || satisfiable(list) {
			return "", errNotAbout
		}
		p, err := explain.ParseCNF(bytes.NewReader((&Clauses{Variables: c.Variables, List: list}).Text()))
		if err != nil {
			return fmt.Sprintf("ParseCNF refuses the formula: %v", err), nil
		}
		mus, err := method(p)
		if err != nil {
			return fmt.Sprintf("%s returns the error %q for an unsatisfiable formula", name, err), nil
		}
		var core [][]int32
		for _, clause := range mus.Clauses {
			var literals []int32
			for _, l := range clause {
				literals = append(literals, int32(l))
			}
			core = append(core, literals)
		}
		if why := notCore(list, core, minimal); why != "" {
			return name + " returns " + why, nil
		}
		return "", nil
	}
}

// notCore returns why clauses are not an unsatisfiable subset of a formula, or not a minimal one, or "" if they
// are.
func notCore(list, core [][]int32, minimal bool) string {
	for _, literals := range core {
		slices.Sort(literals)
		if !slices.ContainsFunc(list, func(of []int32) bool { return slices.Equal(of, literals) }) {
			return fmt.Sprintf("the clause %v, which is not in the formula", literals)
		}
	}
	if satisfiable(core) {
		return fmt.Sprintf("%d clauses that are satisfiable: %v", len(core), core)
	}
	for i := range core {
		if rest := slices.Delete(slices.Clone(core), i, i+1); minimal && !satisfiable(rest) {
			return fmt.Sprintf("%d clauses that are not minimal, %v: they are unsatisfiable without %v", len(core), core, core[i])
		}
	}
	return ""
}

// longLine is the length of a line that does not fit into the buffer of a bufio.Scanner.
const longLine = 70_000

// testWCNF tests that other white space instead of the first blank of a clause does not change the
// optimum. The formula has one soft clause for each variable. where describes the place of the
// clause with that white space.
func testWCNF(c *Clauses, space, where string) (string, error) {
	list, err := plain(c)
	if err != nil || c.Variables > 20 {
		return "", errNotAbout
	}
	usual := wcnfCost(wcnf(c.Variables, list, -1, space))
	for i := range list {
		if other := wcnfCost(wcnf(c.Variables, list, i, space)); other != usual {
			return fmt.Sprintf("ParseWCNF gives %s for the formula with a clause on each line, and %s if clause %d is %s", usual, other, i+1, where), nil
		}
	}
	return "", nil
}

// wcnf returns a text with hard clauses and, for each variable, a soft clause that it is false. The
// space replaces the first blank of the clause with the index at; if at is negative, nothing is
// replaced.
func wcnf(variables int, list [][]int32, at int, space string) string {
	var b strings.Builder
	top := variables + 1
	fmt.Fprintf(&b, "p wcnf %d %d %d\n", variables, len(list)+variables, top)
	for i, clause := range list {
		fmt.Fprintf(&b, "%d", top)
		for k, l := range clause {
			blank := " "
			if i == at && k == 0 {
				blank = space
			}
			fmt.Fprintf(&b, "%s%d", blank, l)
		}
		b.WriteString(" 0\n")
	}
	for v := range variables {
		fmt.Fprintf(&b, "1 -%d 0\n", v+1)
	}
	return b.String()
}

// wcnfCost returns the optimum that gophersat finds for a text, or its error, in words.
func wcnfCost(text string) (said string) {
	defer func() {
		if why := recover(); why != nil {
			said = fmt.Sprint("the panic ", why)
		}
	}()
	s, err := maxsat.ParseWCNF(strings.NewReader(text))
	if err != nil {
		return fmt.Sprintf("the error %q", err)
	}
	result := s.Optimal(nil, nil)
	if result.Status != solver.Sat {
		return fmt.Sprint("the answer ", result.Status)
	}
	return fmt.Sprint("the cost ", result.Weight)
}

// testUnsat tests that Unsat refuses invalid proofs of a satisfiable formula.
func testUnsat(c *Clauses) (string, error) {
	list, err := plain(c)
	if err != nil || !satisfiable(list) {
		return "", errNotAbout
	}
	text := (&Clauses{Variables: c.Variables, List: list}).Text()
	for _, proof := range []struct{ name, text string }{{"an empty proof", ""}, {"the empty clause as a proof", "0\n"}} {
		p, err := explain.ParseCNF(bytes.NewReader(text))
		if err != nil {
			return fmt.Sprintf("ParseCNF refuses the formula: %v", err), nil
		}
		if valid, err := p.Unsat(strings.NewReader(proof.text)); err == nil && valid {
			return fmt.Sprintf("Unsat accepts %s that a satisfiable formula is unsatisfiable", proof.name), nil
		}
	}
	return "", nil
}
