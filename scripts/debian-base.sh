#!/bin/bash
# Makes $OPENSHELF_CACHE/debian-bookworm.tar, a small Debian in which packages and the image are tried. Needs root.
set -euo pipefail
. "$(dirname "$0")/env.sh"
base="$OPENSHELF_CACHE/debian-bookworm.tar"
[ -e "$base" ] && exit 0
say "making a Debian -> $base"
work=$(mktemp -d)
trap 'rm -rf --one-file-system "$work"' EXIT
debootstrap --variant=minbase --include=adduser,ca-certificates bookworm "$work/root" >"$work/log" 2>&1 ||
  { tail -5 "$work/log"; die "debootstrap failed"; }
tar -C "$work/root" -cf "$base.new" . && mv "$base.new" "$base"
