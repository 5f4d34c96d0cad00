package reproduce

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/instance"
	"nqueens/internal/atomicfile"
	"nqueens/internal/journal"
	"nqueens/internal/jsonfile"
)

// inherit copies answers of an older version of this program into the folder of a study. That version left
// them in batches.jsonl in the folder of the phase transition. The file and its lines stay unchanged.
func (s Session) inherit(e bench.Experiment) error {
	old, dir := filepath.Join(s.Dir, "phase-transition", "batches.jsonl"), filepath.Join(s.Dir, e.Name)
	if _, err := os.Stat(filepath.Join(dir, bench.ExperimentFile)); err == nil {
		return nil
	}
	type asked struct {
		list string
		by   backends.Contender
	}
	var lines bytes.Buffer
	sweeps, lists := map[asked]*bench.Sweep{}, map[string]*bench.Instances{}
	e.Jobs, e.Sweeps = nil, nil
	err := journal.Read(old, func(at journal.Place, line []byte) error {
		var b bench.Block
		if err := errors.Join(jsonfile.Unmarshal(line, &b), b.Check()); err != nil {
			return fmt.Errorf("%v: not a record: %w", at, err)
		}
		study, recipes := oldList(b.List)
		if study != e.Name {
			return nil
		}
		key := asked{b.List, b.Contender}
		if lists[b.List] == nil {
			lists[b.List] = &bench.Instances{Name: b.List, Recipes: recipes, Seed: 1}
		}
		if sweeps[key] == nil {
			sweeps[key] = &bench.Sweep{Instances: lists[b.List], Task: nqueens.FindFirst, Contender: b.Contender, Limits: b.Limits}
			e.Sweeps = append(e.Sweeps, sweeps[key])
		}
		each := sweeps[key].Points()
		sweeps[key].Count = max(sweeps[key].Count, (b.From+b.Len()+each-1)/each)
		lines.Write(line)
		lines.WriteByte('\n')
		return nil
	})
	if errors.Is(err, fs.ErrNotExist) || err == nil && lines.Len() == 0 {
		return nil
	}
	if err == nil {
		err = os.MkdirAll(dir, 0o777)
	}
	if err != nil {
		return err
	}
	if err := atomicfile.WriteFile(filepath.Join(dir, bench.RecordsFile), lines.Bytes()); err != nil {
		return err
	}
	e.Schema = bench.Schema
	content, err := bench.EncodeExperiment(e)
	if err == nil {
		err = atomicfile.WriteFile(filepath.Join(dir, bench.ExperimentFile), content)
	}
	return err
}

// oldList returns the study and the recipes of a list of the phase transition by its name, "" for a list of
// the user's files:
//
//	excluded-diagonals, n = 12, published, every second size, 2 to 16
//	completion, delta = 15, own, 28 to 58
//	linear, n = 16, own, blocked, 105 to 187
func oldList(name string) (study string, recipes []instance.Recipe) {
	var n, first, last int
	part, rest, _ := strings.Cut(name, ", ")
	rest = strings.TrimPrefix(rest, "n = ")
	rest = strings.TrimPrefix(rest, "delta = ")
	words := strings.Split(rest, ", ")
	if _, err := fmt.Sscanf(words[0]+" "+words[len(words)-1], "%d %d to %d", &n, &first, &last); err != nil || strings.Contains(name, "files") {
		return "", nil
	}
	kind := instance.Kind(part)
	recipe := instance.Recipe{N: n, Least: instance.DefaultLeast, Published: strings.Contains(name, "published")}
	step, relaxed := 1, part == "linear"
	if relaxed {
		if kind = instance.ExcludedDiagonals; strings.Contains(name, "blocked") {
			kind = instance.Blocked
		}
		part = "root-relaxation"
	}
	recipe.Kind = kind
	switch {
	case kind == instance.Completion:
		for size := first; size <= last; size += map[int]int{15: 2, 20: 3}[n] + map[bool]int{true: 1}[n < 15] {
			recipes = append(recipes, instance.Recipe{Kind: kind, N: size, Size: size - n})
		}
		return part, recipes
	case kind == instance.Blocked && !recipe.Published:
		for i, b := range blocksAround(n) {
			if recipe.Size = b; !relaxed || i%2 == 0 {
				recipes = append(recipes, recipe)
			}
		}
		return part, recipes
	case kind == instance.Blocked || relaxed || strings.Contains(name, "every second") || n == 18:
		step = 2
	case kind != instance.ExcludedDiagonals:
		return "", nil
	}
	for size := first; size <= last; size += step {
		recipe.Size = size
		recipes = append(recipes, recipe)
	}
	return part, recipes
}

// blocksAround returns numbers of blocked squares around the transition, a fifteenth of kappa apart, as far
// as rows can have four free squares.
func blocksAround(n int) (list []int) {
	for k := 8; k <= 22; k++ {
		b := int(math.Round(float64(n) * (float64(n) - float64(n)*math.Exp2(-float64(k)/15*logSolutions(float64(n))/float64(n)))))
		if float64(n)-float64(b)/float64(n) > instance.DefaultLeast+0.3 {
			list = append(list, b)
		}
	}
	return list
}
