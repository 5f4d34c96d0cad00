package backends_test

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends/external"
	"nqueens/family"
)

// objectiveProblems calls each with small problems of every family with an objective.
func objectiveProblems(each func(p nqueens.Problem)) {
	for _, family := range family.All() {
		if len(family.Kinds) > 1 { // too many to try
			continue
		}
		most := 4
		if len(family.Kinds) > 0 {
			most = 3
		}
		for n := 1; n <= most; n++ {
			p := nqueens.Problem{Family: family, N: n}
			if p.Goal() == nqueens.NoGoal || p.Validate() != nil || p.Board().Size() > 30 {
				continue
			}
			each(p)
		}
	}
}

// TestSolversOptimise checks that external solvers find the optimum that brute force finds, by
// their own optimisation or step by step, and that those that count find the right number of
// solutions.
func TestSolversOptimise(t *testing.T) {
	eachInstalled(t, func(t *testing.T, s *external.Solver) {
		random := rand.New(rand.NewPCG(5, uint64(len(s.CommandLine()))))
		answered := 0
		objectiveProblems(func(p nqueens.Problem) {
			slow := s.Describe().Name == "minizinc" || s.Describe().Name == "swipl" // slow to start
			if p.N != 3 || slow && answered >= 2 {
				return
			}
			encodings, tasks := someEncodings(s, random), s.Describe().Tasks
			r := nqueens.Request{Problem: p, Task: tasks[random.IntN(len(tasks))], Encoding: encodings[random.IntN(len(encodings))]}
			if checkAnswer(t, s, r, solutions(t, p)) {
				answered++
			}
		})
		if answered == 0 {
			t.Error("no answer")
		}
	})
}

// TestSolversOnDecidedBoards checks that every solver accepts a board on which every square is decided.
func TestSolversOnDecidedBoards(t *testing.T) {
	eachInstalled(t, func(t *testing.T, s *external.Solver) {
		p, err := family.All().Parse("rooks(2, given=a1)")
		if err != nil {
			t.Fatal(err)
		}
		for _, task := range []nqueens.Task{nqueens.FindFirst, nqueens.CountAll} {
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			r := nqueens.Request{Problem: p, Task: task, Threads: 1}
			if s.Supports(r) != nil {
				continue
			}
			o := s.Run(ctx, r, nil)
			if o.Status != nqueens.Solved || task == nqueens.FindFirst && p.Check(o.Solution) != nil || task == nqueens.CountAll && o.Count.Cmp(nqueens.NewCount(1)) != 0 {
				t.Errorf("%s: %v", task, o)
			}
		}
	})
}

// TestSolversOnContradictions checks that every solver refutes a problem with a given square that is blocked.
func TestSolversOnContradictions(t *testing.T) {
	eachInstalled(t, func(t *testing.T, s *external.Solver) {
		for _, text := range []string{"domination(2, given=a1, blocked=a1)", "queens(2, given=a1, blocked=a1+a2+b1+b2)"} {
			p, err := family.All().Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			for _, task := range s.Describe().Tasks {
				checkAnswer(t, s, nqueens.Request{Problem: p, Task: task}, nil)
			}
		}
	})
}
