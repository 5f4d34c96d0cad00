package nqueens

import "testing"

func TestSquareNames(t *testing.T) {
	for name, want := range map[string]Square{
		"a1": {0, 0}, "h8": {7, 7}, "z26": {25, 25}, "aa1": {26, 0}, "az2": {51, 1}, "ba10": {52, 9}, "zz100": {701, 99}, "aaa1": {702, 0},
	} {
		got, err := ParseSquare(name)
		if err != nil || got != want {
			t.Errorf("ParseSquare(%q) = %v, %v; want %+v", name, got, err, want)
		}
		if want.String() != name {
			t.Errorf("%+v is called %q, want %q", want, want, name)
		}
	}
	if got, err := ParseSquare("a1073741824"); err != nil || got != (Square{0, 1<<30 - 1}) {
		t.Errorf("%v, %v", got, err)
	}
	if got, err := ParseSquare("C4"); err != nil || got != (Square{2, 3}) {
		t.Errorf("C4 = %v, %v", got, err)
	}
}

func TestParseSquareErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                      `square "": it does not begin with a file's letter (a square is letters then a number, as in c4)`,
		"4":                     `square "4": it does not begin with a file's letter (a square is letters then a number, as in c4)`,
		"c":                     `square "c": the rank is missing (a square is letters then a number, as in c4)`,
		"c0":                    `square "c0": ranks begin at 1 (a square is letters then a number, as in c4)`,
		"c4x":                   `square "c4x": "4x" is not a rank (a square is letters then a number, as in c4)`,
		"c-1":                   `square "c-1": "-1" is not a rank (a square is letters then a number, as in c4)`,
		"zzzzzzzzzzzzzzzzzzzz1": `square "zzzzzzzzzzzzzzzzzzzz1": the file is too far away (a square is letters then a number, as in c4)`,
		"a1073741825":           `square "a1073741825": the rank is too far away (a square is letters then a number, as in c4)`,
		"a99999999999999999999": `square "a99999999999999999999": the rank is too far away (a square is letters then a number, as in c4)`,
	} {
		if _, err := ParseSquare(text); err == nil || err.Error() != want {
			t.Errorf("ParseSquare(%q): %v, want %s", text, err, want)
		}
	}
}

func FuzzParseSquare(f *testing.F) {
	for _, seed := range []string{"a1", "zz99", "c0", "é1", "a+1", ""} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ParseSquare(text)
		if err != nil {
			return
		}
		if again, err := ParseSquare(s.String()); err != nil || again != s {
			t.Errorf("%q is %+v, whose name %q is read as %+v, %v", text, s, s, again, err)
		}
	})
}
