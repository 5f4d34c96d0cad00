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

// Unmarshal is json.Unmarshal whose errors say what stands where, and what would be right, to people who have
// never seen the program's types.
func Unmarshal(text []byte, into any) error {
	err := json.Unmarshal(text, into)
	if e, ok := errors.AsType[*json.SyntaxError](err); ok {
		return fmt.Errorf("%s: %w", place(text, e.Offset), e)
	}
	if e, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		what := "it"
		if e.Field != "" {
			// Before it are the fields that it is within, and types, which say nothing to people.
			what = fmt.Sprintf("%q", e.Field[strings.LastIndex(e.Field, ".")+1:])
		}
		return fmt.Errorf("%s holds %s where %s has to be", what, held(e.Value), wanted(e.Type))
	}
	return err
}

// place is that of the last byte that was read, but for line ends.
func place(text []byte, read int64) string {
	before := bytes.TrimRight(text[:read], "\n")
	column := len(before) - bytes.LastIndexByte(before, '\n') - 1
	if bytes.IndexByte(text, '\n') < 0 {
		return fmt.Sprintf("byte %d", column)
	}
	return fmt.Sprintf("line %d, byte %d", bytes.Count(before, []byte("\n"))+1, column)
}

// held is what stands there, of which json tells the kind, and of a number that does not fit the number.
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

// wanted is what has to stand for a value of the type.
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
