#!/bin/bash
# Makes dist/: the Debian package, a tarball, the bill of materials, the licenses of everything that is built in, release
# notes and checksums. Installs its tools when they are missing (some minutes, once).
set -euo pipefail
. "$(dirname "$0")/env.sh"
cd "$(dirname "$0")/.."
need_cargo
scripts/packages.sh package
scripts/cargo-tools.sh cargo-deb cargo-cyclonedx cargo-about
PATH="$OPENSHELF_CACHE/bin:$PATH"
version=$(scripts/version.sh)
machine=$(uname -m)
name="openshelf-$version-$machine-linux"

notes=$(scripts/release-notes.sh "$version")

say "building the program"
cargo build --release --locked -p server
program="${CARGO_TARGET_DIR:-target}/release/openshelf"
scripts/stage.sh "$program"

rm -rf dist && mkdir -p "dist/$name"
printf '%s\n' "$notes" > dist/RELEASE-NOTES.md

say "the Debian package"
cargo deb --quiet --no-build -p server -o dist/
say "the tarball"
cp -r target/package/{openshelf,man,openshelf.bash,_openshelf,openshelf.fish} "dist/$name/"
cp -r README.md CHANGELOG.md LICENSE-APACHE LICENSE-MIT openshelf.example.toml docs "dist/$name/"
mkdir "dist/$name/systemd" && cp packaging/debian/*.{service,timer} "dist/$name/systemd/"
# The same files give the same archive, whenever it is made.
tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$(git log -1 --format=%ct)" -C dist -czf "dist/$name.tar.gz" "$name"
rm -rf "dist/${name:?}"
say "the bill of materials and the licenses"
cargo cyclonedx --quiet --manifest-path crates/server/Cargo.toml --format json --spec-version 1.5 \
  --override-filename openshelf-sbom >/dev/null
# The crate of the program is called `server`; and the folder of this checkout is nobody's business.
sed -e 's/^      "name": "server",$/      "name": "openshelf",/' -e "s|path+file://$PWD/|path+file:///|" crates/server/openshelf-sbom.json > "dist/openshelf-$version.cdx.json"
find crates -name 'openshelf-sbom.json' -delete
cargo about generate --locked -m crates/server/Cargo.toml -c packaging/licenses/about.toml packaging/licenses/licenses.hbs > "dist/THIRD-PARTY-LICENSES.html"
(cd dist && sha256sum -- * > SHA256SUMS)
ls -l dist
