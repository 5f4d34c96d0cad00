package diagram

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestErrors(t *testing.T) {
	eight := parse(t, "queens(8)")
	for _, c := range []struct {
		page Page
		want string
	}{
		{Page{}, "a page needs a board to draw"},
		{Page{Boards: []Board{{Problem: eight}}, Columns: -1}, "a page has at least one column (0: chosen), not -1"},
		{Page{Boards: []Board{{}}}, "the problem has no family"},
		{Page{Boards: []Board{{Problem: parse(t, "queens(1001)")}}}, "a board of 1001 squares a side is too large to draw (at most 1000)"},
		{Page{Boards: []Board{{Problem: eight}, {Problem: eight, Solution: solution(t, "a1,i2")}}},
			"board 2: the solution's square (file 8, rank 1, from 0) is off the board (a1 to h8)"},
		{Page{Boards: []Board{{Problem: eight, Solution: solution(t, "a1,a1")}}}, "the solution names a1 twice"},
		{Page{Boards: make([]Board, 1000)}, "1000 boards on a page would need 95 million dots, above the limit of 32 million: draw fewer on a page"},
	} {
		for i := range c.page.Boards {
			if len(c.page.Boards) == 1000 {
				c.page.Boards[i].Problem = eight
			}
		}
		for _, draw := range []func() ([]byte, error){c.page.SVG, c.page.PNG} {
			if _, err := draw(); err == nil || err.Error() != c.want {
				t.Errorf("error %v, want %s", err, c.want)
			}
		}
	}
}

// TestCannotBeOverwritten checks that an existing file that cannot be written is refused; nobody
// can write to a socket.
func TestCannotBeOverwritten(t *testing.T) {
	t.Chdir(t.TempDir())
	socket, err := net.Listen("unix", "socket.svg")
	if err != nil {
		t.Skip(err)
	}
	defer socket.Close()
	if err := CheckPath("socket.svg"); err == nil || err.Error() != "picture socket.svg: the existing file cannot be overwritten" {
		t.Errorf("%v", err)
	}
}

func TestFiles(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	if err := errors.Join(os.Mkdir("folder.svg", 0o755), os.WriteFile("file", nil, 0o644)); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"board.gif":      "picture board.gif: the name must end in .svg, .png or .pdf, not .gif",
		"board":          "picture board: the name must end in .svg, .png or .pdf; it has no ending",
		"none/board.svg": "picture none/board.svg: there is no folder none",
		"file/board.svg": "picture file/board.svg: file is not a folder",
		"folder.svg":     "picture folder.svg: it is a folder",
	} {
		if err := CheckPath(filepath.FromSlash(path)); err == nil || filepath.ToSlash(err.Error()) != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
	page := Page{Boards: []Board{{Problem: parse(t, "queens(4)")}}}
	if err := page.Write("board.gif"); err == nil || !strings.HasSuffix(err.Error(), "not .gif") {
		t.Errorf("writing a GIF: %v", err)
	}
	for path, start := range map[string]string{"board.svg": "<svg ", "board.PNG": "\x89PNG"} {
		if err := errors.Join(CheckPath(path), page.Write(path)); err != nil {
			t.Fatal(err)
		}
		if content, err := os.ReadFile(path); err != nil || !strings.HasPrefix(string(content), start) {
			t.Errorf("%s begins with %.8q, %v", path, content, err)
		}
	}
	if files, _ := os.ReadDir("."); len(files) != 4 {
		t.Errorf("left behind: %v", files)
	}
}
