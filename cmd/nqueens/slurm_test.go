//go:build linux

package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestSlurm runs a list of parts on a real Slurm with two nodes on this machine. It kills workers,
// ends their time, cancels jobs and drains a node, and checks that the sum is exact.
func TestSlurm(t *testing.T) {
	t.Parallel()
	slurm := startSlurm(t)
	list := filepath.Join(slurm.dir, "q18")
	slurm.run(t, "nqueens", "plan-parts", "count", "18", "--parts", "60", "-o", list)
	program, err := exec.LookPath("nqueens")
	if err != nil {
		t.Fatal(err)
	}
	script := filepath.Join(slurm.dir, "q18.sh")
	text := slurm.run(t, "nqueens", "slurm", list, "--program", program, "--memory", "200MiB")
	if !strings.Contains(text, "\n#SBATCH --array=1-6\n") { // MaxArraySize is 7
		t.Fatalf("Slurm's limits were not asked:\n%s", text)
	}
	if err := os.WriteFile(script, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	slurm.run(t, "sbatch", script)
	for _, disturb := range []func(){
		func() { killWorker(list) },
		func() { slurm.try("scancel", "--signal=USR1", "--batch", slurm.running()) },
		func() { slurm.run(t, "scontrol", "update", "nodename=one", "state=drain", "reason=test") },
		func() { slurm.try("scancel", slurm.running()) },
	} {
		waitFor(t, "a job that runs, or the end of all", func() bool {
			time.Sleep(50 * time.Millisecond)
			slurm.hurry()
			return slurm.running() != "" || slurm.try("squeue", "-h") == ""
		})
		disturb()
	}
	slurm.run(t, "scontrol", "update", "nodename=one", "state=resume")
	slurm.drain(t)
	slurm.run(t, "sbatch", script) // it finds what is left
	slurm.drain(t)
	if sum := slurm.run(t, "nqueens", "sum", list); sum != "666090624\n" {
		t.Errorf("the sum is %s", sum)
	}

	// Parts of a bench, each with a node for itself.
	list, script = filepath.Join(slurm.dir, "bench"), filepath.Join(slurm.dir, "bench.sh")
	plan := filepath.Join(slurm.dir, "plan.yaml")
	if err := os.WriteFile(plan, []byte("repetitions: {min: 1, max: 1}\nruns: [{problems: [{n: 4..6}], backends: [bitmask, dlx]}]\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	slurm.run(t, "nqueens", "plan-parts", "bench", plan, "-o", list)
	text = slurm.run(t, "nqueens", "slurm", list, "--program", program, "--time", "10m")
	if !strings.Contains(text, "\n#SBATCH --exclusive\n") {
		t.Fatalf("parts share a node:\n%s", text)
	}
	if err := os.WriteFile(script, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	slurm.run(t, "sbatch", script)
	slurm.drain(t)
	if said := slurm.run(t, "nqueens", "sum", list, "--no-charts"); !strings.Contains(said, "3 known") {
		logs, _ := filepath.Glob(filepath.Join(list, "slurm-*.out"))
		for _, name := range logs {
			log, _ := os.ReadFile(name)
			t.Logf("%s: %s", name, log)
		}
		t.Errorf("the run is %s", said)
	}
}

// A slurmTest is a Slurm with all of its files in a folder.
type slurmTest struct {
	dir string
	env []string
}

// startSlurm starts the daemons of Slurm, which end with the test.
func startSlurm(t *testing.T) slurmTest {
	t.Helper()
	for _, program := range []string{"munged", "slurmctld", "slurmd", "sbatch"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("no %s: apt-get install slurm-wlm munge", program)
		}
	}
	if os.Getuid() != 0 {
		t.Skip("Slurm's daemons are started by root only")
	}
	dir, err := os.MkdirTemp("", "slurm") // a socket's name must be short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	config := `ClusterName=test
SlurmctldHost=` + host + `(127.0.0.1)
SlurmctldPort=` + freePort(t) + `
AuthType=auth/munge
AuthInfo=socket=DIR/munge.socket
SlurmUser=root
SlurmdUser=root
StateSaveLocation=DIR/state
SlurmdSpoolDir=DIR/spool-%n
SlurmctldPidFile=DIR/slurmctld.pid
SlurmdPidFile=DIR/slurmd-%n.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
MaxArraySize=7
MailProg=/bin/true
SchedulerParameters=sched_interval=1,batch_sched_delay=1
SlurmdParameters=config_overrides
NodeName=one,two NodeHostname=` + host + ` NodeAddr=127.0.0.1 Port=` + freePort(t) + `,` + freePort(t) + ` CPUs=2 RealMemory=4000
PartitionName=main Nodes=one,two Default=YES MaxTime=INFINITE State=UP
`
	key := make([]byte, 1024)
	rand.Read(key)
	for name, data := range map[string][]byte{"slurm.conf": []byte(strings.ReplaceAll(config, "DIR", dir)), "munge.key": key} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o400); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "state"), 0o755); err != nil {
		t.Fatal(err)
	}
	s := slurmTest{dir, append(os.Environ(), "SLURM_CONF="+filepath.Join(dir, "slurm.conf"))}
	s.daemon(t, "munged", "-F", "--force", "--key-file="+dir+"/munge.key", "--socket="+dir+"/munge.socket",
		"--pid-file="+dir+"/munge.pid", "--log-file="+dir+"/munge.log", "--seed-file="+dir+"/munge.seed")
	waitFor(t, "munge", func() bool { _, err := os.Stat(dir + "/munge.socket"); return err == nil })
	s.daemon(t, "slurmctld", "-D")
	s.daemon(t, "slurmd", "-D", "-N", "one")
	s.daemon(t, "slurmd", "-D", "-N", "two")
	t.Cleanup(func() { // before the daemons end
		s.try("scancel", "--user=root")
		for range 100 {
			if s.try("squeue", "-h") == "" {
				break
			}
			time.Sleep(100 * time.Millisecond)
		}
	})
	waitFor(t, "two idle nodes", func() bool {
		time.Sleep(50 * time.Millisecond)
		return s.try("sinfo", "-h", "-t", "idle", "-o", "%D") == "2\n"
	})
	return s
}

// daemon starts a program that ends with the test.
func (s slurmTest) daemon(t *testing.T, name string, args ...string) {
	t.Helper()
	var says bytes.Buffer
	cmd := exec.Command(name, args...)
	cmd.Env, cmd.Stdout, cmd.Stderr = s.env, &says, &says
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Signal(syscall.SIGTERM) //nolint:errcheck // it may have ended
		cmd.Wait()                          //nolint:errcheck // by a signal
		if t.Failed() {
			t.Logf("%s: %s", name, says.String())
		}
	})
}

// run returns the output of a command, which must succeed.
func (s slurmTest) run(t *testing.T, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	var errs bytes.Buffer
	cmd.Env, cmd.Stderr, cmd.Dir = s.env, &errs, s.dir
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %v: %v: %s%s", name, args, err, out, errs.String())
	}
	return string(out)
}

// try returns the output of a command, which may fail: scancel does not know for up to a minute
// that a job has ended.
func (s slurmTest) try(name string, args ...string) string {
	ctx, stop := context.WithTimeout(context.Background(), 3*time.Second)
	defer stop()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = s.env
	out, _ := cmd.CombinedOutput()
	return string(out)
}

// running returns a running job, or "".
func (s slurmTest) running() string {
	first, _, _ := strings.Cut(s.try("squeue", "-h", "-t", "RUNNING", "-o", "%i"), "\n")
	return first
}

// hurry starts requeued jobs, which would otherwise wait for two minutes.
func (s slurmTest) hurry() {
	for line := range strings.Lines(s.try("squeue", "-h", "-t", "PENDING", "-o", "%i %r")) {
		if id, back := strings.CutSuffix(line, " BeginTime\n"); back {
			s.try("scontrol", "update", "jobid="+id, "starttime=now")
		}
	}
}

// drain waits until no job is left.
func (s slurmTest) drain(t *testing.T) {
	t.Helper()
	waitFor(t, "the end of all jobs", func() bool {
		time.Sleep(100 * time.Millisecond)
		s.hurry()
		return s.try("squeue", "-h") == ""
	})
}

// killWorker kills a process that works on the list, if there is one.
func killWorker(list string) {
	commands, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, name := range commands {
		line, _ := os.ReadFile(name)
		if words := strings.Split(string(line), "\x00"); len(words) > 2 && words[1] == "work" && words[2] == list {
			var pid int
			if _, err := fmt.Sscanf(name, "/proc/%d/", &pid); err == nil {
				syscall.Kill(pid, syscall.SIGKILL) //nolint:errcheck // it may have ended
				return
			}
		}
	}
}

// freePort returns a port on which no program listens.
func freePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, port, err := net.SplitHostPort(l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	return port
}
