package reproduce

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"nqueens"
	"nqueens/instance"
)

// archive is the published files, as far as they are there.
type archive struct {
	dir string
	// runs are the authors' own on excluded diagonals, by board, diagonals and id.
	runs map[[3]int]publishedRun
	// competition has the instances of the ASP competitions by board, in the order
	// of their ids.
	competition map[int][]competitor
}

// publishedRun is one run of the authors' bit solver.
type publishedRun struct {
	solvable bool
	nodes    int64
}

// competitor is one instance of the ASP competitions, with what Lingeling made
// of it where that was published.
type competitor struct {
	id        string
	problem   nqueens.Problem
	verdict   string // SATISFIABLE or UNSATISFIABLE; "" if not published
	conflicts int64
}

// The published files.
const (
	runsFile        = "diag-truth-10-16.tsv.gz"
	competitionFile = "asp-competition-instances.tar.gz"
	lingelingFile   = "blocked-28-truth.tsv"
	blocksFile      = "block-10.tar.gz"
)

// diagonalsFile is the archive of excluded diagonals on a board.
func diagonalsFile(n int) string { return fmt.Sprintf("diag-%d.tar.gz", n) }

// openArchive reads the folder of published files, or its subfolder diag. It
// refuses one in which none of them is.
func openArchive(dir string) (*archive, error) {
	a := &archive{dir: dir, runs: map[[3]int]publishedRun{}, competition: map[int][]competitor{}}
	type source struct {
		name string
		read func(string) error
	}
	// The archives are read for what is wrong with them: they are compared with
	// only after all has been run.
	files := []source{{runsFile, a.readRuns}, {competitionFile, a.readCompetition}, {blocksFile, readable}}
	for _, n := range diagonalSizes() {
		files = append(files, source{diagonalsFile(n), readable})
	}
	found := false
	for _, file := range files {
		at, ok := a.find(file.name)
		if found = found || ok; !ok {
			continue
		}
		if err := file.read(at); err != nil {
			return nil, err
		}
	}
	if !found {
		return nil, fmt.Errorf("%s: none of the published files is there (%s, %s, %s, %s)", dir, diagonalsFile(10), blocksFile, competitionFile, runsFile)
	}
	return a, nil
}

// readable refuses an archive that is cut off or holds what is no instance.
func readable(name string) error {
	return instance.Each(nqueens.Queens, name, func(string, nqueens.Problem) error { return nil })
}

// find looks for a file in the folder, in its subfolder diag and in the folder
// above.
func (a *archive) find(name string) (string, bool) {
	for _, dir := range []string{a.dir, filepath.Join(a.dir, "diag"), filepath.Join(a.dir, "..")} {
		at := filepath.Join(dir, name)
		if _, err := os.Stat(at); !errors.Is(err, fs.ErrNotExist) {
			return at, true
		}
	}
	return "", false
}

func (a *archive) readRuns(name string) error {
	return eachRow(name, "n diagonals id solvable nodes", func(field []string) error {
		var v [5]int64
		for i := range v {
			n, err := strconv.ParseInt(field[i], 10, 64)
			if err != nil {
				return err
			}
			v[i] = n
		}
		a.runs[[3]int{int(v[0]), int(v[1]), int(v[2])}] = publishedRun{v[3] == 1, v[4]}
		return nil
	})
}

// share is the part of the authors' runs that are solvable; ok is false if some
// of a point's runs are missing.
func (a *archive) share(n, diagonals int) (part float64, ok bool) {
	solvable := 0
	for id := 1; id <= problemsPerPoint; id++ {
		run, known := a.runs[[3]int{n, diagonals, id}]
		if !known {
			return 0, false
		}
		if run.solvable {
			solvable++
		}
	}
	return float64(solvable) / problemsPerPoint, true
}

func (a *archive) readCompetition(name string) error {
	err := instance.Each(nqueens.Queens, name, func(name string, p nqueens.Problem) error {
		id := strings.TrimSuffix(path.Base(name), ".param")
		a.competition[p.N] = append(a.competition[p.N], competitor{id: id[strings.LastIndexByte(id, '.')+1:], problem: p})
		return nil
	})
	if err != nil {
		return err
	}
	for _, list := range a.competition {
		slices.SortFunc(list, func(x, y competitor) int { return cmp.Compare(x.id, y.id) })
	}
	truth, ok := a.find(lingelingFile)
	if !ok {
		return nil
	}
	return eachRow(truth, "n id verdict conflicts seconds", func(field []string) error {
		n, err := strconv.Atoi(field[0])
		if err != nil {
			return err
		}
		conflicts, err := strconv.ParseInt(field[3], 10, 64)
		if err != nil {
			return err
		}
		for i, c := range a.competition[n] {
			if c.id == field[1] {
				a.competition[n][i].verdict, a.competition[n][i].conflicts = field[2], conflicts
			}
		}
		return nil
	})
}

// eachRow reads a table with tabs between its fields, gzipped or not, whose
// first line names the columns.
func eachRow(name, columns string, row func(field []string) error) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	var in io.Reader = f
	if strings.HasSuffix(name, ".gz") {
		if in, err = gzip.NewReader(f); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	lines := bufio.NewScanner(in)
	for number := 1; lines.Scan() && lines.Err() == nil; number++ { // an error's last line is cut off
		field := strings.Split(lines.Text(), "\t")
		switch {
		case number == 1 && strings.Join(field, " ") != columns:
			return fmt.Errorf("%s:1: the columns are %s; they should be %s", name, strings.Join(field, " "), columns)
		case number == 1:
			continue
		case len(field) != strings.Count(columns, " ")+1:
			return fmt.Errorf("%s:%d: %d fields where there should be those of the first line", name, number, len(field))
		}
		if err := row(field); err != nil {
			return fmt.Errorf("%s:%d: %w", name, number, err)
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// sameFiles compares the instances of a published archive with those made from
// their seeds, and counts both.
func (a *archive) sameFiles(name string, made func(member string) (nqueens.Problem, error)) (equal, all int, err error) {
	at, ok := a.find(name)
	if !ok {
		return 0, 0, nil
	}
	err = instance.Each(nqueens.Queens, at, func(member string, p nqueens.Problem) error {
		mine, err := made(path.Base(member))
		if err != nil {
			return err
		}
		all++
		if mine.String() == p.String() {
			equal++
		}
		return nil
	})
	return equal, all, err
}
