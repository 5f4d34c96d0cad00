#!/usr/bin/env bash
# Past the paper: twenty instances each with excluded diagonals near the hardest
# point of n = 22, 24, 26, 28 and 30 on one thread, with a limit of half an hour an
# instance. Stopped, it goes on when it is called again.
#
#   results/completion/hard.sh [DIR]
set -euo pipefail
cd "$(dirname "$0")/../.."
out=${1:-results/completion}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -o "$work/nqueens" ./cmd/nqueens

run() {
	local n=$1 d=$2 threads=$3
	"$work/nqueens" generate excluded-diagonals "$n" --diagonals "$d" --count 20 --seed 1 -o "$work/diagonals-$n-$d"
	"$work/nqueens" bench --files "$work/diagonals-$n-$d" --backend bitmask --threads "$threads" \
		--timeout 30m --no-charts -o "$out/hard-$n"
}
run 22 20 1
run 24 22 1
run 26 25 1
run 28 26 1
run 30 29 1
