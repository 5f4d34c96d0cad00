package phase

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"nqueens"
	"nqueens/encode"
	"nqueens/family"
	"nqueens/instance"
	"nqueens/internal/unpack"
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
	return instance.Each(encode.Reading{}, family.Queens, name, func(string, nqueens.Problem) error { return nil })
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
	for id := 1; id <= perPoint; id++ {
		run, known := a.runs[[3]int{n, diagonals, id}]
		if !known {
			return 0, false
		}
		if run.solvable {
			solvable++
		}
	}
	return float64(solvable) / perPoint, true
}

func (a *archive) readCompetition(name string) error {
	err := instance.Each(encode.Reading{}, family.Queens, name, func(name string, p nqueens.Problem) error {
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
	in, _, err := unpack.IfPacked(bufio.NewReader(f))
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
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
	err = instance.Each(encode.Reading{}, family.Queens, at, func(member string, p nqueens.Problem) error {
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

// publishedPeak is a row of the published tables: where half of the instances
// are solvable, and the nodes of the authors' bit solver at the hardest size.
type publishedPeak struct {
	n, half       float64 // of completion n is delta
	mean          float64 // the largest mean over the sizes
	meanAt        int
	median        float64 // the largest median over the sizes
	medianAt      int     // 0 where it was not published
	most, seconds float64 // the largest number; the mean at the peak, 0 where not published
}

// publishedDiagonals is the table of Excluded Diagonals: 1000 instances a point.
var publishedDiagonals = []publishedPeak{
	{n: 10, half: 6.01, mean: 1076, meanAt: 6, median: 863, most: 8581},
	{n: 11, half: 7.18, mean: 2654, meanAt: 7, median: 1946, most: 49_920},
	{n: 12, half: 8.32, mean: 6697, meanAt: 8, median: 4402, most: 98_210},
	{n: 13, half: 9.50, mean: 16_530, meanAt: 9, median: 10_720, most: 199_600},
	{n: 14, half: 10.71, mean: 44_410, meanAt: 10, median: 26_290, most: 1.0e6, seconds: 0.005},
	{n: 15, half: 11.96, mean: 110_600, meanAt: 11, median: 61_620, most: 2.0e6, seconds: 0.008},
	{n: 16, half: 13.21, mean: 304_900, meanAt: 13, median: 154_500, most: 6.6e6, seconds: 0.017},
}

// publishedCompletion is the table of random Completion, by the number of queens
// to be placed; half is the n at which half are solvable.
var publishedCompletion = []publishedPeak{
	{n: 5, half: 7.8, mean: 24, median: 23, most: 62},
	{n: 10, half: 20.3, mean: 509, meanAt: 18, median: 361, medianAt: 20, most: 6235},
	{n: 15, half: 42.5, mean: 13_400, meanAt: 39, median: 6340, medianAt: 41, most: 336_000},
	{n: 20, half: 75.1, mean: 378_000, meanAt: 70, median: 96_500, medianAt: 74, most: 2.73e7},
}

// publishedShares are the published fractions of solvable instances with
// excluded diagonals, from d = from on.
var publishedShares = map[int]struct {
	from   int
	shares []float64
}{
	10: {1, []float64{1, 1, .988, .901, .729, .502, .309, .168, .072, .031, .014, .007}},
	12: {5, []float64{.977, .900, .752, .562, .367, .210, .097, .044}},
	15: {8, []float64{.975, .916, .828, .668, .493, .336, .201, .097, .045}},
}

// publishedMost is the largest number of diagonals for which runs were
// published, by the board.
var publishedMost = map[int]int{10: 12, 11: 15, 12: 17, 13: 20, 14: 23, 15: 25, 16: 27}

// largestBoard is one on which contenders are compared in time and nothing else.
const largestBoard = 18

// mostDiagonals is how many diagonals the lists of a board go to: where the
// shortest of the thousand ends.
func mostDiagonals(n int) int {
	if n == largestBoard {
		return 33
	}
	return publishedMost[n]
}

// halfLaw is the published fit: half of the completion instances with delta
// queens to be placed are solvable near n = halfLaw · delta².
const halfLaw = 0.19
