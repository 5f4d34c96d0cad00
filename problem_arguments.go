package nqueens

import (
	"fmt"
	"strconv"
	"strings"
)

// Arguments returns the arguments that name the problem on the command line, after "nqueens count":
// queens, 8, --given, a1,c2. The problem must have a board.
func (p Problem) Arguments() []string {
	size := strconv.Itoa(p.N)
	if p.Files != 0 && p.Files != p.N {
		size = fmt.Sprintf("%dx%d", p.Files, p.N)
	}
	words := []string{p.Family.Name, size}
	for _, q := range p.Family.Parameters {
		if value, set := p.Parameters[q.Name]; set {
			words = append(words, fmt.Sprintf("%s=%d", q.Name, value))
		}
	}
	if p.Pieces != nil {
		words = append(words, "--pieces", fmt.Sprint(p.Pieces))
	}
	if p.Regions != "" {
		words = append(words, "--map", string(p.Regions))
	}
	if p.Symmetric != Identity {
		words = append(words, "--symmetric", p.Symmetric.String())
	}
	words = append(words, flagOf("--given", p.Laid())...)
	words = append(words, flagOf("--blocked", p.Blocked)...)
	return append(words, flagOf("--excluded", p.Excluded)...)
}

// flagOf returns a flag and its values as two arguments, or none if there are no values.
func flagOf[T fmt.Stringer](flag string, list []T) []string {
	if len(list) == 0 {
		return nil
	}
	var names []string
	for _, x := range list {
		names = append(names, x.String())
	}
	return []string{flag, strings.Join(names, ",")}
}
