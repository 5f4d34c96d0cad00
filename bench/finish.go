package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"nqueens/backends"
)

// conclusion is what verdictsFile holds.
type conclusion struct {
	Judgement
	Records   int       `json:"records"` // how many they are based on
	Witnesses []Witness `json:"witnesses,omitempty"`
}

// Conclude judges a run, looks for the smallest evidence of each disagreement,
// and writes verdicts.json and summary.csv into its folder.
func (r *Runner) Conclude(ctx context.Context, f *Folder) (Summary, error) {
	judgement := Judge(f.Experiment, f.Records, r.Backends)
	witnesses, err := r.Witnesses(ctx, f.Experiment, judgement)
	if err != nil {
		return Summary{}, err
	}
	s := Summarise(f.Experiment, f.Records, judgement, witnesses)
	if err := (conclusion{judgement, len(f.Records), witnesses}).write(f.Dir); err != nil {
		return s, err
	}
	var csv bytes.Buffer
	if err := s.WriteCSV(&csv); err != nil {
		return s, err
	}
	return s, writeSynced(filepath.Join(f.Dir, summaryFile), csv.Bytes())
}

// ReadSummary reads what a run in a folder said. The records are judged anew;
// of what Conclude wrote only the witnesses are taken.
func ReadSummary(dir string, all []backends.Backend) (Summary, error) {
	f, err := ReadFolder(dir)
	if err != nil {
		return Summary{}, err
	}
	c, err := readConclusion(dir)
	if err != nil {
		return Summary{}, err
	}
	return Summarise(f.Experiment, f.Records, Judge(f.Experiment, f.Records, all), c.Witnesses), nil
}

// write writes verdicts.json.
func (c conclusion) write(dir string) error {
	content, err := json.MarshalIndent(c, "", " ")
	if err != nil {
		return err
	}
	return writeSynced(filepath.Join(dir, verdictsFile), append(content, '\n'))
}

// readConclusion reads verdicts.json; it is empty where the run is not
// finished.
func readConclusion(dir string) (c conclusion, err error) {
	name := filepath.Join(dir, verdictsFile)
	content, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return c, nil
	}
	if err == nil {
		err = json.Unmarshal(content, &c)
	}
	if err != nil {
		err = fmt.Errorf("reading %s: %w", name, err)
	}
	return c, err
}
