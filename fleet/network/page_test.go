package network_test

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"nqueens/fleet/network"
)

// TestPage checks the page and the other paths while a worker computes a part.
func TestPage(t *testing.T) {
	t.Parallel()
	b := broker(t, network.Listen{})
	dir, l := newList(t, 5, "")
	c := serve(t, b, dir, network.Settings{})
	site := httptest.NewServer(c.Handler(b.Metrics))
	defer site.Close()
	kinds := map[string]string{
		"/": "text/html; charset=utf-8", "/status.json": "application/json", "/metrics": "text/plain; version=0.0.4", "/else": "text/plain; charset=utf-8",
	}
	get := func(path string) string {
		t.Helper()
		r, err := site.Client().Get(site.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		text, err := io.ReadAll(r.Body)
		if err != nil {
			t.Fatal(err)
		}
		policy := r.Header.Get("Content-Security-Policy") // names of workers come from others
		if got := r.Header.Get("Content-Type"); got != kinds[path] || (policy == "default-src 'none'; style-src 'unsafe-inline'") != (path == "/") {
			t.Errorf("%s: %s, %s", path, got, policy)
		}
		return string(text)
	}
	if page := get("/"); !strings.Contains(page, "0 of 5 done, 5 left, no message from a worker yet") {
		t.Error(page)
	}
	w, taken, letGo := held("<b>desk</b>")
	ended := make(chan error)
	go func() { ended <- w.Work(t.Context(), to(b)) }()
	<-taken
	waitFor(t, func() bool { return c.Status().Count.Working == 1 })
	page := get("/")
	for _, want := range []string{"<h1>queens(8) by fake 1</h1>", "0 of 5 done, 5 left, 1 in work", "<td>&lt;b&gt;desk&lt;/b&gt;<td>", `<progress aria-label="parts done" max="5" value="0">`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %q:\n%s", want, page)
		}
	}
	var st network.Status
	if err := json.Unmarshal([]byte(get("/status.json")), &st); err != nil || st.Count.Parts != 5 || len(st.Workers) != 1 || st.Workers[0].Part == 0 {
		t.Errorf("%+v, %v", st, err)
	}
	// Prometheus's text format has comments, and lines of a name and a number.
	line := regexp.MustCompile(`^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+ -?[0-9.e+-]+)$`)
	metrics := get("/metrics")
	for scan := bufio.NewScanner(strings.NewReader(metrics)); scan.Scan(); {
		if !line.MatchString(scan.Text()) {
			t.Errorf("%q", scan.Text())
		}
	}
	for _, want := range []string{"\nnqueens_parts 5\n", "\nnqueens_workers 1\n", "\nnats_connections "} {
		if !strings.Contains(metrics, want) {
			t.Errorf("no %q in\n%s", want, metrics)
		}
	}
	recorder := httptest.NewRecorder()
	c.Handler(nil).ServeHTTP(recorder, httptest.NewRequest("GET", "http://localhost:8222/metrics", nil))
	if text := recorder.Body.String(); !strings.Contains(text, "\nnqueens_parts 5\n") || strings.Contains(text, "nats_") {
		t.Errorf("without NATS: %s", text)
	}
	for _, path := range []string{"/", "/status.json", "/metrics"} { // a page of another site whose name resolves to this machine
		recorder := httptest.NewRecorder()
		c.Handler(nil).ServeHTTP(recorder, httptest.NewRequest("GET", "http://evil.com"+path, nil))
		if recorder.Code != http.StatusForbidden || strings.Contains(recorder.Body.String(), "parts") {
			t.Errorf("%s of another host: %d %s", path, recorder.Code, recorder.Body)
		}
	}
	if text := get("/else"); text != "404 page not found\n" {
		t.Errorf("%q", text)
	}
	close(letGo)
	if err := <-ended; err != nil {
		t.Error(err)
	}
	c.wait(t, l)
}
