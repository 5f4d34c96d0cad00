// Package lazyregexp compiles regular expressions when they are first used: compiled as the
// program starts, they would cost every command and every measured child process the time.
package lazyregexp

import (
	"regexp"
	"sync"
)

// Regexp is a regular expression that is compiled once, at its first use.
type Regexp struct {
	text     string
	once     sync.Once
	compiled *regexp.Regexp
}

// New returns the regular expression that regexp.MustCompile returns of the text. The
// compiler evaluates a call in a package's variable, so that nothing runs at the start.
func New(text string) *Regexp { return &Regexp{text: text} }

// Get returns the compiled expression. It panics if the text is none.
func (r *Regexp) Get() *regexp.Regexp {
	r.once.Do(func() { r.compiled = regexp.MustCompile(r.text) })
	return r.compiled
}
