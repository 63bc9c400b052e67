#!/bin/bash
# Runs a command with an object store next to it, in memory, with the bucket `library`:
#   scripts/with-s3.sh COMMAND...
# The command finds OPENSHELF_TEST_S3=http://127.0.0.1:PORT. The store is moto's, which the tests use, too; it is gone when
# the command ends. When OPENSHELF_TEST_S3 is already set, that one is used and none is started.
set -euo pipefail
. "$(dirname "$0")/env.sh"
[ $# -gt 0 ] || die "usage: $0 COMMAND..."

[ -n "${OPENSHELF_TEST_S3:-}" ] && exec "$@"

[ -x "$OPENSHELF_TEST_PYTHON" ] || die "no Python with moto; 'make tools' installs it"
port=$((20000 + RANDOM % 12000))
"$OPENSHELF_TEST_PYTHON" -m moto.server -H 127.0.0.1 -p "$port" >/dev/null 2>&1 &
store=$!
trap 'kill "$store" 2>/dev/null' EXIT
export OPENSHELF_TEST_S3="http://127.0.0.1:$port"
for _ in $(seq 300); do
  curl -sf -X PUT "$OPENSHELF_TEST_S3/library" >/dev/null && break
  kill -0 "$store" 2>/dev/null || die "the object store does not start"
  sleep 0.1
done
"$@"
