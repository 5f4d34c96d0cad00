package nqueens

import (
	"fmt"
	"slices"
	"strings"
)

// Task is what is asked about a problem.
type Task string

const (
	FindFirst Task = "first" // one solution, or that there is none
	CountAll  Task = "count" // how many solutions there are
	FindAll   Task = "all"   // every solution, once each
)

// Tasks lists every task.
func Tasks() []Task { return []Task{FindFirst, CountAll, FindAll} }

// Request is what a backend is asked to do.
type Request struct {
	Problem Problem
	Task    Task
	// Encoding is how lines become clauses, or which formula is used, for
	// backends that have a choice; "" is the backend's own.
	Encoding string
	Threads  int    // how many to use at most; 0 is 1
	Memory   int64  // bytes to take at most, for backends that can choose; 0 is not said
	Seed     uint64 // for backends that make random choices
}

// Description says what a backend is.
type Description struct {
	Name    string `json:"name"`
	About   string `json:"about"`   // one line
	Version string `json:"version"` // of the engine, as far as it can be told
	// Engine names the code that does the searching. Answers of backends that
	// share an engine do not confirm each other.
	Engine string `json:"engine"`
	Tasks  []Task `json:"tasks"`
	// Encodings are what Request.Encoding may be; empty if the backend has no
	// choice; the first is the default, "" where that goes without a name.
	Encodings []string `json:"encodings,omitempty"`
	// External names the program that does the searching, where it is not this
	// one: "cadical". A backend that has one takes part only when asked for by
	// name, since what it answers depends on what is installed.
	External string `json:"external,omitempty"`
	// Caution says what is known to be wrong with the backend. One that has a
	// caution takes part only when asked for by name.
	Caution string `json:"caution,omitempty"`
}

// Ordinary reports whether the backend is among those meant by "all": it has no
// caution and needs no other program.
func (d Description) Ordinary() bool { return d.Caution == "" && d.External == "" }

// Does reports whether the backend does the task at all.
func (d Description) Does(t Task) bool { return slices.Contains(d.Tasks, t) }

// Accepts refuses a task or an encoding that the backend does not have.
func (d Description) Accepts(r Request) error {
	if !d.Does(r.Task) {
		return fmt.Errorf("%s does not do the task %q (it does %s)", d.Name, r.Task, joined(d.Tasks))
	}
	if r.Encoding == "" || slices.Contains(d.Encodings, r.Encoding) {
		return nil
	}
	if len(d.Encodings) == 0 {
		return fmt.Errorf("%s takes no encoding, so %q has no meaning for it", d.Name, r.Encoding)
	}
	return fmt.Errorf("%s has no encoding %q %s", d.Name, r.Encoding, Suggest(r.Encoding, d.EncodingNames()))
}

// DefaultEncoding is the backend's own, "" if it takes none.
func (d Description) DefaultEncoding() string {
	if len(d.Encodings) == 0 {
		return ""
	}
	return d.Encodings[0]
}

// EncodingNames are the encodings that have a name.
func (d Description) EncodingNames() []string {
	return slices.DeleteFunc(slices.Clone(d.Encodings), func(name string) bool { return name == "" })
}

func joined(tasks []Task) string {
	var names []string
	for _, t := range tasks {
		names = append(names, string(t))
	}
	return strings.Join(names, ", ")
}
