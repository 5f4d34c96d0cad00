package proof

// An operand is an entry of the stack of a sum: a number, which is a factor or names a constraint;
// a literal; or a sum.
type operand struct {
	number   int64
	variable int // of a literal
	negated  bool
	literal  bool
	*sum
}

// value returns the operand as a sum.
func (r *veriPB) value(o operand) (*sum, error) {
	switch {
	case o.sum != nil:
		return o.sum, nil
	case o.literal:
		s := r.sum()
		if o.negated {
			s.term(o.variable, -1, 1)
			s.least(1, -1)
		} else {
			s.term(o.variable, 1, 1)
		}
		return s, nil
	}
	at, err := r.constraint(o.number)
	if err != nil {
		return nil, err
	}
	return r.copied(at), nil
}

const tooLargeSum = "the numbers of the sum become larger than 2^62"

// polish applies a rule in reverse Polish notation.
func (r *veriPB) polish() error {
	var stack []operand
	pop := func() operand {
		if len(stack) == 0 {
			return operand{}
		}
		o := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		return o
	}
	defer func() {
		for _, o := range stack {
			r.release(o.sum)
		}
	}()
	for r.next() != ";" {
		variable, negated, isLiteral := r.literal()
		switch r.word {
		case "+", "*", "d", "s", "w":
			if len(stack) < 2 && r.word != "s" || len(stack) < 1 {
				return r.wrong("%s has too few operands", r.word)
			}
			var second operand
			if r.word != "s" {
				second = pop()
			}
			first, err := r.value(pop())
			if err != nil {
				r.release(second.sum)
				return err
			}
			stack = append(stack, operand{sum: first})
			switch number := second.number; r.word {
			case "+":
				other, err := r.value(second)
				if err != nil {
					return err
				}
				fits := first.plus(other)
				if r.release(other); !fits {
					return r.wrong(tooLargeSum)
				}
			case "w":
				if !second.literal || second.negated {
					r.release(second.sum)
					return r.wrong("w should come after a variable")
				}
				first.weaken(second.variable)
			case "s":
				first.saturate()
			default:
				if second.sum != nil || second.literal || number < 1 {
					r.release(second.sum)
					return r.wrong("%s should come after a number above 0", r.word)
				}
				if r.word == "d" {
					first.divide(number)
				} else if !first.times(number) {
					return r.wrong(tooLargeSum)
				}
			}
		default:
			if isLiteral {
				stack = append(stack, operand{variable: variable, negated: negated, literal: true})
			} else if n, err := r.integer(); err == nil {
				stack = append(stack, operand{number: n})
			} else {
				return r.wrong("%q: should be a constraint's number, a literal of x1 to x%d, a factor, or one of + * d s w", r.word, len(r.values))
			}
			if len(stack) > mostWaiting {
				return r.wrong("more than %d operands wait to be added", mostWaiting)
			}
		}
	}
	if len(stack) != 1 {
		return r.wrong("%d constraints are left: should be one", len(stack))
	}
	s, err := r.value(pop())
	if err != nil {
		return err
	}
	return r.derived(s)
}

// derived adds a derived constraint.
func (r *veriPB) derived(s *sum) error {
	r.Additions++
	r.add(s)
	if r.Clauses = max(r.Clauses, r.alive); r.live > mostTerms {
		return r.wrong("the constraints have more than %d terms in all", mostTerms)
	}
	return nil
}

// propagation applies a rule of reverse unit propagation: terms, a bound, and optional hints.
func (r *veriPB) propagation() error {
	s := r.sum()
	defer func() { r.release(s) }()
	if err := r.inequality(s); err != nil {
		return err
	}
	if r.word == ":" {
		for r.next() != ";" && r.word != "" {
			continue
		}
	}
	if r.word != ";" {
		return r.wrong("%q: should be the ; that ends the rule", r.word)
	}
	if !r.follows(s) {
		return r.wrong("the constraint does not follow by unit propagation")
	}
	done := s
	s = nil
	return r.derived(done)
}

// inequality reads terms and a bound into the sum, and then the word after them.
func (r *veriPB) inequality(s *sum) error {
	for r.next() != ">=" {
		coefficient, err := r.integer()
		if err != nil {
			return err
		}
		r.next()
		variable, negated, ok := r.literal()
		s.room(len(r.values))
		if !ok {
			return r.wrong("%q: should be a literal of x1 to x%d", r.word, len(r.values))
		}
		sign := int64(1)
		if negated { // c ~x is c - c x
			sign = -1
			ok = s.least(-1, coefficient)
		}
		if !ok || !s.term(variable, coefficient, sign) {
			return r.wrong(tooLargeSum)
		}
	}
	r.next()
	bound, err := r.integer()
	if err != nil {
		return err
	}
	if !s.least(1, bound) {
		return r.wrong(tooLargeSum)
	}
	r.next()
	return nil
}
