package cover

import (
	"cmp"
	"slices"
	"strings"

	"nqueens"
	"nqueens/dlx"
)

// A variant is a search method that is selected by name, as an encoding.
type variant struct {
	name    string
	config  dlx.Config
	natural bool // items in natural order instead of organ-pipe order
	mirror  bool // only one of two mirror images is searched
}

// variants returns all variants, the default first. The package comment compares them.
func variants() []variant {
	return []variant{
		{name: ""},
		{name: "dancing", config: dlx.Config{Engine: dlx.Dancing}},
		{name: "bits", config: dlx.Config{Engine: dlx.Bits}},
		{name: "natural", config: dlx.Config{Engine: dlx.Dancing}, natural: true},
		{name: "degree", config: dlx.Config{Engine: dlx.Dancing, Choice: dlx.Degree}},
		{name: "mirror", mirror: true},
	}
}

func variantNames() (names []string) {
	for _, v := range variants() {
		names = append(names, v.name)
	}
	return names
}

// variantNamed returns the variant with this name, or the default for "".
func variantNamed(name string) variant {
	all := variants()
	return all[max(0, slices.IndexFunc(all, func(v variant) bool { return v.name == name }))]
}

// inNaturalOrder sorts the lines into Knuth's second order of items: the ranks, then the files,
// each from the first to the last, then all others.
func inNaturalOrder(m *nqueens.Model) {
	kind := func(l nqueens.Line) int {
		for k, prefix := range []string{"rank ", "file "} {
			if strings.HasPrefix(l.Name, prefix) && len(l.Placements) > 0 {
				return k
			}
		}
		return 2
	}
	slices.SortStableFunc(m.Lines, func(a, b nqueens.Line) int {
		k := kind(a)
		if c := cmp.Compare(k, kind(b)); c != 0 || k == 2 {
			return c
		}
		return cmp.Compare(a.Placements[0], b.Placements[0])
	})
}

// halves splits the cover of a problem whose solutions are closed under mirror images. It needs a
// line with exactly one piece that is its own mirror image. Every solution has that piece on the
// left half, on the right half or, if the number of files is odd, in the middle. The first part has
// the solutions with the piece on the left, each of which also represents its mirror image; the
// second part, if needed, has those with the piece in the middle. A line that is not its own mirror
// image is not suitable: the image of a solution has no piece on it, or another one.
func halves(whole *dlx.Problem, m *nqueens.Model, board nqueens.Board) ([]part, error) {
	image := func(p int) int {
		at := m.Placements[p]
		at.Square = nqueens.MirrorFiles.Apply(board, at.Square)
		return slices.Index(m.Placements, at)
	}
	i := slices.IndexFunc(m.Lines, func(l nqueens.Line) bool {
		return l.Min == 1 && l.Max == 1 &&
			!slices.ContainsFunc(l.Placements, func(p int) bool { return !slices.Contains(l.Placements, image(p)) }) &&
			slices.ContainsFunc(l.Placements, func(p int) bool { return image(p) != p })
	})
	if i < 0 {
		return []part{{cover: whole, weight: 1}}, nil
	}
	line := m.Lines[i].Placements
	left, err := without(whole, func(o int) bool {
		return slices.Contains(line, o) && 2*m.Placements[o].Square.File >= board.Files-1
	})
	if err != nil || board.Files%2 == 0 {
		left.weight = 2
		return []part{left}, err
	}
	middle, err := without(whole, func(o int) bool {
		return slices.Contains(line, o) && 2*m.Placements[o].Square.File != board.Files-1
	})
	left.weight, middle.weight = 2, 1
	return []part{left, middle}, err
}

// without returns the part of the cover that remains without the options for which leaveOut returns true.
func without(whole *dlx.Problem, leaveOut func(option int) bool) (part, error) {
	items, primary := whole.Items(), whole.NumPrimary()
	cover, err := dlx.NewProblem(items[:primary], items[primary:])
	if err != nil {
		return part{}, err
	}
	for i := range primary {
		if low, high := whole.Multiplicity(i); low != 1 || high != 1 {
			if err := cover.SetMultiplicity(i, low, high); err != nil {
				return part{}, err
			}
		}
	}
	p := part{cover: cover, options: []int{}}
	for o := range whole.NumOptions() {
		if leaveOut(o) {
			continue
		}
		if err := cover.AddColouredOption(whole.Option(o), whole.Colours(o)); err != nil {
			return part{}, err
		}
		p.options = append(p.options, o)
	}
	return p, nil
}
