package encode

import (
	"os/exec"
	"strings"
	"testing"

	"nqueens/family"
)

// clasp decides whether the text is valid for clasp.
func TestClaspCounts(t *testing.T) {
	if _, err := exec.LookPath("clasp"); err != nil {
		t.Skip("clasp is not installed")
	}
	model := family.Queens.Model(8)
	texts := map[string]string{"OPB": opb(t, PBFromModel(model))}
	for _, e := range Encodings() {
		texts[e.Name] = dimacs(t, FromModel(model, e))
	}
	for name, text := range texts {
		args := []string{"--models=0", "--quiet"}
		if name != "OPB" {
			args = append(args, "--parse-ext", "--project")
		}
		clasp := exec.Command("clasp", args...)
		clasp.Stdin = strings.NewReader(text)
		out, _ := clasp.Output() // its exit status is not 0 for a satisfiable formula
		if !strings.Contains(string(out), "c Models         : 92\n") {
			t.Errorf("%s: clasp says\n%s", name, out)
		}
	}
}
