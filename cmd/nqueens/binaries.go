package main

import (
	"archive/tar"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/compare"
	"nqueens/internal/lazyregexp"
	"nqueens/internal/leftover"
	"nqueens/internal/printable"
)

// binaryFlags name other builds of this program to measure beside it, and the build or run to
// compare with at the end.
type binaryFlags struct {
	binaries []string     // NAME=FILE
	against  string       // an older program, or the folder of a run
	old      compare.Side // the run in that folder
}

func (b *binaryFlags) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringArrayVar(&b.binaries, "binary", nil, "measure another build of this program beside it: `NAME=FILE`, as old=./nqueens-old; may be repeated")
	f.StringVar(&b.against, "against", "", "compare with `OLD` at the end: a program, measured beside this one as --binary old=OLD, or the folder of a run")
}

// binaryName matches the valid names of binaries. They contain no colon, and neither do the names
// of backends.
var binaryName = lazyregexp.New(`^[a-z0-9][a-z0-9_.-]{0,19}$`)

// join adds the backends of the binaries to the program and their jobs to the experiment.
func (b *binaryFlags) join(ctx context.Context, p *program, e bench.Experiment) (bench.Experiment, error) {
	list := b.binaries
	switch {
	case b.against == "":
	case isFolder(b.against):
		if err := b.readOld(p); err != nil {
			return e, err
		}
	default:
		list = append(list, "old="+b.against)
	}
	if len(list) == 0 {
		return e, nil
	}
	var names []string
	all := p.backends
	for _, text := range list {
		name, path, ok := strings.Cut(text, "=")
		switch {
		case !ok || path == "":
			return e, fmt.Errorf("--binary %q: write NAME=FILE, for example old=./nqueens-old", text)
		case !binaryName.Get().MatchString(name) || name == bench.OwnBinary:
			return e, fmt.Errorf("--binary %q: write a name of up to 20 small letters, digits, - _ and dots; %s is this program", name, bench.OwnBinary)
		case slices.Contains(names, name):
			return e, fmt.Errorf("--binary: %q is named twice", name)
		}
		build, path, err := theBuild(ctx, path)
		switch {
		case err != nil && len(names) == len(b.binaries): // the last one is that of --against
			return e, fmt.Errorf("--against %s: %w", b.against, err)
		case err != nil:
			return e, fmt.Errorf("--binary %s: %w", name, err)
		}
		names = append(names, name)
		for _, x := range p.backends {
			all = append(all[:len(all):len(all)], backends.NewOtherBuild(name, path, build, x))
		}
	}
	e = e.InBinaries(names, p.backends)
	p.backends = all
	return e, nil
}

// readOld reads the run to compare with. It returns an error if that run is of another machine,
// before anything is measured.
func (b *binaryFlags) readOld(p *program) (err error) {
	if b.old, err = (sides{p, false}).side(b.against); err != nil {
		return fmt.Errorf("--against: %w", err)
	}
	here := compare.Side{Environments: []bench.Environment{bench.CurrentEnvironment()}}
	if _, err = compare.New(b.old, here, compare.Gate{}, compare.Own); err != nil {
		return fmt.Errorf("--against %s: %w", b.against, err)
	}
	return nil
}

func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// theBuild returns the build digest of a file and its absolute path. It returns an error if the
// file is not a build of this program.
func theBuild(ctx context.Context, file string) (build, path string, err error) {
	if path, err = filepath.Abs(file); err == nil {
		build, err = bench.BuildOf(path)
	}
	if err != nil {
		return "", "", err
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	said, err := exec.CommandContext(ctx, path, "--version").Output()
	if err != nil || !bytes.HasPrefix(said, []byte("nqueens ")) {
		return "", "", fmt.Errorf("%s is not a build of this program: --version prints \"%s\"", file, printable.Short(string(said)))
	}
	return build, path, nil
}

// compared prints the differences from the old build or run, if --against names one.
func (b *binaryFlags) compared(p *program, dir string) error {
	read := sides{p, false}
	var old, now compare.Side
	var err error
	switch {
	case b.against == "":
		return nil
	case isFolder(b.against):
		old = b.old
		now, err = read.side(dir)
	default:
		old, now, err = read.between(dir, []string{"old", bench.OwnBinary})
	}
	if err != nil {
		return err
	}
	c, err := compare.New(old, now, compare.Gate{}, compare.Own)
	if err != nil {
		return err
	}
	fmt.Fprintf(p.out, "\nagainst %s:\n", b.against)
	return p.showComparison(c, compare.Style{}, false)
}

// commits returns the run of a folder at one commit, and the run at another commit or now.
func (s sides) commits(ctx context.Context, dir string, names []string) (old, now compare.Side, err error) {
	if len(names) > 2 {
		return old, now, fmt.Errorf("--commit %s: name one commit, or two, OLD,NEW", strings.Join(names, ","))
	}
	if old, err = s.at(ctx, dir, names[0]); err != nil {
		return old, now, err
	}
	if len(names) == 2 {
		now, err = s.at(ctx, dir, names[1])
	} else {
		now, err = s.side(dir)
	}
	return old, now, err
}

// at returns the run of a folder at a commit.
func (s sides) at(ctx context.Context, dir, commit string) (side compare.Side, err error) {
	if commit == "" || strings.HasPrefix(commit, "-") {
		return side, fmt.Errorf("--commit %q: name a commit", commit)
	}
	git := exec.CommandContext(ctx, "git", "-C", dir, "archive", "--format=tar", commit)
	var out, complaint bytes.Buffer
	git.Stdout, git.Stderr = &out, &complaint
	if err := git.Run(); err != nil {
		return side, fmt.Errorf("--commit %s: git: %s", commit, cmp.Or(printable.Short(complaint.String()), err.Error()))
	}
	folder, err := leftover.MkdirTemp()
	if err != nil {
		return side, err
	}
	defer os.RemoveAll(folder) //nolint:errcheck // a temporary folder
	files := tar.NewReader(&out)
	for {
		header, err := files.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return side, fmt.Errorf("--commit %s: %w", commit, err)
		}
		if header.Typeflag != tar.TypeReg || filepath.Base(header.Name) != header.Name {
			continue // the files of a run are in one folder
		}
		content, err := io.ReadAll(files)
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, header.Name), content, 0o666)
		}
		if err != nil {
			return side, fmt.Errorf("--commit %s: %w", commit, err)
		}
	}
	side, err = s.side(folder)
	side.Name = commit
	if err != nil {
		err = errors.New(strings.ReplaceAll(err.Error(), folder, commit+":"+dir))
	}
	return side, err
}
