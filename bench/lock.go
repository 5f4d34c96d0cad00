package bench

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// holderFile says who runs into a folder. It only informs: what keeps others
// out is the lock on the records, which ends with the process.
const holderFile = "running"

// errLocked is the error for a folder into which another process runs.
var errLocked = errors.New("locked")

// openLocked opens the records of a folder for this process alone.
func openLocked(dir string) (*os.File, error) {
	file, err := os.OpenFile(filepath.Join(dir, recordsFile), os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	holder := filepath.Join(dir, holderFile)
	err = lock(file)
	if errors.Is(err, errLocked) {
		who, _ := os.ReadFile(holder) // it may be just beginning
		if len(who) == 0 {
			who = []byte("another process")
		}
		err = fmt.Errorf("%w: %s runs into it; wait for its end, or choose another folder with -o", errLocked, who)
	}
	if err != nil {
		file.Close()
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	host, _ := os.Hostname() // "" is no worse than the lock alone
	who := fmt.Sprintf("process %d on %s, since %s,", os.Getpid(), host, time.Now().Format("2006-01-02 15:04:05"))
	os.WriteFile(holder, []byte(who), 0o644) //nolint:errcheck // on a full disk the records will say so
	return file, nil
}
