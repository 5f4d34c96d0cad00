package cluster

import (
	"bufio"
	"context"
	"errors"
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
		return j.write(w, slurmScript())
	case j.List.Measures():
		return errors.New("what a part takes is not known before it was measured: --time says how long a job may run, which is longer than any part takes")
	}
	return errors.New("how long a part takes could not be measured when the list was made: --time says how long a job may run")
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
