//go:build long

package backends_test

// externalRounds is how often each installed solver is put to a test.
const externalRounds = 60
