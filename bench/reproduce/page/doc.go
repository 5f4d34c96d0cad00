// Package page writes the page of a reproduction: a text in Markdown with tables
// and pictures, and a verdict in words on each comparison with a published figure.
package page
