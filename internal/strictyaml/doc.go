// Package strictyaml reads handwritten YAML into structs. Its errors give the line and the column
// of what was probably not intended: a misspelt key, a repeated key or one without a value, a list
// in place of a word, or a second document.
//
// [Decode] reads a file into a struct with tags. It uses goccy's parser, but not goccy's decoder.
// That decoder, even with Strict, does not keep the text (010 becomes "8", 1_000 becomes "1000"),
// treats an empty value as an absent key, accepts aliases and merge keys, and ignores a second
// document. Errors of UnmarshalText have no place there, and alternatives such as text or keys, or
// an element for a list of one, would each need a type. It reports errors in values before unknown
// keys, and an arbitrary one of several, so that the reported line would vary between runs.
package strictyaml
