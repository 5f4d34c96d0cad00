// Command web makes the files of the two pages that are not their sources: it bundles the TypeScript
// and the styles beside it into play.js, worker.js and play.css for the board to play with, and into
// trace.js and trace.css for traces, and compiles the engines to WebAssembly, engines.wasm.gz.
// Run it in the root of the repository:
//
//	go run ./show/play/web
//
// With -bundles it makes only the bundles.
package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

const folder = "show/play/web"

func main() {
	bundles := flag.Bool("bundles", false, "make only the bundles")
	flag.Parse()
	err := write(!*bundles)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func write(engines bool) error {
	for _, name := range bundles {
		text, err := bundle(folder, name)
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, name), text, 0o666)
		}
		if err != nil {
			return err
		}
	}
	if !engines {
		return nil
	}
	packed, err := compile()
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "engines.wasm.gz"), packed, 0o666)
}

// bundles are the files that bundle makes.
var bundles = []string{"play.js", "worker.js", "play.css", "trace.js", "trace.css"}

// bundle returns one of the bundles of a folder's sources.
func bundle(dir, name string) ([]byte, error) {
	entry, before := "main.ts", ""
	switch name {
	case "play.css":
		entry = "main.css"
	case "trace.js":
		entry = "steps.ts"
	case "trace.css":
		entry = "steps.css"
	case "worker.js":
		root, err := exec.Command("go", "env", "GOROOT").Output()
		if err != nil {
			return nil, err
		}
		support, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
		if err != nil {
			return nil, err
		}
		entry, before = "worker.ts", string(support)
	}
	options := api.BuildOptions{
		EntryPoints: []string{filepath.Join(dir, entry)}, Bundle: true, Format: api.FormatIIFE, Target: api.ES2022, Charset: api.CharsetUTF8,
		MinifyWhitespace: true, MinifySyntax: true, MinifyIdentifiers: true, LegalComments: api.LegalCommentsNone,
	}
	result := api.Build(options)
	if err := problems(result.Errors, result.Warnings); err != nil {
		return nil, err
	}
	script := result.OutputFiles[0].Contents
	if before == "" {
		return script, nil
	}
	small := api.Transform(before, api.TransformOptions{Target: api.ES2022, MinifyWhitespace: true, MinifySyntax: true, LegalComments: api.LegalCommentsNone})
	if err := problems(small.Errors, small.Warnings); err != nil {
		return nil, err
	}
	return append(small.Code, script...), nil
}

func problems(lists ...[]api.Message) error {
	var all []error
	for _, list := range lists {
		for _, m := range list {
			where := ""
			if m.Location != nil {
				where = fmt.Sprintf("%s:%d: ", m.Location.File, m.Location.Line)
			}
			all = append(all, errors.New(where+m.Text))
		}
	}
	return errors.Join(all...)
}

// compile returns the engines as WebAssembly, compressed by gzip.
func compile() ([]byte, error) {
	out, err := os.MkdirTemp("", "nqueens-wasm-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(out) //nolint:errcheck // a temporary folder
	path := filepath.Join(out, "engines.wasm")
	build := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", path, "nqueens/show/play/wasm")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	if text, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go build: %w: %s", err, text)
	}
	code, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var packed bytes.Buffer
	z, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err == nil {
		_, err = z.Write(code)
	}
	if err == nil {
		err = z.Close()
	}
	return packed.Bytes(), err
}
