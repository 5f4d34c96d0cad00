package sharp

// simplify makes the formula smaller.
func (f *formula) simplify() {
}
