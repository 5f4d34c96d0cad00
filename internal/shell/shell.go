// Package shell writes words as a POSIX shell reads them, and reads what it wrote.
package shell

import "strings"

// Quoted returns the word as a shell reads it: as it is, or in single quotes where the shell would
// take a character of it for its own.
func Quoted(word string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=+:,@"
	if word != "" && strings.Trim(word, plain) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
