package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"nqueens/bench"
)

// recordKeys reads the keys of a run's records, sorted. A key that comes twice
// is an error.
func recordKeys(dir string) ([]string, error) {
	f, err := os.Open(filepath.Join(dir, "records.jsonl"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var keys []string
	for scan := bufio.NewScanner(f); scan.Scan(); {
		var r bench.Record
		if err := json.Unmarshal(scan.Bytes(), &r); err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name(), err)
		}
		keys = append(keys, r.Key)
	}
	slices.Sort(keys)
	if n := len(keys); len(slices.Compact(keys)) != n {
		return nil, fmt.Errorf("%s: a key comes twice", f.Name())
	}
	return keys, nil
}
