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

// WriteSlurm writes a script for sbatch: an array of jobs. If parts are measured, each job has a
// node for itself.
func (j *Job) WriteSlurm(w io.Writer) error {
	switch {
	case j.List.Seconds > 0 || j.Time > 0:
	case j.List.Measures():
		return errors.New("the time of a part is unknown before it is measured: set the time limit of a job with --time, longer than any part takes")
	default:
		return errors.New("the time of a part could not be measured when the list was made: set the time limit of a job with --time")
	}
	var script bytes.Buffer
	if err := j.write(&script, slurmScript()); err != nil {
		return err
	}
	own, _, _ := strings.Cut(script.String(), "\n#SBATCH --output=") // the options come after this line
	for _, option := range j.Options {
		if err := overrides(own+"\n#SBATCH --output", option); err != nil {
			return err
		}
	}
	_, err := script.WriteTo(w)
	return err
}

// said lists the options that the script sets: the option of sbatch, its letter, the prefix of
// options that undo it, and the flag of nqueens slurm that sets it.
var said = []struct{ option, letter, undone, flag string }{
	{"--job-name", "-J", "", "--name"}, {"--array", "-a", "", "--jobs and --at-once"}, {"--ntasks", "-n", "", ""}, {"--cpus-per-task", "-c", "", "--threads"},
	{"--exclusive", "-s", "--oversubscribe", ""}, {"--mem", "", "--mem-per-", "--memory"}, {"--time", "-t", "", "--time"}, {"--signal", "", "", ""},
	{"--requeue", "", "--no-requeue", ""}, {"--open-mode", "", "", ""}, {"--output", "-o", "", ""},
}

// overrides returns an error if an option would override one of the script. sbatch uses the last of
// repeated options, and accepts prefixes of names.
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
				instead = "set it by " + s.flag + " of nqueens slurm"
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
# If the time is over or the worker was killed, the job is requeued. A job that was told to
# stop is not: its user cancelled it, or Slurm requeues it itself.
if [ "$stopped" = late ] || { [ -z "$stopped" ] && [ "$status" -gt 128 ]; }; then
	if [ "${SLURM_RESTART_COUNT:-0}" -lt 20 ]; then
		scontrol requeue "$SLURM_JOB_ID"
	fi
fi
exit "$status"
`)

// Limits are the limits of a Slurm for its users; 0 means unknown.
type Limits struct {
	ArraySize int // MaxArraySize: the largest index plus one
	Submit    int // MaxSubmitJobs: jobs of a user at a time; each index is one job
}

// DefaultLimits are the limits of a Slurm without configuration.
var DefaultLimits = Limits{ArraySize: 1001, Submit: 10000}

// SlurmLimits reads the limits of this machine's Slurm, if it has one.
func SlurmLimits(ctx context.Context) (l Limits) {
	ask := func(program string, args ...string) string {
		answer, _ := exec.CommandContext(ctx, program, args...).Output() // without an answer they are unknown
		return string(answer)
	}
	l = limits(ask("scontrol", "show", "config"))
	// A Slurm without accounting prints no limits.
	user := "user=" + os.Getenv("USER")
	for line := range strings.Lines(ask("sacctmgr", "-nP", "show", "assoc", user, "format=MaxSubmitJobs")) {
		if most, err := strconv.Atoi(strings.TrimSpace(line)); err == nil && (l.Submit == 0 || most < l.Submit) {
			l.Submit = most
		}
	}
	return l
}

// limits parses the output of scontrol show config.
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

// Indices returns the number of indices that a job of this many parts can have.
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
