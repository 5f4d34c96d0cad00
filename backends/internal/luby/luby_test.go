package luby

import (
	"slices"
	"testing"
)

func TestTerm(t *testing.T) {
	var terms []int64
	for i := range int64(16) {
		terms = append(terms, Term(i+1))
	}
	if want := []int64{1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, 1}; !slices.Equal(terms, want) {
		t.Errorf("the first terms are %v, want %v", terms, want)
	}
}
