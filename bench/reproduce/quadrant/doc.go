// Package quadrant measures how the cost of counting n queens by meeting in the
// middle, as package backends/quadrant does, grows with the board, and draws the
// pictures that explain the method.
//
// [Measure] counts whole boards and, of those that would take hours or years, a few
// parts. [Report] writes the page. How the method works, README.md in the folder
// of package backends/quadrant tells; its pictures are [Drawings].
package quadrant
