package reproduce

import (
	"flag"
	"os"
	"testing"
	"time"

	"nqueens/bench/run"
)

// byHand runs a reproduction for somebody to look at:
//
//	go test ./bench/reproduce -run TestByHand -by-hand DIR -what counts -budget 20s
var (
	byHand = flag.String("by-hand", "", "the folder for TestByHand to write into")
	what   = flag.String("what", "counts", "what TestByHand reproduces")
	budget = flag.Duration("budget", 20*time.Second, "the budget of TestByHand")
)

func TestByHand(t *testing.T) {
	if *byHand == "" {
		t.Skip("without -by-hand there is nothing to look at")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	list, err := Named(All(), *what)
	if err != nil {
		t.Fatal(err)
	}
	s := Session{Runner: run.Runner{Backends: all(), Child: []string{self, "measure-child"}}, Dir: *byHand, Budget: *budget}
	result, err := s.Reproduce(t.Context(), list[0])
	if err != nil {
		t.Fatal(err)
	}
	t.Log(result.Overall, result.Failures)
}
