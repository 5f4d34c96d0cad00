package nqueens_test

import (
	"slices"
	"strings"
	"testing"

	"nqueens"
	"nqueens/family"
)

func TestRegions(t *testing.T) {
	a, err := nqueens.ParseRegions("XXY/XZY/ZZY")
	b, err2 := nqueens.ParseRegions("001/021/221")
	if err != nil || err2 != nil || a != b || a != "aab/acb/ccb" {
		t.Fatalf("%q and %q: %v, %v", a, b, err, err2)
	}
	if n, board := a.Number(), a.Board(); n != 3 || board != nqueens.NByN(3) {
		t.Errorf("%d regions of %v", n, board)
	}
	if got := a.BySquare(); !slices.Equal(got, []int{2, 2, 1, 0, 2, 1, 0, 0, 1}) {
		t.Errorf("by square: %v", got)
	}
	if again, err := nqueens.RegionsBySquare(a.Board(), a.BySquare()); err != nil || again != a {
		t.Errorf("%q again: %q, %v", a, again, err)
	}
	if got := nqueens.Regions("aaab/abbb/cccd/cddd").Symmetries(); len(got) != 2 || got[1] != nqueens.HalfTurn {
		t.Errorf("symmetries: %v", got)
	}
	for text, want := range map[string]string{"aab/ab": "row 2 has 2 squares", "a.b": "not a letter or digit", "": "no square"} {
		if _, err := nqueens.ParseRegions(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func TestRegionsInNames(t *testing.T) {
	p, err := family.All().Parse("star-battle(5, stars=2, map=XXXXX/12345/12345/12345/12345, given=a1)")
	if err == nil || !strings.Contains(err.Error(), "6 regions") {
		t.Errorf("%v, %v", p, err)
	}
	p, err = family.All().Parse("star-battle(4, map=0011/0211/3222/3332, given=b4)")
	if want := "regions(4, map=aabb/acbb/dccc/dddc, given=b4)"; err != nil || p.String() != want || p.Bare() {
		t.Errorf("%v, %v, want %s", p, err, want)
	}
	for name, want := range map[string]string{
		"queens(4, map=0011/0211/3222/3332)":  "has no regions",
		"regions(5, map=0011/0211/3222/3332)": "board of 4×4 squares, not 5×5",
		"regions(4, map=0011/0011/0011/0011)": "2 regions on a board",
		"regions(4, stars=4)":                 "at most 3",
		"regions(4, stars=3)":                 "no room for 3 queens",
	} {
		if _, err := family.All().Parse(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
}
