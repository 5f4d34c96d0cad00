package fuzz_test

import (
	"context"
	"fmt"
	"os"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/allsat"
	"nqueens/backends/branch"
	"nqueens/backends/sharp"
	"nqueens/bench"
	"nqueens/family"
	"nqueens/fuzz"
)

// forgetful counts wrongly: it forgets one solution if there are more than three.
type forgetful struct{ sharp.Backend }

func (f forgetful) Describe() nqueens.Description {
	d := f.Backend.Describe()
	d.Name, d.Engine = "forgetful", "forgetful"
	return d
}

func (f forgetful) Run(ctx context.Context, r nqueens.Request, visit func(nqueens.Solution) bool) nqueens.Outcome {
	o := f.Backend.Run(ctx, r, visit)
	if o.Count != nil && o.Count.Cmp(nqueens.NewCount(3)) > 0 {
		o.Count = o.Count.Minus(1)
	}
	return o
}

func Example() {
	under := []backends.Backend{forgetful{}}
	candidates, err := backends.Selection{Backends: []string{"forgetful"}}.Choose(under)
	if err != nil {
		fmt.Println(err)
		return
	}
	dir, err := os.MkdirTemp("", "fuzz")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	folder := &fuzz.Folder{Dir: dir, Catalogue: family.All()}
	if err := folder.Open(); err != nil {
		fmt.Println(err)
		return
	}
	defer folder.Close()
	f := fuzz.Fuzzer{
		Examiner:   fuzz.Examiner{Solvers: under, References: []backends.Backend{allsat.Backend{}, branch.Backend{}}, Limits: bench.Limits{Time: time.Minute}},
		Candidates: candidates, Seed: 1, Trials: 40, Folder: folder,
		Found: func(w fuzz.Written) {
			if w.Class == fuzz.WrongCount && w.Trial.Form.Extension() == ".cnf" {
				fmt.Printf("%s: it counts %v in\n%s", w.Class, w.Answer.Count, w.Trial.Form.Text())
			}
		},
	}
	summary, err := f.Run(context.Background())
	fmt.Println(summary.Trials, "trials,", err)
	// Output:
	// wrong-count: it counts 3 in
	// p cnf 2 0
	// 40 trials, <nil>
}
