package familytest

import (
	"fmt"
	"slices"
	"strings"

	"nqueens"
)

// games are the games by family. A family without one is tested by its own Check and Attacks.
var games = map[string]func(p nqueens.Problem, pos *position) game{
	"queens": func(p nqueens.Problem, pos *position) game {
		return asManyAsLines(p, pos.attacks(false).riding(everyWay...))
	},
	"superiors": func(p nqueens.Problem, pos *position) game {
		return asManyAsLines(p, pos.attacks(false).riding(everyWay...))
	},
	"torus": func(p nqueens.Problem, pos *position) game {
		return asManyAsLines(p, pos.attacks(true).riding(everyWay...))
	},
	"rooks": func(p nqueens.Problem, pos *position) game {
		return asManyAsLines(p, pos.attacks(false).riding(straight...))
	},
	"superqueens": func(p nqueens.Problem, pos *position) game {
		return asManyAsLines(p, pos.attacks(false).riding(everyWay...).leaping(knights...))
	},
	"king-rooks": func(p nqueens.Problem, pos *position) game {
		return asManyAsLines(p, pos.attacks(false).riding(straight...).leaping(everyWay...))
	},
	"nomads": func(p nqueens.Problem, pos *position) game {
		return asManyAsLines(p, pos.attacks(true).riding(straight...).leaping(everyWay...))
	},
	"semi-queens": func(p nqueens.Problem, pos *position) game {
		return asManyAsLines(p, pos.attacks(true).riding(straight...).riding(diagonal[2:]...))
	},
	"semiqueens": func(p nqueens.Problem, pos *position) game {
		return asManyAsLines(p, pos.attacks(true).riding(straight...).riding(diagonal[2:]...))
	},
	"n-bishops": func(p nqueens.Problem, pos *position) game {
		return game{meets: pos.attacks(false).riding(diagonal...).meets, number: nqueens.Exactly(p.N)}
	},
	"any-kings": func(p nqueens.Problem, pos *position) game {
		return game{meets: pos.attacks(false).leaping(everyWay...).meets}
	},
	"no-three-in-line": noThreeInLine,
	"costas":           costas,

	"bishops": func(p nqueens.Problem, pos *position) game {
		return asManyAsFit(pos.attacks(false).riding(diagonal...))
	},
	"knights": func(p nqueens.Problem, pos *position) game {
		return asManyAsFit(pos.attacks(false).leaping(knights...))
	},
	"kings": func(p nqueens.Problem, pos *position) game {
		return asManyAsFit(pos.attacks(false).leaping(everyWay...))
	},
	"dragon-kings": func(p nqueens.Problem, pos *position) game {
		return asManyAsFit(pos.attacks(false).riding(straight...).leaping(everyWay...))
	},
	"torus-max": func(p nqueens.Problem, pos *position) game { return asManyAsFit(pos.attacks(true).riding(everyWay...)) },
	"queens-3d": queens3D,

	"domination": func(p nqueens.Problem, pos *position) game {
		return dominating(pos.attacks(false).riding(everyWay...), true, false)
	},
	"independent-domination": func(p nqueens.Problem, pos *position) game {
		return dominating(pos.attacks(false).riding(everyWay...), true, true)
	},
	"total-domination": func(p nqueens.Problem, pos *position) game {
		return dominating(pos.attacks(false).riding(everyWay...), false, false)
	},
	"torus-domination": func(p nqueens.Problem, pos *position) game {
		return dominating(pos.attacks(true).riding(everyWay...), true, false)
	},
	"king-domination": func(p nqueens.Problem, pos *position) game {
		return dominating(pos.attacks(false).leaping(everyWay...), true, false)
	},
	"rook-domination": func(p nqueens.Problem, pos *position) game {
		return dominating(pos.attacks(false).riding(straight...), true, false)
	},
	"bishop-domination": func(p nqueens.Problem, pos *position) game {
		return dominating(pos.attacks(false).riding(diagonal...), true, false)
	},
	"knight-domination": func(p nqueens.Problem, pos *position) game {
		return dominating(pos.attacks(false).leaping(knights...), true, false)
	},
	"outposts": func(p nqueens.Problem, pos *position) game {
		return dominating(pos.attacks(false).riding(straight...), true, false)
	},
	"guards": func(p nqueens.Problem, pos *position) game {
		g := dominating(pos.attacks(false).riding(straight...), true, false)
		g.goal = nqueens.NoGoal
		return g
	},

	"queens-pawns":       func(p nqueens.Problem, pos *position) game { return amongPawns(p, "pawns", everyWay, nil) },
	"dragon-kings-pawns": func(p nqueens.Problem, pos *position) game { return amongPawns(p, "pawns", straight, diagonal) },
	"fewest-pawns": func(p nqueens.Problem, pos *position) game {
		g := amongPawns(p, "more", everyWay, nil)
		g.of, g.number, g.goal = map[byte]nqueens.Range{0: *g.number}, nil, nqueens.Fewest
		g.counts = func(at nqueens.Placement) bool { return at.Kind == 'P' }
		return g
	},
	"peaceable":      func(p nqueens.Problem, pos *position) game { return armies(0, 'B') },
	"peaceable-3":    func(p nqueens.Problem, pos *position) game { return armies(0, 'B', 'R') },
	"queens-knights": queensAndKnights,

	"latin-queens":    latin,
	"disjoint-queens": disjoint,
	"magic":           magic,
	"regions":         regions,
	"twice":           twice,
	"couples":         couples,
}

// asManyAsLines returns a game with as many pieces as the shorter side of the board, none of which
// attacks another.
func asManyAsLines(p nqueens.Problem, a *attacks) game {
	g := game{meets: a.meets, number: nqueens.Exactly(min(a.board.Files, a.board.Ranks))}
	if p.Pieces == nil && a.board.Files <= a.board.Ranks { // they attack along files
		g.wasted = func(pos *position, file int) bool { return len(pos.pieces) <= file }
	}
	return g
}

// asManyAsFit returns a game with the most pieces of which none attacks another.
func asManyAsFit(a *attacks) game { return game{meets: a.meets, goal: nqueens.Most} }

// dominating returns a game with the fewest pieces that attack every square. If occupied is set, an
// occupied square need not be attacked. If apart is set, pieces must not attack each other.
func dominating(a *attacks, occupied, apart bool) game {
	return game{
		goal:  nqueens.Fewest,
		meets: func(pos *position, at nqueens.Placement) bool { return apart && a.meets(pos, at) },
		whole: func(pos *position) bool { return a.dominates(pos, occupied) },
	}
}

func noThreeInLine(p nqueens.Problem, pos *position) game {
	g := asManyAsLines(p, pos.attacks(false).riding(everyWay...))
	apart := g.meets
	g.meets = func(pos *position, at nqueens.Placement) bool {
		for i, a := range pos.pieces {
			for _, b := range pos.pieces[:i] { // the triangle has area 0
				a, b, c := a.Square, b.Square, at.Square
				if a.File*(b.Rank-c.Rank)+b.File*(c.Rank-a.Rank)+c.File*(a.Rank-b.Rank) == 0 {
					return true
				}
			}
		}
		return apart(pos, at)
	}
	return g
}

func costas(p nqueens.Problem, pos *position) game {
	g := asManyAsLines(p, pos.attacks(false).riding(straight...))
	apart := g.meets
	g.meets = func(pos *position, at nqueens.Placement) bool {
		all := append(slices.Clone(pos.pieces), at)
		vectors := map[step]int{}
		for i, a := range all {
			for _, b := range all[:i] {
				vectors[step{a.Square.File - b.Square.File, a.Square.Rank - b.Square.Rank}]++
			}
		}
		for _, n := range vectors {
			if n > 1 {
				return true
			}
		}
		return apart(pos, at)
	}
	return g
}

// queens3D returns the game of queens in several dimensions. The board has a file for each
// combination of the coordinates other than the rank.
func queens3D(p nqueens.Problem, pos *position) game {
	n, dimensions := pos.board.Ranks, p.Parameter("dimensions")
	a := pos.attacks(false)
	for from := range a.list {
		for way := range power(3, dimensions) {
			for distance := 1; distance < n; distance++ {
				to, inside := 0, way != power(3, dimensions)/2
				for unit, d := 1, 0; d < dimensions; unit, d = unit*n, d+1 {
					c := from/unit%n + distance*(way/power(3, d)%3-1)
					to, inside = to+unit*c, inside && c >= 0 && c < n
				}
				if inside {
					a.list[from][to] = true
				}
			}
		}
	}
	return asManyAsFit(a)
}

func power(base, exponent int) int {
	value := 1
	for range exponent {
		value *= base
	}
	return value
}

// amongPawns returns a game of pieces and pawns. There are k more pieces than the shorter side of
// the board has squares, where k is the value of the parameter named more, and k pawns. No piece
// other than a pawn attacks another such piece: along the steps far the nearest piece in each
// direction is attacked, along the steps near only a piece at distance one.
func amongPawns(p nqueens.Problem, more string, far, near []step) game {
	k, board := p.Parameter(more), p.Board()
	return game{
		kinds: []byte{0, 'P'},
		meets: func(pos *position, at nqueens.Placement) bool {
			seen := func(kind byte, away int) bool { return kind == 0 }
			return at.Kind == 0 && (pos.sees(at.Square, far, seen) || pos.sees(at.Square, near, func(kind byte, away int) bool { return kind == 0 && away == 1 }))
		},
		counts: func(at nqueens.Placement) bool { return at.Kind == 0 },
		number: nqueens.Exactly(min(board.Files, board.Ranks) + k),
		of:     map[byte]nqueens.Range{'P': *nqueens.Exactly(k)},
	}
}

// armies returns a game with armies of equal and maximal size, of which no queen sees one of
// another army.
func armies(kinds ...byte) game {
	return game{
		kinds: kinds,
		meets: func(pos *position, at nqueens.Placement) bool {
			return pos.sees(at.Square, everyWay, func(kind byte, _ int) bool { return kind != at.Kind })
		},
		whole:  func(pos *position) bool { return equal(pos, kinds) },
		counts: func(at nqueens.Placement) bool { return at.Kind == 0 },
		goal:   nqueens.Most,
	}
}

// equal reports whether there are as many pieces of each kind.
func equal(pos *position, kinds []byte) bool {
	return !slices.ContainsFunc(kinds, func(kind byte) bool { return pos.number(kind) != pos.number(kinds[0]) })
}

func queensAndKnights(p nqueens.Problem, pos *position) game {
	g := armies(0, 'N')
	leaps := pos.attacks(false).leaping(knights...)
	g.meets = func(pos *position, at nqueens.Placement) bool {
		leapt := leaps.list[pos.index(at.Square)]
		return pos.sees(at.Square, everyWay, func(kind byte, _ int) bool { return kind == 0 || at.Kind == 0 }) ||
			slices.ContainsFunc(pos.pieces, func(o nqueens.Placement) bool {
				return leapt[pos.index(o.Square)] && (o.Kind == 'N' || at.Kind == 'N')
			})
	}
	return g
}

// digits returns the letters of n digits. The first digit has none.
func digits(n int) []byte {
	return append([]byte{0}, "23456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:n-1]...)
}

// like returns the pieces of the same kind.
func like(pos *position, kind byte) (same nqueens.Solution) {
	for _, at := range pos.pieces {
		if at.Kind == kind {
			same = append(same, at)
		}
	}
	return same
}

func latin(p nqueens.Problem, pos *position) game {
	queen := pos.attacks(false).riding(everyWay...)
	return game{
		kinds: digits(p.N + p.Parameter("extra")),
		meets: func(pos *position, at nqueens.Placement) bool {
			return slices.ContainsFunc(like(pos, at.Kind), func(o nqueens.Placement) bool {
				return queen.list[pos.index(o.Square)][pos.index(at.Square)]
			})
		},
		number: nqueens.Exactly(len(pos.on)),
	}
}

// disjoint returns a game with digits, each of which is a solution of n queens. The digit is given
// by its rank on the first file.
func disjoint(p nqueens.Problem, pos *position) game {
	g := latin(p, pos)
	apart := g.meets
	g.goal, g.number = nqueens.Most, nil
	g.counts = func(at nqueens.Placement) bool { return at.Square.File == 0 }
	g.meets = func(pos *position, at nqueens.Placement) bool {
		if at.Square.File == 0 {
			return at.Kind != g.kinds[at.Square.Rank]
		}
		return apart(pos, at)
	}
	g.wasted = func(pos *position, file int) bool {
		return slices.ContainsFunc(g.kinds, func(kind byte) bool { n := pos.number(kind); return n != 0 && n != file+1 })
	}
	g.whole = func(pos *position) bool { return !g.wasted(pos, p.N-1) }
	return g
}

// magic returns a game with two squares of digits. Each digit of either is a solution of n queens
// on the torus, and no pair of digits occurs twice.
func magic(p nqueens.Problem, pos *position) game {
	n := p.N
	queen := newPosition(nqueens.NByN(n)).attacks(true).riding(everyWay...)
	within := func(at nqueens.Placement) int { return at.Square.File%n*n + at.Square.Rank }
	return game{
		kinds: digits(n),
		meets: func(pos *position, at nqueens.Placement) bool {
			right := at.Square.File >= n
			same := like(pos, at.Kind)
			if slices.ContainsFunc(same, func(o nqueens.Placement) bool {
				return (o.Square.File >= n) == right && queen.list[within(o)][within(at)]
			}) {
				return true
			}
			left := func(at nqueens.Placement) byte { return pos.on[within(at)] }
			return right && slices.ContainsFunc(same, func(o nqueens.Placement) bool { return o.Square.File >= n && left(o) == left(at) })
		},
		number: nqueens.Exactly(2 * n * n),
	}
}

// regions returns the game of the family regions: no two queens are a king's move apart, and each
// rank, file and region has at most as many queens as the parameter stars says. If the problem sets
// no number of queens, each has exactly that many.
func regions(p nqueens.Problem, pos *position) game {
	touching := pos.attacks(false).leaping(everyWay...)
	letter := func(s nqueens.Square) string {
		if p.Regions == "" {
			return fmt.Sprint(s.Rank)
		}
		return string(strings.Split(string(p.Regions), "/")[p.N-1-s.Rank][s.File])
	}
	most := max(1, p.Parameters["stars"])
	g := game{meets: func(pos *position, at nqueens.Placement) bool {
		ranks, files, regions := 0, 0, 0
		for _, o := range pos.pieces.Squares() {
			if o.Rank == at.Square.Rank {
				ranks++
			}
			if o.File == at.Square.File {
				files++
			}
			if letter(o) == letter(at.Square) {
				regions++
			}
		}
		return ranks == most || files == most || regions == most || touching.meets(pos, at)
	}}
	if p.Pieces == nil {
		g.number = nqueens.Exactly(p.N * most)
		g.wasted = func(pos *position, file int) bool { return len(pos.pieces) < most*(file+1) }
	}
	return g
}

func twice(p nqueens.Problem, pos *position) game {
	on := func(pos *position, is func(nqueens.Square) bool) (n int) {
		for _, s := range pos.pieces.Squares() {
			if is(s) {
				n++
			}
		}
		return n
	}
	g := game{meets: func(pos *position, at nqueens.Placement) bool {
		return on(pos, func(s nqueens.Square) bool { return s.Rank == at.Square.Rank }) == 2 ||
			on(pos, func(s nqueens.Square) bool { return s.File == at.Square.File }) == 2
	}}
	if p.Pieces == nil { // otherwise at most two
		g.number = nqueens.Exactly(2 * p.N)
	}
	return g
}

// couples returns a game with a king and a number of pawns on each rank.
func couples(p nqueens.Problem, pos *position) game {
	pawns := p.Parameter("pawns")
	of := func(pos *position, rank int, kind byte) (n int) {
		for _, at := range pos.pieces {
			if at.Square.Rank == rank && at.Kind == kind {
				n++
			}
		}
		return n
	}
	return game{
		kinds: []byte{0, 'P'},
		meets: func(pos *position, at nqueens.Placement) bool {
			most := pawns
			if at.Kind == 0 {
				most = 1
			}
			return of(pos, at.Square.Rank, at.Kind) == most
		},
		whole: func(pos *position) bool { return len(pos.pieces) == pos.board.Ranks*(1+pawns) },
	}
}
