package play_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"nqueens/internal/browsertest"
	"nqueens/show/play"
)

func TestMain(m *testing.M) { os.Exit(browsertest.Main(m)) }

// answered is JavaScript that waits until the position is surveyed.
const answered = `while (document.body.dataset.answered !== "all") await new Promise(r => setTimeout(r, 20));
	const $ = id => document.getElementById(id), square = name => document.querySelector("[data-square=" + name + "]");`

// open opens the page with a fragment, for a window of the given width, and waits for its first answer.
func open(t *testing.T, fragment string, width int64, prepare ...chromedp.Action[chromedp.Void]) browsertest.Tab {
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
	b := browsertest.Open(t, "file://"+path+"#"+fragment, append(prepare, chromedp.EmulateViewport(width, 900))...)
	browsertest.Eval[bool](b, answered+"return true")
	return b
}

// text returns the text of an element.
func text(b browsertest.Tab, id string) string {
	b.Helper()
	return browsertest.Eval[string](b, answered+`return $("`+id+`").innerText`)
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
		"first":  {"", "", "light", 1400},
		"phone":  {"family=queens&n=8&given=a1", "", "light", 390},
		"dark":   {"family=queens&n=8&given=a1", `$("all").click(); while ($("leaf").hidden) await new Promise(r => setTimeout(r, 20));`, "dark", 1400},
		"attack": {"family=queens&n=8&given=a1+c3&blocked=d4", `$("shade").value = "attacked"; $("shade").dispatchEvent(new Event("change"));`, "light", 1400},
		"counts": {"family=queens&n=10&given=b1", `$("shade").value = "counts"; $("shade").dispatchEvent(new Event("change")); for (const d of document.querySelectorAll("details")) d.open = true; $("run").click(); await new Promise(r => setTimeout(r, 2000))`, "light", 1400},
		"large":  {"family=queens&n=16&given=b1", ``, "light", 1400},
		"army":   {"family=peaceable&n=5", `$("one").click(); await new Promise(r => setTimeout(r, 1000))`, "light", 1400},
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
