package allsat

// reason says why a variable has its value: a clause, one or two literals that
// imply it, or nothing (a decision, or a contrary tried in its stead).
type reason uint64

// The lowest two bits of a reason say which it is.
const (
	noReason reason = iota
	aClause
	oneLiteral
	twoLiterals
)

func becauseOf(c clause) reason     { return reason(c)<<2 | aClause }
func impliedBy(l lit) reason        { return reason(l)<<2 | oneLiteral }
func impliedByTwo(l, m lit) reason  { return reason(m)<<33 | reason(l)<<2 | twoLiterals }
func (r reason) kind() reason       { return r & 3 }
func (r reason) clause() clause     { return clause(r >> 2) }
func (r reason) literal() lit       { return lit(r >> 2 & (1<<31 - 1)) }
func (r reason) secondLiteral() lit { return lit(r >> 33) }

// antecedents appends the false literals of the clause that made p true.
func (s *learner) antecedents(list []lit, p lit) []lit {
	r := s.reason[p.index()]
	switch r.kind() {
	case oneLiteral:
		return append(list, r.literal().not())
	case twoLiterals:
		return append(list, r.literal().not(), r.secondLiteral().not())
	case aClause:
		for _, l := range s.literals(r.clause()) {
			if lit(l) != p {
				list = append(list, lit(l))
			}
		}
	}
	return list
}
