// Package table decides how a number looks to people and how a table is written:
// a time, a ratio, a count, a range of sizes; rows in aligned columns for a
// terminal, or as Markdown. Summaries, charts and pages all write theirs with it,
// so that the same number looks the same wherever it stands.
package table
