// Package strictyaml reads YAML that people write by hand into structs and refuses,
// with the line and the column, what was not meant: a key that is misspelt, named
// twice or without a value, a list where a word belongs, a second document.
//
// [Decode] reads a file into a struct with tags.
package strictyaml
