package network_test

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"strconv"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"nqueens/fleet"
	"nqueens/fleet/network"
)

// BenchmarkWorkers distributes b.N parts to workers in this process, which sleep for the time of a
// part. The memory it reports is that of the server and the workers together.
//
//	go test ./fleet/network -run - -bench Workers -benchtime 10000x
func BenchmarkWorkers(b *testing.B) {
	for _, c := range []struct {
		workers int
		part    time.Duration
	}{{16, 0}, {1000, time.Second}, {1000, time.Minute}} {
		b.Run(fmt.Sprintf("%d/%v", c.workers, c.part), func(b *testing.B) { benchmarkWorkers(b, c.workers, c.part) })
	}
}

func benchmarkWorkers(b *testing.B, workers int, part time.Duration) {
	dir, _ := newList(b, b.N, "")
	s := broker(b, network.Listen{Dir: filepath.Join(dir, "nats")})
	c := serve(b, s, dir, network.Settings{Lease: 30 * time.Second})
	begun := time.Now()
	b.ResetTimer()
	g, ctx := errgroup.WithContext(b.Context())
	for i := range workers {
		w := fake("w" + strconv.Itoa(i))
		w.Do = func(ctx context.Context, p fleet.Part) (fleet.Result, error) {
			select {
			case <-ctx.Done():
				return fleet.Result{}, ctx.Err()
			case <-time.After(part):
				return found(p, "w"), nil
			}
		}
		g.Go(func() error { return w.Work(ctx, network.Address{URL: s.URL()}) })
	}
	var most runtime.MemStats
	var results int
	var messages float64
	for results < b.N {
		time.Sleep(500 * time.Millisecond)
		if ctx.Err() != nil {
			b.Fatal(g.Wait()) // a worker has failed
		}
		var m runtime.MemStats
		if runtime.ReadMemStats(&m); m.Sys > most.Sys {
			most = m
		}
		st := c.Status()
		results = st.Results
		metrics := s.Metrics()
		messages = metrics["in_messages_total"] + metrics["out_messages_total"]
	}
	seconds := time.Since(begun).Seconds()
	b.StopTimer()
	b.ReportMetric(float64(results)/seconds, "parts/s")
	b.ReportMetric(messages/seconds, "messages/s")
	b.ReportMetric(float64(most.Sys)/(1<<20), "MiB")
	c.stop()
	<-c.done
	s.Close()
}
