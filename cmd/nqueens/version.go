package main

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"nqueens/bench"
)

// A build describes the source, the compiler and the system of this program.
type build struct {
	Version  string `json:"version"`            // of the module; "development" for a build from a checkout
	Commit   string `json:"commit,omitempty"`   // "" if unknown
	Modified *bool  `json:"modified,omitempty"` // whether the checkout had changes; nil if unknown
	Go       string `json:"go"`
	System   string `json:"system"`
}

// thisBuild returns the build of this program. commit has 40 digits, followed by "+changes" if the
// checkout had changes, or is "".
func thisBuild(commit string) build {
	b := build{Version: "development", Go: runtime.Version(), System: runtime.GOOS + "/" + runtime.GOARCH}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "(devel)" {
		b.Version = cmp.Or(info.Main.Version, b.Version)
	}
	if digits, changes, _ := strings.Cut(commit, "+"); digits != "" {
		modified := changes != ""
		b.Commit, b.Modified = digits, &modified
	}
	return b
}

func (b build) String() string {
	text := "nqueens " + b.Version + ", commit " + cmp.Or(b.Commit, "not known")
	if b.Modified != nil && *b.Modified {
		text += ", modified"
	}
	return fmt.Sprintf("%s (%s, %s)", text, b.Go, b.System)
}

func (p *program) version() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version of this program",
		Long: `Print the version and the commit of this program, whether the checkout had uncommitted
changes, the version of Go, and the system.`,
		Example: "  nqueens version\n  nqueens version --json",
		Args:    takesNothing,
		RunE: func(*cobra.Command, []string) error {
			b := thisBuild(bench.Commit())
			if asJSON {
				return p.json(b)
			}
			_, err := fmt.Fprintln(p.out, b)
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON object")
	return cmd
}
