package report_test

import (
	"testing"

	"nqueens/bench/report"
	"nqueens/internal/browsertest"
)

// TestAccessible checks that axe-core finds no problem in the page with its charts drawn and one as
// a table, in an instance, and in the page's dark colours (an instance has no own colours).
func TestAccessible(t *testing.T) {
	t.Parallel()
	for _, look := range []struct {
		scheme, options string
		runs            []report.Run
	}{{"light", "", []report.Run{made(t), made(t)}}, {"dark", `, runOnly: ["cat.color"]`, []report.Run{made(t)}}} {
		b := open(t, file(t, report.Page{Runs: look.runs}), browsertest.Scheme(look.scheme))
		in := func(part string) {
			t.Helper()
			browsertest.Accessible(b.Tab, part, look.options)
		}
		eval[bool](b, first+`figure.querySelector(".as-table").open = true; document.querySelector(".facts").open = true; `+settled+`
			window.scrollTo(0, document.body.scrollHeight);`+settled+` return true`)
		in("html")
		if look.scheme == "light" {
			eval[bool](b, `document.querySelector(".results tbody button").click();`+settled+`return true`)
			in("dialog[open]")
		}
	}
}
