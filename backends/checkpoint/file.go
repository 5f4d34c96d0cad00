package checkpoint

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"nqueens"
	"nqueens/backends"
	"nqueens/family"
	"nqueens/internal/atomicfile"
	"nqueens/internal/bounded"
	"nqueens/internal/journal"
	"nqueens/internal/table"
	"nqueens/internal/unpack"
)

// content is the text form of a checkpoint.
type content struct {
	Problem string `json:"problem"`
	Task    string `json:"task"`
	Engine  string `json:"engine"` // with the version of the tasks
	Part    Part   `json:"part"`
	Tasks   int    `json:"tasks"` // number of tasks of the part
	Done    int    `json:"done"`  // number of these that are done
	Found   string `json:"found"`
	// Pairs is the statistic "pairs"; Stats has all others.
	Pairs int64            `json:"pairs"`
	Stats map[string]int64 `json:"stats,omitempty"`
	// Set has a bit for each of the part's tasks, done or not, unless all are done.
	Set    string `json:"set,omitempty"`
	Digest string `json:"digest"` // of the rest
}

// pairs is the one statistic that has a separate field in the file.
const pairs = "pairs"

// version returns the version of a backend's tasks: the tasks of another version are different.
func version(b backends.Backend) string {
	return b.Describe().Name + " " + backends.Version(b)
}

// MarshalJSON returns the content of the checkpoint's file.
func (c *Checkpoint) MarshalJSON() ([]byte, error) {
	done, all := c.Tasks()
	text := content{
		Problem: c.Problem.String(), Task: string(nqueens.CountAll), Engine: version(c.by), Part: c.Part,
		Tasks: all, Done: done, Found: c.Found.String(), Pairs: c.Stats[pairs], Stats: maps.Clone(c.Stats),
	}
	delete(text.Stats, pairs)
	if !c.Finished() {
		set := make([]byte, (all+7)/8)
		for i, done := range c.done {
			if done {
				set[i/8] |= 1 << (i % 8)
			}
		}
		text.Set = hex.EncodeToString(set)
	}
	text.Digest = text.digest()
	return json.Marshal(text)
}

func (s content) digest() string {
	s.Digest = ""
	text, err := json.Marshal(s)
	if err != nil {
		panic(err) // strings and numbers always marshal
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:16])
}

// decode parses the output of MarshalJSON, and nothing else.
func decode(text []byte, from []backends.Backend, known nqueens.Catalogue) (*Checkpoint, error) {
	var s content
	in := json.NewDecoder(bytes.NewReader(text))
	in.DisallowUnknownFields()
	if err := in.Decode(&s); err != nil || s.Digest == "" {
		return nil, errors.New("is not a part of a count as written by `count --part k/n --json` or --checkpoint, or was cut off")
	}
	if _, err := in.Token(); err != io.EOF {
		return nil, errors.New("contains more than one tally")
	}
	if s.Digest != s.digest() {
		return nil, errors.New("is damaged: its digest does not match its content")
	}
	by, err := s.backend(from)
	if err != nil {
		return nil, err
	}
	problem, err := known.Parse(s.Problem)
	if err != nil {
		return nil, fmt.Errorf("is about %q, which is not counted in parts", s.Problem)
	}
	c, err := New(by, nqueens.Request{Problem: problem, Task: nqueens.CountAll}, s.Part)
	if err != nil {
		return nil, err
	}
	if len(c.tasks) != s.Tasks {
		return nil, fmt.Errorf("has %s, but part %v of %s has %d", table.Plural(s.Tasks, "task"), s.Part, c.Title(), len(c.tasks))
	}
	if c.Found, err = nqueens.ParseCount(s.Found); err != nil {
		return nil, fmt.Errorf("has an invalid number of solutions: %q", s.Found)
	}
	maps.Copy(c.Stats, s.Stats)
	c.Stats[pairs] += s.Pairs
	return c, c.mark(s)
}

// backend returns the backend whose tasks the file is about.
func (s content) backend(from []backends.Backend) (backends.Resumable, error) {
	var known []string
	for _, b := range from {
		if by, can := b.(backends.Resumable); can {
			if version(b) == s.Engine {
				return by, nil
			}
			known = append(known, strconv.Quote(version(b)))
		}
	}
	return nil, fmt.Errorf("was made by %q, whose tasks differ from those of %s", s.Engine, strings.Join(known, " and "))
}

// mark marks the tasks that the content lists as done.
func (c *Checkpoint) mark(s content) error {
	set, err := hex.DecodeString(s.Set)
	whole := s.Done == s.Tasks
	if err != nil || !whole && len(set) != (s.Tasks+7)/8 || whole && len(set) > 0 {
		return errors.New("does not say which tasks are done")
	}
	for i := range c.done {
		if whole || set[i/8]>>(i%8)&1 != 0 {
			c.done[i] = true
			c.left--
		}
	}
	if done, _ := c.Tasks(); done != s.Done {
		return fmt.Errorf("marks %s as done, but states %d", table.Plural(done, "task"), s.Done)
	}
	return nil
}

// Read reads a checkpoint from a file, compressed or not. from are the backends that may have made
// it.
func Read(path string, from []backends.Backend, known nqueens.Catalogue) (*Checkpoint, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, packed, err := readBounded(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	c, err := decode(text, from, known)
	if err != nil {
		return nil, fmt.Errorf("%s %w", path, err)
	}
	c.path, c.packed = path, packed
	return c, nil
}

// readBounded reads a text, compressed or not. It returns an error if the text is longer than the
// longest checkpoint.
func readBounded(r io.Reader) (text []byte, packed unpack.Packing, err error) {
	const longest = 64 << 20
	in, packed, err := unpack.IfPacked(bufio.NewReader(bounded.Sticky(r)))
	if err == nil {
		text, err = io.ReadAll(bounded.Bytes(in, longest, errors.New("is longer than 64 MiB, the limit for a tally")))
	}
	return text, packed, err
}

// Open returns the checkpoint in the file, which must be for this part of the requested count, or a
// new one if the file does not exist. No other process can open the file until Close. An empty path
// keeps the checkpoint in memory only. A link is followed. A file that is not regular is refused,
// because Save replaces the file.
func Open(path string, by backends.Resumable, r nqueens.Request, p Part) (*Checkpoint, error) {
	if path == "" {
		return New(by, r, p)
	}
	switch info, err := os.Stat(path); {
	case err == nil && !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is no regular file: name another", path)
	case err == nil:
		if path, err = filepath.EvalSymlinks(path); err != nil {
			return nil, err
		}
	}
	if _, err := os.Stat(filepath.Dir(path)); err != nil {
		return nil, fmt.Errorf("%s: %w: name a file in an existing folder", path, err)
	}
	lock, err := journal.TryLock(path)
	if errors.Is(err, journal.ErrLocked) {
		err = fmt.Errorf("%w: another process is using it; wait until it ends, or name another file", err)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	c, err := open(path, by, r, p)
	if err != nil {
		return nil, errors.Join(err, lock.Unlock())
	}
	c.lock = lock
	return c, nil
}

// open is Open for a locked file.
func open(path string, by backends.Resumable, r nqueens.Request, p Part) (*Checkpoint, error) {
	c, err := Read(path, []backends.Backend{by}, family.All(r.Problem.Family))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if c, err = New(by, r, p); err != nil {
			return nil, err
		}
		c.path = path
		return c, c.Save() // an unwritable file is reported before any work
	case err != nil:
		return nil, err
	case c.packed != unpack.None:
		return nil, fmt.Errorf("%s is compressed (%s), and the count must write to it: decompress it first", path, c.packed)
	case c.Problem.String() != r.Problem.String():
		return nil, fmt.Errorf("%s is for a count of %s, not %s: name another file", path, c.Title(), strings.TrimSuffix(title(r.Problem), " "+r.Problem.Family.Name))
	case c.Part != p:
		return nil, fmt.Errorf("%s is for part %v, not %v: name another file", path, c.Part, p)
	}
	c.request = r
	return c, nil
}

// Close lets other processes open the file.
func (c *Checkpoint) Close() error {
	if c.lock == nil {
		return nil
	}
	return c.lock.Unlock()
}

// Save writes the checkpoint to its file, if it has one. The old content stays until the new one is
// safely on the disk.
func (c *Checkpoint) Save() error {
	if c.path == "" {
		return nil
	}
	text, err := c.MarshalJSON()
	if err != nil {
		return err
	}
	if info, err := os.Lstat(c.path); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s is no regular file, or a link to none: name another", c.path)
	}
	return atomicfile.WriteFile(c.path, append(text, '\n'))
}
