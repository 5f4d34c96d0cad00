// Package auto is the backend "auto": it has others answer, the one that suits the problem or
// several in a race.
//
// It asks the engine that prefers the problem most. For boards with pieces of two kinds or
// more, for formulas, and for boards with squares given, blocked or excluded on which no engine
// is known to be quickest, the quickest engine differs from problem to problem. There the three
// engines with the highest preferences race: each for ten milliseconds alone, then by turns; with
// as many threads as racers they run side by side. The solutions of a formula are counted by a race of two,
// of which the preferred one has two thirds of the time. The first answer ends the race. A program of
// others that is named, as in auto/cadical, takes part in it; elsewhere it races with the one
// engine.
//
// A search that waits for its turn looks at a flag to see whether it is to stop, so that
// it stops as soon as one that runs. A solver in another process cannot be made to wait;
// it runs beside.
//
// An engine that panics leaves the race, and the answer's note says so; a panic in a goroutine
// of its own ends the process, as it would without a race. If a second engine answers
// before it can be stopped, and differently, Outcome.Against has its answer.
package auto
