package nqueens_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestNothingIsCompiledAtTheStart checks that no package variable is a compiled regular expression or
// template, because every command and every measured child process would wait for it. It also checks that the
// expressions compiled later by lazyregexp are valid.
func TestNothingIsCompiledAtTheStart(t *testing.T) {
	compilers := map[string]bool{"regexp.MustCompile": true, "regexp.MustCompilePOSIX": true, "template.Must": true}
	files := token.NewFileSet()
	expressions := 0
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, d := range file.Decls {
			if g, ok := d.(*ast.GenDecl); !ok || g.Tok != token.VAR {
				continue
			}
			ast.Inspect(d, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok {
					_, later := n.(*ast.FuncLit)
					return !later
				}
				switch name := called(call); {
				case compilers[name]:
					t.Errorf("%v: %s runs at the start of every command; use internal/lazyregexp, or sync.OnceValue", files.Position(call.Pos()), name)
				case name == "lazyregexp.New":
					expressions++
					text, err := strconv.Unquote(call.Args[0].(*ast.BasicLit).Value)
					if err == nil {
						_, err = regexp.Compile(text)
					}
					if err != nil {
						t.Errorf("%v: %v", files.Position(call.Pos()), err)
					}
				}
				return true
			})
		}
		return nil
	})
	if err != nil || expressions == 0 {
		t.Errorf("%d expressions, %v", expressions, err)
	}
}

// called returns the name of the called function of another package, such as regexp.MustCompile.
func called(call *ast.CallExpr) string {
	if f, ok := call.Fun.(*ast.SelectorExpr); ok {
		if from, ok := f.X.(*ast.Ident); ok {
			return from.Name + "." + f.Sel.Name
		}
	}
	return ""
}
