package show_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/trace"
	"nqueens/family"
	"nqueens/internal/browsertest"
	"nqueens/show"
)

func TestMain(m *testing.M) { os.Exit(browsertest.Main(m)) }

// traced returns the trace of a search.
func traced(t testing.TB, backend string, p nqueens.Problem, task nqueens.Task, limit int) *show.Trace {
	t.Helper()
	b, err := backends.Named(backends.All(), backend)
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	r := trace.NewRecorder(&file, limit)
	r.Begin(trace.Header{Problem: p.String(), Task: string(task), Backend: backend})
	out := b.(backends.Tracer).Trace(context.Background(), nqueens.Request{Problem: p, Task: task}, r)
	if err := r.End(string(out.Status)); err != nil {
		t.Fatal(err)
	}
	h, events, complete, err := trace.Read(backend, &file)
	if err != nil || !complete {
		t.Fatal(complete, err)
	}
	one, err := show.New(backend, h, p, events)
	if err != nil {
		t.Fatal(err)
	}
	return one
}

func open(t *testing.T, width int64, scheme string, traces ...*show.Trace) browsertest.Tab {
	t.Helper()
	var page bytes.Buffer
	if err := show.WritePage(&page, traces...); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "trace.html")
	if err := os.WriteFile(path, page.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return browsertest.Open(t, "file://"+path, browsertest.Scheme(scheme), chromedp.EmulateViewport(width, 900))
}

const page = `const $ = id => document.getElementById(id), now = () => document.querySelector(".now").textContent, board = () => document.querySelector(".trace-board").getAttribute("aria-label")
	const key = k => document.body.dispatchEvent(new KeyboardEvent("keydown", {key: k, bubbles: true, cancelable: true}));`

// TestPage steps through searches with the buttons and the keyboard.
func TestPage(t *testing.T) {
	t.Parallel()
	p := nqueens.Problem{Family: family.Queens, N: 6}
	b := open(t, 1400, "light", traced(t, "dlx", p, nqueens.FindFirst, 0))
	for _, c := range []struct{ do, now, board string }{
		{"", "Before the first step.", "Board with no piece"},
		{`$("forward").click()`, "Step 1: branch on rank 4, which has 6 options left.", "Board with no piece"},
		{`key("ArrowRight")`, "Step 2: try a4.", "Board with a4"},
		{`key("c")`, "Step 9: conflict: rank 3.", "Board with a4, c1, b6, e2"},
		{`key("ArrowRight"); key("ArrowRight")`, "Step 11: try c3.", "Board with a4, c3"},
		{`key("ArrowLeft")`, "Step 10: back.", "Board with a4"},
		{`$("solution").click()`, "Step 32: solution.", "Board with a4, c5, "},
		{`$("first").click()`, "Before the first step.", "Board with no piece"},
		{`$("slider").value = 2; $("slider").dispatchEvent(new Event("input"))`, "Step 2: try a4.", "Board with a4"},
		{`document.querySelectorAll(".tree .link")[2].click()`, "Step ", "Board with a4, "},
	} {
		if got := browsertest.Eval[[]string](b, page+c.do+"; return [now(), board()]"); !strings.HasPrefix(got[0], c.now) || !strings.HasPrefix(got[1], c.board) {
			t.Errorf("after %s: %q, not %q, %q", c.do, got, c.now, c.board)
		}
	}
}

// TestAccessible checks that axe-core finds no problem in the pages of each engine.
func TestAccessible(t *testing.T) {
	t.Parallel()
	p := nqueens.Problem{Family: family.Queens, N: 6}
	for name, traces := range map[string][]*show.Trace{
		"dlx light": {traced(t, "dlx", p, nqueens.FindFirst, 0)},
		"sat dark":  {traced(t, "allsat", p, nqueens.FindFirst, 0)},
		"two light": {traced(t, "place", p, nqueens.FindFirst, 0), traced(t, "bitmask", p, nqueens.FindFirst, 0)},
	} {
		b := open(t, 1400, strings.Fields(name)[1], traces...)
		browsertest.Eval[bool](b, page+`key("c"); return true`)
		browsertest.Accessible(b, "html", "")
	}
}

// TestShots writes pictures of pages into the folder $NQUEENS_SHOTS.
func TestShots(t *testing.T) {
	dir := os.Getenv("NQUEENS_SHOTS")
	if dir == "" {
		t.Skip("$NQUEENS_SHOTS is not set")
	}
	p := nqueens.Problem{Family: family.Queens, N: 6}
	level := nqueens.Problem{Family: family.Regions, N: 6, Regions: "aaabcd/aaabcd/bbbbcd/bbeccd/feeccd/ffeecc"}
	type shot struct {
		traces []*show.Trace
		do     string
	}
	shots := map[string]shot{
		"dlx":     {[]*show.Trace{traced(t, "dlx", p, nqueens.FindFirst, 0)}, `key("c")`},
		"allsat":  {[]*show.Trace{traced(t, "allsat", nqueens.Problem{Family: family.Queens, N: 8}, nqueens.FindAll, 0)}, `for (let i = 0; i < 9; i++) key("c")`},
		"linear":  {[]*show.Trace{traced(t, "linear", nqueens.Problem{Family: family.Queens, N: 10, Given: []nqueens.Square{{}}}, nqueens.FindFirst, 0)}, `key("ArrowRight");key("ArrowRight")`},
		"bits":    {[]*show.Trace{traced(t, "bitmask", p, nqueens.FindAll, 0)}, `key("c")`},
		"regions": {[]*show.Trace{traced(t, "bitmask", level, nqueens.CountAll, 0)}, `key("c")`},
		"branch":  {[]*show.Trace{traced(t, "branch", level, nqueens.CountAll, 0)}, `key("c");key("c")`},
		"sharp":   {[]*show.Trace{traced(t, "sharp", p, nqueens.CountAll, 0)}, `for (let i = 0; i < 40; i++) key("ArrowRight")`},
		"cores":   {[]*show.Trace{traced(t, "cores", nqueens.Problem{Family: family.Domination, N: 6}, nqueens.Optimise, 0)}, `key("s");key("s")`},
		"swaps":   {[]*show.Trace{traced(t, "sosic-gu", nqueens.Problem{Family: family.Queens, N: 10}, nqueens.FindFirst, 0)}, `for (let i = 0; i < 16; i++) key("ArrowRight")`},
		"two":     {[]*show.Trace{traced(t, "place", p, nqueens.FindAll, 0), traced(t, "bitmask", p, nqueens.FindAll, 0)}, `key("c");key("c");key("c")`},
	}
	for name, c := range shots {
		for _, width := range []int64{1400, 390} {
			b := open(t, width, "light", c.traces...)
			browsertest.Eval[bool](b, page+c.do+";return true")
			picture, err := chromedp.Run(b.Context, chromedp.FullScreenshot(100))
			if err == nil {
				err = os.WriteFile(filepath.Join(dir, fmt.Sprintf("trace-%s-%d.png", name, width)), picture, 0o666)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
}
