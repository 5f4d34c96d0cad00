#!/usr/bin/env bash
# What bitmask answers with "no solution" at n = 26 and 28 asked of dlx/bits, which shares the
# reductions at the root with it, but no search: the instances that the records of hard-26 and hard-28
# call unsatisfiable. Seventy minutes of one core. Stopped, it goes on when it is called again.
#
#   results/completion/confirm.sh [DIR]
set -euo pipefail
cd "$(dirname "$0")/../.."
out=${1:-results/completion}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -o "$work/nqueens" ./cmd/nqueens

"$work/nqueens" generate excluded-diagonals 26 --diagonals 25 --count 20 --seed 1 -o "$work/all"
"$work/nqueens" generate excluded-diagonals 28 --diagonals 26 --count 20 --seed 1 -o "$work/all"
mkdir "$work/unsat"
cat results/completion/hard-2[68]/records.jsonl | grep '"status":"unsatisfiable"' |
	grep -o '"instance":"[^"]*"' | cut -d'"' -f4 | while read -r name; do cp "$work/all/$name" "$work/unsat"; done
"$work/nqueens" bench --files "$work/unsat" --backend dlx/bits --busy --timeout 3h --no-charts -o "$out/confirmed"
