// Package pext moves the bits that a mask selects to the low end of a word, in order, like the
// instruction PEXT of x86. It is in plain Go, for processors and vectors without such an
// instruction (H. S. Warren, Hacker's Delight, 2nd ed., section 7-4).
package pext
