// Package leftover names temporary files and folders after the process that makes them, so
// that what a killed one leaves behind is known, and removed by a later one.
package leftover

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Mark is what comes before the rest of a temporary name: this machine and process. Other
// machines, and containers, may share the folder.
func Mark() string { return host() + "-" + strconv.Itoa(os.Getpid()) + "-" }

func host() string {
	name, err := os.Hostname()
	if err != nil || name == "" {
		name = "localhost"
	}
	return strings.Map(func(r rune) rune {
		if r == '*' || r == '?' || r == '[' || os.IsPathSeparator(uint8(r)) {
			return '_'
		}
		return r
	}, name)
}

// FolderPrefix comes before the mark in the name of a temporary folder or file.
const FolderPrefix = "nqueens-"

// MkdirTemp makes a folder among the system's temporary ones.
func MkdirTemp() (string, error) { return os.MkdirTemp("", FolderPrefix+Mark()) }

// CollectFolders removes the temporary folders of processes that are gone.
func CollectFolders() { Collect(os.TempDir(), FolderPrefix) }

// Collect removes what stands in a folder under a name of prefix, mark and any rest whose
// process is gone. What cannot be removed, as another user's, stays.
func Collect(folder, prefix string) {
	entries, _ := os.ReadDir(folder)
	for _, e := range entries {
		rest, ours := strings.CutPrefix(e.Name(), prefix+host()+"-")
		number, _, whole := strings.Cut(rest, "-")
		if pid, err := strconv.Atoi(number); ours && whole && err == nil && gone(pid) {
			os.RemoveAll(filepath.Join(folder, e.Name())) //nolint:errcheck // the next one tries again
		}
	}
}
