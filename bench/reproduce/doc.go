// Package reproduce makes the tables and figures of the n-queens literature
// again, with the published numbers beside those measured here.
//
// [All] lists the reproductions. A [Session] carries one out: it runs the
// experiment through the harness of package bench, as far as the budget
// allows, into a folder of its own, draws the charts, and writes a page,
// README.md, with the published figure, ours, and for each comparison a verdict
// in words: the same value, the same shape, or a difference and its reason.
// The folder above gets an index of all pages in it, unless it has a README.md of its own.
//
// Each reproduction is a file with a function that returns it, and a line in [All].
// Where thousands of random instances are answered once each, as package phase does
// for the phase transition of n-queens completion, they are run in batches; the
// budget decides how many instances each point has. Package page has the pages and
// their verdicts.
//
// What no backend answers is computed here, by packages completable and density.
//
// A run that was stopped goes on when it is asked for again, and one that was
// finished goes further with a larger budget. What the budget left out is
// named on the page. Given the same records the page is the same.
//
// A wrong answer is no mere difference: [Result.Failed] then says so.
package reproduce
