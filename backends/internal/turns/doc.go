// Package turns lets searches that share a core take turns. A search regularly checks a Flag, or
// its context, to see whether it should stop. If it is behind a closed Gate, the check blocks until
// its next turn.
package turns
