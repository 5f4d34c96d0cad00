package jsonfile

import (
	"bytes"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
)

// Unmarshal is like json.Unmarshal, but its errors do not name Go types: they contain the position,
// the value found and the expected kind of value.
func Unmarshal(text []byte, into any) error {
	err := json.Unmarshal(text, into)
	if e, ok := errors.AsType[*json.SyntaxError](err); ok {
		return fmt.Errorf("%s: %w", place(text, e.Offset), e)
	}
	if e, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		what := "it"
		if e.Field != "" {
			// The enclosing fields and types before the last name do not help the reader.
			what = fmt.Sprintf("%q", e.Field[strings.LastIndex(e.Field, ".")+1:])
		}
		return fmt.Errorf("%s holds %s where %s is expected", what, held(e.Value), wanted(e.Type))
	}
	return err
}

// place returns the position of the last byte that was read, ignoring line ends.
func place(text []byte, read int64) string {
	before := bytes.TrimRight(text[:read], "\n")
	column := len(before) - bytes.LastIndexByte(before, '\n') - 1
	if bytes.IndexByte(text, '\n') < 0 {
		return fmt.Sprintf("byte %d", column)
	}
	return fmt.Sprintf("line %d, byte %d", bytes.Count(before, []byte("\n"))+1, column)
}

// held describes the value that was found. json gives its kind, or the number if it does not fit.
func held(value string) string {
	switch kind, number, _ := strings.Cut(value, " "); {
	case number != "":
		return "the number " + number
	case kind == "string":
		return "a text"
	case kind == "array":
		return "a list"
	case kind == "object":
		return "an object, in braces,"
	case kind == "bool":
		return "true or false"
	}
	return "a " + value
}

// wanted describes the expected value of a type.
func wanted(t reflect.Type) string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch kind := t.Kind(); {
	case reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]()), kind == reflect.String:
		return "a text, in quotes,"
	case kind == reflect.Slice, kind == reflect.Array:
		return "a list, in brackets,"
	case kind == reflect.Struct, kind == reflect.Map:
		return "an object, in braces,"
	case kind == reflect.Bool:
		return "true or false"
	case kind >= reflect.Uint && kind <= reflect.Uint64:
		return fmt.Sprintf("a whole number of %d bits, not below 0,", t.Bits())
	case kind >= reflect.Int && kind <= reflect.Int64:
		return fmt.Sprintf("a whole number of %d bits", t.Bits())
	}
	return fmt.Sprintf("a number of %d bits", t.Bits())
}
