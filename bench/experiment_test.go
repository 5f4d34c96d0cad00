package bench

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/family"
)

// TestExperimentFile checks that an experiment can be read back, and that an edited instance is refused.
func TestExperimentFile(t *testing.T) {
	p, err := family.All().Parse("queens(8, given=a1, blocked=b4+b5)")
	if err != nil {
		t.Fatal(err)
	}
	e := Experiment{Name: "x", Repeat: Repeat{Min: 1, Max: 1}, External: []Program{{Name: "a", Command: "./a"}}}
	for _, instance := range []string{"", "a.param", "b.param"} {
		for _, backend := range []string{"right", "righttoo"} {
			e.Jobs = append(e.Jobs, Job{Problem: p, Instance: instance, Task: nqueens.FindFirst, Contender: backends.Contender{Backend: backend}, Limits: Limits{Time: time.Second}})
		}
	}
	content, err := EncodeExperiment(e)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "experiment.json")
	read := func(content string) (Experiment, error) {
		if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
		return ReadExperiment(path, family.All())
	}
	back, err := read(string(content))
	if err != nil {
		t.Fatal(err)
	}
	if again, err := EncodeExperiment(back); err != nil || !bytes.Equal(again, content) {
		t.Errorf("written again: %s\nwas %s", again, content)
	}
	if len(back.Jobs) != 6 || back.Jobs[5].Instance != "b.param" || back.Jobs[5].Problem.String() != p.String() || len(back.External) != 1 {
		t.Errorf("%+v", back)
	}
	// Once in the jobs without a file, and once for each file.
	if got := strings.Count(string(content), "b4+b5"); got != 4 {
		t.Errorf("the problem stands there %d times", got)
	}
	if _, err := read(strings.Replace(string(content), `"problem": "queens(8, given=a1, blocked=b4+b5)"`, `"problem": "queens(8, blocked=b9)"`, 1)); err == nil ||
		!strings.HasSuffix(err.Error(), `instance "a.param": blocked square b9 is off the board (a1 to h8)`) {
		t.Errorf("an instance off its board: %v", err)
	}
	at := strings.Index(string(content), `"a.param"`)
	edited := string(content[:at]) + strings.Replace(string(content[at:]), "b4+b5", "b4+b6", 1)
	if _, err := read(edited); err == nil || !strings.Contains(err.Error(), `job 3 is on "queens(8) a.param `) || !strings.Contains(err.Error(), "neither a problem nor an instance") {
		t.Errorf("an instance that was edited: %v", err)
	}
}

// TestKey checks that everything that makes another measurement changes the key.
func TestKey(t *testing.T) {
	base := Job{
		Problem: nqueens.Problem{Family: family.Queens, N: 8}, Task: nqueens.CountAll, Contender: backends.Contender{Backend: "gini", Encoding: "product"},
		Limits: Limits{Time: time.Second, Memory: 1 << 30},
	}
	keys := map[string]string{base.Key("1", "", 1, 1): "the job itself"}
	add := func(what, key string) {
		if before, ok := keys[key]; ok {
			t.Errorf("%s has the key of %s", what, before)
		}
		keys[key] = what
	}
	for what, change := range map[string]func(*Job){
		"problem":   func(j *Job) { j.Problem.Given = []nqueens.Square{{}} },
		"task":      func(j *Job) { j.Task = nqueens.FindAll },
		"backend":   func(j *Job) { j.Backend = "gophersat" },
		"encoding":  func(j *Job) { j.Encoding = "ladder" },
		"threads":   func(j *Job) { j.Threads = 2 },
		"time":      func(j *Job) { j.Limits.Time++ },
		"memory":    func(j *Job) { j.Limits.Memory++ },
		"unreduced": func(j *Job) { j.Unreduced = true },
	} {
		j := base
		change(&j)
		add(what, j.Key("1", "", 1, 1))
	}
	add("build", base.Key("1", "a", 1, 1))
	add("another build", base.Key("1", "b", 1, 1))
	add("version", base.Key("2", "", 1, 1))
	add("seed", base.Key("1", "", 2, 1))
	add("repetition", base.Key("1", "", 1, 2))

	same := base
	same.Threads = 1
	same.ExpectDisagreement = true // does not affect the run
	if same.Key("1", "", 1, 1) != base.Key("1", "", 1, 1) {
		t.Error("the same measurement has two keys")
	}
	// Records of earlier versions must still be recognised.
	if got, want := base.Key("1", "", 1, 1), "f618276b9c8327d44d626ecd"; got != want {
		t.Errorf("the key has become %s, was %s: runs recorded before cannot be resumed", got, want)
	}
}

// TestKeyOfJSON checks that keys are digests of the output of json.Marshal for any names, so that older
// records stay valid.
func TestKeyOfJSON(t *testing.T) {
	for _, text := range []string{"", "a b/c", `a"b\c`, "<a&b>", "Dämen", "a\x7f\n\x01", "\xff", "\u2028"} {
		want, err := json.Marshal([]any{text, 7, -1, text})
		if err != nil {
			t.Fatal(err)
		}
		got := jsonList{}.texts(text).numbers(7, -1).texts(text)
		if got := "[" + string(got[1:]) + "]"; got != string(want) {
			t.Errorf("%q is %s, json.Marshal writes %s", text, got, want)
		}
	}
}

// TestJobIndex checks that a job is found by its problem, task, encoding and threads, and that the last of
// equal jobs is found.
func TestJobIndex(t *testing.T) {
	var e Experiment
	for _, n := range []int{6, 8} {
		for _, task := range []nqueens.Task{nqueens.CountAll, nqueens.FindFirst} {
			for _, c := range []backends.Contender{{Backend: "a"}, {Backend: "a", Encoding: "x"}, {Backend: "a", Threads: 2}, {Backend: "b"}} {
				e.Jobs = append(e.Jobs, Job{Problem: nqueens.Problem{Family: family.Queens, N: n}, Task: task, Contender: c})
			}
		}
	}
	index := e.index()
	for i := range e.Jobs {
		if got, known := index.of(e.Jobs[i].identity()); !known || got != i {
			t.Errorf("%v is job %d (%v), not %d", e.Jobs[i], got, known, i)
		}
	}
	for _, j := range []Job{
		{Problem: nqueens.Problem{Family: family.Queens, N: 7}, Task: nqueens.CountAll, Contender: backends.Contender{Backend: "a"}},
		{Problem: nqueens.Problem{Family: family.Queens, N: 8}, Task: nqueens.CountAll, Contender: backends.Contender{Backend: "c"}},
	} {
		if got, known := index.of(j.identity()); known {
			t.Errorf("%v is job %d, and there is none", j, got)
		}
	}
	e.Jobs = append(e.Jobs, e.Jobs[0])
	e.Jobs[len(e.Jobs)-1].Threads = 1 // 0 stands for 1
	if got, _ := e.index().of(e.Jobs[0].identity()); got != len(e.Jobs)-1 {
		t.Errorf("the last of two that are equal is found at %d", got)
	}
}
