package bench

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nqueens"
)

// TestExperimentFile: what is read is what was written, and an instance that
// was edited is refused.
func TestExperimentFile(t *testing.T) {
	p, err := nqueens.ParseProblem("queens(8, given=a1, blocked=b4+b5)")
	if err != nil {
		t.Fatal(err)
	}
	e := Experiment{Name: "x", Repeat: Repeat{Min: 1, Max: 1}, External: []Program{{Name: "a", Command: "./a"}}}
	for _, instance := range []string{"", "a.param", "b.param"} {
		for _, backend := range []string{"right", "righttoo"} {
			e.Jobs = append(e.Jobs, Job{Problem: p, Instance: instance, Task: nqueens.FindFirst, Backend: backend, Limits: Limits{Time: time.Second}})
		}
	}
	content, err := encodeExperiment(e)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "experiment.json")
	read := func(content string) (Experiment, error) {
		if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
		return readExperiment(path)
	}
	back, err := read(string(content))
	if err != nil {
		t.Fatal(err)
	}
	if again, err := encodeExperiment(back); err != nil || !bytes.Equal(again, content) {
		t.Errorf("written again: %s\nwas %s", again, content)
	}
	if len(back.Jobs) != 6 || back.Jobs[5].Instance != "b.param" || back.Jobs[5].Problem.String() != p.String() || len(back.External) != 1 {
		t.Errorf("%+v", back)
	}
	// Once in the jobs that are on it without a file, and once for each file.
	if got := strings.Count(string(content), "b4+b5"); got != 4 {
		t.Errorf("the problem stands there %d times", got)
	}
	if _, err := read(strings.Replace(string(content), `"problem": "queens(8, given=a1, blocked=b4+b5)"`, `"problem": "queens(8, blocked=b9)"`, 1)); err == nil ||
		!strings.HasSuffix(err.Error(), `instance "a.param": blocked square b9 is off the board (a1 to h8)`) {
		t.Errorf("an instance off its board: %v", err)
	}
	at := strings.Index(string(content), `"a.param"`)
	edited := string(content[:at]) + strings.Replace(string(content[at:]), "b4+b5", "b4+b6", 1)
	if _, err := read(edited); err == nil || !strings.Contains(err.Error(), `job 3 is on "queens(8) a.param `) || !strings.Contains(err.Error(), "neither a problem nor one of the file's instances") {
		t.Errorf("an instance that was edited: %v", err)
	}
}
