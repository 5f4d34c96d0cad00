package fleet

import (
	"fmt"
	"maps"
	"slices"
)

// Conflict is a part for which different numbers were found, or that contradicts another.
type Conflict struct {
	Part    int
	Results []*Result // not all of them can be right
	why     string
}

// String says what contradicts what, and on which machines.
func (c Conflict) String() string { return c.why }

// Conflicts are the parts for which different numbers were found, or other numbers than for their images.
func (t *Tally) Conflicts() (conflicts []Conflict) {
	for _, k := range slices.Sorted(maps.Keys(t.more)) {
		results := t.trusted(k)
		if why := t.contradiction(k, results); why != "" {
			conflicts = append(conflicts, Conflict{k, results, why})
		}
	}
	return append(conflicts, t.unlike()...)
}

// contradiction says what is wrong with the results of a part, of each or between them, or is "".
func (t *Tally) contradiction(k int, results []*Result) string {
	first, _ := t.List.tasks(k)
	for _, r := range results {
		if wrong := r.wrong(); wrong != "" {
			return fmt.Sprintf("part %d, on %s: %s", k, r.Machine, wrong)
		}
		if differ := differ(results[0], r, first); differ != "" {
			return fmt.Sprintf("part %d: %s", k, differ)
		}
	}
	return ""
}

// differ says what two results of a part found that is not the same: for the part or, where both tell, for one of
// its tasks, which are numbered from first. It is "" where nothing is. What was measured twice may differ.
func differ(a, b *Result, first int) string {
	switch {
	case a.Found == nil:
		return ""
	case a.Found.Cmp(b.Found) != 0:
		return fmt.Sprintf("%v on %s, %v on %s", a.Found, a.Machine, b.Found, b.Machine)
	}
	for i := range min(len(a.Tasks), len(b.Tasks)) {
		if a.Tasks[i].Cmp(b.Tasks[i]) != 0 {
			return fmt.Sprintf("task %d found %v on %s and %v on %s", first+i, a.Tasks[i], a.Machine, b.Tasks[i], b.Machine)
		}
	}
	return ""
}

// Doubtful are the parts done only on machines that found something else than others did.
func (t *Tally) Doubtful() (parts []int) {
	suspects := map[string]bool{}
	for _, c := range t.Conflicts() {
		for _, r := range c.Results {
			suspects[r.Machine] = true
		}
	}
	for k := 1; k <= t.List.Parts() && len(suspects) > 0; k++ {
		results := t.trusted(k)
		if len(results) > 0 && !slices.ContainsFunc(results, func(r *Result) bool { return !suspects[r.Machine] }) {
			parts = append(parts, k)
		}
	}
	return parts
}
