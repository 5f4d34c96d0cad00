// Package backends lists the engines that the project compares and says what
// it takes to be one: the interface [Backend], which an engine satisfies
// without importing this package. A new backend is a folder here and a line in
// [All].
package backends
