#!/bin/bash
# Prints what changed in a version: its section of CHANGELOG.md. Fails if there is none.
#   scripts/release-notes.sh VERSION
set -euo pipefail
cd "$(dirname "$0")/.."
notes=$(awk -v head="## [$1]" 'index($0, "## [") == 1 { on = index($0, head) == 1; next } on' CHANGELOG.md)
[ -n "${notes//[[:space:]]/}" ] || { echo "CHANGELOG.md has no section [$1]" >&2; exit 1; }
printf '# Openshelf %s\n%s\n' "$1" "$notes"
