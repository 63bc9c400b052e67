#!/bin/bash
# Lays out in target/package all that packages consist of, from a built program.
#   scripts/stage.sh PROGRAM [VERSION]    the version of Cargo.toml by default
set -euo pipefail
. "$(dirname "$0")/env.sh"
program=$(realpath "$1")
cd "$(dirname "$0")/.."
version="${2:-$(scripts/version.sh)}"
stage=target/package

rm -rf "$stage" && mkdir -p "$stage/man"
strip -o "$stage/openshelf" "$program"
"$stage/openshelf" manual "$stage/man"
"$stage/openshelf" completions bash > "$stage/openshelf.bash"
"$stage/openshelf" completions zsh > "$stage/_openshelf"
"$stage/openshelf" completions fish > "$stage/openshelf.fish"
# A service keeps its library where the system keeps state.
sed -e 's|^data_dir = .*|data_dir = "/var/lib/openshelf"|' openshelf.example.toml > "$stage/openshelf.toml"
grep -q '^data_dir = "/var/lib/openshelf"' "$stage/openshelf.toml"

# Debian's own form of a changelog; the changes themselves are in CHANGELOG.md.
date=$(sed -n "s/^## \[$version\] - //p" CHANGELOG.md)
cat > "$stage/changelog" <<END
openshelf ($version-1) unstable; urgency=medium

  * See /usr/share/doc/openshelf/CHANGELOG.md.gz.

 -- Openshelf maintainers <openshelf@example.org>  $(LC_ALL=C date -u -R -d "${date:-@0}")
END
