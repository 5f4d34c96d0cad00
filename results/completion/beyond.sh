#!/usr/bin/env bash
# Past n = 30: twenty instances each of n = 32 and 34, with a limit of LIMIT (170s) an instance, one on
# each core of this machine at a time. Stopped, it goes on when it is called again.
#
#   go build -o nqueens ./cmd/nqueens && results/completion/beyond.sh ./nqueens [DIR]
set -euo pipefail
nqueens=$(realpath "$1") out=${2:-beyond}
mkdir -p "$out"
cd "$out"
for size in "34 33" "32 31"; do
	read -r n d <<<"$size"
	"$nqueens" generate excluded-diagonals "$n" --diagonals "$d" --count 20 --seed 1 -o "diagonals-$n"
	[ -e "hard-$n/parts.json" ] || "$nqueens" plan-parts bench --files "diagonals-$n" --backend bitmask --timeout "${LIMIT:-170s}" -o "hard-$n"
	for core in $(seq 0 $(($(nproc) - 1))); do
		# Workers measure one at a time in a folder for temporary files: each has its own.
		mkdir -p "temporary-$core"
		TMPDIR=$PWD/temporary-$core taskset -c "$core" "$nqueens" work "hard-$n" --name "core-$core" &
	done
	wait
	"$nqueens" sum "hard-$n"
done
