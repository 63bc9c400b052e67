#!/bin/bash
# Clippy for everything. Its warnings are errors with the release of Rust that the code was last checked with; a newer
# one has lints that nobody has seen yet, and must not stop the build on the day it comes out: its warnings are printed.
# To move to a newer release, mend them and change the number.
#
#   scripts/clippy.sh           checks alone, as `cargo clippy` does
#   scripts/clippy.sh --build   builds the programs of the tests as well, so that both cost one compilation. Commands
#                               that are to find what was built need RUSTC_WORKSPACE_WRAPPER=scripts/clippy-compiler.sh
#                               (with its whole path) in their environment.
set -euo pipefail
. "$(dirname "$0")/env.sh"
cd "$(dirname "$0")/.."
need_cargo

checked_with=1.95
strict=(-D warnings)
release=$(rustc --version | cut -d ' ' -f 2)
case $release in
  "$checked_with".*) ;;
  *) say "Rust $release: the code was checked with $checked_with, so warnings of clippy are not errors"; strict=() ;;
esac
if [ "${1:-}" = --build ]; then
  shift
  export RUSTC_WORKSPACE_WRAPPER="$PWD/scripts/clippy-compiler.sh" OPENSHELF_LINTS="${strict[*]}"
  exec cargo test --no-run --locked --workspace --lib --bins --tests --examples "$@"
fi
exec cargo clippy --locked --workspace --all-targets "$@" -- "${strict[@]}"
