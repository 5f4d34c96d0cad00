// Package leftover names temporary files and folders after the process that makes them, so that
// later processes can recognise and remove those of a process that was killed.
package leftover

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
)

// Mark returns the first part of a temporary name: the scope of process numbers, and the number of
// this process. Other machines and containers may share the folder.
func Mark() string { return place() + "-" + strconv.Itoa(os.Getpid()) + "-" }

// Abandoned reports whether a name begins with the mark of a process that has ended. It is false
// for marks of other machines and containers.
func Abandoned(name string) bool {
	rest, ours := strings.CutPrefix(name, place()+"-")
	number, _, whole := strings.Cut(rest, "-")
	pid, err := strconv.Atoi(number)
	return ours && whole && err == nil && gone(pid)
}

// place returns the name of this machine and, on Linux, of its process namespace: each container
// counts processes from 1.
func place() string {
	name, _ := os.Hostname()
	namespace, _ := os.Readlink("/proc/self/ns/pid")
	return placed(name, namespace)
}

// placed returns a place's name in a form that is valid in a file name and in a pattern.
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

// FolderPrefix precedes the mark in the name of a temporary folder or file.
const FolderPrefix = "nqueens-"

// MkdirTemp makes a temporary folder with a name by which CollectFolders finds it. Its first call
// also calls CollectFolders. Commands that make no temporary folder do not do that, because reading
// the system's temporary folder takes time.
func MkdirTemp() (string, error) {
	collected()
	return os.MkdirTemp("", FolderPrefix+Mark())
}

var collected = sync.OnceFunc(CollectFolders)

// CollectFolders removes the temporary folders of processes that have ended.
func CollectFolders() { Collect(os.TempDir(), FolderPrefix) }

// Collect removes the entries of a folder whose names consist of the prefix, the mark of a process
// that has ended, and any rest. Entries that cannot be removed, such as another user's, stay.
func Collect(folder, prefix string) {
	entries, _ := os.ReadDir(folder)
	for _, e := range entries {
		if rest, ours := strings.CutPrefix(e.Name(), prefix); ours && Abandoned(rest) {
			os.RemoveAll(filepath.Join(folder, e.Name())) //nolint:errcheck // the next one tries again
		}
	}
}
