package bench

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"nqueens"
	"nqueens/instance"
	"nqueens/internal/strictyaml"
)

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
