// Package backends lists the engines that the project compares and says what
// it takes to be one: the interface [Backend], which an engine satisfies
// without importing this package. A new backend is a folder here and a line in
// [All].
//
// Measured runs are in a process of their own, where anything that a backend does ends as
// a record. An answer for one person may be computed in the program's own process: a panic
// of Run is caught there, and a Run that does not return is left behind after two seconds,
// but a panic in a goroutine that a backend starts ends the program with Go's stack. Such a
// goroutine catches its panics and hands them to Run.
package backends
