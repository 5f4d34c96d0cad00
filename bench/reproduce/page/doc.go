// Package page writes the page of a reproduction: a Markdown text with tables, pictures, and a verdict in
// words on each comparison with a published figure.
package page
