package cluster

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/goccy/go-yaml"

	"nqueens"
	"nqueens/fleet"
)

// list returns a list with this many parts.
func list(parts int) *fleet.List {
	l := &fleet.List{Problem: "queens(18)", Task: nqueens.CountAll, Engine: "quadrant", Version: "2", Seconds: 60}
	for cut := range parts + 1 {
		l.Cuts = append(l.Cuts, cut)
	}
	return l
}

// measured returns a list of two parts of a bench.
func measured(t *testing.T) *fleet.List {
	t.Helper()
	l, err := fleet.NewMeasured("bench", "plan", "a build", nil, []any{1, 2})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestMeasured checks that measured parts have a node for themselves, although their time is
// unknown.
func TestMeasured(t *testing.T) {
	job := Job{List: measured(t), Name: "Plan", Program: "nqueens", Dir: "/d", Threads: 1, Memory: 1 << 30, Indices: 2, Image: "i", Claim: "c", Time: time.Hour}
	var slurm, kubernetes bytes.Buffer
	if err := job.WriteSlurm(&slurm); err != nil {
		t.Fatal(err)
	}
	if got := slurm.String(); !strings.Contains(got, "\n# plan: 2 parts, in 2 jobs. ") || !strings.Contains(got, "\n#SBATCH --exclusive\n#SBATCH --mem=0\n#SBATCH --time=60\n") {
		t.Errorf("%s", got)
	}
	job.Time, job.List.Seconds, job.Threads, job.Indices = 0, 60, 4, 1
	if job.Minutes() != 5+3*2 {
		t.Errorf("%d minutes for two parts of a minute", job.Minutes())
	}
	job.Indices = 2
	if err := job.WriteKubernetes(&kubernetes); err != nil {
		t.Fatal(err)
	}
	var got any
	if err := yaml.Unmarshal(kubernetes.Bytes(), &got); err != nil || !strings.Contains(fmt.Sprint(got), "podAntiAffinity:map[requiredDuringSchedulingIgnoredDuringExecution:[map[labelSelector:map[matchLabels:map[job-name:plan]] topologyKey:kubernetes.io/hostname]]]") {
		t.Errorf("%v, %v", got, err)
	}
}

// TestOwnOptions checks that no option can override what the script sets, in any form that sbatch
// accepts.
func TestOwnOptions(t *testing.T) {
	for _, parts := range []*fleet.List{list(2), measured(t)} {
		job := Job{List: parts, Name: "n", Program: "nqueens", Dir: "/d", Threads: 1, Memory: 1 << 30, Indices: 2, AtOnce: 1, Time: time.Hour}
		write := func(options ...string) (string, error) {
			var script bytes.Buffer
			job.Options = options
			err := job.WriteSlurm(&script)
			return script.String(), err
		}
		script, err := write("--partition=long", "-p long", "--time-min=5", "--comment=x", "--gres=gpu:1")
		if err != nil {
			t.Fatal(err)
		}
		own, _, _ := strings.Cut(script, "#SBATCH --partition")
		options := []string{"--arr=1-3", "-a1-3", "-t 5", "-J x", "-n2", "-c 2", "-o x", "--no-requeue", "--no-req", "--mem-per-cpu=1G", "--partition=long --signal=TERM@5"}
		if parts.Measures() {
			options = append(options, "-s", "--oversubscribe", "--oversub=yes")
		} else if _, err := write("--oversubscribe", "--exclusive"); err != nil {
			t.Errorf("a count need not be alone, and may: %v", err)
		}
		for line := range strings.Lines(own) {
			if option, is := strings.CutPrefix(line, "#SBATCH "); is {
				options = append(options, strings.TrimSpace(option))
			}
		}
		if len(options) < 20 {
			t.Fatalf("the script says %s", own)
		}
		for _, option := range options {
			if script, err := write(option); err == nil || script != "" || !strings.HasPrefix(err.Error(), "--option "+option+": the job has --") {
				t.Errorf("%s: %v\n%s", option, err, script)
			}
		}
	}
}

// fake creates a folder of programs that record their calls. nqueens ends with the statuses in a
// file, or waits until it is stopped.
func fake(t *testing.T) (folder string) {
	t.Helper()
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("no bash")
	}
	folder = t.TempDir()
	for name, text := range map[string]string{
		"nqueens": `#!/bin/bash
echo "$@" >>` + folder + `/calls
if [ "$1" = sum ]; then cat ` + folder + `/sum; exit 3; fi
if [ -e ` + folder + `/wait ]; then
	trap 'echo stopped >>` + folder + `/calls; exit 3' TERM
	touch ` + folder + `/waiting
	while :; do sleep 0.02; done
fi
exit $(cat ` + folder + `/status)
`,
		"scontrol": "#!/bin/bash\necho scontrol \"$@\" >>" + folder + "/calls\n",
		"sum":      `{"missing":"3"}`, "status": "0",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// calls returns the calls of the programs since the last time.
func calls(t *testing.T, folder string) string {
	t.Helper()
	name := filepath.Join(folder, "calls")
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// start runs a script in a shell with the folder's programs.
func start(folder, shell, script string, env ...string) (*exec.Cmd, error) {
	cmd := exec.Command(shell, "-c", script)
	cmd.Env = append(append(os.Environ(), "PATH="+folder+":"+os.Getenv("PATH")), env...)
	return cmd, cmd.Start()
}

// TestRanges checks that the indices of a job cover each part once, in ranges of about equal size.
func TestRanges(t *testing.T) {
	folder := fake(t)
	for _, c := range []struct{ parts, indices int }{{1, 1}, {7, 3}, {10, 10}, {1000, 7}} {
		job := Job{List: list(c.parts), Name: "n", Program: "nqueens", Dir: "/a dir's", Threads: 2, Memory: 1 << 30, Indices: c.indices}
		var script bytes.Buffer
		if err := job.WriteSlurm(&script); err != nil {
			t.Fatal(err)
		}
		next := 1
		for index := 1; index <= c.indices; index++ {
			cmd, err := start(folder, "bash", script.String(), fmt.Sprint("SLURM_ARRAY_TASK_ID=", index))
			if err != nil || cmd.Wait() != nil {
				t.Fatal(err, cmd.ProcessState)
			}
			called := calls(t, folder)
			var first, last int
			if _, err := fmt.Sscanf(called, "work /a dir's --threads 2 --memory 1024MiB --part %d-%d\nsum", &first, &last); err != nil {
				t.Fatalf("%q: %v", called, err)
			}
			if size := last - first + 1; first != next || size < c.parts/c.indices || size > c.parts/c.indices+1 {
				t.Errorf("%d parts, index %d of %d: %d-%d after %d", c.parts, index, c.indices, first, last, next-1)
			}
			next = last + 1
		}
		if next != c.parts+1 {
			t.Errorf("%d parts in %d indices end with %d", c.parts, c.indices, next-1)
		}
	}
}

// TestEnds checks that a job that finds no part missing runs the checks, that a worker that was
// killed or runs out of time is requeued a limited number of times, and that a cancelled one is
// not.
func TestEnds(t *testing.T) {
	const part, again = "work d --threads 1 --memory 1024MiB --part 1-3\n", "scontrol requeue 77\n"
	const sum, checks = "sum d --json\n", "work d --threads 1 --memory 1024MiB\n"
	for _, c := range []struct {
		name, sum, status, signal, restarts string
		want                                string
	}{
		{"others are at work", `{"missing":"3"}`, "0", "", "", part + sum},
		{"the last", `{"sum":"3"}`, "0", "", "", part + sum + checks},
		{"bad input", "", "2", "", "", part},
		{"killed", "", "137", "", "", part + again},
		{"killed again and again", "", "137", "", "20", part},
		{"short of time", "", "", "USR1", "1", part + "stopped\n" + again},
		{"cancelled", "", "", "TERM", "", part + "stopped\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			folder := fake(t)
			job := Job{List: list(3), Name: "n", Program: "nqueens", Dir: "d", Threads: 1, Memory: 1 << 30, Indices: 1}
			var script bytes.Buffer
			if err := job.WriteSlurm(&script); err != nil {
				t.Fatal(err)
			}
			for name, text := range map[string]string{"sum": c.sum, "status": c.status} {
				if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			if c.signal != "" {
				if err := os.WriteFile(filepath.Join(folder, "wait"), nil, 0o666); err != nil {
					t.Fatal(err)
				}
			}
			cmd, err := start(folder, "bash", script.String(), "SLURM_ARRAY_TASK_ID=1", "SLURM_JOB_ID=77", "SLURM_RESTART_COUNT="+c.restarts)
			if err != nil {
				t.Fatal(err)
			}
			for c.signal != "" {
				if _, err := os.Stat(filepath.Join(folder, "waiting")); err == nil {
					if err := exec.Command("kill", "-"+c.signal, fmt.Sprint(cmd.Process.Pid)).Run(); err != nil {
						t.Fatal(err)
					}
					break
				}
				time.Sleep(10 * time.Millisecond)
			}
			err = cmd.Wait()
			if (err == nil) != (c.status == "0") {
				t.Errorf("ended with %v", err)
			}
			if got := calls(t, folder); got != c.want {
				t.Errorf("called\n%swant\n%s", got, c.want)
			}
		})
	}
}

// TestEarlySignal checks that a job stops its worker if the signal comes before the job knows the worker's
// number.
func TestEarlySignal(t *testing.T) {
	folder := fake(t)
	job := Job{List: list(3), Name: "n", Program: "nqueens", Dir: "d", Threads: 1, Memory: 1 << 30, Indices: 1}
	var script bytes.Buffer
	if err := job.WriteSlurm(&script); err != nil {
		t.Fatal(err)
	}
	// The trap stops the job just before the command that notes the number, once the worker waits.
	early := filepath.Join(folder, "early")
	text := fmt.Sprintf("set -T\ntrap 'case $BASH_COMMAND in *=\\$!) until [ -e %s/waiting ]; do :; done; kill -TERM $$; esac' DEBUG\n", folder)
	if err := errors.Join(os.WriteFile(early, []byte(text), 0o666), os.WriteFile(filepath.Join(folder, "wait"), nil, 0o666)); err != nil {
		t.Fatal(err)
	}
	cmd, err := start(folder, "bash", "BASH_ENV=; "+script.String(), "SLURM_ARRAY_TASK_ID=1", "SLURM_JOB_ID=77", "BASH_ENV="+early)
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err == nil {
		t.Error("a stopped job ended well")
	}
	if got, want := calls(t, folder), "work d --threads 1 --memory 1024MiB --part 1-3\nstopped\n"; got != want {
		t.Errorf("called\n%swant\n%s", got, want)
	}
}

// TestHeader checks the options for sbatch.
func TestHeader(t *testing.T) {
	job := Job{List: list(100), Name: "n", Program: "nqueens", Dir: "/d", Threads: 2, Memory: 2 << 30, Indices: 10, AtOnce: 4, Options: []string{"--partition=long"}}
	var script bytes.Buffer
	if err := job.WriteSlurm(&script); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"--array=1-10%4", "--cpus-per-task=2", "--mem=2560M", "--time=20", // three times the time of 10 one-minute parts with two threads, plus five minutes
		"--signal=B:USR1@60", "--requeue", "--output=/d/slurm-%A_%a.out", "--partition=long",
	} {
		if !strings.Contains(script.String(), "\n#SBATCH "+line+"\n") {
			t.Errorf("%s is missing in\n%s", line, script.String())
		}
	}
	job.Time = time.Hour
	if job.Minutes() != 60 {
		t.Errorf("%d minutes", job.Minutes())
	}
	for want, change := range map[string]func(*Job){
		"too short for a part": func(j *Job) { j.Time = 2 * time.Minute },
		"the time of a part could not be measured": func(j *Job) {
			unknown := *j.List
			unknown.Seconds, j.List, j.Time = 0, &unknown, 0
		},
		"the time of a part is unknown before it is measured: set": func(j *Job) { j.List, j.Time, j.Indices = measured(t), 0, 2 },
		"no line breaks": func(j *Job) { j.Options = []string{"--comment=a\nb"} },
		"101 indices":    func(j *Job) { j.Indices = 101 },
	} {
		wrong := job
		change(&wrong)
		if err := wrong.WriteSlurm(&script); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

func TestLimits(t *testing.T) {
	l := limits("MaxArraySize            = 1001\nMaxJobCount = 10000\nMaxDBDMsgs = 20024\nMaxMemPerNode           = UNLIMITED\n")
	if l != (Limits{ArraySize: 1001, Submit: 10000}) {
		t.Errorf("%+v", l)
	}
	for _, c := range []struct {
		limits      Limits
		parts, want int
	}{{l, 5, 5}, {l, 5000, 1000}, {Limits{ArraySize: 1001, Submit: 20}, 5000, 20}, {Limits{}, 5000, 1000}, {Limits{ArraySize: 1}, 5, 1}} {
		if got := c.limits.Indices(c.parts); got != c.want {
			t.Errorf("%+v: %d indices for %d parts, want %d", c.limits, got, c.parts, c.want)
		}
	}
}

// TestKubernetes checks that the job is valid YAML with the right values, and that its command
// computes the parts of an index, which counts from 0.
func TestKubernetes(t *testing.T) {
	folder := fake(t)
	job := Job{List: list(100), Name: "nqueens-Q_22", Program: "nqueens", Dir: "/list", Threads: 2, Memory: 2 << 30, Indices: 10, Image: "r.example/nqueens:1", Claim: "q22"}
	var text bytes.Buffer
	if err := job.WriteKubernetes(&text); err != nil {
		t.Fatal(err)
	}
	var got struct {
		APIVersion string `yaml:"apiVersion"`
		Kind       string
		Metadata   struct{ Name string }
		Spec       struct {
			CompletionMode       string `yaml:"completionMode"`
			Completions          int
			Parallelism          int
			BackoffLimitPerIndex int `yaml:"backoffLimitPerIndex"`
			PodFailurePolicy     any `yaml:"podFailurePolicy"`
			Template             struct {
				Spec struct {
					RestartPolicy                 string `yaml:"restartPolicy"`
					TerminationGracePeriodSeconds int    `yaml:"terminationGracePeriodSeconds"`
					Containers                    []struct {
						Name, Image  string
						Command      []string
						Env          any
						Resources    any
						VolumeMounts any `yaml:"volumeMounts"`
					}
					Volumes any
				}
			}
		}
	}
	if err := yaml.UnmarshalWithOptions(text.Bytes(), &got, yaml.Strict()); err != nil {
		t.Fatalf("%v\n%s", err, text.String())
	}
	pod := got.Spec.Template.Spec
	if got.Kind != "Job" || got.APIVersion != "batch/v1" || got.Metadata.Name != "nqueens-q-22" || got.Spec.CompletionMode != "Indexed" ||
		got.Spec.Completions != 10 || got.Spec.Parallelism != 10 || got.Spec.BackoffLimitPerIndex != 6 || pod.RestartPolicy != "Never" || len(pod.Containers) != 1 {
		t.Fatalf("%+v", got)
	}
	cmd, err := start(folder, pod.Containers[0].Command[0], pod.Containers[0].Command[2], "JOB_COMPLETION_INDEX=9", "NODE_NAME=node 7")
	if err != nil || cmd.Wait() != nil {
		t.Fatal(err, cmd.ProcessState)
	}
	if called := calls(t, folder); called != "work /list --threads 2 --memory 2048MiB --name node 7 --part 91-100\nsum /list --json\n" {
		t.Errorf("called %s", called)
	}
	for _, c := range []struct{ name, dir, claim, want string }{
		{"q", "/list", "Y_Z", `"Y_Z" is not the name of a claim`}, {"q", "/list", "-a", "is not the name of a claim"}, {"q", "/list", "a..b", "is not the name of a claim"},
		{"q", "/list", strings.Repeat("a", 254), "is not the name of a claim"}, {"___", "/list", "a", "has no letter or digit"}, {"q", "list", "a", "is not a path for a volume"},
	} {
		wrong := job
		wrong.Name, wrong.Dir, wrong.Claim = c.name, c.dir, c.claim
		if err := wrong.WriteKubernetes(&text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v", c, err)
		}
	}
	job.Image = ""
	if err := job.WriteKubernetes(&text); err != errNoImage {
		t.Error(err)
	}
}
