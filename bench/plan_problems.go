package bench

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"nqueens"
	"nqueens/encode/instance"
)

// problemSet reads one entry of a run's problems: a name such as queens(8), or
// keys that stand for one problem of each size, or for those in files.
func (r *planReader) problemSet(node ast.Node, s *Section) error {
	if _, keys := node.(ast.MapNode); keys {
		return r.problemKeys(node, s)
	}
	text, err := r.text(node)
	if err != nil {
		return err
	}
	if name, _, ok := strings.Cut(text, "("); ok {
		if _, err := r.family(node, strings.TrimSpace(name)); err != nil {
			return err
		}
		if !strings.Contains(text, ")") {
			return r.fail(node, `problem %q has no closing bracket; in a list within [ ] it needs quotes: "queens(8, given=a1)"`, text)
		}
	}
	p, err := nqueens.ParseProblem(text)
	if err != nil {
		return r.fail(node, "%w", err)
	}
	if p.N > nqueens.MaxModelSize {
		return r.fail(node, "problem %q: a board has at most %d squares a side", text, nqueens.MaxModelSize)
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
			return r.list(n, func(n ast.Node) error {
				more, err := parsed(r.document, n, nqueens.ParseSquares)
				*to = append(*to, more...)
				return err
			})
		}
	}
	err := r.mapping(node,
		field{"family", func(n ast.Node) error {
			name, err := r.text(n)
			if err == nil {
				p.Family, err = r.family(n, name)
			}
			return err
		}},
		field{"n", func(n ast.Node) error {
			return r.list(n, func(n ast.Node) error {
				size, err := parsed(r.document, n, parseSizes)
				if err != nil {
					return err
				}
				sizes = append(sizes, size)
				return r.room(n, size.high-size.low+1)
			})
		}},
		field{"given", squares(&p.Given)},
		field{"blocked", squares(&p.Blocked)},
		field{"excluded", func(n ast.Node) error {
			laid = n
			return r.list(n, func(n ast.Node) error {
				more, err := parsed(r.document, n, nqueens.ParseDiagonals)
				p.Excluded = append(p.Excluded, more...)
				return err
			})
		}},
		field{"symmetric", func(n ast.Node) (err error) {
			laid = n
			p.Symmetric, err = parsed(r.document, n, nqueens.ParseSymmetry)
			return err
		}},
		field{"file", func(n ast.Node) error { file = n; return nil }},
		field{"folder", func(n ast.Node) error { folder = n; return nil }},
	)
	switch {
	case err != nil:
		return err
	case file != nil && (sizes != nil || laid != nil):
		return r.fail(file, "a file says the size and what is laid down; only the family may stand beside it")
	case folder != nil && (file != nil || sizes != nil || laid != nil):
		return r.fail(folder, "the files of a folder say the size and what is laid down; only the family may stand beside it")
	case file != nil:
		return r.file(file, p.Family, s)
	case folder != nil:
		return r.files(folder, p.Family, s)
	case sizes == nil:
		return r.fail(node, `the problem has no size "n"`)
	}
	for _, size := range sizes {
		for p.N = size.low; p.N <= size.high; p.N++ {
			if err := p.Validate(); err != nil {
				return r.fail(laid, "%s(%d): %w", p.Family.Name, p.N, err)
			}
			s.Problems = append(s.Problems, p)
		}
	}
	return nil
}

// room counts problems and refuses too many before they are made.
func (r *planReader) room(node ast.Node, problems int) error {
	if r.problems += problems; r.problems > maxProblems {
		return r.fail(node, "the plan has more than %d problems", maxProblems)
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
	return nil, r.fail(node, "unknown family %q %s", name, nqueens.Suggest(name, known))
}

// path is where the file or folder is that the node names. It may begin with
// an environment variable: $NAME/instances.tar.gz.
func (r *planReader) path(node ast.Node) (string, error) {
	path, err := r.words(node)
	if err != nil {
		return path, err
	}
	if variable, ok := strings.CutPrefix(path, "$"); ok {
		name, rest, _ := strings.Cut(variable, "/")
		folder := os.Getenv(name)
		if folder == "" {
			return path, r.fail(node, "the environment variable %s is not set: it says where to find %s", name, cmp.Or(rest, "the files"))
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
		return r.fail(node, "problem file: %w", err)
	}
	if many, err := instance.Many(path); err == nil && many {
		return r.fail(node, "%s holds any number of instances; write {folder: %s}", path, filepath.Base(path))
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
		return r.fail(node, "problem folder: %w", err)
	case !many:
		return r.fail(node, "%s is no folder or archive; write {file: …} for a single problem", path)
	}
	return r.instances(node, path, family, s)
}

func (r *planReader) instances(node ast.Node, path string, family *nqueens.Family, s *Section) error {
	found, err := instancesIn(family, path, maxProblems-r.problems)
	if err != nil {
		return r.fail(node, "%w", err)
	}
	s.Instances = append(s.Instances, found...)
	return r.room(node, len(found))
}
