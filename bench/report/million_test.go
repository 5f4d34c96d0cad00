//go:build million

package report_test

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/compare"
	"nqueens/bench/judge"
	"nqueens/bench/report"
	"nqueens/bench/summary"
	"nqueens/family"
)

var (
	into       = flag.String("into", "", "the folder of TestMillion's run")
	jobs       = flag.Int("jobs", 100_000, "how many jobs it has")
	runs       = flag.Int("runs", 10, "how many records each has")
	contenders = flag.Int("contenders", 10, "how many contenders each problem is asked of, 10 at most")
	large      = flag.String("page", "", "the page of TestManyRows")
)

// TestMillion makes a run of a million records, to test commands on it:
//
//	go test -tags million -run TestMillion ./bench/report -into /tmp/million
//	/usr/bin/time -v nqueens report /tmp/million
//
// For a million problems with one run of one contender each, use -jobs 1000000 -runs 1 -contenders
// 1.
func TestMillion(t *testing.T) {
	if *into == "" {
		t.Skip("-into names no folder")
	}
	var who []backends.Contender
	for _, name := range []string{"bitmask", "branch", "dlx", "gini", "gini/product", "gini/ladder", "gophersat", "gophersat/pairwise", "quadrant", "linear"}[:*contenders] {
		backend, encoding, _ := strings.Cut(name, "/")
		who = append(who, backends.Contender{Backend: backend, Encoding: encoding})
	}
	e := bench.Experiment{Name: "million", Seed: 1, Baseline: "bitmask", Repeat: bench.Repeat{Min: *runs, Max: *runs}, Signed: true, Schema: bench.Schema}
	for i := range *jobs {
		k := i / len(who)
		n := 20 + k%20
		p := nqueens.Problem{Family: family.Queens, N: n}
		k /= 20
		p.Given = []nqueens.Square{{File: k % n, Rank: k / n % n}}
		p.Blocked = []nqueens.Square{{File: (k%n + 1 + k/n/n%(n-1)) % n, Rank: k / n / n / (n - 1)}}
		e.Jobs = append(e.Jobs, bench.Job{Problem: p, Task: nqueens.CountAll, Contender: who[i%len(who)], Limits: bench.Limits{Time: 10 * time.Second, Memory: 1 << 30}})
	}
	content, err := bench.EncodeExperiment(e)
	if err == nil {
		err = os.MkdirAll(*into, 0o777)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(*into, bench.ExperimentFile), content, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.Create(filepath.Join(*into, bench.RecordsFile))
	if err != nil {
		t.Fatal(err)
	}
	out := bufio.NewWriterSize(file, 1<<20)
	random := rand.New(rand.NewPCG(1, 2))
	for repetition := 1; repetition <= *runs; repetition++ {
		for i, job := range e.Jobs {
			r := job.Record(bench.Maker{Version: "v1.2.3", Build: "v0.1.0 0123456789ab sha256:0123456789abcdef", Seed: e.Seed, Repetition: repetition}, bench.Observation{})
			r.Started = time.Date(2026, 11, 1, 0, 0, i, 0, time.UTC)
			question, contender := i/len(who), i%len(who)
			seconds := 1e-6 * math.Pow(3, float64(contender)) * float64(1+question%997) * (1 + random.Float64()/10)
			if i%101 == 7 {
				if repetition > 1 {
					continue
				}
				r.Outcome = nqueens.Fail(nqueens.Timeout, "ran for more than 10s")
			} else {
				nodes := int64(1e4 + question%997)
				r.Outcome = nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(uint64(question % 1013)), Stats: map[string]int64{"nodes": nodes, "propagations": 7 * nodes, "conflicts": nodes / 3, "clauses": 4711}}
				r.Seconds, r.Iterations = seconds, 100
				r.Phases = nqueens.Phases{Encode: seconds / 10, Solve: seconds * 0.8}
			}
			r.WallSeconds, r.CPUSeconds, r.PeakBytes = 1.2*seconds+0.01, seconds+0.01, 12<<20
			line, err := json.Marshal(r)
			if err != nil {
				t.Fatal(err)
			}
			line = line[:len(line)-1]
			sum := sha256.Sum256(line)
			fmt.Fprintf(out, "%s,\"digest\":\"%s\"}\n", line, hex.EncodeToString(sum[:12]))
		}
	}
	if err := out.Flush(); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestMillionUse does with that run what a command would do, for a profile:
//
//	go test -tags million -run TestMillionUse/compare ./bench/report -into /tmp/million -cpuprofile cpu -memprofile mem
func TestMillionUse(t *testing.T) {
	if *into == "" {
		t.Skip("-into names no folder")
	}
	side := func(t *testing.T) summary.Summary {
		f, runs, err := bench.ReadRuns(*into, false, family.All())
		if err != nil {
			t.Fatal(err)
		}
		return summary.OfRuns(f, runs, judge.OfRuns(f.Experiment, runs, backends.All()), nil)
	}
	t.Run("read", func(t *testing.T) {
		if _, _, err := bench.ReadRuns(*into, false, family.All()); err != nil {
			t.Fatal(err)
		}
	})
	t.Run("page", func(t *testing.T) {
		r, err := report.ReadRun(*into, false, backends.All(), family.All())
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%d bytes", len(written(t, report.Page{Runs: []report.Run{r}})))
	})
	t.Run("compare", func(t *testing.T) {
		old := compare.SideOf(*into, side(t), nil)
		c, err := compare.New(old, compare.SideOf(*into, side(t), nil), compare.Gate{}, false)
		if err == nil {
			err = c.Write(io.Discard, compare.Style{})
		}
		if err != nil {
			t.Fatal(err)
		}
	})
	t.Run("csv", func(t *testing.T) {
		if err := side(t).WriteCSV(io.Discard); err != nil {
			t.Fatal(err)
		}
	})
}

// TestManyRows performs a reader's actions in a large page and logs how long each takes until it is
// drawn; the times are not tested.
//
//	go test -tags million -run TestManyRows -v ./bench/report -page /tmp/million/report.html
func TestManyRows(t *testing.T) {
	if *large == "" {
		t.Skip("-page names no file")
	}
	began := time.Now()
	b := open(t, "file://"+*large)
	t.Logf("opened after %v", time.Since(began).Round(time.Millisecond))
	step := func(what, js, want string) {
		got := eval[[2]string](b, `const s = document.querySelector(".virtual"), control = l => document.getElementById([...document.querySelectorAll(".filters label")].find(x => x.textContent === l).htmlFor)
			const began = performance.now()
			`+js+settled+`
			return [String(document.querySelectorAll("tr[aria-rowindex]").length < 120) + " " + document.querySelector("#table [role=status]").textContent, (performance.now() - began).toFixed(0)]`)
		if t.Logf("%s: %s ms", what, got[1]); got[0] != want {
			t.Errorf("%s: %s, want %s", what, got[0], want)
		}
	}
	all := eval[string](b, `return document.querySelector("#table [role=status]").textContent`)
	step("nothing", ``, "true "+all)
	step("to the end", `s.scrollTop = s.scrollHeight;`, "true "+all)
	step("a screen up", `s.scrollTop -= 600;`, "true "+all)
	step("sort by time", `document.querySelector("th[data-column=time] button").click();`, "true "+all)
	text := func(words string) string {
		return fmt.Sprintf(`const c = control("Text"); c.value = %q; c.dispatchEvent(new Event("input"));`, words)
	}
	step("text", text("dlx"), "true "+strings.Replace(all, all[:strings.Index(all, " ")], "10,000", 1))
	step("text that nothing has", text("nothing has this"), "true "+strings.Replace(all, all[:strings.Index(all, " ")], "0", 1))
	step("all again", text(""), "true "+all)
	step("another baseline", `const c = control("Baseline"); c.value = "dlx"; c.dispatchEvent(new Event("change"));`, "true "+all)
}
