package jsonfile_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nqueens"
	"nqueens/internal/jsonfile"
)

// TestUnmarshal checks that errors name the field or byte in plain words, without Go's types.
func TestUnmarshal(t *testing.T) {
	t.Parallel()
	type inner struct {
		Counts []*nqueens.Count
		Rest   *uint32          `json:"rest"`
		Stats  map[string]int64 `json:"stats"`
	}
	var into struct {
		inner
		Name    string  `json:"name"`
		Seconds float64 `json:"seconds"`
		Done    bool    `json:"done"`
		In      *inner  `json:"in"`
	}
	for text, want := range map[string]string{
		`{"in":{"Counts":"x"}}`:        `"Counts" holds a text where a list, in brackets, is expected`,
		`{"Counts":["1",2]}`:           `"Counts" holds a number where a text, in quotes, is expected`,
		`{"Counts":["x"]}`:             `"x" is not a count (decimal digits`,
		`{"rest":4294967296}`:          `"rest" holds the number 4294967296 where a whole number of 32 bits, not below 0, is expected`,
		`{"rest":-1}`:                  `"rest" holds the number -1 where a whole number of 32 bits, not below 0, is expected`,
		`{"rest":true}`:                `"rest" holds true or false where a whole number of 32 bits, not below 0, is expected`,
		`{"stats":{"nodes":1.5}}`:      `holds the number 1.5 where a whole number of 64 bits is expected`,
		`{"stats":[]}`:                 `"stats" holds a list where an object, in braces, is expected`,
		`{"name":{}}`:                  `"name" holds an object, in braces, where a text, in quotes, is expected`,
		`{"seconds":"1"}`:              `"seconds" holds a text where a number of 64 bits is expected`,
		`{"seconds":1e999}`:            `"seconds" holds the number 1e999 where a number of 64 bits is expected`,
		`{"done":1}`:                   `"done" holds a number where true or false is expected`,
		`7`:                            `it holds a number where an object, in braces, is expected`,
		`{"name":`:                     `byte 8: unexpected end of JSON input`,
		`{"name" "x"}`:                 `byte 9: invalid character '"' after object key`,
		"{\n \"name\": \"x\",\n x\n}":  `line 3, byte 2: invalid character 'x'`,
		"{\n \"name\": \"x\",\n \"s\"": `line 3, byte 4: unexpected end of JSON input`,
		"{\"name\": [\n":               `line 1, byte 10: unexpected end of JSON input`,
		``:                             `byte 0: unexpected end of JSON input`,
	} {
		err := jsonfile.Unmarshal([]byte(text), &into)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "Go") {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	if err := jsonfile.Unmarshal([]byte(`{"name":"a","rest":4294967295}`), &into); err != nil || into.Name != "a" {
		t.Error(err)
	}
}

// TestRead checks that an error names the file, and that what is written can be read again.
func TestRead(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "x.json")
	if err := jsonfile.Write(name, []string{"a"}); err != nil {
		t.Fatal(err)
	}
	var back []string
	if err := jsonfile.Read(name, &back); err != nil || len(back) != 1 || back[0] != "a" {
		t.Error(back, err)
	}
	if err := jsonfile.Read(name, new(int)); err == nil || err.Error() != "reading "+name+": it holds a list where a whole number of 64 bits is expected" {
		t.Error(err)
	}
	if err := jsonfile.Read(name+"x", &back); !os.IsNotExist(err) {
		t.Error(err)
	}
	if err := jsonfile.Write(name, json.RawMessage(`}`)); err == nil {
		t.Error("what is no JSON is written")
	}
}
