package cluster

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
)

// WriteSlurm writes a script for sbatch: an array of jobs. Where parts are measured each has a node
// for itself.
func (j *Job) WriteSlurm(w io.Writer) error {
	switch {
	case j.List.Seconds > 0 || j.Time > 0:
	case j.List.Measures():
		return errors.New("what a part takes is not known before it was measured: --time says how long a job may run, which is longer than any part takes")
	default:
		return errors.New("how long a part takes could not be measured when the list was made: --time says how long a job may run")
	}
	var script bytes.Buffer
	if err := j.write(&script, slurmScript()); err != nil {
		return err
	}
	own, _, _ := strings.Cut(script.String(), "\n#SBATCH --output=") // options come after it
	for _, option := range j.Options {
		if err := overrides(own+"\n#SBATCH --output", option); err != nil {
			return err
		}
	}
	_, err := script.WriteTo(w)
	return err
}

// said is what the script says itself: its option of sbatch, the letter that means the same, the
// beginning of those that undo it, and the flag of nqueens slurm that says it.
var said = []struct{ option, letter, undone, flag string }{
	{"--job-name", "-J", "", "--name"}, {"--array", "-a", "", "--jobs and --at-once"}, {"--ntasks", "-n", "", ""}, {"--cpus-per-task", "-c", "", "--threads"},
	{"--exclusive", "-s", "--oversubscribe", ""}, {"--mem", "", "--mem-per-", "--memory"}, {"--time", "-t", "", "--time"}, {"--signal", "", "", ""},
	{"--requeue", "", "--no-requeue", ""}, {"--open-mode", "", "", ""}, {"--output", "-o", "", ""},
}

// overrides says why sbatch would take an option in place of what the script says: of two it takes the
// latter, and the beginning of a name for the whole.
func overrides(script, option string) error {
	for _, word := range strings.Fields(option) {
		name, _, _ := strings.Cut(word, "=")
		for _, s := range said {
			long := strings.HasPrefix(name, "--") && (strings.HasPrefix(s.option, name) || strings.HasPrefix(s.undone, name))
			undone := s.undone != "" && strings.HasPrefix(name, s.undone)
			letter := s.letter != "" && strings.HasPrefix(name, s.letter)
			if !strings.Contains(script, "#SBATCH "+s.option) || !long && !undone && !letter {
				continue
			}
			instead := "leave this one out"
			if s.flag != "" {
				instead = "say it with " + s.flag + " of nqueens slurm"
			}
			return fmt.Errorf("--option %s: the job has %s of its own, which that would override: %s", option, s.option, instead)
		}
	}
	return nil
}

var slurmScript = parse(`#!/bin/bash
# {{.About}}. Submit it with sbatch, again if need be: what is done stays done.
# When all is done: nqueens sum {{shell .Dir}}
#SBATCH --job-name={{.Name}}
#SBATCH --array=1-{{.Indices}}{{if .AtOnce}}%{{.AtOnce}}{{end}}
#SBATCH --ntasks=1
#SBATCH --cpus-per-task={{.Threads}}
{{- if .List.Measures}}
#SBATCH --exclusive
#SBATCH --mem=0
{{- else}}
#SBATCH --mem={{.MiB}}M
{{- end}}
#SBATCH --time={{.Minutes}}
#SBATCH --signal=B:USR1@60
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output={{.Dir}}/slurm-%A_%a.out
{{- range .Options}}
#SBATCH {{.}}
{{- end}}

index=$SLURM_ARRAY_TASK_ID
trap 'stop late' USR1 # a minute before the time is over
{{.Script}}
# Short of time, or with a worker that was killed, the job goes on later; one that was told to
# stop does not: who cancels a job wants it to end, and others Slurm puts back itself.
if [ "$stopped" = late ] || { [ -z "$stopped" ] && [ "$status" -gt 128 ]; }; then
	if [ "${SLURM_RESTART_COUNT:-0}" -lt 20 ]; then
		scontrol requeue "$SLURM_JOB_ID"
	fi
fi
exit "$status"
`)

// Limits are what a Slurm lets its users do; 0 is not known.
type Limits struct {
	ArraySize int // MaxArraySize: the largest index is one less
	Submit    int // MaxSubmitJobs: jobs of a user at a time, each index being one
}

// DefaultLimits are those of a Slurm whose administrator says nothing.
var DefaultLimits = Limits{ArraySize: 1001, Submit: 10000}

// AskSlurm asks the Slurm of this machine for its limits, if it has one.
func AskSlurm(ctx context.Context) (l Limits) {
	ask := func(program string, args ...string) string {
		answer, _ := exec.CommandContext(ctx, program, args...).Output() // without an answer it is not known
		return string(answer)
	}
	l = limits(ask("scontrol", "show", "config"))
	// Without accounting there is none of these.
	user := "user=" + os.Getenv("USER")
	for line := range strings.Lines(ask("sacctmgr", "-nP", "show", "assoc", user, "format=MaxSubmitJobs")) {
		if most, err := strconv.Atoi(strings.TrimSpace(line)); err == nil && (l.Submit == 0 || most < l.Submit) {
			l.Submit = most
		}
	}
	return l
}

// limits reads what scontrol show config prints.
func limits(config string) (l Limits) {
	lines := bufio.NewScanner(strings.NewReader(config))
	for lines.Scan() {
		name, value, _ := strings.Cut(lines.Text(), "=")
		number, err := strconv.Atoi(strings.TrimSpace(value))
		switch name = strings.TrimSpace(name); {
		case err != nil:
		case name == "MaxArraySize":
			l.ArraySize = number
		case name == "MaxJobCount": // of all users
			l.Submit = number
		}
	}
	return l
}

// Indices is how many indices a job of so many parts can have.
func (l Limits) Indices(parts int) int {
	l.ArraySize, l.Submit = positive(l.ArraySize, DefaultLimits.ArraySize), positive(l.Submit, DefaultLimits.Submit)
	return max(1, min(parts, l.ArraySize-1, l.Submit))
}

func positive(n, otherwise int) int {
	if n > 0 {
		return n
	}
	return otherwise
}
