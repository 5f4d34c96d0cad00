#!/usr/bin/env bash
# What two threads give, beside what this machine gives two processes of one thread each: medians of
# ROUNDS rounds (9) in each of which one counts alone, two count at once and one counts on two
# threads, on the cores A and B of CORES (0 1), which should not be two threads of one. Nothing else may
# run: seven minutes on two cores.
#
#   go build -o nqueens ./cmd/nqueens && results/counting/threads.sh ./nqueens
set -euo pipefail
nqueens=$1
read -r a b <<<"${CORES:-0 1}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# seconds CORES THREADS N BACKEND prints how long counting took, without the start of the process.
seconds() { taskset -c "$1" "$nqueens" count "$3" --backend "$4" --threads "$2" --json | grep -o '"seconds":[0-9.e-]*' | cut -d: -f2; }
median() { sort -g | awk '{ x[NR] = $1 } END { print (x[int((NR + 1) / 2)] + x[int((NR + 2) / 2)]) / 2 }'; }

echo "| engine | n | one alone, s | two at once, s each | two threads, s | two threads as fast as one | two at once would be |"
echo "|---|--:|--:|--:|--:|--:|--:|"
for run in "18 bitmask" "18 quadrant" "19 quadrant" "15 dlx/bits" "15 dlx/dancing"; do
	rm -f "$work"/*
	for _ in $(seq "${ROUNDS:-9}"); do
		seconds $a,$b 1 $run >>"$work/alone"
		seconds $a 1 $run >"$work/first" &
		seconds $b 1 $run >"$work/second"
		wait $!
		cat "$work/first" "$work/second" >>"$work/both"
		seconds $a,$b 2 $run >>"$work/threads"
	done
	read -r n engine <<<"$run"
	echo "$engine $n $(median <"$work/alone") $(median <"$work/both") $(median <"$work/threads")" |
		awk '{ printf "| %s | %d | %.3g | %.3g | %.3g | %.2f × | %.2f × |\n", $1, $2, $3, $4, $5, $3 / $5, 2 * $3 / $4 }'
done
