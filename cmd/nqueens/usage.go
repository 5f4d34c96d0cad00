package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"nqueens/family"
	"nqueens/internal/lazyregexp"
	"nqueens/internal/suggest"
)

// knownCommand returns an error that names the unknown command and the nearest known one, if args
// is not empty.
func knownCommand(root *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return fmt.Errorf("no command is called %q %s", args[0], suggest.Among(args[0], availableCommands(root)))
}

func availableCommands(root *cobra.Command) (names []string) {
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	return names
}

// helpCommand returns a help command like cobra's that fails for an unknown command.
func helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Explain a command, with examples",
		RunE: func(_ *cobra.Command, args []string) error {
			cmd, rest, err := root.Find(args)
			if err != nil {
				return err
			}
			if cmd == root && len(rest) > 0 {
				return knownCommand(root, rest)
			}
			cmd.InitDefaultHelpFlag() // the help lists only initialised flags
			cmd.InitDefaultVersionFlag()
			return cmd.Help()
		},
	}
}

// flagError turns an error of pflag into one that says what to write instead.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var missing *pflag.ValueRequiredError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown):
		return unknownFlag(cmd, unknown)
	case errors.As(err, &missing):
		return missingValueError(missing.GetFlag())
	case errors.As(err, &invalid):
		right := map[string]string{
			"duration": "write a time with its unit, for example 10s, 500ms or 2m",
			"int":      "write a whole number",
			"float64":  "write a number, for example 2.5",
			"uint64":   "write a whole number from 0",
			"bool":     "write true or false, or the flag alone",
			"intSlice": "write whole numbers separated by commas, for example 8,10",
		}[invalid.GetFlag().Value.Type()]
		if flag := invalid.GetFlag(); flag.Value.Type() == "intSlice" && emptyListError(flag.Name, invalid.GetValue()) != nil {
			return emptyListError(flag.Name, invalid.GetValue())
		}
		return fmt.Errorf("--%s %q: %s", invalid.GetFlag().Name, invalid.GetValue(), right)
	}
	return err
}

// emptyListError returns an error if the list of a flag has no element.
func emptyListError(flag, list string) error {
	if strings.Trim(list, ", \t\r\n+") != "" {
		return nil
	}
	return fmt.Errorf("--%s: nothing is named in %q", flag, list)
}

// group matches cobra's error for flags that belong together or exclude each other.
var group = lazyregexp.New(`^if any flags in the group \[(.*)\] are set (?:they must all be set; missing \[(.*)\]|none of the others can be; \[(.*)\] were all set)$`)

// flagGroups returns the text of an error, for flags that belong together or exclude each other in
// our words.
func flagGroups(text string) string {
	found := group.Get().FindStringSubmatch(text)
	if found == nil {
		return text
	}
	all, missing, given := strings.Fields(found[1]), strings.Fields(found[2]), strings.Fields(found[3])
	if len(given) > 0 {
		return fmt.Sprintf("--%s: give only one", strings.Join(given, " and --"))
	}
	has := slices.DeleteFunc(all, func(flag string) bool { return slices.Contains(missing, flag) })
	return fmt.Sprintf("--%s: only with --%s, which is missing", strings.Join(has, " and --"), strings.Join(missing, " and --"))
}

// missingValueError returns the error for a flag without a value. It says which value the flag takes.
func missingValueError(f *pflag.Flag) error {
	kind, usage := pflag.UnquoteUsage(f)
	return fmt.Errorf("--%s: the value is missing: %s (%s)", f.Name, kind, usage)
}

func unknownFlag(cmd *cobra.Command, unknown *pflag.NotExistError) error {
	name := "--" + unknown.GetSpecifiedName()
	if short := unknown.GetSpecifiedShortnames(); short != "" {
		if name = "-" + short; strings.Trim(short, "0123456789") == "" {
			if args := cmd.Flags().Args(); len(args) > 1 {
				if f, err := family.All().Named(args[0]); err == nil && len(args)-2 < len(f.Parameters) {
					q := f.Parameters[len(args)-2]
					return fmt.Errorf("%s=%s: the family %s wants at least %d", q.Name, name, f.Name, q.Min)
				}
			}
			return fmt.Errorf("size %s: write a number from 1", name)
		}
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	hint := fmt.Sprintf("`%s --help` lists the flags", cmd.CommandPath())
	if near := suggest.Nearest(strings.TrimLeft(name, "-"), names); near != "" {
		hint = fmt.Sprintf(`did you mean "--%s"?`, near)
	}
	return fmt.Errorf("no flag is called %q (%s)", name, hint)
}

// namesOf returns the name of each element of list.
func namesOf[T any](list []T, name func(T) string) []string {
	names := make([]string, len(list))
	for i, x := range list {
		names[i] = name(x)
	}
	return names
}

// listing returns one line for each element of list, with its name in a column of the given width
// and its description.
func listing[T any](wide int, list []T, about func(T) (name, about string)) string {
	return strings.Join(namesOf(list, func(x T) string {
		name, about := about(x)
		return fmt.Sprintf("  %-*s %s", wide, name, about)
	}), "\n")
}

// takes returns the argument check of a command that takes at most one argument, or exactly one if
// required is set.
func takes(what string, required bool) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 && required {
			return fmt.Errorf("%s is missing: %s", what, cmd.UseLine())
		}
		if len(args) > 1 {
			return fmt.Errorf("%q: %[3]s takes only %[2]s", args[1], what, cmd.Name())
		}
		return nil
	}
}

// takesNothing is the argument check of a command that takes only flags.
func takesNothing(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("%q: %s takes only flags", args[0], cmd.Name())
	}
	return nil
}
