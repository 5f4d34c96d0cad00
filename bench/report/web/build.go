// Command web bundles the TypeScript sources beside it, the script of a report, into report.js.
// Run it in the root of the repository:
//
//	go run ./bench/report/web
package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/evanw/esbuild/pkg/api"
)

const folder = "bench/report/web"

func main() {
	bundle, err := build(folder)
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, "report.js"), bundle, 0o666)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// build bundles main.ts of a folder with all its imports.
func build(dir string) ([]byte, error) {
	result := api.Build(api.BuildOptions{
		EntryPoints: []string{filepath.Join(dir, "main.ts")}, Bundle: true, Format: api.FormatIIFE, Target: api.ES2022, Charset: api.CharsetUTF8,
		MinifyWhitespace: true, MinifySyntax: true, MinifyIdentifiers: true, LegalComments: api.LegalCommentsNone,
	})
	var problems []error
	for _, m := range append(result.Errors, result.Warnings...) {
		where := ""
		if m.Location != nil {
			where = fmt.Sprintf("%s:%d: ", m.Location.File, m.Location.Line)
		}
		problems = append(problems, errors.New(where+m.Text))
	}
	if problems != nil {
		return nil, errors.Join(problems...)
	}
	return result.OutputFiles[0].Contents, nil
}
