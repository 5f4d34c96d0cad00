package chart

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/summary"
	"nqueens/internal/golden"
)

// gallery, if set, keeps the pictures of TestGallery:
//
//	go test ./bench/chart -run TestGallery -gallery DIR
var gallery = flag.String("gallery", "", "the folder to draw the gallery into")

// contender is an imaginary contender with seconds = base · growthⁿ.
type contender struct {
	backend, encoding string
	base, growth      float64
	status            nqueens.Status // status of runs beyond the limit
}

var imagined = []contender{
	{"bitmask", "", 2e-9, 4.0, nqueens.Timeout},
	{"quadrant", "", 8e-9, 3.4, nqueens.Timeout},
	{"cover", "", 4e-8, 4.2, nqueens.Timeout},
	{"classic-backtrack", "", 1e-8, 5.6, nqueens.Timeout},
	{"gini", "pairwise", 8e-7, 5.2, nqueens.Timeout},
	{"gini", "sequential", 6e-7, 5.0, nqueens.Timeout},
	{"gini", "product", 9e-7, 4.8, nqueens.Timeout},
	{"gini", "commander", 1e-6, 5.1, nqueens.Timeout},
	{"gini", "ladder", 7e-7, 5.9, nqueens.MemoryLimit},
	{"gini", "binary", 2e-6, 6.4, nqueens.Timeout},
	{"gophersat", "pairwise", 2e-6, 6.1, nqueens.Timeout},
	{"gophersat", "sequential", 3e-6, 6.8, nqueens.MemoryLimit},
	{"gophersat-models", "", 4e-6, 6.2, nqueens.MemoryLimit},
	{"external-clasp", "", 2e-4, 3.9, nqueens.Timeout},
	{"external-sharpsat", "", 3e-4, 4.6, nqueens.Crashed},
	{"permutations", "", 1e-9, 8.5, nqueens.Timeout},
}

// imagine returns the cells of a run of all contenders on sizes from 4 to most with a limit of ten
// seconds; a contender stops after its first failure.
func imagine(family string, task nqueens.Task, most int, contenders []contender) []*summary.Cell {
	random := rand.New(rand.NewPCG(1, 2))
	var cells []*summary.Cell
	for _, who := range contenders {
		failed := ""
		for n := 4; n <= most; n++ {
			c := &summary.Cell{
				Problem: fmt.Sprintf("%s(%d)", family, n), Family: family, N: n, Task: task,
				Contender: backends.Contender{Backend: who.backend, Encoding: who.encoding}, Limit: 10, Runs: 5, Skipped: failed,
			}
			t := (who.base*math.Pow(who.growth, float64(n)) + 2e-7) * math.Exp(random.NormFloat64()*0.15)
			switch {
			case failed != "":
				c.Runs, c.Limit = 0, 0
			case t > c.Limit:
				c.Status, failed = who.status, string(who.status)+" at "+c.Problem
			default:
				c.Status = nqueens.Solved
				noise := math.Exp(math.Abs(random.NormFloat64()) * 0.25)
				c.Seconds = bench.Interval{Median: t, Low: t / noise, High: t * noise, Enough: true}
				c.PeakBytes = int64(8e6 + 2e7*math.Sqrt(t))
				c.Stats = summary.Stats{{Name: "clauses", Value: 1000}, {Name: "nodes", Value: int64(t * 3e7)}}
				if who.encoding != "" {
					c.Stats = summary.Stats{{Name: "conflicts", Value: int64(t * 2e5)}, {Name: "propagations", Value: int64(t * 4e6)}}
				}
			}
			if who.backend == "gophersat-models" && n >= 8 && c.Status.Answered() {
				c.Wrong = true
			}
			cells = append(cells, c)
		}
	}
	return cells
}

// completions returns a run on twenty random instances of each of a few sizes.
func completions() []*summary.Cell {
	random := rand.New(rand.NewPCG(3, 4))
	var cells []*summary.Cell
	for _, who := range imagined[:4] {
		for _, n := range []int{8, 16, 32, 64, 128, 256} {
			for i := range 20 {
				c := &summary.Cell{
					Problem: fmt.Sprintf("queens(%d, given=a%d)", n, i), Family: "queens", N: n, Task: nqueens.FindFirst,
					Contender: backends.Contender{Backend: who.backend}, Limit: 60, Runs: 3, Status: nqueens.Solved,
				}
				t := 1e-7 * math.Pow(float64(n), who.growth-1) * math.Exp(2*random.NormFloat64())
				c.Seconds = bench.Interval{Median: t, Low: t * 0.9, High: t * 1.1, Enough: true}
				if t > c.Limit {
					c.Status = nqueens.Timeout
				}
				cells = append(cells, c)
			}
		}
	}
	return cells
}

// files returns a run on many instances from files, half of them with a solution, with a limit of
// one minute. One contender is often wrong, one crashes and one answers nothing.
func files(many int) []*summary.Cell {
	random := rand.New(rand.NewPCG(5, 6))
	hard := make([]float64, many)
	for i := range hard {
		hard[i] = 3 * random.NormFloat64()
	}
	var cells []*summary.Cell
	for k, who := range []string{"bitmask", "cadical", "clasp", "cryptominisat5", "gini", "liar", "minisat", "stuck"} {
		for i := range many {
			n := []int{28, 48, 50, 56}[4*i/many]
			name := fmt.Sprintf("blocked-%d-%d.param", n, i)
			c := &summary.Cell{
				Problem: fmt.Sprintf("queens(%d) %s 1f0c6a52", n, name), Instance: name, Family: "queens", N: n, Task: nqueens.FindFirst,
				Contender: backends.Contender{Backend: who}, Limit: 60, Runs: 1, Status: nqueens.Solved, PeakBytes: 1 << 24,
			}
			t := 3e-2 * float64(k+1) * math.Exp(hard[i]+1.2*random.NormFloat64())
			if i%2 == 1 {
				c.Status, t = nqueens.Unsatisfiable, 4*t
			}
			switch {
			case who == "stuck" || t > c.Limit:
				c.Status = nqueens.Timeout
			case who == "clasp" && i%37 == 0:
				c.Status = nqueens.MemoryLimit
			case who == "minisat" && i%20 == 0:
				c.Status = nqueens.Crashed
			default:
				c.Wrong = who == "liar" && i%5 == 0
				c.Seconds = bench.Interval{Median: t}
				c.Stats = summary.Stats{{Name: "conflicts", Value: int64(t * 2e4)}}
				if who == "bitmask" {
					c.Stats = summary.Stats{{Name: "nodes", Value: int64(t * 5e5)}}
				}
			}
			cells = append(cells, c)
		}
	}
	return cells
}

// speedups returns a run with speed-ups against cover.
func speedups() []*summary.Cell {
	cells := imagine("queens", nqueens.CountAll, 16, imagined[:7])
	base := map[int]float64{}
	for _, c := range cells {
		if c.Backend == "cover" {
			base[c.N] = c.Seconds.Median
		}
	}
	for i, c := range cells {
		if ratio := base[c.N] / c.Seconds.Median; c.Timed() && ratio > 0 {
			cells[i].Speedup = bench.Interval{Median: ratio, Low: ratio / 1.2, High: ratio * 1.2, Enough: true}
		}
	}
	return cells
}

// picture represents one run of the gallery.
type picture struct {
	cells []*summary.Cell
	opt   Options
}

// galleries returns the runs that the gallery draws.
func galleries() map[string]picture {
	queens := imagine("queens", nqueens.CountAll, 16, imagined)
	few := imagine("queens", nqueens.FindAll, 10, imagined[:3])
	var dead []*summary.Cell
	for _, c := range imagine("torus", nqueens.CountAll, 5, imagined[:3]) {
		c.Status, c.Seconds = nqueens.Timeout, bench.Interval{}
		dead = append(dead, c)
	}
	narrow := imagine("queens", nqueens.CountAll, 6, imagined[:4])
	for i := range narrow {
		t := 2e-3 + 1e-4*float64(i)
		narrow[i].Seconds = bench.Interval{Median: t, Low: t * 0.97, High: t * 1.02, Enough: true}
	}
	slow := []contender{
		{"gini", "pairwise", 1e-6, 1.6, nqueens.Timeout},
		{"gini", "sequential with a long name", 1e-5, 1.5, nqueens.Timeout},
		{"gini", "product", 1e-7, 1.9, nqueens.MemoryLimit},
		{"a-backend-whose-name-takes-far-more-room-than-there-is", "pairwise", 1e-6, 1.7, nqueens.Crashed},
	}
	wide := imagine("queens", nqueens.FindFirst, 40, slow)
	wide[5].Wrong, wide[6].Wrong, wide[50].Wrong = true, true, true
	full := append(queens, imagine("torus", nqueens.CountAll, 12, imagined[:6])...)
	return map[string]picture{
		"full":        {full, Options{Pairs: [][2]string{{"gini/sequential", "cover"}, {"gini/ladder", "external-sharpsat"}}}},
		"every":       {full, Options{EveryEncoding: true}},
		"wide":        {wide, Options{}},
		"few":         {few, Options{}},
		"one":         {few[4:5], Options{}},
		"dead":        {dead, Options{}},
		"narrow":      {narrow, Options{}},
		"completions": {completions(), Options{}},
		"files":       {files(400), Options{}},
		"sweep":       {sweepCells(), Options{}},
		"ratios":      {speedups(), Options{Baseline: "cover", Published: published()}},
	}
}

func TestGallery(t *testing.T) {
	pictures, left := map[string][]byte{}, len(galleries())
	for name, p := range galleries() {
		t.Run(name, func(t *testing.T) {
			figures, err := Figures(p.cells, p.opt)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range figures {
				var svg bytes.Buffer
				if err := f.WriteSVG(&svg, false); err != nil {
					t.Error(err)
				}
				pictures[name+"/"+f.Name+".svg"] = svg.Bytes()
				f.dots = resolution / 8
				if err := f.WritePNG(io.Discard); err != nil {
					t.Error(err)
				}
			}
			if *gallery != "" {
				if _, err := Draw(filepath.Join(*gallery, name), p.cells, p.opt); err != nil {
					t.Error(err)
				}
			}
			left--
		})
	}
	if left == 0 { // -run may select some only
		golden.Pictures(t, "gallery.golden", pictures)
	}
}

// TestKinds checks that every function that returns figures of a run's cells is in the list of
// kinds and is drawn in the gallery.
func TestKinds(t *testing.T) {
	listed := map[string]bool{}
	for _, k := range kinds() {
		listed[strings.ReplaceAll(k.name, "-", "")] = true
		drawn := false
		for _, p := range galleries() {
			drawn = drawn || len(k.draw(k.over(p.cells), p.opt)) > 0
		}
		if !drawn {
			t.Errorf("%s is in no picture of the gallery: give galleries a run that has it", k.name)
		}
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	signature := regexp.MustCompile(`(?m)^func ([A-Z]\w*)\(\w+ \[\]summary\.Cell, \w+ Options\) \[\]Figure`)
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range signature.FindAllSubmatch(source, -1) {
			if name := string(m[1]); !listed[strings.ToLower(name)] {
				t.Errorf("%s: %s makes figures of a run and is no line of kinds", file, name)
			}
		}
	}
}
