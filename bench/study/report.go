package study

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/plan"
	"nqueens/bench/reproduce/page"
	"nqueens/bench/summary"
	"nqueens/internal/table"
)

// report is a page under construction.
type report struct {
	page    *page.Page
	study   plan.Study
	summary summary.Summary
	all     set
	figures map[string]*figures
	engines map[string][]string // engines that agree, by the problem's name
	names   map[string]bool     // of the charts
	// replaced names the built-in charts with the same values as a chart of the page.
	replaced []string
}

// Report adds the content that a plan defines to a page: paragraphs, tables, verdicts and charts of a run.
func Report(p *page.Page, of *plan.Plan, s summary.Summary, available []backends.Backend) error {
	contents, err := Of(of, "", available)
	if err == nil {
		contents.report(p, s)
	}
	return err
}

// report adds the contents to a page, and returns the names of the built-in charts that charts of the page
// replace.
func (of *Contents) report(p *page.Page, s summary.Summary) (replaced []string) {
	r := &report{page: p, study: of.Study, summary: s, all: set{points: newPoints(s, of.Runs)}, figures: map[string]*figures{}, engines: map[string][]string{}, names: map[string]bool{}}
	for _, v := range s.Judgement.Verdicts {
		r.engines[v.Name] = v.Engines
	}
	for _, d := range of.Study.Data {
		if d.Absent == "" {
			r.figures[d.Name] = newFigures(d)
		}
	}
	for _, text := range of.Study.Say {
		p.Text("%s", text)
	}
	for _, d := range of.Study.Data {
		if d.Absent != "" {
			p.Text("%s is left out, because $%s is not set to its folder.", d.Name, d.Absent)
		}
	}
	p.Verdict(r.agreement())
	for _, t := range of.Study.Tables {
		r.table(t)
	}
	if len(of.Study.Verdicts) > 0 {
		p.Heading("Verdicts")
		var list []page.Verdict
		for _, v := range of.Study.Verdicts {
			if v.Say != "" {
				p.Verdict(list...)
				list = nil
				r.say(v.Say)
			}
			list = append(list, r.verdicts(v)...)
		}
		p.Verdict(list...)
	}
	if len(of.Study.Figures) > 0 {
		p.Heading("Charts")
		for _, f := range of.Study.Figures {
			r.say(f.Say)
			p.Figure(r.figure(f)...)
		}
	}
	return r.replaced
}

func (r *report) say(text string) {
	if text != "" {
		r.page.Text("%s", text)
	}
}

// agreement returns the verdict on all answers: whether they obey the rules and agree with each other.
func (r *report) agreement() page.Verdict {
	v := page.Verdict{Kind: page.SameValue, What: "answers of all contenders"}
	answers, questions, shared := 0, 0, 0
	for _, n := range r.questions() {
		answers, questions = answers+n, questions+1
		if n > 1 {
			shared++
		}
	}
	v.Why = fmt.Sprintf("%s answers to %s questions, %s of which at least two answered, and none disagrees", table.Count(answers), table.Count(questions), table.Count(shared))
	if wrong := r.summary.Judgement.Failures; len(wrong) > 0 {
		v.Kind, v.Why = page.Wrong, some(wrong, "; ")
	} else if answers == 0 {
		v.Kind, v.Why = page.Untested, "nothing was answered"
	}
	return v
}

// questions returns the number of answers to each question, which is a problem with a task.
func (r *report) questions() map[string]int {
	answers := map[string]int{}
	for _, p := range r.all.points {
		if !p.many() {
			for _, c := range p.cells {
				if c.Status.Answered() {
					answers[bench.JobName(c.Problem, c.Task, "")]++
				}
			}
			continue
		}
		for _, a := range p.answers() {
			if a.status.Answered() {
				answers[bench.JobName(p.cell.Problem+" "+a.id, p.cell.Task, "")]++
			}
		}
	}
	return answers
}

// few is the largest number of names in a sentence.
const few = 8

// some returns the first few names of a list as a text, followed by the number of the others.
func some(list []string, between string) string {
	text := ""
	for i, one := range list[:min(few, len(list))] {
		if i > 0 {
			text += between
		}
		text += one
	}
	if more := len(list) - few; more > 0 {
		text += fmt.Sprintf("%sand %d more", between, more)
	}
	return text
}

// pairs returns the given pairs, or pairs of each contender and the next.
func (s set) pairs(of [][2]string) (list [][2]string) {
	if of != nil {
		return of
	}
	contenders := s.values(plan.ParameterBackend)
	for i := 1; i < len(contenders); i++ {
		list = append(list, [2]string{contenders[i-1], contenders[i]})
	}
	return list
}

// ratio returns the ratio of a quantity of two contenders.
func (s set) ratio(q plan.Quantity, pair [2]string, axis string) (a amount) {
	q.Place = ""
	one, other := s.where(plan.ParameterBackend, pair[0]).amount(q, axis), s.where(plan.ParameterBackend, pair[1]).amount(q, axis)
	a.wrong, a.partial = one.wrong+other.wrong, one.partial || other.partial
	if a.known = one.known && other.known && other.value > 0; a.known {
		a.value, a.n = one.value/other.value, min(one.n, other.n)
	}
	return a
}

// publishedRatio returns the published ratio of a quantity of two contenders, and the smaller of the two
// published values.
func (r *report) publishedRatio(beside string, q plan.Quantity, s set, pair [2]string, axis string) (ratio, least float64, ok bool) {
	q.Place = ""
	one, known := r.published(beside, q, s.where(plan.ParameterBackend, pair[0]), axis)
	other, also := r.published(beside, q, s.where(plan.ParameterBackend, pair[1]), axis)
	if !known || !also || one.Number <= 0 || other.Number <= 0 {
		return 0, 0, false
	}
	return one.Number / other.Number, min(one.Number, other.Number), true
}

// enginesOf returns the engines that agree on every problem of a set.
func (r *report) enginesOf(s set) string {
	var all []string
	for i, p := range s.points {
		engines := r.engines[p.name]
		if all = slices.DeleteFunc(all, func(e string) bool { return !slices.Contains(engines, e) }); i == 0 {
			all = slices.Clone(engines)
		}
	}
	return cmp.Or(strings.Join(all, ", "), "–")
}

// table adds a table to the page.
func (r *report) table(t plan.Table) {
	s := r.all.selected(t.Selection)
	if len(s.points) == 0 {
		return
	}
	if t.Title != "" {
		r.page.Heading(t.Title)
	}
	r.say(t.Say)
	axis := s.axis(t.X)
	type line struct {
		name string
		set  set
		pair [2]string
	}
	var lines []line
	if t.Rows == plan.Neighbours {
		for _, pair := range s.pairs(nil) {
			lines = append(lines, line{pair[0] + " / " + pair[1], s, pair})
		}
	} else {
		for _, v := range s.values(t.Rows) {
			lines = append(lines, line{v, s.where(t.Rows, v), [2]string{}})
		}
	}
	value := func(l line, s set, q plan.Quantity) (ours, theirs string) {
		theirs = "–"
		if t.Rows == plan.Neighbours {
			ours = s.ratio(q, l.pair, axis).String(plan.Quantity{Place: plan.Ratio, Unit: q.Unit})
			if v, _, ok := r.publishedRatio(t.Beside, q, s, l.pair, axis); ok {
				theirs = fmt.Sprintf("%.2f", v)
			}
			return ours, theirs
		}
		ours = s.amount(q, axis).String(q)
		if q.Unit == plan.Engines {
			ours = r.enginesOf(s)
		}
		if v, ok := r.published(t.Beside, q, s, axis); ok {
			theirs = writePublished(q, v)
		}
		return ours, theirs
	}
	var rows [][]string
	if t.Across != "" {
		across := s.values(t.Across)
		rows = [][]string{append([]string{t.Rows, "whose"}, across...)}
		for _, l := range lines {
			mine, published := []string{l.name, "ours"}, []string{l.name, "published"}
			for _, v := range across {
				ours, theirs := value(l, l.set.where(t.Across, v), t.Cells)
				mine, published = append(mine, ours), append(published, theirs)
			}
			if t.Beside != "" {
				rows = append(rows, published)
			}
			rows = append(rows, mine)
		}
		r.page.Table(rows)
		return
	}
	beside := make([]bool, len(t.Columns))
	for i, q := range t.Columns {
		beside[i] = slices.ContainsFunc(lines, func(l line) bool { _, theirs := value(l, l.set, q); return theirs != "–" })
	}
	head := []string{t.Rows}
	for i, q := range t.Columns {
		if beside[i] {
			head = append(head, q.String()+", published")
		}
		head = append(head, q.String())
	}
	rows = append(rows, head)
	for _, l := range lines {
		row := []string{l.name}
		for i, q := range t.Columns {
			ours, theirs := value(l, l.set, q)
			if beside[i] {
				row = append(row, theirs)
			}
			row = append(row, ours)
		}
		rows = append(rows, row)
	}
	r.page.Table(rows)
}
