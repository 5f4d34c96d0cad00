#!/usr/bin/env bash
# Every solver on the same twenty-four instances, six of each kind, with a limit of
# some seconds: who wins where. It needs the external solvers (Debian: cadical,
# minisat, minisat+, clasp, picosat, cryptominisat, gringo, minizinc,
# swi-prolog-nox).
#
#   results/completion/solvers.sh [DIR]
set -euo pipefail
cd "$(dirname "$0")/../.."
out=${1:-results/completion/solvers}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -o "$work/nqueens" ./cmd/nqueens
nqueens=$work/nqueens

six() { "$nqueens" generate "$@" --count 6 --seed 1 -o "$work/$1-$2"; }
six excluded-diagonals 15 --diagonals 11
six blocked 28 --blocks 595 --least 0
six blocked 40 --blocks 1318 --least 0
six corner 48 --side 10 --least 10

"$nqueens" bench --files "$work/excluded-diagonals-15" --files "$work/blocked-28" \
	--files "$work/blocked-40" --files "$work/corner-48" \
	--backend bitmask,dlx,linear,gini/pairwise,gophersat/pairwise,cadical/pairwise,minisat/pairwise,picosat/pairwise,cryptominisat5/pairwise,clasp/pairwise,clasp/aspif,minisat-plus,minizinc,swipl \
	--timeout 5s -o "$out"
