// Package shell writes words in the syntax of a POSIX shell, and reads what it wrote.
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
