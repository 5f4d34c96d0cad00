// Package study writes the page of a run whose plan has published values: tables and charts of the measured
// values beside the published ones, and a verdict in words on each comparison.
//
// The plan defines the content of the page: see package plan. [Report] adds it to a page.
package study
