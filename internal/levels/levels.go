package levels

import (
	"fmt"
	"strings"

	"nqueens/internal/lazyregexp"
)

// A Level is a board of squares with regions.
type Level struct {
	Title string // the line above it, or ""
	Line  int    // the line of its first row, from 1
	Rows  []Row  // from the highest rank
}

var starsInTitle = lazyregexp.New(`(?:^|[ ,(])([1-9]) stars?\b`)

// Stars returns the number of queens in each region that the title states, as in "level 5, 2
// stars"; 0 if it states none.
func (l Level) Stars() int {
	found := starsInTitle.Get().FindStringSubmatch(l.Title)
	if found == nil {
		return 0
	}
	return int(found[1][0] - '0')
}

// A Row is a row of squares.
type Row struct {
	Line    int
	Squares []Square
}

// A Square is a square of a level.
type Square struct {
	Region  string // the name of its region
	Queen   bool
	Blocked bool
}

// An Error is a fault in a text.
type Error struct {
	Line    int
	Message string
}

func (e *Error) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Message) }

func wrong(line int, format string, args ...any) error {
	return &Error{line, fmt.Sprintf(format, args...)}
}

// Read returns the levels of a text, at least one. Every level is a square board; the number of its
// regions is not checked.
func Read(text string) ([]Level, error) {
	text = strings.TrimPrefix(text, "\ufeff")
	list, err := drawings(text)
	if isCode(text) {
		list, err = arrays(text)
	}
	if err == nil && len(list) == 0 {
		err = wrong(1, "no regions: write a row of letters for each rank of the board, or arrays of them")
	}
	if err != nil {
		return nil, err
	}
	for _, l := range list {
		if err := l.check(); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// check returns an error for a level that is not a square board.
func (l Level) check() error {
	n := len(l.Rows)
	wide := len(l.Rows[0].Squares)
	for i, row := range l.Rows {
		if len(row.Squares) != wide {
			return wrong(row.Line, "row %d has %s, and the rows above have %d", i+1, squares(len(row.Squares)), wide)
		}
	}
	if n != wide {
		return wrong(l.Line, "%d rows of %s: a board of regions has as many rows as columns", n, squares(wide))
	}
	return nil
}

func squares(n int) string {
	if n == 1 {
		return "1 square"
	}
	return fmt.Sprintf("%d squares", n)
}

// Regions returns the names of the regions, row by row.
func (l Level) Regions() [][]string {
	var rows [][]string
	for _, row := range l.Rows {
		var names []string
		for _, s := range row.Squares {
			names = append(names, s.Region)
		}
		rows = append(rows, names)
	}
	return rows
}

// number returns the number of regions.
func (l Level) number() int {
	seen := map[string]bool{}
	for _, row := range l.Rows {
		for _, s := range row.Squares {
			seen[s.Region] = true
		}
	}
	return len(seen)
}

// Begins reports whether a text begins with a valid level: a square board with as
// many regions as rows. If it is not, resembles reports whether it looks like one with a fault:
// rows of two squares or more without blanks, about as long as each other, and about as many; lines
// of one character are rather a list. A text that is not whole may be cut off within the level; its
// complete lines are examined. It also returns the number of rows.
func Begins(head string, whole bool) (rows int, ok, resembles bool) {
	head = strings.TrimPrefix(head, "\ufeff")
	if !whole {
		head = head[:strings.LastIndexByte(head, '\n')+1]
	}
	var list []Level
	code := isCode(head)
	if code {
		list, _ = arrays(head)
	} else {
		list, _ = drawings(head)
	}
	if len(list) == 0 {
		return 0, false, false
	}
	first := list[0]
	rows = len(first.Rows)
	if code {
		return rows, rows >= 3 && first.check() == nil && first.number() == rows, true
	}
	near := func(a, b int) bool { return a-b <= 2 && b-a <= 2 }
	resembles = rows >= 3
	lines := strings.Split(head, "\n")
	for _, row := range first.Rows {
		resembles = resembles && len(row.Squares) > 1 && !strings.ContainsAny(strings.TrimSpace(lines[row.Line-1]), " \t") && near(len(row.Squares), len(first.Rows[0].Squares)) && near(len(row.Squares), rows)
	}
	return rows, rows >= 3 && first.check() == nil && first.number() == rows, resembles
}
