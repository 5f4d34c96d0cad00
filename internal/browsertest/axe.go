package browsertest

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
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// axeVersion is the version of axe-core, which checks a page's accessibility. It is downloaded with
// npm and kept in the user's cache.
const axeVersion = "4.14.1"

// axe returns the code of axe-core. The test is skipped if it cannot be fetched.
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

// Script is a step that runs JavaScript before the scripts of the pages that are opened later.
func Script(source string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: source})
		return err
	})
}

// Scheme is a step that selects the page's light or dark colours.
func Scheme(name string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: name}}})
		return err
	})
}

// Accessible reports each violation that axe-core finds in a part of the page, given by a selector,
// as an error. options are further fields of axe's options: `, runOnly: ["cat.color"]`.
func Accessible(b Tab, part, options string) {
	b.Helper()
	Eval[bool](b, strings.TrimSpace(axe(b.T))+"\nreturn true")
	for _, found := range Eval[[]string](b, `const r = await axe.run("`+part+`", {resultTypes: ["violations"]`+options+`}); return r.violations.map(v => v.id + ": " + v.nodes.map(n => n.html.slice(0, 200) + " " + (n.any[0]?.message ?? "")).slice(0, 3).join(" | "))`) {
		b.Errorf("%s: %s", part, found)
	}
}
