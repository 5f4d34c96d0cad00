// Package opttest makes random optimisation problems over 0–1 variables, and writes each in the
// formats that can state it. It decides every assignment by the definition of the problem. Tests of
// readers and of engines thus compare with an answer from code that they do not share.
package opttest
