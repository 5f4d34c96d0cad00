package isolate

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// systemRoles are the roles that need Linux.
var systemRoles = map[string]func([]string){
	"ignore signals": func([]string) {
		signal.Ignore(syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
		sleepLong()
	},
	"stop itself": func(args []string) {
		os.WriteFile(args[0], []byte(strconv.Itoa(os.Getpid())), 0o600)
		goOn := make(chan os.Signal, 1)
		signal.Notify(goOn, syscall.SIGCONT)
		syscall.Kill(os.Getpid(), syscall.SIGSTOP)
		<-goOn // the signal may stop another thread while this one still runs
	},
	"note and wait": func(args []string) { // waits for the file args[1]
		os.WriteFile(args[0], []byte(strconv.Itoa(os.Getpid())), 0o600)
		for {
			if _, err := os.Stat(args[1]); err == nil {
				return
			}
			time.Sleep(time.Millisecond)
		}
	},
	"harness that tells": func(args []string) { // prints why the run of such a child is void
		interrupted := WatchInterruptions()
		r, err := Run(context.Background(), child("note and wait", args...))
		fmt.Println(r.Void(1), err, interrupted())
	},
	"harness that stops at once": func(args []string) { // before the goroutine that it started can have run
		runtime.GOMAXPROCS(1)
		runtime.LockOSThread()
		interrupted := WatchInterruptions()
		unix.Tgkill(os.Getpid(), unix.Gettid(), syscall.SIGSTOP) // only this thread gets the signal, so that it cannot continue before the stop
		fmt.Println(interrupted())
	},
	"harness of two": func(args []string) { // its child starts another, in its own session
		Run(context.Background(), child("spawn in own session", args[0], "and sleep"))
	},
	"share one map": func(args []string) { // of args[0] MiB, shared by four processes
		mib, _ := strconv.Atoi(args[0])
		file, err := os.CreateTemp("", "isolate-map-*")
		if err != nil {
			panic(err)
		}
		os.Remove(file.Name())
		if err := file.Truncate(int64(mib) << 20); err != nil {
			panic(err)
		}
		var others []*exec.Cmd
		for range 3 {
			other := again("hold the map", args[0])
			other.ExtraFiles = []*os.File{file}
			other.Stdin, _ = os.Open(os.DevNull)
			if err := other.Start(); err != nil {
				panic(err)
			}
			others = append(others, other)
		}
		hold(file, mib)
		for _, other := range others {
			if err := other.Wait(); err != nil {
				panic(err)
			}
		}
	},
	"hold the map": func(args []string) {
		mib, _ := strconv.Atoi(args[0])
		hold(os.NewFile(3, "map"), mib)
	},
	"segfault": func([]string) {
		// Go turns its own faults into panics, but other programs end by the signal.
		syscall.Exec("/bin/sh", []string{"sh", "-c", "kill -SEGV $$"}, nil)
	},
	"killed": func([]string) {
		syscall.Kill(os.Getpid(), syscall.SIGKILL)
	},
	"affinity": func([]string) {
		var set unix.CPUSet
		unix.SchedGetaffinity(0, &set)
		fmt.Print(ranges(cores(&set)), " ", runtime.GOMAXPROCS(0))
	},
	"groups": func([]string) { fmt.Print(os.Getpid() == syscall.Getpgrp()) },
	"spawn in own session": func(args []string) {
		spawn(args, func(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} })
	},
	"spawn without environment": func(args []string) {
		spawn(args, func(cmd *exec.Cmd) {
			cmd.Env = []string{roleVariable + "=note and sleep"}
			cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		})
	},
}

// hold maps a file for half a second.
func hold(file *os.File, mib int) {
	held, err := unix.Mmap(int(file.Fd()), 0, mib<<20, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		panic(err)
	}
	for i := 0; i < len(held); i += 4096 {
		held[i] = 1
	}
	time.Sleep(500 * time.Millisecond)
	unix.Munmap(held)
}

func TestSignals(t *testing.T) {
	t.Parallel()
	tests := []struct {
		role   string
		want   Outcome
		signal string
	}{
		{"segfault", Crashed, "SIGSEGV"},
		{"killed", Crashed, "SIGKILL"},
		{"ignore signals", Timeout, "SIGKILL"},
	}
	for _, test := range tests {
		c := child(test.role)
		if test.want == Timeout {
			c.Wall = time.Second
		}
		r := run(t, t.Context(), c)
		if r.Outcome != test.want || r.Signal != test.signal || r.Exit != -1 {
			t.Errorf("%s: %s, want outcome %s, signal %s, exit -1", test.role, printable(r), test.want, test.signal)
		}
	}
}

// TestOwnGroup checks that the command is in its own process group: an interrupt typed at the
// harness's terminal goes to the harness's whole group and must not reach the command.
func TestOwnGroup(t *testing.T) {
	if r := run(t, t.Context(), child("groups")); string(r.Stdout) != "true" {
		t.Errorf("the command leads its own process group: %s", r.Stdout)
	}
}

// TestDescendants checks that no descendant outlives a run, however it is related to the command.
func TestDescendants(t *testing.T) {
	tests := []struct {
		name, role string
		orphan     bool // the command ends before its descendant
	}{
		{"child", "spawn", false},
		{"orphan", "spawn", true},
		{"child in own session", "spawn in own session", false},
		{"orphan in own session", "spawn in own session", true},
		{"child in own session without environment", "spawn without environment", false},
		{"orphan in own session without environment", "spawn without environment", true},
	}
	eachMethod(t, func(t *testing.T, plain bool) {
		for _, test := range tests {
			t.Run(test.name, func(t *testing.T) {
				note := filepath.Join(t.TempDir(), "pid")
				c, want := child(test.role, note, "and sleep"), Cancelled
				if test.orphan {
					c, want = child(test.role, note), Exited
				}
				c.plain = plain
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				var watcher sync.WaitGroup
				if !test.orphan {
					watcher.Go(func() {
						for notedPID(note) == 0 && ctx.Err() == nil {
							time.Sleep(time.Millisecond)
						}
						cancel()
					})
				}
				r := run(t, ctx, c)
				cancel()
				watcher.Wait()
				if r.Outcome != want {
					t.Errorf("outcome %s, want %s: %s", r.Outcome, want, printable(r))
				}
				pid := notedPID(note)
				if pid == 0 {
					t.Fatalf("the descendant did not start: %s", r.Stderr)
				}
				if p, ok := readProcess(pid); ok && p.alive() {
					t.Errorf("descendant %d outlives the run", pid)
					syscall.Kill(pid, syscall.SIGKILL)
				} else if ok && plain && p.parent == os.Getpid() {
					t.Errorf("descendant %d is this process's zombie", pid)
				}
			})
		}
	})
}

// TestStoppedCommand stops a command with a signal and continues it.
func TestStoppedCommand(t *testing.T) {
	eachMethod(t, func(t *testing.T, plain bool) {
		note := filepath.Join(t.TempDir(), "pid")
		c := child("stop itself", note)
		c.plain = plain
		var watcher sync.WaitGroup
		watcher.Go(func() {
			eventually(t, "the command stops", func() bool {
				p, ok := readProcess(notedPID(note))
				return ok && p.state == 'T'
			})
			syscall.Kill(notedPID(note), syscall.SIGCONT)
		})
		r := run(t, t.Context(), c)
		watcher.Wait()
		if !r.Stopped || r.Halted || r.Outcome != Exited || !strings.Contains(r.Void(1), "stopped by a signal and continued later") {
			t.Errorf("a command that was stopped and went on: %q, %s", r.Void(1), printable(r))
		}
	})
}

// TestStoppedDescendant stops a child of the command while the command itself keeps running. This
// looks like a group that is stopped while its leader waits for a vfork. If another child computes
// meanwhile, no time is lost.
func TestStoppedDescendant(t *testing.T) {
	eachMethod(t, func(t *testing.T, plain bool) {
		for script, stopped := range map[string]bool{
			"sleep 1000 & kill -STOP $!; wait":                         true,
			"sleep 1000 & (kill -STOP $!; while :; do :; done) & wait": false,
		} {
			runtime.LockOSThread() // the command ends with this thread
			g, err := newGroup(Command{plain: plain}, func() *exec.Cmd { return exec.Command("/bin/sh", "-c", script) })
			if err == nil {
				err = g.start()
			}
			if err != nil {
				t.Fatal(err)
			}
			eventually(t, "a child is stopped", func() bool {
				_, processes := g.used()
				for _, p := range processes {
					if p.state == 'T' {
						return true
					}
				}
				return false
			})
			if stopped {
				eventually(t, "the group is told to be stopped", func() bool { return g.sample().stopped })
			}
			for range 20 {
				if u := g.sample(); u.stopped != stopped || u.halted != stopped {
					t.Errorf("%s: stopped is not %v", script, stopped)
				}
			}
			g.kill()
			<-g.ended
			g.reap()
			g.close()
			runtime.UnlockOSThread()
		}
	})
}

// TestStoppedHarness stops a harness, while its command runs or before anything else of it runs,
// and continues it after the shortest time that counts as a gap.
func TestStoppedHarness(t *testing.T) {
	t.Parallel()
	for role, tells := range map[string]int{"harness that tells": 2, "harness that stops at once": 1} {
		folder := t.TempDir()
		note, done := filepath.Join(folder, "pid"), filepath.Join(folder, "done")
		harness := again(role, note, done)
		out := new(strings.Builder)
		harness.Stdout = out
		if err := harness.Start(); err != nil {
			t.Fatal(err)
		}
		defer harness.Process.Kill()
		if tells == 2 {
			eventually(t, "the child notes its number", func() bool { return notedPID(note) > 0 })
			harness.Process.Signal(syscall.SIGSTOP)
		}
		eventually(t, "the harness stops", func() bool {
			p, ok := readProcess(harness.Process.Pid)
			return ok && p.state == 'T'
		})
		time.Sleep(2 * longestGap)
		harness.Process.Signal(syscall.SIGCONT)
		if err := os.WriteFile(done, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := harness.Wait(); err != nil || strings.Count(out.String(), "the harness was stopped") != tells {
			t.Errorf("a %s and was stopped says %q (%v)", role, out, err)
		}
	}
}

// TestWaits checks that a thread kept from its core by others is seen to wait, and a sleeping one
// is not.
func TestWaits(t *testing.T) {
	w := waits{}
	if w.look(os.Getpid()); len(w) == 0 {
		t.Skip("no /proc/PID/schedstat")
	}
	var set unix.CPUSet
	unix.SchedGetaffinity(0, &set)
	core := cores(&set)[:1]
	eachMethod(t, func(t *testing.T, plain bool) {
		sleeper := child("sleep")
		sleeper.CPUs, sleeper.Wall, sleeper.plain = core, 300*time.Millisecond, plain
		if r := run(t, t.Context(), sleeper); r.Outcome != Timeout || r.Void(1) != "" && r.Waited < r.Wall/4 {
			t.Errorf("one that sleeps is void: %s, waited %v", r.Void(1), r.Waited)
		}
		ctx, cancel := context.WithCancel(t.Context())
		var rivals sync.WaitGroup
		defer rivals.Wait()
		defer cancel()
		there := t.TempDir()
		for i := range 4 {
			rivals.Go(func() {
				rival := child("spin", filepath.Join(there, strconv.Itoa(i)))
				rival.CPUs, rival.Wall, rival.plain = core, 0, plain
				Run(ctx, rival)
			})
		}
		eventually(t, "all rivals spin", func() bool { files, _ := os.ReadDir(there); return len(files) == 4 })
		c := child("spin")
		c.CPUs, c.CPU, c.plain = core, 200*time.Millisecond, plain
		if r := run(t, t.Context(), c); r.Waited < r.Wall/4 || r.Void(1) == "" {
			t.Errorf("one among five is not void: waited %v of %v, CPU %v", r.Waited, r.Wall, r.CPU)
		}
	})
}

// eventually waits up to a minute for a condition, for loaded machines.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for range 6000 {
		if holds() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("not within a minute: %s", what)
}

func TestDiesWithHarness(t *testing.T) {
	note := filepath.Join(t.TempDir(), "pid")
	harness := exec.Command(os.Args[0], note)
	harness.Env = append(os.Environ(), roleVariable+"=harness")
	if err := harness.Start(); err != nil {
		t.Fatal(err)
	}
	defer harness.Wait()
	defer harness.Process.Kill()
	eventually(t, "the child notes its number", func() bool { return notedPID(note) > 0 })
	harness.Process.Kill()
	eventually(t, "the child dies with its harness", func() bool {
		p, ok := readProcess(notedPID(note))
		return !ok || !p.alive()
	})
}

// TestCollectsCgroup checks that after a harness was killed, the next run kills the processes left
// in its cgroup.
func TestCollectsCgroup(t *testing.T) {
	cg, err := newCgroup(0)
	if err != nil {
		t.Skip(err)
	}
	cg.close()
	note := filepath.Join(t.TempDir(), "pid")
	harness := exec.Command(os.Args[0], note)
	harness.Env = append(os.Environ(), roleVariable+"=harness of two")
	if err := harness.Start(); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the descendant notes its number", func() bool { return notedPID(note) > 0 })
	harness.Process.Kill()
	harness.Wait()
	if p, ok := readProcess(notedPID(note)); !ok || !p.alive() {
		t.Fatal("the descendant does not outlive its harness")
	}
	Probe()
	eventually(t, "the descendant's end", func() bool {
		p, ok := readProcess(notedPID(note))
		return !ok || !p.alive()
	})
}

// TestSharedMemory checks that memory shared by processes counts once against a limit that is
// enforced by sampling.
func TestSharedMemory(t *testing.T) {
	eachMethod(t, func(t *testing.T, plain bool) {
		c := child("share one map", "60")
		c.plain, c.Memory = plain, 150<<20
		if r := run(t, t.Context(), c); r.Outcome != Exited {
			t.Errorf("four processes share 60 MiB under a limit of 150 MiB: %s", printable(r))
		}
	})
}

func TestPinning(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var before, after unix.CPUSet
	if err := unix.SchedGetaffinity(0, &before); err != nil {
		t.Fatal(err)
	}
	for _, core := range cores(&before) {
		c := child("affinity")
		c.CPUs = []int{core}
		r, err := Run(t.Context(), c) // on this thread, whose affinity is compared
		if err != nil {
			t.Fatal(err)
		}
		if want := fmt.Sprint(core, " 1"); string(r.Stdout) != want || !r.Pinned {
			t.Errorf("pinned to core %d: child has cores and GOMAXPROCS %q, want %q; Pinned is %v", core, r.Stdout, want, r.Pinned)
		}
		if err := unix.SchedGetaffinity(0, &after); err != nil || after != before {
			t.Fatalf("this thread had cores %v, has %v afterwards (%v)", cores(&before), cores(&after), err)
		}
	}
	c := child("affinity")
	c.Path = "./no-such-program"
	c.CPUs = cores(&before)[:1]
	if _, err := Run(t.Context(), c); err == nil {
		t.Fatal("starting nothing succeeds")
	}
	if unix.SchedGetaffinity(0, &after); after != before {
		t.Errorf("after a failed start this thread has cores %v, had %v", cores(&after), cores(&before))
	}
	r := run(t, t.Context(), child("affinity"))
	if got, _, _ := strings.Cut(string(r.Stdout), " "); got != ranges(cores(&before)) || r.Pinned {
		t.Errorf("not pinned: child has cores %s, want %s; Pinned is %v", got, ranges(cores(&before)), r.Pinned)
	}
}

// TestInheritedMaxrss shows the kernel's behaviour that exitPeak works around. If it fails, the
// kernel has changed, and exitPeak can be made simpler.
func TestInheritedMaxrss(t *testing.T) {
	ballast := allocate(50)
	defer runtime.KeepAlive(ballast)
	cmd := exec.Command("true")
	if err := cmd.Run(); err != nil {
		t.Skip(err)
	}
	maxrss := int64(cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss) << 10
	t.Logf("true has a maxrss of %d MiB", maxrss>>20)
	if maxrss < 50<<20 {
		t.Errorf("true, started by a process of 50 MiB, has a maxrss of %d bytes only", maxrss)
	}
}

// TestHeldOpen checks that Run does not wait long for a process that holds a command's output open
// after all its processes have ended.
func TestHeldOpen(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	note, done := filepath.Join(folder, "pid"), filepath.Join(folder, "done")
	ended := make(chan Result, 1)
	go func() {
		r, err := Run(t.Context(), child("note and wait", note, done))
		if err != nil {
			t.Error(err)
		}
		ended <- r
	}()
	eventually(t, "the child notes its number", func() bool { return notedPID(note) > 0 })
	held, err := os.OpenFile(procPath(notedPID(note), "fd/1"), os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer held.Close()
	if err := os.WriteFile(done, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	select {
	case r := <-ended:
		if r.Outcome != Exited || r.Exit != 0 {
			t.Errorf("it ended by itself: %s", printable(r))
		}
	case <-time.After(time.Minute):
		t.Error("it is waited for who holds its output open")
	}
}

// TestSamplesLeaveNothingOpen checks that sampling leaks no open files: a harness samples a hundred
// times a second, for days.
func TestSamplesLeaveNothingOpen(t *testing.T) {
	open := func() int {
		files, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Skip(err)
		}
		return len(files)
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // it would close them
	before := open()
	for range 100 {
		waits{}.look(os.Getpid())
		readProcess(os.Getpid())
	}
	if after := open(); after > before+50 { // other tests run at the same time
		t.Errorf("%d files are open, and were %d", after, before)
	}
}

// TestProbeCores checks that runs can be bound to exactly the cores that this process may run on.
func TestProbeCores(t *testing.T) {
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(0, &set); err != nil {
		t.Skip(err)
	}
	got := Probe().CPUs
	for _, cpu := range got {
		if !set.IsSet(cpu) {
			t.Errorf("core %d is not this process's", cpu)
		}
	}
	if len(got) != set.Count() || len(got) == 0 {
		t.Errorf("cores %v of %d", got, set.Count())
	}
}
