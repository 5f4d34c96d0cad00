#!/usr/bin/env bash
# Measures every target of completion on this machine and prints a table in
# Markdown. Times are those of the search alone, on one core.
# It takes some minutes where nothing else runs; boards of 28 and 30 squares a side
# are left to hard.sh. Published instances are made from their seeds. The four
# hundred of the ASP competition cannot be: name the archive.
#
#   results/completion/targets.sh ASP-ARCHIVE > table.md
set -euo pipefail

asp=$(realpath "${1:?name the archive of the ASP competition}")
cd "$(dirname "$0")/../.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -o "$work/nqueens" ./cmd/nqueens
nqueens=$work/nqueens

row() { printf '| %s | %s | %s | `%s` |\n' "$@"; }

# statistics of the answers in a file of JSON lines: solved, how many have a
# solution, mean, median and largest of the search's seconds, the sum, nodes.
statistics() {
	awk '
	function number(name,   at) {
		at = match($0, "\"" name "\":[0-9.e+-]+")
		return at ? substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 3) + 0 : 0
	}
	{
		all++
		if (!/"status":"(solved|unsatisfiable)"/) next
		done++
		if (/"status":"solved"/) with++
		t[done] = number("solve"); sum += t[done]; nodes += number("nodes")
	}
	END {
		for (i = 2; i <= done; i++) { v = t[i]; for (j = i - 1; j > 0 && t[j] > v; j--) t[j + 1] = t[j]; t[j + 1] = v }
		if (done) printf "%d of %d decided, %d with a solution; mean %.4g s, median %.4g s, largest %.4g s, together %.4g s; mean nodes %.4g",
			done, all, with, sum / done, (t[int((done + 1) / 2)] + t[int(done / 2) + 1]) / 2, t[done], sum, nodes / done
		else printf "0 of %d decided", all
	}' "$1"
}

# answers WHAT TARGET FILES ARGUMENTS…: a row for the instances in a folder.
answers() {
	local what=$1 target=$2 files=$3
	shift 3
	taskset -c 1 "$nqueens" solve --file "$files" --json "$@" >"$work/answers" 2>/dev/null || true
	row "$what" "$target" "$(statistics "$work/answers")" "nqueens solve --file $(basename "$files") $*"
}

echo "Measured $(date -u +%F) on $(lscpu | sed -n 's/^Model name: *//p'), $(nproc) cores, $(go version | cut -d' ' -f3), commit $(git rev-parse --short HEAD)."
echo
echo "| what | target | measured | command |"
echo "|---|---|---|---|"

for point in 18/16/"mean at most 2 ms" 20/18/"mean at most 7 ms" 21/19/"mean at most 25 ms"; do
	IFS=/ read -r n d target <<<"$point"
	folder=$work/diagonals-$n-$d
	"$nqueens" generate excluded-diagonals "$n" --diagonals "$d" --count 100 --seed 1 --published -o "$folder"
	answers "n = $n, d = $d, the first hundred published" "$target" "$folder" --backend bitmask
	answers "the same in plain Go" "at most 4 ×" "$folder" --backend bitmask/portable
done
for n in 18/16 20/18; do
	IFS=/ read -r n d <<<"$n"
	answers "n = $n, d = $d, the authors' search" "100 × the nodes of ours" "$work/diagonals-$n-$d" --backend bit-solver
done

answers "the 400 of the ASP competition" "together under 30 s" "$asp" --backend bitmask
answers "the same in plain Go" "together under 90 s" "$asp" --backend bitmask/portable

# 7.3 open squares a row: 72 · (72 − 7.3) are blocked, anywhere, as in the ASP
# instances, where rows with a single open square occur.
"$nqueens" generate blocked 72 --blocks 4658 --least 0 --count 20 --seed 1 -o "$work/blocked-72"
answers "blocked, n = 72, twenty" "all decided, median under 3 s" "$work/blocked-72" --backend bitmask --timeout 10m
