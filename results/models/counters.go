package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"nqueens/internal/table"
)

// A counter is a program that counts the models of a file. Its commands are empty for a kind of formula
// that it does not count.
type counter struct {
	name                       string
	plain, projected, weighted string
	answer                     *regexp.Regexp // the last match of its group is the answer
	ours                       bool           // of this project
}

// counters are the programs that are compared. They must be in PATH.
func counters() []counter {
	const td = "sharpsat-td -decot 1 -decow 100 -tmpdir . -cs 2000"
	competition := regexp.MustCompile(`(?m)^c s exact \S+ \S+ (\S+)$`)
	first := regexp.MustCompile(`(?m)\A(\S+)`)
	own := func(name, options string) counter {
		command := strings.TrimSpace("nqueens count " + options)
		return counter{name: name, plain: command + " --file", projected: command + " --file", weighted: command + " --file", answer: first, ours: true}
	}
	enumerator := own("allsat", "--backend allsat")
	enumerator.weighted = "" // it does not add up weights
	return []counter{
		{name: "GPMC", plain: "gpmc --mode=mc", projected: "gpmc --mode=pmc", weighted: "gpmc --mode=wmc --frac", answer: competition},
		{name: "SharpSAT-TD", plain: td, weighted: td + " -WE -prec 30", answer: competition},
		{name: "d4", plain: "d4 -mc", answer: regexp.MustCompile(`(?m)^s (\S+)$`)},
		{name: "sharpSAT", plain: "sharpSAT", answer: regexp.MustCompile(`(?m)^# solutions *\n(\S+)$`)},
		own("count --file", ""),
		own("sharp", "--backend sharp"),
		enumerator,
	}
}

// command returns the counter's command for a formula, "" if it does not count such formulas. The names of
// the files say what they are.
func (c counter) command(formula string) string {
	switch {
	case strings.HasPrefix(formula, "weighted"):
		return c.weighted
	case strings.HasPrefix(formula, "projected"), strings.HasSuffix(formula, "sequential"):
		return c.projected
	}
	return c.plain
}

// A reading is the CPU time of one run, including the start of the program, and the program's answer. The
// answer is "" if there was none within the limit.
type reading struct {
	formula, counter string
	seconds          float64
	answer           string
}

// measureCounters runs the counters in turn on each formula, with a limit on the CPU time of each run, and
// writes a row for each run. If only is not empty, it runs only the counters with these names.
func measureCounters(ctx context.Context, w io.Writer, files []string, limit int, only []string) error {
	folder, err := os.MkdirTemp("", "")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder) //nolint:errcheck // a temporary folder
	for _, file := range files {
		file, err := filepath.Abs(file)
		if err != nil {
			return err
		}
		formula := strings.TrimSuffix(filepath.Base(file), ".cnf")
		for _, c := range counters() {
			line := c.command(formula)
			if line == "" || len(only) > 0 && !slices.Contains(only, c.name) {
				continue
			}
			args := append([]string{"-c", fmt.Sprintf(`ulimit -t %d; exec "$@"`, limit), "sh"}, strings.Fields(line)...)
			cmd := exec.CommandContext(ctx, "sh", append(args, file)...)
			cmd.Dir, cmd.Env = folder, append(os.Environ(), "GOMAXPROCS=1")
			out, err := cmd.Output()
			if _, ended := errors.AsType[*exec.ExitError](err); err != nil && !ended {
				return err
			}
			r := reading{formula: formula, counter: c.name, seconds: (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()}
			if code := cmd.ProcessState.ExitCode(); code == 0 || code == 10 || code == 20 {
				if all := c.answer.FindAllSubmatch(out, -1); all != nil {
					r.answer = string(all[len(all)-1][1])
				}
			}
			fmt.Fprintf(w, "%s\t%s\t%.3f\t%s\n", r.formula, r.counter, r.seconds, r.answer)
		}
	}
	return nil
}

// readReadings reads the rows that measureCounters wrote.
func readReadings(r io.Reader) (map[string]map[string]reading, error) {
	all := map[string]map[string]reading{}
	in := bufio.NewScanner(r)
	in.Buffer(nil, 1<<20)
	for line := 1; in.Scan(); line++ {
		part := strings.Split(in.Text(), "\t")
		if len(part) != 4 {
			return nil, fmt.Errorf("line %d: there are %d columns, not formula, counter, seconds and answer", line, len(part))
		}
		seconds, err := strconv.ParseFloat(part[2], 64)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
		if all[part[0]] == nil {
			all[part[0]] = map[string]reading{}
		}
		all[part[0]][part[1]] = reading{part[0], part[1], seconds, part[3]}
	}
	return all, in.Err()
}

// writeCounters writes the table of the readings. It also writes on how many formulas the default backend
// and sharp take at most twice the time of the best other counter plus 50 ms.
func writeCounters(w io.Writer, all map[string]map[string]reading) {
	list := counters()
	fmt.Fprint(w, "| formula |")
	for _, c := range list {
		fmt.Fprintf(w, " %s |", c.name)
	}
	fmt.Fprintf(w, "\n|---|%s\n", strings.Repeat("--:|", len(list)))
	type tally struct{ answered, near, ahead int }
	score := map[string]*tally{}
	compared := 0
	for _, formula := range slices.Sorted(maps.Keys(all)) {
		row := all[formula]
		fmt.Fprintf(w, "| %s |", formula)
		best, known := reading{}, false
		for _, c := range list {
			r, ran := row[c.name]
			switch {
			case !ran:
				fmt.Fprint(w, " |")
				continue
			case r.answer == "":
				fmt.Fprintf(w, " > %s |", table.Duration(r.seconds))
				continue
			}
			fmt.Fprintf(w, " %s |", table.Duration(r.seconds))
			if !c.ours && (!known || cmp.Less(r.seconds, best.seconds)) {
				best, known = r, true
			}
		}
		fmt.Fprintln(w)
		if !known {
			continue
		}
		compared++
		for _, c := range list {
			if r := row[c.name]; c.ours && r.answer != "" {
				if score[c.name] == nil {
					score[c.name] = &tally{}
				}
				score[c.name].answered++
				if r.seconds <= 2*best.seconds+0.05 {
					score[c.name].near++
				}
				if r.seconds < best.seconds {
					score[c.name].ahead++
				}
			}
		}
	}
	fmt.Fprintf(w, "\nOf the %d formulas that one of the other counters answers:\n\n| | answered | at most 2 × the best + 50 ms | faster than the best |\n|---|--:|--:|--:|\n", compared)
	for _, c := range list {
		if s := score[c.name]; s != nil {
			fmt.Fprintf(w, "| %s | %d | %d | %d |\n", c.name, s.answered, s.near, s.ahead)
		}
	}
}
