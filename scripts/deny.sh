#!/bin/bash
# cargo-deny over deny.toml: licenses, duplicate versions, sources, advisories.
#   scripts/deny.sh            with the installed program; says so if there is none
#   scripts/deny.sh --install  builds the program first when it is missing (a few minutes, once)
# The advisories come from a database on the network. Where it cannot be reached they are NOT checked, which
# is said and is no failure; all else is checked without a network.
set -euo pipefail
. "$(dirname "$0")/env.sh"
cd "$(dirname "$0")/.."
need_cargo
PATH="$OPENSHELF_CACHE/bin:$PATH"

if ! command -v cargo-deny >/dev/null; then
  if [ "${1:-}" != --install ]; then
    say "NOT CHECKED: cargo-deny is not installed ('make deny' installs it); the architecture test checks licenses and duplicates"
    exit 0
  fi
  scripts/cargo-tools.sh cargo-deny || {
    say "NOT CHECKED: cargo-deny could not be built; the architecture test checks licenses and duplicates"
    exit 0
  }
fi

cargo deny --locked check --hide-inclusion-graph licenses bans sources

if timeout 45 cargo deny fetch db >/dev/null 2>&1; then
  cargo deny --locked check --disable-fetch advisories
else
  say "NOT CHECKED: advisories (the RustSec database cannot be reached from here)"
fi
