package cluster

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// jobSchema returns the schema of jobs that Kubernetes publishes
// (api/openapi-spec/v3/apis__batch__v1_openapi.json of kubernetes/kubernetes), from the file that
// KUBERNETES_OPENAPI names. Unknown fields are errors, as with kubectl's strict validation.
func jobSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	name := os.Getenv("KUBERNETES_OPENAPI")
	if name == "" {
		t.Skip("KUBERNETES_OPENAPI names no file: see .ci/run")
	}
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	all, err := jsonschema.UnmarshalJSON(file)
	if err != nil {
		t.Fatal(err)
	}
	schemas := all.(map[string]any)["components"].(map[string]any)["schemas"].(map[string]any)
	for _, s := range schemas {
		if s := s.(map[string]any); s["properties"] != nil {
			s["additionalProperties"] = false
		}
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("kubernetes.json", all); err != nil {
		t.Fatal(err)
	}
	return c.MustCompile("kubernetes.json#/components/schemas/io.k8s.api.batch.v1.Job")
}

// TestPublishedSchema checks that jobs for Kubernetes fit its schema, and that slightly wrong ones
// do not.
func TestPublishedSchema(t *testing.T) {
	schema := jobSchema(t)
	fits := func(text string) error {
		job, err := yaml.YAMLToJSON([]byte(text))
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader(job))
		if err != nil {
			t.Fatal(err)
		}
		return schema.Validate(value)
	}
	count := Job{List: list(100), Name: "q", Program: "nqueens", Dir: "/list", Threads: 2, Memory: 2 << 30, Indices: 10, Image: "r.example/nqueens:1", Claim: "q22"}
	bench := count
	bench.List, bench.Indices = measured(t), 2
	var text bytes.Buffer
	for _, job := range []Job{count, bench} {
		text.Reset()
		if err := job.WriteKubernetes(&text); err != nil {
			t.Fatal(err)
		}
		if err := fits(text.String()); err != nil {
			t.Errorf("%v\n%s", err, text.String())
		}
	}
	for _, c := range []struct{ right, wrong string }{
		{"backoffLimitPerIndex: 6", "backoffLimitPerIndexes: 6"}, {"completions: 2", "completions: two"}, {"containers:", "container:"},
		{"values: [2]", "values: 2"}, {"topologyKey: ", "topology: "}, {"fieldPath: spec.nodeName", "field: spec.nodeName"},
		{"operator: In, ", ""}, {"        - name: work\n", "        - names: work\n"}, {"mountPath: ", "path: "}, {"claimName: ", "name: "},
		{"- /bin/sh", "- 7"}, {`cpu: "2"`, "cpu: [2]"}, {"status: \"True\"", "status: true"},
	} {
		job := strings.Replace(text.String(), c.right, c.wrong, 1)
		if err := fits(job); job == text.String() || err == nil {
			t.Errorf("%q in place of %q is taken for right", c.wrong, c.right)
		}
	}
}
