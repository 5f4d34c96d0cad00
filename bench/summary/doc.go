// Package summary summarises the records of a run as text and tables. [Summarise] combines the
// repetitions of each job into a [Cell], a median with its interval. From the cells it makes a
// [Ranking] for each set of problems that several contenders had to answer, ratios to a baseline,
// and growth rates. [Summary.WriteText] prints the first page or everything, [Summary.WriteCSV]
// writes a row for each cell, and package chart draws them. [BestEncodings] chooses the encoding
// that represents a backend. A wrong answer keeps its cell, but no mean includes it.
package summary
