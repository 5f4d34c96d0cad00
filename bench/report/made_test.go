package report_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
	"weak"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/judge"
	"nqueens/bench/report"
	"nqueens/bench/summary"
	"nqueens/family"
)

// Names with markup, with the end of an attribute, and with right-to-left text.
const (
	evil    = `</script><script>alert(1)</script>`
	quoted  = `it's "so" & <b>`
	hebrew  = "\u202eאבג\u202c"
	lateOne = "late"
)

// made returns a run with invented answers: two encodings and several backends, the names above, a
// wrong answer, a time-out, boards with givens, an instance, and a problem without a solution.
func made(t testing.TB) report.Run {
	t.Helper()
	e := bench.Experiment{Name: "made " + evil, Seed: 1, Baseline: "bitmask", Repeat: bench.Repeat{Min: 9, Max: 9}}
	type who struct {
		name  backends.Contender
		speed float64
	}
	var contenders []who
	for i, name := range []backends.Contender{
		{Backend: "bitmask"}, {Backend: "dlx"}, {Backend: "gini", Encoding: "product"}, {Backend: "gini", Encoding: "pairwise"},
		{Backend: evil}, {Backend: quoted}, {Backend: hebrew}, {Backend: lateOne}, {Backend: "wrong"},
	} {
		contenders = append(contenders, who{name, 1e-6 * math.Pow(3, float64(i))})
	}
	// The start of the process is a large part of one contender's times on small boards, and nearly
	// all of another's.
	floors := map[string]float64{quoted: 2e-4, hebrew: 7.2e-4}
	counts := map[int]uint64{4: 2, 5: 10, 6: 4, 7: 40, 8: 92, 9: 352}
	var records []bench.Record
	add := func(problem string, task nqueens.Task, c who, status nqueens.Status, seconds float64, change func(*bench.Record)) {
		p, err := family.All().Parse(problem)
		if err != nil {
			t.Fatal(err)
		}
		job := bench.Job{Problem: p, Task: task, Contender: c.name, Limits: bench.Limits{Time: 10 * time.Second, Memory: 1 << 30}, ExpectDisagreement: c.name.Backend == "wrong"}
		e.Jobs = append(e.Jobs, job)
		for k := range 9 {
			r := job.Record(bench.Maker{Version: "1", Seed: e.Seed, Repetition: k + 1}, bench.Observation{})
			r.Started = time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
			r.Outcome = nqueens.Outcome{Status: status, Stats: map[string]int64{"nodes": int64(seconds * 1e7)}}
			if status.Answered() {
				r.Seconds = seconds * (1 + float64(k*k%5)/50)
			} else {
				r.Reason = "ran for more than 10s"
			}
			r.CPUSeconds, r.PeakBytes, r.FloorSeconds = r.Seconds, 12_345_678, floors[c.name.Backend]
			change(&r)
			records = append(records, r)
			if !status.Answered() {
				break
			}
		}
	}
	for n := 4; n <= 9; n++ {
		for _, c := range contenders {
			status := nqueens.Solved
			if c.name.Backend == lateOne && n > 7 {
				status = nqueens.Timeout
			}
			add(fmt.Sprintf("queens(%d)", n), nqueens.CountAll, c, status, c.speed*math.Pow(4, float64(n-4)), func(r *bench.Record) {
				if !status.Answered() {
					return
				}
				r.Count = nqueens.NewCount(counts[n])
				if c.name.Backend == "wrong" {
					r.Count = nqueens.NewCount(counts[n] + 2)
				}
			})
		}
	}
	for _, c := range contenders[:3] {
		add("queens(6, given=b1, blocked=a1+f6, excluded=sum:0)", nqueens.FindFirst, c, nqueens.Solved, 10*c.speed, func(r *bench.Record) {
			r.Solution = solution(t, "a4,b1,c5,d2,e6,f3")
		})
		add("torus(6)", nqueens.FindFirst, c, nqueens.Unsatisfiable, 20*c.speed, func(r *bench.Record) {
			r.Proof = bench.Proof{Kind: bench.ProofChecked}
		})
	}
	dir := t.TempDir()
	f, err := bench.OpenFolder(dir, e)
	if err != nil {
		t.Fatal(err)
	}
	f.Records, f.Build, f.Keep = records, "", true // as if they had been appended and synced one by one
	t.Cleanup(func() { f.Close() })
	witness := judge.Witness{Problem: "queens(4)", Contender: "wrong", Solution: solution(t, "a2,b4,c1,d3"), Why: "found twice"}
	s := summary.Summarise(e, records, judge.Judge(e, records, backends.All()), []judge.Witness{witness})
	s.Edited = []string{`records.jsonl:7 ` + evil}
	r, err := report.RunOf(f, s, backends.All())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func solution(t testing.TB, text string) nqueens.Solution {
	s, err := nqueens.ParseSolution(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func written(t testing.TB, p report.Page) string {
	t.Helper()
	var b bytes.Buffer
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// file writes a page and returns its address.
func file(t testing.TB, p report.Page) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(name, []byte(written(t, p)), 0o666); err != nil {
		t.Fatal(err)
	}
	return "file://" + name
}

// TestPage checks what the page shows without its script, and that names are escaped.
func TestPage(t *testing.T) {
	t.Parallel()
	r := made(t)
	page := written(t, report.Page{Runs: []report.Run{r}})
	before, after, found := strings.Cut(page, `<script type="application/json" id="data">`)
	content, _, ended := strings.Cut(after, "</script>")
	if !found || !ended {
		t.Fatal("there is no data")
	}
	var data struct {
		Runs []struct{ Contenders []struct{ Name string } }
	}
	if err := json.Unmarshal([]byte(content), &data); err != nil || len(data.Runs) != 1 || len(data.Runs[0].Contenders) != 9 || data.Runs[0].Contenders[4].Name != evil {
		t.Errorf("%v: %+v", err, data)
	}
	for _, want := range append(r.Summary.Sentences(),
		"EDITED:", "Wrong as the plan expects", "answers are wrong as the plan expects, by wrong", "known, 2 (OEIS A000170)", "found twice", "<svg", "PAR-2", "Content-Security-Policy", "8 backends in") {
		if want == "8 backends in" {
			continue
		}
		if !strings.Contains(before, strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;").Replace(want)) && !strings.Contains(before, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	if strings.Contains(page, evil) || strings.Contains(page, quoted) {
		t.Error("a name is markup")
	}
	if n := strings.Count(page, "<script"); n != 3 {
		t.Errorf("%d scripts", n)
	}
	for _, asks := range []string{"src=", "@import", "url(", "<link", "<iframe", "<img"} {
		if strings.Contains(before, asks) {
			t.Errorf("the page has %s", asks)
		}
	}
	if len(page) > 500_000 {
		t.Errorf("%d bytes", len(page))
	}
}

// TestReferences checks that pages of the committed runs have a reasonable size.
func TestReferences(t *testing.T) {
	t.Parallel()
	folders, err := filepath.Glob("../../results/*/experiment.json")
	if err != nil || len(folders) == 0 {
		t.Fatal(err, folders)
	}
	for _, name := range folders {
		f, err := bench.ReadFolder(filepath.Dir(name), family.All())
		if err != nil {
			t.Fatal(err)
		}
		r, err := report.NewRun(f, backends.All())
		if err != nil {
			t.Fatal(err)
		}
		if page := written(t, report.Page{Runs: []report.Run{r}}); len(page) > 2<<20 || !strings.Contains(page, "</html>") {
			t.Errorf("%s: %d bytes", name, len(page))
		}
	}
}

// indexFolders returns the runs of which results/index.sh makes a page.
func indexFolders(t testing.TB) (dirs []string) {
	t.Helper()
	script, err := os.ReadFile("../../results/index.sh")
	if err != nil {
		t.Fatal(err)
	}
	_, list, found := strings.Cut(string(script), "-o index.html ")
	if !found {
		t.Fatal("results/index.sh makes no page")
	}
	for _, pattern := range strings.Fields(strings.ReplaceAll(list, "\\\n", " ")) {
		matches, err := filepath.Glob(filepath.Join("../../results", pattern))
		if err != nil || len(matches) == 0 {
			t.Fatalf("results/index.sh names %s: %v, %v", pattern, matches, err)
		}
		dirs = append(dirs, matches...)
	}
	return dirs
}

// TestIndex checks that the page of results/index.sh has the same verdicts as the tables of its
// runs.
func TestIndex(t *testing.T) {
	t.Parallel()
	var p report.Page
	dirs := indexFolders(t)
	for _, dir := range dirs {
		r, err := report.ReadRun(dir, false, backends.All(), family.All())
		if err != nil {
			t.Fatal(err)
		}
		r.Name = dir
		p.Runs = append(p.Runs, r)
	}
	sections := strings.Split(written(t, p), `<section class="run"`)[1:]
	if len(sections) < 20 || len(sections) != len(dirs) {
		t.Fatalf("%d runs of %d folders", len(sections), len(dirs))
	}
	for i, section := range sections {
		table, err := os.ReadFile(filepath.Join(dirs[i], "summary.md"))
		if err != nil {
			t.Fatal(err)
		}
		_, verdicts, found := strings.Cut(string(table), "\n- verdicts on ")
		verdicts, _, _ = strings.Cut(verdicts, "\n")
		if !found || !strings.Contains(section, "<li>verdicts on "+verdicts+"</li>") {
			t.Errorf("%s: not %q", dirs[i], verdicts)
		}
	}
}

// TestRecordsReleased checks that a run read for a page releases its records before charts are drawn,
// and that the page is the same.
func TestRecordsReleased(t *testing.T) {
	f, err := bench.ReadFolder("../../results/baseline", family.All())
	if err != nil {
		t.Fatal(err)
	}
	s, err := summary.Of(f, backends.All())
	if err != nil {
		t.Fatal(err)
	}
	whole, err := report.RunOf(f, s, backends.All())
	if err != nil {
		t.Fatal(err)
	}
	want, record := written(t, report.Page{Runs: []report.Run{whole}}), weak.Make(&f.Records[0])
	r, err := report.NewRun(f, backends.All())
	if err != nil {
		t.Fatal(err)
	}
	if runtime.GC(); record.Value() != nil {
		t.Error("the records are held")
	}
	if written(t, report.Page{Runs: []report.Run{r}}) != want {
		t.Error("the page is another")
	}
}

// TestCommandGiven checks that the command shown for a record has the given pieces of each kind.
func TestCommandGiven(t *testing.T) {
	p, err := family.All().Parse("queens-pawns(6, given=a1+P@b2)")
	if err != nil {
		t.Fatal(err)
	}
	got := report.NewCommands(bench.Experiment{}, backends.All(), "", nil).Of(bench.Job{Problem: p, Task: nqueens.CountAll, Contender: backends.Contender{Backend: "branch"}})
	if want := "nqueens count queens-pawns 6 --given a1,P@b2 --backend branch"; !strings.HasPrefix(got, want) {
		t.Errorf("%s, want %s …", got, want)
	}
}

// The example writes a page of a run to a file.
func ExamplePage() {
	dir, err := os.MkdirTemp("", "report")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	queens := nqueens.Problem{Family: family.Queens, N: 8}
	e := bench.Experiment{Name: "one", Repeat: bench.Repeat{Min: 1, Max: 1}, Jobs: []bench.Job{
		{Problem: queens, Task: nqueens.CountAll, Contender: backends.Contender{Backend: "bitmask"}, Limits: bench.Limits{Time: time.Second}},
	}}
	folder, err := bench.OpenFolder(dir, e)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer folder.Close()
	r := e.Jobs[0].Record(bench.Maker{Version: "1", Seed: 0, Repetition: 1}, bench.Observation{})
	r.Outcome, r.Seconds = nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(92)}, 1e-5
	if err := folder.Append(r); err != nil {
		fmt.Println(err)
		return
	}
	run, err := report.NewRun(folder, backends.All())
	if err != nil {
		fmt.Println(err)
		return
	}
	var page strings.Builder
	if err := (report.Page{Runs: []report.Run{run}}).Write(&page); err != nil {
		fmt.Println(err)
	}
	fmt.Println(page.String()[:15])
	fmt.Println(report.NewCommands(e, backends.All(), "", nil).Of(e.Jobs[0]))
	// Output:
	// <!DOCTYPE html>
	// nqueens count queens 8 --backend bitmask --timeout 1s --seed 0 --json
}
