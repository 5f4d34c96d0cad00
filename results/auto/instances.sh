#!/usr/bin/env bash
# The 200 instances of plans/auto.yaml, each from its seed, into a folder for each kind. With
# another first seed than 1 they are 200 others of the same kinds.
#
#   results/auto/instances.sh DIR [SEED]
set -euo pipefail
dir=$(realpath -m "${1:?which folder?}")
first=${2:-1}
cd "$(dirname "$0")/../.."
nqueens=$(mktemp)
trap 'rm -f "$nqueens"' EXIT
go build -o "$nqueens" ./cmd/nqueens

# make KIND N COUNT FLAG… makes as many instances, one for each seed from the first on.
make() {
	local kind=$1 n=$2 count=$3
	shift 3
	"$nqueens" generate "$kind" "$n" --count "$count" --seed "$first" "$@" -o "$dir/$kind"
}
make completion 42 10 --queens 27
make completion 75 10 --queens 55
make excluded-diagonals 15 5 --diagonals 12
make excluded-diagonals 18 5 --diagonals 16
make excluded-diagonals 20 10 --diagonals 18
make excluded-diagonals 22 10 --diagonals 20
make excluded-diagonals 24 12 --diagonals 22
make excluded-diagonals 26 8 --diagonals 25
make blocked 28 15 --blocks 595
make blocked 48 15 --blocks 1968 --least 0
make blocked 56 10 --blocks 2738 --least 0
make corner 48 10 --side 10 --least 10
make structured 60 12 --least 8 --hall 12
for bridges in 1 2 3 4 5 6 7 8; do
	make structured 40 3 --side 9 --least 8 --bridges "$bridges"
	make structured 60 3 --side 11 --least 8 --bridges "$bridges"
	make structured 40 1 --side 9 --least 8 --bridges "$bridges" --turns 2
done
make structured 40 2 --side 9 --least 7 --bridges 2 --permute
mkdir -p "$dir/formulas"
for ((seed = first; seed < first + 5; seed++)); do
	"$nqueens" encode --file "$dir/excluded-diagonals/excluded-diagonals-15-12-4-$seed.param" --encoding pairwise -o "$dir/formulas/excluded-15-$seed.cnf"
	"$nqueens" encode --file "$dir/blocked/blocked-28-595-4-$seed.param" --encoding commander -o "$dir/formulas/blocked-28-$seed.cnf"
done
