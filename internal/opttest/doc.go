// Package opttest makes random optimisation problems over 0–1 variables, writes each in the formats
// that can state it, and decides every assignment by the definition of the problem, so that tests
// of readers and of engines compare with something that shares no code with them.
package opttest
