package chart

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"nqueens"
	"nqueens/bench"
	"nqueens/bench/internal/lettering"
	"nqueens/bench/summary"
	"nqueens/internal/suggest"
	"nqueens/internal/table"
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

	// Kinds are the charts to draw: kinds ("ratio") or single ones ("time-queens-count").
	// None is all.
	Kinds []string
	// Only names the contenders that are drawn, as their backend, with an encoding or in
	// full; none is all. A baseline that is not among them is still what ratios are to.
	Only []string
	// X is what goes across: Size for the charts against it alone, a contender for scatter
	// plots of each other one against it, "" for what each kind has.
	X string
	// Quantity is drawn in place of the time by the clock.
	Quantity Quantity
	// CPUClock says that the run's times are CPU times.
	CPUClock bool
	Linear   bool   // axes of quantities begin at 0 and are not logarithmic
	Title    string // in place of each chart's own
	// Width and Height are those of each picture, in pixels, 96 to an inch; 0 is as much
	// as it needs.
	Width, Height int
	Data          bool // write the values of each chart beside it as CSV
	// Runs says that the cells are of several runs, as Beside has them.
	Runs bool

	shared *layout // by the charts of one run
}

// Size is what Options.X calls the size of problems.
const Size = "n"

// kind is a chart of a run: its function makes the figures of the cells that it is
// over, none where they do not support it.
type kind struct {
	name string
	draw func([]*summary.Cell, Options) []Figure
	over func([]*summary.Cell) []*summary.Cell
	// fixed says what it is a chart of, whatever quantity is chosen.
	fixed bool
	sized bool // the size goes across
}

// kinds are all, in the order in which they are drawn. A new one is a file with its
// function, and a line here.
func kinds() []kind {
	return []kind{
		{"share", Share, generated, true, false},
		{"spread", Spread, generated, false, false},
		{"time", Time, boards, false, true},
		{"ratio", Ratio, boards, false, true},
		{"cactus", Cactus, everything, false, false},
		{"ranks", Ranks, everything, false, false},
		{"effort-cactus", EffortCactus, instances, true, false},
		{scatterKind, Scatter, everything, false, false},
		{"encodings", Encodings, boards, false, true},
		{"memory", Memory, boards, true, true},
		{"effort", Effort, boards, true, true},
	}
}

const scatterKind = "scatter"

// Kinds are the names of the kinds of charts.
func Kinds() []string {
	var names []string
	for _, k := range kinds() {
		names = append(names, k.name)
	}
	return names
}

// everything leaves out what is of many instances together.
func everything(cells []*summary.Cell) []*summary.Cell {
	if !slices.ContainsFunc(cells, (*summary.Cell).Pooled) {
		return cells
	}
	return filter(cells, func(c *summary.Cell) bool { return !c.Pooled() })
}

// generated are the cells whose problems were generated.
func generated(cells []*summary.Cell) []*summary.Cell {
	return filter(cells, func(c *summary.Cell) bool { return c.Origin != nil })
}

// boards leaves out what has no size to be drawn against: formulas and
// instances, of which two of the same size are different problems.
func boards(cells []*summary.Cell) []*summary.Cell {
	return filter(cells, func(c *summary.Cell) bool {
		return c.Family != nqueens.Formulas.Name && c.Instance == "" && !c.Pooled()
	})
}

// instances are the cells whose problems came from files.
func instances(cells []*summary.Cell) []*summary.Cell {
	return filter(cells, func(c *summary.Cell) bool { return c.Instance != "" })
}

func filter(cells []*summary.Cell, keep func(*summary.Cell) bool) []*summary.Cell {
	kept := make([]*summary.Cell, 0, len(cells))
	for _, c := range cells {
		if keep(c) {
			kept = append(kept, c)
		}
	}
	return kept
}

// distinct are the different values of the cells in order.
func distinct[T cmp.Ordered](cells []*summary.Cell, of func(*summary.Cell) T) []T {
	seen := map[T]bool{}
	for _, c := range cells {
		seen[of(c)] = true
	}
	return slices.Sorted(maps.Keys(seen))
}

func contenderOf(c *summary.Cell) string { return c.Contender.String() }

// Draw makes every chart that the cells support, writes each into the folder
// as SVG and PNG, and CSV if opt.Data asks for it, and returns the names of the files, two
// or three for each chart. The folder is created if need be. Cells without anything to draw are an
// error, ErrNothing.
func Draw(dir string, cells []*summary.Cell, opt Options) ([]string, error) {
	figures, err := Figures(cells, opt)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("drawing charts: %w", err)
	}
	var names []string
	for _, f := range figures {
		files, err := f.WriteFiles(dir, opt)
		if err != nil {
			return names, err
		}
		names = append(names, files...)
	}
	return names, nil
}

// Figures makes every chart that the cells support and the options ask for. Their names
// differ.
func Figures(cells []*summary.Cell, opt Options) ([]Figure, error) {
	var figures []Figure
	err := Each(cells, opt, func(f Figure) error {
		figures = append(figures, f)
		return nil
	})
	return figures, err
}

// Each makes the figures one after the other, so that those over a million results need not be
// in memory together. What use returns as an error ends it.
func Each(cells []*summary.Cell, opt Options, use func(Figure) error) error {
	if err := errors.Join(checkPairs(cells, opt.Pairs), opt.check(cells)); err != nil {
		return err
	}
	opt, err := opt.across(cells)
	if err != nil {
		return err
	}
	cells, note := opt.legible(cells)
	if note != "" {
		opt.Notes = append(slices.Clip(opt.Notes), note)
	}
	opt.shared = new(layout)
	made := 0
	var unasked []string
	taken := map[string]bool{}
	for _, k := range kinds() {
		if k.fixed && opt.Quantity != "" {
			continue
		}
		for _, f := range k.draw(k.over(opt.drawn(cells, k)), opt) {
			name := f.Name
			for i := 2; taken[f.Name]; i++ {
				f.Name = fmt.Sprintf("%s-%d", name, i)
			}
			taken[f.Name] = true
			if len(opt.Kinds) > 0 && !slices.Contains(opt.Kinds, k.name) && !slices.Contains(opt.Kinds, f.Name) {
				unasked = append(unasked, f.Name)
				continue
			}
			for _, note := range opt.Notes {
				f.Notes = append(f.Notes, lettering.Printable(note))
			}
			if opt.Title != "" {
				f.Title = lettering.Printable(opt.Title)
			}
			if err := f.resize(opt.Width, opt.Height); err != nil {
				return err
			}
			if err := use(f); err != nil {
				return err
			}
			made++
		}
	}
	for _, name := range opt.Kinds {
		if !taken[name] && !slices.Contains(Kinds(), name) {
			return fmt.Errorf("no chart is called %q %s", name, suggest.Among(name, slices.Concat(Kinds(), unasked)))
		}
	}
	switch {
	case made == 0 && len(unasked) > 0:
		return fmt.Errorf("%w: of %s these results have no chart; there are %s", ErrNothing, strings.Join(opt.Kinds, ", "), strings.Join(unasked, ", "))
	case made == 0:
		return nothingToDraw(opt.drawn(cells, kind{}))
	}
	return nil
}

// drawn are the cells of a kind of chart that those who are named have. A baseline is
// among those of ratios, which are to it.
func (opt Options) drawn(cells []*summary.Cell, k kind) []*summary.Cell {
	if len(opt.Only) == 0 {
		return cells
	}
	return filter(cells, func(c *summary.Cell) bool {
		return opt.names(c, opt.Only) || k.name == "ratio" && opt.isBaseline(c) || k.name == scatterKind && contenderOf(c) == opt.X
	})
}

// names reports whether the cell's contender is in the list by any of its names, with its
// run's or without.
func (opt Options) names(c *summary.Cell, list []string) bool {
	_, bare := opt.runOf(c)
	return slices.ContainsFunc(slices.Concat(c.Names(), bare.Names()), func(name string) bool { return slices.Contains(list, name) })
}

// across are the options with the kinds and pairs that X asks for.
func (opt Options) across(cells []*summary.Cell) (Options, error) {
	if opt.X == "" {
		return opt, nil
	}
	names, fits := distinct(cells, contenderOf), func(k kind) bool { return k.sized }
	if opt.X != Size {
		if !slices.Contains(names, opt.X) {
			return opt, fmt.Errorf("no contender is called %q, and it is not the size, %s %s", opt.X, Size, suggest.Among(opt.X, append(names, Size)))
		}
		fits = func(k kind) bool { return k.name == scatterKind }
		for _, name := range distinct(opt.drawn(cells, kind{}), contenderOf) {
			if name != opt.X {
				opt.Pairs = append(opt.Pairs, [2]string{opt.X, name})
			}
		}
	}
	var able []string
	for _, k := range kinds() {
		switch {
		case fits(k):
			able = append(able, k.name)
		case slices.Contains(opt.Kinds, k.name):
			return opt, fmt.Errorf("no chart of the kind %s has %s across", k.name, opt.X)
		}
	}
	if len(opt.Kinds) == 0 {
		opt.Kinds = able
	}
	return opt, nil
}

func (opt Options) isBaseline(c *summary.Cell) bool {
	_, bare := opt.runOf(c)
	return bare.String() == opt.Baseline
}

// check refuses options that do not fit the cells or each other.
func (opt Options) check(cells []*summary.Cell) error {
	if opt.Quantity != "" && !slices.Contains(Quantities(), opt.Quantity) {
		return fmt.Errorf("no quantity is called %q (there are %v)", opt.Quantity, Quantities())
	}
	for _, k := range kinds() {
		if k.fixed && opt.Quantity != "" && slices.Contains(opt.Kinds, k.name) {
			return fmt.Errorf("the kind %s says what it draws: leave the quantity %s out, or draw another kind", k.name, opt.Quantity)
		}
	}
	for _, name := range opt.Only {
		if !slices.ContainsFunc(cells, func(c *summary.Cell) bool { return opt.names(c, []string{name}) }) {
			return fmt.Errorf("no contender is called %q %s", name, suggest.Among(name, distinct(cells, contenderOf)))
		}
	}
	return nil
}

// ErrNothing is the error for cells without anything to draw.
var ErrNothing = errors.New("nothing to draw")

func nothingToDraw(cells []*summary.Cell) error {
	if len(cells) == 0 {
		return fmt.Errorf("%w: the run has no results yet", ErrNothing)
	}
	names, all := distinct(cells, contenderOf), len(instances(cells)) == len(cells)
	if all && len(names) == 1 {
		return fmt.Errorf("%w: charts over instances compare contenders, and there is one, %s", ErrNothing, names[0])
	}
	var skipped, wrong, void, timed int
	for _, c := range cells {
		switch {
		case c.Skipped != "":
			skipped++
		case c.Wrong:
			wrong++
		case c.Status == nqueens.Void:
			void++
		case c.Timed():
			timed++
		}
	}
	if all && timed > 0 {
		return fmt.Errorf("%w: charts over instances compare contenders, and no two of %s have results for the same instances", ErrNothing, strings.Join(names, ", "))
	}
	return fmt.Errorf("%w: of %s %d skipped, %d wrong, %d void, and the others have neither a time nor a limit they ran into",
		ErrNothing, table.Plural(len(cells), "result"), skipped, wrong, void)
}
