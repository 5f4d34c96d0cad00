package bench

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"nqueens/backends"
)

// OwnBinary is the name of the measuring program beside other builds of it.
const OwnBinary = "nqueens"

// InBinaries returns the experiment with each of its jobs also for other builds of this program,
// which the user named. Programs that need no code of this program are run once. All jobs have the
// same number of repetitions, so that the runs of all builds stay side by side.
func (e Experiment) InBinaries(names []string, all []backends.Backend) Experiment {
	e.Binaries, e.Repeat.Min = names, e.Repeat.Max
	own, sweeps := e.Jobs, e.Sweeps
	for _, name := range names {
		for _, job := range own {
			b, _ := backends.Named(all, job.Backend)
			if _, alone := b.(backends.Standalone); alone {
				continue
			}
			job.Backend = backends.InBinary(name, job.Backend)
			job.Proof, job.KeepProof = false, false
			e.Jobs = append(e.Jobs[:len(e.Jobs):len(e.Jobs)], job)
		}
		for _, s := range sweeps {
			other := *s
			other.Backend = backends.InBinary(name, s.Backend)
			e.Sweeps = append(e.Sweeps[:len(e.Sweeps):len(e.Sweeps)], &other)
		}
	}
	return e
}

// beside places the jobs of other binaries next to the same jobs of this one, in an order that
// rotates with the repetition, so that changes of the machine affect all alike.
func beside(jobs []Job, repetition int) []Job {
	equal := map[string][]Job{} // equal jobs, by the name of the job in this binary
	name := func(j Job) string {
		_, j.Backend = backends.BinaryOf(j.Backend)
		return j.String()
	}
	for _, j := range jobs {
		equal[name(j)] = append(equal[name(j)], j)
	}
	out := make([]Job, 0, len(jobs))
	for _, j := range jobs {
		same := equal[name(j)]
		slices.SortFunc(same, func(a, b Job) int { return strings.Compare(a.Backend, b.Backend) })
		for i := range same {
			out = append(out, same[(i+repetition)%len(same)])
		}
		delete(equal, name(j))
	}
	return out
}

// Part returns the part of a run that one of its binaries made, or the records of one build of the
// program, selected by a prefix of its commit or digest.
func (f *Folder) Part(name string) (*Folder, error) {
	part := *f
	if len(f.Experiment.Binaries) > 0 && (name == OwnBinary || slices.Contains(f.Experiment.Binaries, name)) {
		binary := strings.TrimSuffix(name, OwnBinary)
		part.Experiment.Jobs, part.Experiment.Sweeps, part.Records, part.Blocks = nil, nil, nil, nil
		for _, job := range f.Experiment.Jobs {
			if in, bare := backends.BinaryOf(job.Backend); in == binary {
				job.Backend = bare
				part.Experiment.Jobs = append(part.Experiment.Jobs, job)
			}
		}
		for _, r := range f.Records {
			if in, bare := backends.BinaryOf(r.Backend); in == binary {
				r.Backend = bare
				part.Records = append(part.Records, r)
			}
		}
		for _, s := range f.Experiment.Sweeps {
			if in, bare := backends.BinaryOf(s.Backend); in == binary {
				own := *s
				own.Backend = bare
				part.Experiment.Sweeps = append(part.Experiment.Sweeps, &own)
			}
		}
		for _, b := range f.Blocks {
			if in, bare := backends.BinaryOf(b.Backend); in == binary {
				b.Backend = bare
				part.Blocks = append(part.Blocks, b)
			}
		}
		return &part, nil
	}
	byBuild := map[string][]Record{}
	for _, r := range f.Records {
		byBuild[r.Build] = append(byBuild[r.Build], r)
	}
	for _, b := range f.Blocks {
		byBuild[b.Build] = slices.Clip(byBuild[b.Build])
	}
	var found []string
	for build := range byBuild {
		if name != "" && slices.ContainsFunc(strings.Fields(build), func(word string) bool {
			return strings.HasPrefix(word, name) || strings.HasPrefix(strings.TrimPrefix(word, "sha256:"), name)
		}) {
			found = append(found, build)
		}
	}
	if len(found) != 1 {
		names := slices.Sorted(maps.Keys(byBuild))
		if len(f.Experiment.Binaries) > 0 {
			names = slices.Concat([]string{OwnBinary}, f.Experiment.Binaries, names)
		}
		what := "is unknown"
		if len(found) > 1 {
			what = "is ambiguous"
		}
		return nil, fmt.Errorf("%s: %q %s; it has %s", f.Dir, name, what, strings.Join(names, "; "))
	}
	part.Records, part.counting = byBuild[found[0]], counting{Build: found[0]}
	return &part, nil
}

// HasContender reports whether the experiment has a contender of the given name.
func (e Experiment) HasContender(contender string) bool {
	return slices.ContainsFunc(e.Jobs, func(j Job) bool { return j.Contender.String() == contender }) ||
		slices.ContainsFunc(e.Sweeps, func(s *Sweep) bool { return s.Contender.String() == contender })
}
