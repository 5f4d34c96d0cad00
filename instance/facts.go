package instance

import (
	"nqueens"
	"nqueens/internal/suggest"
)

// readFacts reads ASP facts. The size is num(1). num(2). …, num(1..28)., num(28). alone, or
// board(28). A fact block(row,column). is a blocked square and queen(row,column). a placed queen;
// both count from 1. Facts may be in any order.
func readFacts(family *nqueens.Family, text []byte) (nqueens.Problem, error) {
	f := &facts{checker: checker{
		lexer: newLexer("ASP facts", "%", text),
		p:     nqueens.Problem{Family: family},
	}}
	for f.token.kind != endToken {
		if err := f.fact(); err != nil {
			return f.p, err
		}
	}
	return f.p, f.finish()
}

type facts struct {
	checker
	board   item // the size and its place in the text; zero if missing
	nums    map[int32]bool
	highest item // the highest num
	blocks  []item
	queens  []item
}

// predicates lists the predicates of an instance.
var predicates = [...]string{"num", "board", "block", "queen"}

func (f *facts) fact() error {
	name := f.token
	if name.kind != wordToken {
		return f.wrong("%v where a fact should begin, as in block(1,2).", name)
	}
	var arguments int
	switch string(name.text) {
	case "num", "board":
		arguments = 1
	case "block", "queen":
		arguments = 2
	default:
		return f.wrong("no fact of an instance is called %v %s", name, suggest.Among(string(name.text), predicates[:]))
	}
	f.next()
	if err := f.expect("(", "follow the name "+string(name.text)); err != nil {
		return err
	}
	it, err := f.arguments(arguments, name.is("num"))
	if err != nil {
		return err
	}
	it.at = name.at
	if err := f.expect(")", "end the fact's numbers"); err != nil {
		return err
	}
	if err := f.expect(".", "end the fact"); err != nil {
		return err
	}
	return f.add(string(name.text), it)
}

// arguments reads one or two numbers, or a range a..b if ranged is set.
func (f *facts) arguments(count int, ranged bool) (it item, err error) {
	if it.a, err = f.integer("a number"); err != nil {
		return it, err
	}
	it.b = it.a
	switch {
	case count == 2:
		if err = f.expect(",", "stand between row and column"); err == nil {
			it.b, err = f.integer("a column")
		}
	case ranged && f.token.is(".."):
		f.next()
		it.b, err = f.integer("the end of the range")
	}
	return it, err
}

func (f *facts) add(name string, it item) error {
	switch name {
	case "board":
		if f.board != (item{}) {
			return f.wrongAt(it.at, "a second fact board; once is right")
		}
		f.board = it
	case "num":
		return f.addNums(it)
	case "block":
		f.blocks = append(f.blocks, it)
	case "queen":
		f.queens = append(f.queens, it)
	}
	if len(f.blocks)+len(f.queens) > nqueens.MaxModelSize*nqueens.MaxModelSize {
		return f.wrongAt(it.at, "more facts than any board has squares")
	}
	return nil
}

func (f *facts) addNums(it item) error {
	if it.a < 1 || it.b > MaxSize || it.a > it.b {
		return f.wrongAt(it.at, "num goes from 1 to the size of the board, at most %d", MaxSize)
	}
	if f.nums == nil {
		f.nums = map[int32]bool{}
	}
	for n := it.a; n <= it.b; n++ {
		if f.nums[n] {
			return f.wrongAt(it.at, "num(%d) is defined twice; once is right", n)
		}
		f.nums[n] = true
	}
	if it.b > f.highest.a {
		f.highest = item{a: it.b, at: it.at}
	}
	return nil
}

func (f *facts) finish() error {
	size := f.board
	switch {
	case len(f.nums) == 0 && f.board == (item{}):
		return f.wrong("no size: board(8). or num(1). to num(8). should say it")
	case len(f.nums) > 0 && f.board != (item{}):
		return f.wrongAt(f.board.at, "both board and num give the size; one should")
	case len(f.nums) > 0:
		size = f.highest
		if len(f.nums) > 1 && len(f.nums) != int(size.a) {
			missing := int32(1)
			for f.nums[missing] {
				missing++
			}
			return f.wrongAt(size.at, "num(%d) is defined, but num(%d) is not; define all numbers from 1 on, or only the highest", size.a, missing)
		}
	}
	if err := f.size(size.a, size.at); err != nil {
		return err
	}
	var err error
	if f.p.Blocked, err = f.squares(f.blocks, 1); err != nil {
		return err
	}
	if f.p.Given, err = f.squares(f.queens, 1); err != nil {
		return err
	}
	return f.room(f.queens)
}
