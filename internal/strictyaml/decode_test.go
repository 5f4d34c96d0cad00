package strictyaml

import (
	"fmt"
	"regexp"
	"testing"
)

// sizes can be written as a text or with keys.
type sizes struct {
	text string
	From string `yaml:"from"`
}

func (s *sizes) UnmarshalText(text []byte) error {
	s.text = string(text)
	return nil
}

type shop struct {
	Name    string          `yaml:"name"`
	Pattern *regexp.Regexp  `yaml:"pattern"`
	Sizes   At[[]sizes]     `yaml:"sizes"`
	Prices  Entries[string] `yaml:"prices" example:"apple"`
}

func (s *shop) Validate() error {
	if s.Name == "shut" {
		return fmt.Errorf("the shop is shut")
	}
	return nil
}

func TestDecode(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"name: x\nsizes:\n  - 8\n  - {from: 7}\nprices: {b: 2, a: '1'}\npattern: a+", "x 3:3 [{8 } { 7}] b=2@5:10 a=1@5:16 a+"},
		{"sizes: 8", " 1:8 [{8 }]"},
		{"name: |\n  two\n  lines\n", "two\nlines 0:0 []"},
		{"", "f:1:1: the file is empty"},
		{"name: x\n---\nname: y", "f:3:1: a second document begins here; there is one in a file"},
		{"[name]", "f:1:1: keys with values expected (name: …), this is a list"},
		{"nam: x", `f:1:1: unknown key "nam" (did you mean "name"?)`},
		{"<<: {name: x}", `f:1:1: unknown key "<<" (there are name, pattern, sizes, prices)`},
		{"name: x\nname: y", `f:2:1: duplicate key "name" (first on line 1)`},
		{"name:", `f:1:1: "name" has no value`},
		{"name: ' '", "f:1:7: the text is empty"},
		{"name: [x]", "f:1:7: a single value expected, this is a list"},
		{"name: &a x", "f:1:7: a single value expected, this is an anchor, an alias or a tag"},
		{"name: shut", "f:1:1: the shop is shut"},
		{"pattern: (", "f:1:10: error parsing regexp: missing closing ): `(`"},
		{"pattern: {from: 1}", "f:1:10: a single value expected, this is keys with values"},
		{"sizes: []", "f:1:8: the list is empty"},
		{"sizes: [{to: 8}]", `f:1:10: unknown key "to" (there is only from)`},
		{"prices: 8", "f:1:9: keys with values expected (apple: …), this is a single value"},
		{"prices: {a: 1, a: 2}", `f:1:16: duplicate key "a" (first on line 1)`},
		{"prices: {a: }", "f:1:12: a single value expected, this is nothing"},
		{"{[", "f:1:2: "},
	} {
		var s shop
		got := ""
		if err := Decode("f", []byte(test.text), &s); err != nil {
			got = err.Error()
			if test.want == "f:1:2: " && len(got) > len(test.want) { // the rest is from the parser
				got = got[:len(test.want)]
			}
		} else {
			got = fmt.Sprintf("%s %d:%d %v", s.Name, s.Sizes.Line, s.Sizes.Column, s.Sizes.Value)
			for _, e := range s.Prices {
				got += fmt.Sprintf(" %s=%s@%d:%d", e.Key, e.Value, e.Line, e.Column)
			}
			if s.Pattern != nil {
				got += " " + s.Pattern.String()
			}
		}
		if got != test.want {
			t.Errorf("%q\ngot  %s\nwant %s", test.text, got, test.want)
		}
	}
}
