package judge

import (
	"cmp"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"

	"nqueens"
	"nqueens/bench"
	"nqueens/internal/jsonfile"
)

// Conclusion is what verdicts.json holds.
type Conclusion struct {
	Judgement
	Records   int            `json:"records"`            // how many they are based on
	Builds    map[string]int `json:"builds,omitempty"`   // how many results are of each build of the program
	Edited    []string       `json:"edited,omitempty"`   // where records stand that were edited
	Unsigned  int            `json:"unsigned,omitempty"` // how many records have no digest
	Witnesses []Witness      `json:"witnesses,omitempty"`
	// Damaged says that verdicts.json could not be read: the conclusion is empty.
	Damaged bool `json:"-"`
}

// Write writes verdicts.json.
func (c Conclusion) Write(dir string) error {
	return jsonfile.Write(filepath.Join(dir, bench.VerdictsFile), c)
}

// ReadConclusion reads verdicts.json. The conclusion is empty where the run is not finished or the file
// is damaged, since all but its witnesses follows from the records.
func ReadConclusion(dir string) (c Conclusion, err error) {
	err = jsonfile.Read(filepath.Join(dir, bench.VerdictsFile), &c)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, jsonfile.ErrDamaged) {
		return Conclusion{Damaged: errors.Is(err, jsonfile.ErrDamaged)}, nil
	}
	return c, err
}

// Witness is the smallest evidence of a disagreement: one solution of a problem
// on which a contender was wrong. Those of the smallest problems come first.
type Witness struct {
	Problem   string           `json:"problem"`
	Contender string           `json:"contender"`
	Solution  nqueens.Solution `json:"solution,omitempty"`
	Why       string           `json:"why"`
	// Duplicates is how many of the contender's solutions, listed, came again,
	// and Distinct how many differ.
	Duplicates int `json:"duplicates,omitempty"`
	Distinct   int `json:"distinct,omitempty"`
}

// Holds reports whether the witness is still about a contender judged wrong.
func (w Witness) Holds(j Judgement) bool {
	return slices.ContainsFunc(j.Verdicts, func(v Verdict) bool {
		return v.Name == w.Problem &&
			slices.ContainsFunc(v.Dissent, func(d Dissent) bool { return d.Contender.String() == w.Contender })
	})
}

// BySize is the verdicts that are wanted, those of the smallest problems first, bare boards before
// others.
func (j Judgement) BySize(which func(*Verdict) bool) (list []Verdict) {
	for i := range j.Verdicts { // of a million few are sorted
		if which(&j.Verdicts[i]) {
			list = append(list, j.Verdicts[i])
		}
	}
	slices.SortStableFunc(list, func(a, b Verdict) int {
		return cmp.Or(a.Problem.N-b.Problem.N, cmp.Compare(len(a.Name), len(b.Name)))
	})
	return list
}
