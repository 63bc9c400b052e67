#!/bin/bash
# Builds the program and serves the sandbox library; the words of ARGS go to `openshelf demo`.
set -euo pipefail
. "$(dirname "$0")/env.sh"
cd "$(dirname "$0")/.."
need_cargo
say "building (a quarter of an hour or more the first time, on two cores)"
cargo build --profile demo --locked -p server --bin openshelf
exec scripts/run-built.sh demo openshelf demo
