package cutting_test

import (
	"context"
	"fmt"
	"os"

	"nqueens/backends/cutting"
	"nqueens/encode"
)

// The least number of two variables of which one must be true, with its proof.
func Example() {
	f := encode.NewPB(2)
	both := []encode.PBTerm{{Coefficient: 1, Variable: 1}, {Coefficient: 1, Variable: 2}}
	f.Add(encode.PBConstraint{Terms: both, Bound: 1})
	f.Objective = both
	best, value, err := cutting.Optimum(context.Background(), f, nil, os.Stdout)
	fmt.Println(best, value, err)
	// Output:
	// pseudo-Boolean proof version 3.0
	// f 1;
	// soli ~x1 x2;
	// rup >= 1;
	// output NONE;
	// conclusion BOUNDS 1 : 3 1;
	// end pseudo-Boolean proof;
	// [false true] 1 <nil>
}
