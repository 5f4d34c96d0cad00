package instance

import (
	"errors"
	"fmt"
	"iter"
	"maps"
	"math"
	"slices"
	"strings"

	"nqueens"
	"nqueens/internal/table"
)

// Sweep is recipes over ranges of their parameters, each with the same seeds.
type Sweep struct {
	Kind Kind
	N    []Range // sizes
	// Values are those of the kind's Parameters by name. A parameter that is absent has its
	// default.
	Values map[string]Values
	// Permuted is Structure.Permuted, Published is Recipe.Published.
	Permuted, Published bool
	// Count is how many seeds there are, from Seed on.
	Count int
	Seed  uint64
}

// Values are those of a parameter: all that holds at a size.
type Values []ValuesAt

// ValuesAt are ranges that hold at some sizes, or at every one.
type ValuesAt struct {
	Sizes  []int // nil for every size
	Ranges []Range
}

// at returns the ranges that hold at a size.
func (v Values) at(n int) ([]Range, error) {
	var held []Range
	for _, a := range v {
		if a.Sizes == nil || slices.Contains(a.Sizes, n) {
			held = append(held, a.Ranges...)
		}
	}
	if held == nil {
		return nil, fmt.Errorf("there are no values for n = %d", n)
	}
	return held, nil
}

// DefaultLeast is how many open squares a row keeps where a recipe says nothing, as in the published
// instances.
const DefaultLeast = 4

// Parameters lists the names of the kind's parameters beside the size n that are numbers, first the one
// that Recipe.Size is.
func (k Kind) Parameters() []string {
	switch k {
	case Completion:
		return []string{k.Counts()}
	case Structured:
		return []string{k.Counts(), "least", "bridges", "hall", "turns"}
	}
	return []string{k.Counts(), "least"}
}

// absent returns the value of a parameter that is not given.
func (k Kind) absent(parameter string) (value int, err error) {
	switch {
	case parameter == "least":
		return DefaultLeast, nil
	case k == ExcludedDiagonals:
		return All, nil
	case k == Structured:
		return 0, nil
	}
	return 0, ErrMissing
}

// ErrMissing is the error for a parameter that has no default.
var ErrMissing = errors.New("it is missing")

// ParameterError is what is wrong with a parameter of a Sweep: n, count, seed, permute or one of
// the kind's.
type ParameterError struct {
	Parameter string
	Err       error
}

func (e *ParameterError) Error() string { return e.Parameter + ": " + e.Err.Error() }
func (e *ParameterError) Unwrap() error { return e.Err }

func wrong(parameter, format string, args ...any) error {
	return &ParameterError{parameter, fmt.Errorf(format, args...)}
}

// field is the field of a recipe that a parameter is in.
func (r *Recipe) field(parameter string) *int {
	switch parameter {
	case "n":
		return &r.N
	case "least":
		return &r.Least
	case "bridges":
		return &r.Structure.Bridges
	case "hall":
		return &r.Structure.Hall
	case "turns":
		return &r.Structure.Turns
	}
	return &r.Size
}

// Parameter returns the value of a parameter by its name: n, or one of the kind's Parameters.
func (r Recipe) Parameter(name string) int { return *r.field(name) }

// Without returns the recipe with 0 for the parameters.
func (r Recipe) Without(parameters ...string) Recipe {
	for _, name := range parameters {
		*r.field(name) = 0
	}
	return r
}

// Recipes returns the recipes of all combinations, sizes first, each once. It refuses a sweep of
// more than so many instances before it makes any recipe, and whatever Recipe.Validate refuses. An error about
// one parameter is a *ParameterError.
func (s Sweep) Recipes(most int) ([]Recipe, error) {
	sizes, err := s.check()
	if err != nil {
		return nil, err
	}
	asked := 0.0
	for _, n := range sizes {
		points := 1.0
		for _, p := range s.Kind.Parameters() {
			number, err := s.number(p, n)
			if err != nil {
				return nil, &ParameterError{p, err}
			}
			points *= float64(number)
		}
		asked += points * float64(s.Count)
	}
	if asked > float64(most) {
		return nil, fmt.Errorf("%s instances: there can be %s at most", table.Count(asked), table.Count(most))
	}
	var recipes []Recipe
	seen := map[Recipe]bool{}
	for _, n := range sizes {
		list := []Recipe{{Kind: s.Kind, N: n, Published: s.Published, Structure: Structure{Permuted: s.Permuted}}}
		for _, p := range s.Kind.Parameters() {
			values, err := s.values(p, n)
			if err != nil {
				return nil, &ParameterError{p, err}
			}
			var next []Recipe
			for _, r := range list {
				for _, v := range values {
					*r.field(p) = v
					next = append(next, r)
				}
			}
			list = next
		}
		for _, r := range list {
			if err := r.Validate(); err != nil {
				return nil, err
			}
			if !seen[r] {
				seen[r] = true
				recipes = append(recipes, r)
			}
		}
	}
	return recipes, nil
}

// check refuses what is wrong whatever the values are, and returns the sizes.
func (s Sweep) check() (sizes []int, err error) {
	if _, err := KindNamed(string(s.Kind)); err != nil {
		return nil, err
	}
	known := s.Kind.Parameters()
	for _, name := range slices.Sorted(maps.Keys(s.Values)) {
		if !slices.Contains(known, name) {
			return nil, wrong(name, "%s has none; it has %s", s.Kind, strings.Join(known, ", "))
		}
	}
	switch {
	case s.Permuted && s.Kind != Structured:
		return nil, wrong("permute", "%s has none; that is for %s", s.Kind, Structured)
	case s.Count < 1:
		return nil, wrong("count", "%d is too few: write at least 1", s.Count)
	case uint64(s.Count-1) > math.MaxUint64-s.Seed:
		return nil, wrong("seed", "%d: seeds end at %d, before there are %d", s.Seed, uint64(math.MaxUint64), s.Count)
	case s.N == nil:
		return nil, &ParameterError{"n", ErrMissing}
	}
	for _, r := range s.N {
		list, err := r.Fixed(1, nqueens.MaxModelSize)
		if err != nil {
			return nil, &ParameterError{"n", err}
		}
		sizes = append(sizes, list...)
	}
	return distinct(sizes), nil
}

// number returns how many values a parameter has at a size.
func (s Sweep) number(parameter string, n int) (sum int, err error) {
	given, ok := s.Values[parameter]
	if !ok {
		_, err := s.Kind.absent(parameter)
		return 1, err
	}
	ranges, err := given.at(n)
	if err != nil {
		return 0, err
	}
	for _, r := range ranges {
		number, err := r.number(n)
		if err != nil {
			return 0, err
		}
		sum += number
	}
	return sum, nil
}

// values returns those of a parameter at a size, each once.
func (s Sweep) values(parameter string, n int) (list []int, err error) {
	given, ok := s.Values[parameter]
	if !ok {
		value, err := s.Kind.absent(parameter)
		return []int{value}, err
	}
	ranges, err := given.at(n)
	for _, r := range ranges {
		var more []int
		if more, err = r.Values(n); err != nil {
			return nil, err
		}
		list = append(list, more...)
	}
	return distinct(list), err
}

// Origin is the recipe and the seed that made an instance.
type Origin struct {
	Recipe
	Seed uint64 `json:"seed"`
}

// FileName is what to call the instance's file.
func (o Origin) FileName() string { return o.Recipe.FileName(o.Seed) }

// Origins goes through those of a sweep's recipes, all with the first seed before any with the
// second, so that a run that ends early has some of each.
func (s Sweep) Origins(recipes []Recipe) iter.Seq[Origin] {
	return func(yield func(Origin) bool) {
		for i := range s.Count {
			for _, r := range recipes {
				if !yield(Origin{r, s.Seed + uint64(i)}) {
					return
				}
			}
		}
	}
}
