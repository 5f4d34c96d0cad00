/* In how many ways two armies of K queens each stand at peace on N x N, and how many of
 * these are different up to rotations, reflections and the exchange of armies.
 * Usage: peaceable N K   Build: cc -O3 -march=native -o peaceable peaceable.c
 *
 * Written apart from nqueens, to count what it counts by other code. Every line is given to
 * one of the armies, and each army has the squares of which all four lines are its own. So
 * each solution is within some way to share out the lines: those on which a white queen
 * stands to white, all others to black. Ranks and files are shared out first, one of the
 * ways that symmetries make of each other; then the diagonals, for the squares of either colour
 * of the chessboard by themselves. Solutions are kept in a list, each as the least of
 * its 16 images, and those found again are dropped. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 13 }; /* N x N squares in three words */
typedef unsigned long long word;
typedef struct { word w[3]; } set;
typedef struct { set army[2]; } position;
typedef struct { position *at; size_t n, room; } list;

static int n, k;
static list found, choices[2];

static int size(set a) { return __builtin_popcountll(a.w[0]) + __builtin_popcountll(a.w[1]) + __builtin_popcountll(a.w[2]); }
static set with(set a, int i) { a.w[i / 64] |= 1ULL << i % 64; return a; }
static int has(set a, int i) { return a.w[i / 64] >> i % 64 & 1; }
static set both(set a, set b) { for (int i = 0; i < 3; i++) a.w[i] |= b.w[i]; return a; }
static int compare(const void *a, const void *b) { return memcmp(a, b, sizeof(position)); }

static void append(list *l, position p) {
  if (l->n == l->room) {
    l->room = 2 * l->room + 64;
    if (!(l->at = realloc(l->at, l->room * sizeof p))) exit(3);
  }
  l->at[l->n++] = p;
}

static void unique(list *l) {
  size_t kept = 0;
  qsort(l->at, l->n, sizeof *l->at, compare);
  for (size_t i = 0; i < l->n; i++)
    if (!kept || compare(&l->at[i], &l->at[kept - 1])) l->at[kept++] = l->at[i];
  l->n = kept;
}

/* images are those of a position: eight symmetries, and the armies exchanged. */
static void images(position p, position to[16]) {
  memset(to, 0, 16 * sizeof *to);
  for (int i = 0; i < n * n; i++)
    for (int g = 0; g < 8; g++) {
      int x = g & 1 ? n - 1 - i % n : i % n, y = g & 2 ? n - 1 - i / n : i / n;
      int j = g & 4 ? x * n + y : y * n + x;
      for (int a = 0; a < 2; a++)
        if (has(p.army[a], i)) to[g].army[a] = with(to[g].army[a], j), to[g + 8].army[1 - a] = with(to[g + 8].army[1 - a], j);
    }
}

/* subsets adds to the list all positions in which each army has k of its squares. */
static void subsets(position of, position part, int army, int from) {
  int wanted = k - size(part.army[army]), left = 0;
  if (wanted == 0 && army == 1) {
    position all[16];
    images(part, all);
    qsort(all, 16, sizeof *all, compare);
    append(&found, all[0]);
    if (found.n > 1 << 20) unique(&found);
    return;
  }
  if (wanted == 0) { subsets(of, part, 1, 0); return; }
  for (int i = from; i < n * n; i++) left += has(of.army[army], i);
  for (int i = from; i < n * n && left >= wanted; i++)
    if (has(of.army[army], i)) {
      position more = part;
      more.army[army] = with(more.army[army], i);
      subsets(of, more, army, i + 1);
      left--;
    }
}

/* A half is the squares of one colour. On the diagonal i of one direction each army may have
 * some squares, by the diagonals of the other. */
static struct { word squares[2][2 * MOST]; } half;
static int colour;

/* falling gives out the diagonals i, i+1 ... where the rising ones are white's or not. What both
 * have may fall short of what they could have by slack. */
static void falling(int i, word rising, position p, int slack) {
  if (slack < 0) return;
  if (i == 2 * n) { append(&choices[colour], p); return; }
  word white = half.squares[0][i] & rising, black = half.squares[1][i] & ~rising;
  int more = __builtin_popcountll(white) - __builtin_popcountll(black);
  for (int army = 0; army < 2; army++) {
    word squares = army ? black : white;
    if (army == 0 ? !white : !black && white) continue;
    position q = p;
    for (; squares; squares &= squares - 1) { /* rising r and falling f are x + y and x - y + n */
      int r = 2 * __builtin_ctzll(squares) + colour, f = 2 * i + (colour ^ (n & 1));
      q.army[army] = with(q.army[army], (r - f + n) / 2 * n + (r + f - n) / 2);
    }
    falling(i + 1, rising, q, slack - (army == 0 ? (more < 0 ? -more : 0) : (more > 0 ? more : 0)));
  }
}

static int reach(word rising) {
  int sum = 0;
  for (int i = 0; i < 2 * n; i++) {
    int white = __builtin_popcountll(half.squares[0][i] & rising), black = __builtin_popcountll(half.squares[1][i] & ~rising);
    sum += white > black ? white : black;
  }
  return sum;
}

/* load makes the half of a colour, and says which rising diagonals are white's alone or mixed. */
static void load(int c, word files, word ranks, word *own, word *mixed) {
  word of[2] = {0, 0};
  memset(&half, 0, sizeof half);
  colour = c;
  for (int x = 0; x < n; x++)
    for (int y = 0; y < n; y++) {
      int white = files >> x & 1;
      if ((x + y) % 2 != c || (int)(ranks >> y & 1) != white) continue;
      word bit = 1ULL << (x + y) / 2;
      half.squares[!white][(x - y + n) / 2] |= bit;
      of[!white] |= bit;
    }
  *own = of[0] & ~of[1], *mixed = of[0] & of[1];
}

static int bound(word *own, word *mixed) {
  int best = 0;
  for (word part = *mixed;; part = (part - 1) & *mixed) {
    int sum = reach(*own | part);
    if (sum > best) best = sum;
    if (!part) return best;
  }
}

static void share(word files, word ranks) {
  int f = __builtin_popcountll(files), r = __builtin_popcountll(ranks), most[2];
  word own, mixed;
  if (f * r < k || (n - f) * (n - r) < k) return;
  for (int c = 0; c < 2; c++) {
    load(c, files, ranks, &own, &mixed);
    most[c] = bound(&own, &mixed);
  }
  if (most[0] + most[1] < 2 * k) return;
  for (int c = 0; c < 2; c++) {
    choices[c].n = 0;
    load(c, files, ranks, &own, &mixed);
    for (word part = mixed;; part = (part - 1) & mixed) {
      position none = {{{{0}}}};
      falling(0, own | part, none, reach(own | part) - (2 * k - most[1 - c]));
      if (!part) break;
    }
    unique(&choices[c]);
  }
  for (size_t i = 0; i < choices[0].n; i++)
    for (size_t j = 0; j < choices[1].n; j++) {
      position p = choices[0].at[i], none = {{{{0}}}};
      for (int a = 0; a < 2; a++) p.army[a] = both(p.army[a], choices[1].at[j].army[a]);
      if (size(p.army[0]) >= k && size(p.army[1]) >= k) subsets(p, none, 0, 0);
    }
}

static word reversed(word a) {
  word b = 0;
  for (int i = 0; i < n; i++) b |= (a >> i & 1) << (n - 1 - i);
  return b;
}

int main(int argc, char **argv) {
  n = argc > 2 ? atoi(argv[1]) : 0, k = argc > 2 ? atoi(argv[2]) : 0;
  if (n < 1 || n > MOST || k < 1) {
    fprintf(stderr, "usage: peaceable N K, N from 1 to %d, K from 1\n", MOST);
    return 2;
  }
  word whole = (1ULL << n) - 1, total = 0;
  for (word ranks = 0; ranks <= whole; ranks++)
    for (word files = 0; files <= whole; files++) {
      int least = 1;
      for (int g = 0; g < 16 && least; g++) {
        word x = g & 1 ? reversed(files) : files, y = g & 2 ? reversed(ranks) : ranks;
        if (g & 8) x ^= whole, y ^= whole;
        if (g & 4) { word z = x; x = y; y = z; }
        least = y > ranks || (y == ranks && x >= files);
      }
      if (least) share(files, ranks);
    }
  unique(&found);
  for (size_t i = 0; i < found.n; i++) {
    position all[16];
    images(found.at[i], all);
    qsort(all, 16, sizeof *all, compare);
    for (int g = 0; g < 16; g++) total += !g || compare(&all[g], &all[g - 1]);
  }
  printf("%llu ways, %zu up to symmetry\n", total, found.n);
}
