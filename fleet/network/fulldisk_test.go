//go:build linux

package network_test

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"golang.org/x/sync/errgroup"

	"nqueens/fleet/network"
)

// TestFullDisk checks that a server with a full disk ends, that workers keep their results until
// there is a server again, and that none is lost.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	dir, l := newList(t, 100, "")
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=4m"); err != nil {
		t.Skip(err)
	}
	defer syscall.Unmount(dir, syscall.MNT_DETACH) //nolint:errcheck // then it stays
	if err := l.Write(dir); err != nil {
		t.Fatal(err)
	}
	address := freeAddress(t)
	start := func() (stop func(), c *counting) {
		b := broker(t, network.Listen{Address: address, Dir: filepath.Join(dir, "nats")})
		return b.Close, serve(t, b, dir, network.Settings{Broken: b.Broken})
	}
	stop, c := start()
	waitFor(t, func() bool { return c.Status().Queued == 100 })
	filler := filepath.Join(dir, "filler")
	if err := os.WriteFile(filler, make([]byte, 8<<20), 0o666); !errors.Is(err, syscall.ENOSPC) {
		t.Fatal(err)
	}
	var g errgroup.Group
	for _, name := range []string{"a", "b"} {
		g.Go(func() error { return fake(name).Work(t.Context(), network.Address{URL: "nats://" + address}) })
	}
	if err := <-c.done; err == nil {
		t.Error("all was done on a full disk")
	} else {
		t.Log(err)
	}
	stop()
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	_, c = start()
	c.wait(t, l)
	if err := g.Wait(); err != nil {
		t.Error(err)
	}
}
