package external

import (
	"strings"
	"testing"
)

// TestConfigurations checks that the description of a configuration of clasp differs from that of
// clasp only in the option.
func TestConfigurations(t *testing.T) {
	inputs := func(name string) string {
		text, err := descriptions.ReadFile("solvers/" + name + ".yaml")
		if err != nil {
			t.Fatal(err)
		}
		_, rest, _ := strings.Cut(string(text), "\ndebian:")
		return rest
	}
	const option = " --configuration=frumpy"
	plain, frumpy := inputs("clasp"), inputs("clasp-frumpy")
	if strings.Count(frumpy, option) != strings.Count(plain, "clasp -")-1 || strings.ReplaceAll(frumpy, option, "") != plain { // one command prints the version
		t.Errorf("clasp-frumpy is described as\n%s\nclasp as\n%s", frumpy, plain)
	}
	for _, s := range Solvers() {
		if s.name() == "clasp-frumpy" && s.Describe().Engine != "clasp" {
			t.Error("clasp-frumpy is a witness of clasp")
		}
	}
}
