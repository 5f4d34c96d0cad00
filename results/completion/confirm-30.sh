#!/usr/bin/env bash
# What bitmask answers with "no solution" at n = 30 and the relaxation does not refute, counted by dlx in
# parts: seeds 2, 4, 10, 11 and 12. An hour and a half of one core; WORKERS processes (2) share the
# parts of each. Stopped, it goes on when it is called again.
#
#   go build -o nqueens ./cmd/nqueens && results/completion/confirm-30.sh ./nqueens [DIR]
set -euo pipefail
nqueens=$(realpath "$1") out=${2:-confirm-30}
mkdir -p "$out"
cd "$out"
"$nqueens" generate excluded-diagonals 30 --diagonals 29 --count 20 --seed 1 -o all
for seed in 2 4 10 11 12; do
	[ -e "$seed/parts.json" ] || "$nqueens" plan-parts count --file "all/excluded-diagonals-30-29-4-$seed.param" --backend dlx --parts 160 -o "$seed"
	for worker in $(seq "${WORKERS:-2}"); do
		"$nqueens" work "$seed" --name "worker-$worker" &
	done
	wait
	"$nqueens" sum "$seed"
done
