package network_test

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nqueens/fleet"
	"nqueens/fleet/network"
)

// TestDamagedStore checks that after any damage to the files of a killed server's NATS, the next
// server makes its queue again from the journal, and nothing is lost.
func TestDamagedStore(t *testing.T) {
	t.Parallel()
	damages := map[string]func(name string, text []byte) error{
		"gone":  func(name string, _ []byte) error { return os.Remove(name) },
		"half":  func(name string, text []byte) error { return os.Truncate(name, int64(len(text)/2)) },
		"zeros": func(name string, text []byte) error { return os.WriteFile(name, make([]byte, len(text)), 0o666) },
		"a bit": func(name string, text []byte) error {
			if len(text) > 0 {
				text[len(text)/2] ^= 1
			}
			return os.WriteFile(name, text, 0o666)
		},
	}
	before, l := killedServer(t)
	files := 0
	err := filepath.WalkDir(filepath.Join(before, "nats"), func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasSuffix(name, ".tmp") { // it was being written
			return err
		}
		files++
		name, err = filepath.Rel(before, name)
		for what, damage := range damages {
			t.Run(filepath.Base(filepath.Dir(name))+"/"+filepath.Base(name)+"/"+what, func(t *testing.T) {
				t.Parallel()
				dir := t.TempDir()
				if err := os.CopyFS(dir, os.DirFS(before)); err != nil {
					t.Fatal(err)
				}
				file := filepath.Join(dir, name)
				text, err := os.ReadFile(file)
				if err == nil {
					err = damage(file, text)
				}
				if err != nil {
					t.Fatal(err)
				}
				b := broker(t, network.Listen{Dir: filepath.Join(dir, "nats"), Warn: func(text string) { t.Log(text) }})
				c := serve(t, b, dir, network.Settings{Broken: b.Broken})
				ctx, stop := context.WithCancel(t.Context())
				defer stop()
				go fake("b").Work(ctx, to(b)) //nolint:errcheck // whether all is done the server says
				c.wait(t, l)
			})
		}
		return err
	})
	if err != nil || files < 6 {
		t.Errorf("%d files, %v", files, err)
	}
}

// killedServer returns the folder of a killed server, with some parts done, one held by a worker
// and the rest in the queue.
func killedServer(t *testing.T) (before string, l *fleet.List) {
	t.Helper()
	dir, l := newList(t, 12, "")
	b := broker(t, network.Listen{Dir: filepath.Join(dir, "nats")})
	c := serve(t, b, dir, network.Settings{Lease: time.Second})
	w := fake("a")
	w.Do = func(ctx context.Context, p fleet.Part) (fleet.Result, error) {
		if p.Number > 4 {
			<-ctx.Done()
		}
		return found(p, "a"), ctx.Err()
	}
	ctx, stop := context.WithCancel(t.Context())
	worked := make(chan error, 1)
	go func() { worked <- w.Work(ctx, to(b)) }()
	waitFor(t, func() bool { st := c.Status(); return st.Results >= 4 && st.Count.Working == 1 })
	time.Sleep(lease) // NATS has completed its delayed writes by then
	before = filepath.Join(t.TempDir(), "before")
	waitFor(t, func() bool { // while NATS writes, a file may disappear
		return os.RemoveAll(before) == nil && os.CopyFS(before, os.DirFS(dir)) == nil
	})
	c.stop()
	<-c.done
	stop()
	<-worked
	return before, l
}
