// Package auto is the backend "auto": it uses the engine that suits the problem, or several engines
// in a race.
//
// It uses the engine with the highest preference. For some kinds of problems the fastest engine
// differs from problem to problem: boards with pieces of two kinds or more, formulas, and boards
// with given, blocked or excluded squares for which no engine is known to be the fastest. For
// these, the three engines with the highest preferences race. Each runs for ten milliseconds alone,
// then they take turns; with as many threads as racers they run side by side. To count the
// solutions of a formula two engines race, and the preferred one gets two thirds of the time. The
// engines estimate which fraction of their search is done: an engine that expects to need much
// longer than the other gets little time. The first answer ends the race. A named external program,
// as in auto/cadical, takes part in each race. For all other problems it races with the engine of
// the highest preference.
//
// A search that waits for its turn also checks whether it should stop, so that it stops as soon as
// one that runs. A solver in another process cannot be made to wait; it runs at the same time.
//
// An engine that panics leaves the race, and the answer's note reports it; a panic in one of its
// goroutines ends the process, as it would without a race. If a second engine gives a different
// answer before it can be stopped, Outcome.Against has that answer.
package auto
