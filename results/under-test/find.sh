#!/bin/sh
# Makes the findings of this folder again. The first argument is the program, nqueens in the path by default.
# Each solver gets the same trials on every machine; the time limits of an answer and of shrinking may matter.
set -u
nqueens=${1:-nqueens}
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for solver in gophersat-models:30 gophersat-cutting-planes:1000 gophersat-mus:5 gophersat-wcnf:5 \
	gophersat-wcnf-lines:5 gophersat-unsat:10 cbc:1000 glpsol:2000; do
	"$nqueens" fuzz "${solver%:*}" --trials "${solver#*:}" -o "$work/${solver%:*}"
	for finding in "$work/${solver%:*}"/findings/*; do
		case $finding in *-[0-9]) continue ;; esac # the same failure on another kind of instance
		if [ -d "$finding" ]; then
			rm -rf "${here:?}/$(basename "$finding")"
			mv "$finding" "$here"
		fi
	done
done
