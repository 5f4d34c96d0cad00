// Mutation makes small wrong changes in packages, one at a time, and says which of
// them the packages' tests catch. No file changes: the wrong one is laid over the
// right one (go test -overlay). A mutant may kill processes and remove files that are
// not its own; run it where that does no harm:
//
//	unshare --mount --pid --fork --mount-proc --kill-child go run ./internal/mutation -seed 1 -mutants 20 ./proof
package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"nqueens/bench/stats"
)

// mutant is a piece of a file that becomes another.
type mutant struct {
	file       string
	line       int
	start, end int // bytes
	now        string
}

func main() {
	seed := flag.Uint64("seed", 1, "which mutants are drawn")
	mutants := flag.Int("mutants", 20, "how many that compile, in each package")
	timeout := flag.Duration("timeout", 4*time.Minute, "the longest that tests may take; with a mutant, half a minute and five times what they take without: one that hangs is caught")
	files := flag.String("files", "*.go", "only those of these names")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "go run ./internal/mutation [flags] FOLDER[,FOLDER[:RUN] ...] ...\nchanges the first folder's package; its tests and those of the others (whose names match RUN, as go test -run takes it) are to catch it")
		flag.PrintDefaults()
	}
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var caught, tried int
	failed := false
	for _, folders := range flag.Args() {
		c, t, err := try(ctx, strings.FieldsFunc(folders, func(r rune) bool { return r == ',' }), *files, *seed, *mutants, *timeout)
		caught, tried = caught+c, tried+t
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			failed = true
		}
		if ctx.Err() != nil {
			break
		}
		fmt.Printf("%s: %s\n", folders, score(c, t))
	}
	fmt.Printf("seed %d: %s\n", *seed, score(caught, tried))
	if failed {
		os.Exit(1)
	}
}

// score writes the part that was caught with its 95 % interval.
func score(caught, tried int) string {
	if tried == 0 {
		return "no mutants"
	}
	low, high := stats.Wilson(caught, tried)
	return fmt.Sprintf("%d of %d caught, %.0f %% [%.0f, %.0f]", caught, tried, 100*float64(caught)/float64(tried), 100*low, 100*high)
}

// try draws mutants of the first package until so many compiled.
func try(ctx context.Context, folders []string, files string, seed uint64, wanted int, timeout time.Duration) (caught, tried int, err error) {
	all, err := mutantsOf(folders[0], files)
	if err != nil {
		return 0, 0, err
	}
	name := fnv.New64a()
	name.Write([]byte(filepath.ToSlash(filepath.Clean(folders[0])))) //nolint:errcheck // a hash takes all
	rand.New(rand.NewPCG(seed, name.Sum64())).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	if len(all) == 0 {
		return 0, 0, nil
	}
	same, began := mutant{file: all[0].file}, time.Now() // nothing becomes nothing
	if verdict, said, err := same.test(ctx, folders, timeout); err != nil || verdict != survived {
		return 0, 0, cmp.Or(err, fmt.Errorf("%s: tests fail as it is:\n%s", folders, said))
	}
	timeout = min(timeout, 30*time.Second+5*time.Since(began))
	for _, m := range all {
		if tried == wanted {
			break
		}
		began := time.Now()
		verdict, _, err := m.test(ctx, folders, timeout)
		if err != nil {
			return caught, tried, err
		}
		if verdict == "" {
			continue
		}
		tried++
		if verdict != survived {
			caught++
		}
		fmt.Printf("%-8s %s:%d: %s (%.0f s)\n", verdict, m.file, m.line, m.change(), time.Since(began).Seconds())
	}
	return caught, tried, nil
}

// test says what became of the mutant in the tests of the packages, "" if it did not compile,
// and what those said that caught it.
func (m mutant) test(ctx context.Context, folders []string, timeout time.Duration) (verdict string, said []byte, err error) {
	dir, err := os.MkdirTemp("", "mutation-")
	if err != nil {
		return "", nil, err
	}
	defer os.RemoveAll(dir) //nolint:errcheck // it is one of the system's temporary folders
	text, err := os.ReadFile(m.file)
	if err != nil {
		return "", nil, err
	}
	wrong, overlay := filepath.Join(dir, "wrong.go"), filepath.Join(dir, "overlay.json")
	right, err := filepath.Abs(m.file)
	if err != nil {
		return "", nil, err
	}
	replaced, err := json.Marshal(map[string]map[string]string{"Replace": {right: wrong}})
	if err != nil {
		return "", nil, err
	}
	if err := cmp.Or(
		os.WriteFile(wrong, slices.Concat(text[:m.start], []byte(m.now), text[m.end:]), 0o600),
		os.WriteFile(overlay, replaced, 0o600),
		os.Mkdir(filepath.Join(dir, "tmp"), 0o700)); err != nil {
		return "", nil, err
	}
	for _, folder := range folders {
		folder, tests, _ := strings.Cut(folder, ":")
		if verdict, said, err = run(ctx, folder, m.near(folder), tests, overlay, dir, timeout); verdict != survived || err != nil {
			break
		}
	}
	return verdict, said, err
}

const survived = "SURVIVED"

// near is the tests beside the file, for -test.run, "" if there are none: in file_test.go of its own package.
func (m mutant) near(folder string) string {
	if filepath.Dir(m.file) != filepath.Clean(folder) {
		return ""
	}
	parsed, err := parser.ParseFile(token.NewFileSet(), strings.TrimSuffix(m.file, ".go")+"_test.go", nil, 0)
	if err != nil {
		return ""
	}
	var names []string
	for _, d := range parsed.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && strings.HasPrefix(f.Name.Name, "Test") {
			names = append(names, f.Name.Name)
		}
	}
	return "^(" + strings.Join(names, "|") + ")$"
}

// run runs those tests of a package, "" is all, with the overlay; those near the file first, as they are
// likely to catch it.
func run(ctx context.Context, folder, near, tests, overlay, dir string, timeout time.Duration) (verdict string, said []byte, err error) {
	program := filepath.Join(dir, "package.test")
	if exec.CommandContext(ctx, "go", "test", "-c", "-vet=off", "-p", "1", "-overlay", overlay, "-o", program, "./"+filepath.ToSlash(folder)).Run() != nil {
		return "", nil, ctx.Err()
	}
	if near != "" && tests == "" {
		if verdict, said, err = execute(ctx, program, folder, near, dir, timeout); verdict != survived || err != nil {
			return verdict, said, err
		}
	}
	return execute(ctx, program, folder, tests, dir, timeout)
}

func execute(ctx context.Context, program, folder, tests, dir string, timeout time.Duration) (verdict string, said []byte, err error) {
	// The tests' own limit shows where they hang; ours holds if that one is what is wrong.
	limited, cancel := context.WithTimeout(ctx, timeout+time.Minute)
	defer cancel()
	test := exec.CommandContext(limited, program, "-test.short", "-test.failfast", "-test.run", tests, "-test.timeout", timeout.String())
	test.Dir, test.WaitDelay = folder, time.Second
	test.Env = append(os.Environ(), "TMPDIR="+filepath.Join(dir, "tmp"))
	alone(test)
	began := time.Now()
	said, err = test.CombinedOutput()
	end(test)
	switch failed := (*exec.ExitError)(nil); {
	case ctx.Err() != nil:
		return "", nil, ctx.Err()
	case err == nil:
		return survived, nil, nil
	case time.Since(began) >= timeout:
		return "hung", said, nil
	case errors.As(err, &failed), errors.Is(err, exec.ErrWaitDelay):
		return "caught", said, nil
	}
	return "", nil, err
}

// change is the line before and after.
func (m mutant) change() string {
	text, err := os.ReadFile(m.file)
	if err != nil {
		return err.Error()
	}
	was := strings.Join(strings.Fields(string(text[m.start:m.end])), " ")
	if len(was) > 100 {
		was = was[:100] + "…"
	}
	return fmt.Sprintf("%s → %s", was, cmp.Or(m.now, "dropped"))
}

// mutantsOf lists what can be changed in the files of a package that are built here.
func mutantsOf(folder, files string) ([]mutant, error) {
	p, err := build.ImportDir(folder, 0)
	if err != nil {
		return nil, err
	}
	var all []mutant
	for _, name := range p.GoFiles {
		if matches, err := filepath.Match(files, name); err != nil {
			return nil, err
		} else if !matches {
			continue
		}
		path := filepath.Join(folder, name)
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		set := token.NewFileSet()
		parsed, err := parser.ParseFile(set, path, text, 0)
		if err != nil {
			return nil, err
		}
		add := func(start, end token.Pos, now string) {
			all = append(all, mutant{path, set.Position(start).Line, set.Position(start).Offset, set.Position(end).Offset, now})
		}
		source := func(n ast.Node) string {
			return string(text[set.Position(n.Pos()).Offset:set.Position(n.End()).Offset])
		}
		ast.Inspect(parsed, func(n ast.Node) bool { return change(n, source, add) })
	}
	return all, nil
}

// swapped is what an operator is mistaken for.
var swapped = map[token.Token]token.Token{
	token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR,
	token.EQL: token.NEQ, token.NEQ: token.EQL, token.LAND: token.LOR, token.LOR: token.LAND,
	token.ADD: token.SUB, token.SUB: token.ADD, token.MUL: token.QUO, token.QUO: token.MUL, token.REM: token.QUO,
	token.AND: token.OR, token.OR: token.AND, token.SHL: token.SHR, token.SHR: token.SHL,
	token.ADD_ASSIGN: token.SUB_ASSIGN, token.SUB_ASSIGN: token.ADD_ASSIGN, token.INC: token.DEC, token.DEC: token.INC,
	token.BREAK: token.CONTINUE, token.CONTINUE: token.BREAK,
}

// change adds the changes of a node itself. It returns whether to look at what is in it.
func change(n ast.Node, source func(ast.Node) string, add func(start, end token.Pos, now string)) bool {
	operator := func(at token.Pos, op token.Token) {
		if other, known := swapped[op]; known {
			add(at, at+token.Pos(len(op.String())), other.String())
		}
	}
	statements := func(list []ast.Stmt) {
		for _, s := range list {
			if dropped(s, source) {
				add(s.Pos(), s.End(), "")
			}
		}
	}
	switch n := n.(type) {
	case *ast.ImportSpec:
		return false
	case *ast.BinaryExpr:
		operator(n.OpPos, n.Op)
	case *ast.AssignStmt:
		operator(n.TokPos, n.Tok)
	case *ast.IncDecStmt:
		operator(n.TokPos, n.Tok)
	case *ast.BranchStmt:
		operator(n.TokPos, n.Tok)
	case *ast.IfStmt:
		add(n.Cond.Pos(), n.Cond.End(), "!("+source(n.Cond)+")")
	case *ast.BasicLit:
		switch n.Kind {
		case token.INT:
			add(n.Pos(), n.End(), "("+n.Value+" + 1)")
		case token.FLOAT:
			add(n.Pos(), n.End(), "("+n.Value+" * 0.95)")
		}
	case *ast.Ident:
		switch n.Name {
		case "true":
			add(n.Pos(), n.End(), "false")
		case "false":
			add(n.Pos(), n.End(), "true")
		}
	case *ast.ReturnStmt:
		if last := len(n.Results) - 1; last >= 0 {
			if s := source(n.Results[last]); s == "err" || strings.HasPrefix(s, "fmt.Errorf(") || strings.HasPrefix(s, "errors.") {
				add(n.Results[last].Pos(), n.Results[last].End(), "nil")
			}
		}
	case *ast.BlockStmt:
		statements(n.List)
	case *ast.CaseClause:
		statements(n.Body)
	}
	return true
}

// dropped reports whether a statement can be forgotten: a call (a Sync, a Lock), an
// assignment (a reset), a return before the end. A panic says what cannot be.
func dropped(s ast.Stmt, source func(ast.Node) string) bool {
	switch s := s.(type) {
	case *ast.ExprStmt:
		return !strings.HasPrefix(source(s), "panic(")
	case *ast.AssignStmt:
		return s.Tok != token.DEFINE
	case *ast.DeferStmt, *ast.IncDecStmt:
		return true
	case *ast.IfStmt:
		return s.Else == nil
	}
	return false
}
