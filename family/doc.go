// Package family contains the n-queens problem and its relatives, each with its rule, its check and
// its published counts.
//
// [All] returns them. A problem consists of one of them and a size, or is parsed from its name:
//
//	nqueens.Problem{Family: family.Queens, N: 8}
//	family.All().Parse("queens(8, given=a1)")
//
// A family is a value of type [nqueens.Family]. Its Rule states how many pieces a line of the board
// holds and over which leaps pieces attack; Build makes the Model of a family whose constraints
// cannot be expressed by lines and leaps. Attacks and Check state the constraints a second time,
// independently of the Model, to check solutions. Known has a function for each published sequence.
package family
