#!/bin/sh
# Certifies γ(n) and the number of ways, n from the first to the second argument, into a
# folder each, checks them, and writes a line of the table in README.md for each:
#
#   results/domination/certify.sh 1 12 DIR
#
# A number that is not proved ends it.
set -eu
for n in $(seq "$1" "$2"); do
  ways=$(nqueens count domination "$n" --certified "$3/$n" --timeout 24h)
  verified=$(nqueens check count "$3/$n" --timeout 24h)
  pieces=$(tr ',' '\n' <"$3/$n/solution.txt" | wc -l)
  steps=$(echo "$verified" | sed 's/.*; \([0-9]*\) steps, \([0-9]*\) bytes.*/\1 | \2/')
  digest=$(gzip -dc "$3/$n/fewer.pbp.gz" "$3/$n/others.pbp.gz" | sha256sum | cut -c1-16)
  echo "| $n | $pieces | $ways | $steps | $digest |"
done
