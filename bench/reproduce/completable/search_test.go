package completable

import (
	"context"
	"math/rand/v2"
	"testing"

	"nqueens"
	"nqueens/family"
)

// completions counts the solutions that contain the given queens, rank by rank, without the package's tables.
func completions(n int, given []nqueens.Square) int {
	fixed := make([]int, n)
	for rank := range fixed {
		fixed[rank] = -1
	}
	for _, s := range given {
		fixed[s.Rank] = s.File
	}
	var queens []int
	var count func() int
	count = func() int {
		rank, sum := len(queens), 0
		if rank == n {
			return 1
		}
		for file := range n {
			free := fixed[rank] < 0 || fixed[rank] == file
			for r, f := range queens {
				free = free && f != file && f-file != r-rank && f-file != rank-r
			}
			if free {
				queens = append(queens, file)
				sum += count()
				queens = queens[:rank]
			}
		}
		return sum
	}
	return count()
}

// randomQueens returns at most the given number of queens that do not attack each other.
func randomQueens(b *board, r *rand.Rand, most int) []int {
	var list []int
	for range most {
		q, free := r.IntN(b.n*b.n), true
		for _, p := range list {
			free = free && !b.attack(p, q)
		}
		if free {
			list = append(list, q)
		}
	}
	return list
}

// TestDecide compares the random and the plain search with a naive one, and checks their solutions.
func TestDecide(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	can, cannot := 0, 0
	for n := MinSize; n <= 10; n++ {
		b, err := newBoard(n)
		if err != nil {
			t.Fatal(err)
		}
		for i := range 200 {
			s := newSearch(context.Background(), b)
			if i%2 == 0 {
				s.random = rand.NewPCG(2, uint64(i))
			}
			numbers := randomQueens(b, r, i%7)
			given := b.squares(numbers).Squares()
			want := completions(n, given) > 0
			if got := s.decide(numbers); got != want {
				t.Fatalf("n = %d with %v: can be completed %v, want %v", n, given, got, want)
			}
			if !want {
				cannot++
				continue
			}
			can++
			checkSolution(t, b, s.queens[:n], given)
		}
	}
	if can < 100 || cannot < 100 {
		t.Errorf("only %d can and %d cannot be completed", can, cannot)
	}
}

func checkSolution(t *testing.T, b *board, queens []uint16, given []nqueens.Square) {
	t.Helper()
	var solution nqueens.Solution
	for _, q := range queens {
		solution = append(solution, nqueens.Placement{Square: b.square(int(q))})
	}
	if err := (nqueens.Problem{Family: family.Queens, N: b.n, Given: given}).Check(solution); err != nil {
		t.Fatalf("n = %d with %v: %v", b.n, given, err)
	}
}

// TestLargestBoard checks the board whose ranks fill a 32-bit word.
func TestLargestBoard(t *testing.T) {
	b, err := newBoard(MaxSize)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(3, 3))
	for range 50 {
		numbers := randomQueens(b, r, 4)
		s := newSearch(context.Background(), b)
		s.random = rand.NewPCG(4, 4)
		if !s.decide(numbers) {
			t.Fatalf("%v cannot be completed", b.squares(numbers))
		}
		checkSolution(t, b, s.queens[:b.n], b.squares(numbers).Squares())
	}
}
