// Package lazyregexp compiles regular expressions at their first use. Compiling them at the start
// would cost time in every command and every measured child process.
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

// New returns the regular expression for regexp.MustCompile. For a package variable the compiler
// evaluates the call, so that nothing runs at the start.
func New(text string) *Regexp { return &Regexp{text: text} }

// Get returns the compiled expression. It panics if the text is not a regular expression.
func (r *Regexp) Get() *regexp.Regexp {
	r.once.Do(func() { r.compiled = regexp.MustCompile(r.text) })
	return r.compiled
}
