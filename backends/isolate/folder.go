package isolate

import (
	"context"
	"io/fs"
	"path/filepath"
	"time"
)

// folderLook is how often a folder is looked at.
const folderLook = 20 * time.Millisecond

// WatchFolder returns a context that ends, with the cause full, once the files in
// the folder take more than limit bytes, and a function that ends the watch and
// returns when nobody looks any more.
func WatchFolder(ctx context.Context, folder string, limit int64, full error) (context.Context, func()) {
	watched, cancel := context.WithCancelCause(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		look := time.NewTicker(folderLook)
		defer look.Stop()
		for {
			select {
			case <-watched.Done():
				return
			case <-look.C:
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
