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

// Environment describes the machine and the program on which times depend.
type Environment struct {
	// Name is the name of the machine in the records of a run on several machines.
	Name      string               `json:"name,omitempty"`
	Started   time.Time            `json:"started"`
	CPU       string               `json:"cpu,omitempty"` // as the system names it
	Cores     int                  `json:"cores"`
	Kernel    string               `json:"kernel,omitempty"`
	System    string               `json:"system"` // GOOS/GOARCH
	Go        string               `json:"go"`
	Commit    string               `json:"commit,omitempty"`  // of this program; "+changes" is appended if files were modified
	Modules   map[string]string    `json:"modules,omitempty"` // versions of the modules in the program
	Load      string               `json:"load,omitempty"`    // 1, 5 and 15 minute load averages at the start
	Isolation isolate.Capabilities `json:"isolation"`
	Machine
	Programs map[string]Executable `json:"programs,omitempty"` // of contenders, by backend
	// Sessions has an entry for each command that ran in this environment, with the machine's load.
	Sessions []Session `json:"sessions,omitempty"`
}

// CurrentEnvironment returns the environment of this process.
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

// buildID matches the build ID that the go command writes near the beginning of a program.
var buildID = lazyregexp.New(`([\w-]{20}/){3}[\w-]{20}`)

// BuildOf returns a name for the build of a Go program: "sha256:" and the first 16 hexadecimal
// digits of the SHA-256 of its build ID and size, after the revision if it is stamped into the
// program. Without a build ID it hashes the file, which takes longer than starting the program. One
// revision has several builds, because compilers and flags differ.
func BuildOf(program string) (string, error) {
	file, err := os.Open(program)
	if err != nil {
		return "", fmt.Errorf("identifying the build: %w", err)
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
		return "", fmt.Errorf("identifying the build: %w", err)
	}
	build := "sha256:" + hex.EncodeToString(digest.Sum(nil)[:8])
	if info, err := buildinfo.Read(file); err == nil {
		if commit, changes, _ := strings.Cut(stampedCommit(info), "+"); commit != "" {
			build = strings.TrimSuffix(commit[:min(12, len(commit))]+"+"+changes, "+") + " " + build
		}
	}
	return build, nil
}

// Builds maps each build of the program to its number of results.
type Builds map[string]int

// unnamedBuild stands for the build of results from versions that did not record it.
const unnamedBuild = "unnamed build"

// Add counts results of a build; "" stands for an unknown one.
func (b Builds) Add(build string, results int) { b[cmp.Or(build, unnamedBuild)] += results }

// Caveat returns a line if not all times are of this build, otherwise nil.
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

// Machines maps each machine of a run to its number of results.
type Machines map[string]int

// Caveat returns a line if there are several machines, otherwise nil. compares states what can then
// be compared.
func (m Machines) Caveat(compares string) []string {
	if len(m) < 2 {
		return nil
	}
	var each []string
	for _, name := range slices.Sorted(maps.Keys(m)) {
		each = append(each, fmt.Sprintf("%s: %d", cmp.Or(name, "unnamed machine"), m[name]))
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

// Commit returns the revision from which this program was built, 40 digits, with "+changes"
// appended if files were modified; "" if unknown.
func Commit() string { return cmp.Or(StampedCommit(), checkedOutCommit()) }

// StampedCommit returns the revision that the compiler wrote into the program, "" for `go run`,
// which writes none.
func StampedCommit() string {
	info, _ := debug.ReadBuildInfo()
	return stampedCommit(info)
}

// changed is appended to the commit if files were modified.
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

// checkedOutCommit returns the revision of the current folder's repository, because `go run` stamps
// none into the program and builds the source of that folder.
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

// latestEnvironment returns the file of the environment in which the folder's run was last resumed.
// The names of later files contain their time.
func latestEnvironment(dir string) string {
	later, _ := filepath.Glob(filepath.Join(dir, "environment-*.json"))
	if len(later) == 0 {
		return filepath.Join(dir, environmentFile)
	}
	return slices.Max(later)
}

// ReadEnvironments reads the environments of the run in a folder: the first one, and those in which
// it was resumed. It returns none if the folder has none.
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

// KeepEnvironment writes the environment into the run's folder. If it differs from the latest one,
// both are kept and the differences are returned as a warning.
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
	return fmt.Sprintf("resumed in another environment (%s): times before and after may not be comparable; see %s",
		strings.Join(differences, "; "), later), jsonfile.Write(filepath.Join(dir, later), now)
}

// KeepMachines writes the environments of a run's machines into its folder and removes those of
// earlier, additional machines.
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

// KeepSession adds a session to the latest environment of the folder's run.
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

// Difference is a property in which two environments differ.
type Difference struct {
	What, Before, Now string
	// Machine is set if the machines are different, so that their times cannot be compared.
	Machine bool
}

func (d Difference) String() string { return fmt.Sprintf("%s %q, was %q", d.What, d.Now, d.Before) }

// changes returns the differences from an earlier environment as texts.
func (e Environment) changes(before Environment) (texts []string) {
	for _, d := range e.Differences(before) {
		texts = append(texts, d.String())
	}
	return texts
}

// Differences returns the differences from an earlier environment that may affect times. A property
// that one of them does not record is no difference of machines.
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

// gibibytes returns the memory rounded to whole GiB, as installed, because the part that a kernel
// reserves varies; "" if unknown.
func (m Machine) gibibytes() string {
	if m.Memory == 0 {
		return ""
	}
	return table.GiB((m.Memory + 1<<29) &^ (1<<30 - 1))
}
