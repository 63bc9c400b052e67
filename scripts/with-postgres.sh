#!/bin/bash
# Runs a command with a private PostgreSQL next to it:
#   scripts/with-postgres.sh cargo nextest run -p store
# The command finds OPENSHELF_TEST_POSTGRES=postgres://USER:PASSWORD@127.0.0.1:PORT/postgres, the address
# of a superuser who may create databases. The cluster lives in a temporary folder, in memory if there is
# room (each test makes a database of hundreds of files, and removes it), listens on a free
# port of the loopback only, keeps nothing on a crash (fsync off), and is gone when the command ends,
# however it ends. When OPENSHELF_TEST_POSTGRES is already set, that server is used and none is started.
set -euo pipefail
. "$(dirname "$0")/env.sh"
[ $# -gt 0 ] || die "usage: $0 COMMAND..."

[ -n "${OPENSHELF_TEST_POSTGRES:-}" ] && exec "$@"

bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1)
[ -n "$bin" ] || bin=$(dirname "$(command -v postgres)" 2>/dev/null) || true
[ -x "${bin:-}/initdb" ] || die "no PostgreSQL server programs; 'make tools' installs them"

# PostgreSQL refuses to run as root.
as_owner=()
if [ "$(id -u)" -eq 0 ]; then
  id postgres >/dev/null 2>&1 || die "PostgreSQL does not run as root, and there is no user 'postgres' to run it"
  as_owner=(runuser -u postgres --)
fi

base="${TMPDIR:-/tmp}"
memory=/dev/shm
if [ -w "$memory" ] && [ "$(df -Pk "$memory" | awk 'NR == 2 { print $4 }')" -gt 4000000 ]; then base=$memory; fi

# What a killed run left behind: its folder names the process that should have cleaned it.
for old in "${TMPDIR:-/tmp}"/openshelf-postgres.* "$memory"/openshelf-postgres.*; do
  [ -d "$old" ] || continue
  owner="${old#*/openshelf-postgres.}"; owner="${owner%%.*}"
  kill -0 "$owner" 2>/dev/null && continue
  "${as_owner[@]}" "$bin/pg_ctl" -D "$old/data" -m immediate stop >/dev/null 2>&1 || true
  rm -rf "$old" 2>/dev/null || true
done

dir=$(mktemp -d "$base/openshelf-postgres.$$.XXXXXX")
child=
finish() {
  local status=$?
  trap - EXIT INT TERM HUP
  set +e # clean up to the end, whatever fails on the way
  [ -n "$child" ] && kill -TERM "$child" 2>/dev/null && wait "$child" 2>/dev/null
  "${as_owner[@]}" "$bin/pg_ctl" -D "$dir/data" -m immediate stop >/dev/null 2>&1
  rm -rf "$dir"
  exit "$status"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

[ "$(id -u)" -eq 0 ] && chown postgres "$dir"
# Hexadecimal, so that it needs no escaping in the address.
password=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
cd "$dir"
"${as_owner[@]}" sh -c 'umask 077; echo "$1" > "$2/password"' sh "$password" "$dir"
"${as_owner[@]}" "$bin/initdb" -D "$dir/data" -U openshelf --pwfile="$dir/password" --auth=scram-sha-256 \
  --encoding=UTF8 --locale=C --no-sync >"$dir/initdb.log" 2>&1 || { cat "$dir/initdb.log" >&2; exit 1; }

# A port found free can be taken a moment later, so try until the server itself has it.
started=
for _ in 1 2 3 4 5 6 7 8 9 10; do
  port=$((20000 + RANDOM % 12000))
  if "${as_owner[@]}" "$bin/pg_ctl" -D "$dir/data" -s -w -t 60 -l "$dir/data/server.log" start -o "\
    -c listen_addresses=127.0.0.1 -c port=$port -c unix_socket_directories=$dir \
    -c max_connections=300 -c shared_buffers=64MB \
    -c wal_level=minimal -c max_wal_senders=0 -c max_wal_size=256MB \
    -c fsync=off -c synchronous_commit=off -c full_page_writes=off" >/dev/null 2>&1; then
    started=yes
    break
  fi
done
[ -n "$started" ] || { cat "$dir/data/server.log" >&2; die "PostgreSQL does not start"; }
cd "$OLDPWD"

export OPENSHELF_TEST_POSTGRES="postgres://openshelf:$password@127.0.0.1:$port/postgres"
# In the background, so that a signal to this script is handled immediately.
"$@" <&0 &
child=$!
status=0
wait "$child" || status=$?
child=
exit "$status"
