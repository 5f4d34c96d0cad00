// Package strictyaml reads YAML that people write by hand into structs and refuses,
// with the line and the column, what was not meant: a key that is misspelt, named
// twice or without a value, a list where a word belongs, a second document.
//
// [Decode] reads a file into a struct with tags. It walks what goccy's parser returns,
// for goccy's own decoder, Strict included, does not keep the text (010 comes as "8",
// 1_000 as "1000"), takes an empty value for an absent key, takes in what aliases and merge
// keys name, and reads past a second document. What UnmarshalText refuses has no place
// there, and text or keys, or an element for a list of one, would have to be a type of
// its own in each case. It reports what is wrong with values before unknown keys, and of
// several of those any: the line that is shown first would change from run to run.
package strictyaml
