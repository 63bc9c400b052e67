#!/bin/bash
# Makes all seven formats of every book in a folder, checks each file with all validators, and prints a table:
#   scripts/samples.sh FOLDER [FORMAT...]        (make samples FOLDER=... FORMATS="PDF DOCX")
#   scripts/samples.sh --own [FORMAT...]         the books of the sandbox, by the tests' program (make test); each
#                                                fourth is narrated, in one of the two audio formats
# Ends with a code that is not 0 when anything failed.
#
# OUT          folder for what is made; without it all is thrown away
# PROGRAM      a built `openshelf`; without it one is built
# OPENSHELF_DAISY_SCHEMAS   folder with the RELAX NG schemas of DAISY, as DAISY publishes them (d202,
#              z39862005); without it DAISY 2.02 is checked only against the rules of the standard, and DAISY
#              3 against its DTDs
set -euo pipefail
. "$(dirname "$0")/env.sh"
cd "$(dirname "$0")/.."
folder="${1:-}"
[ "$folder" = --own ] || [ -d "$folder" ] || die "which folder of books? scripts/samples.sh FOLDER [FORMAT...]"
shift
need_cargo
scripts/packages.sh test
scripts/packages.sh samples
[ "$folder" = --own ] || scripts/packages.sh scripts
scripts/tools.sh
sh crates/books/scripts/validators.sh >/dev/null
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
OUT="${OUT:-$scratch/made}"
mkdir -p "$OUT"
target="${CARGO_TARGET_DIR:-target}"
say "building (minutes the first time; docs/building.md)"
if [ "$folder" = --own ]; then
  # The whole workspace, so that nothing is compiled otherwise than for the tests.
  cargo build --profile test --locked --workspace --examples --bin openshelf
  target="$target/debug"
  folder="$scratch/sandbox"
  "$target/examples/shelve" "$folder" >/dev/null
  set -- --narrate-few "$@"
else
  [ -n "${PROGRAM:-}" ] || cargo build --profile fast --locked -p server --bin openshelf
  cargo build --profile fast --locked -p books --example samples
  target="$target/fast"
fi
# Without this a check whose tool is missing would be skipped.
export OPENSHELF_TEST_REQUIRE=1
program="${PROGRAM:-$target/openshelf}"
# The program reads OPENSHELF_* as its own configuration; the names of the tests are left alone by it.
"$target/examples/samples" "$program" "$folder" "$OUT" "$@"
