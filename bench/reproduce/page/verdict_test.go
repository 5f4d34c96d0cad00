package page

import "testing"

func TestVerdict(t *testing.T) {
	for _, test := range []struct{ got, want string }{
		{Overall(nil), "no comparison"},
		{Overall([]Verdict{{Kind: SameShape}, {Kind: Wrong}, {Kind: SameShape}}), "1 WRONG, 2 same shape"},
		{Verdict{Differs, "x", "of this"}.String(), "differs, because of this"},
		{Verdict{SameShape, "x", "2 and 3"}.String(), "same shape: 2 and 3"},
		{Verdict{SameValue, "x", ""}.String(), "same value"},
	} {
		if test.got != test.want {
			t.Errorf("%q, want %q", test.got, test.want)
		}
	}
}
