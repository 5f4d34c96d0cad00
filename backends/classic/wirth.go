package classic

import "nqueens"

// Wirth is the program of N. Wirth, "Algorithms + Data Structures = Programs",
// 1976, p. 145: a procedure that tries to place the queen of file i in each rank
// and calls itself for the next, with three arrays of booleans for what is free.
// It stops at the first solution, for 8 queens 1 5 8 6 3 7 2 4.
//
// To notice: the test of a square is that of [Marks]; the recursion takes back
// a queen only if what follows it failed, so on success the board stays as
// it is.
func Wirth() *Method {
	return newMethod("wirth", "the recursive procedure that tries, with three boolean arrays",
		bytes, func(s *search) { (&trial{search: s, n: uint8(s.n)}).run() }, nqueens.FindFirst)
}

// trial has the program's variables. Its arrays say what is free.
type trial struct {
	*search
	n       uint8
	x       squares // the rank of the queen of each file
	a, b, c marked  // no queen in the rank, on the sum, on the difference
}

func (t *trial) run() {
	for i := range t.a {
		t.a[i], t.b[i], t.c[i] = true, true, true
	}
	t.nodes = 1
	if t.try(0) {
		t.solved(&t.x)
	}
}

// try places the queens from file i on and reports whether it could.
func (t *trial) try(i uint8) bool {
	for j := uint8(0); j < t.n; j++ {
		t.placements++
		if !t.a[j] || !t.b[i+j] || !t.c[i-j] {
			continue
		}
		t.nodes++
		t.x[i] = j
		t.a[j], t.b[i+j], t.c[i-j] = false, false, false
		if i == t.n-1 || t.try(i+1) {
			return true
		}
		if t.stop.Load() {
			return false
		}
		t.a[j], t.b[i+j], t.c[i-j] = true, true, true
	}
	return false
}
