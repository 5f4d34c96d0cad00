package fuzz

import (
	"bytes"
	"fmt"
	"slices"

	"nqueens"
	"nqueens/encode"
	"nqueens/internal/table"
)

// Cover is an exact cover problem with secondary items, colours and multiplicities.
type Cover struct {
	Items   []Item    `json:"items"`
	Options [][]Entry `json:"options"`
}

// Item is an item of an exact cover.
type Item struct {
	Name      string `json:"name"`
	Secondary bool   `json:"secondary,omitempty"`
	// Least and Most bound the number of times that a primary item is covered; if both are 0, it is exactly once.
	Least int `json:"least,omitempty"`
	Most  int `json:"most,omitempty"`
}

// Entry is an item of an option, with the colour that the option gives to it.
type Entry struct {
	Item   int    `json:"item"`
	Colour string `json:"colour,omitempty"`
}

// Problem implements Form.
func (c *Cover) Problem() (nqueens.Problem, error) {
	return read(encode.ExactCover, c.Extension(), c.Text())
}

// Extension implements Form.
func (c *Cover) Extension() string { return ".xc" }

// Text implements Form.
func (c *Cover) Text() []byte {
	var b bytes.Buffer
	for _, secondary := range []bool{false, true} {
		if secondary {
			b.WriteString("|")
		}
		for _, item := range c.Items {
			switch {
			case item.Secondary != secondary:
			case item.Most > 0:
				fmt.Fprintf(&b, "%d:%d|%s ", item.Least, item.Most, item.Name)
			case secondary:
				b.WriteString(" " + item.Name)
			default:
				b.WriteString(item.Name + " ")
			}
		}
	}
	b.WriteByte('\n')
	for _, option := range c.Options {
		for i, e := range option {
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(c.Items[e.Item].Name)
			if e.Colour != "" {
				b.WriteString(":" + e.Colour)
			}
		}
		b.WriteByte('\n')
	}
	return b.Bytes()
}

// Size implements Form.
func (c *Cover) Size() string {
	return table.Plural(len(c.Items), "item") + ", " + table.Plural(len(c.Options), "option")
}

// Cuts implements Form. It removes options without items.
func (c *Cover) Cuts() []Cut {
	entries, colours, multiple := 0, 0, 0
	for _, option := range c.Options {
		entries += len(option)
		for _, e := range option {
			if e.Colour != "" {
				colours++
			}
		}
	}
	for _, item := range c.Items {
		if item.Most > 0 {
			multiple++
		}
	}
	return []Cut{
		{"options", len(c.Options), func(gone []bool) Form {
			return &Cover{c.Items, kept(c.Options, gone)}
		}},
		{"items", len(c.Items), c.withoutItems},
		{"entries of options", entries, func(gone []bool) Form {
			d := &Cover{Items: c.Items}
			for _, option := range c.Options {
				d.add(kept(option, gone[:len(option)]))
				gone = gone[len(option):]
			}
			return d
		}},
		{"colours", colours, func(gone []bool) Form {
			d, k := &Cover{Items: c.Items}, 0
			for _, option := range c.Options {
				option = append([]Entry(nil), option...)
				for i := range option {
					if option[i].Colour != "" {
						if gone[k] {
							option[i].Colour = ""
						}
						k++
					}
				}
				d.add(option)
			}
			return d
		}},
		{"multiplicities", multiple, func(gone []bool) Form {
			d, k := &Cover{append([]Item(nil), c.Items...), c.Options}, 0
			for i := range d.Items {
				if d.Items[i].Most > 0 {
					if gone[k] {
						d.Items[i].Least, d.Items[i].Most = 0, 0
					}
					k++
				}
			}
			return d
		}},
	}
}

// add appends an option unless it is empty.
func (c *Cover) add(option []Entry) {
	if len(option) > 0 {
		c.Options = append(c.Options, option)
	}
}

// withoutItems returns the problem without the items for which gone is set. It returns nil if no
// primary item is left, which the format cannot express.
func (c *Cover) withoutItems(gone []bool) Form {
	d, number := &Cover{Items: kept(c.Items, gone)}, make([]int, len(c.Items))
	if !slices.ContainsFunc(d.Items, func(item Item) bool { return !item.Secondary }) {
		return nil
	}
	n := 0
	for i := range number {
		number[i] = n
		if !gone[i] {
			n++
		}
	}
	for _, option := range c.Options {
		var left []Entry
		for _, e := range option {
			if !gone[e.Item] {
				left = append(left, Entry{number[e.Item], e.Colour})
			}
		}
		d.add(left)
	}
	return d
}
