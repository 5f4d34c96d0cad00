#!/usr/bin/env bash
# The instances of plans/bridges.yaml, each from its seed.
#
#   results/auto/bridges.sh DIR
set -euo pipefail
dir=$(realpath -m "${1:?which folder?}")
cd "$(dirname "$0")/../.."
nqueens=$(mktemp)
trap 'rm -f "$nqueens"' EXIT
go build -o "$nqueens" ./cmd/nqueens
for board in 40/8 40/9 48/10 60/10 60/11; do
	for bridges in 0 1 2 4 6 8; do
		"$nqueens" generate structured "${board%/*}" --side "${board#*/}" --least 8 --bridges "$bridges" --count 3 -o "$dir"
	done
done
