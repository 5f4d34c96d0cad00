package bench

import (
	"fmt"
	"path/filepath"
	"strings"

	"nqueens"
	"nqueens/instance"
)

// ReadInstances reads every instance of the family in files, folders and
// archives, for a Section made in Go. A file that is named twice is read once.
func ReadInstances(family *nqueens.Family, paths ...string) ([]Instance, error) {
	var list []Instance
	seen := map[string]bool{}
	for _, path := range paths {
		found, err := instancesIn(family, path, maxProblems-len(list))
		if err != nil {
			return nil, err
		}
		for _, i := range found {
			if !seen[i.path] {
				seen[i.path] = true
				list = append(list, i)
			}
		}
	}
	nameApart(list)
	return list, nil
}

// errTooMany is the error for more problems than a plan may have.
var errTooMany = fmt.Errorf("the plan has more than %d problems", maxProblems)

// instancesIn reads the instances at a path, at most so many, with the names
// that they have there.
func instancesIn(family *nqueens.Family, path string, most int) ([]Instance, error) {
	path = filepath.Clean(path)
	many, err := instance.Many(path)
	if err != nil {
		return nil, err
	}
	var list []Instance
	add := func(name string, p nqueens.Problem) error {
		if len(list) == most {
			return errTooMany
		}
		list = append(list, Instance{Problem: p, path: filepath.ToSlash(name)})
		return nil
	}
	if !many {
		p, err := instance.ReadProblemFile(family, path)
		if err == nil {
			err = add(path, p)
		}
		return list, err
	}
	if err := instance.Each(family, path, add); err != nil {
		return nil, err
	}
	in := filepath.ToSlash(path) + "/"
	under := commonFolder(list, in)
	for i := range list {
		list[i].in, list[i].under = in, under
	}
	return list, nil
}

// commonFolder is the path, with its slash, that all files found in a folder or
// an archive are in: archives often hold one folder.
func commonFolder(list []Instance, in string) string {
	common := in
	if len(list) > 0 {
		path := list[0].path
		common = path[:strings.LastIndexByte(path, '/')+1]
	}
	for _, i := range list {
		for len(common) > len(in) && !strings.HasPrefix(i.path, common) {
			common = common[:strings.LastIndexByte(common[:len(common)-1], '/')+1]
		}
	}
	return common
}

// nameApart gives instances from one place or several the shortest names that
// tell all of them apart: within what was named, with its own name before it, or
// the whole path. The same path has the same name.
func nameApart(list []Instance) {
	for _, name := range []func(Instance) string{Instance.withinNamed, Instance.withNamed, func(i Instance) string { return i.path }} {
		paths := map[string]string{}
		apart := true
		for k := range list {
			list[k].Name = name(list[k])
			other, taken := paths[list[k].Name]
			apart = apart && (!taken || other == list[k].path)
			paths[list[k].Name] = list[k].path
		}
		if apart {
			break
		}
	}
	for k := range list {
		list[k].Naming = namingOf(list[k].Problem, list[k].Name)
	}
}

func (i Instance) withinNamed() string {
	if i.in == "" {
		return i.path[strings.LastIndexByte(i.path, '/')+1:]
	}
	return strings.TrimPrefix(i.path, i.under)
}

// withNamed is the instance's name with that of its folder or archive before it.
func (i Instance) withNamed() string {
	root := strings.TrimSuffix(i.in, "/")
	if i.in == "" {
		root = i.path[:max(0, strings.LastIndexByte(i.path, '/'))]
	}
	root = root[strings.LastIndexByte(root, '/')+1:]
	if root == "" || root == "." || root == ".." {
		return i.path
	}
	return root + "/" + i.withinNamed()
}
