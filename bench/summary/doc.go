// Package summary says what a run's records come to, for people and for tables.
//
// [Summarise] gathers the repetitions of each job into a [Cell], a median with
// its interval, and the cells into a [Ranking] for each set of problems that
// contenders were to answer, ratios to a baseline and rates of growth.
// [Summary.WriteText] prints them, the first page or all, [Summary.WriteCSV] writes a
// row for each cell, and package chart draws them. [BestEncodings] says which encoding
// stands for a backend. A wrong answer keeps its cell and takes part in no mean.
package summary
