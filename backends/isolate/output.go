package isolate

import (
	"bytes"
	"context"
	"io/fs"
	"path/filepath"
	"sync"
	"time"
)

// cappedWriter keeps the first limit bytes written to it and discards the rest, which it reports on
// full. It accepts the rest so that the run, and not a broken pipe, ends the writer.
type cappedWriter struct {
	mu    sync.Mutex
	kept  bytes.Buffer
	limit int64
	over  bool
	full  chan<- struct{} // has room for one; shared by stdout and stderr
}

func (w *cappedWriter) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	room := max(0, w.limit-int64(w.kept.Len()))
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

// take returns the kept bytes, and whether some were discarded. A reader that was abandoned because
// a descendant holds the pipe may still write; nothing more is kept.
func (w *cappedWriter) take() ([]byte, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.limit = 0
	return w.kept.Bytes(), w.over
}

// folderPoll is the interval between two checks of a folder's size.
const folderPoll = 20 * time.Millisecond

// WatchFolder returns a context that ends, with the cause full, once the files in the folder take
// more than limit bytes. The returned function ends the watch and returns when the watching
// goroutine has ended.
func WatchFolder(ctx context.Context, folder string, limit int64, full error) (context.Context, func()) {
	watched, cancel := context.WithCancelCause(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		poll := time.NewTicker(folderPoll)
		defer poll.Stop()
		for {
			select {
			case <-watched.Done():
				return
			case <-poll.C:
				if FolderBytes(folder) > limit {
					cancel(full)
				}
			}
		}
	}()
	return watched, func() {
		cancel(nil)
		<-done
	}
}

// FolderBytes returns the total size of the files in a folder and its subfolders. Files that vanish
// meanwhile are not counted.
func FolderBytes(folder string) (total int64) {
	_ = filepath.WalkDir(folder, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil {
			return nil
		}
		if info, err := entry.Info(); err == nil && info.Mode().IsRegular() {
			total += info.Size()
		}
		return nil
	})
	return total
}
