// Package pext packs the bits that a mask keeps to the low end of a word, in order, as the instruction
// PEXT of x86 does: in plain Go, for machines and vectors that have no such instruction
// (H. S. Warren, Hacker's Delight, 2nd ed., section 7-4).
package pext
