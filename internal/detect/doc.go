// Package detect detects the format of a text.
//
// Each format has a grammar for the beginning of a text. A text that fits exactly one grammar is in
// that format. If it fits several equally well, the ending of the file's name decides, and
// otherwise the error names these formats. Unsupported formats are also known, so that a text in
// one of them gives an error with its name and is not taken for another format.
package detect
