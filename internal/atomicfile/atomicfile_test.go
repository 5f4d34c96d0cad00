package atomicfile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"nqueens/internal/fulldisk"
	"nqueens/internal/leftover"
)

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o640); err != nil {
		t.Fatal(err)
	}
}

func holds(t *testing.T, name, want string) {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil || string(content) != want {
		t.Errorf("%s holds %q (%v), want %q", name, content, err, want)
	}
}

// alone checks that no temporary file is left in a folder.
func alone(t *testing.T, dir string) {
	t.Helper()
	left, err := filepath.Glob(filepath.Join(dir, "*"+Ending+"*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// TestNameWhenComplete checks that the previous file exists until Commit, and after Discard.
func TestNameWhenComplete(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "f")
	for _, there := range []string{"", "as before"} {
		if there != "" {
			write(t, name, there)
		}
		for _, size := range []int{0, 1, 4096, 4097, 1<<16 + 1, 1 << 20} {
			text := strings.Repeat("x", size)
			f, err := Create(name)
			if err != nil {
				t.Fatal(err)
			}
			if f.Begun() {
				t.Error("begun before anything was written")
			}
			if n, err := io.WriteString(f, text); err != nil || n != size || !f.Begun() {
				t.Fatalf("%d of %d bytes, %v, begun %v", n, size, err, f.Begun())
			}
			if there == "" {
				if _, err := os.Stat(name); !errors.Is(err, fs.ErrNotExist) {
					t.Errorf("half-written it is there: %v", err)
				}
			} else {
				holds(t, name, there)
			}
			if err := f.Discard(); err != nil {
				t.Error(err)
			}
			alone(t, dir)
			if err := WriteFile(name, []byte(text)); err != nil {
				t.Fatal(err)
			}
			holds(t, name, text)
			alone(t, dir)
			there = text
			if there == "" {
				os.Remove(name)
			}
		}
	}
}

// TestOnTheDiskFirst checks that the content is on the disk before it gets the name, and then the
// name is. If the content cannot be written, it gets no name.
func TestOnTheDiskFirst(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "f")
	for _, broken := range []error{nil, errors.New("the disk is gone")} {
		write(t, name, "as before")
		f, err := Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write([]byte("new")); err != nil {
			t.Fatal(err)
		}
		var synced []string
		f.sync = func(file *os.File) error {
			holds(t, file.Name(), "new")
			holds(t, name, "as before")
			synced = append(synced, "content")
			return broken
		}
		f.syncFolder = func(of string) error {
			holds(t, name, "new")
			synced = append(synced, of)
			return SyncFolder(of)
		}
		if err := f.Commit(); !errors.Is(err, broken) {
			t.Errorf("%v, want %v", err, broken)
		}
		want, there := []string{"content", dir}, "new"
		if broken != nil {
			want, there = want[:1], "as before"
		}
		if holds(t, name, there); !slices.Equal(synced, want) {
			t.Errorf("synced %q, want %q", synced, want)
		}
		alone(t, dir)
	}
	// The default functions do ask the system.
	f, err := Create(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Discard(); err != nil {
		t.Error(err)
	}
	if f.sync(f.file) == nil || f.syncFolder(name+"/missing") == nil {
		t.Error("what is closed, or not there, is on the disk")
	}
	if runtime.GOOS == "linux" {
		if err := SyncFolder(dir); err != nil {
			t.Error(err)
		}
		if SyncFolder(os.DevNull) == nil {
			t.Error("what cannot be on a disk is")
		}
	}
	if err := SyncFolder(name + "/missing"); err == nil {
		t.Error("what is not there is on the disk")
	}
}

// TestNotToBeWritten checks that a write-protected file keeps its name and content, even for root.
func TestNotToBeWritten(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("a program that runs can be written")
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Create(program); err == nil || !strings.Contains(err.Error(), "busy") {
		t.Error(err)
	}
}

// TestPermissions checks that the permissions of the previous file are kept, and that a link stays
// a link.
func TestPermissions(t *testing.T) {
	dir := t.TempDir()
	name, link, dangling := filepath.Join(dir, "f"), filepath.Join(dir, "link"), filepath.Join(dir, "dangling")
	write(t, name, "old")
	for from, to := range map[string]string{link: "f", dangling: filepath.Join(dir, "g")} {
		if err := os.Symlink(to, from); err != nil {
			t.Skip(err)
		}
	}
	for _, path := range []string{link, dangling} {
		if err := WriteFile(path, []byte("new")); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Lstat(path); err != nil || info.Mode()&fs.ModeSymlink == 0 {
			t.Errorf("%s is no link any more: %v, %v", path, info.Mode(), err)
		}
	}
	holds(t, name, "new")
	holds(t, filepath.Join(dir, "g"), "new")
	if info, err := os.Stat(name); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o640 {
		t.Errorf("permissions %v, %v", info.Mode(), err)
	}
	// A new file gets the permissions of the user's umask; a replaced one keeps its own.
	asked, fresh := filepath.Join(dir, "asked"), filepath.Join(dir, "fresh")
	if err := errors.Join(os.WriteFile(asked, nil, 0o666), WriteFile(fresh, nil), os.Chmod(name, 0o606), WriteFile(name, nil)); err != nil {
		t.Fatal(err)
	}
	var modes []fs.FileMode
	for _, path := range []string{asked, fresh, name} {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		modes = append(modes, info.Mode().Perm())
	}
	if modes[1] != modes[0] || runtime.GOOS != "windows" && modes[2] != 0o606 {
		t.Errorf("permissions %v", modes)
	}
	if _, err := Create(dir); err == nil {
		t.Error("a folder was opened")
	}
	for _, path := range []string{dir, filepath.Join(dir, "missing", "f")} {
		if WriteFile(path, []byte("new")) == nil {
			t.Errorf("%s was written", path)
		}
	}
	_, err := Create(filepath.Join(dir, "missing", "f"))
	if want := "open " + filepath.Join(dir, "missing", "f") + ": "; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%v, should begin with %q", err, want)
	}
}

// TestPipe checks that a named pipe is written, not replaced.
func TestPipe(t *testing.T) {
	name := filepath.Join(t.TempDir(), "pipe")
	if err := exec.Command("mkfifo", name).Run(); err != nil {
		t.Skip(err)
	}
	read := make(chan []byte)
	go func() {
		content, _ := os.ReadFile(name)
		read <- content
	}()
	text := bytes.Repeat([]byte("x"), 1<<17)
	if err := WriteFile(name, text); err != nil {
		t.Error(err)
	}
	if got := <-read; !bytes.Equal(got, text) {
		t.Errorf("%d bytes came through, of %d", len(got), len(text))
	}
}

// TestStream checks that a file opened by the shell is written, and not replaced.
func TestStream(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "f"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close() //nolint:errcheck // a test's
	name := fmt.Sprintf("/dev/fd/%d", file.Fd())
	if _, err := os.Stat(name); err != nil {
		t.Skip(err)
	}
	if err := WriteFile(name, []byte("new")); err != nil {
		t.Fatal(err)
	}
	if content, err := io.ReadAll(file); err != nil || string(content) != "new" {
		t.Errorf("what was opened holds %q, %v", content, err)
	}
}

// TestFullDisk checks that the previous file stays, and nothing else.
func TestFullDisk(t *testing.T) {
	if !fulldisk.InOwnProcess(t) {
		return
	}
	dir := t.TempDir()
	name := filepath.Join(dir, "f")
	write(t, name, "as before")
	fulldisk.After(t, 1<<16)
	if err := WriteFile(name, make([]byte, 1<<17)); err == nil || !strings.Contains(err.Error(), "write "+name+": ") {
		t.Errorf("error %v", err)
	}
	holds(t, name, "as before")
	alone(t, dir)
}

// TestCollectsLeftover checks that files left by a killed writer are removed when the file is
// written again.
func TestCollectsLeftover(t *testing.T) {
	dead := exec.Command("true")
	if err := dead.Run(); err != nil {
		t.Skip(err)
	}
	name := filepath.Join(t.TempDir(), "s.txt")
	mark := strings.Replace(leftover.Mark(), fmt.Sprintf("-%d-", os.Getpid()), fmt.Sprintf("-%d-", dead.Process.Pid), 1)
	for _, left := range []string{name + Ending + mark + "1", name + Ending + leftover.Mark() + "1"} {
		if err := os.WriteFile(left, []byte("a piece"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := WriteFile(name, []byte("all")); err != nil {
		t.Fatal(err)
	}
	there, err := filepath.Glob(name + "*")
	if err != nil || len(there) != 2 || there[0] != name || !strings.Contains(there[1], leftover.Mark()) {
		t.Errorf("%q, %v", there, err)
	}
}
