#!/bin/bash
# Every check and every test; `make test` and the build machine run this and nothing else.
# Installs what the tests need, starts a private PostgreSQL, continues after a failure so that one run shows
# everything, and ends with a line 'N passed, N failed' (each check counts as one). Exit code 0 only when
# nothing failed.
#
# FAST=1: formatting, clippy and the tests that need nothing installed. What is left out is listed.
set -uo pipefail
. "$(dirname "$0")/env.sh"
cd "$(dirname "$0")/.."
need_cargo
began=$SECONDS
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
passed=0 failed=0 ignored=0
results=()
left_out=()
# A terminal gets its colors through the pipe to `tee`; a build machine gets none.
if [ -t 1 ]; then export CARGO_TERM_COLOR="${CARGO_TERM_COLOR:-always}"; fi

# record NAME STATUS SECONDS NOTE
record() {
  local word=ok
  [ "$2" -eq 0 ] || word=FAILED
  results+=("$(printf '%-10s %-7s %5ds  %s' "$1" "$word" "$3" "$4")")
}

# check NAME COMMAND...: one check, passed or failed.
check() {
  local name=$1 start=$SECONDS status=0; shift
  say "$name: $*"
  "$@" </dev/null || status=$?
  if [ "$status" -eq 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
  record "$name" "$status" $((SECONDS - start)) ""
}

# sum WORD FILE: adds up the numbers that are before WORD on summary lines of nextest and cargo test.
sum() {
  sed -E 's/\x1b\[[0-9;]*m//g' "$2" | grep -E '^( *Summary \[|test result:)' |
    grep -oE "[0-9]+ ($1)" | awk '{ n += $1 } END { print n + 0 }'
}

# tests NAME COMMAND...: a run of tests, counted from its own output.
tests() {
  local name=$1 start=$SECONDS status=0 log p f i; shift
  log="$logs/$name"
  say "$name: $*"
  "$@" </dev/null 2>&1 | tee "$log"
  status=${PIPESTATUS[0]}
  p=$(sum passed "$log") f=$(sum 'failed|exec failed|timed out' "$log") i=$(sum 'skipped|ignored' "$log")
  # Failed without a failed test: the build failed, or the run was ended from outside.
  if [ "$status" -ne 0 ] && [ "$f" -eq 0 ]; then f=1; fi
  # Passed without one test is no pass.
  if [ "$status" -eq 0 ] && [ "$name" = tests ] && [ "$p" -eq 0 ]; then status=1 f=1; fi
  passed=$((passed + p)) failed=$((failed + f)) ignored=$((ignored + i))
  record "$name" "$status" $((SECONDS - start)) "$p passed, $f failed, $i not run"
}

for component in rustfmt clippy; do
  cargo "${component/rustfmt/fmt}" --version >/dev/null 2>&1 && continue
  say "rustup component add $component"
  rustup component add "$component" || die "the toolchain has no $component"
done

# Clones at ever new places leave their builds behind in the shared folder; past 30 GB it starts afresh.
if [ -n "${CI:-}" ] && [ "$CARGO_TARGET_DIR" = "$OPENSHELF_CACHE/target" ] && [ -d "$CARGO_TARGET_DIR" ] &&
  [ "$(du -sm "$CARGO_TARGET_DIR" | cut -f1)" -gt 30000 ]; then
  say "the build cache is too large: starting afresh"
  rm -rf "$CARGO_TARGET_DIR"
fi

# Without these the tests would leave things out, so a failure here ends the run.
tools_of_tests() {
  scripts/packages.sh test && scripts/tools.sh && sh crates/books/scripts/validators.sh >/dev/null
}

if [ -n "${FAST:-}" ]; then
  left_out+=("tests on PostgreSQL" "integration tests (server, browser, OAuth client, validators)" "doc tests" "cargo-deny"
    "the sandbox's books in all formats through all validators")
  run=() select=(--lib --bins)
else
  # The tools of the tests are installed while the compiler works.
  scripts/packages.sh build || die "a system package is missing"
  concurrently tools_of_tests
  run=(scripts/with-postgres.sh) select=(--lib --bins --tests)
  # A test whose tool is missing now fails instead of being skipped.
  export OPENSHELF_TEST_REQUIRE=1
fi

check format cargo fmt --all --check
if [ -n "${FAST:-}" ]; then
  check clippy scripts/clippy.sh --quiet
else
  # Clippy's compiler makes the programs of the tests, too: one compilation for both. If it refuses the code, the
  # ordinary one makes them, so that this run shows failed tests as well.
  before=$failed
  check clippy scripts/clippy.sh --build --quiet
  [ "$failed" -gt "$before" ] || export RUSTC_WORKSPACE_WRAPPER="$PWD/scripts/clippy-compiler.sh"
fi
# Where it is installed (`make deny` does that): building it takes minutes, and the architecture tests hold licenses and
# versions as well.
[ -n "${FAST:-}" ] || check deny scripts/deny.sh
joined || die "a tool of the tests could not be installed"

if cargo nextest --version >/dev/null 2>&1; then
  # One more than cores: many tests wait for a server, a browser or a clock.
  runner=(cargo nextest run --locked --profile full --no-fail-fast --test-threads $(($(nproc) + 1)))
else
  runner=(cargo test --locked --no-fail-fast)
fi
tests tests "${run[@]}" "${runner[@]}" --workspace "${select[@]}"
if [ -n "${FAST:-}" ]; then
  tests architecture "${runner[@]}" -p server --test architecture
else
  tests doc "${run[@]}" cargo test --locked --no-fail-fast --workspace --doc --quiet
  check books scripts/samples.sh --own
fi

echo
say "summary ($(((SECONDS - began) / 60)) min $(((SECONDS - began) % 60)) s)"
printf '    %s\n' "${results[@]}"
for item in "${left_out[@]}"; do printf '    left out (FAST): %s\n' "$item"; done
[ "$ignored" -eq 0 ] || printf '    not run: %d tests marked as ignored\n' "$ignored"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
