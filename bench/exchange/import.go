package exchange

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/family"
	"nqueens/internal/bounded"
	"nqueens/internal/printable"
	"nqueens/internal/unpack"
)

// An Import is the content of a file with measurements of another tool.
type Import struct {
	Format string // "benchfmt", "hyperfine" or "benchexec"
	Runs   []Run
	Limit  time.Duration // of each run; 0 if the file does not give it
	// Processes reports that the times are of whole processes.
	Processes bool
	// LeftOut describes each row that was not imported, or only in part, with the reason.
	LeftOut []string
	// Answers reports that the files contain the answers, so that contenders can confirm each
	// other.
	Answers bool
}

// A Run is one measurement.
type Run struct {
	Problem   string // the name in the file; a problem of this program if nqueens.Catalogue.Parse accepts it
	Size      int    // of the problem; 0 if unknown
	Task      nqueens.Task
	Contender backends.Contender
	Version   string
	Status    nqueens.Status
	Reason    string
	Wrong     string // why the answer is known to be wrong, or ""
	Count     *nqueens.Count
	Seconds   float64
	Wall, CPU float64 // of the process, with or without an answer
	Peak      int64
	Stats     map[string]int64
	// Environment is nil if the file does not describe it.
	Environment *bench.Environment

	processors int // GOMAXPROCS of a Go benchmark that was not exported by this program; 0 if unknown
}

// MaxBytes is the largest size of an unpacked file.
const MaxBytes = 256 << 20

// Options are the options for reading files.
type Options struct {
	// Contender is the parameter (of hyperfine) or the part of the name (of a Go benchmark) that
	// identifies the contender; "" means the format's default.
	Contender string
}

// ReadFile reads a file in any of the formats, which may be packed with gzip, xz, bzip2 or zstd.
func ReadFile(name string, opt Options) (Import, error) { return readFile(name, opt, MaxBytes) }

// readFile is ReadFile with a limit for the unpacked size.
func readFile(name string, opt Options, most int64) (Import, error) {
	f, err := os.Open(name)
	if err != nil {
		return Import{}, err
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return Import{}, fmt.Errorf("%s is not a file", name)
	}
	in, packing, err := unpack.IfPacked(bufio.NewReader(f))
	base := filepath.Base(name)
	if packing != unpack.None {
		base = unpack.Bare(base)
	}
	var content []byte
	if err == nil {
		content, err = io.ReadAll(bounded.Bytes(in, most, fmt.Errorf("longer than %d MiB", most>>20)))
	}
	if err != nil {
		return Import{}, fmt.Errorf("%s: %w", name, err)
	}
	i, err := Read(base, content, opt)
	if err != nil {
		return i, fmt.Errorf("%s: %w", name, err)
	}
	return i, nil
}

// Read reads a file's content in any of the formats. The file's name is used where the content has
// no name.
func Read(name string, content []byte, opt Options) (i Import, err error) {
	if content, err = plainText(content); err != nil {
		return i, err
	}
	switch text := bytes.TrimLeft(content, " \t\r\n"); {
	case bytes.HasPrefix(text, []byte("{")):
		i, err = readHyperfine(name, content, opt)
	case bytes.HasPrefix(text, []byte("<")):
		i, err = readBenchExec(content)
	default:
		i, err = readBenchfmt(name, content, opt)
	}
	if err == nil && len(i.Runs) == 0 && len(i.LeftOut) > 0 {
		err = errors.New(i.LeftOut[0])
	}
	if err == nil && len(i.Runs) == 0 {
		err = errors.New("no result found: the supported formats are hyperfine's JSON, Go's benchmark output and BenchExec's XML")
	}
	if err != nil {
		return Import{}, err
	}
	for k := range i.Runs {
		r := &i.Runs[k]
		r.Problem, r.Contender.Backend, r.Reason = plain(r.Problem), plain(r.Contender.Backend), printable.Short(r.Reason)
		// A colon would mean a backend of another binary.
		r.Contender.Backend = strings.ReplaceAll(r.Contender.Backend, ":", ";")
		if r.Status == nqueens.Solved && r.Task.FindsOne() && r.Count != nil {
			if r.Count.Cmp(nqueens.NewCount(0)) == 0 {
				r.Status = nqueens.Unsatisfiable
			}
			r.Count = nil // the task was to find one
		}
		if r.Status == nqueens.Solved && r.Count == nil && !r.Task.FindsOne() {
			r.Task = nqueens.FindFirst // a count is claimed only if the file contains it
		}
		if r.Problem == "" || r.Contender.Backend == "" {
			i.LeftOut = append(i.LeftOut, fmt.Sprintf("result %d has no name", k+1))
		}
	}
	i.Runs = slices.DeleteFunc(i.Runs, func(r Run) bool { return r.Problem == "" || r.Contender.Backend == "" })
	if len(i.Runs) == 0 {
		return Import{}, errors.New(i.LeftOut[len(i.LeftOut)-1])
	}
	return i, nil
}

// plainText returns a file's content in UTF-8 without a byte order mark; PowerShell writes UTF-16
// with one. For the output of go test -json it returns the output of the tests, one package after
// the other.
func plainText(content []byte) ([]byte, error) {
	content, _, err := transform.Bytes(unicode.BOMOverride(transform.Nop), content)
	if err != nil {
		return nil, fmt.Errorf("decoding its UTF-16: %w", err)
	}
	type event struct{ Action, Package, Output string }
	printed := map[string]*bytes.Buffer{}
	var packages []string
	for in := json.NewDecoder(bytes.NewReader(content)); ; {
		var e event
		switch err := in.Decode(&e); {
		case packages == nil && (err != nil || e.Action == ""):
			return content, nil // another format
		case errors.Is(err, io.EOF):
			var all []byte
			for _, p := range packages {
				all = append(all, printed[p].Bytes()...)
			}
			return all, nil
		case err != nil:
			return nil, fmt.Errorf("the JSON of go test, byte %d: %w", in.InputOffset(), err)
		}
		if printed[e.Package] == nil {
			printed[e.Package], packages = new(bytes.Buffer), append(packages, e.Package)
		}
		printed[e.Package].WriteString(e.Output)
	}
}

// plain returns a name on one line.
func plain(name string) string { return printable.Text(strings.TrimSpace(name)) }

// job returns the job of which the run is a repetition.
func (r Run) job(limit time.Duration) bench.Job {
	job := bench.Job{Task: r.Task, Contender: r.Contender, Limits: bench.Limits{Time: limit}}
	p, err := family.All().Parse(r.Problem)
	if err == nil && p.HasBoard() {
		job.Problem = p
		return job
	}
	sum := sha256.Sum256([]byte(r.Problem))
	job.Problem = nqueens.Problem{Family: nqueens.Formulas, N: r.Size, Formula: &nqueens.Formula{Name: r.Problem, Digest: hex.EncodeToString(sum[:8])}}
	job.Instance = r.Problem
	job.Naming = bench.NamingOf(job.Problem, job.Instance)
	return job
}

// LimitOf returns the limit for runs whose files do not give it. It is the requested limit;
// otherwise the time of the longest run if one timed out; otherwise an hour. The result guess
// reports that no limit was requested and some run has no answer, so that its penalty depends on
// the limit.
func LimitOf(imports []Import, asked time.Duration) (limit time.Duration, guess bool) {
	longest, timedOut, unanswered := 0.0, false, false
	for _, i := range imports {
		if i.Limit > 0 {
			continue
		}
		for _, r := range i.Runs {
			longest = max(longest, r.Wall, r.Seconds)
			timedOut = timedOut || r.Status == nqueens.Timeout
			unanswered = unanswered || !r.Status.Answered()
		}
	}
	switch {
	case asked > 0:
		return asked, false
	case timedOut && longest > 0:
		return time.Duration(math.Ceil(min(longest, 1e9)*1e3)) * time.Millisecond, true
	}
	return time.Hour, unanswered
}

// Write writes imports as a run into a folder, which must not contain a run. The limit is used as
// in LimitOf.
func Write(dir, name string, limit time.Duration, imports []Import) error {
	limit, _ = LimitOf(imports, limit)
	e := bench.Experiment{Name: name, Seed: 1}
	index, external := map[string]int{}, map[string]bool{}
	var records []bench.Record
	var repetitions []int // number for each job
	machines, names := machinesOf(imports)
	for _, i := range imports {
		for _, r := range i.Runs {
			job := r.job(cmp.Or(i.Limit, limit))
			k, known := index[job.String()]
			if !known {
				k = len(e.Jobs)
				index[job.String()] = k
				e.Jobs, repetitions = append(e.Jobs, job), append(repetitions, 0)
			}
			if i.Processes && !external[job.Backend] {
				external[job.Backend] = true
				engine := "imported"
				if i.Answers {
					engine = backends.CounterEngine(job.Backend)
				}
				e.External = append(e.External, bench.Program{Name: job.Backend, Command: job.Backend, Engine: engine})
			}
			repetitions[k]++
			record, err := r.record(e.Jobs[k], repetitions[k])
			if err != nil {
				return err
			}
			record.Machine = names[r.Environment]
			records = append(records, record)
		}
	}
	most := slices.Max(repetitions)
	e.Repeat = bench.Repeat{Min: most, Max: most}
	if _, err := os.Stat(filepath.Join(dir, bench.ExperimentFile)); err == nil {
		return fmt.Errorf("%s holds a run already: name another folder", dir)
	}
	_, there := os.Stat(filepath.Join(dir, bench.RecordsFile))
	err := write(dir, e, records)
	if err == nil {
		return bench.KeepMachines(dir, machines)
	}
	if errors.Is(there, fs.ErrNotExist) && !errors.Is(err, bench.ErrLocked) { // remove a partly written run
		for _, name := range []string{bench.RecordsFile, bench.ExperimentFile} {
			os.Remove(filepath.Join(dir, name)) //nolint:errcheck // the first error matters more
		}
	}
	return err
}

func write(dir string, e bench.Experiment, records []bench.Record) error {
	f, err := bench.OpenFolder(dir, e)
	if err != nil {
		return err
	}
	return errors.Join(f.Append(records...), f.Close())
}

// machinesOf returns the environments of the runs, and for each the name of its machine in records.
// If there are several machines, all have names, so that no mean mixes their times.
func machinesOf(imports []Import) (list []bench.Environment, names map[*bench.Environment]string) {
	names = map[*bench.Environment]string{nil: ""}
	var order []*bench.Environment
	several := false
	for _, i := range imports {
		for _, r := range i.Runs {
			if _, known := names[r.Environment]; known {
				continue
			}
			order, names[r.Environment] = append(order, r.Environment), r.Environment.Name
			differences := r.Environment.Differences(*order[0])
			several = several || slices.ContainsFunc(differences, func(d bench.Difference) bool { return d.Machine })
		}
	}
	for _, at := range order {
		e := *at
		if several {
			e.Name = cmp.Or(e.Name, plain(e.CPU), plain(e.System))
			names[at] = e.Name
		}
		if !slices.ContainsFunc(list, func(other bench.Environment) bool { return len(e.Differences(other)) == 0 }) {
			list = append(list, e)
		}
	}
	return list, names
}

// record returns the run as a repetition of the job.
func (r Run) record(job bench.Job, repetition int) (bench.Record, error) {
	o := bench.Observation{Outcome: nqueens.Fail(r.Status, r.Reason), WallSeconds: r.Wall, CPUSeconds: r.CPU, PeakBytes: r.Peak}
	if r.Status.Answered() {
		o.Outcome = nqueens.Outcome{Status: r.Status, Count: r.Count, Stats: r.Stats}
		o.Seconds, o.Contradiction = r.Seconds, r.Wrong
	}
	record := job.Record(bench.Maker{Version: r.Version, Seed: 1, Repetition: repetition}, o)
	if wrong := record.Nonsense(); wrong != "" {
		return record, fmt.Errorf("%s, %s: %s", r.Problem, r.Contender, wrong)
	}
	return record, nil
}
