package lettering

import (
	"slices"
	"testing"
)

func within(most int) func(string) bool {
	return func(line string) bool { return len([]rune(line)) <= most }
}

func TestWrapped(t *testing.T) {
	for _, test := range []struct {
		words string
		most  int
		want  []string
	}{
		{"", 5, nil},
		{"one two three", 7, []string{"one two", "three"}},
		{" one   two ", 3, []string{"one", "two"}},
		{"a domination b", 5, []string{"a", "domi…", "b"}},
	} {
		if got := Wrapped(test.words, within(test.most)); !slices.Equal(got, test.want) {
			t.Errorf("Wrapped(%q) to %d: %q, want %q", test.words, test.most, got, test.want)
		}
	}
}

func TestShortened(t *testing.T) {
	for words, want := range map[string]string{"queen": "queen", "queens": "quee…", "": ""} {
		if got := Shortened(words, within(5)); got != want {
			t.Errorf("Shortened(%q) = %q, want %q", words, got, want)
		}
	}
}

func TestPrintable(t *testing.T) {
	if got, want := Printable("Pólya\tn² 王\x00"), "Pólya n² ??"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
