#!/bin/sh
# Measures the backend dlx and Knuth's dlx2 and dlx3 on exact covers, in turns, in CPU seconds.
# usage: measure.sh NQUEENS DLX2 DLX3 ROUNDS
#
# Knuth's programs are compiled from his CWEB sources: ctangle dlx2.w && gcc -std=gnu89 -O2 dlx2.c gb_flip.c
set -eu
nqueens=$1 dlx2=$2 dlx3=$3 rounds=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$nqueens" generate langford 12 >"$work/langford-12.dlx"
"$nqueens" generate pentominoes 5x12 >"$work/pentominoes-5x12.dlx"
"$nqueens" generate sudoku 9 --grid .................85..1.2.......5.7.....4...1...9.......5......73..2.1........4..9 >"$work/sudoku.dlx"

# 390 words of the forms "bab" and "aba", made by a rule.
awk 'BEGIN {
	n = split("b c d f g l m n p r s t", c); m = split("a e i o u", v)
	for (i = 1; i <= n; i++) for (j = 1; j <= m; j++) {
		for (k = 1; k <= n; k++) if ((i + j + k) % 3 == 0) print c[i] v[j] c[k]
		for (k = 1; k <= m; k++) if ((i + 2*j + k) % 2 == 0) print v[j] c[i] v[k]
	}
}' | sort >"$work/words"
"$nqueens" generate word-square 3 --words "$work/words" >"$work/word-square-3.dlx"

# The 24 squares whose edges have one of three colours, in a rectangle whose border has the first
# colour: a rotation of each square is used once, and edges that meet have the same colour.
awk 'function least(t,  i, u, best) {
	best = t
	for (i = 1; i < 4; i++) { u = substr(t, i + 1) substr(t, 1, i); if (u < best) best = u }
	return best
}
BEGIN {
	R = 4; C = 6; first = ""; second = ""; split("a b c", colour)
	for (i = 0; i < 81; i++) {
		t = colour[int(i/27)%3+1] colour[int(i/9)%3+1] colour[int(i/3)%3+1] colour[i%3+1]
		if (least(t) == t) { piece[++n] = t; first = first " p" n }
	}
	for (r = 0; r < R; r++) for (c = 0; c < C; c++) first = first " c" r c
	for (r = 0; r <= R; r++) for (c = 0; c < C; c++) second = second " h" r c
	for (r = 0; r < R; r++) for (c = 0; c <= C; c++) second = second " v" r c
	print substr(first, 2) " |" second
	for (i = 1; i <= n; i++) for (r = 0; r < R; r++) for (c = 0; c < C; c++) {
		delete seen
		for (k = 0; k < 4; k++) {
			t = substr(piece[i], k + 1) substr(piece[i], 1, k)
			if (t in seen) continue
			seen[t] = 1
			up = substr(t, 1, 1); right = substr(t, 2, 1); down = substr(t, 3, 1); left = substr(t, 4, 1)
			if (r == 0 && up != "a" || r == R-1 && down != "a" || c == 0 && left != "a" || c == C-1 && right != "a") continue
			print "p" i " c" r c " h" r c ":" up " v" r (c+1) ":" right " h" (r+1) c ":" down " v" r c ":" left
		}
	}
}' >"$work/macmahon-4x6.dlx"

# One square of side 1, two of side 2, up to six of side 6, in a square of side 21.
awk 'BEGIN {
	n = 6; S = n*(n+1)/2; line = ""
	for (k = 1; k <= n; k++) line = line " " k "|k" k
	for (x = 0; x < S; x++) for (y = 0; y < S; y++) line = line " " sprintf("%c%c", 97+x, 97+y)
	print substr(line, 2)
	for (k = 1; k <= n; k++) for (x = 0; x <= S-k; x++) for (y = 0; y <= S-k; y++) {
		line = "k" k
		for (i = 0; i < k; i++) for (j = 0; j < k; j++) line = line " " sprintf("%c%c", 97+x+i, 97+y+j)
		print line
	}
}' >"$work/partridge-6.dlx"

# seconds NAME COMMAND... prints the user time of a command that reads the instance.
seconds() {
	instance=$1 name=$2
	shift 2
	/usr/bin/time -p "$@" <"$work/$instance.dlx" >"$work/out" 2>"$work/err" || true
	count=$(cat "$work/out" "$work/err" | sed -n 's/^Altogether \([0-9]*\) solution.*/\1/p; s/^\([0-9][0-9]*\)$/\1/p' | head -1)
	echo "$instance $name $(sed -n 's/^user //p' "$work/err") $count"
}

for round in $(seq "$rounds"); do
	for instance in langford-12 pentominoes-5x12 sudoku word-square-3 macmahon-4x6 partridge-6; do
		case $instance in
		partridge*) seconds "$instance" dlx3 "$dlx3" ;;
		*) seconds "$instance" dlx2 "$dlx2" ;;
		esac
		seconds "$instance" nqueens "$nqueens" count --file - --backend dlx --threads 1
	done
done
