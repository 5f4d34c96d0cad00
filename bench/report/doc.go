// Package report makes one HTML page of runs, to be looked at, sent and kept: what was
// compared, what is wrong, who is best where; charts to look into; a table to sort and
// filter; and each instance with its board, the answers and the command that runs it
// again.
//
// The page is one file that asks for nothing: no network, no font, no library. What it
// says without its script (the verdict, the tables, the charts as pictures) is what it
// says on paper and to old browsers; the script puts in place of pictures what can be
// looked into.
//
// # Why it is made so
//
// Numbers come from Go alone. The script sorts, filters, scales axes and divides two
// medians; means over problems, intervals, tests and their correction, rankings and
// verdicts are computed by bench/summary and bench/chart and stand in the page as data.
// A second implementation of a test would be one that can differ.
//
// Pictures come twice: as the SVG that bench/chart writes to files, for paper and for who
// has no script, and as their values ([nqueens/bench/chart.Plot]), which the script draws
// again. To make the first kind move, each mark of it would have to carry its value
// through a drawing library that knows only paths, and a linear axis could not be had;
// twice costs about 10 kB a chart.
//
// The script is TypeScript without a framework, 36 kB when it is bundled. Observable
// Plot with the parts of D3 that it takes is about 300 kB, eight times the whole script, for axes
// and marks that this page has to bring its own interaction to all the same: legends that
// reach the table, a keyboard's way from point to point, time-outs in rows above the
// frame. A table of 100,000 rows would not come with it either.
//
// esbuild bundles it ([nqueens/bench/report/web]); the bundle is committed, so that
// building nqueens takes Go alone, and a test makes it again and compares.
package report
