#!/bin/bash
# Installs what is missing, builds the program and serves the sandbox library; the words of ARGS go to
# `openshelf demo`.
set -euo pipefail
. "$(dirname "$0")/env.sh"
cd "$(dirname "$0")/.."
need_cargo
scripts/packages.sh build
# The programs that ours starts are installed while the compiler works. A build that fails leaves no package
# half installed.
trap 'joined || true' EXIT
concurrently scripts/packages.sh demo
scripts/build.sh server openshelf
joined || die "a system package is missing"
exec scripts/run-built.sh debug openshelf demo
