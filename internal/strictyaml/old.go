package strictyaml

import (
	"errors"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"nqueens"
)

// Document is a YAML file read strictly: by keys that are known, in types that
// are expected, each error at its place. Scalars are text; what a word means is
// for the key under which it stands to say.
type Document struct{ Name string }

// Parse returns the root of the file's only document.
func (d Document) Parse(data []byte) (ast.Node, error) {
	// Doubled keys are left to Mapping, which says where the first stands.
	file, err := parser.ParseBytes(data, 0, parser.AllowDuplicateMapKey())
	if err != nil {
		at, what := Place{d.Name, 1, 1}, err.Error()
		var syntax yaml.Error
		if errors.As(err, &syntax) {
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
			return nil, d.Fail(doc.Body, "a second document begins here; there is one in a file")
		default:
			root = doc.Body
		}
	}
	if root == nil {
		return nil, Place{d.Name, 1, 1}.Errorf("the file is empty")
	}
	return root, nil
}

// Place is where the node stands.
func (d Document) Place(node ast.Node) Place {
	// A block mapping's own token is its first colon; it begins at its first key.
	if m, ok := node.(*ast.MappingNode); ok && !m.IsFlowStyle && len(m.Values) > 0 {
		node = m.Values[0].Key
	}
	position := node.GetToken().Position
	return Place{d.Name, position.Line, position.Column}
}

// Fail is an error at the node.
func (d Document) Fail(node ast.Node, format string, args ...any) error {
	return d.Place(node).Errorf(format, args...)
}

// nodeKind says what a node is, in the words of error messages.
func nodeKind(node ast.Node) string {
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

// Field is a key that a mapping may have and what reads its value.
type Field struct {
	Key  string
	Read func(ast.Node) error
}

// Mapping reads a mapping's values in the order of the fields. It refuses
// unknown, doubled and valueless keys.
func (d Document) Mapping(node ast.Node, fields ...Field) error {
	var known []string
	for _, f := range fields {
		known = append(known, f.Key)
	}
	values := map[string]ast.Node{}
	err := d.Entries(node, known[0], func(key string, keyNode, value ast.Node) error {
		values[key] = value
		if !slices.Contains(known, key) {
			return d.Fail(keyNode, "unknown key %q %s", key, nqueens.Suggest(key, known))
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, f := range fields {
		if value, ok := values[f.Key]; ok {
			if err := f.Read(value); err != nil {
				return err
			}
		}
	}
	return nil
}

// Entries reads a mapping of any keys in the order in which they stand. It
// refuses doubled keys and those without a value; the example is a key that
// messages show.
func (d Document) Entries(node ast.Node, example string, read func(key string, keyNode, value ast.Node) error) error {
	m, ok := node.(ast.MapNode)
	if !ok {
		return d.Fail(node, "keys with values expected (%s: …), this is %s", example, nodeKind(node))
	}
	first := map[string]ast.Node{}
	for it := m.MapRange(); it.Next(); {
		keyNode := it.Key()
		key := keyNode.GetToken().Value
		if before, ok := first[key]; ok {
			return d.Fail(keyNode, "duplicate key %q (first on line %d)", key, d.Place(before).Line)
		}
		first[key] = keyNode
		_, null := it.Value().(*ast.NullNode)
		if err := read(key, keyNode, it.Value()); err != nil {
			return err
		}
		if null {
			return d.Fail(keyNode, "%q has no value", key)
		}
	}
	return nil
}

// List reads each element of a list; anything else counts as a list of one.
func (d Document) List(node ast.Node, read func(ast.Node) error) error {
	elements := []ast.Node{node}
	if list, ok := node.(*ast.SequenceNode); ok {
		if elements = list.Values; len(elements) == 0 {
			return d.Fail(node, "the list is empty")
		}
	}
	for _, element := range elements {
		if err := read(element); err != nil {
			return err
		}
	}
	return nil
}

// Text reads a single value as it is written, without its quotes.
func (d Document) Text(node ast.Node) (string, error) {
	if literal, ok := node.(*ast.LiteralNode); ok {
		return literal.Value.Value, nil
	}
	if _, ok := node.(ast.ScalarNode); !ok || nodeKind(node) != "a single value" {
		return "", d.Fail(node, "a single value expected, this is %s", nodeKind(node))
	}
	return node.GetToken().Value, nil
}

// Parsed reads a single value with parse, whose error then has a place.
func Parsed[T any](d Document, node ast.Node, parse func(string) (T, error)) (T, error) {
	var zero T
	text, err := d.Text(node)
	if err != nil {
		return zero, err
	}
	value, err := parse(text)
	if err != nil {
		return zero, d.Fail(node, "%w", err)
	}
	return value, nil
}

// Words reads a single value that is not empty.
func (d Document) Words(node ast.Node) (string, error) {
	text, err := d.Text(node)
	if text = strings.TrimSpace(text); err == nil && text == "" {
		err = d.Fail(node, "the text is empty")
	}
	return text, err
}

// OneOf reads one of the known words.
func (d Document) OneOf(node ast.Node, known ...string) (string, error) {
	word, err := d.Text(node)
	if err == nil && !slices.Contains(known, word) {
		err = d.Fail(node, "unknown value %q %s", word, nqueens.Suggest(word, known))
	}
	return word, err
}
