/* A SAT solver in a hundred lines: unit propagation and chronological backtracking
 * (Davis, Logemann, Loveland 1962). It reads DIMACS and prints its answer as in the SAT
 * competitions. docs/your-solver.md is about it. */
#include <stdio.h>
#include <stdlib.h>

static int variables, clauses;
static int *literals;  /* of all clauses, each clause ended by 0 */
static int *value;     /* of each variable: 1, -1, or 0 if it has none */
static int *trail, top; /* the true literals in the order in which they became true */
static int *start, *tried, level; /* of each level: its place on the trail, and how many values were tried */
static long decisions;

static int is(int literal) /* 1 if the literal is true, -1 if it is false, 0 if its variable has no value */
{
	return literal > 0 ? value[literal] : -value[-literal];
}

static void set(int literal)
{
	value[abs(literal)] = literal > 0 ? 1 : -1;
	trail[top++] = literal;
}

/* propagate makes the only literal of each unit clause true. It returns 0 if a clause is false. */
static int propagate(void)
{
	for (int again = 1; again;) {
		again = 0;
		for (int i = 0, at = 0; i < clauses; i++) {
			int satisfied = 0, open = 0, unit = 0;
			for (; literals[at]; at++) {
				if (is(literals[at]) > 0)
					satisfied = 1;
				else if (is(literals[at]) == 0 && literals[at] != unit)
					open++, unit = literals[at];
			}
			at++;
			if (!satisfied && open == 0)
				return 0;
			if (!satisfied && open == 1) {
				set(unit);
				again = 1;
			}
		}
	}
	return 1;
}

static void decide(int literal)
{
	level++;
	start[level] = top;
	decisions++;
	set(literal);
}

/* backtrack tries the other value of the last decision that has one. It returns 0 if none has. */
static int backtrack(void)
{
	for (; level > 0; level--) {
		int decision = trail[start[level]];
		while (top > start[level])
			value[abs(trail[--top])] = 0;
		if (++tried[level] < 2) {
			set(-decision);
			return 1;
		}
	}
	return 0;
}

static int solve(void)
{
	for (;;) {
		if (!propagate()) {
			if (!backtrack())
				return 0;
			continue;
		}
		int v = 1;
		while (v <= variables && value[v])
			v++;
		if (v > variables)
			return 1;
		decide(v);
	}
}

static int *array(size_t n) { return calloc(n + 2, sizeof(int)); }

int main(int argc, char **argv)
{
	FILE *in = argc > 1 ? fopen(argv[1], "r") : stdin;
	char line[1 << 16], word[64];
	size_t n = 0, room = 1 << 16;
	if (!in)
		return perror(argv[1]), 1;
	literals = array(room);
	while (fscanf(in, " %63s", word) == 1)
		if (word[0] == 'c')
			fgets(line, sizeof line, in);
		else if (word[0] == 'p') {
			if (fscanf(in, " cnf %d %d", &variables, &clauses) != 2)
				return 1;
		} else {
			if (n == room)
				literals = realloc(literals, ((room *= 2) + 2) * sizeof(int));
			literals[n++] = atoi(word);
		}
	value = array(variables), trail = array(variables), start = array(variables), tried = array(variables);
	int satisfiable = solve();
	printf("c decisions %ld\ns %s\n", decisions, satisfiable ? "SATISFIABLE" : "UNSATISFIABLE");
	if (satisfiable) {
		for (int v = 1; v <= variables; v++)
			printf("%s%d%s", v % 16 == 1 ? "v " : " ", v * (value[v] < 0 ? -1 : 1), v % 16 ? "" : "\n");
		printf("%s 0\n", variables % 16 ? "" : "v");
	}
	return satisfiable ? 10 : 20;
}
