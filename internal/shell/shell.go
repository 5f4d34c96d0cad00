// Package shell writes words in the syntax of a POSIX shell, and reads words in the part of this
// syntax that it writes.
package shell

import "strings"

// Quoted returns the word in shell syntax: unchanged, or in single quotes if it contains special
// characters.
func Quoted(word string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=+:,@"
	if word != "" && strings.Trim(word, plain) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
