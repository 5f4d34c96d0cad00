// Package diagram draws boards as a chess book prints them: the pieces of a solution on light and
// dark squares, with coordinates and a caption, one board or many on a page, as SVG, PNG or PDF.
//
// A [Page] contains one or more [Board]s. [Page.Write] draws it into a file, and [CheckPath] checks
// the file before long work. How to read a board:
//
//   - A frame within a square marks a given piece.
//   - A hatched square is blocked.
//   - A line from edge to edge is an excluded diagonal.
//   - Pieces have their usual symbols. A superqueen is a queen with a diamond on her gown, a dragon
//     king a rook with the king's cross. Armies of queens are white, black and red.
//   - Regions have colours, borders and letters. Neighbours never have the same colour.
//   - A small cross marks a square without a piece, a word is a number of solutions, a thin frame
//     marks a reason.
//
// Marks differ in form as well as in colour, so that they are distinct in greyscale. If squares are
// small, only some files and ranks have labels, pieces are dots, blocked squares are plain grey,
// and a sparse grid replaces the checks; for a single board on a page this begins at about 200
// squares a side.
//
// Both formats are made from one drawing, with the same lines to a fraction of a dot. The same page
// gives the same bytes. The SVG has one symbol for each kind of piece, and title elements that
// describe the content.
package diagram
