#!/bin/bash
# A library as an operator runs it, by the commands of an installed program alone: install, create, ingest, serve, back up,
# rehearse the restore, move from SQLite and a directory to PostgreSQL and S3, serve with two nodes and a worker, upgrade
# one process after the other, lose a node and the worker. A test lets readers use the library meanwhile
# (crates/server/tests/it/operator/mod.rs).
#   DATABASE_URL=postgres://... FILES=files.toml scripts/operator.sh PROGRAM FOLDER
#
# PROGRAM        the program: one below /usr is used where it is, any other is installed into FOLDER
# NEW_PROGRAM    the program of the upgrade; default PROGRAM
# FOLDER         everything is kept here. Books are ingested from FOLDER/books/free and FOLDER/books/lent; without that
#                directory small ones are made
# DATABASE_URL   an empty database of PostgreSQL
# FILES          a file with the table [files] of a configuration: an empty object store
# BASE_URL       the address at which readers reach the nodes; default that of the first
# NODE_1, NODE_2, WORKER   addresses at which the processes listen
#
# Twice a line is read from standard input, so that a test, or a person, decides when to continue.
set -euo pipefail
die() { printf 'error: %s\n' "$*" >&2; exit 1; }
[ $# -eq 2 ] || die "usage: DATABASE_URL=... FILES=... $0 PROGRAM FOLDER"
if [ -z "${DATABASE_URL:-}" ] || [ ! -f "${FILES:-}" ]; then die "DATABASE_URL and FILES say where the library moves to"; fi
program=$(realpath "$1") new_program=$(realpath "${NEW_PROGRAM:-$1}") files=$(realpath "$FILES")
here=$(cd "$(dirname "$0")" && pwd)
node_1="${NODE_1:-127.0.0.1:18481}" node_2="${NODE_2:-127.0.0.1:18482}" worker="${WORKER:-127.0.0.1:18483}"
base_url="${BASE_URL:-http://$node_1}"
# Configurations and backups hold keys and passwords.
umask 077
mkdir -p "$2" && cd "$2"
folder=$PWD

step() { printf '==> %s\n' "$*"; }
openshelf() {
  printf '    openshelf %s\n' "$*"
  "$openshelf" "$@"
}
# Waits for a line of standard input; its end counts as one.
pause() { step "$1"; read -r _ || true; }

declare -A pids=()
end_all() { for pid in "${pids[@]}"; do kill -KILL "$pid" 2>/dev/null || true; done; }
trap end_all EXIT

# A unit of systemd does this on a server: packaging/debian.
start() { # NAME ADDRESS ARGUMENT...
  local name=$1 address=$2; shift 2
  printf '    openshelf %s &\n' "$*"
  "$openshelf" "$@" >>"$name.log" 2>&1 &
  pids[$name]=$!
  for _ in $(seq 1200); do
    "$openshelf" health --address "$address" >/dev/null 2>&1 && return
    kill -0 "${pids[$name]}" 2>/dev/null || break
    sleep 0.1
  done
  tail -20 "$name.log" >&2
  die "$name is not ready"
}
stop() { # NAME
  printf '    kill -TERM %s\n' "$1"
  kill -TERM "${pids[$1]}"
  wait "${pids[$1]}" || { tail -20 "$1.log" >&2; die "$1 ended with an error"; }
  unset "pids[$1]"
}
lose() { # NAME
  printf '    kill -KILL %s\n' "$1"
  kill -KILL "${pids[$1]}"
  wait "${pids[$1]}" 2>/dev/null || true
  unset "pids[$1]"
}

# Sets `openshelf` to the program that is used from now on.
install_program() { # PROGRAM FOLDER
  case "$1" in
    /usr/*) openshelf=$1 ;; # by a package
    *)
      mkdir -p "$2/man"
      cp --link "$1" "$2/openshelf" 2>/dev/null || cp "$1" "$2/openshelf"
      openshelf=$folder/$2/openshelf
      openshelf manual "$2/man"
      for shell in bash zsh fish; do openshelf completions "$shell" >"$2/openshelf.$shell"; done
      if [ ! -s "$2/man/openshelf-serve.1" ] || [ ! -s "$2/openshelf.fish" ]; then die "manual or completions are missing"; fi
      ;;
  esac
  "$openshelf" --version
}

step "Install the program"
install_program "$program" program

step "Create a library, with an app and a reader"
common=$(cat <<TOML
base_url = "$base_url"
admin_listen = "off"
trust_forwarded_for = true
# The load balancer notices sooner.
drain_seconds = 1
workers = 1
TOML
)
cat >small.toml <<TOML
$common
data_dir = "$folder/small"
TOML
openshelf migrate --config small.toml
openshelf admin sites create service --name "Town Library" --country US --config small.toml
openshelf admin clients create "Reading app" --privilege passwordGrant --config small.toml | tee app.txt
openshelf admin users create ann@example.org --first-name Ann --last-name Lee --date-of-birth 1990-04-12 \
  --config small.toml | tee reader.txt
openshelf admin agreements create ann@example.org --print-name "Ann Lee" --config small.toml
openshelf admin subscriptions create ann@example.org --user-subscription-type individual --config small.toml
openshelf admin proofs create ann@example.org --disability-type learning --proof-source faxed --config small.toml

step "Ingest books"
if [ ! -d books ]; then
  mkdir -p books/free books/lent
  "$here/small-book.py" "Tide One" books/free/one.epub
  "$here/small-book.py" "Tide Two" books/lent/two.epub
fi
openshelf ingest books/free --rights publicDomain --config small.toml
openshelf ingest books/lent --config small.toml

step "Serve it"
start small "$node_1" serve --listen "$node_1" --config small.toml
step "Readers are served"

step "Take a backup while it is served, and rehearse the restore"
openshelf backup backup --config small.toml
openshelf backup backup --check
openshelf restore backup --rehearse --scratch "$folder" --config small.toml
openshelf doctor --config small.toml | grep '^ok  *rehearsal'

step "Move to PostgreSQL and S3"
cat >large.toml <<TOML
$common
data_dir = "$folder/node-1"
database_url = "$DATABASE_URL"
$(cat "$files")
TOML
if openshelf move --config small.toml --to-config large.toml; then die "a library that is in use was moved"; fi
stop small
openshelf move --config small.toml --to-config large.toml
if openshelf backup late --config small.toml; then die "the library that was moved is still open"; fi

step "Serve it with two nodes and a worker"
start_node_1() { start node-1 "$node_1" serve --listen "$node_1" --config large.toml; }
start_node_2() { start node-2 "$node_2" serve --listen "$node_2" --data-dir node-2 --config large.toml; }
start_worker() { start worker "$worker" worker --admin-listen "$worker" --data-dir worker --config large.toml; }
# The first node has the index that was moved; the second makes its own.
start_node_1
openshelf reindex --data-dir node-2 --config large.toml
start_node_2
start_worker

step "Upgrade one process after the other"
openshelf backup backup --config large.toml
install_program "$new_program" new-program
# It fails if something is pending, and says if programs can keep running.
if ! openshelf migrate --check --config large.toml | tee pending.txt; then
  grep 'can keep running' pending.txt || die "this upgrade needs all programs to be stopped"
  openshelf migrate --config large.toml
fi
stop worker
start_worker
stop node-1
start_node_1
stop node-2
start_node_2

pause "A node and the worker are lost with the next line"
lose node-1
lose worker
step "They start again"
start_node_1
start_worker

pause "The library is served until the next line"
step "Stop"
stop worker
stop node-2
stop node-1
dead=$("$openshelf" jobs list --state dead --config large.toml)
[ -z "$dead" ] || die "jobs have failed: $dead"
openshelf backup backup --config large.toml
step "Nothing is lost"
