package fleet

import (
	"errors"
	"fmt"

	"nqueens"
	"nqueens/internal/journal"
	"nqueens/internal/jsonfile"
)

// Result is what a worker found for a part.
type Result struct {
	Part  int            `json:"part"` // its number
	Key   string         `json:"key"`  // the part's
	Found *nqueens.Count `json:"found,omitempty"`
	// Tasks is what each task of the part found, in order, where tasks are images of each other.
	Tasks []*nqueens.Count `json:"tasks,omitempty"`
	// Residue is in their place, as there may be millions: what they found, added modulo 2³¹ − 1, apart from
	// Found. Results of earlier versions have neither.
	Residue *uint32 `json:"residue,omitempty"`
	// Measured is in place of Found where parts are measured.
	Measured *Measured        `json:"measured,omitempty"`
	Stats    map[string]int64 `json:"stats,omitempty"` // as the engine reports them
	Seconds  float64          `json:"seconds"`         // by the worker's clock, which nothing else depends on
	CPU      float64          `json:"cpuSeconds"`      // that its threads computed
	Threads  int              `json:"threads"`
	Machine  string           `json:"machine"`         // the worker's name for where it runs
	Build    string           `json:"build,omitempty"` // of the worker's program
	Check    *Check           `json:"check,omitempty"` // not nil where the part was computed again
}

// Check says how a part was computed again.
type Check struct {
	Engine string `json:"engine,omitempty"` // by which some of its tasks were counted in another way, with its version
	Tasks  int    `json:"tasks"`            // how many of them
	// Regions is how many regions of the whole board were counted, in all tasks and on their own.
	Regions int `json:"regions,omitempty"`
	// Wrong says where the engines differ, if they do.
	Wrong string `json:"wrong,omitempty"`
}

// same reports whether two are one result that came twice.
func (r *Result) same(s *Result) bool {
	return r.Part == s.Part && r.Machine == s.Machine && r.Seconds == s.Seconds && differ(r, s, 0) == "" && (r.Check == nil) == (s.Check == nil)
}

// wrong says what contradicts the result within it: engines differ, or its tasks add up to something
// else. It is "" where nothing does.
func (r *Result) wrong() string {
	if r.Check != nil && r.Check.Wrong != "" {
		return r.Check.Wrong
	}
	return r.misadded()
}

// Failure is why a worker could not compute a part.
type Failure struct {
	Part    int    `json:"part"`
	Machine string `json:"machine"`
	Reason  string `json:"reason"`
}

// Draw says which parts are computed again. It is made when all results are in, so that no
// worker knew while it computed one whether that would be checked.
type Draw struct {
	Share float64 `json:"share"` // of the parts
	Seed  uint64  `json:"seed"`
}

// Distrust takes back all results of a machine, whose parts are then to be computed by
// others.
type Distrust struct {
	Machine string `json:"machine"`
}

// entry is a line of the journal, which has one of them.
type entry struct {
	Result   *Result   `json:"result,omitempty"`
	Failure  *Failure  `json:"failure,omitempty"`
	Draw     *Draw     `json:"draw,omitempty"`
	Distrust *Distrust `json:"distrust,omitempty"`
}

// entryOf makes the line's record of what is to be recorded.
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
	panic(fmt.Sprintf("%T is nothing that a journal holds", record))
}

// decode reads a line as journal.Line writes it.
func decode(line []byte) (e entry, err error) {
	if journal.SealOf(line) != journal.Signed {
		return e, errors.New("it was edited, or damaged: its digest is of something else")
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
		return e, errors.New("it is nothing that this program knows")
	}
	return e, nil
}
