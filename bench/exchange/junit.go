package exchange

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"nqueens"
	"nqueens/bench/summary"
	"nqueens/internal/printable"
)

// junitSuites, junitSuite and junitCase are the elements of JUnit's XML that CI systems read.
type junitSuites struct {
	XMLName xml.Name `xml:"testsuites"`
	Name    string   `xml:"name,attr"`
	junitCounts
	Suites []*junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name string `xml:"name,attr"`
	junitCounts
	Timestamp string      `xml:"timestamp,attr,omitempty"`
	Cases     []junitCase `xml:"testcase"`
}

// junitCounts are the attributes of a suite and of all suites.
type junitCounts struct {
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Errors   int          `xml:"errors,attr"`
	Skipped  int          `xml:"skipped,attr"`
	Time     junitSeconds `xml:"time,attr"`
}

type junitCase struct {
	Class   string       `xml:"classname,attr"`
	Name    string       `xml:"name,attr"`
	Time    junitSeconds `xml:"time,attr"`
	Failure *junitReason `xml:"failure,omitempty"`
	Error   *junitReason `xml:"error,omitempty"`
	Skipped *junitReason `xml:"skipped,omitempty"`
}

type junitReason struct {
	Type    string `xml:"type,attr,omitempty"`
	Message string `xml:"message,attr"`
}

// WriteJUnit writes the run in JUnit's XML for a CI system: a suite for each contender, and a test for each
// problem and task. A wrong answer is a failure unless the plan expects it, a crash is an error, and an
// answer that a limit prevented is skipped.
func (x Export) WriteJUnit(w io.Writer) error {
	all := junitSuites{Name: printable.Text(x.Name)}
	of := map[string]*junitSuite{}
	for _, c := range x.Summary.Results() {
		name := printable.Text(c.Contender.String())
		s := of[name]
		if s == nil {
			s = &junitSuite{Name: name}
			if started := x.where(c).Started; !started.IsZero() {
				s.Timestamp = started.UTC().Format("2006-01-02T15:04:05")
			}
			of[name] = s
			all.Suites = append(all.Suites, s)
		}
		test := x.junitCase(c, name)
		s.Cases = append(s.Cases, test)
		s.add(test)
		all.add(test)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	out := xml.NewEncoder(w)
	out.Indent("", " ")
	if err := out.Encode(all); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// junitCase returns the test of one result.
func (x Export) junitCase(c *summary.Cell, class string) junitCase {
	name := cmp.Or(c.Instance, c.Problem)
	test := junitCase{Class: class, Name: printable.Text(name + ", " + string(c.Task)), Time: junitSeconds(c.Seconds.Median)}
	switch {
	case c.Wrong && !c.Expected:
		test.Failure = &junitReason{"wrong", printable.Text(x.why(c))}
	case c.Skipped != "":
		test.Skipped = &junitReason{"", printable.Text(c.Skipped)}
	case c.Status.Answered():
	case c.Status == nqueens.Crashed:
		test.Error = &junitReason{string(c.Status), printable.Text(cmp.Or(c.Reason, "it crashed"))}
	default:
		test.Skipped = &junitReason{"", printable.Text(strings.TrimSuffix(string(c.Status)+": "+c.Reason, ": "))}
	}
	return test
}

// why returns why the answer of a cell is wrong.
func (x Export) why(c *summary.Cell) string {
	for _, v := range x.Summary.Judgement.Verdicts {
		if v.Name != c.Problem {
			continue
		}
		for _, d := range v.Dissent {
			if d.Task == c.Task && d.Contender == c.Contender {
				return d.Why
			}
		}
	}
	return "the answer is wrong"
}

func (n *junitCounts) add(test junitCase) {
	n.Tests++
	n.Time += test.Time
	switch {
	case test.Failure != nil:
		n.Failures++
	case test.Error != nil:
		n.Errors++
	case test.Skipped != nil:
		n.Skipped++
	}
}

// junitSeconds is a time that is written with at most six decimals.
type junitSeconds float64

func (s junitSeconds) MarshalText() ([]byte, error) {
	return []byte(strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.6f", float64(s)), "0"), ".")), nil
}
