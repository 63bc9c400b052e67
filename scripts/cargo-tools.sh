#!/bin/bash
# Builds the cargo tools of these names that are missing, in pinned versions, into $OPENSHELF_CACHE/bin.
#   scripts/cargo-tools.sh cargo-deny|cargo-deb|cargo-cyclonedx|cargo-about...
set -euo pipefail
. "$(dirname "$0")/env.sh"
need_cargo
# A tool is a program only with this feature; another needs none of its own.
declare -A features=([cargo-about]="--features cli" [cargo-deny]=--no-default-features)
trap 'rm -rf "$OPENSHELF_CACHE/tools-target"' EXIT
for name in "$@"; do
  case "$name" in
    cargo-deny) version=0.20.2 ;;
    cargo-deb) version=3.8.0 ;;
    cargo-cyclonedx) version=0.5.9 ;;
    cargo-about) version=0.9.3 ;;
    *) die "usage: $0 cargo-deny|cargo-deb|cargo-cyclonedx|cargo-about..." ;;
  esac
  [ -x "$OPENSHELF_CACHE/bin/$name" ] && continue
  say "building $name $version"
  # Their own target folder: this build must not push ours out.
  CARGO_TARGET_DIR="$OPENSHELF_CACHE/tools-target" \
    cargo install --quiet --locked --root "$OPENSHELF_CACHE" ${features[$name]:-} "$name@$version" </dev/null
done
