// Package browsertest runs tests of pages in headless Chromium.
package browsertest

import (
	"context"
	"flag"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// chromium is the browser that all tests share; each test has its own tab.
var chromium struct {
	sync.Once
	ctx  context.Context
	end  []context.CancelFunc
	fail error
}

// Main runs the tests of a package and then ends the browser. The tests mostly wait for the browser,
// so four run at a time.
func Main(m *testing.M) int {
	if err := flag.Set("test.parallel", "4"); err != nil {
		panic(err)
	}
	status := m.Run()
	for i := range chromium.end {
		chromium.end[len(chromium.end)-1-i]()
	}
	return status
}

// A Tab is an open page. A message on its console or a network request fails the test at its end.
type Tab struct {
	*testing.T
	Context context.Context
}

// Open opens a page in a separate tab, after the given steps. The test is skipped where no browser
// runs.
func Open(t *testing.T, address string, prepare ...chromedp.Action[chromedp.Void]) Tab {
	t.Helper()
	chromium.Do(func() {
		options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.DisableGPU, chromedp.WSURLReadTimeout(5*time.Minute)) // for a busy machine
		ctx, end := chromedp.NewExecAllocator(context.Background(), options...)
		chromium.end = append(chromium.end, end)
		chromium.ctx, end = chromedp.NewContext(ctx)
		chromium.end = append(chromium.end, end)
		chromium.fail = chromedp.Do(chromium.ctx, chromedp.Navigate("about:blank"))
	})
	if chromium.fail != nil {
		t.Skipf("no browser runs here: %v", chromium.fail)
	}
	ctx, end := chromedp.NewContext(chromium.ctx)
	t.Cleanup(end)
	b := Tab{t, ctx}
	var mutex sync.Mutex
	var said []string
	say := func(format string, args ...any) {
		mutex.Lock()
		said = append(said, fmt.Sprintf(format, args...))
		mutex.Unlock()
	}
	page, _, _ := strings.Cut(address, "#")
	err := chromedp.Listen(ctx, func(event any) {
		switch e := event.(type) {
		case *runtime.EventConsoleAPICalled:
			say("console: %s", e.Type)
		case *runtime.EventExceptionThrown:
			say("exception: %s", e.ExceptionDetails.Text)
		case *log.EventEntryAdded:
			say("log: %s", e.Entry.Text)
		case *network.EventRequestWillBeSent:
			if asked, _, _ := strings.Cut(e.Request.URL, "#"); !strings.HasPrefix(asked, page) && asked != "about:blank" && !strings.HasPrefix(asked, "blob:") && !strings.HasPrefix(asked, "data:") {
				say("asked for %s", asked)
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	enable := chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, network.Enable, network.EnableParams{})
		if err == nil {
			_, err = cdp.Call(ctx, target, log.Enable, cdp.Empty{})
		}
		return err
	})
	b.Do(enable, chromedp.EmulateViewport(1400, 900))
	b.Do(prepare...)
	b.Do(chromedp.Navigate(address))
	t.Cleanup(func() {
		mutex.Lock()
		defer mutex.Unlock()
		if len(said) > 0 {
			t.Errorf("the page: %q", said)
		}
	})
	return b
}

// patient returns a context with the deadline of the tests, so that a busy machine fails no test.
func (b Tab) patient() (context.Context, context.CancelFunc) {
	if end, limited := b.Deadline(); limited {
		return context.WithDeadline(b.Context, end.Add(-10*time.Second))
	}
	return context.WithCancel(b.Context)
}

// Do runs steps in the tab; an error ends the test.
func (b Tab) Do(steps ...chromedp.Action[chromedp.Void]) {
	b.Helper()
	ctx, end := b.patient()
	defer end()
	if err := chromedp.Do(ctx, steps...); err != nil {
		b.Fatal(err)
	}
}

// Eval returns the value of the body of a JavaScript function, which may await.
func Eval[T any](b Tab, js string) T {
	b.Helper()
	ctx, end := b.patient()
	defer end()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T]("(async () => {"+js+"})()", chromedp.EvalAwaitPromise))
	if err != nil {
		b.Fatalf("%v in %s", err, js)
	}
	return v
}
