package exchange

import (
	"encoding/xml"
	"strings"
	"testing"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench/judge"
)

// TestJUnit checks which results are failures, errors and skipped, with their reasons.
func TestJUnit(t *testing.T) {
	x := byHand()
	x.Summary.Judgement.Verdicts = []judge.Verdict{{Name: "queens(5)", Dissent: []judge.Dissent{
		{Task: nqueens.FindFirst, Contender: backends.Contender{Backend: "other"}, Why: "another reason"},
		{Task: nqueens.FindFirst, Contender: backends.Contender{Backend: "dlx"}, Why: "says <none>"},
	}}}
	expected := *x.Summary.Cells[4]
	expected.Expected = true
	x.Summary.Cells = append(x.Summary.Cells, &expected)
	text := written(t, x.WriteJUnit)
	var all junitSuites
	if err := xml.Unmarshal([]byte(text), &all); err != nil {
		t.Fatal(err)
	}
	if all.Tests != 8 || all.Failures != 1 || all.Errors != 1 || all.Skipped != 3 || len(all.Suites) != 2 {
		t.Errorf("%+v\n%s", all.junitCounts, text)
	}
	for name, want := range map[string]string{
		"queens(9), count":  `<skipped message="timeout"`,
		"queens(10), count": `<error type="crashed" message="it crashed"`,
		"queens(5), first":  `<failure type="wrong" message="says &lt;none&gt;"`,
	} {
		_, after, found := strings.Cut(text, `name="`+name+`"`)
		before, _, _ := strings.Cut(after, "</testcase>")
		if !found || !strings.Contains(before, want) {
			t.Errorf("%s has no %s in\n%s", name, want, text)
		}
	}
	if !strings.Contains(text, `<testcase classname="gini/product x4" name="queens(8, given=a1), count" time="0.5">`) || !strings.Contains(text, `timestamp="2025-06-07T08:09:10"`) {
		t.Error(text)
	}
}
