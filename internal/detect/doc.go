// Package detect tells in which format a text is.
//
// Each format has a grammar of the beginning of a text. A text that fits one
// grammar is in that format. The ending of the file's name decides between
// formats that fit equally well. A text that fits several formats otherwise is
// refused, with their names. Formats that are not read are known too, so that a
// text in one of them is refused by its name and not taken for another format.
package detect
