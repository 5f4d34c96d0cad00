package report_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"nqueens/backends"
	"nqueens/bench/report"
	"nqueens/bench/stats"
	"nqueens/bench/summary"
	"nqueens/family"
	"nqueens/internal/browsertest"
	"nqueens/internal/table"
)

// tab is an open page.
type tab struct{ browsertest.Tab }

func TestMain(m *testing.M) { os.Exit(browsertest.Main(m)) }

func open(t *testing.T, address string, prepare ...chromedp.Action[chromedp.Void]) tab {
	t.Helper()
	return tab{browsertest.Open(t, address, prepare...)}
}

func (b tab) do(steps ...chromedp.Action[chromedp.Void]) {
	b.Helper()
	b.Do(steps...)
}

func eval[T any](b tab, js string) T {
	b.Helper()
	return browsertest.Eval[T](b.Tab, js)
}

// settled is JavaScript that waits until the current choices are drawn.
const settled = `await new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r)));`

// rows returns the texts of all rows of the table, which contains only the visible ones.
func (b tab) rows() [][]string {
	b.Helper()
	return eval[[][]string](b, `const s = document.querySelector(".virtual"), found = {}
		for (let top = 0; ; top += 600) {
			s.scrollTop = top
			`+settled+`
			for (const r of s.querySelectorAll("tr[aria-rowindex]")) found[r.getAttribute("aria-rowindex")] = [...r.cells].map(c => c.textContent)
			if (top > s.scrollHeight) break
		}
		s.scrollTop = 0
		`+settled+`
		return Object.values(found)`)
}

// choose sets a control of the table.
func (b tab) choose(label, value string) {
	b.Helper()
	eval[bool](b, fmt.Sprintf(`const l = [...document.querySelectorAll(".filters label")].find(l => l.textContent === %q), c = document.getElementById(l.htmlFor)
		if (c.type === "checkbox") c.click()
		else { c.value = %q; c.dispatchEvent(new Event(c.tagName === "SELECT" ? "change" : "input")) }
		return true`, label, value))
}

// column returns the position of the column whose title has the given prefix.
func (b tab) column(title string) int {
	b.Helper()
	return eval[int](b, fmt.Sprintf(`return [...document.querySelectorAll(".results thead th")].findIndex(h => h.textContent.startsWith(%q))`, title))
}

// TestTable checks that the table agrees with the summary for any baseline, that rows can be
// filtered and sorted, and that the page's address keeps these choices.
func TestTable(t *testing.T) {
	t.Parallel()
	r := made(t)
	address := file(t, report.Page{Runs: []report.Run{r}})
	b := open(t, address)
	all := b.rows()
	if len(all) != len(r.Summary.Cells) {
		t.Fatalf("%d rows for %d cells", len(all), len(r.Summary.Cells))
	}
	for _, baseline := range []string{"", "dlx", "gini/product", lateOne, "wrong"} {
		s := r.Summary
		b.choose("Baseline", baseline)
		if baseline != "" {
			e := s.Experiment
			e.Baseline = baseline
			s = summary.Summarise(e, r.Folder.Records, s.Judgement, nil)
		}
		for i, row := range b.rows() {
			c := s.Cells[i]
			text := func(title string) string { return row[b.columns()[title]] }
			if got, want := text("Time"), c.Text(); c.Timed() && got != want {
				t.Errorf("%s, %s: %q, want %q", c.Problem, c.Contender.String(), got, want)
			}
			against, told := "", ""
			switch base := c.Contender.String() == s.Baseline(); {
			case c.Speedup.Median == 0:
			case base:
				against = "baseline"
			default:
				against = table.Speed(c.Speedup.Median) + "*"
				if c.Speedup.Enough {
					against = table.SpeedBetween(c.Speedup.Median, c.Speedup.Low, c.Speedup.High)
				}
				switch told = "found"; {
				case c.SpeedupP == 0:
					told = "too few runs"
				case c.SpeedupP >= stats.Level:
					told = "none found"
				}
			}
			if got := text("Against"); got != against {
				t.Errorf("against %s: %s, %s: %q, want %q", s.Baseline(), c.Problem, c.Contender.String(), got, against)
			}
			if got := text("Difference"); got != told {
				t.Errorf("difference from %s: %s, %s: %q, want %q", s.Baseline(), c.Problem, c.Contender.String(), got, told)
			}
		}
	}
	b.choose("Baseline", "dlx")
	b.choose("Text", "QUEENS gini")
	b.choose("Encoding", "product")
	b.choose("Task", "count")
	eval[bool](b, `document.querySelector("th[data-column=time] button").click(); document.querySelector("th[data-column=time] button").click(); return true`)
	rows := b.rows()
	if len(rows) != 6 || !strings.HasPrefix(rows[0][0], "queens(9)") || !strings.HasPrefix(rows[5][0], "queens(4)") {
		t.Errorf("%q", rows)
	}
	link := eval[string](b, `return location.href`)
	if again := open(t, link).rows(); fmt.Sprint(again) != fmt.Sprint(rows) {
		t.Errorf("%s shows %q, want %q", link, again, rows)
	}
	eval[bool](b, `[...document.querySelectorAll(".filters button")].find(x => x.textContent === "Reset").click(); return true`)
	b.choose("discrepancies only", "")
	for _, row := range b.rows() {
		if ended := row[b.column("Ended")]; ended != "wrong" {
			t.Errorf("no discrepancy: %q", row)
		}
	}
}

// columns returns the positions of the columns that tests use, for the run of made.
func (b tab) columns() map[string]int {
	return map[string]int{"Time": 7, "Against": 8, "Difference": 9}
}

// first selects the chart of times of counting queens.
const first = `const figure = document.querySelector("[data-chart=time-queens-count]"); figure.scrollIntoView({block: "center"}); ` + settled + settled + `const svg = figure.querySelector(".plot svg");`

// TestCharts checks that a pointer on a mark shows its values, a click opens the instance, a drag
// zooms, and a click in the legend hides a contender in all charts.
func TestCharts(t *testing.T) {
	t.Parallel()
	r := made(t)
	b := open(t, file(t, report.Page{Runs: []report.Run{r}}))
	var want *summary.Cell
	for _, c := range r.Summary.Cells {
		if c.Problem == "queens(9)" && c.Contender.String() == "bitmask" {
			want = c
		}
	}
	// The last point of a line.
	at := eval[[]float64](b, first+`const p = svg.querySelector("[data-series=bitmask] .line"), end = p.getPointAtLength(p.getTotalLength()), box = svg.getBoundingClientRect()
		return [box.left + end.x, box.top + end.y, box.left, box.width]`)
	b.do(chromedp.MouseEvent(chromedp.MouseMoved, at[0], at[1]))
	tip := eval[string](b, settled+`return document.querySelector(".tip:not([hidden])")?.textContent ?? ""`)
	between := table.DurationBetween(want.Seconds.Median, want.Seconds.Low, want.Seconds.High)
	if !strings.Contains(tip, "queens(9)") || !strings.Contains(tip, table.Duration(want.Seconds.Median)) {
		t.Errorf("%q, want %s", tip, between)
	}
	b.do(chromedp.MouseClickXY(at[0], at[1]))
	if opened := eval[string](b, settled+`return document.querySelector("dialog[open] h2")?.textContent ?? ""`); !strings.HasPrefix(opened, "queens(9)") {
		t.Errorf("opened %q", opened)
	}
	if link := eval[string](b, `return location.hash`); !strings.Contains(link, "open=0%7Equeens%289%29%7Ecount") {
		t.Error(link)
	}
	b.do(chromedp.KeyEvent(kb.Escape))
	if eval[bool](b, settled+`return !!document.querySelector("dialog[open]")`) {
		t.Error("Escape does not close the instance")
	}

	ticks := func() string {
		return eval[string](b, first+`return [...svg.querySelectorAll(".axes text")].map(t => t.textContent).join(" ")`)
	}
	logarithmic := ticks()
	eval[bool](b, first+`figure.querySelector(".tools button").click(); return true`)
	if linear := ticks(); linear == logarithmic || !strings.Contains(linear, "0 ns") {
		t.Errorf("a linear axis has %s", linear)
	}
	eval[bool](b, first+`figure.querySelector(".tools button").click(); return true`)
	from, to := at[2]+at[3]*0.5, at[2]+at[3]*0.9
	b.do(chromedp.MouseEvent(chromedp.MouseMoved, from, at[1]), chromedp.MouseEvent(chromedp.MousePressed, from, at[1], chromedp.ButtonLeft, chromedp.ClickCount(1)),
		chromedp.MouseEvent(chromedp.MouseMoved, to, at[1], chromedp.ButtonLeft), chromedp.MouseEvent(chromedp.MouseReleased, to, at[1], chromedp.ButtonLeft, chromedp.ClickCount(1)))
	if part := ticks(); strings.Contains(part, " 4 ") || part == logarithmic {
		t.Errorf("a part of the sizes has %s", part)
	}
	eval[bool](b, first+`[...figure.querySelectorAll(".tools button")].find(x => x.textContent === "all").click(); return true`)
	if whole := ticks(); whole != logarithmic {
		t.Errorf("all sizes have %s, want %s", whole, logarithmic)
	}
	// A touch that starts on a chart and scrolls the page, and later a touch elsewhere.
	eval[bool](b, first+`const r = svg.getBoundingClientRect(), at = (on, type, x) => on.dispatchEvent(new PointerEvent(type, {bubbles: true, clientX: x, clientY: r.top + 90}))
		at(svg, "pointerdown", r.left + 0.5 * r.width)
		at(svg, "pointercancel", 0)
		at(document.body, "pointerup", r.left + 0.9 * r.width)
		return true`)
	if whole := ticks(); whole != logarithmic {
		t.Errorf("after a finger scrolled the page there is %s, want %s", whole, logarithmic)
	}

	chip := func(name, how string) {
		eval[bool](b, fmt.Sprintf(`[...document.querySelectorAll(".chip")].find(c => c.dataset.contender === %q).dispatchEvent(new MouseEvent(%q, {bubbles: true})); return true`, name, how))
	}
	shown := func() (lines, rows int) {
		return eval[int](b, first+`return svg.querySelectorAll(".series").length`), len(b.rows())
	}
	lines, rows := shown()
	chip("dlx", "click")
	if l, r := shown(); l != lines-1 || r >= rows {
		t.Errorf("%d lines and %d rows without one of %d and %d", l, r, lines, rows)
	}
	chip("dlx", "click")
	chip("dlx", "dblclick")
	if l, r := shown(); l != 1 || r != 8 {
		t.Errorf("%d lines and %d rows of one", l, r)
	}
	chip("dlx", "dblclick")
	if l, r := shown(); l != lines || r != rows {
		t.Errorf("%d lines and %d rows again, want %d and %d", l, r, lines, rows)
	}
}

// TestKeyboard checks that the keyboard reaches a chart, a point of it, the instance and its
// command, and goes back.
func TestKeyboard(t *testing.T) {
	t.Parallel()
	b := open(t, file(t, report.Page{Runs: []report.Run{made(t)}}))
	b.do(chromedp.KeyEvent(kb.Tab))
	if text := eval[string](b, `return document.activeElement.textContent`); !strings.HasPrefix(text, "Skip to") {
		t.Errorf("first comes %q", text)
	}
	eval[bool](b, first+`svg.focus(); return true`)
	b.do(chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowDown))
	if said := eval[string](b, first+`return figure.querySelector("[role=status]").textContent`); !strings.Contains(said, "size n 5: ") {
		t.Errorf("says %q", said)
	}
	b.do(chromedp.KeyEvent(kb.Enter))
	command := eval[string](b, settled+`const d = document.querySelector("dialog[open]"); return d.contains(document.activeElement) && d.querySelector("[data-command]").dataset.command`)
	if command != "nqueens count queens 5 --backend bitmask --timeout 10s --memory 1024MiB --seed 1 --json" {
		t.Errorf("%q", command)
	}
	b.do(chromedp.KeyEvent(kb.Escape))
	if !eval[bool](b, settled+`return !document.querySelector("dialog[open]")`) {
		t.Error("Escape does not close the instance")
	}
}

// TestInstance checks the board with givens, blocked squares and pieces, the answers of all
// contenders, and copying the command.
func TestInstance(t *testing.T) {
	t.Parallel()
	b := open(t, file(t, report.Page{Runs: []report.Run{made(t)}})+"#open=0%7Equeens%286%2C+given%3Db1%2C+blocked%3Da1%2Bf6%2C+excluded%3Dsum%3A0%29%7Efirst")
	got := eval[string](b, settled+`const d = document.querySelector("dialog[open]"), n = s => d.querySelectorAll(".chessboard " + s).length
		d.querySelector("[data-command]").click()
		while (!d.querySelector("tbody [role=status]").textContent) await new Promise(r => setTimeout(r, 100))
		return [n("path.piece"), n(".given"), n(".blocked"), n(".excluded"), d.querySelectorAll("tbody tr").length, d.querySelector("tbody [role=status]").textContent].join(" ")`)
	if !strings.HasPrefix(got, "6 1 2 1 3 ") || strings.HasSuffix(got, " ") {
		t.Errorf("%q", got)
	}
	b.do(chromedp.EmulateViewport(360, 800))
	if !eval[bool](b, settled+`const d = document.querySelector("dialog[open]"), edge = d.querySelector(".scroll").getBoundingClientRect().right
		return [...d.querySelectorAll("[data-command]")].every(x => x.getBoundingClientRect().right < edge)`) {
		t.Error("a button that copies a command is out of sight at 360 pixels")
	}
	b = open(t, file(t, report.Page{Runs: []report.Run{made(t)}})+"#open=0%7Etorus%286%29%7Efirst")
	if text := eval[string](b, settled+`return document.querySelector("dialog[open] tbody").textContent`); !strings.Contains(text, "unsatisfiable") || !strings.Contains(text, "checked") {
		t.Errorf("%q", text)
	}
}

// TestHostileNames checks that names are displayed literally and that the page requests nothing from a
// network.
func TestHostileNames(t *testing.T) {
	t.Parallel()
	b := open(t, file(t, report.Page{Runs: []report.Run{made(t)}}))
	names := eval[[]string](b, `return [...document.querySelectorAll(".chip bdi")].map(c => c.textContent)`)
	for _, name := range []string{evil, quoted, hebrew} {
		if !strings.Contains(strings.Join(names, "\n"), name) {
			t.Errorf("%q is not among %q", name, names)
		}
	}
	if title := eval[string](b, `return document.title`); title != "nqueens: made "+evil {
		t.Errorf("%q", title)
	}
	if got := eval[string](b, `return "default-src 'none'" + (document.querySelector("meta[http-equiv]").content.startsWith("default-src 'none'") ? "" : "?")`); strings.HasSuffix(got, "?") {
		t.Error("the policy allows requests")
	}
}

// TestWidths checks that the page fits a phone, a tablet and a screen, and that the verdict, the
// tables and the pictures are shown without the script and on paper.
func TestWidths(t *testing.T) {
	t.Parallel()
	address := file(t, report.Page{Runs: []report.Run{made(t), made(t)}})
	for _, width := range []int64{360, 800, 1400} {
		b := open(t, address, chromedp.EmulateViewport(width, 800))
		if got := eval[float64](b, first+`return document.documentElement.scrollWidth`); got > float64(width) {
			t.Errorf("%v wide on %d", got, width)
		}
		if cut := eval[[]string](b, first+`return [...document.querySelectorAll("table.results th")].filter(c => c.scrollWidth > c.clientWidth || c.firstChild.scrollWidth > c.firstChild.clientWidth).map(c => c.textContent)`); len(cut) > 0 {
			t.Errorf("column heads that are cut off on %d: %q", width, cut)
		}
	}
	disabled := chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
		return err
	})
	seen := `const seen = s => [...document.querySelectorAll(s)].filter(e => e.getBoundingClientRect().height > 0).length
		return [seen(".sentences p"), seen(".card"), seen("figure svg") > 3, seen(".times table") > 0, seen(".rankings table"), seen("#table")].join(" ")`
	want := "6 12 true true 2 0"
	if got := eval[string](open(t, address, disabled), seen); got != want {
		t.Errorf("without a script %s, want %s", got, want)
	}
	paper := chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
		return err
	})
	printed := open(t, address, paper)
	if got := eval[string](printed, seen); got != want {
		t.Errorf("on paper %s, want %s", got, want)
	}
	// On paper there must be no hints about clicks and no heading at the end of a page.
	if help := eval[[]string](printed, `return [...document.querySelectorAll(".charts p")].filter(e => e.getBoundingClientRect().height > 0 && e.textContent.includes("click")).map(e => e.textContent)`); len(help) > 0 {
		t.Errorf("on paper %q", help)
	}
	if loose := eval[[]string](printed, `return [...document.querySelectorAll("h3, .caption")].filter(e => getComputedStyle(e).breakAfter !== "avoid").map(e => e.textContent)`); len(loose) > 0 {
		t.Errorf("heads that a page may end with: %q", loose)
	}
}

// TestFirstScreen checks that expected wrong answers leave the first chart on the first screen (on
// a phone the second), that the legend groups the encodings of a backend, and that a chart of ranks
// has the colours of the others and the width of the screen.
func TestFirstScreen(t *testing.T) {
	t.Parallel()
	r, err := report.ReadRun("../../results/baseline", false, backends.All(), family.All())
	if err != nil {
		t.Fatal(err)
	}
	contenders, names := map[string]bool{}, map[string]bool{}
	for _, c := range r.Summary.Cells {
		contenders[c.Contender.String()], names[c.Contender.Backend] = true, true
	}
	address := file(t, report.Page{Runs: []report.Run{r, r}})
	for _, screen := range []struct {
		width, high, screens int64
		scheme               string
	}{{1400, 900, 1, "light"}, {390, 844, 2, "dark"}} {
		coloured := chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
			_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: screen.scheme}}})
			return err
		})
		b := open(t, address, chromedp.EmulateViewport(screen.width, screen.high), coloured)
		if bottom := eval[float64](b, first+`return svg.getBoundingClientRect().bottom + window.scrollY`); bottom > float64(screen.screens*screen.high) {
			t.Errorf("%d pixels wide: the first chart ends at %.0f", screen.width, bottom)
		}
		groups := eval[int](b, `return document.querySelectorAll("#run-1 .legend > .chips > :not(.quiet)").length`)
		if chips := eval[int](b, `return document.querySelectorAll("#run-1 .legend [data-contender]").length`); chips != len(contenders) || groups != len(names) {
			t.Errorf("%d chips in %d groups, want %d in %d", chips, groups, len(contenders), len(names))
		}
		ranks := `const figure = document.querySelector("[data-chart^=ranks]"); figure.scrollIntoView();` + settled + settled + `const g = figure.querySelector("[data-series=dlx]"), svg = figure.querySelector("svg");`
		colour := eval[string](b, ranks+`return getComputedStyle(g.querySelector(".filled")).fill`)
		if same := eval[string](b, first+`return getComputedStyle(figure.querySelector("[data-series=dlx] .filled")).fill`); colour != same {
			t.Errorf("%s: dlx is %s among ranks and %s elsewhere", screen.scheme, colour, same)
		}
		if cut := eval[bool](b, ranks+`return svg.getBoundingClientRect().right > innerWidth || [...svg.querySelectorAll("text")].some(x => x.getBoundingClientRect().left < svg.getBoundingClientRect().left - 1 || x.getBoundingClientRect().right > svg.getBoundingClientRect().right + 1)`); cut {
			t.Errorf("%d pixels wide: a chart of ranks is cut", screen.width)
		}
	}
}
