package diagram_test

import (
	"fmt"
	"log"
	"os"
	"path/filepath"

	"nqueens"
	"nqueens/bench/diagram"
	"nqueens/family"
)

// Example draws two solutions side by side. It checks the path first, since finding what to draw
// may take long.
func Example() {
	dir, err := os.MkdirTemp("", "boards")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "four.svg")
	if err := diagram.CheckPath(path); err != nil {
		log.Fatal(err)
	}

	problem := nqueens.Problem{Family: family.Queens, N: 4}
	first, err := nqueens.ParseSolution("a2,b4,c1,d3")
	if err != nil {
		log.Fatal(err)
	}
	page := diagram.Page{Title: "All solutions of 4 queens", Boards: []diagram.Board{
		{Problem: problem, Solution: first, Caption: []string{"fundamental"}},
		{Problem: problem, Solution: first.Image(nqueens.NByN(4), nqueens.MirrorFiles), Caption: []string{"its mirror image"}},
	}}
	if err := page.Write(path); err != nil {
		log.Fatal(err)
	}
	fmt.Println("drawn:", filepath.Base(path))

	fmt.Println(diagram.CheckPath("four.gif"))
	// Output:
	// drawn: four.svg
	// picture four.gif: the name must end in .svg, .png or .pdf, not .gif
}
