/* In how many ways N + K queens, none attacking another, and K pawns between them stand on N x N.
 * Usage: pawns N K   Build: cc -O3 -march=native -o pawns pawns.c
 *
 * Written apart from nqueens, to count what it counts by other code. The pawns divide the ranks,
 * and the files, into N + K stretches at most, so each stretch has its queen, and no pawn is on the
 * edge or next to another. Of the sets of squares that are images of each other one is filled, turned
 * so that the pawns are low; ranks are filled upwards, and where a pawn comes next on a file, the
 * stretch below it must have its queen. */
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 31, PAWNS = 8 };
typedef unsigned word;

static int n, k, steps;
/* By step: the squares of a stretch of a rank, whether it is the last, the pawns of its rank and
 * of the next, and the files that must have their queens by its end. */
static struct { word squares, pawns, next, held; int last; } at[MOST + PAWNS];
static unsigned long long found, nodes;

static int image(int g, int square) {
  int file = square % n, rank = square / n;
  if (g & 4) { int swap = file; file = rank; rank = swap; }
  if (g & 1) file = n - 1 - file;
  if (g & 2) rank = n - 1 - rank;
  return rank * n + file;
}

static int ascending(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static void fill(int i, word files, word up, word down) {
  for (word free = at[i].squares & ~(files | up | down); free; free &= free - 1) {
    word queen = free & -free, f = files | queen, u = up | queen, d = down | queen;
    nodes++;
    if (!at[i].last) fill(i + 1, f, u, d);
    else if (at[i].held & ~f) continue;
    else if (i == steps - 1) found++;
    else fill(i + 1, f & ~at[i].next, (u & ~at[i].pawns) << 1, (d & ~at[i].pawns) >> 1);
  }
}

static void lay(const int pawns[]) {
  word on[MOST + 1] = {0}, whole = ((word)1 << n) - 1;
  for (int i = 0; i < k; i++) on[pawns[i] / n] |= (word)1 << pawns[i] % n;
  steps = 0;
  for (int rank = 0; rank < n; rank++) {
    word rest = whole;
    for (word p = on[rank]; p; p &= p - 1) {
      word below = (p & -p) - 1;
      at[steps].squares = rest & below, at[steps++].last = 0;
      rest &= ~(below | (p & -p));
    }
    at[steps].squares = rest, at[steps].last = 1;
    at[steps].pawns = on[rank], at[steps].next = on[rank + 1];
    at[steps++].held = rank == n - 1 ? whole : on[rank + 1];
  }
}

/* divides reports whether each pawn divides a stretch of its rank, and one of its file. */
static int divides(const int s[]) {
  for (int i = 0; i < k; i++) {
    int file = s[i] % n, rank = s[i] / n;
    if (!file || !rank || file == n - 1 || rank == n - 1) return 0;
    for (int j = 0; j < i; j++)
      if (abs(file - s[j] % n) + abs(rank - s[j] / n) == 1) return 0;
  }
  return 1;
}

/* fixed is how many images of a set are the set itself, 0 if another comes before it. */
static int fixed(const int s[]) {
  int same = 0;
  for (int g = 0; g < 8; g++) {
    int to[PAWNS], order = 0;
    for (int i = 0; i < k; i++) to[i] = image(g, s[i]);
    qsort(to, k, sizeof *to, ascending);
    for (int i = 0; i < k && !order; i++) order = to[i] - s[i];
    if (order < 0) return 0;
    same += !order;
  }
  return same;
}

int main(int argc, char **argv) {
  n = argc == 3 ? atoi(argv[1]) : 0, k = argc == 3 ? atoi(argv[2]) : 0;
  if (n < 1 || n > MOST || k < 1 || k > PAWNS || k > n * n) return fprintf(stderr, "usage: pawns N K\n"), 2;
  int s[PAWNS], same;
  unsigned long long all = 0;
  for (int i = 0; i < k; i++) s[i] = i;
  for (;;) {
    if (divides(s) && (same = fixed(s))) {
      int best[PAWNS], least = -1;
      for (int g = 0; g < 8; g++) {
        int to[PAWNS], height = 0;
        for (int i = 0; i < k; i++) to[i] = image(g, s[i]), height += to[i] / n * (to[i] / n);
        if (least >= 0 && height >= least) continue;
        least = height;
        for (int i = 0; i < k; i++) best[i] = to[i];
      }
      lay(best);
      found = 0;
      fill(0, 0, 0, 0);
      all += found * (8 / same);
    }
    int i = k - 1;
    while (i >= 0 && s[i] == n * n - k + i) i--;
    if (i < 0) break;
    for (s[i]++; ++i < k;) s[i] = s[i - 1] + 1;
  }
  printf("%llu ways, %llu nodes\n", all, nodes);
}
