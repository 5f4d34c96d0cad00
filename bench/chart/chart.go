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

// Options selects and configures the charts of a run. The zero value is a sensible choice.
type Options struct {
	// EveryEncoding draws a line for each backend and encoding. By default a run with many of them
	// shows each backend with its best encoding only.
	EveryEncoding bool
	// Pairs names the contenders ("bitmask", "gini/product") of scatter plots. By default the two
	// with the most answers are drawn against each other, and the third against the fourth.
	Pairs [][2]string
	// EmbedFonts embeds the fonts in each SVG, about half a megabyte. By default an SVG refers to
	// Liberation Sans or a font with the same widths (Arimo, Arial, Helvetica).
	EmbedFonts bool
	// Baseline names the contender that ratios compare with; without one there is no chart of
	// ratios. Published ratios are drawn as a separate layer.
	Baseline  string
	Published []bench.Published
	// Notes are added below every chart.
	Notes []string

	// Kinds selects charts by kind ("ratio") or by name ("time-queens-count"). Empty selects all.
	Kinds []string
	// Without names charts that are left out unless Kinds selects them, because the caller draws
	// the same values.
	Without []string
	// Only names the contenders to draw, by backend, by backend and encoding, or in full; empty
	// draws all. The baseline of ratios need not be among them.
	Only []string
	// X is the horizontal axis: Size for only the charts against the size, a contender for scatter
	// plots of each other contender against it, "" for the default of each kind.
	X string
	// Quantity is drawn instead of the wall-clock time.
	Quantity Quantity
	// CPUClock is set if the run's times are CPU times.
	CPUClock bool
	Linear   bool   // axes of quantities are linear and start at 0
	Title    string // replaces the title of each chart
	// Width and Height are the size of each picture in pixels of 1/96 inch; 0 selects the size that
	// it needs.
	Width, Height int
	Data          bool // write the values of each chart to a CSV file too
	// Runs is set if the cells are of several runs, as returned by Beside.
	Runs bool

	shared *layout // by all charts of a run
}

// Size is the value of Options.X that stands for the size of problems.
const Size = "n"

// kind is a kind of chart. draw returns its figures for the cells that over selects, none if they
// do not support the chart.
type kind struct {
	name string
	draw func([]*summary.Cell, Options) []Figure
	over func([]*summary.Cell) []*summary.Cell
	// fixed is set if the kind determines the quantity.
	fixed bool
	sized bool // the size is the horizontal axis
}

// kinds returns all kinds in the order in which they are drawn. A new kind is a file with its
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

// Kinds returns the names of the kinds of charts.
func Kinds() []string {
	var names []string
	for _, k := range kinds() {
		names = append(names, k.name)
	}
	return names
}

// everything drops cells of many instances together.
func everything(cells []*summary.Cell) []*summary.Cell {
	if !slices.ContainsFunc(cells, (*summary.Cell).Pooled) {
		return cells
	}
	return filter(cells, func(c *summary.Cell) bool { return !c.Pooled() })
}

// generated returns the cells whose problems were generated.
func generated(cells []*summary.Cell) []*summary.Cell {
	return filter(cells, func(c *summary.Cell) bool { return c.Origin != nil })
}

// boards returns the cells without formulas and instances: two instances of the same size are
// different problems, so they are not drawn against the size.
func boards(cells []*summary.Cell) []*summary.Cell {
	return filter(cells, func(c *summary.Cell) bool {
		return c.Family != nqueens.Formulas.Name && c.Instance == "" && !c.Pooled()
	})
}

// instances returns the cells whose problems came from files.
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

// distinct returns the different values of the cells, sorted.
func distinct[T cmp.Ordered](cells []*summary.Cell, of func(*summary.Cell) T) []T {
	seen := map[T]bool{}
	for _, c := range cells {
		seen[of(c)] = true
	}
	return slices.Sorted(maps.Keys(seen))
}

func contenderOf(c *summary.Cell) string { return c.Contender.String() }

// Draw makes every chart that the cells and options select and writes each into the folder as SVG
// and PNG, and as CSV if opt.Data is set. It returns the names of the files and creates the folder
// if needed. If the cells contain nothing to draw, the error is ErrNothing.
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

// Figures returns every chart that the cells and options select, under distinct names.
func Figures(cells []*summary.Cell, opt Options) ([]Figure, error) {
	var figures []Figure
	err := Each(cells, opt, func(f Figure) error {
		figures = append(figures, f)
		return nil
	})
	return figures, err
}

// Each calls use with every figure, one after the other, so that figures over a million results
// need not be in memory together. It stops at the first error of use.
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
			if len(opt.Kinds) == 0 && slices.Contains(opt.Without, f.Name) {
				made++
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
		return fmt.Errorf("%w: these results have no chart %s; available: %s", ErrNothing, strings.Join(opt.Kinds, ", "), strings.Join(unasked, ", "))
	case made == 0:
		return nothingToDraw(opt.drawn(cells, kind{}))
	}
	return nil
}

// drawn returns the cells that a kind of chart shows: those of the contenders in opt.Only, and of
// the baseline or opt.X where the kind needs them.
func (opt Options) drawn(cells []*summary.Cell, k kind) []*summary.Cell {
	if len(opt.Only) == 0 {
		return cells
	}
	return filter(cells, func(c *summary.Cell) bool {
		return opt.names(c, opt.Only) || k.name == "ratio" && opt.isBaseline(c) || k.name == scatterKind && contenderOf(c) == opt.X
	})
}

// names reports whether any name of the cell's contender is in the list, with or without the name
// of its run.
func (opt Options) names(c *summary.Cell, list []string) bool {
	_, bare := opt.runOf(c)
	return slices.ContainsFunc(slices.Concat(c.Names(), bare.Names()), func(name string) bool { return slices.Contains(list, name) })
}

// across returns the options with the kinds and pairs that opt.X implies.
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
			return opt, fmt.Errorf("the kind %s has no chart with %s as the horizontal axis", k.name, opt.X)
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

// check returns an error if the options do not fit the cells or each other.
func (opt Options) check(cells []*summary.Cell) error {
	if opt.Quantity != "" && !slices.Contains(Quantities(), opt.Quantity) {
		return fmt.Errorf("no quantity is called %q (there are %v)", opt.Quantity, Quantities())
	}
	for _, k := range kinds() {
		if k.fixed && opt.Quantity != "" && slices.Contains(opt.Kinds, k.name) {
			return fmt.Errorf("the kind %s has a fixed quantity: omit the quantity %s, or select another kind", k.name, opt.Quantity)
		}
	}
	for _, name := range opt.Only {
		if !slices.ContainsFunc(cells, func(c *summary.Cell) bool { return opt.names(c, []string{name}) }) {
			return fmt.Errorf("no contender is called %q %s", name, suggest.Among(name, distinct(cells, contenderOf)))
		}
	}
	return nil
}

// ErrNothing is the error for cells that contain nothing to draw.
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
	return fmt.Errorf("%w: of %s, %d were skipped, %d are wrong, %d were discarded, and the others have neither a time nor a time-out",
		ErrNothing, table.Plural(len(cells), "result"), skipped, wrong, void)
}
