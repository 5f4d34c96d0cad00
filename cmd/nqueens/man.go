package main

import (
	_ "embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"nqueens/internal/atomicfile"
	"nqueens/internal/lazyregexp"
	"nqueens/internal/suggest"
)

// manualSource is the file whose package comment is the manual.
//
//go:embed doc.go
var manualSource string

func (p *program) man() *cobra.Command {
	var output string
	cmd := &cobra.Command{
		Use:   "man [COMMAND]",
		Short: "Print the manual, or the page of a command, as a man page",
		Long: `Print the manual as a man page, or the page of a command: the same text as in help.
With -o all pages are written into a folder, for example one in MANPATH.`,
		Example: `  nqueens man | man -l -
  nqueens man count | man -l -
  nqueens man -o ~/.local/share/man/man1`,
		ValidArgsFunction: func(cmd *cobra.Command, args []string, given string) ([]string, cobra.ShellCompDirective) {
			return firstOf(availableCommands(cmd.Root()))(cmd, args, given)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			root := p.root(nil)
			pages := manPages(root)
			if output != "" {
				if len(args) > 0 {
					return fmt.Errorf("--output writes all pages: leave %q out", args[0])
				}
				if err := os.MkdirAll(output, 0o777); err != nil {
					return fmt.Errorf("--output: %w", err)
				}
				for _, page := range pages {
					if err := atomicfile.WriteFile(filepath.Join(output, page.name+".1"), []byte(page.text)); err != nil {
						return fmt.Errorf("--output: %w", err)
					}
				}
				fmt.Fprintf(p.out, "%d pages in %s\n", len(pages), output)
				return nil
			}
			name := strings.Join(append([]string{root.Name()}, args...), "-")
			page, err := suggest.Named("page", name, pages, func(p manPage) string { return p.name })
			if err != nil {
				return errors.New(strings.ReplaceAll(err.Error(), root.Name()+"-", ""))
			}
			_, err = p.out.WriteString(page.text)
			return err
		},
	}
	cmd.Flags().StringVarP(&output, "output", "o", "", "write all pages into this `folder`")
	return cmd
}

// A manPage is a page in the man(7) language, with its name without the section.
type manPage struct{ name, text string }

// manPages returns the page of a command and those of its subcommands.
func manPages(cmd *cobra.Command) (pages []manPage) {
	cmd.InitDefaultHelpFlag()
	cmd.InitDefaultVersionFlag()
	name := strings.ReplaceAll(cmd.CommandPath(), " ", "-")
	var b strings.Builder
	section := func(title string) { fmt.Fprintf(&b, ".SH %s\n", title) }
	fmt.Fprintf(&b, ".TH %s 1 \"\" nqueens\n", strings.ToUpper(roff(name)))
	section("NAME")
	fmt.Fprintf(&b, "%s \\- %s\n", roff(name), roff(cmd.Short))
	section("SYNOPSIS")
	fmt.Fprintf(&b, ".B %s\n", roff(cmd.UseLine()))
	section("DESCRIPTION")
	long := cmd.Long
	if long == "" {
		long = cmd.Short
	}
	writeRoff(&b, long)
	if cmd.HasParent() {
		writeOptions(&b, cmd)
		if cmd.Example != "" {
			section("EXAMPLES")
			writeRoff(&b, cmd.Example)
		}
	}
	var others []string
	if cmd.HasParent() {
		others = append(others, strings.ReplaceAll(cmd.Parent().CommandPath(), " ", "-"))
	}
	listed := false
	for _, sub := range cmd.Commands() {
		if !sub.IsAvailableCommand() || sub.Name() == "help" {
			continue
		}
		if !listed {
			section("COMMANDS")
			listed = true
		}
		fmt.Fprintf(&b, ".TP\n.B %s\n%s\n", roff(sub.UseLine()), roff(sub.Short))
		below := manPages(sub)
		pages, others = append(pages, below...), append(others, below[0].name)
	}
	if !cmd.HasParent() {
		writeManual(&b)
	}
	section(`"SEE ALSO"`)
	for i, other := range others {
		others[i] = fmt.Sprintf("\\fB%s\\fR(1)", roff(other))
	}
	fmt.Fprintln(&b, strings.Join(others, ", "))
	return append([]manPage{{name, b.String()}}, pages...)
}

func writeOptions(b *strings.Builder, cmd *cobra.Command) {
	begun := false
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		if !begun {
			fmt.Fprintln(b, ".SH OPTIONS")
			begun = true
		}
		kind, usage := pflag.UnquoteUsage(f)
		name := "--" + f.Name
		if f.Shorthand != "" {
			name = "-" + f.Shorthand + ", " + name
		}
		fmt.Fprintf(b, ".TP\n\\fB%s\\fR", roff(name))
		if kind != "" {
			fmt.Fprintf(b, " \\fI%s\\fR", roff(kind))
		}
		fmt.Fprintf(b, "\n%s\n", roff(usage))
	})
}

// godocLink matches a link to a package in the manual.
var godocLink = lazyregexp.New(`\[(nqueens[\w./]*)\]`)

// writeManual writes the package comment without its first paragraph, which the page already has.
func writeManual(b *strings.Builder) {
	comment, _, _ := strings.Cut(manualSource, "\npackage main")
	var text strings.Builder
	for line := range strings.Lines(comment) {
		line = strings.TrimPrefix(strings.TrimPrefix(line, "//"), " ")
		if title, is := strings.CutPrefix(line, "# "); is {
			writeRoff(b, text.String())
			text.Reset()
			fmt.Fprintf(b, ".SH \"%s\"\n", strings.ToUpper(roff(strings.TrimSpace(title))))
			continue
		}
		text.WriteString(godocLink.Get().ReplaceAllString(line, "$1"))
	}
	writeRoff(b, text.String())
}

// writeRoff writes text as paragraphs, and keeps indented lines as they are.
func writeRoff(b *strings.Builder, text string) {
	asIs, gap := false, true
	for line := range strings.Lines(strings.Trim(text, "\n") + "\n") {
		line = strings.TrimRight(line, "\n")
		indented := strings.HasPrefix(line, "\t") || strings.HasPrefix(line, "  ")
		switch {
		case line == "":
			gap = true
			continue
		case indented && !asIs:
			fmt.Fprintln(b, ".PP\n.RS 2\n.EX")
		case indented && gap:
			fmt.Fprintln(b)
		case asIs && !indented:
			fmt.Fprintln(b, ".EE\n.RE\n.PP")
		case gap:
			fmt.Fprintln(b, ".PP")
		}
		asIs, gap = indented, false
		if indented {
			line = strings.TrimPrefix(strings.TrimPrefix(line, "\t"), "  ")
		}
		fmt.Fprintln(b, roff(line))
	}
	if asIs {
		fmt.Fprintln(b, ".EE\n.RE")
	}
}

// roff escapes a line of text for roff.
func roff(line string) string {
	line = strings.NewReplacer(`\`, `\e`, "-", `\-`, "\n", " ").Replace(line)
	if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
		line = `\&` + line
	}
	return line
}
