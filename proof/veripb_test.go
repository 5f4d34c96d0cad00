package proof

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"nqueens"
	"nqueens/encode"
	"nqueens/internal/modeltest"
	"nqueens/internal/readertest"
)

// pigeons returns three pigeons in two holes, x1 x2, x3 x4, x5 x6. Constraints 1 to 3 give each
// pigeon a hole, 4 and 5 allow at most one pigeon a hole, and 6 and 7 are the halves of x7 = 1.
func pigeons() *encode.PB {
	f := encode.NewPB(7)
	add := func(bound, coefficient int64, equal bool, variables ...int32) {
		c := encode.PBConstraint{Bound: bound, Equal: equal}
		for _, v := range variables {
			c.Terms = append(c.Terms, encode.PBTerm{Coefficient: coefficient, Variable: v})
		}
		f.Add(c)
	}
	add(1, 1, false, 1, 2)
	add(1, 1, false, 3, 4)
	add(1, 1, false, 5, 6)
	add(-1, -1, false, 1, 3, 5)
	add(-1, -1, false, 2, 4, 6)
	add(1, 1, true, 7)
	return f
}

const proofHead = "pseudo-Boolean proof version 3.0\nf 7;\n"

func proofEnd(number int) string {
	return fmt.Sprintf("output NONE;\nconclusion UNSAT : %d;\nend pseudo-Boolean proof;\n", number)
}

// TestCheckPB checks each rule and the errors of each.
func TestCheckPB(t *testing.T) {
	const all = "pol 1 2 + 3 + 4 + 5 +;\n"
	for _, c := range []struct{ name, proof, wrong string }{
		{"a sum", proofHead + all + proofEnd(8), ""},
		{"a comment", proofHead + "% 3 in 2;\n" + all + proofEnd(8), ""},
		{"multiples", proofHead + "pol 1 2 * 2 2 * + 3 2 * + 4 2 * + 5 2 * +;" + proofEnd(8), ""},
		{"counted from the last", proofHead + "pol 1 2 +;pol -1 3 + 4 + 5 +;" + proofEnd(-1), ""},
		{"by propagation", proofHead + "rup 1 ~x1 >= 1 : 1 2 ~;rup >= 1;" + proofEnd(9), ""},
		{"not by propagation", proofHead + "rup >= 1;" + proofEnd(8), "line 3: the constraint does not follow by unit propagation"},
		{"deleted, and not needed", proofHead + "del id 6 7;" + all + proofEnd(8), ""},

		{"deleted", proofHead + "del id 4;" + all + proofEnd(8), "constraint 4 was deleted"},
		{"a multiple left out", proofHead + "pol 1 2 + 3 + 4 +;" + proofEnd(8), "constraint 8 is no contradiction"},
		{"a wrong multiple", proofHead + "pol 1 2 * 2 + 3 + 4 + 5 +;" + proofEnd(8), "constraint 8 is no contradiction"},
		{"times 0", proofHead + "pol 1 0 *;" + proofEnd(8), "* should come after a number above 0"},
		{"times -1", proofHead + "pol 1 -1 *;" + proofEnd(8), "* should come after a number above 0"},
		{"of the formula", proofHead + proofEnd(1), "constraint 1 is no contradiction"},
		{"of nothing", proofHead + proofEnd(8), "constraint 8: there are 7"},
		{"without a conclusion", proofHead + all, "ends without a conclusion"},
		{"cut off", proofHead + "pol 1 2", "should be a constraint's number"},
		{"a rule that is none", proofHead + "red 1 x1 >= 1 : x1 1;", `"red": should be a rule`},
		{"two left", proofHead + "pol 1 2;", "2 constraints are left"},
		{"none left", proofHead + "pol ;", "0 constraints are left"},
		{"too large", proofHead + "pol 1 4000000000000000000 * 4 *;", "become larger"},
		{"added up too large", proofHead + "pol 1 1000000000000000000 * 1 1000000000000000000 * +;", "become larger"},
		{"together too large", proofHead + "rup 4000000000000000000 x1 4000000000000000000 x2 >= 1;", "become larger"},
		{"no variable", proofHead + "rup 1 x8 >= 1;", `"x8": should be a literal`},
		{"another formula's", strings.Replace(proofHead, "7", "6", 1), "7 constraints, an equality counted as two, not 6"},
		{"another version", strings.Replace(proofHead, "3.0", "2.0", 1), "the first line should be"},
		{"another conclusion", proofHead + "output NONE;conclusion SAT;", "only the conclusion UNSAT"},
		{"other output", proofHead + "output DERIVABLE;", `"DERIVABLE": should be "NONE"`},
		{"DRAT", "1 2 0\n", "it is no VeriPB proof"},
		{"another second word", "pseudo-Boolean trace version 3.0\n", `"trace": the first line should be "pseudo-Boolean proof version 3.0"`},
		{"without a number", strings.Replace(proofHead, "f 7", "f ", 1) + all + proofEnd(8), ""},
		{"a longest word", proofHead + strings.Repeat("y", 64) + ";", "\"" + strings.Repeat("y", 64) + "\": should be a rule"},
		{"too long a word", proofHead + strings.Repeat("y", 65) + ";", "line 3: a word is longer than 64 bytes"},
		{"all that may wait", proofHead + "pol" + strings.Repeat(" 1", 100) + ";", "100 constraints are left"},
		{"more than may wait", proofHead + "pol" + strings.Repeat(" 1", 101) + ";", "more than 100 operands wait to be added"},
		{"a sum of nothing", proofHead + "pol +;", "+ has too few operands"},
		{"a sum of one", proofHead + "pol 1 +;", "+ has too few operands"},
		{"nothing saturated", proofHead + "pol s;", "s has too few operands"},
		{"weakened by what is negated", proofHead + "pol 1 ~x1 w;", "w should come after a variable"},
		{"weakened by a number", proofHead + "pol 1 2 w;", "w should come after a variable"},
		{"times a literal", proofHead + "pol 1 x1 *;", "* should come after a number above 0"},
		{"divided by a sum", proofHead + "pol 1 1 2 + d;", "d should come after a number above 0"},
		{"a bound too large", proofHead + "rup 1 ~x1 >= 4611686018427387904;", "become larger"},
		{"cut off in hints", proofHead + "rup 1 x7 >= 1 : 1 2", "should be the ; that ends the rule"},
		{"more after a bound", proofHead + "rup 1 x7 >= 1 2;", `"2": should be the ; that ends the rule`},
		{"more after a conclusion", proofHead + all + "output NONE;conclusion UNSAT : 8 9;", `"9": should be the ; that ends the conclusion`},
		{"by all together", proofHead + "rup >= 1;", "does not follow"},
		{"nothing by propagation", proofHead + "output NONE;conclusion UNSAT;", "the constraints are no contradiction by unit propagation"},
		{"no end", proofHead + all + "output NONE;conclusion UNSAT : 8;", `"": should be "end"`},
	} {
		result, err := CheckPB(context.Background(), pigeons(), strings.NewReader(c.proof))
		if c.wrong == "" && err != nil || c.wrong != "" && (err == nil || !strings.Contains(err.Error(), c.wrong)) {
			t.Errorf("%s: %v, should be %q", c.name, err, c.wrong)
		}
		if result.Verified != (err == nil) {
			t.Errorf("%s: %+v, %v", c.name, result, err)
		}
	}
}

// TestPolish checks which constraints follow from a sum.
func TestPolish(t *testing.T) {
	f := encode.NewPB(5)
	f.Add(encode.PBConstraint{Terms: []encode.PBTerm{{Coefficient: 2, Variable: 1}, {Coefficient: 1, Variable: 2}, {Coefficient: 1, Variable: 3}}, Bound: 2})
	f.Add(encode.PBConstraint{Terms: []encode.PBTerm{{Coefficient: 1, Variable: 1}, {Coefficient: -3, Variable: 4}}, Bound: -1})
	f.Add(encode.PBConstraint{Terms: []encode.PBTerm{{Coefficient: 1, Variable: 5}}, Equal: true, Bound: 1})
	for steps, follows := range map[string]bool{
		"pol 1;rup 1 x1 1 x2 >= 1;":                   true,
		"pol 1;rup 1 x1 >= 1;":                        false,
		"del id 1;rup 1 x1 1 x2 >= 1;":                false,
		"pol 1;del id 1;rup 1 x1 1 x2 >= 1;":          true,
		"pol 1 ~x1 2 * +;del id 1;rup 2 x2 >= 0;":     true,
		"pol 1 ~x1 2 * +;del id 1;rup 1 x2 >= 1;":     false,
		"pol 1 x2 w;del id 1;rup 1 x1 1 x3 >= 1;":     true,
		"pol 1 x1 w;del id 1;rup 1 x2 1 x3 >= 1;":     false,
		"pol 1 2 d;del id 1;rup 1 x1 1 x2 1 x3 >= 1;": true, // 1 x1 1 x2 1 x3 >= 1: all are rounded up
		"pol 1 2 d;del id 1;rup 1 x1 1 x2 >= 1;":      false,
		"pol 1 3 d;del id 1;rup 1 x1 1 x2 1 x3 >= 1;": true,
		"pol 2;rup 1 ~x4 1 x1 >= 1;":                  true, // 1 x1 3 ~x4 >= 2
		"pol 2;rup 1 ~x4 >= 1;":                       true,
		"pol 2 s;del id 2;rup 1 ~x4 >= 1;":            true, // 1 x1 2 ~x4 >= 2
		"pol 2 2 d;del id 2;rup 1 x1 1 ~x4 >= 1;":     true,
		"pol x3 x1 +;rup 1 x3 >= 0;":                  true,
		// A single literal is x1 >= 0 or -x1 >= -1. The rest of the first constraint decides which.
		"pol 1 ~x3 +;del id 1;rup 2 x1 1 x2 >= 1;": true,
		"pol 1 x3 +;del id 1;rup 2 x1 1 x2 >= 1;":  false,
		"rup 1 x5 >= 1;":                true,
		"rup 1 ~x5 >= 1;":               false,
		"rup 2 x1 1 x2 1 x3 >= 2;":      true,
		"rup 2 x1 1 x2 1 x3 >= 3;":      false,
		"rup 1 x1 1 x1 1 x2 1 x3 >= 2;": true,
		"rup 1 x1 1 ~x1 >= 1;":          true,
		"rup 1 x1 1 ~x1 >= 2;":          false,
		"rup 1 x2 -1 ~x3 >= 0 ;":        false,
	} {
		_, err := CheckPB(context.Background(), f, strings.NewReader("pseudo-Boolean proof version 3.0\nf 4;\n"+steps+proofEnd(1)))
		if want := map[bool]string{true: "constraint 1 ", false: "does not follow"}[follows]; err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, should follow: %v", steps, err, follows)
		}
	}
}

// TestCheckPBIsSound checks that no random proof refutes constraints with a solution. Each derived constraint
// must keep all solutions.
func TestCheckPBIsSound(t *testing.T) {
	t.Parallel()
	verified, contradictions := 0, 0
	modeltest.ForRandom(t, 400, func(t *testing.T, random *rand.Rand, m *nqueens.Model, solutions []uint64) {
		f := encode.PBFromModel(m)
		n := 0
		for _, c := range f.Constraints() {
			if n++; c.Equal {
				n++
			}
		}
		if n == 0 || len(m.Placements) == 0 {
			return
		}
		for range 20 {
			var b strings.Builder
			fmt.Fprintf(&b, "pseudo-Boolean proof version 3.0\nf %d;\n", n)
			last := n
			literal := func() string {
				return []string{"x", "~x"}[random.IntN(2)] + fmt.Sprint(1+random.IntN(len(m.Placements)))
			}
			for range random.IntN(8) {
				fmt.Fprintf(&b, "pol %d", 1+random.IntN(last))
				for range random.IntN(6) {
					switch random.IntN(6) {
					case 0:
						fmt.Fprintf(&b, " %d *", 1+random.IntN(3))
					case 1:
						fmt.Fprintf(&b, " %d d", 1+random.IntN(3))
					case 2:
						b.WriteString(" s")
					case 3:
						b.WriteString(" " + literal() + " +")
					case 4:
						fmt.Fprintf(&b, " x%d w", 1+random.IntN(len(m.Placements)))
					default:
						fmt.Fprintf(&b, " %d +", 1+random.IntN(last))
					}
				}
				b.WriteString(";\n")
				if last++; random.IntN(2) == 0 {
					continue
				}
				// A clause that may or may not follow. If it does not, the proof ends.
				fmt.Fprintf(&b, "rup 1 %s 1 %s >= 1;\n", literal(), literal())
				last++
			}
			b.WriteString("rup >= 1;\n")
			b.WriteString(proofEnd(last + 1))
			_, err := CheckPB(context.Background(), f, strings.NewReader(b.String()))
			if err == nil {
				verified++
			}
			if err == nil && len(solutions) > 0 {
				t.Fatalf("verified, and there are %d solutions: %s", len(solutions), b.String())
			}
		}
		if len(solutions) == 0 {
			contradictions++
		}
	})
	if verified < 100 || contradictions < 50 {
		t.Errorf("%d proofs were right, of %d formulas: too few to tell", verified, contradictions)
	}
}

// FuzzVeriPB checks that no input panics or refutes a formula with solutions.
func FuzzVeriPB(f *testing.F) {
	for _, seed := range []string{
		"pol 1 2 + 3 + 4 +;", "rup 1 x1 1 ~x2 >= 1 : 1 2;", "del id 1 -1;", "pol x1 ~x2 + 3 d s x1 w;", "conclusion UNSAT;", "% comment\n", "rup >= 1;",
		"pol 1 4611686018427387903 * 2 *;", "pol 5 -1 +;",
	} {
		f.Add(seed)
	}
	solvable := pigeons()
	with := encode.NewPB(7)
	for _, c := range append(solvable.Constraints()[:2:2], solvable.Constraints()[3:]...) {
		with.Add(c)
	}
	f.Fuzz(func(t *testing.T, steps string) {
		text := "pseudo-Boolean proof version 3.0\n" + steps + "\noutput NONE;\nconclusion UNSAT : -1;\nend pseudo-Boolean proof;\n"
		if result, err := CheckPB(context.Background(), with, strings.NewReader(text)); err == nil || result.Verified {
			t.Errorf("verified: %s", text)
		}
		readertest.Check(t, []byte(text), func(r io.Reader) error {
			_, err := CheckPB(context.Background(), pigeons(), r)
			return err
		})
	})
}
