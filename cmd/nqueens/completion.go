package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"nqueens"
	"nqueens/bench"
	"nqueens/encode"
	"nqueens/internal/suggest"
)

// completions registers the words that the shell offers for a flag. names is called when the shell
// needs them.
func completions(cmd *cobra.Command, flag string, names func() []string) {
	complete := func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return names(), cobra.ShellCompDirectiveNoFileComp
	}
	if err := cmd.RegisterFlagCompletionFunc(flag, complete); err != nil {
		panic(err) // the command has no such flag
	}
}

func fixed(names []string) func() []string { return func() []string { return names } }

// firstOf returns a completion that offers names for the first argument of a command.
func firstOf(names []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	}
}

// listCompletions registers the words for a flag that takes several, separated by commas. It offers
// the words that are not yet there.
func listCompletions(cmd *cobra.Command, flag string, names func() []string) {
	complete := func(_ *cobra.Command, _ []string, given string) ([]string, cobra.ShellCompDirective) {
		before := given[:strings.LastIndexByte(given, ',')+1]
		there := strings.Split(before, ",")
		var list []string
		for _, name := range names() {
			_, refined := strings.CutPrefix(name, strings.TrimPrefix(given, before))
			if !slices.Contains(there, name) && refined && (!strings.Contains(name, "/") || strings.Contains(given[len(before):], "/")) {
				list = append(list, before+name)
			}
		}
		return list, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
	if err := cmd.RegisterFlagCompletionFunc(flag, complete); err != nil {
		panic(err) // the command has no such flag
	}
}

// completeNames registers completions for the flags that select contenders and tasks.
func (p *program) completeNames(cmd *cobra.Command) {
	for flag, names := range map[string]func() []string{
		"backend":     p.contendersAndAll,
		"encoding":    fixed(append(encodingNames(), everyone)),
		"cardinality": encode.Cardinalities,
		"order":       encode.Orders,
		"task":        fixed(namesOf(nqueens.Tasks(), func(t nqueens.Task) string { return string(t) })),
	} {
		if cmd.Flags().Lookup(flag) != nil {
			listCompletions(cmd, flag, names)
		}
	}
}

func (p *program) contendersAndAll() []string {
	return append([]string{everyone}, p.contenderNames()...)
}

// contenderNames returns the names of the backends, and each with each of its encodings after a
// slash.
func (p *program) contenderNames() []string {
	names := p.backendNames()[1:]
	for _, b := range p.backends {
		d := b.Describe()
		for _, e := range d.Encodings {
			if e != "" {
				names = append(names, d.Name+"/"+e)
			}
		}
	}
	return names
}

// plans makes the shell offer plan files.
func plans(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return []string{"yaml", "yml"}, cobra.ShellCompDirectiveFilterFileExt
}

// runFolders returns a completion that offers at most this number of folders of runs; 0 is any
// number. Other folders are offered too, because they may contain such folders.
func runFolders(most int) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, given string) ([]string, cobra.ShellCompDirective) {
		if most > 0 && len(args) >= most {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		dir, begun := filepath.Split(given)
		entries, err := os.ReadDir(filepath.Join(".", dir))
		if filepath.IsAbs(dir) {
			entries, err = os.ReadDir(dir)
		}
		if err != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		var runs, others []string
		for _, e := range entries {
			info, err := os.Stat(filepath.Join(dir, e.Name())) // follows a link
			hidden := strings.HasPrefix(e.Name(), ".") && !strings.HasPrefix(begun, ".")
			if err != nil || !info.IsDir() || hidden || !strings.HasPrefix(e.Name(), begun) {
				continue
			}
			if _, err := os.Stat(filepath.Join(dir, e.Name(), bench.ExperimentFile)); err == nil {
				runs = append(runs, dir+e.Name())
			} else {
				others = append(others, dir+e.Name()+string(filepath.Separator))
			}
		}
		if len(others) > 0 {
			return append(runs, others...), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
		}
		return runs, cobra.ShellCompDirectiveNoFileComp
	}
}

// refuseUnknownShells makes the completion command of cobra fail for an unknown shell. Without it
// the command prints its help and succeeds.
func refuseUnknownShells(root *cobra.Command) {
	root.InitDefaultCompletionCmd("completion")
	for _, c := range root.Commands() {
		if c.Name() == "completion" {
			c.Args = func(cmd *cobra.Command, args []string) error {
				var shells []string
				for _, shell := range cmd.Commands() {
					shells = append(shells, shell.Name())
				}
				if len(args) > 0 && numeric(args[len(args)-1]) {
					n := args[len(args)-1]
					return fmt.Errorf("this command prints a completion script for a shell: to complete a board, write nqueens solve %s --given a1,c2, or nqueens generate completion %s --queens 3 for a random one", n, n)
				}
				if len(args) > 0 {
					return fmt.Errorf("no shell is called %q %s", args[0], suggest.Among(args[0], shells))
				}
				return nil
			}
			c.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
		}
	}
}
