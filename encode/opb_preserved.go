package encode

// preserved reads the rest of "preserved: x1 x2 ;", an extension of VeriPB for proofs that list solutions, starting from its colon, which is
// the current word.
func (o *opbReader) preserved(at Place) error {
	if o.p.Preserved != nil {
		return o.wrongAt(at, `a second "preserved:"`)
	}
	o.p.Preserved = []int32{}
	for o.next() {
		if o.is(";") {
			return nil
		}
		place := o.at
		v, err := o.variable(&opbSum{at: at}, string(o.word), place)
		if err != nil {
			return err
		}
		if o.variables.known != nil || o.variables.zero {
			return o.wrongAt(place, "%s: with preserved: variables must be called x1, x2, …, as in proofs", o.quoted())
		}
		o.p.Preserved = append(o.p.Preserved, v)
	}
	return o.breaksOff("a variable or ;")
}
