package bench

import (
	"encoding/json"
	"testing"

	"nqueens"
	"nqueens/backends"
	"nqueens/family"
)

// TestVoidRecordIsReplaced checks that a discarded run and its repetition share a key, that only
// the latter counts, and that a third record is refused.
func TestVoidRecordIsReplaced(t *testing.T) {
	job := Job{Problem: nqueens.Problem{Family: family.Queens, N: 8}, Task: nqueens.CountAll, Contender: backends.Contender{Backend: "bitmask"}}
	e := Experiment{Jobs: []Job{job}, Repeat: Repeat{Min: 2, Max: 2}}
	void, solved, second := job.Record(Maker{Version: "1", Build: "b", Seed: 1, Repetition: 1}, Observation{}), job.Record(Maker{Version: "1", Build: "b", Seed: 1, Repetition: 1}, Observation{}), job.Record(Maker{Version: "1", Build: "b", Seed: 1, Repetition: 2}, Observation{})
	void.Outcome = nqueens.Fail(nqueens.Void, "starved")
	solved.Status, second.Status = nqueens.Solved, nqueens.Solved
	text := func(records ...Record) (lines []byte) {
		for _, r := range records {
			line, err := json.Marshal(r)
			if err != nil {
				t.Fatal(err)
			}
			lines = append(append(lines, line...), '\n')
		}
		return lines
	}
	records, err := ParseRecords("records.jsonl", text(void, void, second, solved))
	if err != nil {
		t.Fatal(err)
	}
	if mine := ByJob(e, records)[0]; len(mine) != 2 || mine[0].Status != nqueens.Solved || mine[1].Status != nqueens.Solved {
		t.Errorf("what counts: %v", mine)
	}
	if _, err := ParseRecords("records.jsonl", text(void, solved, solved)); err == nil {
		t.Error("a run is there twice")
	}
	elsewhere := void
	elsewhere.Machine = "another"
	if mine := ByJob(e, []Record{solved, elsewhere})[0]; len(mine) != 1 || mine[0].Status != nqueens.Solved {
		t.Errorf("a void run of another machine takes a result's place: %v", mine)
	}
	if mine := ByJob(e, []Record{void, void})[0]; len(mine) != 1 || mine[0].Status != nqueens.Void {
		t.Errorf("while it has not been made again: %v", mine)
	}
}
