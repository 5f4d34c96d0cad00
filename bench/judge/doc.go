// Package judge decides how far the answers of a run can be trusted. [Judge] compares the answers
// to each problem with the rules of the pieces, with published counts and with each other, and
// gives a [Verdict]: known, agreed, agreed (reduced), alone, disagreement or unanswered. A majority
// is no proof: if two engines differ and nothing is published, neither is declared right. A
// [Witness] is the smallest evidence of a wrong answer.
package judge
