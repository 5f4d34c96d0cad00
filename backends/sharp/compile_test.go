package sharp

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"nqueens"
	"nqueens/ddnnf"
	"nqueens/encode"
)

// A nnf is a file in c2d's format, as parsed by readNNF.
type nnf struct {
	variables int
	nodes     []nnfNode
}

type nnfNode struct {
	kind     byte // L, A or O
	label    int  // the literal of an L, or the variable that an O decides
	children []int
}

// readNNF parses c2d's format and checks the numbers of its first line.
func readNNF(t *testing.T, text string) nnf {
	t.Helper()
	in := bufio.NewScanner(strings.NewReader(text))
	in.Buffer(nil, 1<<24)
	var f nnf
	var nodes, edges, met int
	if !in.Scan() {
		t.Fatal("an empty file")
	}
	if _, err := fmt.Sscanf(in.Text(), "nnf %d %d %d", &nodes, &edges, &f.variables); err != nil {
		t.Fatal(err)
	}
	for in.Scan() {
		fields := strings.Fields(in.Text())
		var numbers []int
		for _, word := range fields[1:] {
			var n int
			if _, err := fmt.Sscan(word, &n); err != nil {
				t.Fatalf("%q: %v", in.Text(), err)
			}
			numbers = append(numbers, n)
		}
		n := nnfNode{kind: fields[0][0]}
		switch n.kind {
		case 'L':
			n.label = numbers[0]
		case 'A':
			n.children = numbers[1:]
		case 'O':
			n.label, n.children = numbers[0], numbers[2:]
			numbers = numbers[1:]
		default:
			t.Fatalf("%q: no such node", in.Text())
		}
		if n.kind != 'L' && numbers[0] != len(n.children) {
			t.Fatalf("%q: the number of children is not %d", in.Text(), numbers[0])
		}
		met += len(n.children)
		f.nodes = append(f.nodes, n)
	}
	if len(f.nodes) != nodes || met != edges {
		t.Fatalf("%d nodes and %d edges, where the first line has %d and %d", len(f.nodes), met, nodes, edges)
	}
	return f
}

// count returns the sum of the weights of all models over some variables. It checks that the parts of a
// conjunction share no variable, and that a disjunction decides its variable.
func (f nnf) count(t *testing.T, shown []int32, weights map[int32]nqueens.Weight) *big.Rat {
	t.Helper()
	weight := func(l int) *big.Rat {
		w, ok := weights[int32(max(l, -l))]
		switch {
		case !ok:
			return big.NewRat(1, 1)
		case l > 0:
			return w.Chosen
		}
		return w.NotChosen
	}
	type part struct {
		sum       *big.Rat
		variables map[int]bool
		top       map[int]bool // the literals of a conjunction, or the literal
	}
	free := func(sum *big.Rat, all, has map[int]bool) *big.Rat {
		sum = new(big.Rat).Set(sum)
		for v := range all {
			if !has[v] {
				sum.Mul(sum, new(big.Rat).Add(weight(v), weight(-v)))
			}
		}
		return sum
	}
	parts := make([]part, len(f.nodes))
	for i, n := range f.nodes {
		p := part{sum: new(big.Rat), variables: map[int]bool{}, top: map[int]bool{}}
		for _, c := range n.children {
			if c >= i {
				t.Fatalf("node %d comes before its child %d", i, c)
			}
		}
		switch n.kind {
		case 'L':
			p.sum.Set(weight(n.label))
			p.variables[max(n.label, -n.label)] = true
			p.top[n.label] = true
		case 'A':
			p.sum.SetInt64(1)
			for _, c := range n.children {
				p.sum.Mul(p.sum, parts[c].sum)
				for v := range parts[c].variables {
					if p.variables[v] {
						t.Fatalf("two parts of node %d have variable %d", i, v)
					}
					p.variables[v] = true
				}
				if f.nodes[c].kind == 'L' {
					p.top[f.nodes[c].label] = true
				}
			}
		case 'O':
			if len(n.children) == 0 {
				break
			}
			yes, no := parts[n.children[0]], parts[n.children[1]]
			if !yes.top[n.label] || !no.top[-n.label] {
				t.Fatalf("node %d does not decide variable %d", i, n.label)
			}
			for _, side := range []part{yes, no} {
				for v := range side.variables {
					p.variables[v] = true
				}
			}
			p.sum.Add(free(yes.sum, p.variables, yes.variables), free(no.sum, p.variables, no.variables))
		}
		parts[i] = p
	}
	root := parts[len(parts)-1]
	all := map[int]bool{}
	for _, v := range shown {
		all[int(v)] = true
	}
	for v := range root.variables {
		if !all[v] {
			t.Fatalf("variable %d is in the graph and not projected on", v)
		}
	}
	return free(root.sum, all, root.variables)
}

// compiled returns the graph of a formula.
func compiled(t *testing.T, f *encode.CNF, config Config) *ddnnf.Graph {
	t.Helper()
	c, err := New(f, config)
	if err != nil {
		t.Fatal(err)
	}
	g, err := c.Compile(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestCompile compares graphs with brute force after writing and reading them.
func TestCompile(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	nodes := 0
	for i := range 2000 {
		f := randomFormula(random, 11)
		weights := randomWeights(random, f)
		for _, config := range []Config{{}, {Exact: true, Seed: 1}, {Memory: 1 << 16, Seed: 2}} {
			f.Weights = nil
			g := compiled(t, f, config)
			var text bytes.Buffer
			if err := g.WriteNNF(&text); err != nil {
				t.Fatal(err)
			}
			read := readNNF(t, text.String())
			nodes += len(read.nodes)
			for _, w := range []map[int32]nqueens.Weight{nil, weights} {
				f.Weights = w
				if got, want := read.count(t, g.Shown(), w), bruteForce(f); got.Cmp(want) != 0 {
					t.Fatalf("formula %d, %+v: %v; brute force finds %v\n%v\n%s", i, config, got, want, describe(f), text.String())
				}
			}
		}
	}
	t.Logf("%d nodes", nodes)
}

func describe(f *encode.CNF) string { return text(f) }

// TestCompileSharesNodes compiles a chain. The size of its graph grows with the length of the chain and not
// with its number of models.
func TestCompileSharesNodes(t *testing.T) {
	for _, n := range []int{100, 200} {
		f := encode.NewCNF(n)
		for v := int32(1); v+2 <= int32(n); v++ {
			f.Add(v, v+1, v+2)
			f.Add(-v, -v-1, -v-2)
		}
		if g := compiled(t, f, Config{}); g.Len() > 30*n {
			t.Errorf("%d variables: %d nodes", n, g.Len())
		}
	}
}

func TestCompileKeepsToItsMemory(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	f := encode.NewCNF(60)
	for range 120 {
		c := make([]int32, 3)
		for i := range c {
			c[i] = int32(1+random.IntN(60)) * int32(1-2*random.IntN(2))
		}
		f.Add(c...)
	}
	c, err := New(f, Config{Memory: 1 << 16})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Compile(t.Context()); !errors.Is(err, ErrMemory) {
		t.Errorf("%v, not ErrMemory", err)
	}
	compiled(t, f, Config{})
}
