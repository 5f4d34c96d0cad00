package proof

import (
	"fmt"
	"strings"
	"testing"

	"nqueens/encode"
)

// choices returns x1 + x2 + x3 >= 2 and x1 + x4 >= 1, to be minimised 2 x1 + 3 x2 + 3 x3, with x1, x2 and x3 preserved.
func choices() *encode.PB {
	f := encode.NewPB(4)
	term := func(c int64, v int32) encode.PBTerm { return encode.PBTerm{Coefficient: c, Variable: v} }
	f.Add(encode.PBConstraint{Terms: []encode.PBTerm{term(1, 1), term(1, 2), term(1, 3)}, Bound: 2})
	f.Add(encode.PBConstraint{Terms: []encode.PBTerm{term(1, 1), term(1, 4)}, Bound: 1})
	f.Objective = []encode.PBTerm{term(2, 1), term(3, 2), term(3, 3)}
	f.Preserved = []int32{1, 2, 3}
	return f
}

// TestConcludePB checks the rules and conclusions about solutions, and the errors of each.
func TestConcludePB(t *testing.T) {
	const last = "rup 1 ~x1 1 ~x2 >= 1;rup 1 ~x1 >= 1;rup >= 1;"
	const best, all = "soli x1 x2 ~x3 ~x4;pol 3 1 2 * +;rup >= 1;", "solx x1 x2 ~x3 x4;solx x1 ~x2 x3 x4;solx ~x1 x2 x3 x4;solx x1 x2 x3 ~x4;" + last
	bounds := func(conclusion string) string {
		return "output NONE;conclusion " + conclusion + ";end pseudo-Boolean proof;"
	}
	for _, c := range []struct{ steps, shows, wrong string }{
		{best + bounds("BOUNDS 5 : 5 5"), "optimum 5", ""},
		{best + bounds("BOUNDS 5 : 5 5 : x1 x2 ~x3 x4"), "optimum 5", ""},
		{best + bounds("BOUNDS 5 5"), "optimum 5", ""},
		{"soli x1 x2 x3 x4 : 8;soli x1 ~x2 x3 ~x4 : 5;pol 4 1 2 * +;rup >= 1;" + bounds("BOUNDS 5 : 6 5"), "optimum 5", ""},
		{"soli x1 ~x2 ~x4;pol 3 1 2 * +;rup >= 1;" + bounds("BOUNDS 5 : 5 5"), "optimum 5", ""}, // x3 follows
		{"soli x1 x2 x3 x4;rup >= 1;" + bounds("BOUNDS 8 : 4 8"), "", "does not follow"},
		{"soli x1 ~x2 ~x3 x4;", "", "~x3 is false by"},
		{"soli x2;", "", "violates a constraint of the formula or leaves it open"},
		{"del id 1;soli x1 ~x2 ~x3 x4;", "", "violates a constraint of the formula"},
		{"del id 1 2;soli x1 x2 x4;", "", "leaves x3 of the objective open"},
		{"soli x1 x2 ~x3 ~x4;soli x1 ~x2 x3 x4;", "", "violates a constraint"},
		{"soli x1 x2 ~x3 ~x4;del id 3;soli x1 ~x2 x3 x4;", "", "5, which is not below 5"},
		{"soli x1 ~x1;", "", "~x1 is false by the constraints and the literals before"},
		{"soli x1 x2 ~x3 ~x4 : 6;", "", "the solution has the value 5"},
		{"soli x1 x2 ~x3 ~x4 : 5 5;", "", "should be the ; that ends the solution"},
		{"soli x1 x2 ~x3 y;", "", "should be the ; that ends the solution"},
		{best + bounds("BOUNDS 4 : 5 5"), "", "the lower bound should be 5"},
		{best + bounds("BOUNDS 5 : 5 6"), "", "the upper bound should be 5"},
		{best + bounds("BOUNDS 5 : 3 5"), "", "constraint 3 is no contradiction"},
		{best + bounds("BOUNDS 5 : 5 5 : x9"), "", "should be a literal"},
		{best + bounds("UNSAT : 5"), "", "the proof states a solution"},
		{best + bounds("ENUMERATION_COMPLETE 1 : 5"), "", "after soli"},
		{best + bounds("SAT"), "", "only the conclusions"},
		{bounds("BOUNDS INF : 1 INF"), "", "constraint 1 is no contradiction"},
		{bounds("BOUNDS INF INF"), "", "no contradiction by unit propagation"},
		{best + "solx x1 x2 ~x3;", "", "after soli"},

		{all + bounds("ENUMERATION_COMPLETE 4 : 9"), "4 solutions", ""},
		{"solx x1 x2 ~x3;solx x1 ~x2 x3;solx ~x1;solx x1 x2 x3;" + last + bounds("ENUMERATION_COMPLETE 4 : 9"), "4 solutions", ""}, // x4 may be open
		{all + bounds("ENUMERATION_COMPLETE 3 : 9"), "", "the proof lists 4 solutions"},
		{all + bounds("ENUMERATION_COMPLETE 4 : 3"), "", "constraint 3 is no contradiction"},
		{all + bounds("UNSAT : 9"), "", "the proof states a solution"},
		{all + bounds("BOUNDS INF : 7 INF"), "", "after solx"},
		{strings.Replace(all, "solx x1 ~x2 x3 x4;", "", 1), "", "does not follow"},
		{"solx x1 x2 ~x3 x4;solx x1 x2 ~x3 ~x4;", "", "~x3 is false by"},
		{"solx x1 x2 ~x3 x4;del id 3;solx x1 x2 ~x3 ~x4;", "", "an earlier solution has the same values"},
		{"solx x1 x2 x4;", "", "the preserved x3 open"},
		{"solx x1 x2 x3 x4;soli x1 x2 ~x3 x4;", "", "after solx"},

		{"red 1 x1 1 x2 2 ~x5 >= 2 : x5 -> 0;red 1 ~x1 1 ~x2 1 x5 >= 1 : x5 1;", "", "without a conclusion"},
		{"red 1 x1 1 x2 2 ~x5 >= 2 : x5 -> 1;", "", "does not hold for this value"},
		{"red 1 x1 1 x2 2 ~x4 >= 2 : x4 -> 0;", "", "x4 is a variable of the formula"},
		{"red 1 x1 1 x2 2 ~x6 >= 2 : x6 -> 0;", "", "should be a literal"},
		{"rup 1 x5 1 ~x5 >= 1;", "", "should be a literal"},
		{"red 1 x1 1 x2 2 ~x5 >= 2 : x5 -> 0;red 1 x5 >= 1 : x5 1;", "", "need not hold for this value"},
		{"red 1 x5 >= 1 : x5 -> 1;red 1 ~x5 >= 1 : x5 -> 0;", "", "the variable has the other value already"},
		{"red 1 x5 >= 1 : ~x5 -> 1;", "", "should be a variable"},
		{"red 1 x5 >= 1 : x5 -> 2;", "", "should be the value 0 or 1"},
		{"red 1 x5 >= 1 : x5 -> 1 x1 -> 0;", "", `should be ";"`},
		{"red 1 x5 >= 1;", "", "should be the : before the variable"},
	} {
		result, got, err := ConcludePB(t.Context(), choices(), strings.NewReader("pseudo-Boolean proof version 3.0\nf 2;\n"+c.steps))
		shows := ""
		switch {
		case err != nil:
		case got.Optimum != nil:
			shows = fmt.Sprint("optimum ", *got.Optimum)
		case got.Solutions != nil:
			shows = fmt.Sprint(*got.Solutions, " solutions")
		}
		if shows != c.shows || c.wrong == "" && err != nil || c.wrong != "" && (err == nil || !strings.Contains(err.Error(), c.wrong)) || result.Verified != (err == nil) {
			t.Errorf("%s: %s, %v, should be %s, %q", c.steps, shows, err, c.shows, c.wrong)
		}
	}
	for steps, wrong := range map[string]string{
		"soli x1 x2 x3 x4;":                  "the formula has no objective",
		"solx x1 x2 x3 x4;":                  "no line preserved:",
		bounds("BOUNDS INF INF"):             "the formula has no objective",
		bounds("ENUMERATION_COMPLETE 0 : 1"): "no line preserved:",
	} {
		f := choices()
		f.Objective, f.Preserved = nil, nil
		if _, _, err := ConcludePB(t.Context(), f, strings.NewReader("pseudo-Boolean proof version 3.0\n"+steps)); err == nil || !strings.Contains(err.Error(), wrong) {
			t.Errorf("%s: %v, should be %q", steps, err, wrong)
		}
	}
	// CheckPB is about refutations only.
	if _, err := CheckPB(t.Context(), choices(), strings.NewReader("pseudo-Boolean proof version 3.0\n"+best)); err == nil || !strings.Contains(err.Error(), `"soli": should be a rule`) {
		t.Error(err)
	}
}
