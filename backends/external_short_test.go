//go:build !long

package backends_test

// externalRounds is the number of rounds in which each installed solver is tested.
const externalRounds = 4
