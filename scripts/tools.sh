#!/bin/bash
# The Python and Node packages of the tests, in pinned versions, outside the checkout (see env.sh).
# A stamp next to each holds the checksum of the list it was made from; nothing is done when it fits.
set -euo pipefail
cd "$(dirname "$0")"
. ./env.sh
mkdir -p "$OPENSHELF_CACHE"

# fresh DIR FILE...: true when DIR was made from just these files.
fresh() {
  local dir="$1"; shift
  [ -f "$dir/.made-from" ] && [ "$(cat "$dir/.made-from")" = "$(cat "$@" | sha256sum)" ]
}
stamp() {
  local dir="$1"; shift
  cat "$@" | sha256sum > "$dir/.made-from"
}

venv="$OPENSHELF_CACHE/venv"
if ! fresh "$venv" tools/requirements.txt || ! "$venv/bin/python" -c '' 2>/dev/null; then
  say "Python packages of the tests -> $venv"
  rm -rf "$venv"
  python3 -m venv "$venv"
  "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-input -r tools/requirements.txt
  stamp "$venv" tools/requirements.txt
fi

node="$OPENSHELF_CACHE/node"
if ! fresh "$node" tools/package.json tools/package-lock.json; then
  say "Node packages of the tests -> $node"
  rm -rf "$node"
  mkdir -p "$node"
  cp tools/package.json tools/package-lock.json "$node"
  # The browser is Debian's own; playwright must not fetch another.
  (cd "$node" && PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm ci --silent --no-audit --no-fund --ignore-scripts)
  stamp "$node" tools/package.json tools/package-lock.json
fi
