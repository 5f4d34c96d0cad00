package bench

import (
	"strings"

	"nqueens"
)

// Proofs is what stands behind the answers that there is no solution. A
// job asks for a proof once, however often it is repeated.
type Proofs struct {
	None    int   // such answers
	Checked int   // with a proof that was found right
	Bytes   int64 // that those take together
	// Uncompared is how many of the checked proofs are about a formula that was not
	// compared with the rules of the board.
	Uncompared int
	Refused    int // with a proof that was found wrong
	Unproved   int // without one, among them
	// Failed is how many a backend that can prove was asked to prove and did not, and
	// Why what the first of them says.
	Failed int
	Why    string
}

// newProofs counts the records that say so, and is the zero Proofs if none was to be proved.
func newProofs(e Experiment, records []Record) (p Proofs) {
	asked := map[string]bool{}
	for _, job := range e.Jobs {
		if job.Proof {
			asked[job.name()] = true
		}
	}
	for _, r := range records {
		if r.Status != nqueens.Unsatisfiable || r.Proof == "" || !asked[r.name()] {
			continue
		}
		p.None++
		switch {
		case r.Proof == ProofChecked, r.Proof == ProofUncompared:
			p.Checked++
			p.Bytes += r.ProofBytes
			if r.Proof == ProofUncompared {
				p.Uncompared++
			}
		case strings.HasPrefix(r.Proof, refused):
			p.Refused++
		default:
			p.Unproved++
			if r.ProofStatus != "" {
				if p.Failed++; p.Failed == 1 {
					p.Why = strings.TrimPrefix(r.Proof, Unproved+": ")
				}
			}
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
	}{{"of them with the formula uncompared", p.Uncompared}, {"refused", p.Refused}, {Unproved, p.Unproved}} {
		if more.number > 0 {
			t.printf(", %d %s", more.number, more.what)
		}
	}
	t.printf("\n")
	if p.Failed > 0 {
		t.printf("a proof was asked for and did not come: %d; the first: %s\n", p.Failed, p.Why)
	}
}
