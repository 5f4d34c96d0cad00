package play_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"nqueens/internal/browsertest"
	"nqueens/show/play"
	"nqueens/show/play/engines"
)

func TestMain(m *testing.M) { os.Exit(browsertest.Main(m)) }

// answered is JavaScript that waits until the position is surveyed.
const answered = `while (document.body.dataset.answered !== "all") await new Promise(r => setTimeout(r, 20));
	const $ = id => document.getElementById(id), square = name => document.querySelector("[data-square=" + name + "]");`

// open opens the page with a fragment, for a window of the given width, and waits for its first answer.
func open(t *testing.T, fragment string, width int64, prepare ...chromedp.Action[chromedp.Void]) browsertest.Tab {
	t.Helper()
	b := browsertest.Open(t, page(t)+"#"+fragment, append(prepare, chromedp.EmulateViewport(width, 900))...)
	browsertest.Eval[bool](b, answered+"return true")
	return b
}

// page writes the page into a file and returns its address.
func page(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "play.html")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := play.Write(file); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	return "file://" + path
}

// text returns the text of an element.
func text(b browsertest.Tab, id string) string {
	b.Helper()
	return browsertest.Eval[string](b, answered+`return $("`+id+`").innerText`)
}

// click clicks a square by pointer events, as a mouse does.
const click = `const press = (e, type, x, y) => e.dispatchEvent(new PointerEvent(type, {bubbles: true, button: 0, clientX: x, clientY: y}))
	const middle = e => { const r = e.getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2] }
	const click = name => { const e = square(name); press(e, "pointerdown", ...middle(e)); press(e, "pointerup", ...middle(e)) }
	const drag = (from, to) => { const a = square(from), b = square(to); press(a, "pointerdown", ...middle(a)); press(a, "pointermove", ...middle(b)); press(b, "pointerup", ...middle(b)) }
	const key = k => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key: k, bubbles: true, cancelable: true}))
	const choose = (id, value) => { $(id).value = value; $(id).dispatchEvent(new Event("change")) }
	const settled = async () => { do await new Promise(r => setTimeout(r, 20)); while (document.body.dataset.answered !== "all") }
	const until = async holds => { while (!holds()) await new Promise(r => setTimeout(r, 20)) }
`

// do runs JavaScript with the functions above and returns the position in the page's address.
func do(b browsertest.Tab, js string) string {
	b.Helper()
	return browsertest.Eval[string](b, answered+click+js+`; return decodeURIComponent(location.hash.replaceAll("+", " "))`)
}

// TestBoard checks the answers for positions made with the mouse and the keyboard.
func TestBoard(t *testing.T) {
	t.Parallel()
	b := open(t, "", 1400)
	is := func(step, hash, count string) {
		t.Helper()
		if got := do(b, step+"; await settled()"); got != hash {
			t.Errorf("after %s the position is %s, not %s", step, got, hash)
		}
		if got := text(b, "count"); got != count {
			t.Errorf("after %s: %s, not %s", step, got, count)
		}
	}
	is(``, "", "92 solutions.")
	t.Logf("first answer %.0f ms after the page began to load", browsertest.Eval[float64](b, `return performance.getEntriesByName("first answer")[0].startTime`))
	is(`click("a1")`, "#family=queens&n=8&given=a1", "4 solutions.")
	is(`drag("a1", "d4")`, "#family=queens&n=8&given=d4", "8 solutions.")
	is(`square("e3").focus(); key("ArrowRight"); key("ArrowDown"); key("b")`, "#family=queens&n=8&given=d4&blocked=f2", "8 solutions.")
	is(`square("d4").focus(); key("Delete")`, "#family=queens&n=8&blocked=f2", "78 solutions.")
	is(`$("undo").click(); $("undo").click()`, "#family=queens&n=8&given=d4", "8 solutions.")
	is(`$("clear").click()`, "#family=queens&n=8", "92 solutions.")
	is(`choose("ranks", "6")`, "#family=queens&n=6", "4 solutions.")
	is(`choose("family", "rooks")`, "#family=rooks&n=6", "720 solutions.")
	is(`$("undo").click()`, "#family=queens&n=6", "4 solutions.")
	is(`choose("files", "8")`, "#family=queens&n=6&files=8", "550 solutions.")
	is(`choose("family", "bishops"); choose("pieces", "3")`, "#family=bishops&n=6&pieces=3", "3,896 solutions.")
	is(`choose("pieces", "many")`, "#family=bishops&n=6&pieces=many", `"many" pieces: write a number, 3..5, 3.. or ..5`)
	is(`choose("family", "regions"); choose("pieces", ""); choose("ranks", "5")`, "#family=regions&n=5&map=eeeee/ddddd/ccccc/bbbbb/aaaaa", "14 solutions.")
	is(`[...$("tools").children].find(b => b.textContent === "b").click(); click("c1")`, "#family=regions&n=5&map=eeeee/ddddd/ccccc/bbbbb/aabaa", "10 solutions.")
	is(`choose("family", "peaceable"); choose("ranks", "4"); [...$("tools").children][1].click(); click("a1")`, "#family=peaceable&n=4&given=B@a1", "14 solutions with 2 pieces, the most possible.")
}

// TestKeyboard places, blocks and paints by keys alone, and drags pieces of another kind.
func TestKeyboard(t *testing.T) {
	t.Parallel()
	b := open(t, "family=queens&n=6", 1400)
	for _, c := range []struct{ step, hash string }{
		{`square("a2").focus(); document.activeElement.click()`, "#family=queens&n=6&given=a2"},
		{`document.activeElement.click()`, "#family=queens&n=6"},
		{`key("End"); key("ArrowUp"); key("b")`, "#family=queens&n=6&blocked=f3"},
		{`key("Home"); key("Backspace"); document.activeElement.click()`, "#family=queens&n=6&given=a3&blocked=f3"},
		{`[...$("tools").children][1].click(); square("b6").focus(); document.activeElement.click()`, "#family=queens&n=6&given=a3&blocked=f3 b6"},
		{`choose("family", "peaceable"); $("clear").click(); [...$("tools").children][1].click(); click("b2"); drag("b2", "c5")`, "#family=peaceable&n=6&given=B@c5"},
		{`const a = square("c5"), away = document.querySelector("h1"); press(a, "pointerdown", ...middle(a)); press(a, "pointermove", ...middle(away)); press(away, "pointerup", ...middle(away))`, "#family=peaceable&n=6"},
		{`choose("family", "regions"); choose("ranks", "4"); [...$("tools").children].find(b => b.textContent === "c").click(); drag("a1", "b1")`, "#family=regions&n=4&map=dddd/cccc/bbbb/ccaa"},
	} {
		if got := do(b, c.step+"; await settled()"); got != c.hash {
			t.Errorf("after %s the position is %s, not %s", c.step, got, c.hash)
		}
	}
}

// TestLargeBoards checks that the page refuses an address with a board beyond its limit, and goes
// on.
func TestLargeBoards(t *testing.T) {
	t.Parallel()
	for _, fragment := range []string{"family=queens&n=17&given=q17", "family=queens&n=8&files=1000000000"} {
		b := open(t, fragment, 1400)
		if got := text(b, "count"); !strings.Contains(got, "at most 16 squares a side") {
			t.Errorf("%s: %s", fragment, got)
		}
		do(b, `choose("ranks", "6"); await settled()`)
		if got := text(b, "count"); got != "4 solutions." {
			t.Errorf("after %s: %s", fragment, got)
		}
	}
}

// TestWithoutWebAssembly checks that the page states why its engines do not run.
func TestWithoutWebAssembly(t *testing.T) {
	t.Parallel()
	b := browsertest.Open(t, page(t), browsertest.Script("delete globalThis.WebAssembly"))
	if got := browsertest.Eval[string](b, `return document.getElementById("static").innerText`); !strings.Contains(got, "has no WebAssembly") {
		t.Error(got)
	}
	if browsertest.Eval[bool](b, `return document.querySelector(".desk").checkVisibility()`) {
		t.Error("the board is visible")
	}
}

// TestPanels checks the panels beside the board.
func TestPanels(t *testing.T) {
	t.Parallel()
	b := open(t, "family=queens&n=6", 1400)
	is := func(step, id string, parts ...string) {
		t.Helper()
		do(b, step)
		got := text(b, id)
		for _, part := range parts {
			if !strings.Contains(got, part) {
				t.Errorf("after %s: %q does not contain %q", step, got, part)
			}
		}
	}
	for _, c := range []struct {
		step, id string
		parts    []string
	}{
		{`$("all").click(); await until(() => !$("leaf").hidden)`, "status", []string{"4 solutions, 1 up to symmetry."}},
		{``, "of", []string{"of 4: a2 b4 c6 d1 e3 f5"}},
		{`$("next").click()`, "of", []string{"of 4: a3 b6 c2 d5 e1 f4"}},
		{`$("previous").click(); $("previous").click()`, "of", []string{"of 4: a5 b3 c1 d6 e4 f2"}},
		{``, "images-note", []string{"4 solutions"}},
		{`$("fundamental").click()`, "of", []string{"of 1, no two of which are symmetric"}},
		{`$("hide").click(); $("hint").click(); await until(() => $("status").textContent.includes("A solution"))`, "status", []string{"A solution has a piece on"}},
		{`click("a1"); await settled(); $("hint").click(); await until(() => $("status").textContent.includes("no solution"))`, "status", []string{"take a piece back"}},
		{`$("clear").click(); await settled(); $("one").click(); await until(() => $("status").textContent.includes(" f"))`, "status", []string{"a4 b1 c5 d2 e6 f3"}},
		{`document.querySelectorAll("details").forEach(d => d.open = true); $("run").click(); await until(() => document.querySelectorAll("#work tr").length === 5 && $("work-stop").hidden)`, "work-table", []string{"bitmask", "dlx", "branch", "allsat", "gini", "nodes"}},
		{``, "sizes", []string{"36 variables"}},
		{``, "words", []string{"not a1 or not b1"}},
		{`choose("encoding", "sequential"); await until(() => $("sizes").textContent.includes("variables") && !$("sizes").textContent.includes("36 var"))`, "sizes", []string{"variables"}},
		{`$("answers").value = "2 4 6 1 3 5\n135024\n362514\na1,b2,c3,d4,e5,f6\n?"; $("check").click(); await until(() => !$("verdicts").hidden)`, "sheet-note", []string{"2 right, 3 not, 1 are symmetric", "2 missing", "Show one that is missing"}},
		{``, "lines", []string{"twice: the same as line 1", "wrong: ", "attack each other", "unreadable"}},
	} {
		is(c.step, c.id, c.parts...)
	}
	if got := browsertest.Eval[string](b, answered+`return $("command").value`); got != "nqueens count queens 6" {
		t.Errorf("the command is %s", got)
	}
	if got := browsertest.Eval[int](b, answered+`return [...document.querySelectorAll("#work tr")].filter(r => r.cells[1].textContent === "4").length`); got != 5 {
		t.Errorf("%d of 5 engines answered 4", got)
	}
}

// TestStop checks that a long count stops at once, and that the page answers again.
func TestStop(t *testing.T) {
	t.Parallel()
	b := open(t, "family=queens&n=6", 1400)
	do(b, `choose("time", "0"); await settled(); choose("ranks", "16"); await until(() => $("count").textContent.startsWith("At least")); $("stop").click(); await settled(); choose("ranks", "5"); await settled()`)
	if got := text(b, "count"); got != "10 solutions." {
		t.Error(got)
	}
}

// TestCurrent checks that the compiled engines of the page give the same counts as today's. If it
// fails after an intended change, run `go run ./show/play/web`.
func TestCurrent(t *testing.T) {
	t.Parallel()
	b := open(t, "family=queens&n=6", 1400)
	for _, f := range engines.Families() {
		if f.Layers {
			continue
		}
		p := engines.Position{Family: f.Name, N: 4, Given: []string{"b2"}}
		var want engines.Survey
		if err := p.Survey(0, func(s engines.Survey) { want = s }); err != nil {
			continue
		}
		got := browsertest.Eval[[2]string](b, answered+click+`location.hash = "family=`+f.Name+`&n=4&given=b2"; await settled(); return [$("command").value, $("count").innerText.replace(/\D.*/, "")]`)
		if got[0] != want.Command || got[1] != strings.TrimPrefix(want.Count, "0") {
			t.Errorf("%s: %s in the page, %s here", f.Name, got, want.Count)
		}
	}
}

// TestAccessible checks that axe-core finds no problem in either colours and on a phone, and that
// the page does not scroll sideways.
func TestAccessible(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		scheme string
		width  int64
	}{{"light", 1400}, {"dark", 1400}, {"light", 390}} {
		b := open(t, "family=queens&n=8&given=a1+b5&blocked=d4", c.width, browsertest.Scheme(c.scheme))
		do(b, `document.querySelectorAll("details").forEach(d => d.open = true); $("all").click(); $("run").click(); await until(() => document.querySelectorAll("#work tr").length === 5 && $("work-stop").hidden); await until(() => $("words").children.length > 0)`)
		browsertest.Accessible(b, "html", "")
		if wide := browsertest.Eval[int](b, `return document.documentElement.scrollWidth - innerWidth`); wide > 0 {
			t.Errorf("%d pixels wide: the page is %d pixels too wide", c.width, wide)
		}
	}
}

// TestSize checks that the page has less than three megabytes.
func TestSize(t *testing.T) {
	var page bytes.Buffer
	if err := play.Write(&page); err != nil || page.Len() >= 3e6 {
		t.Errorf("%d bytes, %v", page.Len(), err)
	}
}

// TestShots writes pictures of the page into the folder $NQUEENS_SHOTS.
func TestShots(t *testing.T) {
	dir := os.Getenv("NQUEENS_SHOTS")
	if dir == "" {
		t.Skip("$NQUEENS_SHOTS is not set")
	}
	for name, c := range map[string]struct {
		fragment, do, scheme string
		width                int64
	}{
		"first":   {"", "", "light", 1400},
		"phone":   {"family=queens&n=8&given=a1", "", "light", 390},
		"dark":    {"family=queens&n=8&given=a1", `$("all").click(); while ($("leaf").hidden) await new Promise(r => setTimeout(r, 20));`, "dark", 1400},
		"attack":  {"family=queens&n=8&given=a1+c3&blocked=d4", `$("shade").value = "attacked"; $("shade").dispatchEvent(new Event("change"));`, "light", 1400},
		"counts":  {"family=queens&n=10&given=b1", `$("shade").value = "counts"; $("shade").dispatchEvent(new Event("change")); for (const d of document.querySelectorAll("details")) d.open = true; $("run").click(); await new Promise(r => setTimeout(r, 2000))`, "light", 1400},
		"large":   {"family=queens&n=16&given=b1", ``, "light", 1400},
		"regions": {"family=regions&n=6&map=aabbcc/aabbcc/addbec/fddeec/fdeeec/ffffff&given=a1", ``, "light", 1400},
		"army":    {"family=peaceable&n=5", `$("one").click(); await new Promise(r => setTimeout(r, 1000))`, "light", 1400},
	} {
		b := open(t, c.fragment, c.width, browsertest.Scheme(c.scheme))
		browsertest.Eval[bool](b, answered+c.do+";return true")
		ctx := b.Context
		picture, err := chromedp.Run(ctx, chromedp.FullScreenshot(100))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name+".png"), picture, 0o666); err != nil {
			t.Fatal(err)
		}
		t.Log(name, strings.ReplaceAll(text(b, "count")+" "+text(b, "details"), "\n", " "))
	}
}
