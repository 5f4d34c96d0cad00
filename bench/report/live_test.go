package report_test

import (
	"bufio"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/report"
	"nqueens/internal/loopback"
)

// TestLiveAccess checks that without a token only local names are accepted, with a token
// only requests that have it, and that no request can change anything.
func TestLiveAccess(t *testing.T) {
	r := made(t)
	for _, c := range []struct {
		token, method, target, host, bearer string
		want                                int
	}{
		{"", "GET", "/", "127.0.0.1:80", "", 200},
		{"", "GET", "/", "localhost", "", 200},
		{"", "GET", "/", "[::1]:80", "", 200},
		{"", "GET", "/", "rebound.example:80", "", 403},
		{"", "GET", "/records.jsonl", "localhost", "", 404},
		{"", "POST", "/", "localhost", "", 405},
		{"secret", "GET", "/?token=secret", "far.example", "", 200},
		{"secret", "GET", "/", "far.example", "secret", 200},
		{"secret", "GET", "/?token=", "localhost", "", 403},
		{"secret", "GET", "/?token=secre", "localhost", "", 403},
		{"secret", "GET", "/events", "localhost", "", 403},
	} {
		live := &report.Live{Backends: backends.All(), Token: c.token}
		live.Update(r.Folder, report.Progress{})
		request := httptest.NewRequest(c.method, c.target, nil)
		request.Host = c.host
		if c.bearer != "" {
			request.Header.Set("Authorization", "Bearer "+c.bearer)
		}
		answer := httptest.NewRecorder()
		live.ServeHTTP(answer, request)
		if answer.Code != c.want || (c.want == 200) != strings.Contains(answer.Body.String(), "data-events") {
			t.Errorf("%+v: %d", c, answer.Code)
		}
	}
	for host, want := range map[string]bool{"127.0.0.1": true, "127.8.9.1": true, "::1": true, "localhost": true, "": false, "0.0.0.0": false, "::": false, "192.168.1.1": false, "localhost.example": false} {
		if loopback.Host(host) != want {
			t.Errorf("%q is loopback: %v", host, !want)
		}
	}
}

// TestLiveEvents checks that each change is sent, and the end last.
func TestLiveEvents(t *testing.T) {
	r := made(t)
	live := &report.Live{}
	live.Update(r.Folder, report.Progress{Done: 1, Total: 9, Running: "queens(8) count dlx"})
	server := httptest.NewServer(live)
	defer server.Close()
	answer, err := http.Get(server.URL + "/events")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	lines := bufio.NewScanner(answer.Body)
	next := func() string {
		for lines.Scan() {
			if text, is := strings.CutPrefix(lines.Text(), "data: "); is {
				return text
			}
		}
		return "nothing more"
	}
	if got := next(); !strings.HasPrefix(got, `{"done":1,"total":9,"records":`) || !strings.HasSuffix(got, `,"running":"queens(8) count dlx"}`) {
		t.Error(got)
	}
	live.End()
	if got := next(); !strings.HasSuffix(got, `"ended":true}`) {
		t.Error(got)
	}
	if got := next(); got != "nothing more" {
		t.Error(got)
	}
}

// TestLivePage checks that an open page shows new records without moving, and stays when the run
// has ended.
func TestLivePage(t *testing.T) {
	t.Parallel()
	r := made(t)
	whole := *r.Folder
	part := whole
	part.Records = whole.Records[:len(whole.Records)/2]
	live := &report.Live{Backends: backends.All()}
	show := func(f bench.Folder) {
		live.Update(&f, report.Progress{Done: len(f.Records), Total: len(whole.Records)})
	}
	show(part)
	server := httptest.NewServer(live)
	defer server.Close()
	b := open(t, server.URL+"/#task=count")
	waiting := `[...document.querySelectorAll(".sentences p")][1].textContent.includes("not run yet")`
	if !eval[bool](b, `return `+waiting) {
		t.Error("nothing is to come")
	}
	eval[bool](b, `window.scrollTo(0, 700); return true`)
	show(whole)
	eval[bool](b, `while (`+waiting+`) await new Promise(r => setTimeout(r, 100)); return true`)
	if top := eval[float64](b, settled+`return window.scrollY`); top != 700 {
		t.Errorf("scrolled to %v", top)
	}
	if n, want := len(b.rows()), 54; n != want {
		t.Errorf("%d rows, want %d", n, want)
	}
	live.End()
	if title := eval[string](b, `return document.title`); title != "nqueens: made "+evil {
		t.Error(title)
	}
	if line := eval[string](b, `const line = () => document.querySelector("[data-events]").textContent
		while (!line().includes("ended")) await new Promise(r => setTimeout(r, 100))
		return line()`); !strings.HasPrefix(line, "The run has ended") {
		t.Error(line)
	}
}
