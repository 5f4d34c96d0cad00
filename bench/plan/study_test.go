package plan

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nqueens/backends"
	"nqueens/family"
)

// TestStudyErrors checks that errors in the definition of a page are found, with their line, before anything
// runs.
func TestStudyErrors(t *testing.T) {
	const runs = "runs: [{as: mine, problems: {n: 4..6}, backends: [dlx]}]\n"
	const known = runs + "published:\n  - name: them\n    source: a paper\n    rows: |\n      n,count,mean nodes\n      4,2,1.5e3\n"
	rows := func(text string) string {
		return strings.Replace(known, "n,count,mean nodes\n      4,2,1.5e3", text, 1)
	}
	for _, test := range []struct{ text, want string }{
		{rows("n,cuont\n      4,2"), `6: column "cuont" is neither a parameter (n, backend, id, as,`},
		{rows("n,n,count\n      4,4,2"), `6: column "n" is given twice`},
		{rows("n,backend\n      4,dlx"), `6: there is no column of values`},
		{rows("n,count\n      4,2\n      5,10\n      4,3"), `9: the values for n = 4 are given twice (first on line 7)`},
		{rows("n,count\n      4,2\n      5,many"), `8: column "count": "many" is not a number`},
		{rows("n,count\n      4,2\n      5,0x10"), `8: column "count": "0x10" is not a number`},
		{rows("n,count\n      four,2"), `7: column "n": "four" is not a whole number`},
		{rows("n,count\n      4,2,3"), `7: wrong number of fields`},
		{rows("backend,count\n      ,2"), `7: column "backend" has no value`},
		{rows("n,count"), `6: there is no row of values`},
		{runs + "published: {name: them, source: x, file: none.csv}\n", "2: published figures: open testdata/none.csv: no such file"},
		{runs + "published: {name: known, source: x, rows: n}\n", `2: "known" is reserved`},
		{known + "  - {name: them, source: x, rows: n}\n", `8: published figures named "them" are given twice`},
		{runs + "published: {name: x, source: y, rows: n, family: queens}\n", `2: "family" goes with "ratios"`},
		{runs + "published: {name: x, source: y, rows: n, file: z}\n", `2: published figures need exactly one of`},
		{known + "tables: {columns: mean node}\n", `8: quantity "mean node": unknown unit "node" (did you mean "nodes"?)`},
		{known + "tables: {columns: half nodes}\n", `8: quantity "half nodes": half is only for share`},
		{known + "tables: {columns: mean}\n", `8: quantity "mean": write, for example, mean nodes`},
		{known + "tables: {columns: mean count}\n", `8: quantity "mean count": count has no mean`},
		{known + "tables: {columns: n}\n", `8: the table has no "cells"`},
		{known + "tables: {rows: n}\n", `8: the table has no "columns"`},
		{known + "tables: {rows: size, columns: count}\n", `8: unknown value "size"`},
		{known + "tables: {columns: count, of: yours}\n", `8: unknown value "yours" (there is only mine)`},
		{known + "tables: {columns: count, beside: then}\n", `8: no published values are called "then" (did you mean "them"?)`},
		{known + "tables: {columns: count, at: {m: 4}}\n", `8: no parameter is called "m"`},
		{known + "tables: {columns: count, at: {n: 4..n}}\n", `8: "4..n": n has no value here; write numbers`},
		{known + "tables: {columns: count, at: {n: 7..4}}\n", `8: range "7..4" goes down`},
		{known + "figures: {quantity: nodes}\n", `8: the figure has no "chart": write one of share, spread,`},
		{known + "figures: {chart: pie}\n", `8: unknown value "pie"`},
		{known + "figures: {chart: share, quantity: nodes}\n", `8: the chart share has a fixed quantity`},
		{known + "figures: {chart: time, quantity: peak nodes}\n", `8: a figure shows an amount at each place`},
		{known + "verdicts: {beside: them}\n", `8: the verdict has no comparison: write one of equal, shape,`},
		{known + "verdicts: {equal: them, below: 3}\n", `8: the verdict is "equal" already`},
		{known + "verdicts: {equal: them, factor: 2}\n", `8: "factor": only for the verdict shape or flat`},
		{known + "verdicts: {shape: nodes}\n", `8: the verdict has no "beside"`},
		{known + "verdicts: {shape: nodes, beside: them}\n", `8: the verdict needs "factor" or "order"`},
		{known + "verdicts: {shape: nodes, beside: them, factor: 1}\n", `8: "1" is not a factor above 1`},
		{known + "verdicts: {shape: ratio nodes, beside: them, factor: 2}\n", `8: the verdict has no "pairs"`},
		{known + "verdicts: {shape: ratio nodes, beside: them, factor: 2, pairs: [[dlx]]}\n", `8: pairs are neighbours or [one, other]`},
		{known + "verdicts: {interval: them}\n", `8: the verdict has no "sample"`},
		{known + "verdicts: {below: 3}\n", `8: the verdict has no "quantity"`},
		{known + "verdicts: {below: x, quantity: nodes}\n", `8: "x" is neither a number nor a time`},
	} {
		_, err := Read(planFile, []byte(test.text), family.All())
		line, message, _ := strings.Cut(test.want, ": ")
		if err == nil || !strings.HasPrefix(err.Error(), planFile+":"+line+":") || !strings.Contains(err.Error(), ": "+message) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s\n%v, want %s", test.text, err, test.want)
		}
	}
}

// TestData checks that values keep their printed digits, also from a file with tabs, and that a file whose
// variable is not set is left out.
func TestData(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "x.tsv"), []byte("n\tid\tverdict\tnodes\n04\ta.1\tUNSATISFIABLE\t1.50e3\n4\ta.2\tSATISFIABLE\t\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	text := []byte("published: [{name: x, source: y, file: $NQUEENS_HERE/x.tsv}]\nruns: [{problems: {n: 4}}]")
	t.Setenv("NQUEENS_HERE", "")
	p, err := Read("plan.yaml", text, family.All())
	if err != nil || p.Study.Data[0].Absent != "NQUEENS_HERE" {
		t.Fatalf("%+v, %v", p, err)
	}
	t.Setenv("NQUEENS_HERE", dir)
	if p, err = Read("plan.yaml", text, family.All()); err != nil {
		t.Fatal(err)
	}
	d := p.Study.Data[0]
	if len(d.Rows) != 2 || d.Rows[0].At[0] != "4" || d.Rows[0].At[1] != "a.1" || d.Quantities[0].Unit != Solvable {
		t.Fatalf("%+v", d)
	}
	first, second := d.Rows[0].Values, d.Rows[1].Values
	if first[0].Number != 0 || first[1] != (Value{"1.50e3", 1500, 5}) || second[0].Number != 1 || second[1].Text != "" {
		t.Errorf("%+v, %+v", first, second)
	}
}

func TestParseQuantity(t *testing.T) {
	for _, text := range []string{"count", "half share", "peak mean nodes", "at peak median seconds", "growth median seconds", "ratio p99 steps", "nodes", "max updates", "fundamental", "share", "unique"} {
		if q, err := ParseQuantity("  " + text + " "); err != nil || q.String() != text {
			t.Errorf("%q is %v (%v)", text, q, err)
		}
	}
}

func FuzzReadData(f *testing.F) {
	f.Add([]byte("n,backend,count,half share\n8,dlx,92,0.50\n"))
	f.Add([]byte("id\tnodes\n1\t1e3\n"))
	f.Add([]byte("n,count\n\"8\",\"9\n2\"\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		d, err := ReadData("x.csv", 1, bytes.NewReader(text))
		if err != nil {
			if !strings.HasPrefix(err.Error(), "x.csv:") {
				t.Errorf("%v", err)
			}
			return
		}
		for _, row := range d.Rows {
			if len(row.At) != len(d.Parameters) || len(row.Values) != len(d.Quantities) {
				t.Errorf("%+v has a row %+v", d, row)
			}
		}
	})
}

// TestOptional checks that what a backend of an optional run does not support is left out without an error.
func TestOptional(t *testing.T) {
	for optional, want := range map[string]int{"false": -1, "true": 1} {
		p, err := Read("plan.yaml", []byte("runs:\n  - {problems: [{n: 4}], backends: [dlx]}\n  - {problems: [{n: 100000}], backends: [dlx], optional: "+optional+"}\n"), family.All())
		if err != nil {
			t.Fatal(err)
		}
		e, err := p.Experiment(backends.All())
		if want < 0 && err == nil || want >= 0 && (err != nil || len(e.Jobs) != want) {
			t.Errorf("optional %s: %d jobs, %v", optional, len(e.Jobs), err)
		}
	}
}
