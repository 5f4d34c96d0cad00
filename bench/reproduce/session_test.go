package reproduce

import (
	"os"
	"path/filepath"
	"testing"
)

// TestMachineLine: what is not known is left out, and a run that went on
// elsewhere says so.
func TestMachineLine(t *testing.T) {
	dir := t.TempDir()
	for _, step := range []struct{ file, content, want string }{
		{"nothing", "", ""},
		{"environment.json", `{"cores":1,"system":"linux/amd64","go":"go1.26"}`, "1 core, linux/amd64, go1.26"},
		{"environment.json", `{"cpu":"A","cores":2,"system":"linux/amd64","go":"go1.26","commit":"f00"}`, "A, 2 cores, linux/amd64, go1.26, commit f00"},
		{"environment-2.json", `{}`, "A, 2 cores, linux/amd64, go1.26, commit f00, and later as in environment-*.json"},
	} {
		if err := os.WriteFile(filepath.Join(dir, step.file), []byte(step.content), 0o666); err != nil {
			t.Fatal(err)
		}
		if got, err := machineLine(dir); got != step.want || err != nil {
			t.Errorf("with %s: %q (%v), want %q", step.file, got, err, step.want)
		}
	}
}
