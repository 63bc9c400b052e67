#!/bin/bash
# The tests that are marked as ignored: the server under attack and in trouble (crates/server/tests/chaos), on this
# machine only; and hostile files that take long (crates/documents/tests/it/bounds.rs). They take minutes and much
# of the machine, so `make test` builds them, and does not run them.
#
# scripts/chaos.sh [FILTER...]: only the tests with one of these words in their names.
set -euo pipefail
. "$(dirname "$0")/env.sh"
cd "$(dirname "$0")/.."
need_cargo

# One test at a time, each with ten minutes at most: they measure how one server holds out.
if cargo nextest --version >/dev/null 2>&1; then
  run=(cargo nextest run --locked --profile chaos -p server -p documents --tests --run-ignored only "$@")
else
  run=(timeout 3600 cargo test --locked -p server -p documents --tests -- --ignored --test-threads=1 "$@")
fi
exec scripts/with-postgres.sh "${run[@]}"
