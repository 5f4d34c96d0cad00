package plan

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"nqueens"
	"nqueens/bench"
	"nqueens/encode"
	"nqueens/family"
	"nqueens/instance"
	"nqueens/internal/strictyaml"
)

// Instance is a problem by the name of its file, which tells it apart from the
// others of its plan.
type Instance struct {
	// Name is the file's path in the folder or archive that was named, or the
	// file's own name; with as much of the path before it as tells it apart.
	Name    string
	Problem nqueens.Problem

	Origin *instance.Origin // what made it, if a plan generates it

	Naming bench.Naming // made once: that of a board of 56 squares a side has 12 KB
	path   string       // where it is: with an archive's path before that of the member
	in     string       // the folder or archive that was named; "" for a file of its own
	under  string       // what all files of that folder or archive are in
}

// problems is one entry of a run's problems as it is written: a name such as
// queens(8), or keys that stand for one problem of each size, or for those in files.
type problems struct {
	name *string // where there are no keys

	Family    text                  `yaml:"family"`
	N         []text                `yaml:"n"`
	Given     strictyaml.At[[]text] `yaml:"given"`
	Blocked   strictyaml.At[[]text] `yaml:"blocked"`
	Excluded  strictyaml.At[[]text] `yaml:"excluded"`
	Symmetric text                  `yaml:"symmetric"`
	File      text                  `yaml:"file"`
	Folder    text                  `yaml:"folder"`
	Format    text                  `yaml:"format"`
	sweep
}

// others are the keys that do not go with generated instances.
func (p problems) others() (list []named) {
	for _, k := range []named{
		{"family", p.Family.Place}, {"given", p.Given.Place}, {"blocked", p.Blocked.Place}, {"excluded", p.Excluded.Place},
		{"symmetric", p.Symmetric.Place}, {"file", p.File.Place}, {"folder", p.Folder.Place}, {"format", p.Format.Place},
	} {
		if k.at.Line > 0 {
			list = append(list, k)
		}
	}
	return list
}

func (p *problems) UnmarshalText(text []byte) error {
	name := string(text)
	p.name = &name
	return nil
}

func (r *reader) problemSet(said strictyaml.At[problems], s *Section) {
	keys := said.Value
	if keys.name != nil {
		p, err := r.problem(*keys.name)
		if err != nil {
			r.fail(said.Place, "%w", err)
		}
		s.Problems = append(s.Problems, p)
		r.room(said.Place, 1)
		return
	}
	if keys.Generate.Line > 0 {
		r.generated(keys, s)
		return
	}
	at := keys.places()
	for _, key := range slices.Sorted(maps.Keys(at)) {
		r.fail(at[key], "%q: only beside \"generate\"", key)
	}
	p := nqueens.Problem{Family: family.Queens}
	parse(r, &p.Family, keys.Family, r.family)
	var sizes []int
	for _, n := range keys.N {
		var more []int
		parse(r, &more, n, parseSizes)
		sizes = append(sizes, more...)
		r.room(n.Place, len(more))
	}
	var given []nqueens.Placement
	parseAll(r, &given, keys.Given.Value, nqueens.ParsePieces)
	p.Give(given...)
	parseAll(r, &p.Blocked, keys.Blocked.Value, nqueens.ParseSquares)
	parseAll(r, &p.Excluded, keys.Excluded.Value, nqueens.ParseDiagonals)
	parse(r, &p.Symmetric, keys.Symmetric, nqueens.ParseSymmetry)
	var placed strictyaml.Place // the last that says what stands on the board
	for _, at := range []strictyaml.Place{keys.Given.Place, keys.Blocked.Place, keys.Excluded.Place, keys.Symmetric.Place} {
		placed = cmp.Or(at, placed)
	}
	how := encode.Reading{Skipped: func(path string) { r.skipped = append(r.skipped, path) }}
	parse(r, &how.Format, keys.Format, instance.InputFormat)
	file, folder, board := keys.File, keys.Folder, sizes != nil || placed.Line > 0
	switch {
	case r.err != nil:
	case file.Line > 0 && board:
		r.fail(file.Place, "a file says the size and what is laid down; only the family may stand beside it")
	case folder.Line > 0 && (file.Line > 0 || board):
		r.fail(folder.Place, "the files of a folder say the size and what is laid down; only the family may stand beside it")
	case file.Line > 0:
		r.instances(file, how, p.Family, s, fileInstance)
	case folder.Line > 0:
		r.instances(folder, how, p.Family, s, folderInstances)
	case keys.Format.Line > 0:
		r.fail(keys.Format.Place, "a format is that of a file or folder: write it beside one")
	case sizes == nil:
		r.fail(said.Place, `the problem has no size "n"`)
	}
	for _, p.N = range sizes {
		if err := p.Validate(); err != nil {
			r.fail(placed, "%s(%d): %w", p.Family.Name, p.N, err)
		}
		if r.err != nil {
			return
		}
		s.Problems = append(s.Problems, p)
	}
}

// parseAll adds to a list all that the texts say.
func parseAll[T any](r *reader, to *[]T, said []text, of func(string) ([]T, error)) {
	for _, s := range said {
		var more []T
		parse(r, &more, s, of)
		*to = append(*to, more...)
	}
}

// problem reads a problem by its name.
func (r *reader) problem(text string) (nqueens.Problem, error) {
	if strings.Contains(text, "(") && !strings.Contains(text, ")") {
		return nqueens.Problem{}, fmt.Errorf(`problem %q has no closing bracket; in a list within [ ] it needs quotes: "queens(8, given=a1)"`, text)
	}
	p, err := family.All(r.more...).Parse(text)
	if err == nil && p.N > maxSide {
		err = fmt.Errorf("problem %q: a board has at most %d squares a side", text, maxSide)
	}
	return p, err
}

// room counts problems and refuses too many before they are made.
func (r *reader) room(at strictyaml.Place, problems int) {
	if r.problems += problems; r.problems > maxProblems {
		r.fail(at, "%w", errTooMany)
	}
}

// instances reads what is in a file or folder.
func (r *reader) instances(said text, how encode.Reading, family *nqueens.Family, s *Section, read func(how encode.Reading, family *nqueens.Family, path string, most int) ([]Instance, error)) {
	path, err := r.path(said.Value)
	var found []Instance
	if err == nil {
		found, err = read(how, family, filepath.Clean(path), maxProblems-r.problems)
	}
	if err != nil {
		r.fail(said.Place, "%w", err)
	}
	s.Instances = append(s.Instances, found...)
	r.room(said.Place, len(found))
}

// path is where a file or folder is. It may begin with an environment variable:
// $NAME/instances.tar.gz.
func (r *reader) path(path string) (string, error) {
	if variable, ok := strings.CutPrefix(path, "$"); ok {
		name, rest, _ := strings.Cut(variable, "/")
		folder := os.Getenv(name)
		if folder == "" {
			return path, fmt.Errorf("the environment variable %s is not set: it says where to find %s", name, cmp.Or(rest, "the files"))
		}
		return filepath.Abs(filepath.Join(folder, rest))
	}
	return r.beside(path), nil
}

// beside is a path as seen from the plan's folder.
func (r *reader) beside(path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(r.folder, path)
}

// fileInstance reads a file of one problem.
func fileInstance(how encode.Reading, family *nqueens.Family, path string, _ int) ([]Instance, error) {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is no regular file", path)
	}
	if err != nil {
		return nil, fmt.Errorf("problem file: %w", err)
	}
	p, err := instance.ReadProblemFile(how, family, path)
	if errors.Is(err, instance.ErrMany) {
		err = fmt.Errorf("%s holds any number of instances; write {folder: %s}", path, filepath.Base(path))
	}
	return []Instance{{Problem: p, path: filepath.ToSlash(path)}}, err
}

// folderInstances reads the instances in a folder or archive, at most so many, with the
// names that they have there.
func folderInstances(how encode.Reading, family *nqueens.Family, path string, most int) ([]Instance, error) {
	switch many, err := instance.Many(path); {
	case err != nil:
		return nil, fmt.Errorf("problem folder: %w", err)
	case !many:
		return nil, fmt.Errorf("%s is no folder or archive; write {file: …} for a single problem", path)
	}
	var list []Instance
	err := instance.Each(how, family, path, func(name string, p nqueens.Problem) error {
		if len(list) == most {
			return errTooMany
		}
		list = append(list, Instance{Problem: p, path: filepath.ToSlash(name)})
		return nil
	})
	if err != nil {
		return nil, err
	}
	in := filepath.ToSlash(path) + "/"
	under := commonFolder(list, in)
	for i := range list {
		list[i].in, list[i].under = in, under
	}
	return list, nil
}

// ReadInstances reads every instance of the family in files, folders and
// archives, for a Section made in Go. A file that is named twice is read once.
func ReadInstances(how encode.Reading, family *nqueens.Family, paths ...string) ([]Instance, error) {
	var list []Instance
	seen := map[string]bool{}
	for _, path := range paths {
		path = filepath.Clean(path)
		read := fileInstance
		many, err := instance.Many(path)
		if many {
			read = folderInstances
		}
		var found []Instance
		if err == nil {
			found, err = read(how, family, path, maxProblems-len(list))
		}
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
