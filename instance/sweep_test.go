package instance

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

func TestParseRange(t *testing.T) {
	for _, test := range []struct {
		text string
		n    int
		want string
	}{
		{"8", 5, "[8]"},
		{"8..11", 5, "[8 9 10 11]"},
		{" 12..20 step 4 ", 5, "[12 16 20]"},
		{"12..19 step 4", 5, "[12 16]"},
		{"n", 5, "[5]"},
		{"3..n", 5, "[3 4 5]"},
		{"3..n + 2 step 2", 5, "[3 5 7]"},
		{"n-1..2n-4", 5, "[4 5 6]"},
		{"0..2n step n", 5, `"0..2n step n": step n: write a number from 1 to 10000000`},
		{"0..4 step 0", 5, `"0..4 step 0": step 0: write a number from 1 to 10000000`},
		{"4 step 2", 5, `"4 step 2": a step needs a range, as in 8..14 step 2`},
		{"9..4", 5, `range "9..4" goes down; write 4..9`},
		{"n+2..n", 5, `range "n+2..n" goes down; write n..n+2`},
		{"8..n+2", 5, `range "8..n+2" is empty at n = 5, where it goes from 8 to 7`},
		{"n-8", 5, `"n-8" is -3 at n = 5; values must be at least 0`},
		{"m", 5, `"m": "m" is neither a whole number nor one with n, as n+2 or 2n; write`},
		{"8..", 5, `"8..": "" is neither`},
		{"-1", 5, `"-1": "-1" is neither`},
		{"1.5", 5, `"1.5": "1.5" is neither`},
		{"", 5, `"": "" is neither`},
		{"99999999999999999999", 5, `99999999999999999999 is not between 0 and 10000000`},
		{"10000001n", 5, `10000001 is not between 0 and 10000000`},
	} {
		r, err := ParseRange(test.text)
		var values []int
		if err == nil {
			values, err = r.Values(test.n)
		}
		got := fmt.Sprint(values)
		if err != nil {
			got = err.Error()
		}
		if got != test.want && (err == nil || !strings.Contains(got, test.want)) {
			t.Errorf("%q at %d: %s, want %s", test.text, test.n, got, test.want)
		}
	}
}

// ranges parses valid texts.
func ranges(texts ...string) (list []Range) {
	for _, text := range texts {
		r, err := ParseRange(text)
		if err != nil {
			panic(err)
		}
		list = append(list, r)
	}
	return list
}

func all(texts ...string) Values { return Values{{Ranges: ranges(texts...)}} }

// TestSweep checks the order, sizes first and then the parameters, that repeated values occur once,
// and that missing parameters have their defaults.
func TestSweep(t *testing.T) {
	for _, test := range []struct {
		sweep Sweep
		want  string
	}{
		{Sweep{Kind: ExcludedDiagonals, N: ranges("12..14 step 2", "12"), Values: map[string]Values{"diagonals": all("10..n-2", "10")}},
			"12-10-4 14-10-4 14-11-4 14-12-4"},
		{Sweep{Kind: ExcludedDiagonals, N: ranges("10..12"), Values: map[string]Values{
			"diagonals": {{Sizes: []int{10, 11}, Ranges: ranges("3")}, {Sizes: []int{12}, Ranges: ranges("5", "7")}}, "least": all("3..4")}},
			"10-3-3 10-3-4 11-3-3 11-3-4 12-5-3 12-5-4 12-7-3 12-7-4"},
		{Sweep{Kind: ExcludedDiagonals, N: ranges("9")}, "9-all-4"},
		{Sweep{Kind: Completion, N: ranges("9"), Values: map[string]Values{"queens": all("2..3")}}, "9-2 9-3"},
		{Sweep{Kind: Structured, N: ranges("20"), Permuted: true, Values: map[string]Values{"hall": all("2..3"), "turns": all("0..1")}},
			"20-0-b0-h2-permuted-4 20-0-b0-h2-permuted-turn1-4 20-0-b0-h3-permuted-4 20-0-b0-h3-permuted-turn1-4"},
	} {
		test.sweep.Count = 2
		test.sweep.Seed = 7
		recipes, err := test.sweep.Recipes(1000)
		if err != nil {
			t.Fatal(err)
		}
		var want, got []string
		for _, seed := range []string{"7", "8"} { // all recipes with one seed before the next seed
			for _, name := range strings.Fields(test.want) {
				want = append(want, fmt.Sprintf("%s-%s-%s.param", test.sweep.Kind, name, seed))
			}
		}
		for o := range test.sweep.Origins(recipes) {
			got = append(got, o.FileName())
		}
		if !slices.Equal(got, want) {
			t.Errorf("got  %v\nwant %v", got, want)
		}
	}
}

func TestSweepRefused(t *testing.T) {
	queens := map[string]Values{"queens": all("3")}
	for _, test := range []struct {
		sweep           Sweep
		parameter, want string
	}{
		{Sweep{Kind: "lost", N: ranges("8"), Count: 1}, "", `no kind of instance is called "lost"`},
		{Sweep{Kind: Completion, N: ranges("8"), Count: 0, Values: queens}, "count", "0 is too few: write at least 1"},
		{Sweep{Kind: Completion, N: ranges("8"), Count: 2, Seed: math.MaxUint64, Values: queens}, "seed", "before there are 2"},
		{Sweep{Kind: Completion, N: ranges("8"), Count: 1, Permuted: true, Values: queens}, "permute", "completion has none; that is for structured"},
		{Sweep{Kind: Completion, Count: 1, Values: queens}, "n", "it is missing"},
		{Sweep{Kind: Completion, N: ranges("8..n"), Count: 1, Values: queens}, "n", `"8..n": n has no value here; write numbers`},
		{Sweep{Kind: Completion, N: ranges("8..5000"), Count: 1, Values: queens}, "n", `5000 is not between 1 and 2048`},
		{Sweep{Kind: Completion, N: ranges("0..5"), Count: 1, Values: queens}, "n", `0 is not between 1 and 2048`},
		{Sweep{Kind: Completion, N: ranges("8"), Count: 1}, "queens", "it is missing"},
		{Sweep{Kind: Blocked, N: ranges("8"), Count: 1, Values: queens}, "queens", "blocked has none; it has blocks, least"},
		{Sweep{Kind: Completion, N: ranges("8..9"), Count: 1, Values: map[string]Values{"queens": {{Sizes: []int{8}, Ranges: ranges("3")}}}}, "queens", "there are no values for n = 9"},
		{Sweep{Kind: Completion, N: ranges("8"), Count: 1, Values: map[string]Values{"queens": all("3..n-6")}}, "queens", `range "3..n-6" is empty at n = 8`},
		{Sweep{Kind: Completion, N: ranges("8"), Count: 1, Values: map[string]Values{"queens": all("7..n+1")}}, "queens", "9 queens: there can be 0 to 8"},
		{Sweep{Kind: Completion, N: ranges("8"), Count: 1_000_000_000, Values: queens}, "count", "1,000,000,000 instances: there can be 10,000 at most"},
		{Sweep{Kind: Completion, N: ranges("1..2048"), Count: math.MaxInt, Values: map[string]Values{"queens": all("0..10000000")}}, "count", "instances: there can be 10,000 at most"},
		{Sweep{Kind: Completion, N: ranges("100..101"), Count: 3, Values: map[string]Values{"queens": all("0..90000")}}, "queens", "540,006 instances: there can be 10,000 at most"},
		{Sweep{Kind: Completion, N: ranges("1..2048"), Count: 1000, Values: queens}, "n", "2,048,000 instances: there can be 10,000 at most"},
		{Sweep{Kind: Corner, N: ranges("20"), Count: 1, Published: true, Values: map[string]Values{"side": all("6")}}, "published", "are not published"},
		{Sweep{Kind: Structured, N: ranges("20"), Count: 1, Values: map[string]Values{"turns": all("4")}}, "turns", "4 quarter turns"},
	} {
		recipes, err := test.sweep.Recipes(10_000)
		if err == nil {
			t.Errorf("%+v: %d recipes", test.sweep, len(recipes))
			continue
		}
		parameter, text := "", err.Error()
		if wrong, ok := errors.AsType[*ParameterError](err); ok {
			parameter, text = wrong.Parameter, wrong.Err.Error()
		}
		if parameter != test.parameter || !strings.Contains(text, test.want) {
			t.Errorf("%+v:\n%q %s, want %q %s", test.sweep, parameter, text, test.parameter, test.want)
		}
	}
}
