// Package summary says what a run's records come to, for people and for tables.
//
// [Summarise] gathers the repetitions of each job into a [Cell], a median with
// its interval, and the cells into scores, ratios to a baseline and rates of
// growth. [Summary.WriteText] prints them, [Summary.WriteCSV] writes a row for
// each cell, and package chart draws them. A wrong answer keeps its cell and
// takes part in no mean.
package summary
