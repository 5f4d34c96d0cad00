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
// A study that compares runs is a plan of package studies, whose page package bench/study writes; what is no
// comparison of runs is a file here with a function that returns it, and a line in [All]. Package page has the
// pages and their verdicts.
//
// What no backend answers is computed here, by packages completable and density.
//
// A run that was stopped goes on when it is asked for again, and one that was
// finished goes further with a larger budget. What the budget left out is
// named on the page. Given the same records the page is the same.
//
// A wrong answer is no mere difference: [Result.Failed] then says so.
package reproduce
