/* A small IPASIR library for tests: backtracking without propagation. A macro plants one fault. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1 << 16 };

typedef struct {
  int literals[MOST], used;             /* clauses, each ended by 0 */
  int assumptions[256], assumed, failing;
  int failed[256];
  int variables;
  signed char value[MOST];
  void *state;
  int (*terminate)(void *);
  int solved, stop;
} solver;

const char *ipasir_signature(void) { return "backtrack-1"; }
void *ipasir_init(void) {
#ifdef PRINTS
  puts("v 1 2 3 0\ns UNSATISFIABLE");
  fflush(stdout);
#endif
  return calloc(1, sizeof(solver));
}
void ipasir_release(void *s) { free(s); }
static int variable(solver *s, int l) {
  int v = abs(l);
  if (v > s->variables) s->variables = v;
  return v;
}
void ipasir_add(void *p, int l) {
  solver *s = p;
#ifdef DROPS
  if (s->solved) return;                /* clauses added after a call are lost */
#endif
  if (l) variable(s, l);
  s->literals[s->used++] = l;
}
void ipasir_assume(void *p, int l) {
  solver *s = p;
  variable(s, l);
  s->assumptions[s->assumed++] = l;
}
static int consistent(solver *s) {
  int open = 0, i;
  for (i = 0; i < s->used; i++) {
    int l = s->literals[i];
    if (!l) {
      if (!open) return 0;
      open = 0;
      continue;
    }
    if (!s->value[abs(l)] || (s->value[abs(l)] > 0) == (l > 0)) open = 1;
  }
  return 1;
}
static int search(solver *s, int v) {
  if (s->terminate && s->terminate(s->state)) s->stop = 1;
  if (s->stop || !consistent(s)) return 0;
  while (v <= s->variables && s->value[v]) v++;
  if (v > s->variables) return 1;
  for (int sign = -1; sign <= 1; sign += 2) {
    s->value[v] = sign;
    if (search(s, v + 1)) return 1;
  }
  s->value[v] = 0;
  return 0;
}
int ipasir_solve(void *p) {
  solver *s = p;
  int i, contradiction = 0, found;
#ifdef HANGS
  for (;;);
#endif
#ifdef CRASHES
  *(volatile int *)0 = 1;
#endif
#ifdef EXITS
  exit(0);
#endif
  memset(s->value, 0, sizeof s->value);
  s->stop = 0;
  s->failing = s->assumed;
  memcpy(s->failed, s->assumptions, sizeof s->failed);
#ifndef FORGETS
  for (i = 0; i < s->assumed; i++) {
    int l = s->assumptions[i], v = abs(l), sign = l > 0 ? 1 : -1;
    if (s->value[v] == -sign) contradiction = 1;
    s->value[v] = sign;
  }
#endif
#ifndef KEEPS
  s->assumed = 0;
#endif
  s->solved = 1;
  found = !contradiction && search(s, 1);
#ifdef LIES
  if (!found && !s->stop) return 10;
#endif
  return s->stop ? 0 : found ? 10 : 20;
}
int ipasir_val(void *p, int l) {
  solver *s = p;
#ifdef UNSIGNED
  return s->value[abs(l)] > 0 ? l : -l;  /* wrong for negative literals */
#endif
#ifdef FLIPS
  if (abs(l) == 2) return -l * s->value[2];
#endif
  return (s->value[abs(l)] > 0) == (l > 0) ? l : -l;
}
int ipasir_failed(void *p, int l) {
  solver *s = p;
#ifdef FORGIVES
  return 0;                             /* names no failed assumption */
#endif
  for (int i = 0; i < s->failing; i++)
    if (s->failed[i] == l) return 1;
  return 0;
}
void ipasir_set_terminate(void *p, void *state, int (*terminate)(void *)) {
  solver *s = p;
  s->state = state;
#ifndef DEAF
  s->terminate = terminate;
#endif
}
