package backends_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"nqueens"
	"nqueens/backends"
	"nqueens/family"
)

// TestChoose checks that contenders are selected by name, encoding and threads, in order and
// without duplicates.
func TestChoose(t *testing.T) {
	list := slices.DeleteFunc(backends.All(), func(b backends.Backend) bool {
		return !slices.Contains([]string{"bitmask", "naive", "gini", "gophersat-pb"}, b.Describe().Name)
	})
	for _, test := range []struct {
		selection backends.Selection
		want      string // contenders, or the error
	}{
		{backends.Selection{}, "bitmask, gini/mixed, gophersat-pb, naive"},
		{backends.Selection{Backends: []string{"all"}, Encodings: []string{"product"}}, "bitmask, gini/product, gophersat-pb, naive"},
		{backends.Selection{Backends: []string{"all", "gini/product", "naive"}}, "bitmask, gini/mixed, gophersat-pb, naive, gini/product"},
		{backends.Selection{Backends: []string{"naive", "gini"}, Encodings: []string{"product", "ladder"}}, "naive, gini/product, gini/ladder"},
		{backends.Selection{Backends: []string{"gini/product", "gini"}, Encodings: []string{"ladder"}}, "gini/product, gini/ladder"},
		{backends.Selection{Backends: []string{"gini/product", "gini"}, Encodings: []string{"product"}}, "gini/product"},
		{backends.Selection{Backends: []string{"bitmask/portable", "bitmask"}, Threads: []int{1, 2}}, "bitmask/portable, bitmask/portable x2, bitmask, bitmask x2"},
		{backends.Selection{Backends: []string{"bitmask x4", "gini/product x2", "naive"}, Threads: []int{1, 3}}, "bitmask x4, gini/product x2, naive, naive x3"},
		{backends.Selection{Backends: []string{"bitmask x1"}, Threads: []int{2}}, "bitmask"},
		{backends.Selection{Backends: []string{"naive unreduced", "gini/product x2 unreduced", "naive"}}, "naive unreduced, gini/product x2 unreduced, naive"},
		{backends.Selection{Backends: []string{"naive", "gini"}, Unreduced: true}, "naive unreduced, gini/mixed unreduced"},
		{backends.Selection{Backends: []string{"bitmask xx"}}, `backend: the threads of "bitmask xx": `},
		{backends.Selection{Backends: []string{"bitmask x0"}}, `backend: the threads of "bitmask x0": 0 is not between 1 and 1024`},
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
		if got != test.want && (err == nil || !strings.HasPrefix(got, test.want)) {
			t.Errorf("%+v:\n%s\nwant %s", test.selection, got, test.want)
		}
	}
}

// TestParseContender checks that ParseContender is the inverse of Contender.String.
func TestParseContender(t *testing.T) {
	const most = backends.MaxThreads
	for name, want := range map[string]backends.Contender{
		"dlx": {Backend: "dlx"}, "dlx x2": {Backend: "dlx", Threads: 2}, "gini/a+b x16": {Backend: "gini", Encoding: "a+b", Threads: 16},
		"dlx unreduced": {Backend: "dlx", Unreduced: true}, "gini/a+b x16 unreduced": {Backend: "gini", Encoding: "a+b", Threads: 16, Unreduced: true},
		"dlx x1": {Backend: "dlx", Threads: 1}, fmt.Sprintf("dlx x%d", most): {Backend: "dlx", Threads: most},
	} {
		if got, err := backends.ParseContender(name); got != want || err != nil {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	for _, name := range []string{"", "/product", "dlx/", " x2", "dlx xyz", "dlx x", " unreduced", "dlx/ unreduced", "dlx x-1", "dlx x0", fmt.Sprintf("dlx x%d", most+1)} {
		if got, err := backends.ParseContender(name); err == nil {
			t.Errorf("%q: %+v", name, got)
		}
	}
}

// TestDefaultEncodingOfTask checks that a backend named without an encoding uses its default for
// the task, and that a contender named twice takes part once.
func TestDefaultEncodingOfTask(t *testing.T) {
	for task, want := range map[nqueens.Task]string{nqueens.FindFirst: "gini/mixed", nqueens.CountAll: "gini/mixed", nqueens.Optimise: "gini/mixed+totalizer, gini/mixed"} {
		s := backends.Selection{Backends: []string{"gini", "gini/mixed"}}
		chosen, err := s.Choose(backends.All())
		if err != nil {
			t.Fatal(err)
		}
		able, _, err := s.Supported(chosen, nqueens.Request{Problem: nqueens.Problem{Family: family.Domination, N: 4}, Task: task})
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

// TestRefinedContenders checks that cardinalities and orders are combined with each encoding, and
// that the default order and cardinality are not part of the name.
func TestRefinedContenders(t *testing.T) {
	r := nqueens.Request{Problem: nqueens.Problem{Family: family.Domination, N: 4}, Task: nqueens.CountAll}
	for _, test := range []struct {
		s    backends.Selection
		want string
	}{
		{backends.Selection{Backends: []string{"gini", "dlx"}, Cardinalities: []string{"sequential", "totalizer"}, Orders: []string{"natural", "hilbert"}},
			"gini/mixed gini/mixed@hilbert gini/mixed+totalizer gini/mixed+totalizer@hilbert dlx"},
		{backends.Selection{Backends: []string{"gini/product", "gini/product+network@degree"}, Orders: []string{"hilbert"}}, "gini/product@hilbert gini/product+network@degree"},
		{backends.Selection{Backends: []string{"gini"}, Encodings: []string{"network", "totalizer"}, Cardinalities: []string{"totalizer"}}, "gini/network+totalizer gini/totalizer"},
		{backends.Selection{Backends: []string{"gini"}, Orders: []string{"hilbrt"}}, `"hilbrt" is unknown (did you mean "hilbert"?)`},
		{backends.Selection{Backends: []string{"bitmask"}, Orders: []string{"hilbert"}}, "none of the backends can use it: "},
		{backends.Selection{Backends: []string{"dlx/mirror@hilbert"}}, `dlx has no encoding "mirror@hilbert" (there are dancing, bits, natural, degree, mirror)`},
	} {
		chosen, err := test.s.Choose(backends.All())
		if err == nil {
			chosen, _, err = test.s.Supported(chosen, r)
		}
		var names []string
		for _, c := range chosen {
			names = append(names, c.Contender.String())
		}
		if got := strings.Join(names, " "); err != nil && !strings.HasPrefix(err.Error(), test.want) || err == nil && got != test.want {
			t.Errorf("%+v: %s, %v; want %s", test.s, got, err, test.want)
		}
	}
}

// TestLeftOut checks that LeftOut returns the backends that naming them would add.
func TestLeftOut(t *testing.T) {
	list := backends.All()
	r := nqueens.Request{Problem: nqueens.Problem{Family: family.Queens, N: 6}, Task: nqueens.CountAll}
	var want []string
	for _, b := range list {
		if p, ok := b.(backends.Process); ok && p.Installed() == nil && b.Describe().Does(r.Task) {
			if r.Encoding = b.Describe().DefaultEncoding(r.Task); b.Supports(r) == nil {
				want = append(want, b.Describe().Name)
			}
		}
	}
	r.Encoding = ""
	if got := (backends.Selection{}).LeftOut(list, r); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got := (backends.Selection{Backends: append([]string{"all"}, want...)}).LeftOut(list, r); got != nil {
		t.Errorf("all are named, and %q left out", got)
	}
	if got := (backends.Selection{Backends: []string{"bitmask"}}).LeftOut(list, r); got != nil {
		t.Errorf("all are not meant, and %q left out", got)
	}
}

// TestNamedDescribesNoPortfolio checks that Named does not describe the backends before the named
// one: the descriptions would stay in the memory of a measured process.
func TestNamedDescribesNoPortfolio(t *testing.T) {
	list := backends.All()
	gini := list[slices.IndexFunc(list, func(b backends.Backend) bool { return b.Describe().Name == "gini" })]
	found, err := backends.Named([]backends.Backend{undescribed{}, gini}, "gini")
	if err != nil || found.Describe().Name != "gini" {
		t.Errorf("%v, %v", found, err)
	}
	for _, b := range list {
		if n, ok := b.(interface{ Name() string }); ok && n.Name() != b.Describe().Name {
			t.Errorf("%s is described as %s", n.Name(), b.Describe().Name)
		}
	}
}

// undescribed has a name and panics if it is described.
type undescribed struct{ backends.Backend }

func (undescribed) Name() string { return "undescribed" }
