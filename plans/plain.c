/* The ordinary way to count the solutions of n queens, to be compared with:
 * row by row, three words of bits for what the queens above attack, and the
 * first row's queen in the left half only, since mirrored boards have mirrored
 * solutions.
 *
 *   cc -O3 -march=native -o plain plain.c
 *   ./plain 8        prints 92
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef uint32_t squares; /* of one row, a bit for each file */

/* below counts the ways to fill the rows from this one on. A queen attacks the
 * file it stands in and, one row further each time, a square more to either
 * side. */
static uint64_t below(squares all, squares files, squares left, squares right)
{
	if (files == all)
		return 1;
	uint64_t ways = 0;
	squares open = all & ~(files | left | right);
	while (open) {
		squares queen = open & -open;
		open -= queen;
		ways += below(all, files | queen, (left | queen) << 1, (right | queen) >> 1);
	}
	return ways;
}

int main(int argc, char **argv)
{
	int n = argc == 2 ? atoi(argv[1]) : 0;
	if (n < 1 || n > 31) {
		fprintf(stderr, "usage: plain N, with N from 1 to 31\n");
		return 2;
	}
	squares all = ((squares)1 << n) - 1;
	uint64_t ways = 0;
	for (int file = 0; file < n / 2; file++) {
		squares queen = (squares)1 << file;
		ways += 2 * below(all, queen, queen << 1, queen >> 1);
	}
	if (n % 2) {
		squares middle = (squares)1 << n / 2;
		ways += below(all, middle, middle << 1, middle >> 1);
	}
	printf("%llu\n", (unsigned long long)ways);
	return 0;
}
