package bench

// InstanceKind is what is known of an instance.
type InstanceKind int

// In the order in which they are shown.
const (
	Solvable InstanceKind = iota
	Unsolvable
	Undecided
)

// InstanceKindNames are what the kinds are called, by kind.
func InstanceKindNames() []string { return []string{"with a solution", "without", "undecided"} }

// String is what the kind is called.
func (k InstanceKind) String() string { return InstanceKindNames()[k] }

// InstanceKinds says for each instance among the cells' problems, by the answers
// that are not wrong, which of the kinds it is.
func InstanceKinds(cells []Cell) map[string]InstanceKind {
	kinds := map[string]InstanceKind{}
	for _, c := range cells {
		if c.Instance == "" {
			continue
		}
		if _, seen := kinds[c.Problem]; !seen {
			kinds[c.Problem] = Undecided
		}
		switch {
		case !c.Timed():
		case c.Empty():
			kinds[c.Problem] = Unsolvable
		default:
			kinds[c.Problem] = Solvable
		}
	}
	return kinds
}
