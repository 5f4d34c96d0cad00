// Package strictyaml reads YAML that people write by hand and refuses, with the
// line and the column, what was not meant: a key that is misspelt, named twice or
// without a value, a list where a word belongs, a second document.
//
// [Document.Parse] gives the tree of a file, [Document.Mapping] reads a part of it
// by the keys that it may have.
package strictyaml
