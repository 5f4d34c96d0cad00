package ipasir

import (
	"debug/elf"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Find returns the absolute path of a library. A name with a slash is relative to the folder. Any
// other name is looked up in the folders of LD_LIBRARY_PATH (DYLD_LIBRARY_PATH on macOS) and of the
// system.
func Find(name, folder string) (string, error) {
	if !strings.ContainsAny(name, "/"+string(filepath.Separator)) {
		for _, dir := range folders() {
			path := filepath.Join(dir, name)
			if info, err := os.Stat(path); err == nil && !info.IsDir() {
				return filepath.Abs(path)
			}
		}
		return "", fmt.Errorf("no library in the system's folders and in LD_LIBRARY_PATH is called %q; one in the folder would be ./%s", name, name)
	}
	path := name
	if !filepath.IsAbs(path) {
		path = filepath.Join(folder, path)
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", fmt.Errorf("there is no library %s", name)
	case err != nil:
		return "", fmt.Errorf("the library %s cannot be read: %w", name, err)
	case info.IsDir():
		return "", fmt.Errorf("%s is a folder, not a library", name)
	}
	return filepath.Abs(path)
}

// folders returns the folders in which libraries are looked up.
func folders() []string {
	list := append(filepath.SplitList(os.Getenv("LD_LIBRARY_PATH")), filepath.SplitList(os.Getenv("DYLD_LIBRARY_PATH"))...)
	for _, dir := range []string{"/usr/local/lib", "/usr/lib", "/lib", "/usr/lib64", "/opt/homebrew/lib"} {
		list = append(list, dir)
		multiarch, _ := filepath.Glob(dir + "/*-linux-gnu*") // the pattern is valid
		list = append(list, multiarch...)
	}
	return list
}

// functions lists the functions that a library must have.
var functions = []string{
	"ipasir_signature", "ipasir_init", "ipasir_release", "ipasir_add", "ipasir_assume", "ipasir_solve", "ipasir_val", "ipasir_failed", "ipasir_set_terminate",
}

// Inspect returns an error if the file is not a shared library or lacks a function of IPASIR. It does
// not load the library. It can only inspect ELF files, and returns nil on systems with another
// format.
func Inspect(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	file, err := elf.NewFile(f)
	if err != nil {
		if notELF {
			return nil
		}
		return errors.New("the file is not a shared library")
	}
	symbols, err := file.DynamicSymbols()
	if err != nil || file.Type != elf.ET_DYN {
		return errors.New("the file is not a shared library")
	}
	has := map[string]bool{}
	for _, s := range symbols {
		if s.Section != elf.SHN_UNDEF {
			has[s.Name] = true
		}
	}
	for _, name := range functions {
		if !has[name] {
			return fmt.Errorf("it has no function %s: it is not an IPASIR library", name)
		}
	}
	return nil
}
