package fleet

import (
	"errors"
	"fmt"

	"nqueens"
	"nqueens/internal/journal"
	"nqueens/internal/jsonfile"
)

// A Result is the result of a part.
type Result struct {
	Part  int            `json:"part"` // the number of the part
	Key   string         `json:"key"`  // the key of the part
	Found *nqueens.Count `json:"found,omitempty"`
	// Tasks are the counts of the part's tasks, in order, if tasks are images of each other.
	Tasks []*nqueens.Count `json:"tasks,omitempty"`
	// Residue replaces Tasks if there may be millions: the sum of their counts modulo 2³¹ − 1,
	// computed independently of Found. Results of earlier versions have neither.
	Residue *uint32 `json:"residue,omitempty"`
	// Measured replaces Found if parts are measured.
	Measured *Measured        `json:"measured,omitempty"`
	Stats    map[string]int64 `json:"stats,omitempty"` // as reported by the engine
	Seconds  float64          `json:"seconds"`         // by the worker's clock; nothing else depends on it
	CPU      float64          `json:"cpuSeconds"`      // CPU time of its threads
	Threads  int              `json:"threads"`
	Machine  string           `json:"machine"`         // the name of the worker's machine
	Build    string           `json:"build,omitempty"` // of the worker's program
	Check    *Check           `json:"check,omitempty"` // not nil if the part was computed again
}

// A Check is how a part was computed again.
type Check struct {
	Engine string `json:"engine,omitempty"` // the engine, with version, that counted some of its tasks in another way
	Tasks  int    `json:"tasks"`            // the number of these tasks
	// Regions is the number of regions of the whole board that were counted both in all tasks and
	// on their own.
	Regions int `json:"regions,omitempty"`
	// Wrong says where the engines differ, or is "".
	Wrong string `json:"wrong,omitempty"`
}

// same reports whether the two are the same result received twice.
func (r *Result) same(s *Result) bool {
	return r.Part == s.Part && r.Machine == s.Machine && r.Seconds == s.Seconds && differ(r, s, 0) == "" && (r.Check == nil) == (s.Check == nil)
}

// wrong returns a description of an inconsistency within the result, or "": the engines differ, or
// the counts of its tasks do not add up to the total.
func (r *Result) wrong() string {
	if r.Check != nil && r.Check.Wrong != "" {
		return r.Check.Wrong
	}
	return r.misadded()
}

// A Failure is the reason why a worker could not compute a part.
type Failure struct {
	Part    int    `json:"part"`
	Machine string `json:"machine"`
	Reason  string `json:"reason"`
}

// A Draw determines the parts that are computed again. It is made after all results are in, so that
// no worker can know during a computation whether it will be checked.
type Draw struct {
	Share float64 `json:"share"` // of the parts
	Seed  uint64  `json:"seed"`
}

// A Distrust discards all results of a machine, whose parts must then be computed by others.
type Distrust struct {
	Machine string `json:"machine"`
}

// An entry is a line of the journal. Exactly one field is set.
type entry struct {
	Result   *Result   `json:"result,omitempty"`
	Failure  *Failure  `json:"failure,omitempty"`
	Draw     *Draw     `json:"draw,omitempty"`
	Distrust *Distrust `json:"distrust,omitempty"`
}

// entryOf returns the entry for a record.
func entryOf(record any) entry {
	switch r := record.(type) {
	case Result:
		return entry{Result: &r}
	case Failure:
		return entry{Failure: &r}
	case Draw:
		return entry{Draw: &r}
	case Distrust:
		return entry{Distrust: &r}
	}
	panic(fmt.Sprintf("%T is not a type of journal entry", record))
}

// decode parses a line in the form that journal.Line writes.
func decode(line []byte) (e entry, err error) {
	if journal.SealOf(line) != journal.Signed {
		return e, errors.New("it was edited or damaged: its digest does not match its content")
	}
	if err := jsonfile.Unmarshal(line, &e); err != nil {
		return e, err
	}
	many := 0
	for _, there := range []bool{e.Result != nil, e.Failure != nil, e.Draw != nil, e.Distrust != nil} {
		if there {
			many++
		}
	}
	if many != 1 || e.Result != nil && (e.Result.Found == nil) == (e.Result.Measured == nil) {
		return e, errors.New("it has a form that this program does not support")
	}
	return e, nil
}
