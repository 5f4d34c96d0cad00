package report

import (
	"bytes"
	"crypto/subtle"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"nqueens/backends"
	"nqueens/bench"
	"nqueens/internal/loopback"
)

// Live serves the page of a run in progress. It makes the page from the current records on request,
// and reports progress by server-sent events. It prepares nothing without a request, because that
// would take CPU time from the measured processes.
type Live struct {
	// Backends are used for judging answers.
	Backends []backends.Backend
	// Token is required from clients, as ?token= or as a bearer token. If it is empty, only
	// requests that name the local machine are accepted.
	Token string

	mutex   sync.Mutex
	folder  *bench.Folder // as of the last Update; its contents are not modified
	now     Progress
	changed chan struct{} // closed when now changes

	making sync.Mutex // held while a page is made
	page   []byte
	of     int // number of records when page was made
}

// Progress describes how far a run is.
type Progress struct {
	Done    int    `json:"done"`
	Total   int    `json:"total"`
	Records int    `json:"records"`
	Running string `json:"running,omitempty"` // the current job
	Ended   bool   `json:"ended,omitempty"`
}

// Update sets the folder's records and the progress. More records may be appended to the folder
// meanwhile.
func (l *Live) Update(f *bench.Folder, p Progress) {
	now := *f
	now.Records = slices.Clip(f.Records)
	p.Records = len(now.Records)
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.folder = &now
	l.set(p)
}

// End reports to every page that the run has ended.
func (l *Live) End() {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	now := l.now
	now.Ended = true
	l.set(now)
}

func (l *Live) set(p Progress) {
	l.now = p
	if l.changed != nil {
		close(l.changed)
	}
	l.changed = make(chan struct{})
}

func (l *Live) progress() (Progress, chan struct{}) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.changed == nil {
		l.changed = make(chan struct{})
	}
	return l.now, l.changed
}

// ServeHTTP serves the page at / and its events at /events.
func (l *Live) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "no-referrer")
	switch {
	case !l.welcome(r):
		http.Error(w, "access needs a token: append ?token= and the content of --token-file to the address", http.StatusForbidden)
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		http.Error(w, "only GET and HEAD are supported", http.StatusMethodNotAllowed)
	case r.URL.Path == "/events":
		l.serveEvents(w, r)
	case r.URL.Path == "/":
		page, err := l.made()
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		h.Set("Content-Type", "text/html; charset=utf-8")
		w.Write(page) //nolint:errcheck // the client may have gone
	default:
		http.NotFound(w, r)
	}
}

// welcome reports whether a request has the token or, if there is none, names the loopback
// interface as its host.
func (l *Live) welcome(r *http.Request) bool {
	if l.Token == "" {
		return loopback.NamesLoopback(r)
	}
	given := r.URL.Query().Get("token")
	if given == "" {
		given = r.Header.Get("Authorization")
		return subtle.ConstantTimeCompare([]byte(given), []byte("Bearer "+l.Token)) == 1
	}
	return subtle.ConstantTimeCompare([]byte(given), []byte(l.Token)) == 1
}

// made returns the page of the current records.
func (l *Live) made() ([]byte, error) {
	l.making.Lock()
	defer l.making.Unlock()
	l.mutex.Lock()
	f := l.folder
	l.mutex.Unlock()
	if f == nil {
		return nil, fmt.Errorf("the run has not started")
	}
	if l.page != nil && l.of == len(f.Records) {
		return l.page, nil
	}
	run, err := NewRun(f, l.Backends)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := (Page{Runs: []Run{run}, live: true}).Write(&b); err != nil {
		return nil, err
	}
	l.page, l.of = b.Bytes(), len(f.Records)
	return l.page, nil
}

// eventsEvery is the least time between two events of a page.
const eventsEvery = time.Second / 2

func (l *Live) serveEvents(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	out := http.NewResponseController(w)
	for {
		now, changed := l.progress()
		text, err := json.Marshal(now)
		if err == nil {
			_, err = fmt.Fprintf(w, "data: %s\n\n", text)
		}
		if err == nil {
			err = out.Flush()
		}
		if err != nil || now.Ended {
			return
		}
		select {
		case <-changed:
			time.Sleep(eventsEvery)
		case <-r.Context().Done():
			return
		}
	}
}
