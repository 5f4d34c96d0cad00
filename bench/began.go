package bench

import (
	"path/filepath"
	"slices"
)

// began returns the present folder as seen from the run's, or "" where no path leads there.
func (f *Folder) began() string {
	here, err := filepath.Abs(".")
	if err != nil {
		return ""
	}
	return seenFrom(f.Dir, here)
}

// formulas returns the paths of the formulas as seen from the present folder, by the names of their
// problems, or nil where there are none.
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

// keepPaths takes the paths of the run that is there, since the plan may be given from another
// folder now. The programs that join the run are seen from where it began too.
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
		if x.Engine == "" { // it counts, in its folder
			if e.External[i].Folder = seenFrom(start, x.Folder); e.External[i].Folder == "." {
				e.External[i].Folder = ""
			}
		}
	}
}

// seenFrom returns the path as seen from a folder, or absolute where no relative path leads there;
// both are seen from the present folder.
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
