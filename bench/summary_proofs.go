package bench

import (
	"strings"

	"nqueens"
)

// Proofs is what stands behind the answers that there is no solution.
type Proofs struct {
	None     int   // such answers
	Checked  int   // with a proof that was found right
	Bytes    int64 // that those take together
	Refused  int   // with one that was not
	Unproved int   // without one
}

// newProofs counts the records, and is the zero Proofs if none was to be proved.
func newProofs(e Experiment, records []Record) (p Proofs) {
	asked := map[string]bool{}
	for _, job := range e.Jobs {
		if job.Proof {
			asked[job.name()] = true
		}
	}
	for _, r := range records {
		if r.Status != nqueens.Unsatisfiable || !asked[r.name()] {
			continue
		}
		p.None++
		switch {
		case r.Proof == ProofChecked:
			p.Checked++
			p.Bytes += r.ProofBytes
		case strings.HasPrefix(r.Proof, refused):
			p.Refused++
		default:
			p.Unproved++
		}
	}
	return p
}

func (s Summary) writeProofs(t *textWriter) {
	p := s.Proofs
	if p.None == 0 {
		return
	}
	t.printf("proofs: of %d answers that there is no solution %d checked", p.None, p.Checked)
	if p.Checked > 0 {
		t.printf(" (%d bytes)", p.Bytes)
	}
	for _, more := range []struct {
		what   string
		number int
	}{{"refused", p.Refused}, {Unproved, p.Unproved}} {
		if more.number > 0 {
			t.printf(", %d %s", more.number, more.what)
		}
	}
	t.printf("\n")
}
