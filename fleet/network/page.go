package network

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"maps"
	"net/http"
	"slices"
	"sync"
	"time"

	"nqueens/fleet"
	"nqueens/internal/loopback"
	"nqueens/internal/table"
)

//go:embed page.html
var pageText string

var page = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Funcs(template.FuncMap{
		"rough":  table.Rough,
		"ranges": func(parts []int) string { return table.Ranges(parts, "–") },
		"ago":    func(t time.Time) string { return table.Rough(time.Since(t).Seconds()) },
		"left":   func(s fleet.Status) int { return s.Parts - s.Done },
		"last": func(f []fleet.Failure) []fleet.Failure { // the latest first
			f = slices.Clone(f[max(0, len(f)-20):])
			slices.Reverse(f)
			return f
		},
	}).Parse(pageText))
})

// Handler serves the progress of the count: / for people, /status.json for programs, and /metrics
// for Prometheus, including the metrics of NATS if nats is not nil. It rejects requests for hosts
// other than the loopback.
func (s *Server) Handler(nats func() map[string]float64) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
		page().Execute(w, s.Status()) //nolint:errcheck // the reader has gone
	})
	mux.HandleFunc("GET /status.json", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(s.Status()) //nolint:errcheck // the reader has gone
	})
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4")
		for _, m := range s.Status().metrics() {
			fmt.Fprintf(w, "# HELP nqueens_%s %s\n# TYPE nqueens_%[1]s %[3]s\nnqueens_%[1]s %[4]v\n", m.name, m.help, m.kind, m.value)
		}
		if nats == nil {
			return
		}
		values := nats()
		for _, name := range slices.Sorted(maps.Keys(values)) {
			fmt.Fprintf(w, "# TYPE nats_%s untyped\nnats_%[1]s %[2]v\n", name, values[name])
		}
	})
	return loopback.Only(mux)
}

type metric struct {
	name, kind, help string
	value            float64
}

func (s Status) metrics() []metric {
	here := 0
	for _, w := range s.Workers {
		if !w.Gone && s.Now.Sub(w.Heard) < time.Minute {
			here++
		}
	}
	return []metric{
		{"parts", "gauge", "Parts of the list.", float64(s.Count.Parts)},
		{"parts_done", "gauge", "Parts whose result is in the journal.", float64(s.Count.Done)},
		{"parts_to_check", "gauge", "Parts drawn to be computed again.", float64(s.Count.ToCheck)},
		{"parts_checked", "gauge", "Of these, parts that were.", float64(s.Count.Checked)},
		{"parts_doubtful", "gauge", "Parts of machines that found something else than others.", float64(len(s.Count.Doubtful))},
		{"parts_set_aside", "gauge", "Parts that workers could not compute.", float64(len(s.SetAside))},
		{"parts_queued", "gauge", "Parts in NATS.", float64(s.Queued)},
		{"conflicts", "gauge", "Parts for which different numbers were found.", float64(len(s.Count.Conflict))},
		{"workers", "gauge", "Workers that sent a message in the last minute.", float64(here)},
		{"workers_working", "gauge", "Workers that compute a part.", float64(s.Count.Working)},
		{"results_total", "counter", "Results taken since the server was started.", float64(s.Results)},
		{"refused_total", "counter", "Messages that were no result of the list.", float64(s.Refused)},
		{"failures_total", "counter", "Parts that a worker failed to compute.", float64(s.Failures)},
		{"losses_total", "counter", "Parts whose worker sent no more messages.", float64(s.Losses)},
		{"start_time_seconds", "gauge", "When the server was started.", float64(s.Started.Unix())},
	}
}
