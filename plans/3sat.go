//go:build ignore

// Writes the random 3-SAT formulas of targets-3sat.yaml into the folder plans/3sat, each from
// the seed in its name: go run plans/3sat.go
package main

import (
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"strings"
)

func main() {
	if err := os.MkdirAll("plans/3sat", 0o755); err != nil {
		log.Fatal(err)
	}
	for _, kind := range []struct {
		variables, clauses int
		seeds              []int
	}{
		{80, 300, []int{1, 2, 3}},        // some million models
		{130, 554, []int{1, 2, 3, 4, 5}}, // 4.26 clauses a variable: near the threshold, half have none
		// Larger ones near the threshold, without those of more than three million models,
		// which take clasp minutes to visit.
		{200, 852, []int{2, 3, 5}},
		{215, 916, []int{2, 3, 4}},
		{235, 1001, []int{2, 4, 5}},
		{250, 1065, []int{1, 2, 3}},
	} {
		for _, seed := range kind.seeds {
			r := rand.New(rand.NewPCG(uint64(seed), 0))
			var text strings.Builder
			fmt.Fprintf(&text, "p cnf %d %d\n", kind.variables, kind.clauses)
			for range kind.clauses {
				for _, v := range r.Perm(kind.variables)[:3] { // three variables, each of either sign
					if r.IntN(2) == 0 {
						text.WriteByte('-')
					}
					fmt.Fprintf(&text, "%d ", v+1)
				}
				text.WriteString("0\n")
			}
			name := fmt.Sprintf("plans/3sat/%d-%d-%d.cnf", kind.variables, kind.clauses, seed)
			if err := os.WriteFile(name, []byte(text.String()), 0o644); err != nil {
				log.Fatal(err)
			}
		}
	}
}
