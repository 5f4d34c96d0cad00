package bench

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nqueens"
	"nqueens/backends"
)

func TestBatchRecordColumns(t *testing.T) {
	s := BatchRecord{List: "l", Contender: backends.Contender{Backend: "b"}}
	s.Add(nqueens.Fail(nqueens.Timeout, "late"), 0, "")
	s.Add(nqueens.Outcome{Status: nqueens.Solved, Stats: map[string]int64{"nodes": 7, "variables": 5}}, 1.23456e-5, "")
	s.Add(nqueens.Outcome{Status: nqueens.Unsatisfiable}, 0, "")
	if err := s.Check(); err != nil || s.Verdicts != "t10" || !slices.Equal(s.Stats["nodes"], []int64{-1, 7, -1}) || s.Seconds[1] != 1.235e-5 || len(s.Stats) != 1 {
		t.Errorf("%+v: %v", s, err)
	}
	if a := s.answer(1); a.Status != nqueens.Solved || a.Stats["nodes"] != 7 {
		t.Errorf("%+v", a)
	}
	if _, known := s.answer(2).Stats["nodes"]; known {
		t.Error("nodes that nobody told")
	}
}

// TestAnswersEndAtAGap: what comes after problems that nobody answered counts for
// none of them, however the records stand in the file; and who asks otherwise has
// answers of its own.
func TestAnswersEndAtAGap(t *testing.T) {
	l, err := OpenLedger(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close() //nolint:errcheck // a test's
	record := func(from int, verdicts string) BatchRecord {
		s := BatchRecord{List: "l", Contender: backends.Contender{Backend: "b"}, Version: "1", From: from}
		for _, letter := range verdicts {
			s.Add(nqueens.Outcome{Status: statuses[strings.IndexRune(letters, letter)]}, 1, "")
		}
		return s
	}
	another := record(2, "cccc")
	another.Version = "2"
	late := record(2, "cccc")
	late.Limits.Time = 1
	for _, s := range []BatchRecord{record(5, "1"), another, late, record(0, "10"), record(2, "0t"), record(2, "xx"), record(7, "1")} {
		if err := l.Append(s); err != nil {
			t.Fatal(err)
		}
	}
	b := Batch{List: "l", Contender: backends.Contender{Backend: "b"}}
	said := func() (said []nqueens.Status) {
		for _, a := range l.Answers(b, "1") {
			said = append(said, a.Status)
		}
		return said
	}
	const yes, no, slow = nqueens.Solved, nqueens.Unsatisfiable, nqueens.Timeout
	if got := said(); !slices.Equal(got, []nqueens.Status{yes, no, no, slow}) || l.Answered(b, "1") != 4 {
		t.Errorf("%v, %d", got, l.Answered(b, "1"))
	}
	if err := l.Append(record(4, "m")); err != nil {
		t.Fatal(err)
	}
	if got := said(); !slices.Equal(got, []nqueens.Status{yes, no, no, slow, nqueens.MemoryLimit, yes}) {
		t.Errorf("without the gap: %v", got)
	}
}

// TestBatchRecordIsWhole: each column is as long as the verdicts are.
func TestBatchRecordIsWhole(t *testing.T) {
	for what, spoil := range map[string]func(*BatchRecord){
		"":          func(*BatchRecord) {},
		"list":      func(s *BatchRecord) { s.List = "" },
		"backend":   func(s *BatchRecord) { s.Backend = "" },
		"from":      func(s *BatchRecord) { s.From = -1 },
		"nothing":   func(s *BatchRecord) { s.Verdicts, s.Seconds, s.Stats = "", nil, nil },
		"letter":    func(s *BatchRecord) { s.Verdicts = "1?" },
		"seconds":   func(s *BatchRecord) { s.Seconds = s.Seconds[1:] },
		"nodes":     func(s *BatchRecord) { s.Stats["nodes"] = []int64{1} },
		"conflicts": func(s *BatchRecord) { s.Stats["conflicts"] = []int64{1, 2, 3} },
	} {
		s := BatchRecord{List: "l", Contender: backends.Contender{Backend: "b"}}
		for range 2 {
			s.Add(nqueens.Outcome{Status: nqueens.Solved, Stats: map[string]int64{"nodes": 7, "conflicts": 5}}, 1, "")
		}
		spoil(&s)
		if err := s.Check(); (err == nil) != (what == "") {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// TestLedgerRefuses: a ledger that is damaged is named with the place.
func TestLedgerRefuses(t *testing.T) {
	const good = `{"list":"l","backend":"right","version":"1","limits":{"time":1},"from":0,"verdicts":"10","seconds":[1,2],"stats":{"nodes":[3,4]}}`
	for text, want := range map[string]string{
		good + "\n":             "",
		good + "\n" + good[:40]: "", // cut off
		good + "\nnonsense\n":   "batches.jsonl:2: byte 2: invalid character",
		good[:len(good)-1] + `,"digest":"000000000000000000000000"}` + "\n": "batches.jsonl:1: the record was edited",
		`{"list":"l"}` + "\n":                       "batches.jsonl:1: no record of a batch",
		strings.Replace(good, "10", "1", 1) + "\n":  "batches.jsonl:1: no record of a batch",
		strings.Replace(good, "10", "1?", 1) + "\n": "batches.jsonl:1: no record of a batch",
		strings.Replace(good, "3,4", "3", 1) + "\n": "batches.jsonl:1: no record of a batch",
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, LedgerFile), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		l, err := OpenLedger(dir)
		switch {
		case want == "" && (err != nil || len(l.Records) != 1):
			t.Errorf("%s: %v", text, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%s: %v, want %s", text, err, want)
		}
		if err == nil {
			if _, err := OpenLedger(dir); err == nil || !strings.Contains(err.Error(), "locked: process ") {
				t.Errorf("opened twice: %v", err)
			}
			l.Close()
		}
	}
}

// TestBatchFailures: why a problem has no right answer stands at its place, and a void
// process takes back what depends on time alone.
func TestBatchFailures(t *testing.T) {
	s := BatchRecord{From: 10}
	for _, letter := range letters {
		wrong := ""
		if letter == 'w' {
			wrong = "a1 and b2 attack each other"
		}
		o := nqueens.Outcome{Status: statuses[strings.IndexRune(letters, letter)]}
		if letter == 'c' {
			o.Reason = "killed"
		}
		s.Add(o, 1, wrong)
	}
	if want := []Failure{{14, "killed"}, {19, "a1 and b2 attack each other"}}; s.Verdicts != letters || !slices.Equal(s.Failures, want) {
		t.Errorf("%q, %v", s.Verdicts, s.Failures)
	}
	if s.Void("starved"); s.Verdicts != "vvvmcuxvvw" || s.Failures[2] != (Failure{10, "starved"}) {
		t.Errorf("void: %q, %v", s.Verdicts, s.Failures)
	}
}

// TestLedgerOfBuilds: where two builds answered, those of the ledger's own count, others' only
// if they are kept and where it has none; and what is taken away is gone from the disk too.
func TestLedgerOfBuilds(t *testing.T) {
	dir := t.TempDir()
	l, err := OpenLedger(dir)
	if err != nil {
		t.Fatal(err)
	}
	record := func(build string, from, answers int) BatchRecord {
		s := BatchRecord{List: "l", Contender: backends.Contender{Backend: "b"}, Version: "1", Build: build, From: from}
		for range answers {
			s.Add(nqueens.Outcome{Status: nqueens.Solved}, 1, "")
		}
		return s
	}
	if err := l.Append(record("old", 0, 2), record("new", 0, 3), record("new", 3, 1), record("old", 4, 2), record("new", 0, 9)); err != nil {
		t.Fatal(err)
	}
	b := Batch{List: "l", Contender: backends.Contender{Backend: "b"}}
	for _, test := range []struct {
		build string
		keep  bool
		from  int
		want  Builds
	}{
		{"new", false, 0, Builds{"new": 4}},
		{"new", true, 0, Builds{"new": 4, "old": 2}},
		{"old", false, 0, Builds{"old": 2}},
		{"old", true, 0, Builds{"old": 2}}, // nobody was asked from 2 on
		{"old", true, 3, Builds{"new": 1, "old": 2}},
		{"none", false, 0, Builds{}},
	} {
		l.Build, l.Keep, b.From = test.build, test.keep, test.from
		got, all := Builds{}, 0
		for _, n := range test.want {
			all += n
		}
		if l.CountBuilds(got, b, "1"); !maps.Equal(got, test.want) || l.Answered(b, "1") != all || len(l.Answers(b, "1")) != all {
			t.Errorf("%+v: %v, %d answers", test, got, l.Answered(b, "1"))
		}
	}
	l.Build, l.Keep, b.From = "new", false, 0
	for _, gone := range []string{"none", "old"} {
		if err := l.Drop(func(s BatchRecord) bool { return s.Build == gone }); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(l.Append(record("new", 4, 3)), l.Close()); err != nil {
		t.Fatal(err)
	}
	again, err := OpenLedger(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close() //nolint:errcheck // a test's
	for _, l := range []*Ledger{l, again} {
		l.Build, l.Keep = "new", true
		got := Builds{}
		if l.CountBuilds(got, b, "1"); !maps.Equal(got, Builds{"new": 7}) || len(l.Records) != 4 {
			t.Errorf("without the old ones: %v, %d records", got, len(l.Records))
		}
	}
}
