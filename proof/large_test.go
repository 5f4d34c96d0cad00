//go:build long

package proof

import (
	"context"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"nqueens/encode"
)

// TestLarge checks a formula of a million clauses, of which a few hundred are contradictory, and a proof of a
// hundred megabytes, in under a minute and a gigabyte.
func TestLarge(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	core := random3(r, 250, 1280)
	path := filepath.Join(t.TempDir(), "proof")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := Refute(context.Background(), core, file); err != nil {
		t.Fatal(err)
	}
	length, err := file.Seek(0, io.SeekCurrent)
	if err != nil {
		t.Fatal(err)
	}
	const clauses = 1e6
	f := encode.NewCNF(0)
	for c := range core.Clauses() {
		f.Add(c...)
	}
	rest := int32(clauses / 4)
	for f.NumClauses() < clauses {
		var c [3]int32
		for i := range c {
			c[i] = int32(core.Variables) + 1 + r.Int32N(rest)
			if r.IntN(2) == 0 {
				c[i] = -c[i]
			}
		}
		f.Add(c[:]...)
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	result, err := Check(context.Background(), f, file)
	took := time.Since(start)
	if err != nil {
		t.Fatal(err)
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	t.Logf("%d MB: %+v in %v; %d MiB from the system", int64(length/1e6), result, took, m.Sys>>20)
	if length < 100e6 {
		t.Error("too small to tell")
	}
	if took > time.Minute || m.Sys > 1<<30 {
		t.Error("too slow, or too much memory")
	}
}
