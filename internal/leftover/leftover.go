// Package leftover names temporary files and folders after the process that makes them, so
// that what a killed one leaves behind is known, and removed by a later one.
package leftover

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Mark is what comes before the rest of a temporary name: where this process has its number,
// and the number. Other machines, and containers, may share the folder.
func Mark() string { return place() + "-" + strconv.Itoa(os.Getpid()) + "-" }

// Abandoned reports whether a name begins with the mark of a process that is gone. Of those
// of other places nobody here can tell.
func Abandoned(name string) bool {
	rest, ours := strings.CutPrefix(name, place()+"-")
	number, _, whole := strings.Cut(rest, "-")
	pid, err := strconv.Atoi(number)
	return ours && whole && err == nil && gone(pid)
}

// place is this machine and, where there are several, what numbers its processes: on Linux
// each container counts from 1.
func place() string {
	name, _ := os.Hostname()
	namespace, _ := os.Readlink("/proc/self/ns/pid")
	return placed(name, namespace)
}

// placed is a place's name, as a piece of a file's and of a pattern.
func placed(name, namespace string) string {
	if name == "" {
		name = "localhost"
	}
	if namespace != "" {
		name += "." + strings.Trim(namespace, "pid:[]")
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
		if rest, ours := strings.CutPrefix(e.Name(), prefix); ours && Abandoned(rest) {
			os.RemoveAll(filepath.Join(folder, e.Name())) //nolint:errcheck // the next one tries again
		}
	}
}
