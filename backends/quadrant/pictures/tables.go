package main

import (
	"fmt"
	"strings"
)

// filesTable is how the eastern half-boards of the example come from their
// quadrants, in Markdown: for each choice of the files of the queens in the north.
func filesTable(x halves) string {
	var t strings.Builder
	t.WriteString("| files of the north | north | files of the south | south | pairs | half-boards |\n|---|---|---|---|---|---|\n")
	var north, south []int
	for _, r := range eastRanks {
		if r >= mid {
			north = append(north, r)
		} else {
			south = append(south, r)
		}
	}
	for a := mid; a < side; a++ {
		for b := a + 1; b < side; b++ {
			var rest []int
			for f := mid; f < side; f++ {
				if f != a && f != b {
					rest = append(rest, f)
				}
			}
			files := []int{a, b}
			n, s := placements(files, north), placements(rest, south)
			var made []string
			for i, h := range x.east {
				if h.queens[a-mid].rank >= mid && h.queens[b-mid].rank >= mid {
					made = append(made, fmt.Sprintf("E%d", i+1))
				}
			}
			fmt.Fprintf(&t, "| %s | %s | %s | %s | %d | %s |\n", names(files), squares(n), names(rest), squares(s), len(n)*len(s), strings.Join(made, ", "))
		}
	}
	return t.String()
}

// placements are the ways to put two queens on two files and two ranks of a
// quadrant.
func placements(files, ranks []int) (list [][2]queen) {
	for i := range 2 {
		p := [2]queen{{files[0], ranks[i]}, {files[1], ranks[1-i]}}
		if !p[0].attacks(p[1]) {
			list = append(list, p)
		}
	}
	return list
}

func names(files []int) string {
	text := ""
	for _, f := range files {
		text += string(rune('a' + f))
	}
	return text
}

func squares(list [][2]queen) string {
	var texts []string
	for _, p := range list {
		texts = append(texts, p[0].String()+" "+p[1].String())
	}
	if len(texts) == 0 {
		return "none"
	}
	return strings.Join(texts, "; ")
}

// String is the square as people write it: a1.
func (q queen) String() string { return fmt.Sprintf("%c%d", 'a'+q.file, q.rank+1) }

// symmetryTable is z, q and p of small boards.
func symmetryTable() string {
	var t strings.Builder
	t.WriteString("| N | z | q | p | z + 4q + 4p | solutions |\n|---|---|---|---|---|---|\n")
	for _, n := range []int{6, 8, 10} {
		all, z, q, p := symmetryCounts(n)
		fmt.Fprintf(&t, "| %d | %d | %d | %d | %d | %d |\n", n, z, q, p, z+4*q+4*p, all)
	}
	return t.String()
}
