package diagram

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"nqueens"
	"nqueens/family"
	"nqueens/internal/golden"
)

// gallery is the folder in which TestGallery keeps its pictures, so that a person can look at them:
// go test ./bench/diagram -run TestGallery -gallery DIR
var gallery = flag.String("gallery", "", "the folder to draw the gallery into")

// placement returns n queens on a board of size n, one in each file, by a search that moves the
// queen with the most conflicts. It finds a solution for large n within moments.
func placement(n int) nqueens.Solution {
	random := rand.New(rand.NewPCG(1, 1))
	ranks := random.Perm(n)
	sums, diffs := make([]int, 2*n), make([]int, 2*n)
	put := func(f, by int) { sums[f+ranks[f]] += by; diffs[f-ranks[f]+n] += by }
	for f := range n {
		put(f, 1)
	}
	clash := func(f int) int { return sums[f+ranks[f]] + diffs[f-ranks[f]+n] - 2 }
	for tries := 0; tries < 3000*n; tries++ {
		f, g := random.IntN(n), random.IntN(n)
		if f == g || clash(f)+clash(g) == 0 {
			continue
		}
		move := func() {
			put(f, -1)
			put(g, -1)
			ranks[f], ranks[g] = ranks[g], ranks[f]
			put(f, 1)
			put(g, 1)
		}
		before := clash(f) + clash(g)
		if move(); clash(f)+clash(g) > before {
			move()
		}
	}
	s := make(nqueens.Solution, n)
	for f, r := range ranks {
		s[f] = nqueens.On(f, r)
	}
	return s
}

// fundamental returns the solutions of 8 queens that represent their orbits, with captions.
func fundamental(t testing.TB) []Board {
	var boards []Board
	problem := parse(t, "queens(8)")
	var extend func(s nqueens.Solution)
	extend = func(s nqueens.Solution) {
		if len(s) == 8 {
			if !s.Fundamental(8) {
				return
			}
			caption := []string{fmt.Sprintf("%d", len(boards)+1), fmt.Sprintf("orbit %d", len(s.Orbit(8)))}
			if s.Has(nqueens.NByN(8), nqueens.HalfTurn) {
				caption = append(caption, "rotation symmetric")
			}
			if _, found := s.ThreeInLine(); !found {
				caption = append(caption, "no three in line")
			}
			boards = append(boards, Board{Problem: problem, Solution: append(nqueens.Solution{}, s...), Caption: caption})
			return
		}
		for rank := range 8 {
			next := nqueens.On(len(s), rank)
			free := true
			for _, sq := range s {
				free = free && !family.Queens.Attacks(nqueens.NByN(8), sq.Square, next.Square)
			}
			if free {
				extend(append(s, next))
			}
		}
	}
	extend(nil)
	return boards
}

func parse(t testing.TB, text string) nqueens.Problem {
	t.Helper()
	p, err := family.All().Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func solution(t testing.TB, text string) nqueens.Solution {
	t.Helper()
	s, err := nqueens.ParseSolution(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// marked returns a board with one of every mark.
func marked(t testing.TB) Board {
	return Board{
		Problem:  parse(t, "queens(8, given=a2+g7, blocked=d4+e4+b7+h1, excluded=sum:13+diff:5+diff:-2)"),
		Solution: solution(t, "a2,b4,c6,d8,e3,f1,g7,h5"),
		Caption:  []string{"Framed: given. Hatched: blocked. Line: excluded diagonal."},
	}
}

func TestGallery(t *testing.T) {
	eight := "a1,b5,c8,d6,e3,f7,g2,h4"
	large := func(n int) Page {
		return Page{Boards: []Board{{Problem: parse(t, fmt.Sprintf("queens(%d, given=a1+c20, blocked=d4+e5+f6, excluded=diff:3)", n)), Solution: placement(n)}}}
	}
	pages := map[string]Page{
		"single":    {Boards: []Board{{Problem: parse(t, "queens(8)"), Solution: solution(t, eight)}}},
		"marked":    {Boards: []Board{marked(t)}, Title: "Completion of 8 queens"},
		"four":      {Boards: []Board{{Problem: parse(t, "queens(4)"), Solution: solution(t, "a2,b4,c1,d3"), Caption: []string{"One of two."}}}},
		"one":       {Boards: []Board{{Problem: parse(t, "queens(1)"), Solution: solution(t, "a1"), Caption: []string{"A board of one square has one solution."}}}, Title: "The smallest"},
		"thirty":    large(30),
		"hundred":   large(100),
		"three-100": large(300),
		"thousand":  large(1000),
		"twelve":    {Title: "The 12 fundamental solutions of 8 queens", Boards: fundamental(t)},
		"tiny":      {Columns: 6, Boards: []Board{marked(t), {Problem: parse(t, "queens(9, blocked=a1+c3)")}, {Problem: parse(t, "superqueens(10)"), Solution: solution(t, "a3,b6,c9,d1,e4,f7,g10,h2,i5,j8")}, {Problem: parse(t, "rooks(4)"), Solution: solution(t, "a3,b2,c1,d4")}, marked(t), {Problem: parse(t, "queens(20)"), Solution: placement(20)}, {Problem: parse(t, "queens(60)"), Solution: placement(60)}}},
		"filled":    {Boards: []Board{{Problem: nqueens.Problem{Family: family.Queens, N: 200, Blocked: placement(200).Squares(), Given: placement(200)[:60].Squares()}}}},
		"families": {Boards: []Board{
			{Problem: parse(t, "rooks(5)"), Solution: solution(t, "a1,b2,c3,d4,e5"), Caption: []string{"rooks"}},
			{Problem: parse(t, "superqueens(10)"), Solution: solution(t, "a3,b6,c9,d1,e4,f7,g10,h2,i5,j8"), Caption: []string{"superqueens"}},
			{Problem: parse(t, "torus(5)"), Solution: solution(t, "a1,b3,c5,d2,e4"), Caption: []string{"torus"}},
		}},
	}
	pictures := map[string][]byte{}
	for name, page := range pages {
		pictures[name+".svg"] = drawn(t, page.SVG)
		if *gallery == "" {
			continue
		}
		for _, ending := range []string{".svg", ".png"} {
			if err := page.Write(filepath.Join(*gallery, name+ending)); err != nil {
				t.Error(err)
			}
		}
	}
	golden.Pictures(t, "gallery.golden", pictures)
}
