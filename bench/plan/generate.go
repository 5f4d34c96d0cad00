package plan

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"nqueens"
	"nqueens/bench"
	"nqueens/instance"
	"nqueens/internal/strictyaml"
	"nqueens/internal/table"
)

// ranges has the values of a parameter as written in a plan: ranges, or ranges for each n.
type ranges = strictyaml.At[strictyaml.Either[strictyaml.Entries[[]text], []text]]

// sweep has the keys of generated instances, used together with the sizes n.
type sweep struct {
	Generate  text   `yaml:"generate"`
	Queens    ranges `yaml:"queens"`
	Diagonals ranges `yaml:"diagonals"`
	Blocks    ranges `yaml:"blocks"`
	Side      ranges `yaml:"side"`
	Least     ranges `yaml:"least"`
	Bridges   ranges `yaml:"bridges"`
	Hall      ranges `yaml:"hall"`
	Turns     ranges `yaml:"turns"`
	Permute   text   `yaml:"permute"`
	Published text   `yaml:"published"`
	Count     text   `yaml:"count"`
	Locate    text   `yaml:"locate"`
	Seed      text   `yaml:"seed"`
}

// named is a key of a plan with its place.
type named struct {
	key string
	at  strictyaml.Place
}

// parameters returns the keys whose values are ranges.
func (s sweep) parameters() map[string]ranges {
	return map[string]ranges{
		"queens": s.Queens, "diagonals": s.Diagonals, "blocks": s.Blocks, "side": s.Side, "least": s.Least,
		"bridges": s.Bridges, "hall": s.Hall, "turns": s.Turns,
	}
}

// places returns the places of the keys that are present.
func (s sweep) places() map[string]strictyaml.Place {
	at := map[string]strictyaml.Place{"permute": s.Permute.Place, "published": s.Published.Place, "count": s.Count.Place, "locate": s.Locate.Place, "seed": s.Seed.Place}
	for name, r := range s.parameters() {
		at[name] = r.Place
	}
	for name, place := range at {
		if place.Line == 0 {
			delete(at, name)
		}
	}
	return at
}

// mostSquares limits the total number of squares of generated instances: half a gigabyte if most are blocked.
const mostSquares = 50_000_000

// generated makes the instances of a sweep.
func (r *reader) generated(keys problems, s *Section) {
	for _, other := range keys.others() {
		r.fail(other.at, "%q cannot be combined with %q, whose instances define their boards", other.key, "generate")
	}
	made := instance.Sweep{Count: 1, Seed: defaultSeed, Values: map[string]instance.Values{}}
	parse(r, &made.Kind, keys.Generate, instance.KindNamed)
	var permute, published string
	parse(r, &permute, keys.Permute, oneOf("true", "false"))
	parse(r, &published, keys.Published, oneOf("true", "false"))
	made.Permuted, made.Published = permute == "true", published == "true"
	parse(r, &made.Count, keys.Count, parseCount)
	parse(r, &made.Seed, keys.Seed, parseSeed)
	at := keys.places()
	for _, n := range keys.N {
		at["n"] = n.Place
		var sizes instance.Range
		parse(r, &sizes, n, instance.ParseRange)
		made.N = append(made.N, sizes)
		if _, err := sizes.Fixed(1, nqueens.MaxModelSize); err != nil {
			r.fail(n.Place, "n: %w", err)
		}
	}
	said := keys.parameters()
	for _, name := range slices.Sorted(maps.Keys(said)) { // sorted, so that the first error is always the same
		if said[name].Line > 0 {
			made.Values[name] = r.values(said[name])
		}
	}
	if r.err != nil {
		return
	}
	most := MostGenerated - r.made
	if r.sweeping {
		most = MostSwept - r.swept
	}
	recipes, err := made.Recipes(most)
	if wrong, ok := errors.AsType[*instance.ParameterError](err); ok {
		place, said := at[wrong.Parameter]
		switch {
		case errors.Is(err, instance.ErrMissing):
			r.fail(keys.Generate.Place, "the instances need %q: write it beside generate, as in %s: 8..14", wrong.Parameter, wrong.Parameter)
		case !said:
			place = keys.Generate.Place
			fallthrough
		default:
			r.fail(place, "%w", err)
		}
		return
	}
	if err == nil && keys.Locate.Line > 0 {
		r.locating(keys.Locate, made, recipes, s)
		return
	}
	if err == nil && r.sweeping && len(recipes)*made.Count > fewGenerated {
		r.swept += len(recipes) * made.Count
		s.Sweeps = append(s.Sweeps, sweepsOf(made, recipes, keys.Generate.Place)...)
		return
	}
	much := keys.Generate.Place // the place of the number of instances, for errors
	if place := at["count"]; place.Line > 0 {
		much = place
	}
	squares := 0
	for _, recipe := range recipes {
		squares += recipe.N * recipe.N * made.Count
	}
	switch {
	case err == nil && len(recipes)*made.Count > MostGenerated-r.made:
		r.fail(much, "%s instances: at most %s are possible", table.Count(len(recipes)*made.Count), table.Count(MostGenerated-r.made))
	case err != nil:
		r.fail(keys.Generate.Place, "%w", err)
	case squares > mostSquares:
		r.fail(much, "the instances have %s squares in all: at most %s are possible", table.Count(squares), table.Count(mostSquares))
	default:
		r.make(keys.Generate.Place, made, recipes, s)
	}
}

const (
	// fewGenerated is the largest number of instances that have their own records if the plan leaves that
	// open.
	fewGenerated = 200
	// MostSwept limits the number of instances of all sweeps.
	MostSwept = 10_000_000
)

// Sweep has generated instances, Count for each recipe.
type Sweep struct {
	*bench.Instances
	Count  int
	Locate *bench.Locate // nil if all instances are run
	at     strictyaml.Place
}

// sweepsOf returns the sweeps of each size.
func sweepsOf(from instance.Sweep, recipes []instance.Recipe, at strictyaml.Place) (list []Sweep) {
	for len(recipes) > 0 {
		n := slices.IndexFunc(recipes, func(r instance.Recipe) bool { return r.N != recipes[0].N })
		if n < 0 {
			n = len(recipes)
		}
		list = append(list, Sweep{bench.NewInstances(recipes[:n], from.Seed), from.Count, nil, at})
		recipes = recipes[n:]
	}
	return list
}

// make generates instances, one for each seed on which the generator does not give up.
func (r *reader) make(at strictyaml.Place, from instance.Sweep, recipes []instance.Recipe, s *Section) {
	made := 0
	for o := range from.Origins(recipes) {
		problem, err := o.Make(context.Background(), o.Seed)
		switch {
		case errors.As(err, new(*instance.GaveUp)):
			s.GaveUp++
			continue
		case err != nil:
			r.fail(at, "%w", err)
			return
		}
		made++
		s.Instances = append(s.Instances, Instance{Problem: problem, path: o.FileName(), Origin: &o})
	}
	if made == 0 {
		r.fail(at, "no instance could be generated: %s gave up", table.Plural(s.GaveUp, "try"))
	}
	r.made += made
}

// values reads the values of a parameter.
func (r *reader) values(said ranges) (list instance.Values) {
	add := func(sizes []int, texts []text) {
		v := instance.ValuesAt{Sizes: sizes}
		for _, t := range texts {
			var one instance.Range
			parse(r, &one, t, instance.ParseRange)
			v.Ranges = append(v.Ranges, one)
		}
		list = append(list, v)
	}
	if said.Value.Other != nil {
		add(nil, said.Value.Other)
		return list
	}
	known := map[int]int{} // the line of each size
	for _, e := range said.Value.Keys {
		sizes, err := instance.ParseRange(e.Key)
		var at []int
		if err == nil {
			at, err = sizes.Fixed(1, nqueens.MaxModelSize)
		}
		if err != nil {
			r.fail(e.Place, "size n: %w", err)
		}
		for _, n := range at {
			if line, twice := known[n]; twice {
				r.fail(e.Place, "values for n = %d are given twice (first on line %d)", n, line)
			}
			known[n] = e.Line
		}
		add(at, e.Value)
	}
	return list
}

// parseCount parses the number of instances of each recipe.
func parseCount(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0, fmt.Errorf("count: %q is not a whole number", text)
	}
	return n, nil
}

// Generated returns the number of generated instances of the plan, and the number of seeds on which the
// generator gave up.
func (p *Plan) Generated() (made, gaveUp int) {
	for _, s := range p.Sections {
		gaveUp += s.GaveUp
		for _, sweep := range s.Sweeps {
			made += sweep.Points() * sweep.Count
		}
		for _, i := range s.Instances {
			if i.Origin != nil {
				made++
			}
		}
	}
	return made, gaveUp
}

// onlyGenerated reports whether every problem of the plan is a generated instance.
func (p *Plan) onlyGenerated() bool {
	made, _ := p.Generated()
	all := 0
	for _, s := range p.Sections {
		all += len(s.Problems) + len(s.Instances)
		for _, sweep := range s.Sweeps {
			all += sweep.Points() * sweep.Count
		}
	}
	return made > 0 && made == all
}

// generatedRepeat is the default number of runs of a job if all problems are generated, because then the
// spread over instances matters.
var generatedRepeat = bench.Repeat{Warmup: 1, Min: 1, Max: 1, Width: defaultRepeat.Width}
