package external

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// find returns the absolute path of a program: one with a slash in its name is
// in a place seen from the folder, another in PATH.
func find(program, folder string) (string, error) {
	if !strings.ContainsAny(program, "/"+string(filepath.Separator)) {
		path, err := exec.LookPath(program)
		if err != nil {
			return "", fmt.Errorf("no program in PATH is called %q; one in the folder would be ./%s", program, program)
		}
		return filepath.Abs(path)
	}
	path := program
	if !filepath.IsAbs(path) {
		path = filepath.Join(folder, path)
	}
	path, err := filepath.Abs(path)
	if err == nil {
		_, err = exec.LookPath(path)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", fmt.Errorf("there is no program %s%s; if it is to be compiled, compile it first", program, seenFrom(program, folder))
	case errors.Is(err, fs.ErrPermission):
		return "", fmt.Errorf("%s%s cannot be run: it is not executable", program, seenFrom(program, folder))
	case err != nil:
		return "", fmt.Errorf("%s cannot be run: %w", program, err)
	}
	return path, nil
}

// seenFrom names the folder that a program was looked for in, unless it is the
// user's own.
func seenFrom(program, folder string) string {
	if folder == "" || folder == "." || filepath.IsAbs(program) {
		return ""
	}
	return " in " + folder
}

// digest is of the contents of the program and of the files among the words of
// its command.
func digest(program string, args []string, folder string) (string, error) {
	sum := sha256.New()
	for i, path := range append([]string{program}, args...) {
		if !filepath.IsAbs(path) {
			path = filepath.Join(folder, path)
		}
		if info, err := os.Stat(path); i > 0 && (err != nil || !info.Mode().IsRegular()) {
			continue
		}
		file, err := os.Open(path)
		if err != nil && i > 0 {
			continue // a file that cannot be read does not tell versions apart
		}
		if err != nil {
			return "", err
		}
		_, err = io.Copy(sum, file)
		file.Close()
		if err != nil {
			return "", err
		}
		sum.Write([]byte{0}) // so that contents do not run into each other
	}
	return hex.EncodeToString(sum.Sum(nil)[:6]), nil
}
