package schema_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"nqueens/bench"
	"nqueens/bench/plan"
	"nqueens/bench/schema"
	"nqueens/internal/journal"
)

// compiled returns a compiled schema.
func compiled(t *testing.T, name string) *jsonschema.Schema {
	t.Helper()
	text, err := schema.Text(name)
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource(name+".json", value); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile(name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func fits(s *jsonschema.Schema, content []byte) error {
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(content))
	if err != nil {
		return err
	}
	return s.Validate(value)
}

// TestCommitted checks that all records, environments and plans of this repository are valid.
func TestCommitted(t *testing.T) {
	record, block, environment, plans := compiled(t, "record"), compiled(t, "block"), compiled(t, "environment"), compiled(t, "plan")
	records, environments, planned := 0, 0, 0
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, report := d.Name(), func(err error) {
			if err != nil {
				t.Errorf("%s: %v", path, err)
			}
		}
		switch {
		case name == bench.RecordsFile || name == bench.RecordsFile+".gz":
			report(journal.Read(strings.TrimSuffix(path, ".gz"), func(at journal.Place, line []byte) error {
				records++
				of := record
				if bytes.HasPrefix(line, []byte(`{"list":`)) {
					of = block
				}
				if err := fits(of, line); err != nil {
					return fmt.Errorf("%v: %w", at, err)
				}
				return nil
			}))
		case strings.HasPrefix(name, "environment") && strings.HasSuffix(name, ".json") && filepath.Base(filepath.Dir(path)) != "schema":
			environments++
			content, err := os.ReadFile(path)
			if err == nil {
				err = fits(environment, content)
			}
			report(err)
		case slices.Contains([]string{"plans", "studies"}, filepath.Base(filepath.Dir(path))) && strings.HasSuffix(name, ".yaml"):
			planned++
			content, err := os.ReadFile(path)
			if err == nil {
				content, err = yaml.YAMLToJSON(content)
			}
			if err == nil {
				err = fits(plans, content)
			}
			report(err)
		}
		return nil
	})
	if err != nil || records < 1000 || environments < 5 || planned < 5 {
		t.Errorf("%v: %d records, %d environments, %d plans", err, records, environments, planned)
	}
	builtin, err := yaml.YAMLToJSON([]byte(plan.BuiltinText()))
	if err == nil {
		err = fits(plans, builtin)
	}
	if err != nil {
		t.Error(err)
	}
}

// TestFields checks that a schema has exactly the fields of what it describes.
func TestFields(t *testing.T) {
	for name, of := range map[string]any{"record": bench.Record{}, "block": bench.Block{}, "environment": bench.Environment{}} {
		text, err := schema.Text(name)
		if err != nil {
			t.Fatal(err)
		}
		var described struct{ Properties map[string]any }
		if err := json.Unmarshal([]byte(text), &described); err != nil {
			t.Fatal(err)
		}
		var got []string
		for property := range described.Properties {
			if property != "digest" { // the journal adds it
				got = append(got, property)
			}
		}
		slices.Sort(got)
		want := fields(reflect.TypeOf(of))
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s has %q, and the type %q", name, got, want)
		}
	}
}

func fields(t reflect.Type) (names []string) {
	for f := range t.Fields() {
		tag, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && tag == "":
			names = append(names, fields(f.Type)...)
		case f.IsExported() && tag != "-":
			names = append(names, tag)
		}
	}
	return names
}

// TestRefuses checks that invalid values are refused.
func TestRefuses(t *testing.T) {
	record := `{"key":"321868d37026ae4731c875c5","problem":"queens(4)","task":"count","backend":"dlx","repetition":1,"started":"2026-11-22T23:02:27Z","status":"solved","count":"2","phases":{}}`
	if err := fits(compiled(t, "record"), []byte(record)); err != nil {
		t.Fatal(err)
	}
	for from, to := range map[string]string{`"solved"`: `"done"`, `"count":"2"`: `"count":2`, `"task":"count"`: `"task":"some"`, `"repetition":1`: `"repetition":0`, `"key":"3`: `"key":"`, `"phases":{}`: `"phases":{},"colour":"red"`, `2026-11-22T`: `yesterday`} {
		if fits(compiled(t, "record"), []byte(strings.Replace(record, from, to, 1))) == nil {
			t.Errorf("with %s in place of %s it fits", to, from)
		}
	}
	for _, wrong := range []string{`{}`, `{"runs":[]}`, `{"runs":[{"problems":["queens(8)"],"backend":["dlx"]}]}`, `{"runs":[{"problems":[{"size":8}]}]}`} {
		if fits(compiled(t, "plan"), []byte(wrong)) == nil {
			t.Errorf("%s is a plan", wrong)
		}
	}
	if _, err := schema.Text("records"); err == nil || err.Error() != `no schema is called "records" (did you mean "record"?)` {
		t.Error(err)
	}
}
