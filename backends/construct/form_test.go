package construct

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"nqueens"
	"nqueens/family"
)

// solves reports whether the form, applied to any size, gives a solution.
func solves(t *testing.T, f Form, family *nqueens.Family, m int) bool {
	t.Helper()
	scan, err := nqueens.Problem{Family: family, N: m}.Scan()
	if err != nil {
		t.Fatal(err)
	}
	for k := range f.Numbers(m) {
		if scan.Next(k-1) != nil {
			return false
		}
	}
	return scan.End() == nil
}

// TestSizes compares, for every form, the sizes at which it gives a solution with those of the
// publications. For the B lists these are the sizes of construction B, which they belong to.
func TestSizes(t *testing.T) {
	byB := func(m int) bool { return m%6 != 0 }
	right := map[string]func(m int) bool{
		"A":            func(m int) bool { return m%2 == 0 && m%6 != 2 },
		"B":            func(m int) bool { return m%2 == 0 && byB(m) },
		"C":            func(m int) bool { return m%2 == 1 },
		"A1":           func(m int) bool { return m%2 == 0 && m%6 != 2 },
		"A2":           func(m int) bool { return m%2 == 1 && m%6 != 3 },
		"B1":           func(m int) bool { return m%2 == 0 && m/2%2 == 0 && byB(m) },
		"B2":           func(m int) bool { return m%2 == 0 && m/2%2 == 1 && byB(m) },
		"B3":           func(m int) bool { return m%2 == 1 && m/2%2 == 0 && byB(m-1) },
		"B4":           func(m int) bool { return m%2 == 1 && m/2%2 == 1 && byB(m-1) },
		"bernhardsson": func(int) bool { return true },
		"polya":        func(m int) bool { return m%2 != 0 && m%3 != 0 },
	}
	for _, f := range Forms() {
		for m := 4; m <= 400; m++ {
			want := right[f.Name](m)
			if got := solves(t, f, f.Family, m); got != want {
				t.Fatalf("%s at %d: a solution: %v, want %v", f.Name, m, got, want)
			}
			if err := f.Why(m); (err == nil) != want {
				t.Fatalf("%s at %d: %v", f.Name, m, err)
			}
		}
		for m := 1; m <= 3; m++ {
			if f.Why(m) == nil && !solves(t, f, f.Family, m) {
				t.Fatalf("%s at %d gives no solution", f.Name, m)
			}
		}
	}
	if len(right) != len(Forms()) {
		t.Errorf("%d forms tested of %d", len(right), len(Forms()))
	}
}

// TestPairs compares the lists of A and B with the pairs of row and column in which the
// constructions are published.
func TestPairs(t *testing.T) {
	for n := 2; n <= 300; n++ {
		m := 2 * n
		a, b := make([]int, m+1), make([]int, m+1) // the column of each row, from 1
		for k := 1; k <= n; k++ {
			a[k], a[m+1-k] = 2*k, m+1-2*k
			j := (2*(k-1) + n - 1) % m
			b[k], b[m+1-k] = 1+j, m-j
		}
		for name, want := range map[string][]int{"A": a, "B": b} {
			f, err := FormNamed(name)
			if err != nil {
				t.Fatal(err)
			}
			if got := slices.Collect(f.Numbers(m)); !slices.Equal(got, want[1:]) {
				t.Fatalf("%s at %d: %v, want %v", name, m, got, want[1:])
			}
			if f.Why(m) != nil {
				continue
			}
			listed, err := FormNamed(map[string][]string{"A": {"A1", "A1"}, "B": {"B1", "B2"}}[name][n%2])
			if got := slices.Collect(listed.Numbers(m)); err != nil || !slices.Equal(got, want[1:]) {
				t.Fatalf("%s at %d: %v, want %v", listed.Name, m, got, want[1:])
			}
		}
	}
}

func TestLists(t *testing.T) {
	for _, test := range []struct {
		form string
		m    int
		want string
	}{
		{"bernhardsson", 8, "2 4 6 8 3 1 7 5"},
		{"bernhardsson", 14, "2 4 6 8 10 12 14 3 1 7 9 11 13 5"},
		{"bernhardsson", 15, "4 6 8 10 12 14 2 5 7 9 11 13 15 1 3"},
		{"bernhardsson", 20, "2 4 6 8 10 12 14 16 18 20 3 1 7 9 11 13 15 17 19 5"},
		{"A1", 6, "2 4 6 1 3 5"},
		{"A2", 1, "1"},
		{"A2", 5, "2 4 1 3 5"},
		{"B1", 8, "4 6 8 2 7 1 3 5"},
		{"B2", 14, "7 9 11 13 1 3 5 10 12 14 2 4 6 8"},
		{"B3", 9, "4 6 8 2 7 1 3 5 9"},
		{"B4", 15, "7 9 11 13 1 3 5 10 12 14 2 4 6 8 15"},
		{"C", 9, "4 6 8 2 7 1 3 5 9"},
		{"C", 11, "2 4 6 8 10 1 3 5 7 9 11"},
		{"polya", 7, "1 3 5 7 2 4 6"},
	} {
		f, err := FormNamed(test.form)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Trim(fmt.Sprint(slices.Collect(f.Numbers(test.m))), "[]"); got != test.want {
			t.Errorf("%s at %d: %s, want %s", test.form, test.m, got, test.want)
		}
		if got := slices.Collect(f.Numbers(test.m)); test.m > 5 {
			for k := range f.Numbers(test.m) { // the loop stops early
				if k != got[0] {
					t.Errorf("%s at %d begins with %d", test.form, test.m, k)
				}
				break
			}
		}
	}
}

// TestPolyaOnTheTorus steps through the torus instead of using the list.
func TestPolyaOnTheTorus(t *testing.T) {
	for m := 5; m < 200; m += 2 {
		file := 0
		for k := range polya().Numbers(m) {
			if want := 2*file%m + 1; k != want {
				t.Fatalf("file %d of %d: %d, want %d", file+1, m, k, want)
			}
			file++
		}
	}
}

func TestBest(t *testing.T) {
	for m, want := range map[int]string{
		1: "A2", 4: "A1", 5: "A2", 6: "A1", 7: "A2", 8: "B1", 9: "B3", 10: "A1", 14: "B2", 15: "B4",
		1e15: "A1", 1e15 - 1: "B4",
	} {
		if f, err := Best(nqueens.Problem{Family: family.Queens, N: m}); err != nil || f.Name != want {
			t.Errorf("%d queens: %s, %v; want %s", m, f.Name, err, want)
		}
	}
	for m := 1; m <= 400; m++ {
		p := nqueens.Problem{Family: family.Torus, N: m}
		f, err := Best(p)
		if coprime := m%2 != 0 && m%3 != 0; coprime != (err == nil) {
			t.Errorf("%v: %v", p, err)
		}
		if err == nil && !solves(t, f, family.Queens, m) {
			t.Errorf("%v: no solution without the torus", p)
		}
	}
}
