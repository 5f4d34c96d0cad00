package tally

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// sheet is a tally as text.
type sheet struct {
	Problem string `json:"problem"`
	Task    string `json:"task"`
	Engine  string `json:"engine"` // with the version of the tasks
	Part    Part   `json:"part"`
	Tasks   int    `json:"tasks"` // of the part
	Done    int    `json:"done"`  // of these
	Found   string `json:"found"`
	Pairs   uint64 `json:"pairs"`
	// Set has a bit for each of the part's tasks, done or not, unless all are.
	Set    string `json:"set,omitempty"`
	Digest string `json:"digest"` // of the sheet without it
}

// MarshalJSON writes the tally as a sheet.
func (t *Tally) MarshalJSON() ([]byte, error) {
	done, all := t.Tasks()
	s := sheet{
		Problem: fmt.Sprintf("queens(%d)", t.N), Task: "count", Engine: t.version, Part: t.Part,
		Tasks: all, Done: done, Found: fmt.Sprint(t.Found), Pairs: t.Pairs,
	}
	if !t.Finished() {
		set := make([]byte, (all+7)/8)
		for i, done := range t.done {
			if done {
				set[i/8] |= 1 << (i % 8)
			}
		}
		s.Set = hex.EncodeToString(set)
	}
	s.Digest = s.digest()
	return json.Marshal(s)
}

func (s sheet) digest() string {
	s.Digest = ""
	text, err := json.Marshal(s)
	if err != nil {
		panic(err) // strings and numbers always marshal
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:16])
}

// UnmarshalJSON reads what MarshalJSON writes, and nothing else.
func (t *Tally) UnmarshalJSON(text []byte) error {
	var s sheet
	in := json.NewDecoder(bytes.NewReader(text))
	in.DisallowUnknownFields()
	if err := in.Decode(&s); err != nil || s.Digest == "" {
		return errors.New("is no tally of a count, or was cut off")
	}
	if _, err := in.Token(); err != io.EOF {
		return errors.New("holds more than one tally")
	}
	if s.Digest != s.digest() {
		return errors.New("is damaged: its digest does not fit its content")
	}
	if s.Engine != version() {
		return fmt.Errorf("is of %q, whose tasks are others than those of %q", s.Engine, version())
	}
	var n int
	if _, err := fmt.Sscanf(s.Problem, "queens(%d)", &n); err != nil {
		return fmt.Errorf("is about %q, which is not counted in parts", s.Problem)
	}
	fresh, err := New(n, s.Part)
	if err != nil {
		return err
	}
	if len(fresh.tasks) != s.Tasks {
		return fmt.Errorf("has %d tasks, and part %v of %d queens has %d", s.Tasks, s.Part, n, len(fresh.tasks))
	}
	if _, err := fmt.Sscan(s.Found, &fresh.Found); err != nil {
		return fmt.Errorf("has found %q, which is no number", s.Found)
	}
	fresh.Pairs = s.Pairs
	if err := fresh.mark(s); err != nil {
		return err
	}
	fresh.path = t.path
	*t = *fresh
	return nil
}

// mark notes which tasks are done.
func (t *Tally) mark(s sheet) error {
	set, err := hex.DecodeString(s.Set)
	whole := s.Done == s.Tasks
	if err != nil || !whole && len(set) != (s.Tasks+7)/8 || whole && len(set) > 0 {
		return errors.New("does not say which tasks are done")
	}
	for i := range t.done {
		if whole || set[i/8]>>(i%8)&1 != 0 {
			t.done[i] = true
			t.left--
		}
	}
	if done, _ := t.Tasks(); done != s.Done {
		return fmt.Errorf("marks %d tasks as done and says %d", done, s.Done)
	}
	return nil
}

// Read reads a tally from a file.
func Read(path string) (*Tally, error) {
	text, err := readBounded(path)
	if err != nil {
		return nil, err
	}
	t := &Tally{path: path}
	if err := t.UnmarshalJSON(text); err != nil {
		return nil, fmt.Errorf("%s %w", path, err)
	}
	return t, nil
}

// readBounded reads a file that is no longer than the longest tally.
func readBounded(path string) ([]byte, error) {
	const longest = 64 << 20
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(f, longest+1))
	err = errors.Join(err, f.Close())
	if err == nil && len(text) > longest {
		err = fmt.Errorf("%s is longer than any tally of a count", path)
	}
	return text, err
}

// Open reads the tally that the file holds, which must be of this part of this
// board, or starts one if there is no such file. An empty path keeps it in
// memory only. A link is followed; what is no regular file is refused, for Save
// puts a new file in its place.
func Open(path string, n int, p Part) (*Tally, error) {
	if path != "" {
		switch info, err := os.Stat(path); {
		case err == nil && !info.Mode().IsRegular():
			return nil, fmt.Errorf("%s is no regular file: name another", path)
		case err == nil:
			if path, err = filepath.EvalSymlinks(path); err != nil {
				return nil, err
			}
		}
		t, err := Read(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return nil, err
		case t.N != n:
			return nil, fmt.Errorf("%s is of a count of %d queens, not %d: name another file", path, t.N, n)
		case t.Part != p:
			return nil, fmt.Errorf("%s is of part %v, not %v: name another file", path, t.Part, p)
		default:
			return t, nil
		}
	}
	t, err := New(n, p)
	if err != nil || path == "" {
		return t, err
	}
	t.path = path
	return t, t.Save() // a file that cannot be written shows before any work
}

// Save writes the tally to its file, if it has one. The old content stays until
// the new one is safe on the disk.
func (t *Tally) Save() error {
	if t.path == "" {
		return nil
	}
	text, err := t.MarshalJSON()
	if err != nil {
		return err
	}
	if info, err := os.Lstat(t.path); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s is no regular file, or a link to none: name another", t.path)
	}
	f, err := os.CreateTemp(filepath.Dir(t.path), filepath.Base(t.path)+".new-*")
	if err != nil {
		return err
	}
	_, err = f.Write(append(text, '\n'))
	err = errors.Join(err, f.Chmod(0o644), f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), t.path)
	}
	if err != nil {
		os.Remove(f.Name()) //nolint:errcheck // another error is on its way already
		return err
	}
	return syncFolder(filepath.Dir(t.path))
}

// syncFolder makes a renaming last. Systems that cannot sync a folder do not
// need it.
func syncFolder(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return nil
	}
	_ = f.Sync()
	return f.Close()
}
