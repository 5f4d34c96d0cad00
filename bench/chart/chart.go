package chart

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"

	"nqueens"
	"nqueens/bench"
	"nqueens/bench/internal/lettering"
	"nqueens/bench/summary"
)

// Options chooses among the charts that a run supports. The zero value is a
// sensible choice.
type Options struct {
	// EveryEncoding draws one line for each backend and encoding. Otherwise, in
	// a run with many of them, a backend is drawn with its best encoding.
	EveryEncoding bool
	// Pairs names the contenders ("bitmask", "gini/product") to be drawn
	// against each other. Without any, the two that answered most are, and the
	// third and the fourth.
	Pairs [][2]string
	// EmbedFonts puts the fonts into each SVG, about half a megabyte. Without,
	// an SVG asks for Liberation Sans or a font with the same widths (Arimo,
	// Arial, Helvetica).
	EmbedFonts bool
	// Baseline names the contender that ratios are to; without one there is no
	// chart of them. Published ratios are drawn beside, as a layer of their own.
	Baseline  string
	Published []bench.Published
	// Notes stand at the foot of every chart.
	Notes []string
}

// kind is a chart of a run: its function makes the figures of the cells that it is
// over, none where they do not support it.
type kind struct {
	name string
	draw func([]summary.Cell, Options) []Figure
	over func([]summary.Cell) []summary.Cell
}

// kinds are all, in the order in which they are drawn. A new one is a file with its
// function, and a line here.
func kinds() []kind {
	return []kind{
		{"Time", Time, boards},
		{"Ratio", Ratio, boards},
		{"Cactus", Cactus, everything},
		{"Ranks", Ranks, everything},
		{"EffortCactus", EffortCactus, instances},
		{"Scatter", Scatter, everything},
		{"Encodings", Encodings, boards},
		{"Memory", Memory, boards},
		{"Effort", Effort, boards},
	}
}

func everything(cells []summary.Cell) []summary.Cell { return cells }

// boards leaves out what has no size to be drawn against: formulas and
// instances, of which two of the same size are different problems.
func boards(cells []summary.Cell) []summary.Cell {
	return filter(cells, func(c summary.Cell) bool { return c.Family != nqueens.Formulas.Name && c.Instance == "" })
}

// instances are the cells whose problems came from files.
func instances(cells []summary.Cell) []summary.Cell {
	return filter(cells, func(c summary.Cell) bool { return c.Instance != "" })
}

func filter(cells []summary.Cell, keep func(summary.Cell) bool) []summary.Cell {
	return slices.DeleteFunc(slices.Clone(cells), func(c summary.Cell) bool { return !keep(c) })
}

// distinct are the different values of the cells in order.
func distinct[T cmp.Ordered](cells []summary.Cell, of func(summary.Cell) T) []T {
	var list []T
	for _, c := range cells {
		list = append(list, of(c))
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func contenderOf(c summary.Cell) string { return c.Contender.String() }

// Draw makes every chart that the cells support, writes each into the folder
// as SVG and PNG and returns the names of the files, two for each
// chart. The folder is created if need be. Cells without anything to draw are an
// error, ErrNothing.
func Draw(dir string, cells []summary.Cell, opt Options) ([]string, error) {
	figures, err := Figures(cells, opt)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("drawing charts: %w", err)
	}
	var names []string
	for _, f := range figures {
		files, err := f.WriteFiles(dir, opt.EmbedFonts)
		if err != nil {
			return names, err
		}
		names = append(names, files...)
	}
	return names, nil
}

// Figures makes every chart that the cells support. Their names differ.
func Figures(cells []summary.Cell, opt Options) ([]Figure, error) {
	if err := checkPairs(cells, opt.Pairs); err != nil {
		return nil, err
	}
	var figures []Figure
	taken := map[string]bool{}
	for _, k := range kinds() {
		for _, f := range k.draw(k.over(cells), opt) {
			name := f.Name
			for i := 2; taken[f.Name]; i++ {
				f.Name = fmt.Sprintf("%s-%d", name, i)
			}
			taken[f.Name] = true
			for _, note := range opt.Notes {
				f.Notes = append(f.Notes, lettering.Printable(note))
			}
			figures = append(figures, f)
		}
	}
	if len(figures) == 0 {
		return nil, nothingToDraw(cells)
	}
	return figures, nil
}

// ErrNothing is the error for cells without anything to draw.
var ErrNothing = errors.New("nothing to draw")

func nothingToDraw(cells []summary.Cell) error {
	if len(cells) == 0 {
		return fmt.Errorf("%w: the run has no results yet", ErrNothing)
	}
	if n := problems(cells); len(instances(cells)) == len(cells) && n < fewProblems {
		return fmt.Errorf("%w: charts over instances need %d of them, and there are %d", ErrNothing, fewProblems, n)
	}
	var skipped, wrong int
	for _, c := range cells {
		switch {
		case c.Skipped != "":
			skipped++
		case c.Wrong:
			wrong++
		}
	}
	return fmt.Errorf("%w: of %d results %d were skipped, %d were wrong and the others have neither a time nor a limit they ran into",
		ErrNothing, len(cells), skipped, wrong)
}
