// Command a374013 proves terms of OEIS A374013: how many queens can always be
// completed on boards of the given sizes.
//
//	go run ./bench/reproduce/completable/a374013 -threads 2 -journal FILE 21 22 23 24
//
// With a journal it goes on where it was stopped.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"time"

	"nqueens/bench/reproduce/completable"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "a374013:", err)
		os.Exit(1)
	}
}

func run() (err error) {
	var o completable.Options
	flag.IntVar(&o.Threads, "threads", 1, "threads at once")
	journal := flag.String("journal", "", "file that keeps what is finished")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if *journal != "" {
		if o.Journal, err = completable.OpenJournal(*journal); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, o.Journal.Close()) }()
	}
	for _, word := range flag.Args() {
		n, err := strconv.Atoi(word)
		if err != nil {
			return fmt.Errorf("size %q is not a number", word)
		}
		start := time.Now()
		r, err := completable.Term(ctx, n, o)
		for _, s := range r.Surveys {
			fmt.Println(s)
		}
		if err != nil {
			return fmt.Errorf("n = %d, proved for %d queens: %w", n, r.K, err)
		}
		fmt.Printf("a(%d) = %d; no solution has %s; %v\n", n, r.K, r.Counterexample, time.Since(start).Round(time.Millisecond))
	}
	return nil
}
