// Package exchange writes a run in the formats of other tools, and reads their files as a run, so
// that summaries, charts, reports and comparisons can be made of other measurements.
//
//	benchfmt    the Go project's benchmark results, for benchstat; read and written
//	hyperfine   hyperfine's JSON, for its scripts; read and written
//	benchexec   BenchExec's XML, for table-generator; read and written
//	latex       tables for a paper, with the packages booktabs, graphicx and siunitx; written
//
// Information without a place in a format is written where its readers ignore it: time-outs are
// failed benchmarks in benchfmt, and exit statuses in hyperfine's JSON. An imported problem that
// the program does not know is an instance of which only the name is known. [Read] returns an
// [Import] from a file, and [Write] writes imports as a run's folder.
package exchange
