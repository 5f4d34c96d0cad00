package backends

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"nqueens"
	"nqueens/backends/auto"
	"nqueens/encode"
	"nqueens/internal/suggest"
)

// Choose returns the candidates that the selection names among the backends, in its order. It
// returns a *SelectionError for an unknown name, for an encoding that a named backend does not have
// or no backend has, and for an invalid number of threads. Supported then removes those that do not
// support a request.
func (s Selection) Choose(list []Backend) ([]Candidate, error) {
	if err := s.knowEncodings(list); err != nil {
		return nil, err
	}
	for _, n := range s.Threads {
		if err := CheckThreads(n); err != nil {
			return nil, err
		}
	}
	c := choice{Selection: s, list: list, taken: map[string]bool{}}
	named := s.Backends
	if len(named) == 0 {
		named = []string{Everything}
	}
	for _, name := range named {
		if name == Everything {
			c.addOrdinary()
		} else if err := c.addNamed(name); err != nil {
			return nil, err
		}
	}
	if err := c.checkEncodings(); err != nil {
		return nil, err
	}
	c.addJoining()
	return c.chosen, nil
}

// choice is the state of Choose.
type choice struct {
	Selection
	list   []Backend
	chosen []Candidate
	taken  map[string]bool // the encodings that a candidate has
}

// add adds a candidate for each combination of encoding, refinement and number of threads. If an
// equal candidate exists already, add only sets its name.
func (c *choice) add(b Backend, name string, encodings []string, threads []int, unreduced bool) {
	d := b.Describe()
	byDefault := len(c.Encodings) == 0 && !strings.Contains(name, "/")
	if len(threads) == 0 {
		threads = []int{1}
	}
	for _, encoding := range encodings {
		c.taken[encoding] = true
		for _, t := range threads {
			if t == 1 {
				t = 0
			}
			for _, way := range c.refinements(d, encoding) {
				one := Candidate{
					Contender: Contender{Backend: d.Name, Encoding: encode.Refine(encoding, way[0], way[1]), Threads: t, Unreduced: unreduced || c.Unreduced},
					Engine:    b, Name: name, ByDefault: byDefault, Cardinality: way[0], Order: way[1],
				}
				same := func(o Candidate) bool { return o.Contender == one.Contender && o.ByDefault == byDefault }
				if i := slices.IndexFunc(c.chosen, same); i >= 0 {
					c.chosen[i].Name = cmp.Or(name, c.chosen[i].Name) // the candidate is also named by itself
				} else {
					c.chosen = append(c.chosen, one)
				}
			}
		}
	}
}

// addOrdinary adds every ordinary backend. A backend may lack some of the selected encodings.
func (c *choice) addOrdinary() {
	for _, b := range c.list {
		if auto.Ordinary(b) {
			encodings, _ := c.encodings(b.Describe())
			c.add(b, "", encodings, c.Threads, false)
		}
	}
}

// addNamed adds the contender with the given name. If the name includes no encoding, it adds one
// candidate for each encoding of the selection.
func (c *choice) addNamed(name string) error {
	one, err := ParseContender(name)
	if err != nil {
		return err
	}
	b, err := Named(c.list, one.Backend)
	if err != nil {
		return &SelectionError{"backend", name, err}
	}
	threads, encodings := c.Threads, []string{one.Encoding}
	if one.Threads > 0 {
		threads = []int{one.Threads}
	}
	d := b.Describe()
	if one.Encoding == "" {
		encodings, err = c.encodings(d)
	} else if err = d.Accepts(nqueens.Request{Task: d.Tasks[0], Encoding: one.Encoding}); err != nil {
		err = &SelectionError{"backend", name, err}
	}
	if err != nil {
		return err
	}
	c.add(b, name, encodings, threads, one.Unreduced)
	return nil
}

// checkEncodings returns an error for an encoding of the selection that no candidate has.
func (c *choice) checkEncodings() error {
	if c.EveryEncoding() {
		if c.All() || slices.ContainsFunc(c.Backends, func(name string) bool { return !strings.Contains(name, "/") }) {
			return nil
		}
		return &SelectionError{"encoding", Everything, errOnlyUnnamed(Everything)}
	}
	for _, name := range c.Encodings {
		if c.taken[name] {
			continue
		}
		err := fmt.Errorf("none of the backends has %q", name)
		if len(c.chosen) == 1 {
			d := c.chosen[0].Engine.Describe()
			err = cmp.Or(d.Accepts(nqueens.Request{Task: d.Tasks[0], Encoding: name}), errOnlyUnnamed(name))
		}
		return &SelectionError{"encoding", name, err}
	}
	return nil
}

// errOnlyUnnamed returns the error for a selected encoding that applies to no backend, because
// every backend of the selection is named together with another encoding.
func errOnlyUnnamed(encoding string) error {
	return fmt.Errorf("%q applies to backends named without an encoding, and the selection has none", encoding)
}

// addJoining adds the joining backends that are not chosen already.
func (c *choice) addJoining() {
	for _, b := range c.Joining {
		d := b.Describe()
		if c.All() && auto.Ordinary(b) || slices.ContainsFunc(c.chosen, func(o Candidate) bool { return o.Contender.Backend == d.Name }) {
			continue
		}
		c.chosen = append(c.chosen, Candidate{Contender: Contender{Backend: d.Name, Encoding: d.DefaultEncoding(""), Unreduced: c.Unreduced}, Engine: b, Joins: true, ByDefault: true})
	}
}

// refinements returns the pairs of cardinality and order to combine with the encoding. It returns
// one empty pair if the backend has no refinements, or if the name of the encoding already includes
// a refinement.
func (s Selection) refinements(d nqueens.Description, encoding string) (ways [][2]string) {
	if len(d.Refinements) == 0 || strings.ContainsAny(encoding, "+@") {
		return [][2]string{{}}
	}
	for _, cardinality := range orNone(s.Cardinalities) {
		for _, order := range orNone(s.Orders) {
			ways = append(ways, [2]string{cardinality, order})
		}
	}
	return ways
}

// orNone returns the list, or a list of one empty name if it is empty.
func orNone(list []string) []string {
	if len(list) == 0 {
		return []string{""}
	}
	return list
}

// encodings returns the encodings of the selection that the backend runs with. An encoding that the
// backend lacks is an error, unless the backend can run without an encoding (its default encoding
// is ""): then the backend runs without any of the selected encodings.
func (s Selection) encodings(d nqueens.Description) (list []string, err error) {
	switch {
	case len(d.Encodings) == 0 || len(s.Encodings) == 0:
		return []string{d.DefaultEncoding("")}, nil
	case s.EveryEncoding():
		return d.Encodings, nil
	}
	for _, name := range s.Encodings {
		if d.Encodes(name) {
			list = append(list, name)
		} else if d.DefaultEncoding("") != "" {
			err = &SelectionError{"encoding", name, fmt.Errorf("%s has no encoding %q %s", d.Name, name, suggest.Among(name, d.EncodingNames()))}
		}
	}
	if list == nil && d.DefaultEncoding("") == "" {
		return []string{""}, nil
	}
	return list, err
}

// knowEncodings returns an error if the selection names an encoding, cardinality or order that no
// backend has.
func (s Selection) knowEncodings(list []Backend) error {
	for _, of := range []struct {
		kind        string
		said, known []string
	}{{"cardinality", s.Cardinalities, encode.Cardinalities()}, {"order", s.Orders, encode.Orders()}} {
		for _, name := range of.said {
			if !slices.Contains(of.known, name) {
				return &SelectionError{of.kind, name, fmt.Errorf("%q is unknown %s", name, suggest.Among(name, of.known))}
			}
			refines := func(b Backend) bool {
				d := b.Describe()
				return len(d.Refinements) > 0 && (s.All() || slices.ContainsFunc(s.Backends, func(name string) bool {
					return backendOf(name) == d.Name
				}))
			}
			if !slices.ContainsFunc(list, refines) {
				return &SelectionError{of.kind, name, errors.New("none of the backends can use it: name a backend that takes clauses, without an encoding")}
			}
		}
	}
	has := func(name string) bool {
		return slices.ContainsFunc(list, func(b Backend) bool { return b.Describe().Encodes(name) })
	}
	for _, name := range s.Encodings {
		if (name == "" || !has(name)) && !s.EveryEncoding() {
			if name == "" {
				return &SelectionError{"encoding", name, errors.New(`a name is empty: write, for example, product,ladder`)}
			}
			return &SelectionError{"encoding", name, fmt.Errorf("no encoding is called %q %s", name, suggest.Among(name, EncodingNames(list)))}
		}
	}
	return nil
}
