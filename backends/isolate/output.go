package isolate

import (
	"bytes"
	"sync"
)

// capped keeps the first limit bytes written to it, swallows the rest and says so on full.
// It goes on swallowing so that the writer is stopped by the run and not by a broken pipe.
type capped struct {
	mu    sync.Mutex
	kept  bytes.Buffer
	limit int64
	over  bool
	full  chan<- struct{} // has room for one; shared by stdout and stderr
}

func (w *capped) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	room := w.limit - int64(w.kept.Len())
	if int64(len(p)) <= room {
		return w.kept.Write(p)
	}
	w.kept.Write(p[:room])
	w.over = true
	select {
	case w.full <- struct{}{}:
	default:
	}
	return len(p), nil
}

// take returns what was kept, and whether that is less than what was written. A reader
// abandoned because a descendant holds the pipe may still write; it then finds no room.
func (w *capped) take() ([]byte, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.limit = 0
	return w.kept.Bytes(), w.over
}
