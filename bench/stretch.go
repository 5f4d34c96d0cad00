package bench

import (
	"errors"
	"strconv"
	"strings"
	"time"

	"nqueens"
)

// Stretch is one line of a run's batches.jsonl: what one process answered to
// consecutive problems of a batch. Columns keep a hundred thousand answers to a
// few megabytes.
type Stretch struct {
	List     string    `json:"list"`
	Backend  string    `json:"backend"`
	Version  string    `json:"version,omitempty"`
	Encoding string    `json:"encoding,omitempty"`
	Limits   Limits    `json:"limits"` // of each problem
	From     int       `json:"from"`   // the place of the first in the list
	Started  time.Time `json:"started"`
	// Verdicts has a letter for each problem: 1 solved, 0 no solution, t timeout,
	// m memory limit, c crashed, u unsupported, x cancelled, w solved wrongly.
	Verdicts string `json:"verdicts"`
	// Seconds is the backend's own time for each, to four digits; 0 without an
	// answer.
	Seconds []float64 `json:"seconds"`
	// Stats are numbers for each problem, of those statistics that measure effort;
	// -1 where one is not known.
	Stats map[string][]int64 `json:"stats,omitempty"`
	// Failures say why a problem has no right answer, where that is known.
	Failures []Failure `json:"failures,omitempty"`
	// WallSeconds is how long it took by the clock, the making of the problems and
	// the start of the process included.
	WallSeconds float64 `json:"wallSeconds,omitempty"`
	// PeakBytes is the whole process's memory.
	PeakBytes int64 `json:"peakBytes,omitempty"`
}

// Failure is why one problem of a batch has no right answer.
type Failure struct {
	At  int    `json:"at"` // the problem's place in the list
	Why string `json:"why"`
}

// letters are the verdicts of a Stretch.
var letters = map[nqueens.Status]string{
	nqueens.Solved: "1", nqueens.Unsatisfiable: "0", nqueens.Timeout: "t", nqueens.MemoryLimit: "m",
	nqueens.Crashed: "c", nqueens.Unsupported: "u", nqueens.Cancelled: "x",
}

const wrongLetter = "w"

// keptStats are the statistics that a Stretch keeps.
var keptStats = []string{"nodes", "conflicts"}

// add appends what became of the next problem: the outcome, the time of the
// answer, and why it cannot be right, if it cannot.
func (s *Stretch) add(o nqueens.Outcome, seconds float64, wrong string) {
	at := len(s.Verdicts)
	letter, why := letters[o.Status], o.Reason
	if wrong != "" {
		letter, why = wrongLetter, wrong
	}
	s.Verdicts += letter
	if why != "" {
		s.Failures = append(s.Failures, Failure{At: s.From + at, Why: why})
	}
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(seconds, 'g', 4, 64), 64)
	s.Seconds = append(s.Seconds, rounded)
	for _, name := range keptStats {
		value, known := o.Stats[name]
		if !known {
			value = -1
		}
		if s.Stats[name] == nil && known {
			if s.Stats == nil {
				s.Stats = map[string][]int64{}
			}
			for range at {
				s.Stats[name] = append(s.Stats[name], -1)
			}
			s.Stats[name] = append(s.Stats[name], value)
		} else if s.Stats[name] != nil {
			s.Stats[name] = append(s.Stats[name], value)
		}
	}
}

// Answer is what a contender made of one problem of a batch.
type Answer struct {
	Status  nqueens.Status
	Wrong   bool // it gave a solution that is none
	Seconds float64
	// Stats has nodes and conflicts, as far as the backend tells them.
	Stats map[string]int64
}

func (s Stretch) answer(i int) Answer {
	a := Answer{Seconds: s.Seconds[i], Stats: map[string]int64{}}
	letter := s.Verdicts[i : i+1]
	if a.Wrong = letter == wrongLetter; a.Wrong {
		letter = letters[nqueens.Solved]
	}
	for status, l := range letters {
		if l == letter {
			a.Status = status
		}
	}
	for name, column := range s.Stats {
		if column[i] >= 0 {
			a.Stats[name] = column[i]
		}
	}
	return a
}

// check refuses columns of different lengths.
func (s Stretch) check() error {
	n := len(s.Verdicts)
	fits := s.List != "" && s.Backend != "" && s.From >= 0 && n > 0 && len(s.Seconds) == n
	for _, column := range s.Stats {
		fits = fits && len(column) == n
	}
	if !fits || strings.Trim(s.Verdicts, "10tmcux"+wrongLetter) != "" {
		return errors.New("no record of a batch: it needs list, backend, and for each letter of verdicts a number of seconds and of each of the stats")
	}
	return nil
}
