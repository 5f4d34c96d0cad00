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

// Live serves the page of a run that is being made: as its records are whenever somebody
// looks, and by server-sent events how far it is, so that an open page keeps up. Nothing is
// made ready for a page that nobody looks at, since that would take processor time from what
// is measured.
type Live struct {
	// Backends are those that answers are judged by.
	Backends []backends.Backend
	// Token is what who looks must give, as ?token= or as a bearer's. Without one the page is for
	// this machine: a name of another in the request is refused.
	Token string

	mutex   sync.Mutex
	folder  *bench.Folder // as of the last Update; what it points to is not changed
	now     Progress
	changed chan struct{} // closed when now is no longer that

	making sync.Mutex // a page, one at a time
	page   []byte
	of     int // records that the page is of
}

// Progress is how far a run is.
type Progress struct {
	Done    int    `json:"done"`
	Total   int    `json:"total"`
	Records int    `json:"records"`
	Running string `json:"running,omitempty"` // the job
	Ended   bool   `json:"ended,omitempty"`
}

// Update tells of the folder's records so far, of which more may be appended meanwhile.
func (l *Live) Update(f *bench.Folder, p Progress) {
	now := *f
	now.Records = slices.Clip(f.Records)
	p.Records = len(now.Records)
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.folder = &now
	l.set(p)
}

// End tells every page that the run has ended, after which there is nothing to serve.
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

// ServeHTTP has the page at / and its events at /events.
func (l *Live) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "no-referrer")
	switch {
	case !l.welcome(r):
		http.Error(w, "this page is not for everyone: its address ends in ?token= and what --token-file holds", http.StatusForbidden)
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		http.Error(w, "there is nothing to be changed here", http.StatusMethodNotAllowed)
	case r.URL.Path == "/events":
		l.serveEvents(w, r)
	case r.URL.Path == "/":
		page, err := l.made()
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		h.Set("Content-Type", "text/html; charset=utf-8")
		w.Write(page) //nolint:errcheck // who looked has gone
	default:
		http.NotFound(w, r)
	}
}

// welcome reports whether a request has the token or, where there is none, names the loopback as
// its host.
func (l *Live) welcome(r *http.Request) bool {
	if l.Token == "" {
		return loopback.Asked(r)
	}
	given := r.URL.Query().Get("token")
	if given == "" {
		given = r.Header.Get("Authorization")
		return subtle.ConstantTimeCompare([]byte(given), []byte("Bearer "+l.Token)) == 1
	}
	return subtle.ConstantTimeCompare([]byte(given), []byte(l.Token)) == 1
}

// made is the page of the records so far.
func (l *Live) made() ([]byte, error) {
	l.making.Lock()
	defer l.making.Unlock()
	l.mutex.Lock()
	f := l.folder
	l.mutex.Unlock()
	if f == nil {
		return nil, fmt.Errorf("the run has not begun")
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

// eventsEvery is how often a page is told at most.
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
