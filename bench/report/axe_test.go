package report_test

import (
	"archive/tar"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"nqueens/bench/report"
)

// axeVersion is the version of axe-core, which checks a page's accessibility. It is downloaded with
// npm and kept in the user's cache.
const axeVersion = "4.14.1"

func axe(t *testing.T) string {
	t.Helper()
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	dir := filepath.Join(cache, "nqueens-test")
	name := filepath.Join(dir, "axe-core-"+axeVersion+".tgz")
	if _, err := os.Stat(name); err != nil {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			t.Skip("no place for axe-core:", err)
		}
		ctx, end := context.WithTimeout(context.Background(), time.Minute)
		defer end()
		if out, err := exec.CommandContext(ctx, "npm", "pack", "--silent", "--pack-destination", dir, "axe-core@"+axeVersion).CombinedOutput(); err != nil {
			t.Skipf("axe-core cannot be fetched with npm: %v: %s", err, out)
		}
	}
	text, err := member(name, "package/axe.min.js")
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return text
}

// member returns one file of a gzipped archive.
func member(archive, name string) (string, error) {
	file, err := os.Open(archive)
	if err != nil {
		return "", err
	}
	defer file.Close()
	unzipped, err := gzip.NewReader(file)
	if err != nil {
		return "", err
	}
	for r := tar.NewReader(unzipped); ; {
		switch h, err := r.Next(); {
		case errors.Is(err, io.EOF):
			return "", fmt.Errorf("there is no %s in it", name)
		case err != nil:
			return "", err
		case h.Name == name:
			text, err := io.ReadAll(r)
			return string(text), err
		}
	}
}

// TestAccessible checks that axe-core finds no problem in the page with its charts drawn and one as
// a table, in an instance, and in the page's dark colours (an instance has no own colours).
func TestAccessible(t *testing.T) {
	t.Parallel()
	text := axe(t)
	for _, look := range []struct {
		scheme, options string
		runs            []report.Run
	}{{"light", "", []report.Run{made(t), made(t)}}, {"dark", `, runOnly: ["cat.color"]`, []report.Run{made(t)}}} {
		coloured := chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
			_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: look.scheme}}})
			return err
		})
		b := open(t, file(t, report.Page{Runs: look.runs}), coloured)
		in := func(part string) {
			t.Helper()
			for _, found := range eval[[]string](b, `const r = await axe.run("`+part+`", {resultTypes: ["violations"]`+look.options+`}); return r.violations.map(v => v.id + ": " + v.nodes.map(n => n.html.slice(0, 200) + " " + (n.any[0]?.message ?? "")).slice(0, 3).join(" | "))`) {
				t.Errorf("%s, %s: %s", look.scheme, part, found)
			}
		}
		eval[bool](b, first+`figure.querySelector(".as-table").open = true; document.querySelector(".facts").open = true; `+settled+`
			window.scrollTo(0, document.body.scrollHeight);`+settled+` return true`)
		eval[bool](b, strings.TrimSpace(text)+"\nreturn true")
		in("html")
		if look.scheme == "light" {
			eval[bool](b, `document.querySelector(".results tbody button").click();`+settled+`return true`)
			in("dialog[open]")
		}
	}
}
