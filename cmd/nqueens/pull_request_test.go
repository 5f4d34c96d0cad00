package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

// TestPullRequests runs the steps of the workflow in docs/pull-requests.md, in a repository of its
// own with a shorter plan, in which go build returns this program.
func TestPullRequests(t *testing.T) {
	t.Parallel()
	for _, tool := range []string{"sh", "git"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("no %s", tool)
		}
	}
	page, err := os.ReadFile("../../docs/pull-requests.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(page), "```yaml\n")
	text, _, _ = strings.Cut(text, "```")
	var workflow struct {
		Jobs map[string]struct {
			Steps []struct {
				Name, Run string
				Env       map[string]string
			}
		}
	}
	if err := yaml.Unmarshal([]byte(text), &workflow); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := func(name, content string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	summary := filepath.Join(dir, "summary.md")
	env := append(os.Environ(), "GITHUB_STEP_SUMMARY="+summary, "PATH="+filepath.Join(dir, "bin")+":"+os.Getenv("PATH"),
		"GIT_AUTHOR_NAME=t", "GIT_AUTHOR_EMAIL=t@example.org", "GIT_COMMITTER_NAME=t", "GIT_COMMITTER_EMAIL=t@example.org")
	sh := func(script string) string {
		t.Helper()
		cmd := exec.Command("sh", "-e", "-c", script)
		cmd.Dir, cmd.Env = dir, env
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s\n%v\n%s", script, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	write("bin/go", "#!/bin/sh\n[ \"$1 $2 $4\" = \"build -o ./cmd/nqueens\" ] || exit 1\nprintf '#!/bin/sh\\nexec nqueens \"$@\"\\n' > \"$3\"; chmod +x \"$3\"\n")
	write("plans/pull-request.yaml", "repetitions: {min: 2, max: 2}\nruns: [{problems: [queens(6)], backends: [bitmask, dlx]}]\n")
	base := sh("git init -q . && git add plans && git commit -q -m base && git rev-parse HEAD")
	ran := 0
	for _, step := range workflow.Jobs["compare"].Steps {
		if step.Run == "" {
			continue
		}
		if e := step.Env["BASE"]; e == "${{ github.event.pull_request.base.sha }}" {
			env = append(env, "BASE="+base)
		}
		sh(strings.Replace(step.Run, "nqueens bench", "nqueens bench --busy", 1))
		ran++
	}
	got, err := os.ReadFile(summary)
	if err != nil || ran != 3 || !strings.Contains(string(got), "### ❔ `nqueens compare`: old → nqueens\n\n- **answers**: 2 of 2 as before\n") {
		t.Errorf("%d steps, %v\n%s", ran, err, got)
	}
}
