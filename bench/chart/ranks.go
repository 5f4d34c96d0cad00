package chart

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"nqueens"
	"nqueens/bench/internal/lettering"
	"nqueens/bench/stats"
	"nqueens/bench/summary"
)

// Ranks draws a critical-difference diagram for each task (Demšar, 2006): the
// contenders on an axis by their average rank, in time or what else opt.Quantity says, over the problems of a cactus plot,
// and a bar under those that the tests of Wilcoxon, corrected by Holm, do not tell
// apart. It needs three contenders and five problems.
func Ranks(cells []*summary.Cell, opt Options) []Figure {
	lineup := newLineup(cells, opt)
	var figures []Figure
	for _, task := range tasks(cells) {
		ofTask := filter(cells, func(c *summary.Cell) bool { return c.Task == task })
		for _, q := range opt.Quantity.of(ofTask) {
			list := q.over(lineup.series(ofTask))
			if len(list) < fewRanked { // no race of them has more, whatever a million results are
				continue
			}
			for _, r := range races(list) {
				if len(r.list) >= fewRanked {
					figures = append(figures, q.ranks(r, list, task, lineup))
				}
			}
		}
	}
	return figures
}

// fewRanked is how many contenders a diagram of ranks needs.
const fewRanked = 3

func (q quantity) ranks(r race, list []series, task nqueens.Task, lineup lineup) Figure {
	d := newRankDiagram(r, q.read)
	what := ""
	if q.slug != "" {
		what = " in " + strings.ToLower(q.title)
	}
	caption := fmt.Sprintf("Average rank%s over the same %d problems, 1 is best; %s. No answer and a wrong one rank below every answer. %s",
		what, len(r.questions), lineup.legend(), d.bars())
	f := newFigure("ranks-"+q.named(string(task)), "Average ranks"+what+": "+taskWords(task), caption, slices.Concat(unfinished(r.open), absent(list, r), choices(r.list)))
	f.body, f.paint, f.rows = d.height(), d.paint, d.rows()
	return f
}

// rankDiagram is contenders, best first, and the bars that join some of them.
type rankDiagram struct {
	list   []series
	ranks  []float64
	tells  bool         // whether so many problems can tell a difference between so many
	groups [][2]float64 // from rank to rank
}

// bars says what a bar means, or why there is none.
func (d rankDiagram) bars() string {
	if !d.tells {
		return "So few problems cannot tell which of so many differ: no bars are drawn."
	}
	return fmt.Sprintf("A bar joins those that do not differ at %g %% (Wilcoxon's test over the problems, corrected by Holm).", 100*stats.Level)
}

func newRankDiagram(r race, read interval) rankDiagram {
	questions := make([]question, 0, len(r.questions))
	for q := range r.questions {
		questions = append(questions, q)
	}
	slices.SortFunc(questions, func(a, b question) int { return strings.Compare(a.problem, b.problem) })
	results := make([][]float64, len(r.list))
	for i, s := range r.list {
		took := map[question]float64{}
		for _, c := range s.cells {
			if i, ok := read(c); ok {
				took[questionOf(c)] = math.Log(i.Median)
			}
		}
		for _, q := range questions {
			seconds, ok := took[q]
			if !ok {
				seconds = math.Inf(1)
			}
			results[i] = append(results[i], seconds)
		}
	}
	c := stats.Compare(results)
	d := rankDiagram{tells: c.Groups != nil}
	order := make([]int, len(r.list))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(c.Ranks[i], c.Ranks[j]) })
	for _, i := range order {
		d.list, d.ranks = append(d.list, r.list[i]), append(d.ranks, c.Ranks[i])
	}
	for _, g := range c.Groups {
		if len(g) > 1 {
			d.groups = append(d.groups, [2]float64{c.Ranks[g[0]], c.Ranks[g[len(g)-1]]})
		}
	}
	return d
}

// rows are the diagram as a table.
func (d rankDiagram) rows() [][]string {
	rows := [][]string{{"contender", "rank"}}
	for i, s := range d.list {
		rows = append(rows, []string{s.name, strconv.FormatFloat(d.ranks[i], 'g', -1, 64)})
	}
	return rows
}

const barGap = vg.Length(5) // from one bar to the next

func (d rankDiagram) height() vg.Length {
	return 30 + barGap*vg.Length(len(d.groups)+2) + labelGap*vg.Length((len(d.list)+1)/2)
}

// paint draws the axis on top, the bars below it, and the names at both sides, each
// led to its rank.
func (d rankDiagram) paint(c draw.Canvas) {
	style := sans(labelSize, ink)
	names := make([]string, len(d.list))
	for i, s := range d.list {
		names[i] = fmt.Sprintf("%s: %.2f", shortened(style, lettering.Printable(s.name), 0.25*c.Size().X), d.ranks[i])
	}
	side := roomier*widest(style, names) + keyWidth
	frame := draw.Crop(c, side, -side, 0, -20)
	a := axis{min: 1, max: float64(len(d.list)), ticks: integers(1, float64(len(d.list)), 20)}
	for _, t := range a.ticks {
		x := frame.X(a.at(t.value))
		frame.StrokeLine2(draw.LineStyle{Color: ink, Width: 0.5}, x, frame.Max.Y, x, frame.Max.Y+4)
		write(frame, sans(tickSize, ink), vg.Point{X: x, Y: frame.Max.Y + 11}, t.label)
	}
	frame.StrokeLine2(draw.LineStyle{Color: ink, Width: 0.7}, frame.Min.X, frame.Max.Y, frame.Max.X, frame.Max.Y)
	below := frame.Max.Y - barGap*vg.Length(len(d.groups)+2)
	half := (len(d.list) + 1) / 2
	for i, s := range d.list {
		at := vg.Point{X: frame.X(a.at(d.ranks[i])), Y: frame.Max.Y}
		row, end, key := i, frame.Min.X-4, frame.Min.X-keyWidth+4 // the better half is named on the left
		words := aligned(style, draw.XRight)
		if i >= half {
			row, end, key = len(d.list)-1-i, frame.Max.X+4, frame.Max.X+keyWidth-4
			words = aligned(style, draw.XLeft)
		}
		y := below - labelGap*(vg.Length(row)+0.5)
		frame.StrokeLines(draw.LineStyle{Color: s.look.color, Width: 0.7}, []vg.Point{at, {X: at.X, Y: y}, {X: end, Y: y}})
		s.look.mark(frame, at)
		s.look.mark(frame, vg.Point{X: (end + key) / 2, Y: y})
		write(c, words, vg.Point{X: key, Y: y}, names[i])
	}
	for i, g := range d.groups {
		y := frame.Max.Y - barGap*(vg.Length(i)+1.5)
		frame.StrokeLine2(draw.LineStyle{Color: ink, Width: 2.2}, frame.X(a.at(g[0]))-2, y, frame.X(a.at(g[1]))+2, y)
	}
}
