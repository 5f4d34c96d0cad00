package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"nqueens/bench"
	"nqueens/bench/plan"
	"nqueens/instance"
	"nqueens/internal/lazyregexp"
	"nqueens/internal/strictyaml"
)

// benchSweepFlags are the flags that make a plan with generated instances.
type benchSweepFlags struct {
	sweepFlags
	kind   string
	sizes  []string
	locate string
}

func (g *benchSweepFlags) flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&g.kind, "generate", "", "in place of a plan: random instances of this `kind`, as nqueens generate makes them, with the flags from --n to --published")
	cmd.Flags().StringSliceVar(&g.sizes, "n", nil, "with --generate: `sizes`, as in 12, 12..16, 12..20 step 2")
	cmd.Flags().StringVar(&g.locate, "locate", "", "with --generate: find the value of the parameter at which this `share` of the instances has a solution, as in 50% or 50% within 0.2 (the length of its interval), with few instances far from it and at most --count near it")
	g.with = "with --generate: "
	g.sweepFlags.flags(cmd)
	cmd.MarkFlagsRequiredTogether("generate", "n")
	completions(cmd, "locate", func() []string { return []string{"50%"} })
	for _, other := range []string{"files", "problem", "format", "strict"} {
		cmd.MarkFlagsMutuallyExclusive("generate", other)
	}
	completions(cmd, "generate", func() []string { return namesOf(instance.Kinds(), func(k instance.Kind) string { return string(k) }) })
}

// generatedText returns the text of the plan with generated instances that the flags describe.
func (b *filesFlags) generatedText(p *program, cmd *cobra.Command, args []string) (string, error) {
	if len(args) > 0 {
		return "", fmt.Errorf("%q: --generate takes the place of a plan", args[0])
	}
	if _, err := b.section(p); err != nil {
		return "", err
	}
	g := &b.generated
	kind, err := instance.KindNamed(g.kind)
	if err != nil {
		return "", fmt.Errorf("--generate: %w", err)
	}
	sizes, err := parseRanges(g.sizes)
	if err != nil {
		return "", fmt.Errorf("--n: %w", err)
	}
	s, err := g.sweep(kind, sizes, b.seed)
	if err == nil {
		_, err = s.Recipes(plan.MostSwept)
	}
	if wrong, ok := errors.AsType[*instance.ParameterError](err); ok && wrong.Parameter == "n" {
		return "", fmt.Errorf("--n: %w", wrong.Err)
	}
	if err != nil {
		return "", sweepFault(s, err)
	}
	var t strings.Builder
	say := func(indent int, key string, values ...string) {
		if len(values) > 0 {
			fmt.Fprintf(&t, "%*s%s: %s\n", indent, "", key, planValue(values))
		}
	}
	say(0, "name", g.kind)
	who := b.who
	if !who.All() {
		say(0, "baseline", who.Backends[0])
	}
	if cmd.Flags().Changed("repetitions") {
		fmt.Fprintf(&t, "repetitions: {warmup: 1, min: %d, max: %[1]d}\n", b.repetitions)
	}
	fmt.Fprintf(&t, "limits: {time: %v, memory: %s", b.timeout, b.memory)
	if b.cpu > 0 {
		fmt.Fprintf(&t, ", cpu: %v", b.cpu)
	}
	if b.proofLimit != "" {
		fmt.Fprintf(&t, ", proof: %s", b.proofLimit)
	}
	t.WriteString("}\nruns:\n  - problems:\n")
	say(6, "- generate", g.kind)
	say(8, "n", g.sizes...)
	for _, p := range sweepParameters {
		say(8, p.name, *g.values[p.name]...)
	}
	if g.permute {
		say(8, "permute", "true")
	}
	if g.published {
		say(8, "published", "true")
	}
	say(8, "count", strconv.Itoa(g.count))
	if g.locate != "" {
		if _, err := bench.ParseLocate(g.locate); err != nil {
			return "", fmt.Errorf("--locate: %w", err)
		}
		say(8, "locate", g.locate)
	}
	say(8, "seed", strconv.FormatUint(b.seed, 10))
	say(4, "tasks", b.tasks...)
	say(4, "backends", who.Backends...)
	say(4, "encodings", who.Encodings...)
	if b.threads != 1 {
		say(4, "threads", strconv.Itoa(b.threads))
	}
	if b.proof != "false" {
		say(4, "proof", b.proof)
	}
	return t.String(), nil
}

// writtenPlan is the file name of the plan that --generate makes; it is in no message.
const writtenPlan = "--generate"

// inFlags returns an error with a place in the plan that --generate makes as an error of the flag
// that has the value, and any other error as it is.
func (b *filesFlags) inFlags(err error) error {
	wrong, ok := errors.AsType[*strictyaml.Error](err)
	if !ok || wrong.File != writtenPlan {
		return err
	}
	key, _, _ := strings.Cut(strings.TrimLeft(strings.Split(b.written, "\n")[wrong.Line-1], " -"), ":")
	flag := key
	switch key {
	case "backends", "encodings", "tasks":
		flag = strings.TrimSuffix(key, "s")
	case "baseline":
		flag = "backend"
	case "limits":
		flag = "timeout"
	case "name", "problems", "runs":
		flag = "generate"
	}
	return fmt.Errorf("--%s: %s", flag, strings.TrimPrefix(wrong.Err.Error(), key+": "))
}

// plainText matches the values that need no quotes in a plan.
var plainText = lazyregexp.New(`^[0-9A-Za-z][0-9A-Za-z./+@ -]*$`)

// planValue returns a value, or several as a list, in the syntax of a plan.
func planValue(values []string) string {
	words := make([]string, len(values))
	for i, v := range values {
		if words[i] = v; !plainText.Get().MatchString(v) {
			words[i] = strconv.Quote(v)
		}
	}
	if len(words) == 1 {
		return words[0]
	}
	return "[" + strings.Join(words, ", ") + "]"
}
