package bench

import (
	"path/filepath"
	"slices"
)

// began returns the current folder relative to the run's folder, "" if there is no such path.
func (f *Folder) began() string {
	here, err := filepath.Abs(".")
	if err != nil {
		return ""
	}
	return seenFrom(f.Dir, here)
}

// formulas returns the paths of the formulas relative to the current folder, by the names of their
// problems; nil if there are none.
func (e Experiment) formulas() map[string]string {
	var paths map[string]string
	for i := range e.Jobs {
		p := e.Jobs[i].Problem
		if p.HasBoard() || p.Formula.Path == "" {
			continue
		}
		if paths == nil {
			paths = map[string]string{}
		}
		paths[e.Jobs[i].ProblemName()] = seenFrom(".", p.Formula.Path)
	}
	return paths
}

// keepPaths takes the recorded paths from the existing run, because the plan may now be run from
// another folder. Paths of programs that join the run are made relative to the folder in which it
// began.
func (f *Folder) keepPaths(there Experiment) {
	e := &f.Experiment
	e.Began, e.Formulas = there.Began, there.Formulas
	e.External = slices.Clone(e.External)
	for i, x := range e.External {
		if k := slices.IndexFunc(there.External, x.Is); k >= 0 {
			e.External[i] = there.External[k]
			continue
		}
		if there.Began == "" {
			continue
		}
		start := filepath.Join(f.Dir, filepath.FromSlash(there.Began))
		if x.File != "" {
			e.External[i].File = seenFrom(start, x.File)
		}
		if x.Engine == "" { // a counter runs in its own folder
			if e.External[i].Folder = seenFrom(start, x.Folder); e.External[i].Folder == "." {
				e.External[i].Folder = ""
			}
		}
	}
}

// seenFrom returns path relative to folder, or absolute if there is no relative path. Both
// arguments are relative to the current folder.
func seenFrom(folder, path string) string {
	from, err := filepath.Abs(folder)
	if err != nil {
		return filepath.ToSlash(path)
	}
	to, err := filepath.Abs(path)
	if err != nil {
		return filepath.ToSlash(path)
	}
	way, err := filepath.Rel(from, to)
	if err != nil {
		way = to
	}
	return filepath.ToSlash(way)
}
