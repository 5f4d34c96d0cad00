package external

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"strings"
	"time"

	"nqueens/backends/isolate"
)

// versionTime is how long a program may take to print its version.
const versionTime = 5 * time.Second

// Version implements backends.Versioned. It is what the program says, or else
// a digest of the program's file and of those that its commands name; of a
// solver that is not built in it ends with a digest of the description, so that
// one whose options were changed is measured anew. The program is asked once.
func (s *Solver) Version() string { return s.found() }

func (s *Solver) findVersion() string {
	program, err := find(s.program().words[0], s.folder())
	if err != nil {
		return "not installed"
	}
	version := s.asked()
	if version == "" {
		var args []string
		for _, word := range s.program().words[1:] {
			args = append(args, strings.ReplaceAll(word, folderMark, s.folder()))
		}
		if version, err = digest(program, args, s.folder()); err != nil {
			return "unknown"
		}
	}
	if !s.BuiltIn() {
		sum := sha256.Sum256(s.text)
		version += "+" + hex.EncodeToString(sum[:4])
	}
	return version
}

// asked is what the program says of its version, "" if that is nothing of use.
func (s *Solver) asked() string {
	if s.says().asksVersion == nil {
		return ""
	}
	program, err := find(s.says().asksVersion.words[0], s.folder())
	if err != nil {
		return ""
	}
	result, err := isolate.Run(context.Background(), isolate.Command{
		Path: program, Args: s.says().asksVersion.filled(map[string]string{folderMark: s.folder()}), Dir: os.TempDir(),
		Limits: isolate.Limits{Wall: versionTime, Output: 1 << 20},
	})
	if err != nil || result.Outcome != isolate.Exited {
		return ""
	}
	found := s.says().version.FindSubmatch(append(result.Stdout, result.Stderr...))
	if found == nil {
		return ""
	}
	return isolate.Said(string(found[len(found)-1]))
}
