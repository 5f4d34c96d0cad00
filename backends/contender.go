package backends

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nqueens"
	"nqueens/encode"
)

// Contender identifies a participant of a comparison: a backend, its encoding if it takes one, the
// number of threads that it may use, and whether it searches the unreduced problem.
type Contender struct {
	Backend  string `json:"backend"`
	Encoding string `json:"encoding,omitempty"`
	Threads  int    `json:"threads,omitempty"` // if more than one
	// Unreduced has the meaning of nqueens.Request.Unreduced.
	Unreduced bool `json:"unreduced,omitempty"`
}

// unreduced is the suffix of the name of a contender that searches the unreduced problem.
const unreduced = " unreduced"

// String returns the contender's name: "bitmask", "gini/product", "gini/product x2", "dlx
// unreduced".
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

// ParseContender parses a contender's name as written by String.
func ParseContender(name string) (c Contender, err error) {
	whole := name
	whole, c.Unreduced = strings.CutSuffix(whole, unreduced)
	bare, threads, several := strings.Cut(whole, " x")
	var with bool
	c.Backend, c.Encoding, with = strings.Cut(bare, "/")
	if c.Backend == "" || with && c.Encoding == "" {
		return c, &SelectionError{"backend", name, fmt.Errorf("%q is not the name of a backend: write, for example, bitmask,gini/product", name)}
	}
	if !several {
		return c, nil
	}
	if c.Threads, err = strconv.Atoi(threads); err == nil {
		err = CheckThreads(c.Threads)
	} else {
		err = fmt.Errorf("write a number of threads, as in %q", bare+" x2")
	}
	if err != nil {
		return c, &SelectionError{"backend", name, fmt.Errorf("the threads of %q: %w", name, err)}
	}
	return c, nil
}

// backendOf returns the backend's name in a contender's name, even if the rest of the name is
// invalid.
func backendOf(name string) string {
	c, _ := ParseContender(name)
	return c.Backend
}

// Names returns the names by which a baseline can refer to the contender, the most specific first:
// its full name, its name without threads, and the name of its backend.
func (c Contender) Names() []string {
	return []string{c.String(), Contender{Backend: c.Backend, Encoding: c.Encoding, Unreduced: c.Unreduced}.String(), c.Backend}
}

// Everything in a Selection means every backend, or every encoding.
const Everything = "all"

// Selection describes which contenders take part, as given by flags and plans.
type Selection struct {
	// Backends are names of backends or contenders: "gini/product" includes an encoding, and
	// "bitmask x4" a number of threads that replaces Threads. An empty list means Everything: every
	// ordinary backend. Names can be added beside Everything.
	Backends []string
	// Encodings apply to the backends that take one and are named without one. An empty list means
	// each backend's default for the task, Everything all encodings of each.
	Encodings []string
	// Cardinalities and Orders are combined with each encoding of the backends that support them:
	// see encode.Refine. An empty list means the encoding's own.
	Cardinalities, Orders []string
	// Threads are the numbers of threads that each contender is run with. An empty list means one.
	Threads []int
	// Unreduced makes every contender search the unreduced problem. The suffix "unreduced" in a
	// name does the same for one contender.
	Unreduced bool
	// Joining lists backends that take part in addition to the selected ones, with one thread, in
	// the requests that they support.
	Joining []Backend
}

// Candidate is a contender, its engine, and the part of the Selection that it comes from.
type Candidate struct {
	Contender Contender
	Engine    Backend
	// Name is the name in the Selection; then a request that the candidate does not support is an
	// error. It is "" if the candidate comes from Everything or from Joining.
	Name  string
	Joins bool
	// ByDefault is set if no encoding was named: Supported then uses the default for the task.
	ByDefault bool
	// Cardinality and Order refine the default encoding.
	Cardinality, Order string
}

// MaxThreads is the largest number of threads of a contender.
const MaxThreads = 1024

// CheckThreads returns a *SelectionError if n is no valid number of threads.
func CheckThreads(n int) error {
	if n < 1 || n > MaxThreads {
		return &SelectionError{"threads", fmt.Sprint(n), fmt.Errorf("%d is not between 1 and %d", n, MaxThreads)}
	}
	return nil
}

// SelectionError reports an invalid name in a Selection.
type SelectionError struct {
	Kind string // "backend", "encoding", "threads", "cardinality" or "order"
	Name string // as written in the Selection
	Err  error
}

func (e *SelectionError) Error() string { return e.Err.Error() }

func (e *SelectionError) Unwrap() error { return e.Err }

// All reports whether the selection includes every ordinary backend.
func (s Selection) All() bool {
	return len(s.Backends) == 0 || slices.Contains(s.Backends, Everything)
}

// LeftOut returns the names of the external programs that All leaves out although they are
// installed and support the request. The selection includes them if these names are added.
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

// EveryEncoding reports whether the selection includes every encoding of each backend.
func (s Selection) EveryEncoding() bool { return slices.Equal(s.Encodings, []string{Everything}) }

// EncodingNames returns the names of the encodings of all the backends.
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

// Supported returns the candidates that support the request, with the encoding and threads of each
// filled in, and the reasons why the others do not. If a named candidate does not support the
// request, Supported returns a *SelectionError; with every encoding selected, it does so only if
// none of the backend's encodings is supported.
func (s Selection) Supported(chosen []Candidate, r nqueens.Request) (able []Candidate, refusals []error, err error) {
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

// Check returns an error that says why the contender cannot serve the request, or nil, as a
// Selection of only this contender would.
func (c Contender) Check(list []Backend, r nqueens.Request) error {
	s := Selection{Backends: []string{Contender{Backend: c.Backend, Encoding: c.Encoding, Unreduced: c.Unreduced}.String()}, Threads: []int{max(1, c.Threads)}}
	chosen, err := s.Choose(list)
	if err == nil {
		_, _, err = s.Supported(chosen, r)
	}
	return err
}

// Fastest returns the backend with the selection's first encoding that is likely to serve the
// request soonest. It returns a portfolio if that would race several backends for the request.
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

// NoBackendError returns the error that no backend supports a request. It gives the first reasons,
// each once: the first backends are the most general.
func NoBackendError(refusals []error) error {
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
