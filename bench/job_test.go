package bench

import (
	"testing"
	"time"

	"nqueens"
)

// TestKey: whatever makes another measurement of it makes another key.
func TestKey(t *testing.T) {
	base := Job{
		Problem: nqueens.Problem{Family: nqueens.Queens, N: 8}, Task: nqueens.CountAll, Backend: "gini", Encoding: "product",
		Limits: Limits{Time: time.Second, Memory: 1 << 30},
	}
	keys := map[string]string{base.Key("1", 1, 1): "the job itself"}
	add := func(what, key string) {
		if before, ok := keys[key]; ok {
			t.Errorf("%s has the key of %s", what, before)
		}
		keys[key] = what
	}
	for what, change := range map[string]func(*Job){
		"problem":  func(j *Job) { j.Problem.Given = []nqueens.Square{{}} },
		"task":     func(j *Job) { j.Task = nqueens.FindAll },
		"backend":  func(j *Job) { j.Backend = "gophersat" },
		"encoding": func(j *Job) { j.Encoding = "ladder" },
		"threads":  func(j *Job) { j.Threads = 2 },
		"time":     func(j *Job) { j.Limits.Time++ },
		"memory":   func(j *Job) { j.Limits.Memory++ },
	} {
		j := base
		change(&j)
		add(what, j.Key("1", 1, 1))
	}
	add("version", base.Key("2", 1, 1))
	add("seed", base.Key("1", 2, 1))
	add("repetition", base.Key("1", 1, 2))

	same := base
	same.Threads = 1
	same.ExpectDisagreement = true // says nothing about what is run
	if same.Key("1", 1, 1) != base.Key("1", 1, 1) {
		t.Error("the same measurement has two keys")
	}
	// Folders of earlier runs must go on being recognised.
	if got, want := base.Key("1", 1, 1), "f618276b9c8327d44d626ecd"; got != want {
		t.Errorf("the key has become %s, was %s: runs recorded before cannot be resumed", got, want)
	}
}
