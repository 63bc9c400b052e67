#!/bin/bash
# Records the calls of the tests of the interface against the sandbox, and chooses an example for each operation
# (scripts/examples.py). Run it when an operation is added or its records change.
set -euo pipefail
. "$(dirname "$0")/env.sh"
cd "$(dirname "$0")/.."
need_cargo
calls=$(mktemp)
trap 'rm -f "$calls"' EXIT

OPENSHELF_RECORD_CALLS="$calls" cargo nextest run --locked --no-fail-fast -p server --test it || true
python3 scripts/examples.py "$calls" openapi.json crates/api/examples.json
make --no-print-directory openapi
