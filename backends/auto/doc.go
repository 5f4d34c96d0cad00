// Package auto is the backend "auto": it has others answer, whoever suits the problem.
//
// Of a bare board it asks one engine, the one that is known to be quickest. Boards with
// squares given, blocked or excluded, those with pieces of two kinds or more, and formulas, can be easy for one engine
// and out of reach for another, and which it is nobody can tell beforehand. There several engines
// race: each for a few milliseconds alone, then by turns, in the proportions that a table
// of measurements gives for problems like it (Rules); with as many threads as there are
// racers they run side by side. The first answer ends the race. A program of others that is named,
// as in auto/cadical, takes part in it; of a bare board it races with the one engine.
//
// A search that waits for its turn looks at a flag to see whether it is to stop, so that
// it stops as soon as one that runs. A solver in another process cannot be made to wait;
// it runs beside.
//
// An engine that panics is out, and the answer's note tells; what it has others do in
// goroutines of its own ends the process, as it would alone. Should a second engine answer
// before it can be stopped, and differently, Outcome.Against has what it says.
package auto
