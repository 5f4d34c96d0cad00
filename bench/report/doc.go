// Package report makes one HTML page of runs, to be viewed, sent and kept: what was compared, what
// is wrong and which contenders are best; interactive charts; a table to sort and filter; and each
// instance with its board, the answers and the command that runs it again.
//
// The page is one self-contained file: it loads nothing from the network, no font and no library.
// Without its script, on paper and in old browsers it shows the verdict, the tables and the charts
// as pictures. The script replaces the pictures by interactive charts.
//
// # Design decisions
//
// All numbers are computed in Go. The script sorts, filters, scales axes and divides two medians.
// Means over problems, intervals, tests and their correction, rankings and verdicts come from
// bench/summary and bench/chart and are data of the page. A second implementation of a test could
// differ from the first.
//
// Each picture is in the page twice: as the SVG of bench/chart, for paper and for readers without
// the script, and as its values ([nqueens/bench/chart.Plot]), which the script draws. An
// interactive version of the SVG would need the value of each mark, which the drawing library
// cannot carry, and could not switch to a linear axis. The values take about 10 kB per chart.
//
// The script is TypeScript without a framework, 36 kB when bundled. Observable Plot with the
// necessary parts of D3 takes about 300 kB. It would provide axes and marks, but not the
// interaction of this page: legends that filter the table, keyboard access to points, rows of
// time-outs above the frame, and a table of 100,000 rows.
//
// esbuild bundles the script ([nqueens/bench/report/web]). The bundle is committed, so that
// building nqueens needs only Go; a test bundles it again and compares.
package report
