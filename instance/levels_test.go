package instance

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nqueens"
	"nqueens/encode"
	"nqueens/family"
)

const twoLevels = `level 1, 4 squares a side
AABB
ACCB
DCCB
DDDD

level 2, 1 star, hard
aQ a a b
a  c c b
a  c d b
a  b b b#
`

func TestLevels(t *testing.T) {
	file := filepath.Join(t.TempDir(), "two.txt")
	if err := os.WriteFile(file, []byte(twoLevels), 0o600); err != nil {
		t.Fatal(err)
	}
	if many, err := Many(encode.Reading{}, family.Queens, file); err != nil || !many {
		t.Errorf("many: %v, %v", many, err)
	}
	var got []string
	err := Each(encode.Reading{}, family.Queens, file, func(name string, p nqueens.Problem) error {
		got = append(got, fmt.Sprintf("%s %v", filepath.Base(filepath.Dir(name))+"/"+filepath.Base(name), p))
		return nil
	})
	want := []string{
		"two.txt/level 1 regions(4, map=aabb/accb/dccb/dddd)",
		"two.txt/level 2 regions(4, map=aaab/accb/acdb/abbb, given=a4, blocked=d1)",
	}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
	if _, err := ReadProblem(family.Queens, "two.txt", strings.NewReader(twoLevels)); !errors.Is(err, ErrMany) {
		t.Errorf("two levels where one is needed: %v", err)
	}
}

func TestLevelFaults(t *testing.T) {
	for text, want := range map[string]string{
		"AABB\nACCB\nDCC\nDDDD\n":  "line 3: row 3 has 3 squares",
		"AABB\nACCB\nACCB\nAAAA\n": "line 1: 3 regions on a board of 4×4 squares: there must be 4",
		"AABB\nA.CB\nDCCB\nDDDD\n": "line 2: \".\" is no region",
	} {
		_, err := ReadProblem(family.Regions, "level.txt", strings.NewReader(text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	if _, err := ReadProblem(family.Torus, "level.txt", strings.NewReader("AAB\nACB\nCCB\n")); err == nil || !strings.Contains(err.Error(), "torus has no regions") {
		t.Errorf("a level of the torus: %v", err)
	}
}

// TestLevelStars checks that a title states the number of queens in each region.
func TestLevelStars(t *testing.T) {
	for title, want := range map[string]int{"level 3, hard, 2 stars": 2, "2 stars": 2, "level 2 (3 stars)": 3, "12 stars": 1, "level 2": 1, "1 star": 1} {
		p, err := ReadProblem(family.Queens, "level.txt", strings.NewReader(title+"\n"+strings.Join([]string{"AABBB", "AACCC", "DDDCC", "DDEEE", "DEEEE"}, "\n")+"\n"))
		if err != nil || p.Parameter("stars") != want {
			t.Errorf("%s: %v, %v, want stars=%d", title, p, err, want)
		}
	}
}
