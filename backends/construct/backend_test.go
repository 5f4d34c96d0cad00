package construct

import (
	"context"
	"slices"
	"testing"
	"time"

	"nqueens"
	"nqueens/family"
)

func first(t *testing.T, problem, encoding string) nqueens.Request {
	t.Helper()
	p, err := family.All().Parse(problem)
	if err != nil {
		t.Fatal(err)
	}
	return nqueens.Request{Problem: p, Task: nqueens.FindFirst, Encoding: encoding}
}

func TestRun(t *testing.T) {
	for m := 1; m <= 100; m++ {
		for _, family := range []*nqueens.Family{family.Queens, family.Torus} {
			for _, encoding := range append((Backend{}).Describe().Encodings, "") {
				r := nqueens.Request{Problem: nqueens.Problem{Family: family, N: m}, Task: nqueens.FindFirst, Encoding: encoding}
				o := Backend{}.Run(t.Context(), r, nil)
				if supported := (Backend{}).Supports(r) == nil; supported != (o.Status == nqueens.Solved) {
					t.Fatalf("%v by %q: %s %s", r.Problem, encoding, o.Status, o.Reason)
				} else if !supported {
					continue
				}
				if err := r.Problem.Check(o.Solution); err != nil {
					t.Fatalf("%v by %q: %v", r.Problem, encoding, err)
				}
			}
		}
	}
}

func TestNote(t *testing.T) {
	for encoding, want := range map[string]string{
		"": "form B1 of Hoffman, Loessi and Moore (1969)", "auto": "form B1 of Hoffman, Loessi and Moore (1969)",
		"B": "construction B of Hoffman, Loessi and Moore (1969)", "bernhardsson": "Bernhardsson's list (1991)",
	} {
		if o := (Backend{}).Run(t.Context(), first(t, "queens(8)", encoding), nil); o.Note != want || o.Stats["queens"] != 8 {
			t.Errorf("%q: %q, %v; want %q", encoding, o.Note, o.Stats, want)
		}
	}
	if o := (Backend{}).Run(t.Context(), first(t, "queens(7)", "polya"), nil); o.Note != "Pólya's construction for the torus (1918)" {
		t.Error(o.Note)
	}
}

func TestRefusals(t *testing.T) {
	for _, test := range []struct{ problem, encoding, want string }{
		{"queens(2)", "", "queens(2) has no solution, so no construction gives one"},
		{"queens(3)", "A2", "queens(3) has no solution, so no construction gives one"},
		{"torus(8)", "auto", "torus(8) has no solution, so no construction gives one"},
		{"torus(7)", "A2", "A2 is for boards with edges, not for the torus"},
		{"queens(12)", "B", "B needs m mod 6 ≠ 0, and 12 mod 6 = 0"},
		{"queens(10)", "B1", "B1 needs m mod 4 = 0, and 10 mod 4 = 2"},
		{"queens(9)", "polya", "polya needs m mod 3 ≠ 0, and 9 mod 3 = 0"},
		{"rooks(8)", "", "no construction is known here for rooks, only for queens and torus"},
		{"queens(8, given=a1)", "", "construct has formulas for empty boards only, not for queens(8, given=a1)"},
		{"queens(8, symmetric=half-turn)", "", "construct has formulas for empty boards only, not for queens(8, symmetric=half-turn)"},
		{"queens(1000000000000001)", "", "construct takes boards of up to 1000000000000000 squares a side, not 1000000000000001"},
	} {
		r := first(t, test.problem, test.encoding)
		if err := (Backend{}).Supports(r); err == nil || err.Error() != test.want {
			t.Errorf("%s by %q: %v\nwant %s", test.problem, test.encoding, err, test.want)
		}
		if o := (Backend{}).Stream(t.Context(), r, nil); o.Status != nqueens.Unsupported || o.Reason != test.want {
			t.Errorf("%s by %q as a stream: %s %s", test.problem, test.encoding, o.Status, o.Reason)
		}
	}
	r := first(t, "queens(8)", "")
	r.Task = nqueens.CountAll
	if (Backend{}).Supports(r) == nil {
		t.Error("it counts")
	}
	want := `no form is called "B5" (did you mean "B1"?)`
	if _, err := FormNamed("B5"); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	if err := bernhardsson().Why(0); err == nil || err.Error() != "a board has at least one square a side, not 0" {
		t.Error(err)
	}
}

func TestTooLargeToHold(t *testing.T) {
	r := first(t, "queens(33554433)", "")
	if err := (Backend{}).Supports(r); err != nil {
		t.Error(err)
	}
	o := Backend{}.Run(t.Context(), r, nil)
	if want := "construct stores solutions of up to 33554432 queens in memory, not 33554433; it can write larger ones only as a stream, one number a line (--as lines)"; o.Status != nqueens.Unsupported || o.Reason != want {
		t.Errorf("%s %s, want %s", o.Status, o.Reason, want)
	}
}

func TestRunStops(t *testing.T) {
	ctx, cancel := context.WithDeadline(t.Context(), time.Now())
	defer cancel()
	if o := (Backend{}).Run(ctx, first(t, "queens(1000)", ""), nil); o.Status != nqueens.Timeout || o.Solution != nil {
		t.Errorf("%s with %d queens", o.Status, len(o.Solution))
	}
}

func TestDescription(t *testing.T) {
	d := Backend{}.Describe()
	if want := []string{"auto", "A", "B", "C", "A1", "A2", "B1", "B2", "B3", "B4", "bernhardsson", "polya", "klarner"}; !slices.Equal(d.Encodings, want) {
		t.Errorf("%v, want %v", d.Encodings, want)
	}
	for _, f := range Forms() {
		if f.About == "" || f.Source == "" || f.Family == nil {
			t.Errorf("%+v", f)
		}
	}
}
