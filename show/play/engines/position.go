package engines

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"nqueens"
	"nqueens/family"
)

// MaxSide is the largest side of a board that the page offers. On larger boards, the answers to most
// questions take too long.
const MaxSide = 16

// A Position is a board with the pieces and blocked squares that were put on it.
type Position struct {
	Family     string         `json:"family"`
	N          int            `json:"n"`
	Files      int            `json:"files,omitempty"` // 0 means N
	Parameters map[string]int `json:"parameters,omitempty"`
	Pieces     string         `json:"pieces,omitempty"`  // "5", "3..5"; "" means that the family determines the number
	Given      []string       `json:"given,omitempty"`   // a1, P@b2
	Blocked    []string       `json:"blocked,omitempty"` // d4
	Regions    string         `json:"regions,omitempty"` // rows, the highest rank first: aab/acb/ccb
}

// Problem returns the problem whose solutions contain the position's pieces. It returns an error if
// the position makes no sense: an unknown family, a board beyond MaxSide, a square off the board.
func (p Position) Problem() (nqueens.Problem, error) {
	f, err := family.All().Named(p.Family)
	if err != nil {
		return nqueens.Problem{}, err
	}
	if p.N > MaxSide || p.Files > MaxSide {
		return nqueens.Problem{}, fmt.Errorf("the page has boards of at most %d squares a side; the command line has no such limit", MaxSide)
	}
	problem := nqueens.Problem{Family: f, N: p.N}
	if p.Files != p.N {
		problem.Files = p.Files
	}
	for _, name := range slices.Sorted(maps.Keys(p.Parameters)) {
		if err := problem.SetParameter(name, p.Parameters[name]); err != nil {
			return nqueens.Problem{}, err
		}
	}
	if p.Pieces != "" {
		if problem.Pieces, err = nqueens.ParseRange(p.Pieces); err != nil {
			return nqueens.Problem{}, err
		}
	}
	given, err := nqueens.ParsePieces(strings.Join(p.Given, ","))
	if err != nil {
		return nqueens.Problem{}, err
	}
	for _, at := range given {
		if at.Kind == 0 {
			problem.Given = append(problem.Given, at.Square)
		} else {
			problem.Others = append(problem.Others, at)
		}
	}
	if problem.Blocked, err = nqueens.ParseSquares(strings.Join(p.Blocked, ",")); err != nil {
		return nqueens.Problem{}, err
	}
	if p.Regions != "" {
		if problem.Regions, err = nqueens.ParseRegions(p.Regions); err != nil {
			return nqueens.Problem{}, err
		}
	}
	return problem, problem.Validate()
}

// A FamilyInfo describes a family to the page.
type FamilyInfo struct {
	Name       string          `json:"name"`
	About      string          `json:"about"`
	Piece      string          `json:"piece"` // the letter of the first kind
	Kinds      []KindInfo      `json:"kinds,omitempty"`
	Parameters []ParameterInfo `json:"parameters,omitempty"`
	Rectangles bool            `json:"rectangles,omitempty"`
	Goal       string          `json:"goal,omitempty"`    // "most" or "fewest"
	Layers     bool            `json:"layers,omitempty"`  // the board is drawn as its layers side by side
	Regions    bool            `json:"regions,omitempty"` // its problems have regions
}

// A KindInfo describes a further kind of pieces.
type KindInfo struct {
	Name   string `json:"name"`
	Letter string `json:"letter"`
}

// A ParameterInfo describes a number that the family's problems have.
type ParameterInfo struct {
	Name    string `json:"name"`
	About   string `json:"about"`
	Default int    `json:"default"`
	Min     int    `json:"min"`
	Max     int    `json:"max,omitempty"`
}

// Families returns the families of the page, in the order of the command line.
func Families() (list []FamilyInfo) {
	for _, f := range family.All() {
		info := FamilyInfo{Name: f.Name, About: f.About, Piece: string(f.Letter()), Rectangles: f.Rectangles && (f.Rule == nil || !f.Rule.Wrap), Layers: f.Board != nil, Regions: f.Divide != nil}
		if f.Objective != nqueens.NoGoal {
			info.Goal = f.Objective.String()
		}
		for _, k := range f.Kinds {
			info.Kinds = append(info.Kinds, KindInfo{k.Name, string(k.Letter)})
		}
		for _, q := range f.Parameters {
			info.Parameters = append(info.Parameters, ParameterInfo{q.Name, q.About, q.Default, q.Min, q.Max})
		}
		list = append(list, info)
	}
	return list
}
