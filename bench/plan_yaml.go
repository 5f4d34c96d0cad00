package bench

import (
	"errors"
	"nqueens"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// document is a YAML file read strictly: by keys that are known, in types that
// are expected, each error at its place. Scalars are text; what a word means is
// for the key under which it stands to say.
type document struct{ name string }

// parse returns the root of the file's only document.
func (d document) parse(data []byte) (ast.Node, error) {
	// Doubled keys are left to mapping, which says where the first stands.
	file, err := parser.ParseBytes(data, 0, parser.AllowDuplicateMapKey())
	if err != nil {
		at, what := place{d.name, 1, 1}, err.Error()
		var syntax yaml.Error
		if errors.As(err, &syntax) {
			what = syntax.GetMessage()
			if token := syntax.GetToken(); token != nil && token.Position != nil {
				at.line, at.column = token.Position.Line, token.Position.Column
			}
		}
		return nil, at.errorf("%s", what)
	}
	var root ast.Node
	for _, doc := range file.Docs {
		switch {
		case doc.Body == nil:
		case root != nil:
			return nil, d.fail(doc.Body, "a second document begins here; a plan is one")
		default:
			root = doc.Body
		}
	}
	if root == nil {
		return nil, place{d.name, 1, 1}.errorf("the file is empty")
	}
	return root, nil
}

func (d document) place(node ast.Node) place {
	// A block mapping's own token is its first colon; it begins at its first key.
	if m, ok := node.(*ast.MappingNode); ok && !m.IsFlowStyle && len(m.Values) > 0 {
		node = m.Values[0].Key
	}
	position := node.GetToken().Position
	return place{d.name, position.Line, position.Column}
}

// fail is an error at the node.
func (d document) fail(node ast.Node, format string, args ...any) error {
	return d.place(node).errorf(format, args...)
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

// field is a key that a mapping may have and what reads its value.
type field struct {
	key  string
	read func(ast.Node) error
}

// mapping reads a mapping's values in the order of the fields. It refuses
// unknown, doubled and valueless keys.
func (d document) mapping(node ast.Node, fields ...field) error {
	var known []string
	for _, f := range fields {
		known = append(known, f.key)
	}
	values := map[string]ast.Node{}
	err := d.entries(node, known[0], func(key string, keyNode, value ast.Node) error {
		values[key] = value
		if !slices.Contains(known, key) {
			return d.fail(keyNode, "unknown key %q %s", key, nqueens.Suggest(key, known))
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, f := range fields {
		if value, ok := values[f.key]; ok {
			if err := f.read(value); err != nil {
				return err
			}
		}
	}
	return nil
}

// entries reads a mapping of any keys in the order in which they stand. It
// refuses doubled keys and those without a value; the example is a key that
// messages show.
func (d document) entries(node ast.Node, example string, read func(key string, keyNode, value ast.Node) error) error {
	m, ok := node.(ast.MapNode)
	if !ok {
		return d.fail(node, "keys with values expected (%s: …), this is %s", example, nodeKind(node))
	}
	first := map[string]ast.Node{}
	for it := m.MapRange(); it.Next(); {
		keyNode := it.Key()
		key := keyNode.GetToken().Value
		if before, ok := first[key]; ok {
			return d.fail(keyNode, "duplicate key %q (first on line %d)", key, d.place(before).line)
		}
		first[key] = keyNode
		_, null := it.Value().(*ast.NullNode)
		if err := read(key, keyNode, it.Value()); err != nil {
			return err
		}
		if null {
			return d.fail(keyNode, "%q has no value", key)
		}
	}
	return nil
}

// list reads each element of a list; anything else counts as a list of one.
func (d document) list(node ast.Node, read func(ast.Node) error) error {
	elements := []ast.Node{node}
	if list, ok := node.(*ast.SequenceNode); ok {
		if elements = list.Values; len(elements) == 0 {
			return d.fail(node, "the list is empty")
		}
	}
	for _, element := range elements {
		if err := read(element); err != nil {
			return err
		}
	}
	return nil
}

// text reads a single value as it is written, without its quotes.
func (d document) text(node ast.Node) (string, error) {
	if literal, ok := node.(*ast.LiteralNode); ok {
		return literal.Value.Value, nil
	}
	if _, ok := node.(ast.ScalarNode); !ok || nodeKind(node) != "a single value" {
		return "", d.fail(node, "a single value expected, this is %s", nodeKind(node))
	}
	return node.GetToken().Value, nil
}

// parsed reads a single value with parse, whose error then has a place.
func parsed[T any](d document, node ast.Node, parse func(string) (T, error)) (T, error) {
	var zero T
	text, err := d.text(node)
	if err != nil {
		return zero, err
	}
	value, err := parse(text)
	if err != nil {
		return zero, d.fail(node, "%w", err)
	}
	return value, nil
}

// words reads a single value that is not empty.
func (d document) words(node ast.Node) (string, error) {
	text, err := d.text(node)
	if text = strings.TrimSpace(text); err == nil && text == "" {
		err = d.fail(node, "the text is empty")
	}
	return text, err
}

// oneOf reads one of the known words.
func (d document) oneOf(node ast.Node, known ...string) (string, error) {
	word, err := d.text(node)
	if err == nil && !slices.Contains(known, word) {
		err = d.fail(node, "unknown value %q %s", word, nqueens.Suggest(word, known))
	}
	return word, err
}
