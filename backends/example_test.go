package backends_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"nqueens"
	"nqueens/backends"
	"nqueens/family"
)

// Requests and outcomes are in the vocabulary of package nqueens.
func Example() {
	problem, err := family.All().Parse("queens(8, given=d4)")
	if err != nil {
		panic(err)
	}
	dlx, err := backends.Named(backends.All(), "dlx")
	if err != nil {
		panic(err)
	}
	outcome := dlx.Run(context.Background(), nqueens.Request{Problem: problem, Task: nqueens.CountAll}, nil)
	fmt.Println(outcome.Status, outcome.Count, outcome.Stats["nodes"] > 0)
	// Output: solved 8 true
}

// TestSimplestIsShown checks that the example of a backend in docs/extending.md is the code that is
// compiled and tested here, and that it has at most forty lines after its imports.
func TestSimplestIsShown(t *testing.T) {
	code, err := os.ReadFile("internal/simplest/simplest.go")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../docs/extending.md")
	if err != nil {
		t.Fatal(err)
	}
	_, shown, _ := strings.Cut(string(code), "\n") // without the comment
	if !strings.Contains(string(page), shown) {
		t.Error("docs/extending.md does not show the backend of internal/simplest")
	}
	if _, body, _ := strings.Cut(shown, ")\n"); strings.Count(body, "\n") > 40 {
		t.Error("the worked example is longer than 40 lines after its imports")
	}
}
