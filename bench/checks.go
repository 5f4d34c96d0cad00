package bench

import (
	"errors"
	"fmt"
	"path/filepath"

	"nqueens/internal/journal"
	"nqueens/internal/jsonfile"
)

// ChecksFile holds, in a run's folder, answers on unreduced problems that confirm the verdicts or
// refute them: records of contenders that are no jobs of the experiment. No figure is of them.
const ChecksFile = "checks.jsonl"

// readChecks reads the folder's checks, none if there is no such file. A last line that was cut off
// is left out: that check is made again.
func readChecks(dir string, edited bool) (checks []Record, err error) {
	err = journal.Read(filepath.Join(dir, ChecksFile), func(at journal.Place, line []byte) error {
		var r Record
		err := jsonfile.Unmarshal(line, &r)
		if err == nil {
			err = r.Check()
		}
		if err == nil && !r.Unreduced {
			err = errors.New("it is not of an unreduced problem")
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

// AppendCheck adds a record to the folder's checks and waits until it is on the disk.
func (f *Folder) AppendCheck(r Record) error {
	if err := r.Check(); err != nil {
		return fmt.Errorf("%v is not recorded: %w", r, err)
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
