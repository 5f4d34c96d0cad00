package exchange

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/perf/benchfmt"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/summary"
	"nqueens/internal/lazyregexp"
)

// WriteBenchfmt writes a line for each repetition in the format of Go's benchmarks
// (https://go.dev/design/14313-benchmark-format), which benchstat reads: the time, the peak memory,
// the number of solutions and the work. A run without an answer is a failed benchmark, with its
// status; benchstat ignores it.
func (x Export) WriteBenchfmt(w io.Writer) error {
	out := bufio.NewWriter(w)
	said := map[string]string{}
	for _, c := range x.ran() {
		e := x.where(c)
		goos, goarch, _ := strings.Cut(e.System, "/")
		for _, line := range [][2]string{{"machine", e.Name}, {"goos", goos}, {"goarch", goarch}, {"cpu", e.CPU}, {"commit", e.Commit}} {
			if line[1] != said[line[0]] { // it applies until the next such line
				fmt.Fprintf(out, "%s: %s\n", line[0], plain(line[1]))
				said[line[0]] = line[1]
			}
		}
		name := benchmarkName(c)
		for r := range c.Each() {
			if !r.Status.Answered() || c.Wrong {
				status, why := string(r.Status), plain(r.Reason)
				if r.Status.Answered() {
					status = wrongAnswer
					if r.Count != nil {
						why = r.Count.String()
					}
				}
				fmt.Fprintf(out, "--- FAIL: %s\n    %s: %s\n", name, status, why)
				continue
			}
			fmt.Fprintf(out, "%s\t%d\t%v ns/op", name, max(1, r.Iterations), r.Seconds*1e9)
			if r.PeakBytes > 0 {
				fmt.Fprintf(out, "\t%d peak-bytes", r.PeakBytes)
			}
			switch {
			case r.Count != nil:
				fmt.Fprintf(out, "\t%v %s", r.Count, solutions)
			case r.Status == nqueens.Unsatisfiable:
				fmt.Fprintf(out, "\t0 %s", solutions)
			}
			for _, unit := range slices.Sorted(maps.Keys(r.Stats)) {
				if unit != backends.PeakBytes {
					fmt.Fprintf(out, "\t%d %s/op", r.Stats[unit], word(unit))
				}
			}
			out.WriteByte('\n')
		}
	}
	return out.Flush()
}

const (
	// solutions is the unit of counts. wrongAnswer is used in place of a status.
	solutions   = "solutions"
	wrongAnswer = "wrong"
	taskPrefix  = "Benchmark"
)

// benchmarkName returns a name with a part for each property that distinguishes cells, so that
// benchstat can put any of them in rows or columns.
func benchmarkName(c *summary.Cell) string {
	name := taskPrefix + strings.ToUpper(string(c.Task[:1])) + string(c.Task[1:]) + "/problem=" + word(strings.ReplaceAll(c.Problem, ", ", ",")) + "/backend=" + word(c.Backend)
	if c.Encoding != "" {
		name += "/encoding=" + word(c.Encoding)
	}
	return name + fmt.Sprintf("-%d", max(1, c.Threads))
}

// word returns a text without the separators of a benchmark's name.
func word(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '/' {
			return '_'
		}
		return r
	}, plain(text))
}

// failedBenchmark matches the line of go test for a benchmark without a result.
var failedBenchmark = lazyregexp.New(`^--- (FAIL|SKIP): (Benchmark\S+)`)

// readBenchfmt reads Go's benchmark output. The contender is the part of the name selected by the
// options, or backend and encoding; otherwise the last element of the package.
func readBenchfmt(name string, content []byte, opt Options) (Import, error) {
	i := Import{Format: "benchfmt"}
	in := benchfmt.NewReader(bytes.NewReader(content), name)
	where := environments{}
	for in.Scan() {
		switch r := in.Result().(type) {
		case *benchfmt.SyntaxError:
			i.LeftOut = append(i.LeftOut, fmt.Sprintf("line %d: %s", r.Line, r.Msg))
		case *benchfmt.Result:
			run := benchmark(string(r.Name), r.GetConfig("pkg"), opt)
			run.Environment = where.of(r.GetConfig)
			took, timed := r.Value("sec/op")
			if !timed || !(took > 0) || math.IsInf(took, 0) {
				_, line := r.Pos()
				i.LeftOut = append(i.LeftOut, fmt.Sprintf("line %d: %s has no time above zero (ns/op)", line, r.Name))
				continue
			}
			run.Status, run.Seconds = nqueens.Solved, took
			run.Stats = map[string]int64{}
			for _, v := range r.Values {
				unit := strings.TrimSuffix(v.Unit, "/op")
				switch whole := math.Round(v.Value); {
				case unit == "sec" || unit == "MB/s" || unit == "B/s" || !(whole >= 0 && whole < 1<<53): // not a measure of work
				case unit == "peak-bytes":
					run.Peak = int64(whole)
				case unit == solutions:
					run.Count = nqueens.NewCount(uint64(whole))
				case unit == "B":
					run.Stats["allocated-bytes"] = int64(whole)
				default:
					run.Stats[unit] = int64(whole)
				}
			}
			i.Runs = append(i.Runs, run)
		}
	}
	if err := in.Err(); err != nil {
		return i, err
	}
	i.failed(content, opt, where)
	i.splitProcessors()
	return i, nil
}

// splitProcessors makes separate contenders of the values of GOMAXPROCS with which a benchmark was
// run, as with go test -cpu 1,2,4. A benchmark that was run with a single value is the same
// contender on any machine.
func (i *Import) splitProcessors() {
	type benchmark struct {
		problem string
		by      backends.Contender
	}
	values := map[benchmark]map[int]bool{}
	of := func(r Run) benchmark { return benchmark{r.Problem, r.Contender} }
	for _, r := range i.Runs {
		if values[of(r)] == nil {
			values[of(r)] = map[int]bool{}
		}
		values[of(r)][r.processors] = true
	}
	split := map[backends.Contender]bool{}
	for b, of := range values {
		split[b.by] = split[b.by] || len(of) > 1
	}
	for k := range i.Runs {
		if r := &i.Runs[k]; split[r.Contender] && r.processors > 1 && r.processors <= backends.MaxThreads {
			r.Contender.Threads = r.processors
		}
	}
}

// environments are the environments of a file, by the properties that distinguish machines.
type environments map[[3]string]*bench.Environment

// of returns the environment given by the configuration lines, or nil if there are none.
func (where environments) of(config func(key string) string) *bench.Environment {
	e := &bench.Environment{Name: plain(config("machine")), CPU: config("cpu"), Commit: config("commit")}
	if goos := config("goos"); goos != "" {
		e.System = goos + "/" + config("goarch")
	}
	on := [3]string{e.Name, e.CPU, e.System}
	if where[on] == nil && on != [3]string{} {
		where[on] = e
	}
	return where[on]
}

// failed adds benchmarks that go test reports as failed, but not those that it skipped.
func (i *Import) failed(content []byte, opt Options, where environments) {
	config := map[string]string{}
	lines := strings.Split(string(content), "\n")
	for k, line := range lines {
		if key, value, said := strings.Cut(line, ":"); said && !strings.ContainsAny(key, " \t") {
			config[key] = strings.TrimSpace(value)
		}
		found := failedBenchmark.Get().FindStringSubmatch(line)
		if found == nil || found[1] == "SKIP" {
			continue
		}
		run := benchmark(strings.TrimPrefix(found[2], taskPrefix), config["pkg"], opt)
		run.Status, run.Environment = nqueens.Crashed, where.of(func(key string) string { return config[key] })
		if k+1 < len(lines) && strings.HasPrefix(lines[k+1], " ") {
			run.Reason = strings.TrimSpace(lines[k+1])
			status, reason, _ := strings.Cut(run.Reason, ":")
			if s := nqueens.Status(status); s.Valid() && !s.Answered() {
				run.Status, run.Reason = s, strings.TrimSpace(reason)
			} else if status == wrongAnswer {
				run.Status, run.Reason, run.Wrong = nqueens.Solved, "", "it was exported as wrong"
				if count, err := nqueens.ParseCount(strings.TrimSpace(reason)); err == nil {
					run.Count = count
				}
			}
		}
		i.Runs = append(i.Runs, run)
	}
}

// benchmark parses a benchmark's name. A part that ends in a number gives the problem's size.
func benchmark(name, pkg string, opt Options) Run {
	base, parts := benchfmt.Name(name).Parts()
	run := Run{Task: nqueens.FindFirst, processors: 1}
	for _, t := range nqueens.Tasks() {
		if strings.EqualFold(string(t), string(base)) {
			run.Task = t
		}
	}
	rest := []string{string(base)}
	for _, part := range parts {
		text := string(part)
		key, value, named := strings.Cut(strings.TrimPrefix(text, "/"), "=")
		switch {
		case strings.HasPrefix(text, "-"):
			n, err := strconv.Atoi(text[1:])
			switch ours := run.Contender.Backend != "" && opt.Contender == ""; {
			case err == nil && ours && n > 1 && n <= backends.MaxThreads:
				run.Contender.Threads = n
			case err == nil && !ours:
				run.processors = n
			}
		case named && opt.Contender == key, named && opt.Contender == "" && key == "backend":
			run.Contender.Backend = value
		case named && key == "encoding" && opt.Contender == "":
			run.Contender.Encoding = value
		case named && key == "problem":
			run.Problem = value
		default:
			rest = append(rest, strings.TrimPrefix(text, "/"))
			if n, err := strconv.Atoi(value); err == nil && n >= 0 && run.Size == 0 {
				run.Size = n
			}
		}
	}
	if run.Problem == "" {
		run.Problem = strings.Join(rest, "/")
	}
	if run.Contender.Backend == "" {
		run.Contender.Backend = "go"
		if last := pkg[strings.LastIndexByte(pkg, '/')+1:]; last != "" {
			run.Contender.Backend = last
		}
	}
	return run
}
