package strictyaml

import (
	"cmp"
	"encoding"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"nqueens/internal/suggest"
)

// A Place is a position in a file. Line and column count from 1.
type Place struct {
	File         string
	Line, Column int
}

// An Error is an error at a place.
type Error struct {
	Place
	Err error
}

// Error returns the message after the place, in the form that compilers use.
func (e *Error) Error() string { return fmt.Sprintf("%s:%d:%d: %v", e.File, e.Line, e.Column, e.Err) }
func (e *Error) Unwrap() error { return e.Err }

// Errorf returns an error at the place.
func (p Place) Errorf(format string, args ...any) error {
	return &Error{p, fmt.Errorf(format, args...)}
}

// At is a value and its place.
type At[T any] struct {
	Place
	Value T
}

func (a *At[T]) place(at Place) any {
	a.Place = at
	return &a.Value
}

// Entries are the values of a mapping with any keys, in order.
type Entries[T any] []Entry[T]

// An Entry is a key and its value. Its place is that of the key.
type Entry[T any] struct {
	Place
	Key   string
	Value T
}

func (e *Entries[T]) add(key string, at Place) any {
	*e = append(*e, Entry[T]{Place: at, Key: key})
	return &(*e)[len(*e)-1].Value
}

// Either is Keys if the file has keys with values, and Other otherwise.
type Either[K, O any] struct {
	Keys  K
	Other O
}

func (e *Either[K, O]) either(keys bool) any {
	if keys {
		return &e.Keys
	}
	return &e.Other
}

// Decode parses data, which must be one YAML document, and stores it in the struct that into points
// to. It decodes the fields in their order, each by its type:
//
//   - A struct is a mapping. Its keys are those in the tags of the fields, as in `yaml:"name"`; any
//     other key is an error. If the struct has a method Validate, Decode calls it and reports its
//     error at the first key.
//   - A slice is a list, or a single element.
//   - A type with a method UnmarshalText is a single value, and gets its text without quotes. A struct
//     with UnmarshalText is either a single value or a mapping. A string must not be empty.
//   - A pointer, an At, an Entries or an Either is decoded as the type that it contains. The tag
//     example:"16" of an Entries field is a key that error messages show as an example.
//
// Fields without a key in the file do not change. Errors are of type *Error and have the place.
func Decode(file string, data []byte, into any) error {
	d := decoder{file: file, root: reflect.TypeOf(into)}
	root, err := d.parse(data)
	if err != nil {
		return err
	}
	return d.decode(root, reflect.ValueOf(into).Elem())
}

type decoder struct {
	file    string
	example string // a key that Entries may have, for messages
	root    reflect.Type
}

// parse returns the root of the only document.
func (d decoder) parse(data []byte) (ast.Node, error) {
	// Repeated keys are left to entries, which reports the place of the first.
	file, err := parser.ParseBytes(data, 0, parser.AllowDuplicateMapKey())
	at := Place{d.file, 1, 1}
	if err != nil {
		what := err.Error()
		if syntax, ok := errors.AsType[yaml.Error](err); ok {
			what = syntax.GetMessage()
			if token := syntax.GetToken(); token != nil && token.Position != nil {
				at.Line, at.Column = token.Position.Line, token.Position.Column
			}
		}
		return nil, at.Errorf("%s", what)
	}
	var root ast.Node
	for _, doc := range file.Docs {
		switch {
		case doc.Body == nil:
		case root != nil:
			return nil, d.at(doc.Body).Errorf("a second document begins here; there is one in a file")
		default:
			root = doc.Body
		}
	}
	if root == nil {
		return nil, at.Errorf("the file is empty")
	}
	return root, nil
}

// at returns the place of the node.
func (d decoder) at(node ast.Node) Place {
	// The token of a block mapping is its first colon, but it begins at its first key.
	if m, ok := node.(*ast.MappingNode); ok && !m.IsFlowStyle && len(m.Values) > 0 {
		node = m.Values[0].Key
	}
	position := node.GetToken().Position
	return Place{d.file, position.Line, position.Column}
}

// kind returns what a node is, in the words of error messages.
func kind(node ast.Node) string {
	switch node.(type) {
	case ast.MapNode:
		return "keys with values"
	case *ast.SequenceNode:
		return "a list"
	case *ast.NullNode:
		return "nothing"
	case *ast.AnchorNode, *ast.AliasNode, *ast.TagNode:
		return "an anchor, an alias or a tag"
	}
	return "a single value"
}

func (d decoder) decode(node ast.Node, into reflect.Value) error {
	switch to := into.Addr().Interface().(type) {
	case interface{ place(Place) any }:
		return d.decode(node, reflect.ValueOf(to.place(d.at(node))).Elem())
	case interface{ either(bool) any }:
		_, keys := node.(ast.MapNode)
		return d.decode(node, reflect.ValueOf(to.either(keys)).Elem())
	case interface{ add(string, Place) any }:
		return d.entries(node, cmp.Or(d.example, "name"), func(key string, at Place, value ast.Node) error {
			return d.decode(value, reflect.ValueOf(to.add(key, at)).Elem())
		})
	case encoding.TextUnmarshaler:
		if _, keys := node.(ast.MapNode); keys && len(fields(into)) > 0 {
			return d.mapping(node, into)
		}
		text, err := d.text(node)
		if err == nil {
			err = d.placed(node, to.UnmarshalText([]byte(text)))
		}
		return err
	}
	switch into.Kind() {
	case reflect.Pointer:
		into.Set(reflect.New(into.Type().Elem()))
		return d.decode(node, into.Elem())
	case reflect.Slice:
		return d.list(node, into)
	case reflect.Struct:
		return d.mapping(node, into)
	case reflect.String:
		text, err := d.text(node)
		if text = strings.TrimSpace(text); err == nil && text == "" {
			err = d.at(node).Errorf("the text is empty")
		}
		into.SetString(text)
		return err
	}
	panic(fmt.Sprintf("strictyaml: no way to read a %v", into.Type()))
}

// placed adds the position of the node to an error that has no position yet.
func (d decoder) placed(node ast.Node, err error) error {
	if err == nil || errors.As(err, new(*Error)) {
		return err
	}
	return d.at(node).Errorf("%w", err)
}

// text returns a single value as it is written, without its quotes.
func (d decoder) text(node ast.Node) (string, error) {
	if literal, ok := node.(*ast.LiteralNode); ok {
		return literal.Value.Value, nil
	}
	if _, ok := node.(ast.ScalarNode); !ok || kind(node) != "a single value" {
		return "", d.at(node).Errorf("a single value expected, this is %s", kind(node))
	}
	return node.GetToken().Value, nil
}

func (d decoder) list(node ast.Node, into reflect.Value) error {
	elements := []ast.Node{node}
	if list, ok := node.(*ast.SequenceNode); ok {
		if elements = list.Values; len(elements) == 0 {
			return d.at(node).Errorf("the list is empty")
		}
	}
	into.Set(reflect.MakeSlice(into.Type(), len(elements), len(elements)))
	for i, element := range elements {
		if err := d.decode(element, into.Index(i)); err != nil {
			return err
		}
	}
	return nil
}

// entries calls read for each entry of a mapping and rejects repeated keys. example is a key to
// show in messages.
func (d decoder) entries(node ast.Node, example string, read func(key string, at Place, value ast.Node) error) error {
	m, ok := node.(ast.MapNode)
	if !ok {
		return d.at(node).Errorf("keys with values expected (%s: …), this is %s", example, kind(node))
	}
	first := map[string]int{} // by key, its line
	for it := m.MapRange(); it.Next(); {
		key, at := it.Key().GetToken().Value, d.at(it.Key())
		if line, twice := first[key]; twice {
			return at.Errorf("duplicate key %q (first on line %d)", key, line)
		}
		first[key] = at.Line
		if err := read(key, at, it.Value()); err != nil {
			return err
		}
	}
	return nil
}

// fields returns the fields of a struct that have a key.
func fields(into reflect.Value) (list []reflect.StructField) {
	if into.Kind() != reflect.Struct {
		return nil
	}
	for _, f := range reflect.VisibleFields(into.Type()) {
		if f.Tag.Get("yaml") != "" {
			list = append(list, f)
		}
	}
	return list
}

// elsewhere returns the keys, outermost first, under which the document may have a key: "runs, problems". It
// returns "" for a key of the document itself, and if there is no such key.
func (d decoder) elsewhere(key string) string {
	type place struct {
		t    reflect.Type
		keys []string
	}
	seen := map[reflect.Type]bool{}
	for list := []place{{d.root, nil}}; len(list) > 0; list = list[1:] {
		at := list[0]
		if seen[at.t] {
			continue
		}
		seen[at.t] = true
		switch at.t.Kind() {
		case reflect.Pointer, reflect.Slice:
			list = append(list, place{at.t.Elem(), at.keys})
		case reflect.Struct:
			for _, f := range reflect.VisibleFields(at.t) {
				switch name := f.Tag.Get("yaml"); {
				case name == key:
					return strings.Join(at.keys, ", ")
				case name != "":
					list = append(list, place{f.Type, append(slices.Clip(at.keys), name)})
				case f.IsExported() && !f.Anonymous: // of At, Entry, Either
					list = append(list, place{f.Type, at.keys})
				}
			}
		}
	}
	return ""
}

// mapping reads a struct. It rejects unknown keys and keys without a value.
func (d decoder) mapping(node ast.Node, into reflect.Value) error {
	var known []string
	fields := fields(into)
	for _, f := range fields {
		known = append(known, f.Tag.Get("yaml"))
	}
	values := map[string]ast.Node{}
	err := d.entries(node, known[0], func(key string, at Place, value ast.Node) error {
		if !slices.Contains(known, key) {
			if place := d.elsewhere(key); place != "" {
				return at.Errorf("unknown key %q: it is a key of %s", key, place)
			}
			return at.Errorf("unknown key %q %s", key, suggest.Among(key, known))
		}
		if _, null := value.(*ast.NullNode); null {
			return at.Errorf("%q has no value", key)
		}
		values[key] = value
		return nil
	})
	if err != nil {
		return err
	}
	for i, f := range fields {
		if value, ok := values[known[i]]; ok {
			of := decoder{d.file, f.Tag.Get("example"), d.root}
			if err := of.decode(value, into.FieldByIndex(f.Index)); err != nil {
				return err
			}
		}
	}
	if v, ok := into.Addr().Interface().(interface{ Validate() error }); ok {
		return d.placed(node, v.Validate())
	}
	return nil
}
