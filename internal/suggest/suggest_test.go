package suggest

import "testing"

func TestNearest(t *testing.T) {
	names := []string{"bitmask", "dlx", "gini", "gophersat", "gophersat-pb", "pairwise"}
	for typed, want := range map[string]string{
		"bitmsk": "bitmask", "GINI": "gini", "gin": "gini", "pair": "pairwise", "gophersatpb": "gophersat-pb",
		"gopher-sat": "gophersat", "dxl": "dlx", "cadical": "", "": "", "x": "", "zzz": "",
	} {
		if got := Nearest(typed, names); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", typed, got, want)
		}
	}
	if got := Nearest("a", nil); got != "" {
		t.Errorf("of no names %q is nearest", got)
	}
	if got := Nearest("z", []string{"n"}); got != "" {
		t.Errorf("Nearest(z) = %q, with which it shares no letter", got)
	}
}

func TestAmong(t *testing.T) {
	for want, valid := range map[string][]string{"(there is none)": nil, "(there is only n)": {"n"}, "(there are n, m)": {"n", "m"}} {
		if got := Among("zzz", valid); got != want {
			t.Errorf("among %q: %s, want %s", valid, got, want)
		}
	}
}

func TestEditDistance(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "abc", 3}, {"kitten", "sitting", 3}, {"saturday", "sunday", 3}, {"abc", "abc", 0}, {"ab", "ba", 2}} {
		if got := editDistance(test.a, test.b); got != test.want {
			t.Errorf("editDistance(%q, %q) = %d, want %d", test.a, test.b, got, test.want)
		}
		if got := editDistance(test.b, test.a); got != test.want {
			t.Errorf("editDistance(%q, %q) = %d, want %d", test.b, test.a, got, test.want)
		}
	}
}
