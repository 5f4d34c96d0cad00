#!/bin/sh
# Estimates with many seeds of boards whose number of solutions is known, a line of JSON each:
#   results/estimate/coverage.sh 100 >estimates.jsonl
# and how many of the intervals hold it, by size:
#   results/estimate/coverage.sh table <estimates.jsonl
set -eu
if [ "$1" = table ]; then
	# All numbers are strings in JSON; as shares of the published one they fit in floating point.
	sed 's/[{}",]/ /g; s/:/ /g' | awk '
		BEGIN { print "| n | seeds | intervals that hold Q(n) | half width, mean | mean of estimates ÷ Q(n) | its deviation |\n|---|---|---|---|---|---|" }
		{
			for (i = 1; i <= NF; i++) v[$i] = $(i + 1)
			n = $2; sub(/queens\(/, "", n); sub(/\)/, "", n)
			q = v["published"]; r = v["value"] / q
			seeds[n]++; held[n] += v["low"] / q <= 1 && v["high"] / q >= 1
			half[n] += (v["high"] - v["low"]) / 2 / q; sum[n] += r; squares[n] += r * r
		}
		function row(name, k, h, w, m, s) {
			printf "| %s | %d | %d | %.2f %% | %.4f | %.4f |\n", name, k, h, 100 * w / k, m / k, sqrt((s / k - m * m / k / k) / k)
		}
		END {
			for (n = 1; n < 28; n++) if (n in seeds) {
				row(n, seeds[n], held[n], half[n], sum[n], squares[n])
				K += seeds[n]; H += held[n]; W += half[n]; M += sum[n]; S += squares[n]
			}
			row("all", K, H, W, M, S)
		}'
	exit
fi
for seed in $(seq "$1"); do
	for n in $(seq 10 27); do
		nqueens estimate count "$n" --samples 10 --cost=false --seed "$seed" --json
	done
done
