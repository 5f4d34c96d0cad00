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

// A Sweep is a set of recipes over ranges of their parameters, all with the same seeds.
type Sweep struct {
	Kind Kind
	N    []Range // sizes
	// Values are the values of the kind's Parameters by name. A missing parameter has its default.
	Values map[string]Values
	// Permuted is Structure.Permuted, Published is Recipe.Published.
	Permuted, Published bool
	// Count is the number of seeds, which start at Seed.
	Count int
	Seed  uint64
}

// Values are the values of a parameter, which may depend on the size.
type Values []ValuesAt

// ValuesAt are the ranges that apply at some sizes, or at every size.
type ValuesAt struct {
	Sizes  []int // nil means every size
	Ranges []Range
}

// at returns the ranges that apply at a size.
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

// DefaultLeast is the number of open squares that a row keeps if a recipe does not set it, as in
// the published instances.
const DefaultLeast = 4

// Parameters returns the names of the kind's numeric parameters other than the size n. The first is
// that of Recipe.Size.
func (k Kind) Parameters() []string {
	switch k {
	case Completion:
		return []string{k.Counts()}
	case Structured:
		return []string{k.Counts(), "least", "bridges", "hall", "turns"}
	}
	return []string{k.Counts(), "least"}
}

// absent returns the default of a parameter.
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

// A ParameterError is an error in a parameter of a Sweep: n, count, seed, permute, published or one of
// the kind's parameters.
type ParameterError struct {
	Parameter string
	Err       error
}

func (e *ParameterError) Error() string { return e.Parameter + ": " + e.Err.Error() }
func (e *ParameterError) Unwrap() error { return e.Err }

func wrong(parameter, format string, args ...any) error {
	return &ParameterError{parameter, fmt.Errorf(format, args...)}
}

// field returns a pointer to the field of a recipe for a parameter.
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

// Without returns the recipe with the given parameters set to 0.
func (r Recipe) Without(parameters ...string) Recipe {
	for _, name := range parameters {
		*r.field(name) = 0
	}
	return r
}

// Recipes returns the recipes of all combinations without repetitions, ordered by size first. It
// returns an error before it makes any recipe if there are more than most instances, and any error
// of Recipe.Validate. An error in one parameter is a *ParameterError; that of too many instances
// names the parameter with the most values.
func (s Sweep) Recipes(most int) ([]Recipe, error) {
	sizes, err := s.check()
	if err != nil {
		return nil, err
	}
	asked, largest, values := 0.0, "count", max(s.Count, len(sizes))
	if len(sizes) > s.Count {
		largest = "n"
	}
	for _, n := range sizes {
		points := 1.0
		for _, p := range s.Kind.Parameters() {
			number, err := s.number(p, n)
			if err != nil {
				return nil, &ParameterError{p, err}
			}
			points *= float64(number)
			if number > values {
				largest, values = p, number
			}
		}
		asked += points * float64(s.Count)
	}
	if asked > float64(most) {
		return nil, wrong(largest, "%s instances: there can be %s at most", table.Count(asked), table.Count(most))
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
			if err := r.check(); err != nil {
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

// check checks everything except the values of the parameters, and returns the sizes.
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

// number returns the number of values of a parameter at a size.
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

// values returns the values of a parameter at a size without repetitions.
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

// An Origin is the recipe and the seed of an instance.
type Origin struct {
	Recipe
	Seed uint64 `json:"seed"`
}

// FileName returns the file name of the instance.
func (o Origin) FileName() string { return o.Recipe.FileName(o.Seed) }

// Origins iterates over the origins of a sweep's recipes, ordered by seed first, so that a run that
// ends early has some of each recipe.
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
