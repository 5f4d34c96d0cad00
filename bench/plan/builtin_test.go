package plan

import (
	"nqueens"
	"nqueens/backends"
	"nqueens/encode"
	"testing"
)

// historical are methods for bare boards that are there to be reproduced.
var historical = map[string]bool{
	"naive": true, "symmetric": true, "marks": true, "available": true, "bitmask-stack": true,
	"place": true, "permutations": true, "recursive-bitmask": true, "wirth": true, "dijkstra": true,
	"determinant": true, "table": true, "sosic-gu": true, "genetic": true,
}

// The plan that runs when the user names none shows all that there is.
func TestBuiltinPlanCoversEverything(t *testing.T) {
	p := Builtin()
	list := backends.All()
	experiment, err := p.Experiment(list)
	if err != nil {
		t.Fatal(err)
	}
	covered := map[string]bool{}
	for _, j := range experiment.Jobs {
		covered["family "+j.Problem.Family.Name] = true
		covered["task "+string(j.Task)] = true
		covered["backend "+j.Backend] = true
		covered["encoding "+j.Encoding] = true
		covered["completion"] = covered["completion"] || len(j.Problem.Given) > 0
		covered["wrong "+j.Backend] = covered["wrong "+j.Backend] || j.ExpectDisagreement
	}
	want := []string{"completion"}
	for _, f := range nqueens.Families() {
		want = append(want, "family "+f.Name)
	}
	for _, task := range nqueens.Tasks() {
		want = append(want, "task "+string(task))
	}
	for _, e := range encode.Encodings() {
		want = append(want, "encoding "+e.Name)
	}
	for _, b := range list {
		d := b.Describe()
		if historical[d.Name] || d.External != "" { // external ones take part when named, and may not be installed
			continue
		}
		if d.Name == "gophersat-cutting-planes" {
			continue // it has a plan of its own: wrong.yaml
		}
		want = append(want, "backend "+d.Name)
		if d.Caution != "" {
			want = append(want, "wrong "+d.Name)
		} else if covered["wrong "+d.Name] {
			t.Errorf("wrong answers are expected of %s, which has no caution", d.Name)
		}
	}
	for _, w := range want {
		if !covered[w] {
			t.Errorf("the built-in plan has no %s", w)
		}
	}
	// A 95 % interval for a median needs six values.
	if p.Repeat.Min < 6 {
		t.Errorf("%d repetitions are too few for intervals", p.Repeat.Min)
	}
}
