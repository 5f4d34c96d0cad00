package bench

import "slices"

// Summary is what a run says, ready to be printed, written and drawn.
type Summary struct {
	Experiment Experiment
	Judgement  Judgement
	Witnesses  []Witness
	Cells      []Cell
	Growth     []Growth
	Scores     []Score
	// Starved is how many runs waited for a core much of their time, of how many
	// that were long enough to tell.
	Starved, Telling int

	against baseline
}

// Summarise makes the summary of judged records. Witnesses of what is no
// longer judged wrong are left out.
func Summarise(e Experiment, records []Record, j Judgement, witnesses []Witness) Summary {
	cells := Cells(e, records, j)
	against := newBaseline(e, cells)
	s := Summary{
		Experiment: e, Judgement: j, Cells: cells,
		Witnesses: slices.DeleteFunc(slices.Clone(witnesses), func(w Witness) bool { return !w.holds(j) }),
		Growth:    Fit(cells), Scores: scores(against, cells), against: against,
	}
	for _, r := range records {
		if r.WallSeconds >= telling && r.CPUSeconds > 0 {
			s.Telling++
			if r.CPUSeconds < fairShare*r.WallSeconds {
				s.Starved++
			}
		}
	}
	return s
}

// A process of at least this many seconds that used less than this share of
// them waited for its core: the backends here compute and never sleep.
const (
	telling   = 0.1
	fairShare = 0.7
)

// Speedup is how many times faster than the baseline the cell is on its
// problem, and whether that can be said.
func (s Summary) Speedup(c Cell) (float64, bool) { return s.against.speedup(c) }

// baseline is the contender that speed-ups are against.
type baseline struct {
	contender string
	seconds   map[string]float64 // by problem and task
}

// newBaseline takes the experiment's baseline at its word, or, where it names a
// backend with several encodings, the first of them in the plan.
func newBaseline(e Experiment, cells []Cell) baseline {
	b := baseline{contender: e.Baseline, seconds: map[string]float64{}}
	if !slices.ContainsFunc(cells, func(c Cell) bool { return c.Contender() == e.Baseline }) {
		if i := slices.IndexFunc(cells, func(c Cell) bool { return c.Backend == e.Baseline }); i >= 0 {
			b.contender = cells[i].Contender()
		}
	}
	for _, c := range cells {
		if c.Timed() && c.Contender() == b.contender {
			b.seconds[c.question()] = c.Seconds.Median
		}
	}
	return b
}

func (b baseline) speedup(c Cell) (float64, bool) {
	base, ok := b.seconds[c.question()]
	if !ok || !c.Timed() {
		return 0, false
	}
	return base / c.Seconds.Median, true
}

// question is what all contenders are asked alike.
func (c Cell) question() string { return c.Problem + " " + string(c.Task) }
