package allsat

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"nqueens/encode"
)

// randomFormula returns a random formula with clauses of one to five literals over few variables,
// including tautologies, duplicate literals and empty clauses, and half the time a projection.
func randomFormula(random *rand.Rand) *encode.CNF {
	n := 1 + random.IntN(12)
	f := encode.NewCNF(n)
	short := random.IntN(3)
	for range random.IntN(4*n + 1) {
		size := 3
		switch random.IntN(8) {
		case 0:
			size = 4 + random.IntN(2)
		case 1, 2, 3:
			size = 3 - short
		}
		if random.IntN(3000) == 0 {
			size = 0
		}
		clause := make([]int32, size)
		for i := range clause {
			clause[i] = int32(1 + random.IntN(n))
			if random.IntN(2) == 0 {
				clause[i] = -clause[i]
			}
		}
		f.Add(clause...)
	}
	if random.IntN(2) == 0 {
		f.Projection = []int32{}
		for v := range n {
			if random.IntN(2) == 0 {
				f.Projection = append(f.Projection, int32(v+1))
			}
		}
	}
	return f
}

// bruteForce returns the set of projected models, each as bits in the order of the projection.
func bruteForce(f *encode.CNF) map[uint64]bool {
	models := map[uint64]bool{}
	for assignment := range uint64(1) << f.Variables {
		if holds(f, func(v int32) bool { return assignment>>(v-1)&1 == 1 }) {
			models[shown(f, func(v int32) bool { return assignment>>(v-1)&1 == 1 })] = true
		}
	}
	return models
}

func holds(f *encode.CNF, value func(v int32) bool) bool {
clauses:
	for clause := range f.Clauses() {
		for _, l := range clause {
			if value(max(l, -l)) == (l > 0) {
				continue clauses
			}
		}
		return false
	}
	return true
}

func shown(f *encode.CNF, value func(v int32) bool) (set uint64) {
	if f.Projection == nil {
		for v := range f.Variables {
			if value(int32(v + 1)) {
				set |= 1 << v
			}
		}
		return set
	}
	for i, v := range f.Projection {
		if value(v) {
			set |= 1 << i
		}
	}
	return set
}

// enumerators returns one enumerator for each search method. The portfolios have such short turns
// that every outcome occurs.
func enumerators(t *testing.T, f *encode.CNF) map[string]*Enumerator {
	t.Helper()
	all := map[string]*Enumerator{}
	for name, c := range map[string]Config{
		"auto":                 {},
		"bits":                 {Engine: Bits},
		"bits, 3 threads":      {Engine: Bits, Threads: 3},
		"learning":             {Engine: Learning},
		"lookahead":            {Engine: Lookahead},
		"lookahead, 3 threads": {Engine: Lookahead, Threads: 3},
		"portfolio":            {},
		"portfolio of many":    {Threads: 2},
		"portfolio, bits":      {},
		"portfolio, learner":   {},
		"portfolio, lookahead": {},
		"learning, 3 threads":  {Engine: Learning, Threads: 3},
		"portfolio, learners":  {Threads: 3},
	} {
		e, err := New(f, c)
		if err != nil {
			t.Fatal(err)
		}
		all[name] = e
	}
	all["portfolio"].schedule = schedule{turn: 100, share: 1, enough: 2}
	all["portfolio of many"].schedule = schedule{turn: 200, share: 1, enough: 2}
	all["portfolio, bits"].schedule = schedule{turn: 300, share: 0, enough: 1}
	all["portfolio, learner"].schedule = schedule{turn: 150, share: 1000, enough: 1000}
	all["portfolio, lookahead"].schedule = schedule{turn: 80, share: 0, enough: 1000}
	all["portfolio, learners"].schedule = all["portfolio, learner"].schedule
	for _, e := range all {
		e.pace.whole, e.pace.round = 0, 300
	}
	return all
}

func TestAgainstBruteForce(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	engines := map[string]int{}
	for i := range 1500 {
		f := randomFormula(random)
		models := bruteForce(f)
		for name, e := range enumerators(t, f) {
			got, err := e.Count(t.Context())
			if errors.Is(err, ErrLongClauses) {
				continue
			}
			if err != nil || got.String() != fmt.Sprint(len(models)) {
				t.Fatalf("formula %d, %s: %v models, %v; brute force finds %d\n%v", i, name, got, err, len(models), text(f))
			}
			engines[name+" counts with "+string(e.Stats().Engine)]++
			met := map[uint64]bool{}
			for model := range e.Models(t.Context()) {
				set := shownIn(t, f, model)
				if met[set] || !models[set] {
					t.Fatalf("formula %d, %s: %v is no model or is shown twice\n%v", i, name, model, text(f))
				}
				met[set] = true
			}
			if e.Err() != nil || len(met) != len(models) {
				t.Fatalf("formula %d, %s: %d models shown of %d, %v\n%v", i, name, len(met), len(models), e.Err(), text(f))
			}
			engines[name+" lists with "+string(e.Stats().Engine)]++
			shown := 0
			for model := range e.Models(t.Context()) {
				if shown++; !models[shownIn(t, f, model)] {
					t.Fatalf("formula %d, %s: %v is shown first and is no model\n%v", i, name, model, text(f))
				}
				break
			}
			if e.Err() != nil || shown != min(1, len(models)) {
				t.Fatalf("formula %d, %s: %d shown of the first of %d models, %v\n%v", i, name, shown, len(models), e.Err(), text(f))
			}
		}
	}
	for way, least := range map[string]int{
		"portfolio counts with bits": 75, "portfolio, learner counts with learning": 75, "portfolio, learner lists with learning": 75,
		"lookahead counts with lookahead": 75, "lookahead, 3 threads counts with lookahead": 75,
		"portfolio, lookahead counts with lookahead": 3, "portfolio, lookahead lists with lookahead": 3, // bits ends soon with so few variables
	} {
		if engines[way] < least {
			t.Errorf("%s: only %d times", way, engines[way])
		}
	}
}

// shownIn returns a listed model as bits in the order of the projection.
func shownIn(t *testing.T, f *encode.CNF, model []int32) (set uint64) {
	t.Helper()
	n := len(f.Projection)
	if f.Projection == nil {
		n = f.Variables
	}
	if len(model) != n {
		t.Fatalf("model %v of %d variables\n%v", model, n, text(f))
	}
	for i, l := range model {
		v := int32(i + 1)
		if f.Projection != nil {
			v = f.Projection[i]
		}
		switch l {
		case v:
			set |= 1 << i
		case -v:
		default:
			t.Fatalf("model %v shows %d for variable %d\n%v", model, l, v, text(f))
		}
	}
	return set
}

func text(f *encode.CNF) string {
	s := fmt.Sprintf("%d variables, projection %v\n", f.Variables, f.Projection)
	for clause := range f.Clauses() {
		s += fmt.Sprintln(clause)
	}
	return s
}
