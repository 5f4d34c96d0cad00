package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/isolate"
	"nqueens/bench"
	"nqueens/bench/run"
	"nqueens/fleet/network"
	"nqueens/internal/leftover"
	"nqueens/internal/printable"
)

func main() {
	os.Exit(execute(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// stoppable returns a context that ends at the first Ctrl-C, which stops what
// runs and keeps what was found; a second one ends the program at once. So does
// the first while input is read, before a command asks for the context: a pipe may
// keep it waiting for ever. A command asks once, so that no signal comes in between.
func stoppable(ctx context.Context) context.Context {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as under nohup
		signals = append(signals, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(ctx, signals...)
	context.AfterFunc(ctx, stop)
	return ctx
}

// Exit statuses, as every command uses them.
const (
	answered    = 0 // also "no solution"
	failedCheck = 1 // a disagreement, an invalid solution, a crash; also an answer that could not be printed
	badInput    = 2 // also a file that cannot be read or written
	limitHit    = 3 // a limit, or Ctrl-C, before the answer
)

// exit is an error that carries the status to end with. Any other error is bad
// input.
type exit struct {
	status int
	err    error // printed if not nil
}

func (e *exit) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit status %d", e.status)
	}
	return e.err.Error()
}

// program is what the commands share: the streams and the backends.
type program struct {
	in          io.Reader
	out         *bufio.Writer // answers
	err         io.Writer     // everything else
	terminal    terminal
	backends    []backends.Backend
	families    []*nqueens.Family // beside those of family.All
	busy        bool              // runs count that waited for their cores
	busyness    func() bench.Busyness
	minTime     time.Duration // of a run's timed answers together, 0 for what is usual
	toldLeftOut bool          // which external solvers "all" leaves out was said
	startNATS   func(network.Listen) (network.Broker, error)
	// start, if set, takes the place of isolate.Run for the child processes of runs.
	start func(context.Context, isolate.Command) (isolate.Result, error)
	once  *run.Runner // of single jobs, after the first; it knows which build this is
	// proofFile is where the proof of the only answer is kept, or "".
	proofFile string
	kept      []string // files to be removed at the end
}

// terminal is where out and err go. What is written to it is not escaped, which what has
// colours or draws progress does itself, and what a child process tells the harness needs not.
type terminal struct {
	out, err io.Writer
	colour   bool // out is a terminal that colours are welcome on
}

// newProgram has all that it prints escaped: a terminal would obey what names, files and
// backends say.
func newProgram(in io.Reader, out, errs io.Writer, all []backends.Backend, more ...*nqueens.Family) *program {
	if file, ok := out.(*os.File); ok && closed(file) {
		out = noOutput{}
	}
	return &program{
		in: in, out: bufio.NewWriter(printable.Writer(out)), err: printable.Writer(errs),
		terminal: terminal{out, errs, colourful(out)}, backends: all, families: more, startNATS: startNATS, busyness: measureBusyness,
	}
}

// noOutput is a standard output that is closed: what is written to it is an error.
type noOutput struct{}

func (noOutput) Write([]byte) (int, error) {
	return 0, errors.New("standard output is closed; redirect it to a file or to " + os.DevNull)
}

// execute carries out one command line and returns the exit status. More families
// than those of family.All may be spoken of if they are given.
func execute(ctx context.Context, args []string, in io.Reader, out, errs io.Writer, more ...*nqueens.Family) int {
	return newProgram(in, out, errs, backends.All(), more...).execute(ctx, args)
}

func (p *program) execute(ctx context.Context, args []string) int {
	var command *cobra.Command
	if len(args) > 0 && args[0] == childCommand {
		// Alone: the others would take time and stay in the memory of what is measured.
		command, args = p.child(), args[1:]
	} else {
		leftover.CollectFolders() // of a command that was killed
		command = p.root(args)
	}
	command.SetArgs(args)
	err := command.ExecuteContext(ctx)
	for _, name := range p.kept {
		os.Remove(name) //nolint:errcheck // it is one of the system's temporary files
	}
	switch flushed := p.out.Flush(); {
	case errors.Is(flushed, syscall.EPIPE): // who read it has enough
		err = &exit{status: failedCheck}
	case flushed != nil:
		err = &exit{status: failedCheck, err: fmt.Errorf("writing the answer: %w", flushed)}
	}
	if err == nil {
		return answered
	}
	status := badInput
	var e *exit
	if errors.As(err, &e) {
		status = e.status
	}
	if e == nil || e.err != nil {
		fmt.Fprintln(p.err, "nqueens:", oneLine(err.Error()))
	}
	return status
}

// longestLine is how many bytes of an error are shown: a word that it quotes may have any number.
const longestLine = 4000

// oneLine folds an error that a library spread over several lines, escapes what a
// file, a name or a backend put into it, and leaves out the middle of a very long one.
func oneLine(text string) string {
	text = printable.Text(strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' }), "; "))
	if len(text) > longestLine {
		text = strings.ToValidUTF8(text[:longestLine/2]+" … "+text[len(text)-longestLine/2:], "")
	}
	return text
}

// root returns the command whose subcommands are all others, or only the one that the arguments
// begin with: to construct all takes longer than to count a small board.
func (p *program) root(args []string) *cobra.Command {
	root := &cobra.Command{
		Use:   "nqueens",
		Short: "Compare constraint-solver backends on n-queens and its relatives",
		Long: `Solve, count, encode and benchmark n-queens and its relatives with SAT solvers,
dancing links and bitmasks, cross-checking every answer.`,
		Example: `  nqueens solve 8                          one solution as a board
  nqueens count 12                         how many there are
  nqueens count 10 --backend all           by every backend, compared
  nqueens encode 8 | minisat /dev/stdin    for a solver of your own
  nqueens bench                            the built-in comparison, with charts`,
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          knownCommand,
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) (err error) {
			cmd.Flags().Visit(func(f *pflag.Flag) {
				given := []string{f.Value.String()}
				if list, ok := f.Value.(pflag.SliceValue); ok {
					given = list.GetSlice()
				}
				if (f.Value.Type() == "string" || f.Value.Type() == "stringArray") && slices.Contains(given, "") {
					err = withoutValue(f)
				}
			})
			return err
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			return cmd.Help()
		},
	}
	root.SetIn(p.in)
	root.SetOut(p.out) // before the completion command is made, which keeps it
	root.SetErr(p.err)
	root.SetVersionTemplate("{{.Version}}\n")
	root.SetFlagErrorFunc(flagError)
	asked := func(c command) bool { return len(args) > 0 && args[0] == c.name }
	commands := p.commands()
	if i := slices.IndexFunc(commands, asked); i >= 0 {
		commands = commands[i : i+1]
		root.CompletionOptions.DisableDefaultCmd = true
	} else {
		root.Version = thisBuild(bench.StampedCommit()).String()
	}
	for _, c := range commands {
		root.AddCommand(c.construct())
	}
	root.SetHelpCommand(helpCommand(root))
	refuseUnknownShells(root)
	return root
}

// command is a command of the program, which is constructed when it is asked for.
type command struct {
	name      string
	construct func() *cobra.Command
}

// commands returns all commands, without those that cobra adds: help and completion.
func (p *program) commands() []command {
	return []command{
		{"solve", p.solve},
		{"count", p.count},
		{"sum", p.sum},
		{"plan-parts", p.planParts},
		{"work", p.work},
		{"serve", p.serve},
		{"status", p.status},
		{"slurm", p.slurm},
		{"kubernetes", p.kubernetes},
		{"estimate", p.estimate},
		{"encode", p.encode},
		{"generate", p.generate},
		{"convert", p.convert},
		{"bench", p.bench},
		{"compare", p.compareRuns},
		{"export", p.export},
		{"import", p.importRun},
		{"schema", p.schema},
		{"chart", p.chart},
		{"report", p.reportPage},
		{"reproduce", p.reproduce},
		{"check", p.check},
		{"backends", p.listBackends},
		{"families", p.listFamilies},
		{"doctor", p.doctor},
		{"man", p.man},
		{"version", p.version},
	}
}
