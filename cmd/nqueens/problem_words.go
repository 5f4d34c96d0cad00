package main

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"nqueens"
	"nqueens/family"
	"nqueens/internal/shell"
)

// familyAndSize parses [FAMILY] [N] [PARAMETER…]. N may be FILESxRANKS. A parameter is a number, in
// the order of the family's parameters, or name=number. A missing size is 0.
func familyAndSize(args []string, known nqueens.Catalogue) (nqueens.Problem, error) {
	p, rest := nqueens.Problem{Family: family.Queens}, args
	var err error
	if len(rest) > 0 && isFile(rest[0]) {
		return p, fmt.Errorf("%s is a file: write --file %s", rest[0], shell.Quoted(rest[0]))
	}
	if len(rest) > 0 && strings.Contains(rest[0], "(") {
		return p, asWords(rest[0], known)
	}
	if len(rest) > 0 && !numeric(rest[0]) {
		if p.Family, err = known.Named(rest[0]); err != nil {
			return p, err
		}
		rest = rest[1:]
	}
	if len(rest) == 0 {
		return p, nil
	}
	files, ranks, rectangle := strings.Cut(strings.ReplaceAll(rest[0], "×", "x"), "x")
	if !rectangle {
		ranks = files
	} else if files == "" || ranks == "" {
		return p, fmt.Errorf("size %q: write files x ranks, for example 5x8", rest[0])
	} else if p.Files, err = parseSize(files); err != nil {
		return p, err
	}
	if p.N, err = parseSize(ranks); err != nil {
		return p, err
	}
	for i, word := range rest[1:] {
		if _, err := known.Named(word); err == nil && len(args) == 2 {
			return p, fmt.Errorf("the family comes before the size: %s %s", word, rest[0])
		}
		name, value, named := strings.Cut(word, "=")
		switch {
		case named:
		case i < len(p.Family.Parameters):
			name, value = p.Family.Parameters[i].Name, word
		case i == 0:
			return p, fmt.Errorf("%q: one size is enough", word)
		default:
			return p, fmt.Errorf("%q: the family %s has no more parameters than %d", word, p.Family.Name, i)
		}
		number, err := strconv.Atoi(value)
		if err != nil {
			return p, fmt.Errorf("%s %q: write a whole number", name, value)
		}
		if err := p.SetParameter(name, number); err != nil {
			return p, err
		}
	}
	return p, nil
}

// asWords returns the error for a problem that is written as one word, as in queens(8). The error
// says how to write it in separate words, or what is wrong with the problem.
func asWords(name string, known nqueens.Catalogue) error {
	p, err := known.Parse(name)
	if err != nil {
		return err
	}
	if !p.HasBoard() {
		return fmt.Errorf("%q: a formula is read from its file, by --file", name)
	}
	words := fmt.Sprintf("%s %d", p.Family.Name, p.N)
	if p.Files > 0 {
		words = fmt.Sprintf("%s %dx%d", p.Family.Name, p.Files, p.N)
	}
	for _, parameter := range p.Family.Parameters {
		words += fmt.Sprintf(" %s=%d", parameter.Name, p.Parameter(parameter.Name))
	}
	return fmt.Errorf("%q: write %s, and givens and closed squares as flags", name, words)
}

// sizeOf returns the size of a board in the form that the command line accepts.
func sizeOf(b nqueens.Board) string {
	if b.IsSquare() {
		return strconv.Itoa(b.Files)
	}
	return fmt.Sprintf("%dx%d", b.Files, b.Ranks)
}

// parseSize parses the size of a board.
func parseSize(word string) (int, error) {
	n, err := strconv.Atoi(word)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return 0, fmt.Errorf("size %s: too large for any computer", word)
	case err != nil:
		return 0, fmt.Errorf("size %q: write a whole number, for example 8", word)
	case n < 1:
		return 0, fmt.Errorf("size %d: write a number from 1", n)
	}
	return n, nil
}

// isFile reports whether a word is the path of an existing file or folder. A name without a dot or a
// slash may be a family or a size, and is not looked up.
func isFile(word string) bool {
	if !strings.ContainsAny(word, "./") {
		return false
	}
	_, err := os.Stat(word)
	return err == nil
}

// numeric reports whether a word starts like a number.
func numeric(word string) bool {
	return word != "" && strings.ContainsRune("+-.0123456789", rune(word[0]))
}
