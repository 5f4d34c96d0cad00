package shell_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"nqueens/internal/shell"
)

// TestQuoted checks that a shell reads the same words, and that special characters are quoted.
func TestQuoted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOfN(rapid.OneOf(rapid.String(), rapid.StringMatching(`[a-z '"$()=\\*]{0,6}`)), 1, 4).Draw(t, "words")
		var line []string
		for _, word := range list {
			quoted := shell.Quoted(word)
			if strings.ContainsAny(word, "$`\"*?[]{}()<>|&;#~!\\\n\t ") && !strings.HasPrefix(quoted, "'") {
				t.Errorf("%q is %s", word, quoted)
			}
			line = append(line, quoted)
		}
		got, err := shell.Words(strings.Join(line, " "))
		if err != nil || !slices.Equal(got, list) {
			t.Errorf("%q is read as %q, %v", list, got, err)
		}
	})
	if got := shell.Quoted("queens(8, given=a1)"); got != "'queens(8, given=a1)'" {
		t.Error(got)
	}
}
