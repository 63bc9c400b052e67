#!/bin/bash
# build.sh PACKAGE PROGRAM: builds a program and reports progress: on a terminal by cargo's own bar; elsewhere
# and before the bar appears, by a line with the number of crates to compile and, every half minute, of those
# compiled.
set -euo pipefail
. "$(dirname "$0")/env.sh"
cd "$(dirname "$0")/.."
need_cargo
package=$1 program=$2
build=(cargo build --locked -p "$package" --bin "$program")
if [ -t 2 ]; then
  say "building: minutes the first time (docs/building.md); cargo's bar counts the crates"
  exec "${build[@]}"
fi

# One crate for each line that is not empty, without what other systems need.
all=$(cargo tree --locked -p "$package" --edges normal,build --prefix none --format '{p}' 2>/dev/null | sed 's/ (\*)$//' | sort -u | grep -c . || true)
say "building: up to $all crates; minutes the first time (docs/building.md)"
began=$SECONDS last=0 done=0
set +e
"${build[@]}" 2>&1 | while IFS= read -r line; do
  case $line in
    *Compiling\ *) done=$((done + 1)) ;;
    *Downloading\ * | *Downloaded\ *) ;;
    *) printf '%s\n' "$line" ;;
  esac
  if [ $((SECONDS - last)) -ge 30 ]; then
    last=$SECONDS
    say "$done of about $all crates, $(((SECONDS - began) / 60)) min $(((SECONDS - began) % 60)) s"
  fi
done
exit "${PIPESTATUS[0]}"
