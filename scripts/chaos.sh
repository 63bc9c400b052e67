#!/bin/bash
# The tests of crates/server/tests/chaos: the server under attack and in trouble, on this machine only; and of
# crates/documents/tests/chaos: hostile files that take long. They take minutes and much of the machine, so
# `make test` omits them.
#
# scripts/chaos.sh [FILTER...]: only the tests with one of these words in their names.
set -euo pipefail
. "$(dirname "$0")/env.sh"
cd "$(dirname "$0")/.."
need_cargo

# One test at a time, each with ten minutes at most: they measure how one server holds out.
if cargo nextest --version >/dev/null 2>&1; then
  run=(cargo nextest run --locked --profile chaos -p server -p documents
    --features server/chaos,documents/chaos --test chaos "$@")
else
  run=(timeout 3600 cargo test --locked -p server -p documents
    --features server/chaos,documents/chaos --test chaos -- --test-threads=1 "$@")
fi
exec scripts/with-postgres.sh "${run[@]}"
