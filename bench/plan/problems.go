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

// Instance is a problem from a file, with a name that is unique in its plan.
type Instance struct {
	// Name is the file's path in the folder or archive, or its own name, preceded by as much of its path as
	// makes it unique.
	Name    string
	Problem nqueens.Problem

	Origin *instance.Origin // how it was made, if a plan generates it

	Naming bench.Naming // cached, because the name of a board with 56 squares a side has 12 KB
	path   string       // path of the file; for a member of an archive it begins with the archive's path
	in     string       // the named folder or archive; "" for a single file
	under  string       // common folder of all files in that folder or archive
}

// problems is an entry of a run's problems in a plan: a name such as queens(8), or keys for a problem of each
// size or for files.
type problems struct {
	name *string // nil if there are keys

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

// others returns the keys that cannot be combined with generated instances.
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
	var placed strictyaml.Place // the last key that defines the content of the board
	for _, at := range []strictyaml.Place{keys.Given.Place, keys.Blocked.Place, keys.Excluded.Place, keys.Symmetric.Place} {
		placed = cmp.Or(at, placed)
	}
	how := encode.Reading{Skipped: func(path string) { r.skipped = append(r.skipped, path) }}
	parse(r, &how.Format, keys.Format, instance.InputFormat)
	file, folder, board := keys.File, keys.Folder, sizes != nil || placed.Line > 0
	switch {
	case r.err != nil:
	case file.Line > 0 && board:
		r.fail(file.Place, "a file defines the size and the content of the board: only family and format can be added")
	case folder.Line > 0 && (file.Line > 0 || board):
		r.fail(folder.Place, "the files of a folder define the size and the content of the board: only family and format can be added")
	case file.Line > 0:
		r.instances(file, how, p.Family, s, fileInstance)
	case folder.Line > 0:
		r.instances(folder, how, p.Family, s, folderInstances)
	case keys.Format.Line > 0:
		r.fail(keys.Format.Place, "a format is only for a file or folder")
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

// parseAll parses texts and appends all results to a list.
func parseAll[T any](r *reader, to *[]T, said []text, of func(string) ([]T, error)) {
	for _, s := range said {
		var more []T
		parse(r, &more, s, of)
		*to = append(*to, more...)
	}
}

// problem parses a problem's name.
func (r *reader) problem(text string) (nqueens.Problem, error) {
	if strings.Contains(text, "(") && !strings.Contains(text, ")") {
		return nqueens.Problem{}, fmt.Errorf(`problem %q has no closing bracket; in a list within [ ] it needs quotes: "queens(8, given=a1)"`, text)
	}
	p, err := r.known.Parse(text)
	if err == nil && p.N > maxSide {
		err = fmt.Errorf("problem %q: a board has at most %d squares a side", text, maxSide)
	}
	return p, err
}

// room counts problems, and reports an error before too many are made.
func (r *reader) room(at strictyaml.Place, problems int) {
	if r.problems += problems; r.problems > maxProblems {
		r.fail(at, "%w", errTooMany)
	}
}

// instances reads the instances of a file or folder.
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

// path returns the path of a file or folder. It may begin with an environment variable:
// $NAME/instances.tar.gz.
func (r *reader) path(path string) (string, error) {
	if variable, ok := strings.CutPrefix(path, "$"); ok {
		name, rest, _ := strings.Cut(variable, "/")
		folder := os.Getenv(name)
		if folder == "" {
			where := "the path of the instances"
			if rest != "" {
				where = "the folder of " + rest
			}
			return path, fmt.Errorf("the environment variable %s is not set: set it to %s", name, where)
		}
		return filepath.Abs(filepath.Join(folder, rest))
	}
	return r.beside(path), nil
}

// beside returns a path relative to the plan's folder.
func (r *reader) beside(path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(r.folder, path)
}

// fileInstance reads a file with one problem.
func fileInstance(how encode.Reading, family *nqueens.Family, path string, _ int) ([]Instance, error) {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is not a regular file", path)
	}
	if err != nil {
		return nil, fmt.Errorf("problem file: %w", err)
	}
	p, err := instance.ReadProblemFile(how, family, path)
	if errors.Is(err, instance.ErrMany) {
		err = fmt.Errorf("%s can have several instances; write {folder: %s}", path, filepath.Base(path))
	}
	return []Instance{{Problem: p, path: filepath.ToSlash(path)}}, err
}

// folderInstances reads the instances in a folder or archive, up to most, with their names there.
func folderInstances(how encode.Reading, family *nqueens.Family, path string, most int) ([]Instance, error) {
	switch many, err := instance.Many(how, family, path); {
	case err != nil:
		return nil, fmt.Errorf("problem folder: %w", err)
	case !many:
		return nil, fmt.Errorf("%s is not a folder or archive; write {file: …} for a single problem", path)
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

// ReadInstances reads every instance of the family in files, folders and archives, for a Section made in Go.
// A file that is named twice is read once.
func ReadInstances(how encode.Reading, family *nqueens.Family, paths ...string) ([]Instance, error) {
	var list []Instance
	seen := map[string]bool{}
	for _, path := range paths {
		path = filepath.Clean(path)
		read := fileInstance
		many, err := instance.Many(how, family, path)
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

// commonFolder returns the path, with its final slash, that all files of a folder or archive share. Archives
// often have a single folder.
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

// nameApart gives instances the shortest distinct names: the path within the named folder, preceded by the
// folder's own name if needed, or the whole path. The same path has the same name.
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

// withNamed returns the instance's name preceded by that of its folder or archive.
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
