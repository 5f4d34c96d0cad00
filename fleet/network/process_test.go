//go:build unix

package network_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"nqueens/fleet"
	"nqueens/fleet/network"
	"nqueens/fleet/network/embedded"
	"nqueens/internal/starts"
)

// TestMain lets this test binary act as a server or worker that is killed.
func TestMain(m *testing.M) {
	role := os.Getenv("NETWORK_ROLE")
	if role != "" {
		starts.Note()
	}
	switch role {
	case "serve":
		exitWith(serveProcess(os.Args[1], os.Args[2]))
	case "work":
		exitWith(workProcess(os.Args[1], os.Args[2], os.Args[3], os.Args[4]))
	}
	if err := flag.Set("test.parallel", "24"); err != nil { // these tests mostly wait for leases to end
		exitWith(err)
	}
	os.Exit(m.Run())
}

func exitWith(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// serveProcess serves a list's folder.
func serveProcess(dir, address string) error {
	l, err := fleet.ReadList(dir)
	if err != nil {
		return err
	}
	j, err := fleet.OpenJournal(dir, l)
	if err != nil {
		return err
	}
	b, err := embedded.Start(network.Listen{Address: address, Dir: filepath.Join(dir, "nats")})
	if err != nil {
		return err
	}
	nc, err := b.Connect()
	if err != nil {
		return err
	}
	s, err := network.NewServer(nc, j, network.Settings{Lease: lease, Broken: b.Broken})
	if err != nil {
		return err
	}
	return s.Run(context.Background())
}

// workProcess runs a worker. While the file hold exists it does not finish its first part. It dies
// at the part deadly.
func workProcess(url, name, hold, deadly string) error {
	w := fake(name)
	w.Do = func(ctx context.Context, p fleet.Part) (fleet.Result, error) {
		if strconv.Itoa(p.Number) == deadly {
			time.Sleep(50 * time.Millisecond)
			os.Exit(3)
		}
		for pause := 20 * time.Millisecond; ; pause = 50 * time.Millisecond {
			select {
			case <-ctx.Done():
				return fleet.Result{}, ctx.Err()
			case <-time.After(pause):
			}
			if _, err := os.Stat(hold); p.Number > 1 || err != nil {
				return found(p, name), nil
			}
		}
	}
	return orLate(w.Work(context.Background(), network.Address{URL: url, Patience: time.Minute}))
}

// play starts this binary in a role.
func play(t *testing.T, role string, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), "NETWORK_ROLE="+role)
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill() }) //nolint:errcheck // usually it has ended
	return cmd
}

// kills returns the number of processes that TestKills kills or stops, which NQUEENS_KILLS can set.
func kills(t *testing.T) int {
	text, ok := os.LookupEnv("NQUEENS_KILLS")
	if !ok {
		return 24
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestKills kills workers and the server at random, and stops workers for longer than the lease.
// Every part must still be counted once.
func TestKills(t *testing.T) {
	t.Parallel()
	n := kills(t)
	dir, l := newList(t, 6*n, "")
	hold := filepath.Join(dir, "hold")
	if err := os.WriteFile(hold, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	address := freeAddress(t)
	server := play(t, "serve", dir, address)
	work := func(i int) *exec.Cmd { return play(t, "work", "nats://"+address, fmt.Sprint("w", i), hold, "0") }
	workers := []*exec.Cmd{work(0), work(1), work(2)}
	stopped := 0
	for i := range n {
		time.Sleep(time.Duration(20+rand.IntN(100)) * time.Millisecond)
		victim := rand.IntN(len(workers))
		switch what := i % 4; {
		case what == 0:
			server.Process.Kill() //nolint:errcheck // if this fails, Wait reports it
			if err := server.Wait(); err == nil {
				t.Fatal("the server ended by itself")
			}
			server = play(t, "serve", dir, address)
		case what == 1 && i%8 == 1:
			stopped++
			cmd := workers[victim]
			cmd.Process.Signal(syscall.SIGSTOP) //nolint:errcheck // it may be starting
			time.AfterFunc(2*lease, func() { cmd.Process.Signal(syscall.SIGCONT) })
		default:
			workers[victim].Process.Kill() //nolint:errcheck // if this fails, Wait reports it
			workers[victim].Wait()         //nolint:errcheck // Wait returns an error for a killed process
			workers[victim] = work(victim)
		}
	}
	if err := os.Remove(hold); err != nil {
		t.Fatal(err)
	}
	for _, cmd := range append(workers, server) {
		if err := cmd.Wait(); err != nil {
			t.Errorf("%v: %v", cmd.Args, err)
		}
	}
	checkFolder(t, dir, l)
	t.Logf("%d killed, %d stopped", n-stopped, stopped)
}

func checkFolder(t *testing.T, dir string, l *fleet.List) {
	t.Helper()
	j, err := fleet.OpenJournal(dir, l)
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	checkSum(t, j, l)
}

// TestDeadlyPart checks that a part at which every worker dies is set aside, and that all others
// are done.
func TestDeadlyPart(t *testing.T) {
	t.Parallel()
	dir, _ := newList(t, 4, "deadly")
	b := broker(t, network.Listen{})
	c := serve(t, b, dir, network.Settings{})
	for {
		cmd := play(t, "work", b.URL(), "w", "", "3")
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		select {
		case err := <-c.done:
			<-ended
			if err == nil || !errors.Is(err, network.ErrSetAside) {
				t.Errorf("%v", err)
			}
			st := c.Status()
			if st.Count.Done != 3 || len(st.SetAside) != 1 || st.SetAside[0] != 3 || len(st.Count.Failures) == 0 {
				t.Errorf("%+v", st)
			}
			return
		case <-ended:
		}
	}
}
