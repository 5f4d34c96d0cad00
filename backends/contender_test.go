package backends_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"nqueens"
	"nqueens/backends"
)

// TestChoose: who takes part by names, encodings and threads, in order and once.
func TestChoose(t *testing.T) {
	list := slices.DeleteFunc(backends.All(), func(b backends.Backend) bool {
		return !slices.Contains([]string{"bitmask", "naive", "gini", "gophersat-pb"}, b.Describe().Name)
	})
	for _, test := range []struct {
		selection backends.Selection
		want      string // contenders, or the error
	}{
		{backends.Selection{}, "bitmask, gini/bimander, gophersat-pb, naive"},
		{backends.Selection{Backends: []string{"all"}, Encodings: []string{"product"}}, "bitmask, gini/product, gophersat-pb, naive"},
		{backends.Selection{Backends: []string{"naive", "gini"}, Encodings: []string{"product", "ladder"}}, "naive, gini/product, gini/ladder"},
		{backends.Selection{Backends: []string{"gini/product", "gini"}, Encodings: []string{"ladder"}}, "gini/product, gini/ladder"},
		{backends.Selection{Backends: []string{"gini/product", "gini"}, Encodings: []string{"product"}}, "gini/product"},
		{backends.Selection{Backends: []string{"bitmask/portable", "bitmask"}, Threads: []int{1, 2}}, "bitmask/portable, bitmask/portable x2, bitmask, bitmask x2"},
		{backends.Selection{Backends: []string{"gni"}}, `backend: no backend is called "gni" (did you mean "gini"?)`},
		{backends.Selection{Backends: []string{"gini/prod"}}, `backend: gini has no encoding "prod" (did you mean "product"?)`},
		{backends.Selection{Backends: []string{"gini"}, Encodings: []string{"prod"}}, `encoding: no encoding is called "prod" (did you mean "product"?)`},
		{backends.Selection{Backends: []string{"naive"}, Encodings: []string{"product"}}, `encoding: naive takes no encoding, so "product" has no meaning for it`},
		{backends.Selection{Backends: []string{"naive", "gophersat-pb"}, Encodings: []string{"product"}}, `encoding: none of the backends has "product"`},
	} {
		chosen, err := test.selection.Choose(list)
		var names []string
		for _, c := range chosen {
			names = append(names, c.Contender.String())
		}
		got := strings.Join(names, ", ")
		if err != nil {
			wrong, ok := errors.AsType[*backends.SelectionError](err)
			if !ok {
				t.Errorf("%+v: %v is no SelectionError", test.selection, err)
				continue
			}
			got = wrong.Kind + ": " + wrong.Error()
		}
		if got != test.want {
			t.Errorf("%+v:\n%s\nwant %s", test.selection, got, test.want)
		}
	}
}

// Where no encoding is named it is the default for the task; where the default is named
// beside that, it takes part once.
func TestDefaultEncodingOfTask(t *testing.T) {
	for task, want := range map[nqueens.Task]string{nqueens.FindFirst: "gini/bimander", nqueens.CountAll: "gini/commander, gini/bimander", nqueens.FindAll: "gini/commander, gini/bimander"} {
		s := backends.Selection{Backends: []string{"gini", "gini/bimander"}}
		chosen, err := s.Choose(backends.All())
		if err != nil {
			t.Fatal(err)
		}
		able, _, err := s.Able(chosen, nqueens.Request{Problem: nqueens.Problem{Family: nqueens.Queens, N: 6}, Task: task})
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, c := range able {
			names = append(names, c.Contender.String())
		}
		if got := strings.Join(names, ", "); got != want {
			t.Errorf("%s: %s, want %s", task, got, want)
		}
	}
}
