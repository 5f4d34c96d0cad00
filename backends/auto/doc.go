// Package auto is the backend "auto": it uses the engine that suits the problem, or several in a
// race.
//
// It uses the engine with the highest preference. The fastest engine differs from problem to
// problem for boards with pieces of two kinds or more, for formulas, and for boards with given,
// blocked or excluded squares on which no engine is known to be the fastest. There the three
// engines with the highest preferences race: each runs for ten milliseconds alone, then they take
// turns; with as many threads as racers they run side by side. To count the solutions of a
// formula two engines race, and the preferred one gets two thirds of the time. The first answer
// ends the race. A named external program, as in auto/cadical, takes part; elsewhere it
// races with the one engine.
//
// A search that waits for its turn also checks whether it should stop, so that it stops as soon as
// one that runs. A solver in another process cannot be made to wait; it runs at the same time.
//
// An engine that panics leaves the race, and the answer's note reports it; a panic in one of its
// goroutines ends the process, as it would without a race. If a second engine answers before it can
// be stopped, and differently, Outcome.Against has its answer.
package auto
