package bench

import (
	"errors"
	"fmt"
	"path/filepath"

	"nqueens/internal/journal"
	"nqueens/internal/jsonfile"
)

// ChecksFile is the file in a run's folder with answers on unreduced problems that confirm or
// refute verdicts. Its records are of contenders that are not jobs of the experiment, and enter no
// figure.
const ChecksFile = "checks.jsonl"

// readChecks reads the folder's checks, none if the file does not exist. It ignores a truncated
// last line, because that check is repeated.
func readChecks(dir string, edited bool) (checks []Record, err error) {
	err = journal.Read(filepath.Join(dir, ChecksFile), func(at journal.Place, line []byte) error {
		var r Record
		err := jsonfile.Unmarshal(line, &r)
		if err == nil {
			err = r.Check()
		}
		if err == nil && !r.Unreduced {
			err = errors.New("the problem was reduced")
		}
		if err != nil {
			return fmt.Errorf("%v: not a check: %w", at, err)
		}
		if err := journal.CheckSeal(at, line); err != nil && !edited {
			return refusedEdited(err)
		}
		checks = append(checks, r)
		return nil
	})
	if _, cut := errors.AsType[*journal.CutOff](err); cut {
		err = nil
	}
	return checks, err
}

// AppendCheck appends a record to the folder's checks and syncs it to the disk.
func (f *Folder) AppendCheck(r Record) error {
	if err := r.Check(); err != nil {
		return fmt.Errorf("recording %v: %w", r, err)
	}
	if f.checks == nil {
		file, err := journal.Open(filepath.Join(f.Dir, ChecksFile))
		if err == nil {
			f.checks, err = file, file.ReadWhole(func(journal.Place, []byte) error { return nil })
		}
		if err != nil {
			return fmt.Errorf("recording a check: %w", err)
		}
	}
	if err := f.checks.Append(r); err != nil {
		return fmt.Errorf("recording a check: %w", err)
	}
	f.Checks = append(f.Checks, r)
	return nil
}
