// Package diagram draws boards as a chess book prints them: the pieces of a
// solution on light and dark squares, with coordinates and a caption, one board
// or many on a page, as SVG or PNG.
//
// A [Page] holds one [Board] or more; [Page.Write] draws it into a file, and
// [CheckPath] says before long work whether that will do. How to read a board:
//
//   - A frame within a square marks a given: a piece must stand there.
//   - A hatched square is blocked.
//   - A line from edge to edge is an excluded diagonal.
//   - Rooks are rooks. A superqueen is a queen with a diamond on her gown.
//
// Every mark has a form of its own beside its colour, so that it survives a
// greyscale print. Where squares are small, only some files and ranks are named,
// pieces become dots and blocked squares plain grey, and the checks give way to
// a sparse grid: on a board alone on its page from about 200 squares a side.
//
// Both formats come from one drawing: the same lines, to a fraction of a dot.
// The same page gives the same bytes. The SVG is small and plain, with one
// symbol for each kind of piece, and says in its title elements what it shows.
package diagram
