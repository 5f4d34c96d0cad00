package completable

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

// TestJournal checks that a stopped exhaustion is resumed, even with a truncated last line, and has the same
// result as one without a stop.
func TestJournal(t *testing.T) {
	want, err := Exhaust(t.Context(), 15, 3, Options{})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "journal")
	run := func(ctx context.Context) (Survey, error) {
		j, err := OpenJournal(path)
		if err != nil {
			t.Fatal(err)
		}
		defer j.Close()
		return Exhaust(ctx, 15, 3, Options{Journal: j})
	}
	if got, err := run(t.Context()); err != nil || !reflect.DeepEqual(got, want) {
		t.Fatalf("with a journal: %v, %v, want %v", got, err, want)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(whole), "\n")
	if len(lines) < 30 {
		t.Fatalf("only %d lines", len(lines))
	}
	for _, kept := range []string{"", lines[0], strings.Join(lines[:20], "") + lines[20][:10], string(whole)} {
		if err := os.WriteFile(path, []byte(kept), 0o644); err != nil {
			t.Fatal(err)
		}
		if got, err := run(t.Context()); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("gone on after %d bytes: %v, %v, want %v", len(kept), got, err, want)
		}
		again, err := os.ReadFile(path)
		if err != nil || len(strings.SplitAfter(string(again), "\n")) != len(lines) {
			t.Errorf("gone on after %d bytes, the journal is %q", len(kept), again)
		}
	}
	// Parts in the journal are not computed again. Old journals have no digests.
	old := regexp.MustCompile(`,"digest":"[0-9a-f]+"`).ReplaceAll(whole, nil)
	changed := strings.Replace(string(old), `"nodes":`, `"nodes":1000000`, 1)
	if err := os.WriteFile(path, []byte(changed), 0o644); err != nil {
		t.Fatal(err)
	}
	if got, err := run(t.Context()); err != nil || got.Nodes < want.Nodes+1000000 {
		t.Errorf("%v, %v: the journal was not read", got, err)
	}
}

// TestPackedJournal checks that a gzipped journal is read, and that new parts go into a file beside it.
func TestPackedJournal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	done := part{partKey: partKey{N: 15, Queens: 3, Root: 1}, Looked: 7}
	if err := errors.Join(json.NewEncoder(z).Encode(done), z.Close(), os.WriteFile(path+".gz", packed.Bytes(), 0o644)); err != nil {
		t.Fatal(err)
	}
	later := done
	for root := 2; root < 4; root++ {
		j, err := OpenJournal(path)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := j.Find(done.partKey); !ok || got.Looked != 7 || len(j.All()) != root-1 {
			t.Errorf("%+v", j.All())
		}
		if _, err := OpenJournal(path); err == nil || !strings.Contains(err.Error(), "locked: process ") {
			t.Errorf("opened twice: %v", err)
		}
		later.Root = root
		if err := errors.Join(j.Add(later), j.Close()); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(path+".gz", packed.Bytes()[:15], 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenJournal(path); err == nil || !strings.Contains(err.Error(), "journal.gz:1: incomplete") {
		t.Errorf("cut off: %v", err)
	}
}

// TestTermsOfJournal checks that terms that a journal proves take no time and are always returned.
func TestTermsOfJournal(t *testing.T) {
	j, err := OpenJournal(filepath.Join(t.TempDir(), "journal"))
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	show := func(_, _, _ int) {}
	if _, err := Refute(t.Context(), 14, 4, Options{Journal: j}); err != nil {
		t.Fatal(err)
	}
	want, _, err := Terms(t.Context(), []int{10, 4, 6}, Options{Journal: j}, show)
	if err != nil || len(want) != 3 {
		t.Fatal(want, err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	got, open, err := Terms(ended, []int{10, 24}, Options{Journal: j}, show)
	if err != nil || !reflect.DeepEqual(got, want) || len(open) != 1 || open[0].N != 24 {
		t.Errorf("%v, open %v, %v, want %v", got, open, err, want)
	}
	if queens, err := Refute(ended, 14, 4, Options{Journal: j}); err != nil || len(queens) != 4 {
		t.Errorf("refuted again: %v, %v", queens, err)
	}
	if others, _, err := Terms(ended, nil, Options{Journal: j, Seed: 2}, show); err != nil || len(others) > 0 {
		t.Errorf("with another seed: %v, %v", others, err)
	}
}

func TestBadJournal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	if err := os.WriteFile(path, []byte("{\"n\":8,\"queens\":1}\nnonsense\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := OpenJournal(path)
	if err == nil || !strings.HasSuffix(err.Error(), `journal, line 2: "nonsense\n" is no part of an exhaustion`) {
		t.Errorf("error %v", err)
	}
	if _, err := OpenJournal(filepath.Join(path, "none")); err == nil {
		t.Error("a journal in a folder that is none was opened")
	}
}
