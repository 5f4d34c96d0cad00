#!/bin/sh
# Measures what handing out parts over NATS costs, and what a second worker gives. Nothing else
# may run: twenty minutes on two cores.
#
#	go build -tags nats -o nqueens ./cmd/nqueens && results/workers/measure.sh ./nqueens out
#
# MEASURE_N (21), MEASURE_MINUTES (1) and MEASURE_ROUNDS (3) make it shorter, to try it.
set -eu
nqueens=$1 out=$2
n=${MEASURE_N:-21} minutes=${MEASURE_MINUTES:-1} rounds=${MEASURE_ROUNDS:-3}
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

[ -e "$out/minute" ] || "$nqueens" plan-parts count "$n" --minutes "$minutes" --recheck 0 -o "$out/minute"
[ -e "$out/short" ] || "$nqueens" plan-parts count "$n" --minutes "$(echo "$minutes" | awk '{ print $1 / 10 }')" --recheck 0 -o "$out/short"
echo "round	alone	parts of $minutes min	in them	shorter parts	by two workers" | tee "$out/measured.tsv"
for round in $(seq "$rounds"); do # in turns, so that all meet the same machine
	begun=$(now)
	"$nqueens" count "$n" --backend quadrant >/dev/null
	alone=$(since "$begun")
	minute=$(counted minute 1)
	inside=$(sed -n 's/.*"seconds":\([0-9.e+-]*\).*/\1/p' "$out/minute-1-$round/journal.jsonl" | awk '{ s += $1 } END { printf "%.3f", s }')
	one=$(counted short 1)
	two=$(counted short 2)
	echo "$round	$alone	$minute	$inside	$one	$two" | tee -a "$out/measured.tsv"
done
awk -F'\t' 'NR > 1 {
	printf "round %d: outside of parts %.2f %%, more than alone %.2f %%; two workers %.3f times as fast as one\n",
		$1, 100 * (1 - $4 / $3), 100 * ($3 / $2 - 1), $5 / $6
}' "$out/measured.tsv"
