// Package exchange writes a run in the formats of others, so that what they are made for
// can be done with it, and reads theirs as a run, so that summaries, charts, reports and comparisons
// serve what was measured elsewhere.
//
//	benchfmt    the Go project's benchmark results, for benchstat; read and written
//	hyperfine   hyperfine's JSON, for its scripts; read and written
//	benchexec   BenchExec's XML, for table-generator; read and written
//	latex       tables for a paper, with the packages booktabs, graphicx and siunitx; written
//
// What the formats have no place for goes where their readers let it pass: time-outs are
// failed benchmarks in benchfmt, exit statuses in hyperfine's JSON. An imported problem that is none
// of ours is an instance whose name alone is known. [Read] makes an [Import] of a file,
// [Import.Write] a run's folder of several.
package exchange
