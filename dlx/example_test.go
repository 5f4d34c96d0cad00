package dlx_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"strings"

	"nqueens/dlx"
)

// Seven items and six options: the example with which Knuth introduces exact
// covers.
func Example() {
	p, err := dlx.NewProblem([]string{"a", "b", "c", "d", "e", "f", "g"}, nil)
	if err != nil {
		log.Fatal(err)
	}
	for _, option := range []string{"c e", "a d g", "b c f", "a d f", "b g", "d e g"} {
		if err := p.AddNamedOption(strings.Fields(option)...); err != nil {
			log.Fatal(err)
		}
	}

	s := p.NewSearch(dlx.Config{})
	for solution := range s.Solutions(context.Background()) {
		for _, option := range solution {
			var names []string
			for _, item := range p.Option(option) {
				names = append(names, p.ItemName(item))
			}
			fmt.Println(strings.Join(names, " "))
		}
	}
	if err := s.Err(); err != nil {
		log.Fatal(err)
	}
	// Output:
	// a d f
	// b g
	// c e
}

// A Sudoku: every cell holds one digit, and every row, column and box holds every digit once.
// Digits count from 0 in the names. Searching for two solutions shows that there is only one.
func Example_sudoku() {
	const puzzle = "" +
		"53..7...." + "6..195..." + ".98....6." +
		"8...6...3" + "4..8.3..1" + "7...2...6" +
		".6....28." + "...419..5" + "....8..79"

	var items []string
	for i := range 9 {
		for j := range 9 {
			for _, kind := range []string{"cell", "row", "column", "box"} {
				items = append(items, fmt.Sprintf("%s%d%d", kind, i, j))
			}
		}
	}
	p, err := dlx.NewProblem(items, nil)
	if err != nil {
		log.Fatal(err)
	}
	type placement struct{ cell, digit int }
	var placements []placement // the meaning of each option
	for cell, given := range puzzle {
		row, column := cell/9, cell%9
		for digit := range 9 {
			if given != '.' && given != rune('1'+digit) {
				continue
			}
			err := p.AddNamedOption(
				fmt.Sprintf("cell%d%d", row, column),
				fmt.Sprintf("row%d%d", row, digit),
				fmt.Sprintf("column%d%d", column, digit),
				fmt.Sprintf("box%d%d", row/3*3+column/3, digit))
			if err != nil {
				log.Fatal(err)
			}
			placements = append(placements, placement{cell, digit})
		}
	}

	solutions, err := p.NewSearch(dlx.Config{}).First(context.Background(), 2)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(solutions), "solution")
	var grid [81]byte
	for _, option := range solutions[0] {
		grid[placements[option].cell] = byte('1' + placements[option].digit)
	}
	for r := range 9 {
		fmt.Printf("%s\n", grid[9*r:9*r+9])
	}
	// Output:
	// 1 solution
	// 534678912
	// 672195348
	// 198342567
	// 859761423
	// 426853791
	// 713924856
	// 961537284
	// 287419635
	// 345286179
}

// Both engines find the same solutions in the same order from the same search
// tree; only dancing links have updates to count.
func ExampleConfig() {
	p, err := dlx.Read(strings.NewReader("a b c | x\na x\na\nb x\nb\nc\nb c\n"))
	if err != nil {
		log.Fatal(err)
	}
	for _, engine := range []dlx.Engine{dlx.Dancing, dlx.Bits} {
		s := p.NewSearch(dlx.Config{Engine: engine})
		solutions, err := s.First(context.Background(), 9)
		if err != nil {
			log.Fatal(err)
		}
		st := s.Stats()
		fmt.Println(engine, solutions, st.Nodes, "nodes", st.Updates, "updates")
	}
	// Output:
	// dancing [[0 3 4] [0 5] [1 4 2] [1 4 3] [1 5]] 10 nodes 15 updates
	// bits [[0 3 4] [0 5] [1 4 2] [1 4 3] [1 5]] 10 nodes 0 updates
}

// The text format of Knuth's programs, with secondary items after the bar.
func ExampleRead() {
	p, err := dlx.Read(strings.NewReader(`| a comment
A B C D E | F G
C E F
A D G
B C F
A D
B G
D E G
`))
	if err != nil {
		log.Fatal(err)
	}
	n, err := p.NewSearch(dlx.Config{}).Count(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(p.NumPrimary(), "primary items,", p.NumOptions(), "options,", n, "solution")

	_, err = dlx.Read(strings.NewReader("A B | X\nA X:red B:red\n"))
	fmt.Println(err)
	// Output:
	// 5 primary items, 6 options, 1 solution
	// line 2, column 9: "B" is a primary item, and only secondary ones have colours: write B, or name it after the |
}

// Two words of two letters cross two others. Each square is a secondary item, and its colour is the
// letter in it.
func ExampleProblem_AddNamedOption() {
	p, err := dlx.NewProblem([]string{"across1", "across2", "down1", "down2"}, []string{"11", "12", "21", "22"})
	if err != nil {
		log.Fatal(err)
	}
	for _, word := range []string{"be", "do", "ed", "so", "us"} {
		first, second := word[:1], word[1:]
		for _, option := range [][]string{
			{"across1", "11:" + first, "12:" + second},
			{"across2", "21:" + first, "22:" + second},
			{"down1", "11:" + first, "21:" + second},
			{"down2", "12:" + first, "22:" + second},
		} {
			if err := p.AddNamedOption(option...); err != nil {
				log.Fatal(err)
			}
		}
	}
	for solution := range p.NewSearch(dlx.Config{}).Solutions(context.Background()) {
		var across [2]string
		for _, option := range solution {
			if row := p.Option(option)[0]; row < len(across) {
				across[row] = p.Colour(option, 1) + p.Colour(option, 2)
			}
		}
		fmt.Println(across)
	}
	// Output:
	// [be ed]
	// [ed do]
	// [us so]
}

func ExampleProblem_WriteTo() {
	p, err := dlx.NewProblem([]string{"A", "B"}, []string{"X"})
	if err != nil {
		log.Fatal(err)
	}
	if err := p.AddOption(0, 2); err != nil {
		log.Fatal(err)
	}
	if err := p.AddOption(1); err != nil {
		log.Fatal(err)
	}
	if _, err := p.WriteTo(os.Stdout); err != nil {
		log.Fatal(err)
	}
	// Output:
	// A B | X
	// A X
	// B
}
