package cluster

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"sync"
	"text/template"
	"time"

	"nqueens/fleet"
	"nqueens/internal/table"
)

// A Job is a list of parts to be computed by a batch system.
type Job struct {
	List    *fleet.List
	Name    string
	Program string // the nqueens program, where the job runs
	Dir     string // the list's folder, where the job runs
	Threads int    // of a worker
	Memory  int64  // of a worker, in bytes
	Indices int    // number of ranges of parts
	AtOnce  int    // how many of them may run at a time; 0 means the limit of the system
	// Time is the time after which an index is stopped, to continue later; 0 means three times the
	// expected time of its parts.
	Time time.Duration
	// Options are additional options of sbatch, such as --partition=long.
	Options []string
	// Image and Claim are the container's image and the persistent volume claim of the folder, for
	// Kubernetes.
	Image, Claim string
}

// reserve is the ratio of a job's time limit to its expected time. Processors may be slower or
// shared.
const reserve = 3

// check returns an error if the job is not valid.
func (j *Job) check() error {
	if j.Indices < 1 || j.Indices > j.List.Parts() {
		return fmt.Errorf("%d indices for %d parts", j.Indices, j.List.Parts())
	}
	for _, text := range append([]string{j.Name, j.Program, j.Dir, j.Image, j.Claim}, j.Options...) {
		if strings.ContainsAny(text, "\n\r\x00") {
			return fmt.Errorf("%q: a line of a job has no line breaks", text)
		}
	}
	for _, text := range j.Options {
		if strings.Trim(text, "-") == "" || text[0] != '-' {
			return fmt.Errorf("%q is not an option of sbatch: write, for example, --partition=long", text)
		}
	}
	if part := time.Duration(reserve * j.List.Seconds * float64(time.Second)); j.Time > 0 && j.Time < part {
		return fmt.Errorf("the time %v is too short for a part, which takes about %s, or %s on a slower machine: allow more time, or make shorter parts",
			j.Time, table.Rough(j.List.Seconds), table.Rough(part.Seconds()))
	}
	return nil
}

// Minutes returns the time limit of an index.
func (j *Job) Minutes() int {
	if j.Time > 0 {
		return int(j.Time / time.Minute)
	}
	parts, threads := math.Ceil(float64(j.List.Parts())/float64(j.Indices)), max(1, j.Threads)
	if j.List.Measures() { // each contender sets its own threads
		threads = 1
	}
	return 5 + int(math.Ceil(reserve*parts*j.List.Seconds/60/float64(threads)))
}

// About returns a description of the job in one line.
func (j *Job) About() string {
	long := ""
	if j.List.Seconds > 0 {
		long = fmt.Sprintf(" of about %s each", table.Rough(j.List.Seconds))
	}
	return fmt.Sprintf("%s: %s%s, in %s", j.List.Problem, table.Plural(j.List.Parts(), "part"), long, table.Plural(j.Indices, "job"))
}

// WorkerMiB returns the memory of a worker.
func (j *Job) WorkerMiB() int64 { return max(1, j.Memory>>20) }

// MiB returns the memory to request for the worker and the rest of its process.
func (j *Job) MiB() int64 { return j.WorkerMiB() * 5 / 4 }

// Script returns the shell script that computes the parts of an index. The script reads the index,
// counted from 1, from the variable index.
func (j *Job) Script() string {
	var text strings.Builder
	if err := script().Execute(&text, j); err != nil {
		panic(err) // an error in the template
	}
	return text.String()
}

var functions = template.FuncMap{
	"shell": func(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" },
	"indent": func(by int, text string) string {
		lines := strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n"+strings.Repeat(" ", by))
		return strings.ReplaceAll(lines, "\n"+strings.Repeat(" ", by)+"\n", "\n\n")
	},
}

// parse returns a function that parses a template at the first call.
func parse(text string) func() *template.Template {
	return sync.OnceValue(func() *template.Template { return template.Must(template.New("").Funcs(functions).Parse(text)) })
}

var script = parse(`program={{shell .Program}} dir={{shell .Dir}}
parts={{.List.Parts}} jobs={{.Indices}}
first=$(((index - 1) * parts / jobs + 1)) last=$((index * parts / jobs))

# A worker that is stopped leaves its part to others; completed parts are kept.
worker= stopped= status=0
stop() { stopped=$1; if [ -n "$worker" ]; then kill -TERM "$worker" 2>/dev/null; fi; }
trap 'stop told' TERM INT
work() {
	worker=
	"$program" work "$dir" --threads {{.Threads}} --memory {{.WorkerMiB}}MiB ${NODE_NAME:+--name "$NODE_NAME"} "$@" &
	worker=$!
	if [ -n "$stopped" ]; then kill -TERM "$worker" 2>/dev/null; fi # the signal came before its number was known
	wait "$worker"
	status=$?
	if [ -n "$stopped" ]; then wait "$worker"; fi
}
work --part "$first-$last"

# If no part is missing, compute again those that are drawn for that.
if [ "$status$stopped" = 0 ] && ! "$program" sum "$dir" --json 2>/dev/null | grep -q '"missing"'; then
	work
fi
`)

// errNoImage and errNoClaim are errors for missing values of a Kubernetes job.
var (
	errNoImage = errors.New("the container's image is missing: --image")
	errNoClaim = errors.New("the persistent volume claim that holds the folder is missing: --claim")
)

// write executes a template for the job.
func (j *Job) write(w io.Writer, t *template.Template) error {
	if err := j.check(); err != nil {
		return err
	}
	return t.Execute(w, j)
}
