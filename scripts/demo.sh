#!/bin/bash
# Builds the program and serves the sandbox library; the words of ARGS go to `openshelf demo`.
set -euo pipefail
. "$(dirname "$0")/env.sh"
cd "$(dirname "$0")/.."
need_cargo
scripts/build.sh server openshelf
exec scripts/run-built.sh debug openshelf demo
