package fleet

import (
	"fmt"
	"maps"
	"slices"
)

// A Conflict is a part with different results, or one that contradicts another part.
type Conflict struct {
	Part    int
	Results []*Result // at least one of them is wrong
	why     string
}

// String returns the contradiction and the machines.
func (c Conflict) String() string { return c.why }

// Conflicts returns the parts with different results, or with results that differ from those of
// their images.
func (t *Tally) Conflicts() (conflicts []Conflict) {
	for _, k := range slices.Sorted(maps.Keys(t.more)) {
		results := t.trusted(k)
		if why := t.contradiction(k, results); why != "" {
			conflicts = append(conflicts, Conflict{k, results, why})
		}
	}
	return append(conflicts, t.unlike()...)
}

// contradiction returns a description of an inconsistency in one result of a part or between its
// results, or "".
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

// differ returns the difference between two results of a part: in the total or, if both have them,
// in one of the tasks, which are numbered from first. It returns "" if there is none. Repeated
// measurements may differ.
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

// Doubtful returns the parts that were computed only on machines with a conflicting result.
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
