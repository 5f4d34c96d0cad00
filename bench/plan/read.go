package plan

import (
	"errors"
	"fmt"
	"math"
	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/internal/strictyaml"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/goccy/go-yaml/ast"
)

// What holds where a plan says nothing.
const defaultSeed = 1

var (
	defaultLimits = bench.Limits{Time: 10 * time.Second, Memory: 2 << 30}
	defaultRepeat = bench.Repeat{Warmup: 1, Min: 6, Max: 10, Width: 0.05}
)

// What a plan may ask for at most.
const (
	// MaxPlanBytes is the longest plan that ReadPlan takes.
	MaxBytes = 1 << 20

	maxProblems    = 10_000 // in a plan
	maxRepetitions = 10_000
	maxJobs        = 10_000
	maxThreads     = 1024 // of a backend
)

// ReadPlan reads a plan in the YAML that Plan describes. The name is the
// plan's file name: errors begin with it, the line and the column
// ("plan.yaml:12:5: …"), and board files are looked for in its folder.
func Read(name string, data []byte) (*Plan, error) {
	r := planReader{Document: strictyaml.Document{Name: name}, folder: filepath.Dir(name)}
	if len(data) > MaxBytes {
		return nil, strictyaml.Place{File: name, Line: 1, Column: 1}.Errorf("the plan is longer than 1 MiB")
	}
	root, err := r.Parse(data)
	if err != nil {
		return nil, err
	}
	return r.plan(root)
}

// planName reads a plan's name, which a run's folder is called after.
func (r *planReader) planName(n ast.Node) (string, error) {
	name, err := r.Words(n)
	if err == nil && (strings.ContainsAny(name, `/\`) || strings.Contains(name, "..") || strings.ContainsFunc(name, unicode.IsControl)) {
		err = r.Fail(n, "name %q would not do as part of a folder's name; leave out slashes and dots in a row", name)
	}
	return name, err
}

// planReader reads one plan.
type planReader struct {
	strictyaml.Document
	folder   string // where the plan is
	problems int    // read so far
}

func (r *planReader) plan(root ast.Node) (*Plan, error) {
	p := &Plan{
		Name:   strings.TrimSuffix(filepath.Base(r.Name), filepath.Ext(r.Name)),
		Seed:   defaultSeed,
		Repeat: defaultRepeat,
		where:  places{},
	}
	limits := defaultLimits
	err := r.Mapping(root,
		strictyaml.Field{Key: "name", Read: func(n ast.Node) (err error) { p.Name, err = r.planName(n); return }},
		strictyaml.Field{Key: "seed", Read: func(n ast.Node) (err error) { p.Seed, err = strictyaml.Parsed(r.Document, n, parseSeed); return }},
		strictyaml.Field{Key: "baseline", Read: func(n ast.Node) (err error) {
			p.where["baseline"] = r.Place(n)
			p.Baseline, err = r.Words(n)
			return
		}},
		strictyaml.Field{Key: "repetitions", Read: func(n ast.Node) (err error) { p.Repeat, err = r.repeat(n); return }},
		strictyaml.Field{Key: "limits", Read: func(n ast.Node) (err error) { limits, err = r.limits(n, limits); return }},
		strictyaml.Field{Key: "external", Read: func(n ast.Node) (err error) { p.External, err = r.external(n, p.where); return }},
		strictyaml.Field{Key: "solvers", Read: func(n ast.Node) (err error) { p.Solvers, err = r.solvers(n, p.where); return }},
		strictyaml.Field{Key: "published", Read: func(n ast.Node) error {
			p.where["published"] = r.Place(n)
			return r.List(n, func(n ast.Node) error {
				published, err := r.published(n)
				p.Published = append(p.Published, published)
				return err
			})
		}},
		strictyaml.Field{Key: "runs", Read: func(n ast.Node) error {
			return r.List(n, func(n ast.Node) error {
				s, err := r.section(n, limits)
				p.Sections = append(p.Sections, s)
				return err
			})
		}},
	)
	switch {
	case err != nil:
	case len(p.Sections) == 0:
		err = r.Fail(root, `the plan has no "runs"`)
	case len(p.Published) > 0 && p.Baseline == "":
		err = p.where.errorf("published", `published ratios need a "baseline", what they are ratios to`)
	}
	if err != nil {
		return nil, err
	}
	p.nameInstances()
	return p, nil
}

// nameInstances tells the instances of all sections apart by their names.
func (p *Plan) nameInstances() {
	var all []Instance
	for _, s := range p.Sections {
		all = append(all, s.Instances...)
	}
	nameApart(all)
	for _, s := range p.Sections {
		all = all[copy(s.Instances, all):]
	}
}

func (r *planReader) section(node ast.Node, limits bench.Limits) (Section, error) {
	s := Section{Limits: limits, Tasks: []nqueens.Task{nqueens.CountAll}, where: places{"": r.Place(node)}}
	err := r.Mapping(node,
		strictyaml.Field{Key: "about", Read: func(n ast.Node) (err error) { s.About, err = r.Words(n); return }},
		strictyaml.Field{Key: "problems", Read: func(n ast.Node) error {
			return r.List(n, func(n ast.Node) error {
				return r.problemSet(n, &s)
			})
		}},
		strictyaml.Field{Key: "tasks", Read: func(n ast.Node) (err error) { s.Tasks, err = r.tasks(n); return }},
		strictyaml.Field{Key: "backends", Read: func(n ast.Node) (err error) { s.Backends, err = r.names(n, "backend ", s.where); return }},
		strictyaml.Field{Key: "encodings", Read: func(n ast.Node) (err error) { s.Encodings, err = r.names(n, "encoding ", s.where); return }},
		strictyaml.Field{Key: "threads", Read: func(n ast.Node) (err error) { s.Threads, err = r.threads(n); return }},
		strictyaml.Field{Key: "limits", Read: func(n ast.Node) (err error) { s.Limits, err = r.limits(n, limits); return }},
		strictyaml.Field{Key: "proof", Read: func(n ast.Node) error {
			word, err := r.OneOf(n, "true", "false")
			s.Proof = word == "true"
			return err
		}},
		strictyaml.Field{Key: "expect", Read: func(n ast.Node) error {
			word, err := r.OneOf(n, "disagree")
			s.ExpectDisagreement = word == "disagree"
			return err
		}},
	)
	if err == nil && len(s.Problems)+len(s.Instances) == 0 {
		err = r.Fail(node, `the run has no "problems"`)
	}
	return s, err
}

func (r *planReader) tasks(node ast.Node) (tasks []nqueens.Task, err error) {
	var known []string
	for _, t := range nqueens.Tasks() {
		known = append(known, string(t))
	}
	err = r.List(node, func(n ast.Node) error {
		task, err := r.OneOf(n, known...)
		if err == nil && slices.Contains(tasks, nqueens.Task(task)) {
			err = r.Fail(n, "task %q is named twice", task)
		}
		tasks = append(tasks, nqueens.Task(task))
		return err
	})
	return tasks, err
}

func (r *planReader) threads(node ast.Node) (threads []int, err error) {
	err = r.List(node, func(n ast.Node) error {
		number, err := strictyaml.Parsed(r.Document, n, func(text string) (int, error) { return wholeNumber(text, 1, maxThreads) })
		if err == nil && slices.Contains(threads, number) {
			err = r.Fail(n, "%d is named twice", number)
		}
		threads = append(threads, number)
		return err
	})
	return threads, err
}

// names reads backends or encodings, each once, and remembers where they
// stand. Whether they exist is found when the plan meets the backends.
func (r *planReader) names(node ast.Node, part string, where places) (names []string, err error) {
	err = r.List(node, func(n ast.Node) error {
		name, err := r.Words(n)
		if err != nil {
			return err
		}
		if before, twice := where[part+name]; twice {
			return r.Fail(n, "%s%q is named twice (first on line %d)", part, name, before.Line)
		}
		where[part+name] = r.Place(n)
		names = append(names, name)
		if len(names) > 1 && slices.Contains(names, backends.Everything) {
			return r.Fail(n, `"all" stands alone`)
		}
		return nil
	})
	return names, err
}

func (r *planReader) limits(node ast.Node, l bench.Limits) (bench.Limits, error) {
	err := r.Mapping(node,
		strictyaml.Field{Key: "time", Read: func(n ast.Node) (err error) { l.Time, err = strictyaml.Parsed(r.Document, n, parseTime); return }},
		strictyaml.Field{Key: "memory", Read: func(n ast.Node) (err error) {
			l.Memory, err = strictyaml.Parsed(r.Document, n, func(text string) (int64, error) {
				if text == "none" {
					return 0, nil
				}
				return ParseBytes(text)
			})
			return
		}},
	)
	return l, err
}

func (r *planReader) repeat(node ast.Node) (bench.Repeat, error) {
	rep := defaultRepeat
	rep.Min, rep.Max = 0, 0 // not said
	number := func(to *int, low int) func(ast.Node) error {
		return func(n ast.Node) (err error) {
			*to, err = strictyaml.Parsed(r.Document, n, func(text string) (int, error) {
				return wholeNumber(text, low, maxRepetitions)
			})
			return
		}
	}
	err := r.Mapping(node,
		strictyaml.Field{Key: "warmup", Read: number(&rep.Warmup, 0)},
		strictyaml.Field{Key: "min", Read: number(&rep.Min, 1)},
		strictyaml.Field{Key: "max", Read: number(&rep.Max, 1)},
		strictyaml.Field{Key: "width", Read: func(n ast.Node) (err error) { rep.Width, err = strictyaml.Parsed(r.Document, n, parsePart); return }},
	)
	if err != nil {
		return rep, err
	}
	switch {
	case rep.Min == 0 && rep.Max == 0:
		rep.Min, rep.Max = defaultRepeat.Min, defaultRepeat.Max
	case rep.Min == 0:
		rep.Min = min(defaultRepeat.Min, rep.Max)
	case rep.Max == 0:
		rep.Max = max(defaultRepeat.Max, rep.Min)
	case rep.Min > rep.Max:
		return rep, r.Fail(node, "min is %d, above max, which is %d", rep.Min, rep.Max)
	}
	return rep, nil
}

// sizeRange is board sides from low to high.
type sizeRange struct{ low, high int }

// parseSizes reads "8" or "4..11".
func parseSizes(text string) (sizeRange, error) {
	first, last, isRange := strings.Cut(text, "..")
	if !isRange {
		last = first
	}
	low, err := wholeNumber(first, 1, nqueens.MaxModelSize)
	if err != nil {
		return sizeRange{}, sizesError(text, err)
	}
	high, err := wholeNumber(last, 1, nqueens.MaxModelSize)
	if err != nil {
		return sizeRange{}, sizesError(text, err)
	}
	if low > high {
		return sizeRange{}, fmt.Errorf("range %q goes down; write %d..%d", text, high, low)
	}
	return sizeRange{low, high}, nil
}

func sizesError(text string, err error) error {
	return fmt.Errorf("board size %q: %w; write 8 or 4..11", text, err)
}

// wholeNumber reads a whole number from low to high.
func wholeNumber(text string, low, high int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return 0, fmt.Errorf("%q is not a whole number", text)
	}
	if err != nil || n < low || n > high {
		return 0, fmt.Errorf("%s is not between %d and %d", text, low, high)
	}
	return n, nil
}

// parseSeed reads a seed of 64 bits.
func parseSeed(text string) (uint64, error) {
	seed, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%q is not a whole number from 0 to %d", text, uint64(math.MaxUint64))
	}
	return seed, nil
}

// parseTime reads a positive duration with its unit.
func parseTime(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if err != nil {
		return 0, fmt.Errorf("%q is not a time; write it with its unit, as in 10s, 500ms or 2m", text)
	}
	if d <= 0 {
		return 0, fmt.Errorf("time %q is not above zero", text)
	}
	return d, nil
}

// parsePart reads a percentage from 0% to 100% as a part of 1.
func parsePart(text string) (float64, error) {
	digits, ok := strings.CutSuffix(text, "%")
	percent, err := decimal(strings.TrimSpace(digits))
	if !ok || err != nil || percent > 100 {
		return 0, fmt.Errorf("%q is not a percentage; write it as in 5%%, at most 100%%", text)
	}
	return percent / 100, nil
}

// byteUnits are those of ParseBytes.
var byteUnits = map[string]float64{
	"B":   1,
	"KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30, "TiB": 1 << 40,
	"kB": 1e3, "KB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12,
}

// ParseBytes reads an amount of memory with its unit, as in 2GiB, 1.5GB or
// 512 MiB, and returns it in bytes. It refuses less than one byte and a
// number without a unit.
func ParseBytes(text string) (int64, error) {
	text = strings.TrimSpace(text)
	digits := strings.TrimRight(text, "kKMGTiB ")
	unit, known := byteUnits[strings.TrimSpace(text[len(digits):])]
	amount, err := decimal(digits)
	if !known || err != nil {
		return 0, fmt.Errorf("%q is not an amount of memory; write it with its unit, as in 2GiB or 512MB", text)
	}
	amount *= unit
	if amount < 1 || amount >= 1<<60 {
		return 0, fmt.Errorf("memory %q is not between 1 byte and 1 EiB", text)
	}
	return int64(amount), nil
}

// decimal reads digits with at most one point, nothing else that ParseFloat
// knows.
func decimal(digits string) (float64, error) {
	if digits == "" || strings.Trim(digits, "0123456789.") != "" {
		return 0, fmt.Errorf("%q is not a number", digits)
	}
	return strconv.ParseFloat(digits, 64)
}
