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

// build is what this program was made of, and how.
type build struct {
	Version  string `json:"version"`            // of the module; development from a checkout
	Commit   string `json:"commit,omitempty"`   // "" if it is not known
	Modified *bool  `json:"modified,omitempty"` // whether the checkout had changes; nil if that is not known
	Go       string `json:"go"`
	System   string `json:"system"`
}

// thisBuild has a commit of 40 digits, with "+changes" behind it if there were any, or none.
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
		Short: "Say which build this is",
		Long: `Say which version and commit this program was built from, whether the checkout had
changes that are in no commit, and by which Go for which system.`,
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
