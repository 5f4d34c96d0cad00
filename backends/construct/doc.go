// Package construct is the backend "construct": one solution of n queens by formula, at any size
// and without a search.
//
// A [Form] is a published formula. It gives the rank of the queen in each file as a few lists of
// every other number, such as 2 4 6 … and 1 3 5 …. So a solution of a billion queens can be written
// as fast as the disk permits, in constant memory ([Backend.Stream]). [Best] returns the form to
// use for a board; [Form.Numbers] applies a form at any size, also where it gives no solution.
package construct
