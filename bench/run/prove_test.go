package run

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/bitmask"
	"nqueens/bench"
	"nqueens/bench/judge"
	"nqueens/bench/plan"
	"nqueens/bench/summary"
	"nqueens/encode"
	"nqueens/family"
	"nqueens/internal/unpack"
	"nqueens/proof"
)

var comments = strings.Repeat("c nothing yet\n", 1<<10)

// prover is a fake that answers that there is no solution, and writes a proof in its own way.
type prover struct {
	fake
	how func(ctx context.Context, r nqueens.Request, proof io.Writer) nqueens.Outcome
}

func (p prover) ProofEncoding(r nqueens.Request) (string, error) {
	if p.name == "mute" {
		return "", errors.New("mute proves nothing")
	}
	return "pairwise", nil
}

func (p prover) Prove(ctx context.Context, r nqueens.Request, proof io.Writer) nqueens.Outcome {
	return p.how(ctx, r, proof)
}

// provers returns backends with valid and invalid proofs. Their proofs of torus(6) come from bitmask.
func provers() []backends.Backend {
	none := nqueens.Outcome{Status: nqueens.Unsatisfiable}
	real := func(ctx context.Context, r nqueens.Request) string {
		var b strings.Builder
		bitmask.New().Prove(ctx, r, &b)
		return b.String()
	}
	// change returns a prover that writes a modified proof.
	change := func(to func(string) string) func(context.Context, nqueens.Request, io.Writer) nqueens.Outcome {
		return func(ctx context.Context, r nqueens.Request, proof io.Writer) nqueens.Outcome {
			_, err := io.WriteString(proof, to(real(ctx, r)))
			if err != nil {
				return nqueens.Fail(nqueens.Crashed, err.Error())
			}
			return none
		}
	}
	isolated := []string{"stalls", "killed", "fills", "rambles", "falters", "chats", "stops", "holds up", "scatters", "hurries"}
	var list []backends.Backend
	for name, how := range map[string]func(context.Context, nqueens.Request, io.Writer) nqueens.Outcome{
		"proves":    change(func(s string) string { return s }),
		"truncates": change(func(s string) string { return s[:len(s)/2] }),
		"bluffs":    change(func(string) string { return "0\n" }),
		"empty":     change(func(string) string { return "" }),
		"mumbles":   change(func(string) string { return "because\n" }),
		"mute":      nil,
		"recants": func(context.Context, nqueens.Request, io.Writer) nqueens.Outcome {
			return nqueens.Outcome{Status: nqueens.Solved}
		},
		"stalls": func(context.Context, nqueens.Request, io.Writer) nqueens.Outcome {
			time.Sleep(time.Hour)
			return none
		},
		"killed": func(context.Context, nqueens.Request, io.Writer) nqueens.Outcome {
			if self, err := os.FindProcess(os.Getpid()); err == nil {
				self.Kill()
			}
			select {}
		},
		"fills": func(_ context.Context, _ nqueens.Request, proof io.Writer) nqueens.Outcome {
			for {
				if _, err := io.WriteString(proof, comments); err != nil {
					return nqueens.Fail(nqueens.Crashed, err.Error())
				}
			}
		},
		// It writes forever, starting with a wrong step.
		"rambles": func(_ context.Context, _ nqueens.Request, proof io.Writer) nqueens.Outcome {
			for io.WriteString(proof, "0\n"+comments); ; time.Sleep(time.Millisecond) {
				io.WriteString(proof, comments)
			}
		},
		"falters": func(ctx context.Context, r nqueens.Request, proof io.Writer) nqueens.Outcome {
			whole := real(ctx, r)
			io.WriteString(proof, whole[:len(whole)/2])
			proof.(interface{ Flush() error }).Flush()
			os.Exit(7)
			return none
		},
		"fails": func(ctx context.Context, r nqueens.Request, proof io.Writer) nqueens.Outcome {
			io.WriteString(proof, real(ctx, r))
			return nqueens.Fail(nqueens.Crashed, "a bug, it says itself")
		},
		"chats": func(ctx context.Context, r nqueens.Request, proof io.Writer) nqueens.Outcome {
			os.Stdout.WriteString("hello\n")
			io.WriteString(proof, real(ctx, r))
			return none
		},
		"stops": func(ctx context.Context, r nqueens.Request, proof io.Writer) nqueens.Outcome {
			if stopOnce() {
				return nqueens.Fail(nqueens.Timeout, "it was stopped")
			}
			io.WriteString(proof, real(ctx, r))
			return none
		},
		"holds up": func(ctx context.Context, r nqueens.Request, proof io.Writer) nqueens.Outcome {
			stopHarness()
			io.WriteString(proof, real(ctx, r))
			return none
		},
		"scatters": func(context.Context, nqueens.Request, io.Writer) nqueens.Outcome {
			for {
				f, err := os.CreateTemp("", "scattered-*")
				if err == nil {
					_, err = f.Write(make([]byte, 1<<18))
				}
				if err != nil {
					return nqueens.Fail(nqueens.Crashed, err.Error())
				}
				f.Close()
				time.Sleep(time.Millisecond)
			}
		},
		"hurries": func(_ context.Context, _ nqueens.Request, proof io.Writer) nqueens.Outcome {
			io.WriteString(proof, strings.Repeat(comments, 3<<20/len(comments)+1)) // it ends before the folder is looked at
			return none
		},
	} {
		list = append(list, prover{fake{name: name, engine: name, isolated: slices.Contains(isolated, name), do: func(context.Context, nqueens.Request, func(nqueens.Solution) bool) nqueens.Outcome {
			return none
		}}, how})
	}
	// Each of these delegates the answer.
	asks := func(name, by string) fake {
		return fake{name: name, engine: name, do: func(context.Context, nqueens.Request, func(nqueens.Solution) bool) nqueens.Outcome {
			return nqueens.Outcome{Status: nqueens.Unsatisfiable, By: by}
		}}
	}
	return append(list, asks("asks", "gophersat/product"), asks("asks mute", "mute"), prover{asks("asks linear", "linear"), func(ctx context.Context, r nqueens.Request, proof io.Writer) nqueens.Outcome {
		return bitmask.New().Prove(ctx, r, proof)
	}})
}

// TestProofEvidence checks the evidence recorded for each backend's answer, and that no file is left behind.
func TestProofEvidence(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	all := slices.Concat(provers(), backends.All(), fakes())
	p := nqueens.Problem{Family: family.Torus, N: 6}
	tests := []struct{ backend, want string }{
		{"proves", string(bench.ProofChecked)},
		{"bitmask", string(bench.ProofChecked)},
		{"gophersat", string(bench.ProofChecked)},
		{"dlx", string(bench.Unproved)},
		{"despairs", string(bench.Unproved)},
		{"mute", string(bench.Unproved)},
		{"asks", string(bench.ProofChecked)},
		{"asks mute", string(bench.Unproved)},
		{"truncates", "refused: proof, step "},
		{"bluffs", "refused: proof, line 1: the empty clause does not follow"},
		{"empty", "refused: proof, line 1: the proof ends without the empty clause"},
		{"mumbles", "refused: proof, line 1: 'b' is no literal"},
		{"recants", "refused: when a proof was requested, the backend reported a solution"},
		{"stalls", "search, unproved: timeout: ran for more than"},
		{"killed", "search, unproved: crashed: killed by SIGKILL"},
		{"fills", "search, unproved: the proof takes more than 2097152 bytes"},
		{"scatters", "search, unproved: the proof takes more than 2097152 bytes"},
		{"rambles", "refused: proof, line 1: the empty clause does not follow"},
		{"falters", "search, unproved: crashed: exit status 7"},
		{"fails", "search, unproved: crashed: a bug, it says itself"},
		{"chats", "checked"},
		{"hurries", "search, unproved: the proof takes more than 2097152 bytes"},
	}
	t.Run("all", func(t *testing.T) { // ends after all subtests
		for _, test := range tests {
			t.Run(test.backend, func(t *testing.T) {
				t.Parallel()
				r := testRunner(t)
				r.Backends = all
				job := bench.Job{Problem: p, Task: nqueens.FindFirst, Contender: backends.Contender{Backend: test.backend}, Limits: bench.Limits{Time: time.Minute, Proof: 2 << 20}, Proof: true}
				if test.backend == "stalls" {
					job.Limits.Time = time.Second / 2
				}
				if test.backend == "gophersat" {
					job.Encoding = "product"
				}
				e := bench.Experiment{Seed: 1, Repeat: bench.Repeat{Min: 1, Max: 1}, Jobs: []bench.Job{job}}
				record, err := r.Once(t.Context(), job, e)
				if err != nil || record.Status != nqueens.Unsatisfiable || !strings.HasPrefix(record.Proof.String(), test.want) {
					t.Errorf("%s: %q, want %q; %v", test.backend, record.Proof.String(), test.want, err)
					return
				}
				if test.want == string(bench.Unproved) && record.Proof.String() != test.want {
					t.Errorf("%s: %q", test.backend, record.Proof)
				}
				none := nqueens.Status("") // the status that states why there is no proof
				switch {
				case strings.Contains(test.want, "the proof takes more"):
					none = nqueens.MemoryLimit
				case strings.HasPrefix(test.want, "search, unproved: timeout"):
					none = nqueens.Timeout
				case strings.HasPrefix(test.want, "search, unproved: crashed"):
					none = nqueens.Crashed
				}
				if record.ProofStatus != none {
					t.Errorf("%s: proof status %q, want %q", test.backend, record.ProofStatus, none)
				}
				checked := record.Proof.Kind == bench.ProofChecked
				if (record.ProofBytes > 0 && record.ProofSeconds > 0) != checked && record.Proof.Kind != bench.ProofRefused {
					t.Errorf("%s: %+v", test.backend, record)
				}
				failures := judge.Judge(e, []bench.Record{record}, r.Backends).Failures
				if (len(failures) > 0) != strings.HasPrefix(test.want, "refused: ") {
					t.Errorf("%s: failures %q", test.backend, failures)
				}
				if strings.HasPrefix(test.want, "refused: ") && !strings.Contains(failures[0], "its proof is refused: ") {
					t.Errorf("%s: failures %q", test.backend, failures)
				}
				// Without a proof request the answer is unproved.
				job.Proof = false
				if record, err := r.Once(t.Context(), job, e); err != nil || record.Proof != (bench.Proof{Kind: bench.Unproved}) {
					t.Errorf("%s: %q, %v", test.backend, record.Proof, err)
				}
			})
		}
	})
	noneLeft(t)
	if left, err := filepath.Glob(filepath.Join(os.Getenv("TMPDIR"), "*")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// TestProofKept checks that valid proofs are kept, and no others, and that a proof that cannot be written is
// an error.
func TestProofKept(t *testing.T) {
	t.Parallel()
	r := testRunner(t)
	r.Backends = provers()
	job := bench.Job{Problem: nqueens.Problem{Family: family.Torus, N: 6}, Task: nqueens.FindFirst, Limits: bench.Limits{Time: time.Minute}, Proof: true}
	once := func(backend, file string) (bench.Record, error) {
		job.Backend, r.KeepProof = backend, file
		return r.Once(t.Context(), job, bench.Experiment{Seed: 1, Jobs: []bench.Job{job}})
	}
	dir := t.TempDir()
	for _, name := range []string{"p.drat", "p.drat.gz"} {
		file := filepath.Join(dir, name)
		record, err := once("proves", file)
		content, readErr := os.ReadFile(file)
		want := &bench.KeptProof{File: file, SHA256: fmt.Sprintf("%x", sha256.Sum256(content)), Encoding: "pairwise"}
		if err != nil || readErr != nil || !reflect.DeepEqual(record.ProofKept, want) {
			t.Fatalf("%+v, %v, %v; want %+v", record.ProofKept, err, readErr, want)
		}
		steps, packing, err := unpack.IfPacked(bufio.NewReader(bytes.NewReader(content)))
		if err != nil || (packing == unpack.Gzip) != (name == "p.drat.gz") {
			t.Errorf("%s: packing %q, %v", name, packing, err)
		}
		if result, _, err := against(t.Context(), job.Problem, record.ProofKept.Encoding, steps); !result.Verified {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, backend := range []string{"bluffs", "truncates", "fails", "rambles", "recants"} {
		if record, err := once(backend, filepath.Join(dir, backend+".drat")); err != nil || record.ProofKept != nil {
			t.Errorf("%s: %+v, %v", backend, record.ProofKept, err)
		}
	}
	// The backend that answered proves the answer, unless the file is for a proof of another kind.
	r.Backends = append(r.Backends, backends.All()...)
	bytes := map[string]int64{}
	for backend, file := range map[string]string{"linear": "", "asks linear": "", "proves": filepath.Join(dir, "p.drat"), "asks linear ": filepath.Join(dir, "p.drat")} {
		record, err := once(strings.TrimSpace(backend), file)
		if bytes[backend] = record.ProofBytes; err != nil || record.Proof.Kind != bench.ProofChecked || (record.ProofKept != nil) != (file != "") {
			t.Errorf("%s: %v, %+v, %v", backend, record.Proof, record.ProofKept, err)
		}
	}
	if bytes["asks linear"] != bytes["linear"] || bytes["asks linear "] != bytes["proves"] || bytes["linear"] == bytes["proves"] {
		t.Errorf("bytes of proofs: %v", bytes)
	}
	job.Limits.Proof = 10
	if record, err := once("proves", filepath.Join(dir, "long.drat")); err != nil || record.ProofStatus != nqueens.MemoryLimit || record.Proof.Why != "the proof takes more than 10 bytes" {
		t.Errorf("beyond its limit: %q, %q, %v", record.ProofStatus, record.Proof, err)
	}
	if there, err := filepath.Glob(filepath.Join(dir, "*")); err != nil || len(there) != 2 {
		t.Errorf("in the folder: %q, %v", there, err)
	}
	if _, err := once("proves", filepath.Join(dir, "none", "p.drat")); err == nil || !strings.HasPrefix(err.Error(), "keeping a proof: ") {
		t.Errorf("in a folder that is not there: %v", err)
	}
}

// TestProofNotWritten checks the error for a proof that cannot be written, compressed or not, and that no
// file is left.
func TestProofNotWritten(t *testing.T) {
	for _, name := range []string{"p.drat", "p.drat.gz"} {
		dir := t.TempDir()
		k := keptProof{folder: dir, name: name}
		if err := k.begin(); err != nil {
			t.Fatal(err)
		}
		if err := k.file.Discard(); err != nil {
			t.Fatal(err)
		}
		random := rand.NewChaCha8([32]byte{}) // does not compress
		steps := make([]byte, 1<<18)
		random.Read(steps) //nolint:errcheck // it never fails
		_, err := k.Write(steps)
		if err == nil || k.failed == nil || k.failed.Error() != "keeping a proof: "+err.Error() {
			t.Errorf("%s: %v, %v", name, err, k.failed)
		}
		if kept, err := k.end(true); err == nil || kept != nil || !strings.HasPrefix(err.Error(), "keeping a proof: ") {
			t.Errorf("%s: %+v, %v", name, kept, err)
		}
		if there, err := os.ReadDir(dir); err != nil || len(there) > 0 {
			t.Errorf("%s: %v, %v", name, there, err)
		}
	}
}

// TestProofCutOff checks that a proof with a read error in its middle is neither accepted nor refused.
func TestProofCutOff(t *testing.T) {
	t.Parallel()
	torus := nqueens.Problem{Family: family.Torus, N: 6}
	var whole bytes.Buffer
	if _, err := prove(t.Context(), bitmask.New(), nqueens.Request{Problem: torus, Task: nqueens.FindFirst}, &whole); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("the disk is gone")
	for cut := range whole.Len() + 1 {
		for end, want := range map[error]error{io.EOF: io.ErrUnexpectedEOF, broken: broken} {
			s := newProofStream(io.MultiReader(bytes.NewReader(whole.Bytes()[:cut]), iotest.ErrReader(end)), 1<<20, io.Discard)
			s.proving, s.checking = newClock(time.Hour, func() {}), newClock(time.Hour, func() {})
			err := cmp.Or(s.check(t.Context(), torus, "pairwise"), s.err)
			if cut < whole.Len() && (!errors.Is(err, want) || refusal(err) != "") {
				t.Fatalf("cut off after %d of %d bytes: %v, want %v", cut, whole.Len(), err, want)
			} else if cut == whole.Len() && end == io.EOF && err != nil {
				t.Error(err)
			}
		}
	}
}

// TestConclude checks that no failure of the prover or the checker gives a valid proof.
func TestConclude(t *testing.T) {
	broken, refused := errors.New("the disk is gone"), &proof.Error{Format: proof.Text, Line: 3, Why: "no"}
	answer := func(s nqueens.Status) report { return ending(s, "why") }
	none := answer(nqueens.Unsatisfiable)
	for _, test := range []struct {
		rep          report
		check, ended error
		want         string
		status       nqueens.Status
	}{
		{none, nil, nil, "checked", ""},
		{none, broken, nil, "search, unproved: crashed: the disk is gone", nqueens.Crashed},
		{none, refused, nil, "refused: proof, line 3: no", ""},
		{none, &proof.Mismatch{Why: "too much"}, nil, "refused: the formula: too much", ""},
		{none, nil, broken, "search, unproved: crashed: the disk is gone", nqueens.Crashed},
		{none, nil, fmt.Errorf("reading: %w", errTooLong), "search, unproved: the proof takes more than 9 bytes", nqueens.MemoryLimit},
		{none, nil, fmt.Errorf("%w: late", errLate), "search, unproved: timeout: late", nqueens.Timeout},
		{report{}, nil, refused, "refused: proof, line 3: no", ""},
		{answer(nqueens.Solved), refused, nil, "refused: when a proof was requested, the backend reported a solution", ""},
		{answer(nqueens.Timeout), refused, nil, "search, unproved: timeout: why", nqueens.Timeout},
		{answer(nqueens.Crashed), io.ErrUnexpectedEOF, nil, "search, unproved: crashed: why", nqueens.Crashed},
	} {
		s := newProofStream(strings.NewReader(""), 9, io.Discard)
		s.kind, s.err, s.checking = bench.ProofChecked, test.check, newClock(0, func() {})
		var p proved
		p.conclude(test.rep, s, 9, test.ended)
		if p.String() != test.want || p.status != test.status {
			t.Errorf("%s, %v, %v: %q, %q; want %q, %q", test.rep.Status, test.check, test.ended, p.String(), p.status, test.want, test.status)
		}
	}
}

// TestProofOfAnother checks that a proof of another problem, or in the variables of another encoding, fails.
func TestProofOfAnother(t *testing.T) {
	t.Parallel()
	torus := nqueens.Problem{Family: family.Torus, N: 8}
	var b strings.Builder
	if o := bitmask.New().Prove(t.Context(), nqueens.Request{Problem: torus, Task: nqueens.FindFirst}, &b); o.Status != nqueens.Unsatisfiable {
		t.Fatalf("%+v", o)
	}
	for _, e := range encode.Encodings() {
		if result, word, err := against(t.Context(), torus, e.Name, strings.NewReader(b.String())); !result.Verified || word != bench.ProofChecked {
			t.Errorf("%s: %v", e.Name, err)
		}
		queens := nqueens.Problem{Family: family.Queens, N: 8}
		if _, _, err := against(t.Context(), queens, e.Name, strings.NewReader(b.String())); err == nil {
			t.Errorf("%s: the torus's proof is taken for queens", e.Name)
		}
	}
}

// noneLeft waits until no goroutine of a proof is left.
func noneLeft(t *testing.T) {
	t.Helper()
	var left []string
	for range 1000 {
		stacks := make([]byte, 1<<20)
		left = slices.DeleteFunc(strings.Split(string(stacks[:runtime.Stack(stacks, true)]), "\n\n"), func(stack string) bool {
			return !strings.Contains(stack, "errgroup") && !strings.Contains(stack, "isolate.") && !strings.Contains(stack, "proofOf")
		})
		if len(left) == 0 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("goroutines are left:\n%s", strings.Join(left, "\n\n"))
}

// TestProofEvidenceStopped checks that stopping the harness does not refute a proof.
func TestProofEvidenceStopped(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	r := testRunner(t)
	r.Backends = provers()
	for _, backend := range []string{"stalls", "fills"} {
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		defer cancel()
		job := bench.Job{Problem: nqueens.Problem{Family: family.Torus, N: 6}, Task: nqueens.FindFirst, Contender: backends.Contender{Backend: backend}, Limits: bench.Limits{Time: time.Minute, Proof: 1 << 50}, Proof: true}
		kept := t.TempDir()
		r.KeepProof = filepath.Join(kept, "p.drat")
		if _, err := r.Once(ctx, job, bench.Experiment{Seed: 1, Jobs: []bench.Job{job}}); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(backend, err)
		}
		if left, err := os.ReadDir(kept); err != nil || len(left) > 0 {
			t.Errorf("%s: of what was to be kept there is %v, %v", backend, left, err)
		}
	}
	noneLeft(t)
	if left, _ := filepath.Glob(filepath.Join(os.Getenv("TMPDIR"), "*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestPlanAsksForProofs(t *testing.T) {
	const yaml = `
runs:
  - problems: [torus(6)]
    tasks: [first, count]
    backends: [right]
    proof: %s
`
	keys := map[string][]string{}
	for _, value := range []string{"true", "false", "keep"} {
		for _, job := range planned(t, strings.Replace(yaml, "%s", value+"\n    limits: {proof: none}", 1)).Jobs {
			first := job.Task == nqueens.FindFirst
			if job.Proof != (value != "false" && first) || job.KeepProof != (value == "keep" && first) || job.Limits.Proof != math.MaxInt64 {
				t.Errorf("%s: %+v", value, job)
			}
			keys[value] = append(keys[value], job.Key("1", "", 1, 1))
		}
	}
	if keys["true"][0] == keys["false"][0] || keys["true"][0] != keys["keep"][0] || keys["true"][1] != keys["false"][1] {
		t.Errorf("keys %v", keys)
	}
	if _, err := plan.Read("plan.yaml", []byte(strings.Replace(strings.TrimSpace(yaml), "%s", "maybe", 1)), family.All()); err == nil || !strings.HasPrefix(err.Error(), "plan.yaml:5:12: ") {
		t.Error(err)
	}
}

// lapsing is a context that ends at a given call of Err.
type lapsing struct {
	context.Context
	left int
}

func (l *lapsing) Err() error {
	if l.left--; l.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestProofUnread checks that a proof that was not read to its end is never accepted, whenever the context
// ends.
func TestProofUnread(t *testing.T) {
	t.Parallel()
	queens := nqueens.Problem{Family: family.Queens, N: 6}
	for looks := 0; ; looks++ {
		ctx := &lapsing{t.Context(), looks}
		result, _, err := against(ctx, queens, "sequential", strings.NewReader("because\n"))
		if result.Verified || err == nil {
			t.Fatalf("stopped at look %d: %+v, %v", looks, result, err)
		}
		if !errors.Is(err, context.Canceled) {
			if looks < 100 {
				t.Errorf("only %d looks at the context", looks)
			}
			return // it finished before
		}
	}
}

// TestCompared checks that a formula that differs from the rules is refused, and that one that cannot be
// compared is distinguished.
func TestCompared(t *testing.T) {
	board := nqueens.Problem{Family: family.Queens, N: 4}
	mismatch := fmt.Errorf("comparing: %w", &proof.Mismatch{})
	for _, test := range []struct {
		of   nqueens.Problem
		says error
		want bench.ProofKind
		err  error
	}{
		{board, nil, bench.ProofChecked, nil},
		{board, errors.New("too many to compare"), bench.ProofUncompared, nil},
		{board, mismatch, "", mismatch},
		{nqueens.NewFormula(nqueens.Formula{Name: "f"}, &nqueens.Model{}), mismatch, bench.ProofChecked, nil}, // not compared
	} {
		if kind, err := compared(test.of, func() error { return test.says }); kind != test.want || err != test.err {
			t.Errorf("%v that says %v: %q, %v", test.of, test.says, kind, err)
		}
	}
}

// TestProofUncompared checks that a formula that is not compared gives a different record, which is counted
// separately.
func TestProofUncompared(t *testing.T) {
	p := nqueens.Problem{Family: family.Queens, N: 129}
	for f := range p.N {
		p.Blocked = append(p.Blocked, nqueens.Square{File: f, Rank: 0})
	}
	result, word, err := against(t.Context(), p, "sequential", strings.NewReader("0\n"))
	if !result.Verified || word != bench.ProofUncompared {
		t.Errorf("%+v, %q, %v", result, word, err)
	}
	job := bench.Job{Problem: nqueens.Problem{Family: family.Torus, N: 6}, Task: nqueens.FindFirst, Contender: backends.Contender{Backend: "proves"}, Proof: true}
	var records []bench.Record
	for _, proof := range []bench.Proof{{Kind: bench.ProofChecked}, {Kind: bench.ProofUncompared}, {Kind: bench.Unproved}, {Kind: bench.ProofRefused, Why: "so"}} {
		r := bench.Record{Problem: job.ProblemName(), Task: job.Task, Contender: backends.Contender{Backend: job.Backend}, Proof: proof, ProofBytes: 5}
		r.Status = nqueens.Unsatisfiable
		records = append(records, r)
	}
	if got, want := summary.Summarise(bench.Experiment{Jobs: []bench.Job{job}}, records, judge.Judgement{}, nil).Proofs, (summary.Proofs{None: 4, Checked: 2, Bytes: 10, Uncompared: 1, Refused: 1, Unproved: 1}); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// TestProofsInFolder checks that kept proofs are in their own folder, with a name for their format, and that
// a run that only checks proofs keeps none.
func TestProofsInFolder(t *testing.T) {
	t.Parallel()
	r := testRunner(t)
	r.Backends = backends.All()
	e := bench.Experiment{Name: "kept", Seed: 1, Repeat: bench.Repeat{Min: 1, Max: 1}}
	for i, name := range []string{"bitmask", "linear", "bitmask"} {
		e.Jobs = append(e.Jobs, bench.Job{
			Problem: nqueens.Problem{Family: family.Queens, N: 2 + i/2}, Task: nqueens.FindFirst, Contender: backends.Contender{Backend: name},
			Limits: bench.Limits{Time: time.Minute}, Proof: true, KeepProof: i < 2,
		})
	}
	dir := t.TempDir()
	f := carryOutBy(t, r, e, dir)
	kept := map[string]bool{}
	for _, record := range f.Records {
		ending := map[string]string{"bitmask": ".drat.gz", "linear": ".pbp.gz"}[record.Backend]
		if record.Proof.Kind != bench.ProofChecked || (record.ProofKept != nil) != (record.Problem == "queens(2)") {
			t.Fatalf("%s by %s: %+v, %+v", record.Problem, record.Backend, record.Proof, record.ProofKept)
		}
		if k := record.ProofKept; k != nil {
			content, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(k.File)))
			if kept[k.File] = true; err != nil || k.SHA256 != fmt.Sprintf("%x", sha256.Sum256(content)) || !strings.HasPrefix(k.File, "proofs/") || !strings.HasSuffix(k.File, ending) {
				t.Errorf("%s: %+v, %v", record.Backend, k, err)
			}
		}
	}
	if there, err := os.ReadDir(filepath.Join(dir, bench.ProofsFolder)); err != nil || len(there) != 2 || len(kept) != 2 {
		t.Errorf("%v, %v", there, err)
	}
}

// TestProvedOnce checks that a job is proved once, also with repetitions and after resuming.
func TestProvedOnce(t *testing.T) {
	t.Parallel()
	r := testRunner(t)
	r.Backends = append(backends.All(), fakes()...)
	job := bench.Job{Problem: nqueens.Problem{Family: family.Torus, N: 6}, Task: nqueens.FindFirst, Contender: backends.Contender{Backend: "bitmask"}, Limits: bench.Limits{Time: time.Minute}, Proof: true}
	other := job
	other.Backend = "dlx"
	e := bench.Experiment{Name: "once", Seed: 1, Repeat: bench.Repeat{Min: 3, Max: 3}, Jobs: []bench.Job{job, other}}
	dir := t.TempDir()
	f := carryOutBy(t, r, e, dir)
	proofs := map[string][]string{}
	for _, record := range f.Records {
		proofs[record.Backend] = append(proofs[record.Backend], record.Proof.String())
	}
	if got, want := proofs["bitmask"], []string{string(bench.ProofChecked), "", ""}; !slices.Equal(got, want) {
		t.Errorf("proofs %q, want %q", got, want)
	}
	if got, want := proofs["dlx"], []string{string(bench.Unproved), "", ""}; !slices.Equal(got, want) {
		t.Errorf("proofs %q, want %q", got, want)
	}
	if p := summary.Summarise(e, f.Records, judge.Judgement{}, nil).Proofs; p.None != 2 || p.Checked != 1 || p.Unproved != 1 || p.Failed != 0 {
		t.Errorf("%+v", p)
	}
	state := bench.NewSchedule(e)
	if state.Add(f.Records[0]); !state.Proved(job) && !state.Proved(other) {
		t.Error("what was recorded before is forgotten")
	}
}

// TestFormulaThatForbidsTooMuch checks that a proof is refused if its formula forbids what the rules allow,
// even if the problem's own Model is too strict.
func TestFormulaThatForbidsTooMuch(t *testing.T) {
	strict := *family.Queens
	strict.Name, strict.Rule, strict.Known = "strict", nil, nil
	strict.Pieces = func(p nqueens.Problem) int { return p.N }
	strict.Build = func(p nqueens.Problem) *nqueens.Model {
		m := family.Queens.Model(p.N)
		for i := range p.N { // forbid pieces on the first rank
			m.Clauses = append(m.Clauses, nqueens.Clause{Name: "too much", Literals: []nqueens.Literal{nqueens.NotChosen(i)}})
		}
		return m
	}
	for _, p := range []nqueens.Problem{{Family: &strict, N: 5}, {Family: &strict, N: 5, Blocked: []nqueens.Square{{}}}} {
		for _, e := range encode.Encodings() {
			result, kind, err := against(t.Context(), p, e.Name, strings.NewReader("0\n"))
			if _, mismatch := errors.AsType[*proof.Mismatch](err); !mismatch || result.Verified || kind != "" {
				t.Errorf("%v, %s: %+v, %q, %v", p, e.Name, result, kind, err)
			}
		}
	}
}

// TestProofIsNotHeld checks that a proof is checked while it is written and not stored: a million steps take
// no more memory than a hundred thousand.
func TestProofIsNotHeld(t *testing.T) {
	torus := nqueens.Problem{Family: family.Torus, N: 6}
	var alive []uint64
	long := prover{fake{name: "long"}, func(ctx context.Context, r nqueens.Request, proof io.Writer) nqueens.Outcome {
		// Variable 1000 implies 1001; then clauses follow that are implied, a thousand at a time.
		step := func(kind byte, clause ...uint64) []byte {
			text := []byte{kind}
			for _, code := range clause {
				text = binary.AppendUvarint(text, code)
			}
			return append(text, 0)
		}
		proof.Write(step('a', 2*1001, 2*1000+1))
		const steps, window = 1e6, 1000
		for i := range uint64(steps / 2) {
			clause := func(i uint64) []uint64 { return []uint64{2 * 1001, 2 * (2000 + i%30), 2 * (3000 + i%1009), 2*1000 + 1} }
			proof.Write(step('a', clause(i)...))
			if i >= window {
				proof.Write(step('d', clause(i-window)...))
			}
			if i == 1e5/2 || i == steps/2-1 {
				runtime.GC()
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				alive = append(alive, m.HeapAlloc)
			}
		}
		return bitmask.New().Prove(ctx, r, proof)
	}}
	from, to := io.Pipe()
	s := newProofStream(from, 1<<40, io.Discard)
	s.proving, s.checking = newClock(time.Hour, func() {}), newClock(time.Hour, func() {})
	done := make(chan error, 1)
	go func() {
		_, err := prove(t.Context(), long, nqueens.Request{Problem: torus, Task: nqueens.FindFirst}, to)
		done <- errors.Join(err, to.Close())
	}()
	err := s.check(t.Context(), torus, "pairwise")
	if err := errors.Join(err, s.err, <-done); err != nil || s.kind != bench.ProofChecked {
		t.Fatalf("%q, %v", s.kind, err)
	}
	if grown := int64(alive[1] - alive[0]); grown > 1<<20 {
		t.Errorf("%d bytes alive, and %d more after %d bytes of proof", alive[0], grown, s.bytes)
	}
}
