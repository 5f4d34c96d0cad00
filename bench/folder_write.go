package bench

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"nqueens/internal/table"
)

// Append appends records and syncs them to the disk. If that fails the file is unchanged.
func (f *Folder) Append(records ...Record) error {
	entries := make([]any, len(records))
	for i, r := range records {
		if err := r.Check(); err != nil {
			return fmt.Errorf("%v is not recorded: %w", r, err)
		}
		entries[i] = r.written()
	}
	if err := f.reopen(); err != nil {
		return err
	}
	if err := f.journal.Append(entries...); err != nil {
		return fmt.Errorf("recording a run (%s before it are safe): %w", table.Plural(len(f.Records), "record"), err)
	}
	f.Records, f.lines = append(f.Records, records...), f.lines+len(records)
	return nil
}

// AppendBlocks does what Append does, for blocks.
func (f *Folder) AppendBlocks(blocks ...Block) error {
	entries := make([]any, len(blocks))
	for i := range blocks {
		if err := blocks[i].Check(); err != nil {
			return fmt.Errorf("the answers of %v were not written to the folder, because they are invalid: %w", blocks[i].Contender, err)
		}
		entries[i] = blocks[i]
	}
	if err := f.reopen(); err != nil {
		return err
	}
	if err := f.journal.Append(entries...); err != nil {
		return fmt.Errorf("recording a sweep (what was recorded before is safe): %w", err)
	}
	for i := range blocks {
		f.blocks = append(f.blocks, f.lines+i)
	}
	f.Blocks, f.lines = append(f.Blocks, blocks...), f.lines+len(blocks)
	return nil
}

// reopen removes the summaries of a finished run before its records change.
func (f *Folder) reopen() error {
	if f.grown {
		return nil
	}
	for _, file := range []string{SummaryFile, PageFile} {
		if err := os.Remove(filepath.Join(f.Dir, file)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("resuming a finished run: %w", err)
		}
	}
	f.grown = true
	return nil
}

// Drop removes records and blocks.
func (f *Folder) Drop(which func(Record) bool, whichBlock func(*Block) bool) error {
	blocks := slices.DeleteFunc(slices.Clone(f.Blocks), func(b Block) bool { return whichBlock(&b) })
	if len(blocks) == len(f.Blocks) && !slices.ContainsFunc(f.Records, which) { // avoids copying a million records
		return nil
	}
	block, kept := 0, 0
	var lines []int // of the blocks that are kept
	gone := func(i int) (gone bool) {
		isBlock := block < len(f.blocks) && f.blocks[block] == i
		if isBlock {
			gone = whichBlock(&f.Blocks[block])
			block++
		} else {
			gone = which(f.Records[i-block])
		}
		if !gone {
			if isBlock {
				lines = append(lines, kept)
			}
			kept++
		}
		return gone
	}
	err := f.journal.Fixed()
	if err == nil { // on failure the summaries stay
		err = f.reopen()
	}
	if err == nil {
		err = f.journal.Drop(gone)
	}
	if err != nil {
		return fmt.Errorf("removing records: %w", err)
	}
	f.Records, f.Blocks, f.blocks = slices.DeleteFunc(slices.Clone(f.Records), which), blocks, lines
	f.lines = len(f.Records) + len(f.Blocks)
	return nil
}
