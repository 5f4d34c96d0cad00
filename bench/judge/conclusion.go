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

// Conclusion is the content of verdicts.json.
type Conclusion struct {
	Judgement
	Records   int            `json:"records"`            // number of records that it is based on
	Builds    map[string]int `json:"builds,omitempty"`   // number of results of each build of the program
	Edited    []string       `json:"edited,omitempty"`   // the locations of records that were edited
	Unsigned  int            `json:"unsigned,omitempty"` // number of records without a digest
	Witnesses []Witness      `json:"witnesses,omitempty"`
	// Damaged is set if verdicts.json could not be read. The conclusion is then empty.
	Damaged bool `json:"-"`
}

// Write writes verdicts.json.
func (c Conclusion) Write(dir string) error {
	return jsonfile.Write(filepath.Join(dir, bench.VerdictsFile), c)
}

// ReadConclusion reads verdicts.json. The conclusion is empty if the run is not finished or the
// file is damaged; everything except the witnesses can be computed from the records.
func ReadConclusion(dir string) (c Conclusion, err error) {
	err = jsonfile.Read(filepath.Join(dir, bench.VerdictsFile), &c)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, jsonfile.ErrDamaged) {
		return Conclusion{Damaged: errors.Is(err, jsonfile.ErrDamaged)}, nil
	}
	return c, err
}

// Witness is the smallest evidence of a disagreement: one solution of a problem on which a
// contender was wrong. Witnesses for the smallest problems come first.
type Witness struct {
	Problem   string           `json:"problem"`
	Contender string           `json:"contender"`
	Solution  nqueens.Solution `json:"solution,omitempty"`
	Why       string           `json:"why"`
	// Duplicates is the number of repeated solutions in the contender's list, and Distinct is the
	// number of different ones.
	Duplicates int `json:"duplicates,omitempty"`
	Distinct   int `json:"distinct,omitempty"`
}

// Holds reports whether the contender is still judged wrong on the witness's problem.
func (w Witness) Holds(j Judgement) bool {
	return slices.ContainsFunc(j.Verdicts, func(v Verdict) bool {
		return v.Name == w.Problem &&
			slices.ContainsFunc(v.Dissent, func(d Dissent) bool { return d.Contender.String() == w.Contender })
	})
}

// BySize returns the selected verdicts, sorted by the size of the problem, bare boards before
// others.
func (j Judgement) BySize(which func(*Verdict) bool) (list []Verdict) {
	for i := range j.Verdicts { // only the selected ones are sorted, which are few of a million
		if which(&j.Verdicts[i]) {
			list = append(list, j.Verdicts[i])
		}
	}
	slices.SortStableFunc(list, func(a, b Verdict) int {
		return cmp.Or(a.Problem.N-b.Problem.N, cmp.Compare(len(a.Name), len(b.Name)))
	})
	return list
}
