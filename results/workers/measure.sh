#!/bin/sh
# Measures what handing out parts over NATS costs, and what a second worker gives, and writes
# the table of README.md. Nothing else may run: a quarter of an hour on two cores.
#
#	go build -tags nats -o nqueens ./cmd/nqueens && results/workers/measure.sh ./nqueens out
#
# MEASURE_N (21), MEASURE_MINUTES (1) and MEASURE_ROUNDS (1) say otherwise.
set -eu
nqueens=$1 out=$2
n=${MEASURE_N:-21} minutes=${MEASURE_MINUTES:-1} rounds=${MEASURE_ROUNDS:-1}
url=nats://127.0.0.1:4222
mkdir -p "$out"
now() { date +%s.%N; }
since() { echo "$1 $(now)" | awk '{ printf "%.3f", $2 - $1 }'; }

# counted LIST WORKERS: prints the seconds until so many workers have counted a copy of the list
counted() {
	folder=$out/$1-$2-$round
	rm -rf "$folder"
	mkdir "$folder"
	cp "$out/$1/parts.json" "$folder"
	"$nqueens" serve "$folder" --http none >"$folder/sum.txt" 2>"$folder/serve.log" &
	serve=$!
	until grep -q computes "$folder/serve.log"; do sleep 0.1; done
	begun=$(now)
	for worker in $(seq "$2"); do
		"$nqueens" work --server $url --name "worker-$worker" &
		workers="${workers-} $!"
	done
	wait $workers # each ends when all is done
	workers=
	since "$begun"
	wait $serve
}

seconds() { sed -n 's/.*"seconds":\([0-9.e+-]*\).*/\1/p' "$1/journal.jsonl" | awk '{ s += $1 } END { printf "%.3f", s }'; }
parts() { grep -c '"result"' "$1/journal.jsonl"; }

[ -e "$out/long" ] || "$nqueens" plan-parts count "$n" --minutes "$minutes" --recheck 0 -o "$out/long"
[ -e "$out/short" ] || "$nqueens" plan-parts count "$n" --minutes "$(echo "$minutes" | awk '{ print $1 / 40 }')" --recheck 0 -o "$out/short"
{
	echo "\`measure.sh\` with n = $n, $(date -u +%Y-%m-%d), $("$nqueens" --version), $(sed -n 's/^model name.*: //p' /proc/cpuinfo | head -1), $(nproc) cores:"
	echo
	echo "| parts | workers | seconds | of these in parts | outside of parts | as fast as one worker |"
	echo "|---|---|---|---|---|---|"
} | tee "$out/table.md"
for round in $(seq "$rounds"); do # in turns, so that all meet the same machine
	for run in "long 1" "short 1" "short 2"; do
		set -- $run
		took=$(counted "$1" "$2")
		folder=$out/$1-$2-$round
		[ "$run" != "short 1" ] || one=$took
		echo "$(parts "$folder") $2 $took $(seconds "$folder") $([ "$2" = 1 ] || echo "$one")" | awk '{
			printf "| %d of %.1f s | %d | %s | %s | %.2f %% | %s |\n", $1, $4 / $1, $2, $3, $4, 100 * (1 - $4 / $2 / $3), (NF > 4 ? sprintf("%.3f", $5 / $3) : "") }' | tee -a "$out/table.md"
	done
done
