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

// Ranks draws a critical-difference diagram for each task (Demšar, 2006). It shows the contenders
// on an axis by their average rank in time (or in opt.Quantity) over the problems of a cactus plot.
// A bar with a dot for each contender joins those that Wilcoxon's tests, corrected by Holm, do not
// find different; they share a letter, as in the tables. Contenders with a wrong answer are left
// out. A diagram needs three contenders and five problems.
func Ranks(cells []*summary.Cell, opt Options) []Figure {
	lineup := newLineup(cells, opt)
	wrong := summary.WrongContenders(cells)
	suspect := func(s series) bool {
		return slices.ContainsFunc(wrong, func(w summary.Wrong) bool { return w.Contender == s.name })
	}
	var figures []Figure
	for _, task := range tasks(cells) {
		ofTask := filter(cells, func(c *summary.Cell) bool { return c.Task == task })
		for _, q := range opt.quantities(ofTask) {
			list := slices.DeleteFunc(q.over(lineup.series(ofTask)), suspect)
			if len(list) < fewRanked { // no race can have more contenders; saves work on a million results
				continue
			}
			for _, r := range races(list, fewProblems) {
				if len(r.list) >= fewRanked {
					figures = append(figures, q.ranks(r, list, task, lineup, unranked(wrong)))
				}
			}
		}
	}
	return figures
}

// fewRanked is the least number of contenders in a diagram of ranks.
const fewRanked = 3

// unranked returns a note that names the contenders with wrong answers.
func unranked(wrong []summary.Wrong) []string {
	if len(wrong) == 0 {
		return nil
	}
	var parts []string
	for _, w := range wrong {
		parts = append(parts, fmt.Sprintf("%s: %v", w.Contender, w))
	}
	return []string{"Not ranked: " + strings.Join(parts, ", ") + "."}
}

func (q quantity) ranks(r race, list []series, task nqueens.Task, lineup lineup, unranked []string) Figure {
	d := newRankDiagram(r, q)
	what := ""
	if q.slug != "" {
		what = " in " + strings.ToLower(q.title)
	}
	within := d.contest.Within()
	if within != "" {
		within = " " + within
	}
	caption := fmt.Sprintf("Average rank%s over the same %d problems%s, 1 is best; %s. A run without an answer ranks below all answers. %s%s",
		what, len(r.questions), within, lineup.legend(), d.lessStart(), d.bars())
	f := newFigure("ranks-"+q.named(string(task)), "Average ranks"+what+": "+taskWords(task), caption, slices.Concat(unfinished(r.open), late(d.contest), unranked, absent(list, r), choices(r.list)))
	f.body, f.paint, f.rows, f.Plot = d.height(), d.paint, d.rows, d.plot(task)
	return f
}

// late returns a note on the answers that came after the smallest limit.
func late(x summary.Contest) []string {
	if text := x.LateText(); text != "" {
		return []string{strings.ToUpper(text[:1]) + text[1:] + "."}
	}
	return nil
}

// rankDiagram holds contenders, best first, and the bars that join some of them.
type rankDiagram struct {
	list    []series
	ranks   []float64
	letters []string
	tells   bool        // the tests can find differences with so many problems and contenders
	groups  [][]float64 // the ranks that each bar joins
	contest summary.Contest
	net     bool // the start of a process was subtracted from times
}

// bars returns the explanation of letters and bars, or why there are none.
func (d rankDiagram) bars() string {
	if !d.tells {
		return "There are no letters: with so few problems the tests cannot find a difference."
	}
	return fmt.Sprintf("Contenders that share a letter do not differ at the %g %% level (Wilcoxon's test over the problems, Holm's correction); contenders that share none do. A bar has a dot for every contender with one letter.", 100*stats.Level)
}

// lessStart returns a sentence if the start of a process was subtracted.
func (d rankDiagram) lessStart() string {
	if d.net {
		return "The start of a process is subtracted from times. "
	}
	return ""
}

func newRankDiagram(r race, q quantity) rankDiagram {
	x := r.contest()
	questions := make([]question, 0, len(r.questions))
	for q := range r.questions {
		questions = append(questions, q)
	}
	slices.SortFunc(questions, func(a, b question) int { return strings.Compare(a.problem, b.problem) })
	results, on := make([][]float64, len(r.list)), make([]map[question]*summary.Cell, len(r.list))
	for i, s := range r.list {
		on[i] = map[question]*summary.Cell{}
		for _, c := range s.cells {
			on[i][questionOf(c)] = c
		}
		for _, asked := range questions {
			value := math.Inf(1)
			if c := on[i][asked]; c == nil || !x.Answered(c) {
			} else if q.slug == "" {
				value = x.Log(c)
			} else if i, ok := q.read(c); ok {
				value = math.Log(i.Median)
			}
			results[i] = append(results[i], value)
		}
	}
	var same func(i, j, k int) bool
	if q.slug == "" {
		same = func(i, j, k int) bool {
			a, b := on[i][questions[k]], on[j][questions[k]]
			return a != nil && b != nil && x.Same(a, b)
		}
	}
	c := stats.Compare(results, same)
	d := rankDiagram{tells: c.Groups != nil, contest: x, net: x.Net && q.slug == ""}
	order := make([]int, len(r.list))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(c.Ranks[i], c.Ranks[j]) })
	for _, i := range order {
		d.list, d.ranks, d.letters = append(d.list, r.list[i]), append(d.ranks, c.Ranks[i]), append(d.letters, strings.Join(c.Letters(i), ""))
	}
	for _, g := range c.Groups {
		if len(g) > 1 {
			var ranks []float64
			for _, i := range g {
				ranks = append(ranks, c.Ranks[i])
			}
			d.groups = append(d.groups, ranks)
		}
	}
	return d
}

// rows returns the diagram as a table.
func (d rankDiagram) rows() [][]string {
	rows := [][]string{{"contender", "rank", "letters"}}
	for i, s := range d.list {
		rows = append(rows, []string{s.name, strconv.FormatFloat(d.ranks[i], 'g', -1, 64), d.letters[i]})
	}
	return rows
}

const barGap = vg.Length(5) // between bars

func (d rankDiagram) height() vg.Length {
	return 30 + barGap*vg.Length(len(d.groups)+2) + labelGap*vg.Length((len(d.list)+1)/2)
}

// paint draws the axis on top, the bars below it, and the names on both sides, each joined to its
// rank.
func (d rankDiagram) paint(c draw.Canvas) {
	style := sans(labelSize, ink)
	names := make([]string, len(d.list))
	for i, s := range d.list {
		names[i] = fmt.Sprintf("%s: %.2f %s", shortened(style, lettering.Printable(s.name), 0.25*c.Size().X), d.ranks[i], d.letters[i])
		names[i] = strings.TrimSpace(names[i])
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
		frame.StrokeLine2(draw.LineStyle{Color: ink, Width: 1}, frame.X(a.at(g[0])), y, frame.X(a.at(g[len(g)-1])), y)
		for _, rank := range g {
			x := frame.X(a.at(rank))
			frame.StrokeLine2(draw.LineStyle{Color: ink, Width: 3.6}, x-1.8, y, x+1.8, y)
		}
	}
}
