#!/bin/sh
# Counts Q(22) with two workers over NATS, of which one is killed every minute:
# 2691008701644. It goes on where it was when it is started again.
#
#	go build -tags nats -o nqueens ./cmd/nqueens && results/q22/count.sh ./nqueens q22
#
# q22/pages has the status page as it was every ten minutes, q22/kills.txt when which worker
# was killed.
set -eu
nqueens=$1 dir=$2
url=nats://127.0.0.1:4222
[ -e "$dir/parts.json" ] || "$nqueens" plan-parts count 22 --minutes 0.5 --recheck 2% -o "$dir"
mkdir -p "$dir/pages"
"$nqueens" serve "$dir" >"$dir/sum.txt" 2>>"$dir/serve.log" &
serve=$!
work() { "$nqueens" work --server $url --name "worker-$1" 2>>"$dir/worker-$1.log" & }
work 1; one=$!
work 2; two=$!
minute=0
while sleep 60 && kill -0 $serve 2>/dev/null; do
	minute=$((minute + 1))
	if [ $((minute % 2)) = 1 ]; then
		kill -KILL $one 2>/dev/null && echo "$(date -u +%FT%TZ) worker-1" >>"$dir/kills.txt"
		work 1; one=$!
	else
		kill -KILL $two 2>/dev/null && echo "$(date -u +%FT%TZ) worker-2" >>"$dir/kills.txt"
		work 2; two=$!
	fi
	if [ $((minute % 10)) = 0 ]; then
		curl -s http://127.0.0.1:8222/ >"$dir/pages/$minute.html" || true
	fi
done
kill $one $two 2>/dev/null || true # one that was started as the server ended would wait for it
wait $serve
cat "$dir/sum.txt"
"$nqueens" status "$dir"
