package run

import (
	"errors"
	"io"
	"strconv"
	"strings"

	"nqueens"
)

// brief writes the report on one of the problems of a sweep. If the report has only a status, times and
// statistics, it is written as words, because JSON would take ten times as long to write and parse, and many
// answers take only microseconds.
func (a assignment) brief(out io.Writer, index int, r report) error {
	if !r.isBrief() {
		return a.report(out, index, r)
	}
	line := make([]byte, 0, 200)
	line = append(append(line, a.Nonce...), ' ')
	line = append(strconv.AppendInt(line, int64(index), 10), ' ')
	line = append(append(line, r.Status...), ' ')
	line = append(strconv.AppendFloat(line, r.Seconds, 'g', -1, 64), ' ')
	line = strconv.AppendFloat(line, r.AnswerCPU, 'g', -1, 64)
	if r.Made != nil {
		line = strconv.AppendUint(append(line, " seed="...), *r.Made, 10)
	}
	for name, value := range r.Stats {
		line = strconv.AppendInt(append(append(append(line, ' '), name...), '='), value, 10)
	}
	_, err := out.Write(append(line, '\n'))
	return err
}

// isBrief reports whether a sweep keeps only a status, times and statistics of the report.
func (r report) isBrief() bool {
	for name := range r.Stats {
		if name == "seed" || strings.ContainsAny(name, " =\n") {
			return false
		}
	}
	return r.Status.Answered() && r.Reason+r.Void+r.Contradiction == "" && r.Fault == nil && r.Count == nil && r.Optimum == nil
}

// errBrief is the error for a line that brief would not write.
var errBrief = errors.New("not a brief report")

// parseBrief parses a line written by brief.
func (r *report) parseBrief(line string) (err error) {
	words := strings.Split(line, " ")
	if len(words) < 5 {
		return errBrief
	}
	r.Nonce, r.Status = words[0], nqueens.Status(words[2])
	var bad [3]error
	r.Index, bad[0] = strconv.Atoi(words[1])
	r.Seconds, bad[1] = strconv.ParseFloat(words[3], 64)
	r.AnswerCPU, bad[2] = strconv.ParseFloat(words[4], 64)
	if err := errors.Join(bad[:]...); err != nil {
		return err
	}
	for _, word := range words[5:] {
		name, text, _ := strings.Cut(word, "=")
		if name == "seed" {
			seed, err := strconv.ParseUint(text, 10, 64)
			if err != nil {
				return err
			}
			r.Made = &seed
			continue
		}
		value, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return err
		}
		if r.Stats == nil {
			r.Stats = make(map[string]int64, len(words)-5)
		}
		r.Stats[name] = value
	}
	return nil
}
