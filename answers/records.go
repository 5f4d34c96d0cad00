package answers

import (
	"encoding/json"
	"fmt"
	"math/big"
	"strings"

	"nqueens"
)

// A Claim is what a record of `nqueens solve --all --json` states about the set of all solutions.
type Claim struct {
	Line        int
	Count       *big.Int
	Fingerprint nqueens.Fingerprint
	Duplicates  uint64
}

// record is the part of a record (bench.Record) that is judged.
type record struct {
	Problem     string               `json:"problem"`
	Status      nqueens.Status       `json:"status"`
	Solution    *nqueens.Solution    `json:"solution"`
	Count       string               `json:"count"`
	Fingerprint *nqueens.Fingerprint `json:"fingerprint"`
	Duplicates  uint64               `json:"duplicates"`
}

// readRecords reads the records that `nqueens solve --json` prints, one a line. It returns an error for a
// record of another problem.
func readRecords(text string, p nqueens.Problem) (list List, err error) {
	number := 0
	for line := range strings.Lines(text) {
		number++
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		var r record
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			return list, fmt.Errorf("line %d: a line that begins with { should be a record of nqueens solve --json: %w", number, err)
		}
		count, counted := new(big.Int).SetString(r.Count, 10)
		switch {
		case r.Problem == "":
			return list, fmt.Errorf("line %d: this is no record of nqueens solve --json: it names no problem", number)
		case r.Problem != p.String():
			return list, fmt.Errorf("line %d: the record is of %s, not of %v", number, r.Problem, p)
		case r.Solution != nil:
			r.Solution.Sort()
			list.Answers = append(list.Answers, Answer{Line: number, Text: r.Solution.String(), Solution: *r.Solution})
		case r.Status == nqueens.Unsatisfiable:
			list.Claims = append(list.Claims, Claim{Line: number, Count: new(big.Int)})
		case counted && r.Fingerprint != nil:
			list.Claims = append(list.Claims, Claim{number, count, *r.Fingerprint, r.Duplicates})
		case r.Status.Answered():
			return list, fmt.Errorf("line %d: the record has no solutions: nqueens solve --all --json records their number and the fingerprint of their set", number)
		default:
			return list, fmt.Errorf("line %d: the record has no answer: its status is %s", number, r.Status)
		}
	}
	return list, nil
}

// Judge returns why the claim is wrong, or "". It compares the claim with the number of all solutions and
// the fingerprint of their set.
func (c Claim) Judge(found int, set nqueens.Fingerprint) string {
	switch {
	case c.Count.Cmp(big.NewInt(int64(found))) != 0:
		return fmt.Sprintf("it has %v solutions, but there are %d", c.Count, found)
	case c.Duplicates > 0:
		return fmt.Sprintf("it has %d solutions twice", c.Duplicates)
	case c.Fingerprint != set:
		return fmt.Sprintf("its set of solutions has the fingerprint %v, but that of all solutions is %v", c.Fingerprint, set)
	}
	return ""
}
