#!/usr/bin/env bash
# Measures every target of counting on this machine and prints a table in
# Markdown: user CPU seconds of each contender and of what it is measured
# against, run in turns on one core, the least of several; wall-clock seconds
# where threads are compared. It takes about half an hour where nothing else
# runs. It needs cc, clasp and GNU time.
#
#   results/counting/targets.sh > table.md
set -euo pipefail
cd "$(dirname "$0")/../.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cc -O3 -march=native -o "$work/plain" plans/plain.c
go build -o "$work/nqueens" ./cmd/nqueens
plain=$work/plain nqueens=$work/nqueens

# timed FORMAT COMMAND… is the time that GNU time measures of a command.
timed() {
	local format=$1
	shift
	# clasp ends with 10, 20 or 30 where all is well.
	env time -f "$format" -o "$work/time" "$@" >/dev/null 2>&1 || true
	tail -1 "$work/time"
}
one() { timed %U taskset -c 1 "$@"; }
least() { sort -g "$@" | head -1; }
calc() { awk "BEGIN { printf \"%.4g\", $1 }"; }

row() { printf '| %s | %s | %s | %s | %s | %s |\n' "$@"; }

# against RUNS WHAT TARGET SCALE "REFERENCE" "CONTENDER": how many times as fast
# as the reference the contender is. The reference's time is multiplied by SCALE,
# for one that does a part of the work only.
against() {
	local runs=$1 what=$2 target=$3 scale=$4 reference=$5 contender=$6 r c
	: >"$work/r"
	: >"$work/c"
	for _ in $(seq "$runs"); do
		# shellcheck disable=SC2086
		one $reference >>"$work/r"
		# shellcheck disable=SC2086
		one $contender >>"$work/c"
	done
	r=$(calc "$(least "$work/r") * $scale") c=$(least "$work/c")
	row "$what" "at least $target ×" "$r" "$c" "$(calc "$r / ($c > 0.005 ? $c : 0.005)") ×" "$(shown "$reference")$([ "$scale" = 1 ] || echo ", × $scale"); $(shown "$contender")"
}

# within: the same with the contender as the slower one.
within() {
	local runs=$1 what=$2 target=$3 reference=$4 contender=$5 r c
	: >"$work/r"
	: >"$work/c"
	for _ in $(seq "$runs"); do
		# shellcheck disable=SC2086
		one $reference >>"$work/r"
		# shellcheck disable=SC2086
		one $contender >>"$work/c"
	done
	r=$(least "$work/r") c=$(least "$work/c")
	row "$what" "at most $target ×" "$r" "$c" "$(calc "$c / ($r > 0.005 ? $r : 0.005)") ×" "$(shown "$reference"); $(shown "$contender")"
}

# both: wall-clock time of one thread against two.
both() {
	local runs=$1 what=$2 command=$3 r c
	: >"$work/r"
	: >"$work/c"
	for _ in $(seq "$runs"); do
		# shellcheck disable=SC2086
		timed %e $command --threads 1 >>"$work/r"
		# shellcheck disable=SC2086
		timed %e $command --threads 2 >>"$work/c"
	done
	r=$(least "$work/r") c=$(least "$work/c")
	row "$what, two threads" "at least 1.9 ×" "$r" "$c" "$(calc "$r / $c") ×" "$(shown "$command") --threads 1; 2 (wall clock)"
}

# memory: the peak of one command.
memory() {
	local what=$1 target=$2 command=$3 k
	# shellcheck disable=SC2086
	k=$(timed %M $command)
	row "$what, memory" "below $target" "–" "$(calc "$k / 1024") MiB" "" "$(shown "$command")"
}

shown() { printf '`%s`' "${1//$work\//}"; }

# random_sat VARIABLES CLAUSES SEED writes random 3-SAT; the generator is the
# least there is, so that it makes the same formula everywhere.
random_sat() {
	awk -v n="$1" -v m="$2" -v seed="$3" 'function below(k) { seed = (seed * 16807) % 2147483647; return int(seed / 2147483647 * k) }
	BEGIN { print "p cnf", n, m; for (i = 0; i < 20; i++) below(2)
		for (i = 0; i < m; i++) { a = below(n); do b = below(n); while (b == a); do c = below(n); while (c == a || c == b)
			printf "%d %d %d 0\n", below(2) ? a+1 : -a-1, below(2) ? b+1 : -b-1, below(2) ? c+1 : -c-1 } }'
}

echo "Measured $(date -u +%F) on $(lscpu | sed -n 's/^Model name: *//p'), $(nproc) cores, $(go version | cut -d' ' -f3), $(cc --version | head -1), commit $(git rev-parse --short HEAD)."
echo
echo "| what | target | reference, s | ours, s | measured | commands |"
echo "|---|---|---|---|---|---|"

against 5 "bitmask, n = 16" 20 1 "$plain 16" "$nqueens count 16 --backend bitmask --threads 1"
against 3 "bitmask, n = 17" 27 1 "$plain 17" "$nqueens count 17 --backend bitmask --threads 1"
against 5 "bitmask in plain Go, n = 16" 2 1 "$plain 16" "$nqueens count 16 --backend bitmask/portable --threads 1"
against 5 "quadrant in plain Go, n = 16" 4 1 "$plain 16" "$nqueens count 16 --backend quadrant/portable --threads 1"
against 9 "count 15" 22 1 "$plain 15" "$nqueens count 15 --threads 1"
against 9 "count 16" 42 1 "$plain 16" "$nqueens count 16 --threads 1"
against 3 "count 17" 130 1 "$plain 17" "$nqueens count 17 --threads 1"
against 3 "count 18" 135 10 "$plain 18 10" "$nqueens count 18 --threads 1"
against 2 "count 19" 220 50 "$plain 19 50" "$nqueens count 19 --threads 1"
against 1 "count 20" 170 100 "$plain 20 100" "$nqueens count 20 --threads 1"
both 5 "bitmask, n = 17" "$nqueens count 17 --backend bitmask"
both 5 "quadrant, n = 18" "$nqueens count 18"
both 1 "quadrant, n = 19" "$nqueens count 19"
both 5 "dlx, n = 15" "$nqueens count 15 --backend dlx"
both 3 "dlx/dancing, n = 15" "$nqueens count 15 --backend dlx/dancing"
memory "quadrant, n = 18" "300 MiB" "$nqueens count 18 --threads 2"
memory "quadrant, n = 20" "1 GiB" "$nqueens count 20 --threads 2"
# GNU time tells hundredths of a second: short commands are run ten times.
ten() { printf 'for _ in 1 2 3 4 5 6 7 8 9 10; do %s; done' "$1" >"$work/ten-$2"; }
ten "$plain 14" plain
ten "$nqueens count 14 --backend dlx/dancing" dancing
ten "$nqueens count 14 --backend dlx/bits" bits
within 5 "dlx/dancing, n = 14, ten times" 7.0 "sh $work/ten-plain" "sh $work/ten-dancing"
within 5 "dlx/bits, n = 14, ten times" 3.5 "sh $work/ten-plain" "sh $work/ten-bits"

for n in 12 13 14; do
	"$nqueens" encode $n --encoding pairwise -o "$work/queens$n-pairwise.cnf"
	"$nqueens" encode $n --encoding sequential -o "$work/queens$n-sequential.cnf"
done
within 5 "gini, n = 12" 6 "clasp -n 0 -q $work/queens12-pairwise.cnf" "$nqueens count 12 --backend gini"
within 5 "gophersat, n = 12" 30 "clasp -n 0 -q $work/queens12-pairwise.cnf" "$nqueens count 12 --backend gophersat"
for n in 12 13 14; do
	against 2 "allsat, queens $n, pairwise" 10 1 "clasp -n 0 -q $work/queens$n-pairwise.cnf" "$nqueens count --file $work/queens$n-pairwise.cnf --backend allsat"
	against 1 "allsat, queens $n, sequential, projected" 20 1 "clasp --parse-ext --project -n 0 -q $work/queens$n-sequential.cnf" "$nqueens count --file $work/queens$n-sequential.cnf --backend allsat"
done
for kind in 80/300/1 80/280/2 90/330/3; do
	IFS=/ read -r n m seed <<<"$kind"
	random_sat "$n" "$m" "$seed" >"$work/random-$n-$m-$seed.cnf"
	models=$("$nqueens" count --file "$work/random-$n-$m-$seed.cnf" --backend allsat)
	against 3 "allsat, random 3-SAT, $models models" 1 1 "clasp -n 0 -q $work/random-$n-$m-$seed.cnf" "$nqueens count --file $work/random-$n-$m-$seed.cnf --backend allsat"
done
for kind in 200/860/1 200/860/2 200/860/3 250/1065/1 250/1065/2; do
	IFS=/ read -r n m seed <<<"$kind"
	random_sat "$n" "$m" "$seed" >"$work/random-$n-$m-$seed.cnf"
	models=$("$nqueens" count --file "$work/random-$n-$m-$seed.cnf" --backend allsat)
	within 3 "allsat, random 3-SAT near the threshold, $models models" 3 "clasp -n 0 -q $work/random-$n-$m-$seed.cnf" "$nqueens count --file $work/random-$n-$m-$seed.cnf --backend allsat"
done
