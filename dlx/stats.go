package dlx

// Stats says how much work a search has done, in units that do not depend on
// the machine. They are Knuth's: his programs report the same numbers for the
// same problem.
type Stats struct {
	// Solutions is the number of solutions found.
	Solutions uint64

	// Nodes is the number of nodes of the search tree that were visited, the
	// root and the solutions included.
	Nodes uint64

	// Updates is the number of times that an item, or an option in the list of
	// one of its items, was unlinked. Linking back is not counted. The bits
	// engine links nothing: it has no updates, and this is 0.
	Updates uint64

	// Levels splits Nodes and Updates by the depth in the tree. Level 0 is the
	// root; a node at level k has chosen k options.
	Levels []LevelStats
}

// LevelStats is the part of Stats that belongs to one level of the search tree.
type LevelStats struct {
	Nodes   uint64 // nodes visited at this level
	Updates uint64 // updates made to branch at this level
}

// newStats sums up the levels, of which those never reached are dropped.
func newStats(solutions uint64, levels []LevelStats) Stats {
	st := Stats{Solutions: solutions}
	for _, l := range levels {
		if l.Nodes == 0 {
			break
		}
		st.Levels = append(st.Levels, l)
		st.Nodes += l.Nodes
		st.Updates += l.Updates
	}
	return st
}
