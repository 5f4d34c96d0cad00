package external

import (
	"slices"
	"strings"
	"testing"
)

func TestWords(t *testing.T) {
	for command, want := range map[string][]string{
		"":                       nil,
		"  \t\n":                 nil,
		"./plain {n}":            {"./plain", "{n}"},
		" a  b\tc ":              {"a", "b", "c"},
		`'a b' "c d" e\ f`:       {"a b", "c d", "e f"},
		`a'b c'd"e"`:             {"ab cde"},
		`'' ""`:                  {"", ""},
		`"it's" 'say "x"'`:       {"it's", `say "x"`},
		`"a \"b\" \\ \c" 'x\'`:   {`a "b" \ \c`, `x\`},
		`.\plain.exe C:\new\{n}`: {`.\plain.exe`, `C:\new\{n}`},
		`$HOME *.c ~ a;b |c`:     {"$HOME", "*.c", "~", "a;b", "|c"}, // nothing is expanded
		`--side={n}`:             {"--side={n}"},
		`größe 'α β'`:            {"größe", "α β"},
	} {
		if got, err := words(command); err != nil || !slices.Equal(got, want) {
			t.Errorf("words(%q) = %q, %v, want %q", command, got, err, want)
		}
	}
	for command, want := range map[string]string{
		`./plain '{n}`: "a quote ' is not closed",
		`a "b`:         `a quote " is not closed`,
		"a\x00b":       "a command has no zero bytes",
	} {
		if got, err := words(command); err == nil || err.Error() != want {
			t.Errorf("words(%q) = %q, %v, want %s", command, got, err, want)
		}
	}
}

// FuzzWords checks that words splits off words that are quoted.
func FuzzWords(f *testing.F) {
	for _, text := range []string{"", "a b", `'"\`, "{n}", `"`, `\ `, "\xff"} {
		f.Add(text, text)
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		_, _ = words(a) // any input
		if strings.ContainsAny(a+b, "'\x00") || strings.ToValidUTF8(a+b, "") != a+b {
			return
		}
		got, err := words("'" + a + "' '" + b + "'")
		if err != nil || !slices.Equal(got, []string{a, b}) {
			t.Errorf("%q and %q came back as %q, %v", a, b, got, err)
		}
	})
}
