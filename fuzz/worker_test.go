package fuzz

import (
	"bufio"
	"encoding/json"
	"io"
	"os/exec"
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/allsat"
	"nqueens/family"
)

// TestWorkerEnds checks what becomes of a child that ends, hangs, or prints something else.
func TestWorkerEnds(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip(err)
	}
	form := &Clauses{Variables: 1}
	p, err := form.Problem()
	if err != nil {
		t.Fatal(err)
	}
	for script, want := range map[string]struct {
		status nqueens.Status
		reason string
	}{
		"read x; echo oh no >&2; exit 3":                              {nqueens.Crashed, "exit status 3: oh no"},
		"read x; kill -SEGV $$":                                       {nqueens.Crashed, "segmentation fault"},
		"read x; echo hello; sleep 1000":                              {nqueens.Crashed, "invalid character"},
		"read x; exec sleep 1000":                                     {nqueens.Timeout, "did not stop"},
		`read x; echo '{"status":"solved","count":"2"}'; read x`:      {nqueens.Solved, ""},
		`read x; printf '{"status":"unsatisfiable"}'; exit 0; read x`: {nqueens.Crashed, "the process ended"},
	} {
		w := &Workers{Command: []string{"sh", "-c", script}, Grace: time.Millisecond}
		limit := time.Minute
		if want.status == nqueens.Timeout {
			limit = time.Millisecond // is reached on any machine
		}
		a := w.Ask(t.Context(), allsat.Backend{}, form, nqueens.Request{Problem: p, Task: nqueens.CountAll}, Terms{Limit: limit})
		if a.Status != want.status || !strings.Contains(a.Reason, want.reason) {
			t.Errorf("%s: %s %q, want %s %q", script, a.Status, a.Reason, want.status, want.reason)
		}
		w.Close()
	}
	w := &Workers{Command: []string{"./there-is-none"}}
	if a := w.Ask(t.Context(), allsat.Backend{}, form, nqueens.Request{Problem: p, Task: nqueens.CountAll}, Terms{Limit: time.Minute}); a.Status != nqueens.Unsupported {
		t.Errorf("%+v", a)
	}
}

// TestServeWorker checks the answers of the child's side, one line for each assignment.
func TestServeWorker(t *testing.T) {
	in, write := io.Pipe()
	read, out := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- ServeWorker(t.Context(), in, out, []backends.Backend{allsat.Backend{}}, family.All()) }()
	lines := bufio.NewReader(read)
	ask := func(f Form, a assignment) (answer Answer) {
		t.Helper()
		form, err := marshalForm(f)
		if err != nil {
			t.Fatal(err)
		}
		a.Form = form
		line, err := json.Marshal(a)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := write.Write(append(line, '\n')); err != nil {
			t.Fatal(err)
		}
		got, err := lines.ReadBytes('\n')
		if err == nil {
			err = json.Unmarshal(got, &answer)
		}
		if err != nil {
			t.Fatal(err)
		}
		return answer
	}
	terms := Terms{Limit: time.Minute}
	queens := Board{nqueens.Problem{Family: family.Queens, N: 6}}
	if a := ask(queens, assignment{Backend: "allsat", Task: nqueens.FindAll, Terms: terms}); a.Count == nil || a.Count.String() != "4" || len(a.Listed) != 4 || a.Fault != nil {
		t.Errorf("%+v", a)
	}
	if a := ask(&Clauses{Variables: 3}, assignment{Backend: "allsat", Task: nqueens.CountAll, Memory: 1 << 30, Terms: terms}); a.Count == nil || a.Count.String() != "8" {
		t.Errorf("%+v", a)
	}
	for _, wrong := range []assignment{{Backend: "nothing", Task: nqueens.CountAll, Terms: terms}, {Backend: "allsat", Task: "sing", Terms: terms}} {
		if a := ask(queens, wrong); a.Status != nqueens.Unsupported {
			t.Errorf("%+v", a)
		}
	}
	write.Close()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
