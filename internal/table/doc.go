// Package table formats numbers and tables: times, ratios, counts and ranges of sizes; rows in
// aligned columns for a terminal, or as Markdown. Summaries, charts and pages all use it, so that a
// number looks the same everywhere.
package table
