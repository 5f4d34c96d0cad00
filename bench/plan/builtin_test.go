package plan

import (
	"nqueens"
	"nqueens/backends"
	"nqueens/encode"
	"testing"
)

// TestBuiltinPlanCoversEverything checks that the built-in plan has every engine and encoding.
func TestBuiltinPlanCoversEverything(t *testing.T) {
	p := Builtin()
	list := backends.All()
	experiment, err := p.Experiment(list)
	if err != nil {
		t.Fatal(err)
	}
	covered := map[string]bool{}
	for _, j := range experiment.Jobs {
		covered["task "+string(j.Task)] = true
		covered["backend "+j.Backend] = true
		covered["encoding "+j.Encoding] = true
		covered["completion"] = covered["completion"] || len(j.Problem.Given) > 0
		covered["wrong "+j.Backend] = covered["wrong "+j.Backend] || j.ExpectDisagreement
	}
	want := []string{"completion", "wrong gophersat-models"}
	for _, task := range nqueens.Tasks() {
		want = append(want, "task "+string(task))
	}
	for _, e := range encode.Encodings() {
		want = append(want, "encoding "+e.Name)
	}
	for _, b := range list {
		d := b.Describe()
		if _, preferred := b.(backends.Preferring); preferred && d.Caution == "" {
			want = append(want, "backend "+d.Name)
		}
		if d.Caution == "" && covered["wrong "+d.Name] {
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
