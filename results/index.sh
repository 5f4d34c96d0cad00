#!/bin/sh
# Makes index.html in this folder, one page of most runs here:
#
#   results/index.sh
set -eu
cd "$(dirname "$0")"
go run ../cmd/nqueens report --title 'nqueens: reference runs' -o index.html \
  baseline counting counting/models counting/targets counting/targets-18 counting/3sat \
  encodings completion/solvers completion/targets relatives/targets auto/run completion/hard-* \
  reproduction/constructions reproduction/counts reproduction/dancing-links reproduction/eight-queens \
  reproduction/five-solvers reproduction/min-conflicts reproduction/search-sizes
