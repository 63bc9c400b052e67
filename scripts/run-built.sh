#!/bin/bash
# Runs a program that cargo built, wherever the target folder is: run-built.sh PROFILE PROGRAM [ARGUMENT...]
# The words of the variable ARGS come last (make hands them on so).
set -euo pipefail
. "$(dirname "$0")/env.sh"
cd "$(dirname "$0")/.."
program="${CARGO_TARGET_DIR:-target}/$1/$2"
shift 2
[ -x "$program" ] || die "$program is not built"
# These are for the tests; the program reads OPENSHELF_* as its own configuration.
unset OPENSHELF_CACHE OPENSHELF_TEST_PYTHON OPENSHELF_NODE_MODULES
# Unquoted on purpose: ARGS is a list of words.
# shellcheck disable=SC2086
exec "$program" "$@" ${ARGS:-}
