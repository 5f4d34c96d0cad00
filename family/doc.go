// Package family is the catalogue: the n-queens problem and its relatives, each with its rule, its check and the
// counts that are published of it.
//
// [All] lists them. A problem is made of one of them and a size, or read by its name:
//
//	nqueens.Problem{Family: family.Queens, N: 8}
//	family.All().Parse("queens(8, given=a1)")
//
// A family is a value of type [nqueens.Family] in a file of its own. Its Rule says how many pieces a line of the
// board holds and over which leaps pieces attack; Build makes the Model of a family whose constraints lines and
// leaps cannot express. Attacks and Check say the same once more in other words: they check solutions, and know
// nothing of the Model. Known has a function for each published sequence.
package family
