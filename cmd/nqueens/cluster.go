package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"nqueens/backends"
	"nqueens/bench/plan"
	"nqueens/fleet"
	"nqueens/fleet/cluster"
)

// clusterFlags describe the job of a batch system that computes the parts of a list.
type clusterFlags struct {
	cluster.Job
	memory  string
	indices int
	most    string // the usage of --jobs: the default number of jobs
}

func (b *clusterFlags) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&b.Name, "name", "", "the job's `name`; default: nqueens and the folder's name")
	f.StringVar(&b.Program, "program", "", "the nqueens program on the nodes: a `file`")
	f.IntVar(&b.Threads, "threads", 1, "threads of a worker: a `number`")
	f.StringVar(&b.memory, "memory", "2GiB", "the memory of a worker: an `amount`; the job requests a quarter more")
	f.IntVar(&b.indices, "jobs", 0, "the `number` of jobs that share the parts; default: "+b.most)
	f.IntVar(&b.AtOnce, "at-once", 0, "the largest `number` of jobs at the same time")
}

// job fills in the job for the list in a folder. most returns the largest number of jobs for a
// number of parts.
func (b *clusterFlags) job(p *program, cmd *cobra.Command, dir string, most func(parts int) int) (err error) {
	if b.List, err = fleet.ReadList(dir); err != nil {
		return err
	}
	if err := p.checkList(b.List); err != nil {
		return err
	}
	if b.Memory, err = plan.ParseBytes(b.memory); err != nil {
		return fmt.Errorf("--memory: %w", err)
	}
	if err := backends.CheckThreads(b.Threads); err != nil {
		return fmt.Errorf("--threads: %w", err)
	}
	b.Indices = most(b.List.Parts())
	switch said := cmd.Flags().Changed; {
	case said("jobs") && b.indices < 1 || b.indices > b.Indices:
		return fmt.Errorf("--jobs %d: write a number from 1 to %d", b.indices, b.Indices)
	case said("at-once") && b.AtOnce < 1:
		return fmt.Errorf("--at-once %d: write a number from 1", b.AtOnce)
	case said("jobs"):
		b.Indices = b.indices
	}
	if b.Name == "" {
		b.Name = "nqueens-" + filepath.Base(dir)
	}
	return nil
}

func (p *program) slurm() *cobra.Command {
	var b clusterFlags
	var limits cluster.Limits
	cmd := &cobra.Command{
		Use:   "slurm DIR",
		Short: "Write a count, a bench or a sweep in parts as a job for Slurm",
		Long: `Write a script for sbatch to standard output. It is an array of jobs, each of which computes a
range of the parts of the list in a folder that the nodes share. There are no more jobs than Slurm
allows; its limits are read from Slurm if it is installed here. A job that runs out of time or is
moved continues where it was, and so does a script that is submitted again. A job that measures has
a node for itself; it needs --time, except for a sweep that was cut by --minutes.`,
		Example: `  nqueens slurm q22 > q22.sh; sbatch q22.sh
  nqueens slurm q22 --option=--partition=long --option=--account=chess --time 12h
  nqueens sum q22`,
		Args: takes("the folder of the list", true),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			said := cmd.Flags().Changed
			if said("max-array") && limits.ArraySize < 2 || said("max-submit") && limits.Submit < 1 {
				return errors.New("--max-array and --max-submit: write the values of Slurm's MaxArraySize and MaxSubmitJobs, for example 1001 and 500")
			}
			if said("time") && b.Time < 2*time.Minute {
				return fmt.Errorf("--time %v: write two minutes at least", b.Time)
			}
			ctx, stop := context.WithTimeout(cmd.Context(), 5*time.Second)
			defer stop()
			known := cluster.SlurmLimits(ctx)
			if limits.ArraySize > 0 {
				known.ArraySize = limits.ArraySize
			}
			if limits.Submit > 0 {
				known.Submit = limits.Submit
			}
			if err := b.job(p, cmd, args[0], known.Indices); err != nil {
				return err
			}
			if b.Dir, err = filepath.Abs(args[0]); err != nil {
				return err
			}
			if b.Program == "" {
				if b.Program, err = os.Executable(); err != nil {
					return err
				}
			}
			return b.WriteSlurm(p.out)
		},
	}
	b.most = "as many as Slurm allows"
	b.flags(cmd)
	f := cmd.Flags()
	f.DurationVar(&b.Time, "time", 0, "how long a job may run before it goes back into the queue, for example 12h; default: three times the estimate for its parts")
	f.IntVar(&limits.ArraySize, "max-array", 0, "Slurm's MaxArraySize: a `number`; default: read from Slurm, or 1001")
	f.IntVar(&limits.Submit, "max-submit", 0, "Slurm's MaxSubmitJobs: a `number`; default: read from Slurm, or 10000")
	f.StringArrayVar(&b.Options, "option", nil, "one more `option` for sbatch, as in --option=--partition=long")
	return cmd
}

func (p *program) kubernetes() *cobra.Command {
	var b clusterFlags
	cmd := &cobra.Command{
		Use:   "kubernetes DIR",
		Short: "Write a count, a bench or a sweep in parts as a job for Kubernetes",
		Long: `Write an Indexed Job to standard output. Each index computes a range of the parts of the list in
a folder. The folder is in a volume that the pods share; the image has nqueens, sh and grep
(docs/containers.md builds one, the target "solvers"). A pod that fails is retried, six times an
index; a pod that is evicted is always started again.`,
		Example: `  nqueens kubernetes q22 --image registry.example/nqueens --claim q22 > q22.yaml
  kubectl apply -f q22.yaml`,
		Args: takes("the folder of the list", true),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := b.job(p, cmd, args[0], func(parts int) int { return min(parts, cluster.MaxIndices) }); err != nil {
				return err
			}
			return b.WriteKubernetes(p.out)
		},
	}
	b.most = "one for each part, up to 100,000"
	b.flags(cmd)
	f := cmd.Flags()
	f.StringVar(&b.Image, "image", "", "the container's `image`")
	f.StringVar(&b.Claim, "claim", "", "the persistent volume claim, a `name`, that holds the list's folder")
	f.StringVar(&b.Dir, "dir", "/list", "the `folder` in which the pods mount the list's folder")
	f.Lookup("program").DefValue = "nqueens"
	b.Program = "nqueens"
	return cmd
}
