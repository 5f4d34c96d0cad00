package isolate

import (
	"bytes"
	"context"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"
)

// cappedWriter keeps the first limit bytes written to it, swallows the rest and says so on full.
// It goes on swallowing so that the writer is stopped by the run and not by a broken pipe.
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
func (w *cappedWriter) take() ([]byte, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.limit = 0
	return w.kept.Bytes(), w.over
}

// maxPrinted is how many bytes of what a program printed a message shows.
const maxPrinted = 200

// Printable is a line that a program printed, for a message: as it is, or quoted if a
// terminal would make something else of it, and not too long.
func Printable(line string) string {
	line = strings.TrimSpace(line)
	cut := ""
	if len(line) > maxPrinted {
		for line = line[:maxPrinted]; len(line) > 0; line = line[:len(line)-1] {
			if r, size := utf8.DecodeLastRuneInString(line); r != utf8.RuneError || size > 1 || len(line) <= maxPrinted-utf8.UTFMax {
				break // no character is cut through
			}
		}
		cut = "…"
	}
	if !utf8.ValidString(line) || strings.IndexFunc(line, func(r rune) bool { return !unicode.IsPrint(r) }) >= 0 {
		line = strconv.Quote(line)
	}
	return line + cut
}

// folderPoll is how often a folder is looked at.
const folderPoll = 20 * time.Millisecond

// WatchFolder returns a context that ends, with the cause full, once the files in
// the folder take more than limit bytes, and a function that ends the watch and
// returns when nobody looks any more.
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

// FolderBytes adds up the files in a folder and in those in it. What vanishes
// meanwhile counts for nothing.
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
