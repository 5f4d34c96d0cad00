// Command pictures draws the pictures of the page that explains package quadrant
// and fills in the page's tables. From the root of the repository:
//
//	go run ./backends/quadrant/pictures            writes backends/quadrant/pictures/*.svg and the tables of README.md
//	go run ./backends/quadrant/pictures measure    measures growth again before, which takes minutes
//
// The boards, patterns and numbers of the example are computed here, by the
// simplest means, and not by the package that they explain.
package main

import (
	"fmt"
	"os"
)

// folder is where the pictures are.
const folder = "backends/quadrant/pictures/"

// pictures are all of them, by the name of the file.
func pictures() map[string]string {
	x := example()
	return map[string]string{
		"cut":       drawCut(),
		"diagonals": drawDiagonals(),
		"patterns":  drawPatterns(x),
		"halves":    drawHalves(x),
		"pairs":     drawPairs(x),
		"symmetry":  drawSymmetry(),
		"odd":       drawOdd(),
		"split":     drawSplit(x),
		"block":     drawBlock(x),
		"adder":     drawAdder(),
		"growth":    drawGrowth(),
	}
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "pictures:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	switch {
	case len(args) == 3 && args[0] == "count":
		return count(args[1], args[2])
	case len(args) == 1 && args[0] == "measure":
		if err := measure(); err != nil {
			return err
		}
	case len(args) > 0:
		return fmt.Errorf("%q: give nothing, or measure", args)
	}
	for name, text := range pictures() {
		if err := os.WriteFile(folder+name+".svg", []byte(text), 0o644); err != nil {
			return fmt.Errorf("%w (run from the root of the repository)", err)
		}
	}
	return updatePage()
}
