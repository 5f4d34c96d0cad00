package journal

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"nqueens/internal/lazyregexp"
)

// A Seal is the result of checking the digest of a line.
type Seal uint8

const (
	Unsigned Seal = iota // it has no digest, because it is older than digests
	Signed               // its digest matches
	Edited               // its digest does not match
)

// digestField precedes the digest of a line, which ends the line. The digest is of the text of the
// line, so that later versions, whose records have more fields, can check it.
const (
	digestField = `,"digest":"`
	digestEnd   = `"}`
)

// lastIsDigest matches a line whose last field is a digest of any name.
var lastIsDigest = lazyregexp.New(`":"[0-9a-f]{24}"}$`)

// Line returns a record as a line of a journal: JSON with its digest, and a line end.
func Line(record any) ([]byte, error) {
	line, err := json.Marshal(record)
	return append(signed(line), '\n'), err
}

// signed returns a JSON object with the digest of its text appended.
func signed(object []byte) []byte {
	rest, isObject := bytes.CutSuffix(object, []byte("}"))
	if !isObject || len(rest) < 2 {
		return object
	}
	return append(bytes.Clone(rest), digestField+digest(rest)+digestEnd...)
}

func digest(rest []byte) string {
	sum := sha256.Sum256(rest)
	return hex.EncodeToString(sum[:12])
}

// SealOf checks the digest of a line that Append wrote.
func SealOf(line []byte) Seal {
	if !bytes.Contains(line, []byte(digestField[1:len(digestField)-1])) && !lastIsDigest.Get().Match(line) {
		return Unsigned
	}
	at := bytes.LastIndex(line, []byte(digestField))
	if at >= 0 && string(line[at:]) == digestField+digest(line[:at])+digestEnd {
		return Signed
	}
	return Edited
}

// EditedError is the error for a line that was changed after it was written.
type EditedError struct{ Place Place }

func (e *EditedError) Error() string {
	return fmt.Sprintf("%v: the record was edited or damaged: its digest does not match its content", e.Place)
}

// CheckSeal returns an *EditedError if a line was edited.
func CheckSeal(at Place, line []byte) error {
	if SealOf(line) == Edited {
		return &EditedError{at}
	}
	return nil
}
