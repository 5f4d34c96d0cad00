package external

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"time"
)

// playSolver plays the role of a solver; args are the arguments of its command.
func playSolver(part string, args []string) {
	switch part {
	case "print": // prints args[0], with | for a line end
		fmt.Println(strings.ReplaceAll(args[0], "|", "\n"))
	case "print10", "print20", "print30", "print7":
		fmt.Println(strings.ReplaceAll(args[0], "|", "\n"))
		var status int
		fmt.Sscan(strings.TrimPrefix(part, "print"), &status)
		fmt.Fprintln(os.Stderr, "so it ends")
		os.Exit(status)
	case "file": // writes args[1] to the file args[0]
		if err := os.WriteFile(args[0], []byte(strings.ReplaceAll(args[1], "|", "\n")), 0o666); err != nil {
			panic(err)
		}
	case "long": // the same, and blank lines that make it too long
		if err := os.WriteFile(args[0], []byte(strings.ReplaceAll(args[1], "|", "\n")+strings.Repeat("\n", mostAnswer)), 0o666); err != nil {
			panic(err)
		}
	case "stubborn": // creates a file to show that it runs, and ignores SIGTERM
		signal.Ignore(syscall.SIGTERM)
		if err := os.WriteFile(args[0], nil, 0o666); err != nil {
			panic(err)
		}
		time.Sleep(time.Hour)
	case "leave": // answers, and leaves a child behind
		child := exec.Command(os.Args[0], "play", "haunt", args[0])
		if err := child.Start(); err != nil {
			panic(err)
		}
		for range 500 {
			if _, err := os.Stat(args[0] + ".born"); err == nil {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		fmt.Println("s UNSATISFIABLE")
	case "fill": // writes without end
		f, err := os.Create(args[0])
		if err != nil {
			panic(err)
		}
		for w := bufio.NewWriterSize(f, 1<<20); ; {
			fmt.Fprintln(w, 1, 0)
		}
	case "gush": // prints without end
		for much := make([]byte, 1<<20); ; {
			os.Stdout.Write(much)
		}
	case "eat":
		var hoard [][]byte
		for {
			b := make([]byte, 1<<20)
			for i := 0; i < len(b); i += 4096 {
				b[i] = 1
			}
			hoard = append(hoard, b)
			if len(hoard) > 1000 {
				os.Exit(7)
			}
		}
	case "environment":
		fmt.Printf("c %s %s\ns UNSATISFIABLE\n", os.Getenv("OMP_NUM_THREADS"), strings.Join(args, " "))
	}
}
