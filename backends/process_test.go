package backends_test

import (
	"os"
	"testing"

	"nqueens/backends"
)

// TestUserDefined checks that user-defined programs take part unnamed, and that backends of All do
// so only if they are ordinary.
func TestUserDefined(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	counter, err := backends.ParseCounter("mine="+self+" {n}", "")
	if err != nil {
		t.Fatal(err)
	}
	solver, err := backends.ParseSolver("mine.yaml", []byte("name: mine\nabout: x\ninputs: {format: dimacs, answer: competition, first: 'x {input}'}\n"))
	if err != nil {
		t.Fatal(err)
	}
	if !backends.UserDefined(counter) || !backends.UserDefined(solver) || counter.CommandLine() != self+" {n}" || solver.CommandLine() != "x {input}" {
		t.Errorf("%+v, %+v", counter, solver)
	}
	if counter.Describe().Engine != backends.CounterEngine("mine") || backends.Version(counter) == "" || backends.Version(solver) != "not installed" {
		t.Errorf("%+v", counter.Describe())
	}
	if _, standalone := solver.(backends.Standalone); standalone {
		t.Error("a solver's command is taken for a whole answer")
	}
	all := backends.All()
	for _, b := range all {
		_, process := b.(backends.Process)
		if backends.UserDefined(b) || process != (b.Describe().External != "") {
			t.Errorf("%s: the user's own: %v, another program: %v", b.Describe().Name, backends.UserDefined(b), process)
		}
	}
	joined, err := backends.Join(all, counter)
	if err != nil || len(joined) != len(all)+1 {
		t.Fatal(err)
	}
	if _, err := backends.Join(joined, solver); err == nil {
		t.Error("two backends have one name")
	}
}
