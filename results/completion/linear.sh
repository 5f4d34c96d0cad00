#!/usr/bin/env bash
# Where a linear relaxation decides: instances with excluded diagonals near the hardest
# point of each size, put to the backend linear with a limit of 0.2 s of processor time, each proof
# checked, and up to n = 20 to bitmask. The verdicts from 22 on are those of hard-22 to hard-30, whose
# instances these are. Stopped, it goes on when it is called again.
#
#   results/completion/linear.sh [DIR]
set -euo pipefail
cd "$(dirname "$0")/../.."
out=${1:-results/completion/linear}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -o "$work/nqueens" ./cmd/nqueens

run() {
	local n=$1 d=$2 count=$3 backends=$4
	"$work/nqueens" generate excluded-diagonals "$n" --diagonals "$d" --count "$count" --seed 1 -o "$work/diagonals-$n-$d"
	"$work/nqueens" bench --files "$work/diagonals-$n-$d" --backend "$backends" --proof --cpu 200ms --timeout 1m --no-charts -o "$out/$n"
}
run 12 9 50 linear,bitmask
run 14 11 50 linear,bitmask
run 16 13 50 linear,bitmask
run 18 16 50 linear,bitmask
run 20 18 50 linear,bitmask
run 22 20 20 linear
run 24 22 20 linear
run 26 25 20 linear
run 28 26 20 linear
run 30 29 20 linear
