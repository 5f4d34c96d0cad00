package engines

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"

	"nqueens"
)

// A Question is a message of the page.
type Question struct {
	// Ask is the kind of question: survey, one, solutions, work, encode or sheet.
	Ask      string       `json:"ask"`
	Position Position     `json:"position"`
	Engine   string       `json:"engine,omitempty"`   // work
	Task     nqueens.Task `json:"task,omitempty"`     // work: first or count
	Encoding string       `json:"encoding,omitempty"` // encode
	Text     string       `json:"text,omitempty"`     // sheet
	Most     int          `json:"most,omitempty"`     // solutions
	// Milliseconds limits the count of a survey, and separately the decisions of single
	// squares; 0 means no limit.
	Milliseconds int `json:"milliseconds,omitempty"`
}

// An Answer is the answer to a Question, or one of several: a survey sends one whenever more is
// known. Last is set on the last.
type Answer struct {
	Error     string     `json:"error,omitempty"`
	Last      bool       `json:"last"`
	Survey    *Survey    `json:"survey,omitempty"`
	One       []string   `json:"one,omitempty"`
	Reason    string     `json:"reason,omitempty"`
	Solutions *Solutions `json:"solutions,omitempty"`
	Work      *Work      `json:"work,omitempty"`
	Encoded   *Encoded   `json:"encoded,omitempty"`
	Sheet     *Sheet     `json:"sheet,omitempty"`
}

// Reply parses a Question and calls post with each of its answers as JSON.
func Reply(question string, post func(answer string)) {
	send := func(a Answer) {
		text, err := json.Marshal(a)
		if err != nil {
			text = fmt.Appendf(nil, `{"last":true,"error":%q}`, err)
		}
		post(string(text))
	}
	last, err := reply(question, send)
	if err != nil {
		last = Answer{Error: err.Error()}
	}
	last.Last = true
	send(last)
}

func reply(question string, send func(Answer)) (last Answer, err error) {
	var q Question
	decoder := json.NewDecoder(bytes.NewReader([]byte(question)))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&q); err != nil {
		return last, fmt.Errorf("the question %.100q: %w", question, err)
	}
	switch q.Ask {
	case "survey":
		err = q.Position.Survey(time.Duration(q.Milliseconds)*time.Millisecond, func(s Survey) { last.Survey = &s; send(last) })
	case "one":
		last.One, last.Reason, err = q.Position.One()
	case "solutions":
		var s Solutions
		s, err = q.Position.Solutions(q.Most)
		last.Solutions = &s
	case "work":
		var w Work
		w, err = q.Position.Work(q.Engine, q.Task)
		last.Work = &w
	case "encode":
		var e Encoded
		e, err = q.Position.Encode(q.Encoding)
		last.Encoded = &e
	case "sheet":
		var s Sheet
		s, err = q.Position.Sheet(q.Text)
		last.Sheet = &s
	default:
		err = fmt.Errorf("the page asks for %q: survey, one, solutions, work, encode or sheet", q.Ask)
	}
	return last, err
}
