// Command simkin samples solutions of the n-queens problem, prints what they say
// of their number and of Simkin's constant, and draws where the queens stand.
//
//	go run ./bench/reproduce/density/simkin -each 20s -threads 2 -o DIR
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"time"

	"nqueens/bench/chart"
	"nqueens/bench/reproduce/density"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "simkin:", err)
		os.Exit(1)
	}
}

func run() error {
	var o density.Options
	each := flag.Duration("each", 5*time.Second, "about how long to sample each size")
	flag.IntVar(&o.Threads, "threads", 1, "threads at once")
	flag.Uint64Var(&o.Seed, "seed", 1, "of the random numbers")
	dir := flag.String("o", "", "folder for the charts; none are drawn without")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()

	list, err := density.Series(ctx, density.Sizes(), *each, o)
	if err != nil {
		return err
	}
	for _, row := range density.Table(list) {
		fmt.Println("| " + strings.Join(row, " | ") + " |")
	}
	fit, err := density.FitAlpha(list)
	if err != nil {
		return err
	}
	fmt.Println()
	fmt.Println(fit)
	if *dir == "" {
		return nil
	}
	if err := os.MkdirAll(*dir, 0o755); err != nil {
		return fmt.Errorf("making the folder for the charts: %w", err)
	}
	for _, f := range []chart.Figure{density.HeatMap(list[len(list)-1], 16), density.Chart(list, fit)} {
		if err := write(f, filepath.Join(*dir, f.Name+".svg")); err != nil {
			return err
		}
	}
	return nil
}

func write(f chart.Figure, path string) (err error) {
	file, err := os.Create(path)
	if err != nil {
		return fmt.Errorf("writing a chart: %w", err)
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	return f.WriteSVG(file, false)
}
