/* In how many ways K queens attack (total), or attack or occupy, every square of N x N.
 * Usage: domination N K [total]   Build: cc -O3 -march=native -o domination domination.c
 *
 * Written apart from nqueens, to count what it counts by other code: no symmetry, no
 * libraries. Of the squares that nothing attacks yet it takes one that the fewest squares
 * left can attack; a set has one of these, and is counted with the first of them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 4, MOST = 64 * WORDS };
typedef struct { unsigned long long w[WORDS]; } set;

static int squares;
static set attacks[MOST]; /* of a queen on each square */

static int both(set a, set b) {
  int n = 0;
  for (int i = 0; i < WORDS; i++) n += __builtin_popcountll(a.w[i] & b.w[i]);
  return n;
}
static int has(set a, int i) { return a.w[i / 64] >> i % 64 & 1; }

/* ways is how many sets of k of the squares left attack all that is open. */
static unsigned long long ways(set open, set left, int k) {
  int number = both(open, open);
  if (number == 0) { /* any k squares do */
    unsigned long long n = both(left, left), c = 1;
    for (int i = 0; i < k; i++) c = c * (n - i) / (i + 1);
    return n < (unsigned)k ? 0 : c;
  }
  int gains[MOST + 1] = {0}, most = 0; /* how many squares left attack so many open ones */
  for (int s = 0; s < squares; s++)
    if (has(left, s)) {
      int gain = both(attacks[s], open);
      gains[gain]++;
      if (gain > most) most = gain;
    }
  int reached = 0;
  for (int gain = most, used = 0; gain > 0 && used < k; gain--)
    for (int i = 0; i < gains[gain] && used < k; i++, used++) reached += gain;
  if (reached < number) return 0;
  int choice = -1, fewest = MOST + 1;
  for (int s = 0; s < squares; s++)
    if (has(open, s)) {
      int n = both(attacks[s], left); /* attacks go both ways */
      if (n < fewest) fewest = n, choice = s;
    }
  unsigned long long sum = 0;
  for (int s = 0; s < squares; s++)
    if (has(attacks[choice], s) && has(left, s)) {
      left.w[s / 64] &= ~(1ULL << s % 64);
      set rest = open;
      for (int i = 0; i < WORDS; i++) rest.w[i] &= ~attacks[s].w[i];
      sum += ways(rest, left, k - 1);
    }
  return sum;
}

int main(int argc, char **argv) {
  int n = argc > 2 ? atoi(argv[1]) : 0, k = argc > 2 ? atoi(argv[2]) : 0;
  int total = argc > 3 && !strcmp(argv[3], "total");
  if (n < 1 || n * n > MOST || k < 0 || (argc > 3 && !total)) {
    fprintf(stderr, "usage: domination N K [total], N from 1 to 16\n");
    return 2;
  }
  squares = n * n;
  set all = {{0}};
  for (int a = 0; a < squares; a++) {
    all.w[a / 64] |= 1ULL << a % 64;
    for (int b = 0; b < squares; b++) {
      int x = a % n - b % n, y = a / n - b / n;
      if ((a != b || !total) && (!x || !y || x == y || x == -y)) attacks[a].w[b / 64] |= 1ULL << b % 64;
    }
  }
  printf("%llu\n", ways(all, all, k));
}
