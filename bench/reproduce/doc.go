// Package reproduce reproduces tables and figures of the n-queens literature, with the published numbers
// beside those measured here.
//
// [All] lists the reproductions. A [Session] runs one: it runs the experiment with package bench/run, as far
// as the budget allows, into a folder of its own, draws the charts, and writes a page, README.md. The page
// has the published figure, ours, and for each comparison a verdict in words: the same value, the same shape,
// or a difference and its reason. The parent folder gets an index of all pages in it, unless it has another
// README.md.
//
// A study that compares runs is a plan in package studies, and package bench/study writes its page. Any other
// study is a file here with a function that returns it, and a line in [All]. Package page has the pages and
// their verdicts.
//
// Packages completable and density compute what no backend answers.
//
// A stopped run is resumed by the next call, and a finished one is extended with a larger budget. The page
// lists what the budget left out. The same records give the same page.
//
// A wrong answer is more than a difference: it makes [Result.Failed] true.
package reproduce
