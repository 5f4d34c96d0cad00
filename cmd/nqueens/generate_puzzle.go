package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"nqueens/instance"
	"nqueens/instance/puzzle"
	"nqueens/internal/suggest"
	"nqueens/regions"
)

// puzzleFlags are the flags of generate for puzzles.
type puzzleFlags struct {
	grid, words, level string
	stars              int
}

func (g *puzzleFlags) flags(f *pflag.FlagSet) {
	f.StringVar(&g.grid, "grid", "", "for sudoku: the cells row by row, a dot for an empty one: a `text`")
	f.StringVar(&g.level, "level", regions.AnyLevel.String(), "for regions: the difficulty, a `name` of "+strings.Join(namesOf(regions.Levels(), regions.Level.String), ", "))
	f.IntVar(&g.stars, "stars", 1, "for regions: the queens in each rank, file and region, a `number` up to 3")
	f.StringVar(&g.words, "words", "", "for word-square: a `file` with the words, one a line")
}

// generateKinds returns the names of all kinds that generate makes.
func generateKinds() []string {
	return append(namesOf(instance.Kinds(), func(k instance.Kind) string { return string(k) }),
		append(namesOf(puzzle.Kinds(), func(k puzzle.Kind) string { return k.Name }), regionsKind)...)
}

// puzzleNamed returns the kind of puzzle with this name, and false if the name is one of a kind of
// random instances. It returns an error if there is no kind of the name.
func puzzleNamed(name string) (k puzzle.Kind, ok bool, err error) {
	if _, err := suggest.Named("kind of instance", name, generateKinds(), func(s string) string { return s }); err != nil {
		return k, false, err
	}
	all := puzzle.Kinds()
	i := slices.IndexFunc(all, func(k puzzle.Kind) bool { return k.Name == name })
	if i < 0 {
		return k, false, nil
	}
	return all[i], true, nil
}

// refuseOthers returns an error if a flag was given that the kind does not take: puzzles take only
// their own, and random instances take none of those.
func refuseOthers(cmd *cobra.Command, kind string, puzzles bool) (err error) {
	ofPuzzles := []string{"grid", "words", "level", "stars"}
	takes := func(flag string) bool { return !slices.Contains(ofPuzzles, flag) }
	switch {
	case kind == regionsKind:
		takes = func(flag string) bool { return slices.Contains([]string{"level", "stars", "count", "seed"}, flag) }
	case puzzles:
		takes = func(flag string) bool { return flag == "grid" || flag == "words" }
	}
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if err == nil && f.Changed && f.Name != "output" && !takes(f.Name) {
			err = fmt.Errorf("--%s: %s does not take it: leave it out", f.Name, kind)
		}
	})
	return err
}

// writePuzzle writes a puzzle as an exact cover, to standard output or to a file in the folder that
// --output names.
func (p *program) writePuzzle(k puzzle.Kind, size string, g generateFlags) error {
	r := puzzle.Request{Size: size, Grid: g.puzzle.grid}
	switch {
	case k.Words && g.puzzle.words == "":
		return fmt.Errorf("--words is missing: %s needs a file of words, one a line", k.Name)
	case g.puzzle.words != "":
		text, err := os.ReadFile(g.puzzle.words)
		if err != nil {
			return fmt.Errorf("--words: %w", err)
		}
		r.Words = append([]string{}, strings.Fields(string(text))...)
	}
	cover, err := k.Cover(r)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	fmt.Fprintf(&text, "| %s %s: %s\n", k.Name, size, strings.ReplaceAll(k.About, "SIZE", size))
	if _, err := cover.WriteTo(&text); err != nil {
		return err
	}
	if g.output == "" {
		_, err := p.out.Write(text.Bytes())
		return err
	}
	if err := addFile(filepath.Join(g.output, k.Name+"-"+size+".dlx"), text.Bytes()); err != nil {
		return fmt.Errorf("--output: %w", err)
	}
	return nil
}
