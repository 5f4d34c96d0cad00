package plan

import (
	"cmp"
	"fmt"
	"nqueens"
	"nqueens/bench"
	"nqueens/instance"
	"nqueens/internal/strictyaml"
	"os"
	"path/filepath"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

// Instance is a problem by the name of its file, which tells it apart from the
// others of its plan.
type Instance struct {
	// Name is the file's path in the folder or archive that was named, or the
	// file's own name; with as much of the path before it as tells it apart.
	Name    string
	Problem nqueens.Problem

	Naming bench.Naming // made once: that of a board of 56 squares a side has 12 KB
	path   string       // where it is: with an archive's path before that of the member
	in     string       // the folder or archive that was named; "" for a file of its own
	under  string       // what all files of that folder or archive are in
}

func (i Instance) naming() bench.Naming {
	if i.Naming.Full == "" {
		return bench.NamingOf(i.Problem, i.Name)
	}
	return i.Naming
}

// problemSet reads one entry of a run's problems: a name such as queens(8), or
// keys that stand for one problem of each size, or for those in files.
func (r *planReader) problemSet(node ast.Node, s *Section) error {
	if _, keys := node.(ast.MapNode); keys {
		return r.problemKeys(node, s)
	}
	text, err := r.Text(node)
	if err != nil {
		return err
	}
	if name, _, ok := strings.Cut(text, "("); ok {
		if _, err := r.family(node, strings.TrimSpace(name)); err != nil {
			return err
		}
		if !strings.Contains(text, ")") {
			return r.Fail(node, `problem %q has no closing bracket; in a list within [ ] it needs quotes: "queens(8, given=a1)"`, text)
		}
	}
	p, err := nqueens.ParseProblem(text)
	if err != nil {
		return r.Fail(node, "%w", err)
	}
	if p.N > nqueens.MaxModelSize {
		return r.Fail(node, "problem %q: a board has at most %d squares a side", text, nqueens.MaxModelSize)
	}
	s.Problems = append(s.Problems, p)
	return r.room(node, 1)
}

func (r *planReader) problemKeys(node ast.Node, s *Section) error {
	p := nqueens.Problem{Family: nqueens.Families()[0]}
	var sizes []sizeRange
	var file, folder, laid ast.Node // where a file or folder is named, where a piece or square is
	squares := func(to *[]nqueens.Square) func(ast.Node) error {
		return func(n ast.Node) error {
			laid = n
			return r.List(n, func(n ast.Node) error {
				more, err := strictyaml.Parsed(r.Document, n, nqueens.ParseSquares)
				*to = append(*to, more...)
				return err
			})
		}
	}
	err := r.Mapping(node,
		strictyaml.Field{Key: "family", Read: func(n ast.Node) error {
			name, err := r.Text(n)
			if err == nil {
				p.Family, err = r.family(n, name)
			}
			return err
		}},
		strictyaml.Field{Key: "n", Read: func(n ast.Node) error {
			return r.List(n, func(n ast.Node) error {
				size, err := strictyaml.Parsed(r.Document, n, parseSizes)
				if err != nil {
					return err
				}
				sizes = append(sizes, size)
				return r.room(n, size.high-size.low+1)
			})
		}},
		strictyaml.Field{Key: "given", Read: squares(&p.Given)},
		strictyaml.Field{Key: "blocked", Read: squares(&p.Blocked)},
		strictyaml.Field{Key: "excluded", Read: func(n ast.Node) error {
			laid = n
			return r.List(n, func(n ast.Node) error {
				more, err := strictyaml.Parsed(r.Document, n, nqueens.ParseDiagonals)
				p.Excluded = append(p.Excluded, more...)
				return err
			})
		}},
		strictyaml.Field{Key: "symmetric", Read: func(n ast.Node) (err error) {
			laid = n
			p.Symmetric, err = strictyaml.Parsed(r.Document, n, nqueens.ParseSymmetry)
			return err
		}},
		strictyaml.Field{Key: "file", Read: func(n ast.Node) error { file = n; return nil }},
		strictyaml.Field{Key: "folder", Read: func(n ast.Node) error { folder = n; return nil }},
	)
	switch {
	case err != nil:
		return err
	case file != nil && (sizes != nil || laid != nil):
		return r.Fail(file, "a file says the size and what is laid down; only the family may stand beside it")
	case folder != nil && (file != nil || sizes != nil || laid != nil):
		return r.Fail(folder, "the files of a folder say the size and what is laid down; only the family may stand beside it")
	case file != nil:
		return r.file(file, p.Family, s)
	case folder != nil:
		return r.files(folder, p.Family, s)
	case sizes == nil:
		return r.Fail(node, `the problem has no size "n"`)
	}
	for _, size := range sizes {
		for p.N = size.low; p.N <= size.high; p.N++ {
			if err := p.Validate(); err != nil {
				return r.Fail(laid, "%s(%d): %w", p.Family.Name, p.N, err)
			}
			s.Problems = append(s.Problems, p)
		}
	}
	return nil
}

// room counts problems and refuses too many before they are made.
func (r *planReader) room(node ast.Node, problems int) error {
	if r.problems += problems; r.problems > maxProblems {
		return r.Fail(node, "the plan has more than %d problems", maxProblems)
	}
	return nil
}

// family finds the family that the node names.
func (r *planReader) family(node ast.Node, name string) (*nqueens.Family, error) {
	var known []string
	for _, f := range nqueens.Families() {
		if f.Name == name {
			return f, nil
		}
		known = append(known, f.Name)
	}
	return nil, r.Fail(node, "unknown family %q %s", name, nqueens.Suggest(name, known))
}

// path is where the file or folder is that the node names. It may begin with
// an environment variable: $NAME/instances.tar.gz.
func (r *planReader) path(node ast.Node) (string, error) {
	path, err := r.Words(node)
	if err != nil {
		return path, err
	}
	if variable, ok := strings.CutPrefix(path, "$"); ok {
		name, rest, _ := strings.Cut(variable, "/")
		folder := os.Getenv(name)
		if folder == "" {
			return path, r.Fail(node, "the environment variable %s is not set: it says where to find %s", name, cmp.Or(rest, "the files"))
		}
		return filepath.Abs(filepath.Join(folder, rest))
	}
	if filepath.IsAbs(path) {
		return path, nil
	}
	return filepath.Join(r.folder, path), nil
}

// file reads the problem file that the node names: an instance, a board, a
// formula or an exact cover.
func (r *planReader) file(node ast.Node, family *nqueens.Family, s *Section) error {
	path, err := r.path(node)
	if err != nil {
		return err
	}
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is no regular file", path)
	}
	if err != nil {
		return r.Fail(node, "problem file: %w", err)
	}
	if many, err := instance.Many(path); err == nil && many {
		return r.Fail(node, "%s holds any number of instances; write {folder: %s}", path, filepath.Base(path))
	}
	return r.instances(node, path, family, s)
}

// files reads every instance in the folder or archive that the node names.
func (r *planReader) files(node ast.Node, family *nqueens.Family, s *Section) error {
	path, err := r.path(node)
	if err != nil {
		return err
	}
	switch many, err := instance.Many(path); {
	case err != nil:
		return r.Fail(node, "problem folder: %w", err)
	case !many:
		return r.Fail(node, "%s is no folder or archive; write {file: …} for a single problem", path)
	}
	return r.instances(node, path, family, s)
}

func (r *planReader) instances(node ast.Node, path string, family *nqueens.Family, s *Section) error {
	found, err := instancesIn(family, path, maxProblems-r.problems)
	if err != nil {
		return r.Fail(node, "%w", err)
	}
	s.Instances = append(s.Instances, found...)
	return r.room(node, len(found))
}

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
		list[k].Naming = bench.NamingOf(list[k].Problem, list[k].Name)
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
