package doctor

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nqueens/backends/isolate"
	"nqueens/internal/table"
)

// findings returns the findings of an examination, in order of importance.
func (e Examination) findings() []Finding {
	list := []Finding{
		e.processes(), e.memoryLimits(), e.pinning(), e.load(), e.noise(), e.virtual(), e.smt(), e.turbo(), e.governor(), e.memory(), e.counters(),
	}
	for _, d := range e.Disks {
		list = append(list, d.finding())
	}
	return append(list, e.solvers()...)
}

func (e Examination) processes() Finding {
	f := Finding{Level: OK, What: "processes", Found: "each run is a process of its own; starting one was not tested"}
	switch {
	case e.StartError != "":
		f.Level, f.Found = Problem, "no child process can be started: "+e.StartError
	case e.StartSeconds > 0:
		f.Found = fmt.Sprintf("each run is a process of its own, which takes %s to start and end; only times of external programs include this", table.Duration(e.StartSeconds))
	}
	return f
}

func (e Examination) memoryLimits() Finding {
	i := e.Environment.Isolation
	f := Finding{Level: OK, What: "memory limits", Found: "kept by the kernel: " + i.Memory}
	if i.Memory != isolate.MethodCgroup && i.Memory != isolate.MethodJob {
		f.Level, f.Found = Caution, i.Memory+": limits are enforced a little late, and peaks of short runs are lower bounds"
		if len(i.Notes) > 0 {
			f.Found += "; " + i.Notes[0]
		}
		if strings.HasPrefix(i.System, "linux/") {
			f.Advice = "under systemd: systemd-run --user --scope -p Delegate=yes nqueens bench …"
		}
	}
	return f
}

func (e Examination) pinning() Finding {
	switch cpus := e.Environment.Isolation.CPUs; len(cpus) {
	case 0:
		return Finding{Caution, "pinning", "not possible: the system moves runs between cores", "repeat more often"}
	case 1:
		return Finding{Caution, "pinning", fmt.Sprintf("core %d only: the harness and other programs share it with the run", cpus[0]), "allow it a second core"}
	default:
		return Finding{OK, "pinning", "cores " + table.Ranges(cpus, "–"), ""}
	}
}

func (e Examination) load() Finding {
	text, _, _ := strings.Cut(e.Environment.Load, " ")
	load, err := strconv.ParseFloat(text, 64)
	f := Finding{Level: OK, What: "load", Found: fmt.Sprintf("%s of %d cores in the last minute", text, e.Environment.Cores)}
	switch perCore := load / float64(max(1, e.Environment.Cores)); {
	case err != nil:
		return unknown("load", "make sure that no other programs run")
	case perCore >= 1:
		f.Level, f.Advice = Problem, "end other programs: a run that waited for its core is discarded and repeated; --busy keeps it, with a time that is too long"
	case perCore >= 0.5:
		f.Level, f.Advice = Caution, "end other programs"
	}
	return f
}

// narrow is the default target width of an interval in plans.
const narrow = 0.05

func (e Examination) noise() Finding {
	n := e.Noise
	over := func(seconds float64) string { return fmt.Sprintf("%.1f %%", 100*(seconds/n.Fastest-1)) }
	f := Finding{Level: OK, What: "noise", Found: fmt.Sprintf("the same work of %[2]s was timed %[1]d times: half took at most %[3]s longer than the fastest, nine in ten at most %[4]s, the slowest %[5]s",
		n.Spins, table.Duration(n.Fastest), over(n.Median), over(n.Ninth), over(n.Slowest))}
	switch spread := n.Spread(); {
	case spread > 5*narrow:
		f.Level, f.Advice = Problem, "measure elsewhere or at another hour; trust effort and ratios within one run only"
	case spread > narrow:
		f.Level, f.Advice = Caution, "more repetitions; differences of a few per cent need ten and more"
	}
	return f
}

func (e Examination) virtual() Finding {
	if e.Environment.Virtual == "" {
		return Finding{OK, "virtual", "no hypervisor or container detected", ""}
	}
	return Finding{Caution, "virtual", e.Environment.Virtual + ": other guests may use the machine without showing in the load", "compare only times measured in turns within one run (bench --binary for two builds)"}
}

// unknown returns the finding for a value that the system does not report.
func unknown(what, advice string) Finding {
	return Finding{Caution, what, "the system does not report it", advice}
}

func (e Examination) smt() Finding {
	switch e.Environment.SMT {
	case "on":
		return Finding{Caution, "SMT", "on: two threads of a core slow each other down", "echo off | sudo tee /sys/devices/system/cpu/smt/control, or no other work and --threads up to half the cores"}
	case "":
		return unknown("SMT", "--threads up to half the cores")
	case "notsupported":
		return Finding{OK, "SMT", "none: a thread on each core", ""}
	}
	return Finding{OK, "SMT", e.Environment.SMT, ""}
}

func (e Examination) turbo() Finding {
	switch e.Environment.Turbo {
	case "on":
		return Finding{Caution, "turbo", "on: the frequency follows heat and other cores", "echo 1 | sudo tee /sys/devices/system/cpu/intel_pstate/no_turbo, or echo 0 | sudo tee /sys/devices/system/cpu/cpufreq/boost"}
	case "":
		return unknown("turbo", "switch it off in the firmware if possible")
	}
	return Finding{OK, "turbo", e.Environment.Turbo, ""}
}

func (e Examination) governor() Finding {
	switch g := e.Environment.Governor; g {
	case "performance":
		return Finding{OK, "governor", g, ""}
	case "":
		return unknown("governor", "use warm-up runs, as plans do")
	default:
		return Finding{Caution, "governor", g + ": cores slow down between runs", "sudo cpupower frequency-set -g performance"}
	}
}

// defaultMemory is the default memory limit of a run in plans.
const defaultMemory = 2 << 30

func (e Examination) memory() Finding {
	total := e.Environment.Memory
	f := Finding{Level: OK, What: "memory", Found: table.GiB(total)}
	switch {
	case total == 0:
		return unknown("memory", "")
	case total < 2*defaultMemory:
		f.Level, f.Advice = Caution, "runs may take 2 GiB each, one at a time: limits: {memory: 1GiB} in a plan"
	}
	return f
}

func (e Examination) counters() Finding {
	f := Finding{Level: OK, What: "perf counters", Found: "they can be read, for example by perf stat; no measurement here needs them"}
	if e.Counters != "" {
		f.Found = "they cannot be read (" + e.Counters + "); no measurement here needs them"
	}
	return f
}

func (d Disk) finding() Finding {
	f := Finding{Level: OK, What: "disk", Found: fmt.Sprintf("%s free for %s in %s", table.GiB(d.Free), d.Use, d.Folder)}
	switch {
	case d.Error != "":
		f.Level, f.Found, f.Advice = Problem, "no "+d.Use+": "+d.Error, "make the folder writable, or use another (TMPDIR sets the folder of temporary files)"
	case d.Free == 0:
		f.Found = d.Use + " can be written in " + d.Folder
	case d.Free < 1<<28:
		f.Level, f.Advice = Problem, "make room: external solvers and proofs write files"
	case d.Free < defaultMemory:
		f.Level, f.Advice = Caution, "make room before writing proofs: one may have 1 GiB"
	}
	return f
}

// solvers returns one finding for the built-in backends, one for each installed solver, one for
// those that a package can install, and one for the others.
func (e Examination) solvers() []Finding {
	list := []Finding{{OK, "backends", fmt.Sprintf("%d are part of this program", e.BuiltIn), ""}}
	var missing, packages, unpackaged []string
	for _, s := range e.Solvers {
		switch {
		case s.Version != "":
			list = append(list, Finding{OK, "solver", s.Name + " " + s.Version, ""})
		case s.Debian != "":
			missing = append(missing, s.Name)
			packages = append(packages, s.Debian)
		default:
			unpackaged = append(unpackaged, s.Name+" ("+s.Program+")")
		}
	}
	if len(missing) > 0 {
		slices.Sort(packages)
		list = append(list, Finding{OK, "solvers", "not installed: " + strings.Join(missing, ", "), "sudo apt install " + strings.Join(slices.Compact(packages), " ")})
	}
	if len(unpackaged) > 0 {
		list = append(list, Finding{OK, "solvers", "not installed: " + strings.Join(unpackaged, ", "), "no Debian package has them: put the program in brackets into PATH"})
	}
	return list
}
