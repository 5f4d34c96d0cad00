package plan

import (
	"archive/tar"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nqueens"
	"nqueens/bench"
	"nqueens/encode"
	"nqueens/family"
)

// instanceFolder returns a plan's folder with instances in several formats.
func instanceFolder(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	for name, text := range map[string]string{
		"all/b.param":    "n = 4\nnumdiags = 1\ndiags = [[3, 1]]\n",
		"all/a/one.lp":   "board(4). block(1,2).",
		"all/._b.param":  "\x00\x05",
		"all/c.txt":      "Q.\n..\n",
		"wrong/x.param":  "letting n = 4\nletting init = [[0, 4]]\n",
		"large/x.param":  "letting n = 2049\nletting init = []\n",
		"empty/.ignored": "",
	} {
		at := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(at), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	f, err := os.Create(filepath.Join(folder, "all.tar"))
	if err != nil {
		t.Fatal(err)
	}
	w := tar.NewWriter(f)
	if err := w.AddFS(os.DirFS(filepath.Join(folder, "all"))); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(f.Name())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "cut.tar"), whole[:info.Size()/2+100], 0o666); err != nil {
		t.Fatal(err)
	}
	return folder
}

// TestReadPlanInstances checks that a file has one instance, that a folder or archive has any number of them,
// and that their names are as short as possible.
func TestReadPlanInstances(t *testing.T) {
	folder := instanceFolder(t)
	t.Setenv("BENCH_TEST_FOLDER", folder)
	all := []string{"a/one.lp: queens(4, blocked=b1)", "b.param: queens(4, excluded=sum:3)", "c.txt: queens(2, given=a2)"}
	for text, want := range map[string][]string{
		"{file: all/b.param}":                  {"b.param: queens(4, excluded=sum:3)"},
		"{family: queens, folder: all}":        all,
		"{folder: large}":                      {"x.param: queens(2049)"}, // the backends decide whether that is too large
		"{folder: all.tar}":                    all,
		"[{folder: all/a}, {n: 5}]":            {"queens(5)", "one.lp: queens(4, blocked=b1)"},
		"{folder: " + folder + "/all/./}":      all,
		"{folder: $BENCH_TEST_FOLDER/all}":     all,
		"{file: $BENCH_TEST_FOLDER/all/c.txt}": {"c.txt: queens(2, given=a2)"},
		// An archive and a folder with the same files; a folder and a file in it.
		"[{folder: all/a}, {folder: all.tar}, {folder: all}]": {
			"a/one.lp: queens(4, blocked=b1)",
			"all.tar/a/one.lp: queens(4, blocked=b1)", "all.tar/b.param: queens(4, excluded=sum:3)", "all.tar/c.txt: queens(2, given=a2)",
			"all/a/one.lp: queens(4, blocked=b1)", "all/b.param: queens(4, excluded=sum:3)", "all/c.txt: queens(2, given=a2)",
		},
		"[{file: all/b.param}, {folder: all}]": append([]string{"b.param: queens(4, excluded=sum:3)"}, all...),
	} {
		p, err := Read(filepath.Join(folder, "plan.yaml"), []byte("runs: [{problems: "+text+"}]"), family.All())
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		var got []string
		for _, problem := range p.Sections[0].Problems {
			got = append(got, problem.String())
		}
		for _, i := range p.Sections[0].Instances {
			got = append(got, fmt.Sprintf("%s: %v", i.Name, i.Problem))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s is %v, want %v", text, got, want)
		}
	}
}

// TestSkipped checks that a plan lists the files that it skipped in folders.
func TestSkipped(t *testing.T) {
	folder := t.TempDir()
	for name, content := range map[string]string{"README": "hello", "a.lp": "board(3)."} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	p, err := Read(filepath.Join(folder, "plan.yaml"), []byte("runs: [{problems: {folder: .}}]"), family.All())
	if err == nil && len(p.Sections[0].Instances) == 1 && len(p.Skipped) == 1 && filepath.Base(p.Skipped[0]) == "README" {
		return
	}
	t.Errorf("%+v, %v", p, err)
}

func TestReadPlanInstancesErrors(t *testing.T) {
	folder := instanceFolder(t)
	plan := filepath.Join(folder, "plan.yaml")
	for text, want := range map[string]string{
		"{folder: all, n: 4}":        "1:28: the files of a folder define the size",
		"{folder: all, file: all/b}": "1:28: the files of a folder define the size",
		"{folder: absent}":           "1:28: problem folder: open DIR/absent: no such file or directory",
		"{folder: all/b.param}":      "1:28: DIR/all/b.param is not a folder or archive; write {file: …} for a single problem",
		"{file: all.tar}":            "1:26: DIR/all.tar can have several instances; write {folder: all.tar}",
		"{file: all}":                "1:26: problem file: DIR/all is not a regular file",
		"{file: wrong/x.param}":      "1:26: DIR/wrong/x.param: ",
		"{folder: wrong}":            "1:28: DIR/wrong/x.param: ",
		"{folder: empty}":            "1:28: DIR/empty holds no instance",
		"{folder: cut.tar}":          "1:28: DIR/cut.tar, after ",
		"{folder: $BENCH_UNSET/x}":   "1:28: the environment variable BENCH_UNSET is not set: set it to the folder of x",
		"[{n: [1..2048, 1..2048, 1..2048, 1..2048, 1..1807]}, {folder: all}]": "1:81: the plan has more than 10000 problems",
	} {
		_, err := Read(plan, fmt.Appendf(nil, "runs: [{problems: %s}]", text), family.All())
		if err == nil {
			t.Errorf("%s was read, want %s", text, want)
			continue
		}
		got := strings.ReplaceAll(strings.TrimPrefix(err.Error(), plan+":"), folder, "DIR")
		if !strings.HasPrefix(got, want) || strings.Contains(got, "\n") {
			t.Errorf("%s\nerror %s\nwant  %s", text, got, want)
		}
		if strings.Contains(text, "wrong") && !strings.Contains(got, "line 2, column ") {
			t.Errorf("%s: the place in the file is missing: %s", text, got)
		}
	}
}

// TestReadInstances checks for sections made in Go that each file is read once, and that files with the same
// name are distinguished.
func TestReadInstances(t *testing.T) {
	folder := instanceFolder(t)
	at := func(name string) string { return filepath.Join(folder, name) }
	for _, test := range []struct{ paths, want []string }{
		{[]string{at("all")}, []string{"a/one.lp", "b.param", "c.txt"}},
		{[]string{at("all/b.param"), folder + "/all/./b.param", at("all") + "/"}, []string{"b.param", "a/one.lp", "c.txt"}},
		{[]string{at("all"), at("all.tar")}, []string{"all/a/one.lp", "all/b.param", "all/c.txt", "all.tar/a/one.lp", "all.tar/b.param", "all.tar/c.txt"}},
		{nil, nil},
	} {
		list, err := ReadInstances(encode.Reading{}, family.Queens, test.paths...)
		if err != nil {
			t.Errorf("%q: %v", test.paths, err)
		}
		var got []string
		for _, i := range list {
			got = append(got, i.Name)
			if i.Naming != bench.NamingOf(i.Problem, i.Name) {
				t.Errorf("%s is called %+v", i.Name, i.Naming)
			}
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%q: %q, want %q", test.paths, got, test.want)
		}
	}
	for _, path := range []string{"absent", "wrong", "wrong/x.param", "cut.tar", "empty"} {
		if list, err := ReadInstances(encode.Reading{}, family.Queens, at("all"), at(path)); err == nil || list != nil {
			t.Errorf("%s: %d instances, %v", path, len(list), err)
		}
	}
}

// TestNamesApart checks that files have the shortest distinct names.
func TestNamesApart(t *testing.T) {
	in := func(in string, paths ...string) (list []Instance) {
		for _, p := range paths {
			list = append(list, Instance{Problem: nqueens.Problem{Family: family.Queens, N: 4}, path: p, in: in})
		}
		under := ""
		if in != "" {
			under = commonFolder(list, in)
		}
		for i := range list {
			list[i].under = under
		}
		return list
	}
	for _, test := range []struct {
		list []Instance
		want string
	}{
		{in("", "x/a", "x/b"), "a b"}, {in("", "x/a", "x/a"), "a a"}, {in("", "x/a", "y/a"), "x/a y/a"}, {in("", "/a", "x/a"), "/a x/a"},
		{in("", "../a", "x/a"), "../a x/a"}, {in("", "./a", "x/a"), "./a x/a"}, {in("", "z/x/a", "y/x/a"), "z/x/a y/x/a"}, {in("", "z/x/a", "y/x/b", "a"), "x/a x/b a"},
		{in("f/", "f/s/a", "f/s/b"), "a b"}, {in("f/", "f/s/a", "f/t/b"), "s/a t/b"}, {in("f/", "f/s/u/a", "f/s/v/b"), "u/a v/b"}, {in("f/", "f/s/a", "f/b"), "s/a b"}, {in("f/", "f/sa/x", "f/sb/x"), "sa/x sb/x"},
		{append(in("f/", "f/a"), in("g/", "g/a")...), "f/a g/a"}, {append(in("f/", "f/s/a"), in("", "q/a")...), "f/a q/a"}, {append(in("p/f/", "p/f/a"), in("q/f/", "q/f/a")...), "p/f/a q/f/a"},
	} {
		nameApart(test.list)
		var got []string
		for _, i := range test.list {
			got = append(got, i.Name)
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%q, want %s", got, test.want)
		}
	}
	if got := commonFolder(nil, "f/"); got != "f/" {
		t.Errorf("nothing is in %q", got)
	}
}
