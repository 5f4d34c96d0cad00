package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"nqueens"
	"nqueens/bench/diagram"
	"nqueens/internal/atomicfile"
	"nqueens/internal/table"
	"nqueens/regions"
)

// regionsKind is the kind of generate that makes puzzles with regions.
const regionsKind = "regions"

// generateRegions writes puzzles with exactly one solution, one for each seed, as text or as a
// picture.
func (p *program) generateRegions(ctx context.Context, args []string, g generateFlags) error {
	if len(args) == 1 {
		return errors.New("the size is missing: write, for example, regions 9")
	}
	n, err := parseSize(args[1])
	if err != nil {
		return err
	}
	level, err := regions.LevelNamed(g.puzzle.level)
	switch {
	case err != nil:
		return fmt.Errorf("--level: %w", err)
	case g.count < 1:
		return fmt.Errorf("--count %d: at least one", g.count)
	case pictured(g.output) && g.count > mostBoards:
		return fmt.Errorf("--count %d: a picture holds at most %d boards", g.count, mostBoards)
	}
	switch {
	case pictured(g.output):
		if err := diagram.CheckPath(g.output); err != nil {
			return fmt.Errorf("--output: %w", err)
		}
	case g.output != "":
		if ending := filepath.Ext(g.output); checkTextName(g.output) != nil {
			return fmt.Errorf("--output %s: unknown ending %s: .svg, .png and .pdf are pictures, .txt or no ending is text", g.output, ending)
		}
	}
	var text bytes.Buffer
	var boards []diagram.Board
	for k := range g.count {
		r := regions.Request{N: n, Stars: g.puzzle.stars, Level: level, Seed: g.seed + uint64(k)}
		made, err := regions.Generate(ctx, r)
		switch {
		case ctx.Err() != nil:
			return &exit{status: limitHit, err: fmt.Errorf("stopped: %d of %s were made", k, table.Plural(g.count, "puzzle"))}
		case errors.Is(err, regions.ErrGaveUp):
			return &exit{status: limitHit, err: fmt.Errorf("seed %d: %w", r.Seed, err)}
		case err != nil:
			return err
		}
		title := fmt.Sprintf("seed %d", r.Seed)
		caption := levelTitle(fmt.Sprintf("%s, %d squares a side, %v", title, n, regions.LevelOf(made)), made)
		if pictured(g.output) {
			boards = append(boards, diagram.Board{Problem: made, Caption: []string{caption}})
			continue
		}
		text.WriteString(drawnLevel(caption, made))
		if g.output == "" {
			if _, err := p.out.Write(text.Bytes()); err != nil {
				return err
			}
			if err := p.out.Flush(); err != nil {
				return err
			}
			text.Reset()
		}
	}
	switch {
	case pictured(g.output):
		err = diagram.Page{Boards: boards}.Write(g.output)
	case g.output != "":
		err = atomicfile.WriteFile(g.output, text.Bytes())
	}
	if err != nil {
		return fmt.Errorf("--output: %w", err)
	}
	return nil
}

// levelTitle returns a title with the number of queens in each region, which the drawing does not
// show.
func levelTitle(title string, p nqueens.Problem) string {
	if stars := p.Parameter("stars"); stars > 1 {
		return fmt.Sprintf("%s, %d stars", title, stars)
	}
	return title
}

// drawnLevel returns a puzzle as text below a title.
func drawnLevel(title string, p nqueens.Problem) string {
	return title + "\n" + p.Draw(p.Laid()) + "\n"
}
