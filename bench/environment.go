package bench

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"nqueens/backends/isolate"
	"nqueens/internal/jsonfile"
	"nqueens/internal/lazyregexp"
	"nqueens/internal/table"
)

// Environment is the machine and the program that a run's times belong to.
type Environment struct {
	// Name is what records call the machine, of a run that several machines share.
	Name      string               `json:"name,omitempty"`
	Started   time.Time            `json:"started"`
	CPU       string               `json:"cpu,omitempty"` // as the system names it
	Cores     int                  `json:"cores"`
	Kernel    string               `json:"kernel,omitempty"`
	System    string               `json:"system"` // GOOS/GOARCH
	Go        string               `json:"go"`
	Commit    string               `json:"commit,omitempty"`  // of this program; "+changes" if the tree was not clean
	Modules   map[string]string    `json:"modules,omitempty"` // versions of what it was built with
	Load      string               `json:"load,omitempty"`    // 1, 5 and 15 minute load averages at the start
	Isolation isolate.Capabilities `json:"isolation"`
	Machine
	Programs map[string]Executable `json:"programs,omitempty"` // of contenders, by backend
	// Sessions are how busy the machine was, one for each command that went on with the run here.
	Sessions []Session `json:"sessions,omitempty"`
}

// CurrentEnvironment describes this machine and this program.
func CurrentEnvironment() Environment {
	e := Environment{
		Started:   time.Now().UTC().Truncate(time.Second),
		CPU:       valueOf("/proc/cpuinfo", "model name"),
		Cores:     runtime.NumCPU(),
		Kernel:    firstLine("/proc/sys/kernel/osrelease"),
		System:    runtime.GOOS + "/" + runtime.GOARCH,
		Go:        runtime.Version(),
		Modules:   map[string]string{},
		Isolation: isolate.Probe(),
		Machine:   readMachine("/"),
		Commit:    Commit(),
	}
	if load := strings.Fields(firstLine("/proc/loadavg")); len(load) >= 3 {
		e.Load = strings.Join(load[:3], " ")
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range info.Deps {
			e.Modules[m.Path] = m.Version
		}
	}
	return e
}

// buildID is the ID that the go command gives a program by all that it is made from, near the
// beginning of the file.
var buildID = lazyregexp.New(`([\w-]{20}/){3}[\w-]{20}`)

// BuildOf tells one build of a Go program from another: the first 16 hexadecimal
// digits of the SHA-256 of its build ID and its size, after the revision that it was built
// from where that is stamped into it; without an ID, of its file, which takes longer
// than to start it. One revision makes many builds: compilers and their flags differ.
func BuildOf(program string) (string, error) {
	file, err := os.Open(program)
	if err != nil {
		return "", fmt.Errorf("telling which build this is: %w", err)
	}
	defer file.Close()
	digest := sha256.New()
	head := make([]byte, 1<<16)
	n, _ := file.ReadAt(head, 0)
	if id := buildID.Get().Find(head[:n]); id != nil {
		var size int64
		if size, err = file.Seek(0, io.SeekEnd); err == nil {
			fmt.Fprintf(digest, "%s %d", id, size)
		}
	} else {
		_, err = io.Copy(digest, file)
	}
	if err != nil {
		return "", fmt.Errorf("telling which build this is: %w", err)
	}
	build := "sha256:" + hex.EncodeToString(digest.Sum(nil)[:8])
	if info, err := buildinfo.Read(file); err == nil {
		if commit, changes, _ := strings.Cut(stampedCommit(info), "+"); commit != "" {
			build = strings.TrimSuffix(commit[:min(12, len(commit))]+"+"+changes, "+") + " " + build
		}
	}
	return build, nil
}

// Builds is how many results there are of each build of the program.
type Builds map[string]int

// unnamedBuild stands for that of results which are older than the naming of builds.
const unnamedBuild = "one that is not named"

// Add counts results of a build, "" where it is not known.
func (b Builds) Add(build string, results int) { b[cmp.Or(build, unnamedBuild)] += results }

// Caveat is a line that says so where not all times are of this build, or none.
func (b Builds) Caveat(this string) []string {
	if len(b) == 0 || len(b) == 1 && b[cmp.Or(this, unnamedBuild)] > 0 {
		return nil
	}
	all := 0
	for _, n := range b {
		all += n
	}
	var each []string
	for _, build := range slices.Sorted(maps.Keys(b)) {
		text := fmt.Sprintf("%s: %d of %s", build, b[build], table.Plural(all, "result"))
		if build == this {
			text += " (this build)"
		}
		each = append(each, text)
	}
	if len(b) == 1 {
		return []string{fmt.Sprintf("the times were measured by another build of this program, %s (this build is %s)", each[0], this)}
	}
	return []string{fmt.Sprintf("the times are of %d builds of this program and may not be comparable; no ratio or growth combines builds: %s", len(b), strings.Join(each, "; "))}
}

// Machines is how many results there are of each of the machines that share a run.
type Machines map[string]int

// Caveat is a line that says so where there are several, and what then compares; or none.
func (m Machines) Caveat(compares string) []string {
	if len(m) < 2 {
		return nil
	}
	var each []string
	for _, name := range slices.Sorted(maps.Keys(m)) {
		each = append(each, fmt.Sprintf("%s: %d", cmp.Or(name, "one that is not named"), m[name]))
	}
	return []string{fmt.Sprintf("the times are of %d machines (results: %s): %s", len(m), strings.Join(each, ", "), compares)}
}

func firstLine(path string) string {
	content, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	line, _, _ := bytes.Cut(content, []byte("\n"))
	return string(line)
}

// Commit is what this program was built from, 40 digits, with "+changes" behind them if the
// tree was not clean; "" if it is not known.
func Commit() string { return cmp.Or(StampedCommit(), checkedOutCommit()) }

// StampedCommit is Commit as the compiler wrote it into the program: `go run` does not.
func StampedCommit() string {
	info, _ := debug.ReadBuildInfo()
	return stampedCommit(info)
}

// changed follows the commit of a tree that was not clean.
const changed = "+changes"

func stampedCommit(info *debug.BuildInfo) string {
	var commit, changes string
	if info == nil {
		return ""
	}
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			commit = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			changes = changed
		}
	}
	if commit == "" {
		return ""
	}
	return commit + changes
}

// checkedOutCommit is git's, since `go run` stamps no commit into the program.
// The source that `go run` built is the one it was called in.
func checkedOutCommit() string {
	if module, err := os.ReadFile("go.mod"); err != nil || !bytes.HasPrefix(module, []byte("module nqueens\n")) {
		return ""
	}
	commit, err := exec.Command("git", "rev-parse", "HEAD").Output()
	if err != nil {
		return ""
	}
	text := strings.TrimSpace(string(commit))
	if status, err := exec.Command("git", "status", "--porcelain", "--untracked-files=no").Output(); err == nil && len(status) > 0 {
		text += changed
	}
	return text
}

// latestEnvironment is the file of the environment in which the folder's run
// was last gone on with; names of later ones carry their time.
func latestEnvironment(dir string) string {
	later, _ := filepath.Glob(filepath.Join(dir, "environment-*.json"))
	if len(later) == 0 {
		return filepath.Join(dir, environmentFile)
	}
	return slices.Max(later)
}

// ReadEnvironments reads those of the run in a folder: where it began, and where it was
// gone on with elsewhere. There is none in a folder that says none.
func ReadEnvironments(dir string) ([]Environment, error) {
	later, err := filepath.Glob(filepath.Join(dir, "environment-*.json"))
	if err != nil {
		return nil, err
	}
	slices.Sort(later)
	var list []Environment
	for _, path := range append([]string{filepath.Join(dir, environmentFile)}, later...) {
		var e Environment
		switch err := jsonfile.Read(path, &e); {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return nil, err
		default:
			list = append(list, e)
		}
	}
	return list, nil
}

// KeepEnvironment writes the environment into the run's folder. A run resumed
// elsewhere keeps both, and the difference is returned as a warning.
func KeepEnvironment(dir string, now Environment) (warning string, err error) {
	path := latestEnvironment(dir)
	var before Environment
	err = jsonfile.Read(path, &before)
	if errors.Is(err, fs.ErrNotExist) {
		return "", jsonfile.Write(path, now)
	}
	if err != nil {
		return "", err
	}
	differences := now.changes(before)
	if len(differences) == 0 {
		return "", nil
	}
	later := fmt.Sprintf("environment-%s.json", now.Started.Format("20060102T150405Z"))
	return fmt.Sprintf("resumed in another environment (%s): times before and after may not compare; see %s",
		strings.Join(differences, "; "), later), jsonfile.Write(filepath.Join(dir, later), now)
}

// KeepMachines writes the environments of the machines that share a run into its folder, in
// place of those of more machines that shared it before.
func KeepMachines(dir string, machines []Environment) error {
	name := func(i int) string {
		if i == 0 {
			return filepath.Join(dir, environmentFile)
		}
		return filepath.Join(dir, fmt.Sprintf("environment-%d.json", i+1))
	}
	for i, e := range machines {
		if err := jsonfile.Write(name(i), e); err != nil {
			return err
		}
	}
	for i := max(1, len(machines)); ; i++ {
		if err := os.Remove(name(i)); errors.Is(err, fs.ErrNotExist) {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// KeepSession adds how busy the machine was to the environment in which the folder's run
// was last gone on with.
func KeepSession(dir string, s *Session) error {
	path := latestEnvironment(dir)
	var e Environment
	if err := jsonfile.Read(path, &e); err != nil {
		return err
	}
	s.end()
	e.Sessions = append(e.Sessions, *s)
	return jsonfile.Write(path, e)
}

// Difference is what one environment has that another has not.
type Difference struct {
	What, Before, Now string
	// Machine says that the two are different machines: times of them do not compare.
	Machine bool
}

func (d Difference) String() string { return fmt.Sprintf("%s %q, was %q", d.What, d.Now, d.Before) }

// changes says what may make times before and now incomparable.
func (e Environment) changes(before Environment) (texts []string) {
	for _, d := range e.Differences(before) {
		texts = append(texts, d.String())
	}
	return texts
}

// Differences are what may make times before and now incomparable. What one of the two
// does not tell of its machine is no difference of machines.
func (e Environment) Differences(before Environment) []Difference {
	var differences []Difference
	for _, d := range []Difference{
		{"name", before.Name, e.Name, true},
		{"system", before.System, e.System, true},
		{"CPU", before.CPU, e.CPU, true},
		{"cores", fmt.Sprint(before.Cores), fmt.Sprint(e.Cores), before.Cores > 0 && e.Cores > 0},
		{"kernel", before.Kernel, e.Kernel, false},
		{"memory", before.gibibytes(), e.gibibytes(), true},
		{"SMT", before.SMT, e.SMT, true},
		{"governor", before.Governor, e.Governor, false},
		{"turbo", before.Turbo, e.Turbo, false},
		{"Go", before.Go, e.Go, false},
		{"commit", before.Commit, e.Commit, false},
		{"isolation", before.Isolation.Memory, e.Isolation.Memory, false},
	} {
		if d.Before != d.Now {
			d.Machine = d.Machine && d.Before != "" && d.Now != ""
			differences = append(differences, d)
		}
	}
	for _, backend := range slices.Sorted(maps.Keys(e.Programs)) {
		if was, now := before.Programs[backend], e.Programs[backend]; was != now && was.Path != "" {
			differences = append(differences, Difference{What: backend, Before: fmt.Sprint(was), Now: fmt.Sprint(now)})
		}
	}
	for _, module := range slices.Sorted(maps.Keys(e.Modules)) {
		if was, now := before.Modules[module], e.Modules[module]; was != now {
			differences = append(differences, Difference{What: module, Before: was, Now: now})
		}
	}
	return differences
}

// gibibytes is the memory as it is sold, or "": what a kernel keeps of it for itself changes.
func (m Machine) gibibytes() string {
	if m.Memory == 0 {
		return ""
	}
	return table.GiB((m.Memory + 1<<29) &^ (1<<30 - 1))
}
