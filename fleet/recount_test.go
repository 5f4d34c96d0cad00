package fleet

import (
	"context"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/bitmask"
	"nqueens/backends/quadrant"
	"nqueens/family"
)

func queens(n int) nqueens.Request {
	return nqueens.Request{Problem: nqueens.Problem{Family: family.Queens, N: n}, Task: nqueens.CountAll}
}

// byBitmask counts a board with bitmask.
func byBitmask(p nqueens.Problem) (*nqueens.Count, error) {
	return bitmask.New().Run(context.Background(), nqueens.Request{Problem: p, Task: nqueens.CountAll}, nil).Count, nil
}

// TestRegions checks that the tasks of a count agree with the whole board for each region.
func TestRegions(t *testing.T) {
	t.Parallel()
	split, err := InTasks(bitmask.New())
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for n := 4; n <= 15; n++ {
		for _, by := range []backends.Recountable{quadrant.New(), split.(backends.Recountable)} {
			regions := [][]nqueens.Square{region(nqueens.NByN(n), random), region(nqueens.NByN(n), random)}
			if n <= 8 {
				regions = append(regions, nil, []nqueens.Square{{File: n - 1, Rank: 0}}, []nqueens.Square{{File: n / 2, Rank: n / 2}})
			}
			for _, given := range regions {
				inTasks, whole, err := compare(by, queens(n), given, byBitmask)
				if err != nil || !inTasks.is(whole) {
					t.Errorf("%s, %d queens, given %v: %v in tasks, %v on the board, %v", by.Describe().Name, n, given, inTasks, whole, err)
				}
			}
		}
	}
}

// TestPublishedRegions compares the tasks' number of solutions with a queen on each square of the
// first rank with the published numbers (OEIS A059963).
func TestPublishedRegions(t *testing.T) {
	t.Parallel()
	for n, want := range map[int][]uint64{
		7:  {4, 7, 6, 6, 6, 7, 4},
		9:  {28, 30, 47, 44, 54, 44, 47, 30, 28},
		10: {64, 48, 65, 93, 92, 92, 93, 65, 48, 64},
	} {
		for file, published := range want {
			inTasks, _, err := compare(quadrant.New(), queens(n), []nqueens.Square{{File: file}}, byBitmask)
			if err != nil || !inTasks.is(nqueens.NewCount(8*published)) {
				t.Errorf("%d queens, one in file %d of the first rank: %v in tasks, %d published, eight images each; %v", n, file+1, inTasks, published, err)
			}
		}
	}
}

// skewed is quadrant, except that every other task represents each solution once more.
type skewed struct{ quadrant.Backend }

func (s skewed) TaskProblems(r nqueens.Request, task int) ([]nqueens.Summand, error) {
	terms, err := s.Backend.TaskProblems(r, task)
	if task%2 == 1 {
		for i := range terms {
			terms[i].Times++
		}
	}
	return terms, err
}

// TestWrongDivision checks that a wrong division into tasks is detected although each task is
// counted right.
func TestWrongDivision(t *testing.T) {
	f := written(t, listOf(t, 13, 1))
	p := f.List.Part(1)
	p.Check = true
	w := worker("a")
	honest, err := w.Do(t.Context(), p)
	if err != nil || honest.wrong() != "" || honest.Check.Regions == 0 || honest.Check.Tasks == 0 {
		t.Fatalf("%+v, %v", honest.Check, err)
	}
	inTasks, whole, err := compare(skewed{quadrant.New()}, queens(9), nil, byBitmask)
	if err != nil || inTasks.is(whole) {
		t.Errorf("%v in tasks, %v on the board, %v", inTasks, whole, err)
	}
	// In a part without wrong tasks only regions detect it.
	w.Backends[0] = skewed{quadrant.New()}
	by, r, err := p.open(w.Backends, family.All())
	if err != nil {
		t.Fatal(err)
	}
	found := map[int]*nqueens.Count{}
	if err := by.CountTasks(t.Context(), r, []int{0, 2, 4}, func(task int, o nqueens.Outcome) { found[task] = o.Count }); err != nil {
		t.Fatal(err)
	}
	for seed := uint64(0); ; seed++ { // some regions have no solutions
		c, err := w.recount(t.Context(), by, r, seed, found, 0)
		if err != nil || c.Tasks != 1 || c.Regions != 1 || seed > 100 {
			t.Fatalf("%+v, %v", c, err)
		}
		if strings.Contains(c.Wrong, " in the tasks of quadrant, ") {
			return
		}
	}
}

// BenchmarkTaskAgain measures how long bitmask takes to count one task of quadrant of about the
// usual cost, which is the least work of a check. For 28 queens it takes an hour or more.
//
//	go test ./fleet -run - -bench TaskAgain/28 -benchtime 1x -timeout 0
func BenchmarkTaskAgain(b *testing.B) {
	for _, n := range []int{18, 20, 22, 24, 26, 28} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			by := quadrant.New()
			tasks, cost, err := by.Tasks(queens(n))
			if err != nil {
				b.Fatal(err)
			}
			var mean float64
			for task := range tasks {
				mean += cost(task) / float64(tasks)
			}
			usual := tasks / 3
			for math.Abs(cost(usual)/mean-1) > 0.1 {
				usual++
			}
			for b.Loop() {
				d, err := asBoards(by, queens(n), []int{usual}, nil, byBitmask)
				if err != nil {
					b.Fatal(err)
				}
				b.Logf("task %d of %d: %v", usual, tasks, d)
			}
		})
	}
}
