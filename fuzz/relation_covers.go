package fuzz

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// renamedCover permutes the names of the items.
func renamedCover(r *rand.Rand, c *Cover) []Form {
	d := &Cover{slices.Clone(c.Items), c.Options}
	for i, other := range r.Perm(len(c.Items)) {
		d.Items[i].Name = c.Items[other].Name
	}
	return []Form{d}
}

// reorderedCover changes the order of the items, of the options, and of the items of each option.
func reorderedCover(r *rand.Rand, c *Cover) []Form {
	d, place := &Cover{Items: make([]Item, len(c.Items))}, r.Perm(len(c.Items))
	for i, item := range c.Items {
		d.Items[place[i]] = item
	}
	for _, k := range r.Perm(len(c.Options)) {
		var option []Entry
		for _, e := range c.Options[k] {
			option = append(option, Entry{place[e.Item], e.Colour})
		}
		r.Shuffle(len(option), func(i, j int) { option[i], option[j] = option[j], option[i] })
		d.add(option)
	}
	return []Form{d}
}

// cofactorsCover returns two problems for a random option: one in which each solution contains the option,
// because a new primary item is only in this option, and one without the option. It chooses an option with
// a primary item, because options without one are in no solution.
func cofactorsCover(r *rand.Rand, c *Cover) []Form {
	var among []int
	for i, option := range c.Options {
		if slices.ContainsFunc(option, func(e Entry) bool { return !c.Items[e.Item].Secondary }) {
			among = append(among, i)
		}
	}
	if len(among) == 0 {
		return nil
	}
	at := among[r.IntN(len(among))]
	with := &Cover{append(slices.Clone(c.Items), Item{Name: "chosen"}), slices.Clone(c.Options)}
	with.Options[at] = append(slices.Clone(c.Options[at]), Entry{Item: len(c.Items)})
	return []Form{with, &Cover{c.Items, slices.Delete(slices.Clone(c.Options), at, at+1)}}
}

func unionCover(r *rand.Rand, c *Cover) []Form {
	other, ok := covers(r).(*Cover)
	if !ok {
		return nil
	}
	both := &Cover{Items: slices.Clone(c.Items), Options: slices.Clone(c.Options)}
	for _, item := range other.Items {
		item.Name = fmt.Sprintf("other-%s", item.Name)
		both.Items = append(both.Items, item)
	}
	for _, option := range other.Options {
		option = slices.Clone(option)
		for i := range option {
			option[i].Item += len(c.Items)
		}
		both.add(option)
	}
	return []Form{other, both}
}
