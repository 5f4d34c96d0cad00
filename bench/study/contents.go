package study

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"nqueens/backends"
	"nqueens/bench/plan"
	"nqueens/internal/jsonfile"
)

// ContentsFile is the file in a run's folder with the Contents of its page.
const ContentsFile = "study.json"

// Contents is what a plan states about the page of its run, with the published values. It is stored with the
// run, so that the page can be written again without the plan and its files.
type Contents struct {
	Name  string     `json:"name"` // of the plan
	Made  string     `json:"made"` // the command that made the run
	Study plan.Study `json:"study"`
	// Runs has the names and values by which the page refers to the plan's jobs and recipes, as plan.Callings
	// returns them. Jobs and recipes with more than one instance are included even without a name.
	Runs map[string]plan.Calling `json:"runs,omitempty"`
}

// Of returns the contents of a plan's page. made is the command that makes the run.
func Of(p *plan.Plan, made string, available []backends.Backend) (*Contents, error) {
	callings, err := p.Callings(available)
	if err != nil {
		return nil, err
	}
	for name, c := range callings {
		if len(c.As) == 0 && c.Count < 2 {
			delete(callings, name)
		}
	}
	return &Contents{Name: p.Name, Made: made, Study: p.Study, Runs: callings}, nil
}

// Save stores the contents of a plan's page in the folder of its run. If the plan has no page, it removes those
// of an earlier plan.
func Save(dir string, p *plan.Plan, made string, available []backends.Backend) error {
	name := filepath.Join(dir, ContentsFile)
	if p.Study.Empty() {
		if err := os.Remove(name); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	of, err := Of(p, made, available)
	if err != nil {
		return err
	}
	return jsonfile.Write(name, of)
}

// Read returns the contents of the page of the run in a folder, nil if it has none.
func Read(dir string) (*Contents, error) {
	of := new(Contents)
	name := filepath.Join(dir, ContentsFile)
	err := jsonfile.Read(name, of)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	for _, d := range of.Study.Data {
		for i, row := range d.Rows {
			if len(row.At) != len(d.Parameters) || len(row.Values) != len(d.Quantities) {
				return nil, fmt.Errorf("reading %s: %s: row %d has other columns than the table: %w", name, d.Name, i+1, jsonfile.ErrDamaged)
			}
		}
	}
	return of, nil
}
