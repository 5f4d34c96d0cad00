// Package study writes the page of a run whose plan says what is published: tables and charts of the
// measured values beside the published ones, and a verdict in words on each comparison.
//
// What stands on the page is in the plan: see package plan. [Report] adds it to a page.
package study
