package bench

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/family"
)

// twoBinaries returns an experiment on three boards for this binary and two others.
func twoBinaries(t *testing.T) Experiment {
	t.Helper()
	e := Experiment{Name: "x", Seed: 1, Repeat: Repeat{Min: 4, Max: 10}}
	for n := range 3 {
		e.Jobs = append(e.Jobs, Job{Problem: nqueens.Problem{Family: family.Queens, N: n + 4}, Task: nqueens.CountAll, Contender: backends.Contender{Backend: "dlx"}, Limits: Limits{Time: time.Second}, Proof: true})
	}
	return e.InBinaries([]string{"old", "older"}, backends.All())
}

// TestInBinaries checks that all binaries have the same jobs, and that their order rotates.
func TestInBinaries(t *testing.T) {
	e := twoBinaries(t)
	if len(e.Jobs) != 9 || e.Repeat.Min != 10 || e.Jobs[3].Backend != "old:dlx" || e.Jobs[3].Proof {
		t.Fatalf("%+v", e)
	}
	first := map[string]int{}
	for repetition := 1; repetition <= 6; repetition++ {
		round := Round(e, repetition)
		if len(round) != 9 {
			t.Fatalf("%d jobs", len(round))
		}
		for i := 0; i < 9; i += 3 {
			var who []string
			for _, j := range round[i : i+3] {
				if j.Problem.N != round[i].Problem.N {
					t.Errorf("repetition %d: %v beside %v", repetition, j, round[i])
				}
				who = append(who, j.Backend)
			}
			first[who[0]]++
			slices.Sort(who)
			if fmt.Sprint(who) != "[dlx old:dlx older:dlx]" {
				t.Errorf("repetition %d: %v", repetition, who)
			}
		}
	}
	if first["dlx"] != 6 || first["old:dlx"] != 6 || first["older:dlx"] != 6 {
		t.Errorf("asked first: %v", first)
	}
	e.Jobs = nil
	if round := Round(e, 1); len(round) != 0 {
		t.Errorf("%v", round)
	}
}

// TestPart checks that a part of a run is selected by binary and by build.
func TestPart(t *testing.T) {
	e := twoBinaries(t)
	f := &Folder{Dir: "r", Experiment: e}
	for i, job := range e.Jobs {
		build := []string{"abc123 sha256:11", "abd456 sha256:12"}[i%2]
		f.Records = append(f.Records, job.Record(Maker{Version: "1", Build: build, Seed: 1, Repetition: 1}, Observation{}))
	}
	for name, want := range map[string]int{"old": 3, "older": 3, OwnBinary: 3, "abc": 5, "abd456": 4, "sha256:12": 4, "11": 5} {
		part, err := f.Part(name)
		if err != nil || len(part.Records) != want {
			t.Fatalf("%s: %v, %d records", name, err, len(part.Records))
		}
		if bare := part.Records[0].Backend == "dlx"; want == 3 && (!bare || len(part.Experiment.Jobs) != 3) {
			t.Errorf("%s: %v", name, part.Records[0])
		}
	}
	for _, name := range []string{"ab", "sha256", "", "new"} {
		if part, err := f.Part(name); err == nil || !strings.Contains(err.Error(), "it has nqueens; old; older; abc123 sha256:11; abd456 sha256:12") {
			t.Errorf("%q: %v, %v", name, part, err)
		}
	}
}

// TestNewerSchema checks the error for a folder that a later version wrote.
func TestNewerSchema(t *testing.T) {
	dir := t.TempDir()
	f, err := OpenFolder(dir, twoBinaries(t))
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, ExperimentFile)
	content, err := os.ReadFile(name)
	if err != nil || !strings.Contains(string(content), `"schema": 1`) {
		t.Fatalf("%v\n%s", err, content)
	}
	for version, want := range map[string]string{
		"0": "", "1": "", "3": "reading " + name + ": it has schema 3",
	} {
		if err := os.WriteFile(name, []byte(strings.Replace(string(content), `"schema": 1`, `"schema": `+version, 1)), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadFolder(dir, family.All()); want == "" && err != nil || want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)) {
			t.Errorf("schema %s: %v", version, err)
		}
		if f, err := OpenFolder(dir, twoBinaries(t)); (err != nil) != (want != "") {
			t.Errorf("schema %s: %v", version, err)
		} else if err == nil {
			f.Close() //nolint:errcheck // nothing was written
		}
	}
}
