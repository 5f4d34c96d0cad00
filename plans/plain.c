/* The ordinary way to count the solutions of n queens, to be compared with:
 * row by row, three words of bits for what the queens above attack, and the
 * first row's queen in the left half only, since mirrored boards have mirrored
 * solutions.
 *
 *   cc -O3 -march=native -o plain plain.c
 *   ./plain 8        prints 92
 *   ./plain 20 100   looks at each hundredth placement of the first three rows
 *                    only: a hundredth of the work, for an estimate of its time
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

static unsigned long every = 1, placement;

/* from is below for the first rows, so many of which are looked at before
 * anything is left out. */
static uint64_t from(int rows, squares all, squares files, squares left, squares right)
{
	if (rows == 0 || files == all)
		return placement++ % every == every / 2 ? below(all, files, left, right) : 0;
	uint64_t ways = 0;
	squares open = all & ~(files | left | right);
	while (open) {
		squares queen = open & -open;
		open -= queen;
		ways += from(rows - 1, all, files | queen, (left | queen) << 1, (right | queen) >> 1);
	}
	return ways;
}

int main(int argc, char **argv)
{
	int n = argc >= 2 ? atoi(argv[1]) : 0;
	if (argc == 3)
		every = strtoul(argv[2], NULL, 10);
	if (n < 1 || n > 31 || every < 1 || argc > 3) {
		fprintf(stderr, "usage: plain N [EVERY], with N from 1 to 31 and EVERY from 1\n");
		return 2;
	}
	squares all = ((squares)1 << n) - 1;
	uint64_t ways = 0;
	for (int file = 0; file < n / 2; file++) {
		squares queen = (squares)1 << file;
		ways += 2 * from(2, all, queen, queen << 1, queen >> 1);
	}
	if (n % 2) {
		squares middle = (squares)1 << n / 2;
		ways += from(2, all, middle, middle << 1, middle >> 1);
	}
	printf("%llu\n", (unsigned long long)ways);
	return 0;
}
