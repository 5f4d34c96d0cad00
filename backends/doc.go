// Package backends lists the engines that the project compares and defines the interface [Backend].
// An engine satisfies it without importing this package. A new backend is a new folder here and one
// line in [All].
//
// Each measured run is in a separate process, so that every failure of a backend ends up in a
// record. An answer outside a measurement may be computed in the program's own process: a panic of
// Run is caught there, and a Run that does not return is abandoned after two seconds. A panic in a
// goroutine that a backend starts would end the program with a stack trace; such a goroutine has to
// recover from its panics and pass them to Run.
package backends
