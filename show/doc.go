// Package show draws traces of searches: as text, as a storyboard (SVG, PNG), as an animated GIF,
// and as a page on which a search can be stepped through.
//
// A trace is read by package trace; New checks that it fits its problem. The sources of the page are
// in play/web.
package show
