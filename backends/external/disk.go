package external

import (
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"time"
)

// diskLook is how often a run's folder is looked at.
const diskLook = 20 * time.Millisecond

// diskFull is the error of a program that wrote more than it may.
type diskFull struct{ limit int64 }

func (d *diskFull) Error() string {
	return fmt.Sprintf("wrote more than %d MiB to its folder, a proof perhaps", d.limit>>20)
}

// watchDisk returns a context that ends with a diskFull when the files in the
// folder have grown by more than limit bytes, and a function that ends the watch.
func watchDisk(ctx context.Context, folder string, limit int64) (context.Context, func()) {
	watched, cancel := context.WithCancelCause(ctx)
	limit += bytesIn(folder)
	allowed := limit
	done := make(chan struct{})
	go func() {
		defer close(done)
		look := time.NewTicker(diskLook)
		defer look.Stop()
		for {
			select {
			case <-watched.Done():
				return
			case <-look.C:
				if bytesIn(folder) > allowed {
					cancel(&diskFull{limit})
				}
			}
		}
	}()
	return watched, func() {
		cancel(nil)
		<-done
	}
}

// bytesIn adds up the files in a folder. What vanishes meanwhile counts for nothing.
func bytesIn(folder string) (total int64) {
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
