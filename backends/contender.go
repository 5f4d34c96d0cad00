package backends

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nqueens"
	"nqueens/backends/auto"
	"nqueens/encode"
)

// Contender is what takes part in a comparison: a backend, the encoding that it
// uses if it takes one, how many threads it may use, and whether it searches the unreduced
// problem.
type Contender struct {
	Backend  string `json:"backend"`
	Encoding string `json:"encoding,omitempty"`
	Threads  int    `json:"threads,omitempty"` // if more than one
	// Unreduced is nqueens.Request.Unreduced.
	Unreduced bool `json:"unreduced,omitempty"`
}

// unreduced ends the name of a contender that searches the unreduced problem.
const unreduced = " unreduced"

// String is the contender's name: "bitmask", "gini/product", "gini/product x2", "dlx unreduced".
func (c Contender) String() string {
	name := c.Backend
	if c.Encoding != "" {
		name += "/" + c.Encoding
	}
	if c.Threads > 1 {
		name += fmt.Sprintf(" x%d", c.Threads)
	}
	if c.Unreduced {
		name += unreduced
	}
	return name
}

// ParseContender takes a contender's name apart, as String makes it.
func ParseContender(name string) (c Contender, err error) {
	whole := name
	whole, c.Unreduced = strings.CutSuffix(whole, unreduced)
	bare, threads, several := strings.Cut(whole, " x")
	var with bool
	c.Backend, c.Encoding, with = strings.Cut(bare, "/")
	if c.Backend == "" || with && c.Encoding == "" {
		return c, &SelectionError{"backend", name, fmt.Errorf("%q is half a name or none: write, for example, bitmask,gini/product", name)}
	}
	if !several {
		return c, nil
	}
	if c.Threads, err = strconv.Atoi(threads); err == nil {
		err = CheckThreads(c.Threads)
	} else {
		err = fmt.Errorf("write how many, as in %q", bare+" x2")
	}
	if err != nil {
		return c, &SelectionError{"backend", name, fmt.Errorf("the threads of %q: %w", name, err)}
	}
	return c, nil
}

// backendOf is the backend in a contender's name, whatever else is wrong with that.
func backendOf(name string) string {
	c, _ := ParseContender(name)
	return c.Backend
}

// Names are what a baseline may call the contender, the most exact first: its
// name, its name without threads, and its backend's.
func (c Contender) Names() []string {
	return []string{c.String(), Contender{Backend: c.Backend, Encoding: c.Encoding, Unreduced: c.Unreduced}.String(), c.Backend}
}

// Everything stands for every backend, or for every encoding, where a Selection
// has names.
const Everything = "all"

// Selection says who takes part, as flags and plans do.
type Selection struct {
	// Backends are names; "gini/product" names an encoding too, and "bitmask x4" the threads,
	// in place of Threads. None is Everything: every
	// backend that is Ordinary, beside which others may be named.
	Backends []string
	// Encodings are for those backends that take one and are not named with one.
	// None is each one's default for the task, Everything all that it has.
	Encodings []string
	// Cardinalities and Orders refine each encoding in turn, for those backends that can:
	// see encode.Refine. None is the encoding's own.
	Cardinalities, Orders []string
	// Threads are how many each may use, in turn; none is one.
	Threads []int
	// Unreduced has each search the unreduced problem, as one does whose name ends in "unreduced".
	Unreduced bool
	// Joining take part beside those named, with one thread, in what they can.
	Joining []Backend
}

// Candidate is a contender, its engine, and how it came to take part.
type Candidate struct {
	Contender Contender
	Engine    Backend
	// Name is what the Selection calls it; what it cannot do is then an error. It is
	// "" for one among all, or that joins.
	Name  string
	Joins bool
	// ByDefault says that no encoding was named: Able puts in the default for the task.
	ByDefault bool
	// Cardinality and Order refine the default.
	Cardinality, Order string
}

// MaxThreads is how many threads a contender may use at most.
const MaxThreads = 1024

// CheckThreads refuses a number of threads that none can have: a *SelectionError.
func CheckThreads(n int) error {
	if n < 1 || n > MaxThreads {
		return &SelectionError{"threads", fmt.Sprint(n), fmt.Errorf("%d is not between 1 and %d", n, MaxThreads)}
	}
	return nil
}

// SelectionError is what is wrong with a name in a Selection.
type SelectionError struct {
	Kind string // "backend", "encoding" or "threads"
	Name string // as the Selection has it
	Err  error
}

func (e *SelectionError) Error() string { return e.Err.Error() }

func (e *SelectionError) Unwrap() error { return e.Err }

// All reports whether the selection means every ordinary backend, whoever else.
func (s Selection) All() bool {
	return len(s.Backends) == 0 || slices.Contains(s.Backends, Everything)
}

// LeftOut are the external programs that All leaves out though they are installed and can
// serve the request: names with which the selection would have them too.
func (s Selection) LeftOut(list []Backend, r nqueens.Request) (names []string) {
	for _, b := range list {
		p, external := b.(Process)
		if !s.All() || !external || !p.BuiltIn() {
			continue
		}
		d := b.Describe()
		if d.Caution != "" || slices.ContainsFunc(s.Backends, func(name string) bool { return backendOf(name) == d.Name }) {
			continue
		}
		if r.Encoding = d.DefaultEncoding(r.Task); b.Supports(r) == nil {
			names = append(names, d.Name)
		}
	}
	return names
}

// EveryEncoding reports whether it means every encoding of each backend.
func (s Selection) EveryEncoding() bool { return slices.Equal(s.Encodings, []string{Everything}) }

// Choose lists the contenders that the selection names among the backends, in
// its order. A *SelectionError is a name that there is not, or an encoding that
// a backend named beside it lacks though it takes others, or that none takes, or
// too many threads.
// What they can do is told by Able.
func (s Selection) Choose(list []Backend) ([]Candidate, error) {
	if err := s.knowEncodings(list); err != nil {
		return nil, err
	}
	threads := s.Threads
	if len(threads) == 0 {
		threads = []int{1}
	}
	for _, n := range threads {
		if err := CheckThreads(n); err != nil {
			return nil, err
		}
	}
	var chosen []Candidate
	taken := map[string]bool{}
	add := func(b Backend, name string, encodings []string, threads []int, whole bool) {
		for _, encoding := range encodings {
			taken[encoding] = true
			for _, t := range threads {
				if t == 1 {
					t = 0
				}
				c := Contender{Backend: b.Describe().Name, Encoding: encoding, Threads: t, Unreduced: whole || s.Unreduced}
				byDefault := len(s.Encodings) == 0 && !strings.Contains(name, "/")
				for _, way := range s.refinements(b.Describe(), encoding) {
					c.Encoding = encode.Refine(encoding, way[0], way[1])
					if i := slices.IndexFunc(chosen, func(o Candidate) bool { return o.Contender == c && o.ByDefault == byDefault }); i >= 0 {
						chosen[i].Name = cmp.Or(name, chosen[i].Name) // one of all that is named too
					} else {
						chosen = append(chosen, Candidate{Contender: c, Engine: b, Name: name, ByDefault: byDefault, Cardinality: way[0], Order: way[1]})
					}
				}
			}
		}
	}
	named := s.Backends
	if len(named) == 0 {
		named = []string{Everything}
	}
	for _, name := range named {
		if name == Everything {
			for _, b := range list {
				if auto.Ordinary(b) {
					encodings, _ := s.encodings(b.Describe()) // all that were meant need not have every one
					add(b, "", encodings, threads, false)
				}
			}
			continue
		}
		c, err := ParseContender(name)
		if err != nil {
			return nil, err
		}
		threads := threads
		if c.Threads > 0 {
			threads = []int{c.Threads}
		}
		b, err := Named(list, c.Backend)
		if err != nil {
			return nil, &SelectionError{"backend", name, err}
		}
		d := b.Describe()
		if c.Encoding != "" {
			if err := d.Accepts(nqueens.Request{Task: d.Tasks[0], Encoding: c.Encoding}); err != nil {
				return nil, &SelectionError{"backend", name, err}
			}
			add(b, name, []string{c.Encoding}, threads, c.Unreduced)
			continue
		}
		encodings, err := s.encodings(d)
		if err != nil {
			return nil, err
		}
		add(b, name, encodings, threads, c.Unreduced)
	}
	if s.EveryEncoding() && !s.All() && !slices.ContainsFunc(s.Backends, func(name string) bool { return !strings.Contains(name, "/") }) {
		return nil, &SelectionError{"encoding", Everything, fmt.Errorf("%q is for backends named without an encoding, and there is none", Everything)}
	}
	if !s.EveryEncoding() {
		for _, name := range s.Encodings {
			if !taken[name] {
				err := fmt.Errorf("none of the backends has %q", name)
				if len(chosen) == 1 {
					d := chosen[0].Engine.Describe()
					err = cmp.Or(d.Accepts(nqueens.Request{Task: d.Tasks[0], Encoding: name}), fmt.Errorf("%q is for backends named without an encoding, and there is none", name))
				}
				return nil, &SelectionError{"encoding", name, err}
			}
		}
	}
	for _, b := range s.Joining {
		d := b.Describe()
		if s.All() && auto.Ordinary(b) || slices.ContainsFunc(chosen, func(c Candidate) bool { return c.Contender.Backend == d.Name }) {
			continue // it is there already
		}
		chosen = append(chosen, Candidate{Contender: Contender{Backend: d.Name, Encoding: d.DefaultEncoding(""), Unreduced: s.Unreduced}, Engine: b, Joins: true, ByDefault: true})
	}
	return chosen, nil
}

// refinements are the ways to count and the orders in turn, where the backend has them
// and the encoding's name does not say its own.
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

// orNone is the list, or the one empty name.
func orNone(list []string) []string {
	if len(list) == 0 {
		return []string{""}
	}
	return list
}

// encodings are those of the backend's that the selection asks for. One that it
// lacks is an error, unless its default goes without a name: it takes none of
// clauses, and runs as it is.
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
			err = &SelectionError{"encoding", name, fmt.Errorf("%s has no encoding %q %s", d.Name, name, nqueens.Suggest(name, d.EncodingNames()))}
		}
	}
	if list == nil && d.DefaultEncoding("") == "" {
		return []string{""}, nil
	}
	return list, err
}

// knowEncodings refuses an encoding that no backend has.
func (s Selection) knowEncodings(list []Backend) error {
	for _, of := range []struct {
		kind        string
		said, known []string
	}{{"cardinality", s.Cardinalities, encode.Cardinalities()}, {"order", s.Orders, encode.Orders()}} {
		for _, name := range of.said {
			if !slices.Contains(of.known, name) {
				return &SelectionError{of.kind, name, fmt.Errorf("%q is none %s", name, nqueens.Suggest(name, of.known))}
			}
			refines := func(b Backend) bool {
				d := b.Describe()
				return len(d.Refinements) > 0 && (s.All() || slices.ContainsFunc(s.Backends, func(name string) bool {
					return backendOf(name) == d.Name
				}))
			}
			if !slices.ContainsFunc(list, refines) {
				return &SelectionError{of.kind, name, errors.New("none of the backends takes it: name one that takes clauses, without an encoding")}
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
			return &SelectionError{"encoding", name, fmt.Errorf("no encoding is called %q %s", name, nqueens.Suggest(name, EncodingNames(list)))}
		}
	}
	return nil
}

// EncodingNames are the names of the encodings that any of the backends takes.
func EncodingNames(list []Backend) []string {
	var names []string
	for _, b := range list {
		for _, name := range b.Describe().EncodingNames() {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// Able are those of the candidates that can serve the request, whose encoding
// and threads are theirs. That one cannot that was named is a *SelectionError; if
// every encoding was meant, only where it can with none of them. What the others
// say is in refusals.
func (s Selection) Able(chosen []Candidate, r nqueens.Request) (able []Candidate, refusals []error, err error) {
	for i, c := range chosen {
		if c.ByDefault {
			c.Contender.Encoding = encode.Refine(c.Engine.Describe().DefaultEncoding(r.Task), c.Cardinality, c.Order)
		}
		r.Encoding, r.Threads, r.Unreduced = c.Contender.Encoding, max(1, c.Contender.Threads), c.Contender.Unreduced
		err := c.Engine.Describe().Accepts(r)
		if err == nil {
			err = c.Engine.Supports(r)
		}
		if err == nil {
			if !slices.ContainsFunc(able, func(o Candidate) bool { return o.Contender == c.Contender }) {
				able = append(able, c)
			}
			continue
		}
		refusals = append(refusals, err)
		of := func(o Candidate) bool { return o.Contender.Backend == c.Contender.Backend }
		others := s.EveryEncoding() && (slices.ContainsFunc(able, of) || slices.ContainsFunc(chosen[i+1:], of))
		if c.Name != "" && !others {
			return nil, refusals, &SelectionError{"backend", c.Name, err}
		}
	}
	return able, refusals, nil
}

// Check says why the contender cannot serve the request, or nil: what a Selection of it
// alone says.
func (c Contender) Check(list []Backend, r nqueens.Request) error {
	s := Selection{Backends: []string{Contender{Backend: c.Backend, Encoding: c.Encoding, Unreduced: c.Unreduced}.String()}, Threads: []int{max(1, c.Threads)}}
	chosen, err := s.Choose(list)
	if err == nil {
		_, _, err = s.Able(chosen, r)
	}
	return err
}

// Fastest is the one of the backends with the selection's first encoding that is
// likely to serve the request soonest: where it is not known who, one that has several race.
func (s Selection) Fastest(list []Backend, r nqueens.Request) (Backend, error) {
	if len(s.Encodings) > 0 {
		r.Encoding = s.Encodings[0]
	}
	r.Unreduced = s.Unreduced
	for _, b := range list {
		if by, can := b.(Portfolio); can && r.Encoding == "" && by.Races(r) {
			return b, nil
		}
	}
	return Fastest(list, r)
}

// ErrNobody says that no backend can serve a request, and why the first of them
// cannot, each reason once: those of the most able say enough.
func ErrNobody(refusals []error) error {
	const shown = 4
	var why []string
	more, left := "", len(refusals)
	for _, err := range refusals {
		if said := slices.Contains(why, err.Error()); len(why) == shown && !said {
			more = fmt.Sprintf("; nor can %d others (`nqueens backends` lists what each does)", left)
			break
		} else if !said {
			why = append(why, err.Error())
		}
		left--
	}
	return errors.New("no backend can do this: " + strings.Join(why, "; ") + more)
}
