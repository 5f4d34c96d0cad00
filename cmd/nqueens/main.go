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
	"nqueens/backends/ipasir"
	"nqueens/backends/isolate"
	"nqueens/bench"
	"nqueens/bench/run"
	"nqueens/family"
	"nqueens/fleet/network"
	"nqueens/internal/printable"
)

func main() {
	if ipasir.Serving(os.Args) {
		os.Exit(ipasir.Serve(os.Args, os.Stdout, os.Stderr))
	}
	os.Exit(execute(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// stoppable returns a context that ends at the first Ctrl-C (or SIGTERM, SIGHUP). The running work
// then stops, and its results so far are kept. A second signal ends the program at once. Before
// stoppable is called the first signal ends the program, because reading a pipe may block for ever.
// A command calls it once, so that no signal falls between two calls.
func stoppable(ctx context.Context) context.Context {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // nohup ignores it
		signals = append(signals, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(ctx, signals...)
	context.AfterFunc(ctx, stop)
	return ctx
}

// The exit statuses of all commands.
const (
	answered    = 0 // also with "no solution"
	failedCheck = 1 // a disagreement, an invalid solution, a crash, or an answer that could not be printed
	badInput    = 2 // wrong input, or a file that cannot be read or written
	limitHit    = 3 // a limit or Ctrl-C came before the answer
)

// An exit is an error with the exit status of the program. Any other error ends the program with
// badInput.
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

// A program holds what the commands share: the streams and the backends.
type program struct {
	in          io.Reader
	out         *bufio.Writer // answers
	err         io.Writer     // everything else
	terminal    terminal
	backends    []backends.Backend
	families    nqueens.Catalogue
	busy        bool // count runs that had to wait for CPU cores
	busyness    func() bench.Busyness
	minTime     time.Duration // least total time of a run's timed repetitions; 0: the default
	toldLeftOut bool          // the note about external solvers that "all" leaves out was printed
	startNATS   func(network.Listen) (network.Broker, error)
	// start, if not nil, replaces isolate.Run for the child processes of runs.
	start func(context.Context, isolate.Command) (isolate.Result, error)
	once  *run.Runner // runs single jobs; nil before the first one
	// proofFile is the file that keeps the proof of a single answer, or "".
	proofFile string
	kept      []string // temporary files to remove at the end
}

// A terminal holds the raw streams behind out and err, without escaping. Coloured text, progress
// lines and the protocol between a child process and the harness are written to it.
type terminal struct {
	out, err io.Writer
	colour   bool // out is a terminal that supports colours
}

// newProgram returns a program for the given streams. It escapes control characters in all output,
// because names, files and backends may contain terminal commands.
func newProgram(in io.Reader, out, errs io.Writer, all []backends.Backend, known nqueens.Catalogue) *program {
	if file, ok := out.(*os.File); ok && closed(file) {
		out = noOutput{}
	}
	return &program{
		in: in, out: bufio.NewWriter(printable.Writer(out)), err: printable.Writer(errs),
		terminal: terminal{out, errs, colourful(out)}, backends: all, families: known, startNATS: startNATS, busyness: measureBusyness,
	}
}

// A noOutput replaces a closed standard output: each write fails.
type noOutput struct{}

func (noOutput) Write([]byte) (int, error) {
	return 0, errors.New("standard output is closed; redirect it to a file or to " + os.DevNull)
}

// execute runs one command line and returns the exit status.
func execute(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) int {
	return newProgram(in, out, errs, backends.All(), family.All()).execute(ctx, args)
}

func (p *program) execute(ctx context.Context, args []string) int {
	var command *cobra.Command
	switch {
	case len(args) > 0 && args[0] == childCommand:
		// Construct no other command: that would cost time and memory in the measured process.
		command, args = p.child(), args[1:]
	case len(args) > 0 && args[0] == fuzzChildCommand:
		command, args = p.fuzzChild(), args[1:]
	default:
		command = p.root(args)
	}
	command.SetArgs(args)
	err := command.ExecuteContext(ctx)
	for _, name := range p.kept {
		os.Remove(name) //nolint:errcheck // a temporary file
	}
	switch flushed := p.out.Flush(); {
	case errors.Is(flushed, syscall.EPIPE): // the reader closed the pipe
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
		fmt.Fprintln(p.err, "nqueens:", oneLine(flagGroups(err.Error())))
	}
	return status
}

// longestLine is the largest number of bytes of an error message that is printed.
const longestLine = 4000

// oneLine joins the lines of an error message, escapes control characters, and cuts out the middle
// if the text is longer than longestLine.
func oneLine(text string) string {
	text = printable.Text(strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' }), "; "))
	if len(text) > longestLine {
		text = strings.ToValidUTF8(text[:longestLine/2]+" … "+text[len(text)-longestLine/2:], "")
	}
	return text
}

// root returns the root command with all subcommands, or with only the one that args start with.
// Constructing all takes longer than counting a small board.
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
					err = missingValueError(f)
				}
			})
			return err
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			return cmd.Help()
		},
	}
	root.SetIn(p.in)
	root.SetOut(p.out) // before the completion command is constructed, which keeps the writer
	root.SetErr(p.err)
	root.SetVersionTemplate("{{.Version}}\n")
	root.SetFlagErrorFunc(flagError)
	named := func(c command) bool { return len(args) > 0 && args[0] == c.name }
	commands := p.commands()
	if i := slices.IndexFunc(commands, named); i >= 0 {
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

// A command names a command and constructs it on demand.
type command struct {
	name      string
	construct func() *cobra.Command
}

// commands returns all commands except those that cobra adds: help and completion.
func (p *program) commands() []command {
	return []command{
		{"solve", p.solve},
		{"count", p.count},
		{"sample", p.sample},
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
		{"repair", p.repairPuzzle},
		{"explain", p.explain},
		{"convert", p.convert},
		{"bench", p.bench},
		{"compare", p.compareRuns},
		{"export", p.export},
		{"import", p.importRun},
		{"schema", p.schema},
		{"chart", p.chart},
		{"report", p.reportPage},
		{"show", p.showTrace},
		{"play", p.play},
		{"reproduce", p.reproduce},
		{"fuzz", p.fuzz},
		{"check", p.check},
		{"backends", p.listBackends},
		{"families", p.listFamilies},
		{"encodings", p.listEncodings},
		{"doctor", p.doctor},
		{"man", p.man},
		{"version", p.version},
	}
}
