package page_test

import (
	"fmt"

	"nqueens/bench/reproduce/page"
)

// A page with a table and what the comparison comes to.
func Example() {
	var p page.Page
	p.Heading("Solutions")
	p.Table([][]string{{"n", "published", "ours"}, {"8", "92", "92"}})
	p.Verdict(page.Verdict{Kind: page.SameValue, What: "number of solutions", Why: "for n = 8"})
	fmt.Print(p.Markdown())
	fmt.Println(page.Overall(p.Verdicts()))
	// Output:
	// ## Solutions
	//
	// |   n | published | ours |
	// | --: | --------: | ---: |
	// |   8 |        92 |   92 |
	//
	// - number of solutions: **same value**: for n = 8
	//
	// 1 same value
}
