package answers

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"nqueens"
)

// readJSON reads answers from JSON: a list of answers, or one answer, or several values one after the other.
func readJSON(text string, p nqueens.Problem) (list []Answer, err error) {
	values := json.NewDecoder(strings.NewReader(text))
	for {
		var value any
		if err := values.Decode(&value); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, fmt.Errorf("JSON: %w", err)
		}
		parts, _ := value.([]any)
		if parts == nil || len(parts) > 0 && isAnswer(value, p) {
			parts = []any{value}
		}
		for _, part := range parts {
			a, is := answer(len(list)+1, part, p)
			if !is {
				return nil, fmt.Errorf("answer %d is no board, list of numbers or list of squares", len(list)+1)
			}
			list = append(list, a)
		}
	}
	for i := range list {
		list[i].InJSON = true
	}
	return based(list), nil
}

func isAnswer(value any, p nqueens.Problem) bool {
	_, is := answer(0, value, p)
	return is
}

// answer reads one answer from a JSON value: a text, numbers, squares, or the rows of a board. is is false if
// the value is no answer.
func answer(number int, value any, p nqueens.Problem) (a Answer, is bool) {
	if text, is := value.(string); is {
		rows := strings.FieldsFunc(text, func(c rune) bool { return c == '\n' || c == '/' })
		if slices.ContainsFunc(rows, func(r string) bool { return drawn(r, p) }) && len(rows) > 1 {
			return board(number, rows, p), true
		}
		return row(number, text), !drawn(text, p) // a row of a board is no answer
	}
	parts, isList := value.([]any)
	if !isList {
		return a, false
	}
	if numbers, all := each(parts, whole); all {
		return row(number, strings.Join(numbers, " ")), true
	}
	if rows, all := each(parts, func(v any) (string, bool) { return rowOf(v, p) }); all {
		digits := !slices.ContainsFunc(rows, func(r string) bool { return !bits(cells(r), p) })
		return board(number, rows, p), !digits || matrix(rows, p) && len(rows) == p.Board().Ranks
	}
	if texts, all := each(parts, func(v any) (string, bool) { text, is := v.(string); return text, is }); all {
		single := func(text string) bool {
			s, err := nqueens.ParseSolution(text)
			return err == nil && len(s) == 1 && s[0].Variable == 0
		}
		switch {
		case !slices.ContainsFunc(texts, func(t string) bool { return !single(t) }) && len(texts) > 1:
			return row(number, strings.Join(texts, ",")), true
		case slices.ContainsFunc(texts, func(t string) bool { return drawn(t, p) }): // for the error
			return board(number, texts, p), true
		}
	}
	return a, false
}

// each converts the values of a list. all is false if a value cannot be converted.
func each(list []any, convert func(any) (string, bool)) (texts []string, all bool) {
	for _, v := range list {
		text, ok := convert(v)
		if !ok {
			return nil, false
		}
		texts = append(texts, text)
	}
	return texts, true
}

// whole returns the text of a whole number.
func whole(v any) (string, bool) {
	f, is := v.(float64)
	return strconv.FormatFloat(f, 'f', -1, 64), is && f == float64(int64(f))
}

// rowOf returns a row of a board: a text, or a list of squares, which are texts, 0 and 1, or truth values.
func rowOf(v any, p nqueens.Problem) (string, bool) {
	if text, is := v.(string); is {
		return text, drawn(text, p) || bits(cells(text), p)
	}
	squares, is := v.([]any)
	texts, all := each(squares, func(v any) (string, bool) {
		switch v := v.(type) {
		case bool:
			return map[bool]string{false: ".", true: string(p.Family.Letter())}[v], true
		case string:
			v = strings.TrimSpace(v)
			_, ok := mark(v, p.Family)
			if v == "" {
				v = "."
			}
			return v, ok
		}
		text, ok := whole(v)
		return text, ok && (text == "0" || text == "1")
	})
	return strings.Join(texts, " "), is && all && len(texts) > 0
}
