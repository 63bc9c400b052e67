#!/bin/bash
# The Debian package, as an operator meets it: lintian, then a Debian of its own in a folder, in which the package is
# installed, a library is made, the package is upgraded, removed and purged. With the tools of the tests (`make tools`)
# the installed program also goes the way of scripts/operator.sh. Needs root.
#   scripts/check-package.sh [PROGRAM]    a built program; by default that of `make demo`
set -euo pipefail
. "$(dirname "$0")/env.sh"
cd "$(dirname "$0")/.."
[ "$(id -u)" = 0 ] || die "needs root: it makes a Debian in a folder"
# Where the library moves to.
if [ -z "${OPENSHELF_TEST_S3:-}" ] && [ -x "$OPENSHELF_TEST_PYTHON" ]; then
  exec scripts/with-postgres.sh scripts/with-s3.sh scripts/check-package.sh "$@"
fi
scripts/packages.sh package
scripts/cargo-tools.sh cargo-deb
PATH="$OPENSHELF_CACHE/bin:$PATH"
program="${1:-${CARGO_TARGET_DIR:-target}/debug/openshelf}"
[ -x "$program" ] || die "$program is missing: build it first (make demo does)"

work=$(mktemp -d "${TMPDIR:-/tmp}/openshelf-package.XXXXXX")
root="$work/root"
server=
stop_server() {
  if [ -n "$server" ]; then
    kill "$server" 2>/dev/null || true
    wait "$server" 2>/dev/null || true
    server=
  fi
}
clean_up() {
  stop_server
  umount "$root/proc" 2>/dev/null || true
  rm -rf --one-file-system "$work"
}
trap clean_up EXIT

passed=0
pass() { passed=$((passed + 1)); say "ok: $1"; }
fail() { printf '0 passed, 1 failed\n'; die "$1"; }

# Commands as lists of words, so that a program that runs in the background has the process number of its command.
root_command=(chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8
  DEBIAN_FRONTEND=noninteractive OPENSHELF_LISTEN=127.0.0.1:18480 OPENSHELF_ADMIN_LISTEN=off)
service_command=("${root_command[@]}" setpriv --reuid openshelf --regid openshelf --clear-groups)
program_command=("${service_command[@]}" openshelf --config /etc/openshelf/openshelf.toml)
in_root() { "${root_command[@]}" "$@"; }
as_service() { "${service_command[@]}" "$@"; }
openshelf() { "${program_command[@]}" "$@"; }

make_package() { # VERSION
  scripts/stage.sh "$program" "$1"
  cargo deb --quiet --no-build --fast -p server --deb-version "$1-1" -o "$work/openshelf-$1.deb" >/dev/null
}
start_server() {
  "${program_command[@]}" serve >"$work/log" 2>&1 &
  server=$!
  for _ in $(seq 120); do
    openshelf health >/dev/null 2>&1 && return
    kill -0 "$server" 2>/dev/null || break
    sleep 0.5
  done
  cat "$work/log"
  fail "the server did not become ready"
}
install_package() { # VERSION
  cp "$work/openshelf-$1.deb" "$root/tmp/"
  in_root apt-get install -qq -y --no-install-recommends "/tmp/openshelf-$1.deb" >"$work/apt" 2>&1 ||
    { cat "$work/apt"; fail "version $1 is not installed"; }
}

version=$(scripts/version.sh)
previous=0.0.1
make_package "$previous"
make_package "$version"
lintian --fail-on error --tag-display-limit 0 "$work/openshelf-$version.deb" || fail "lintian reports errors"
pass "lintian reports no error"

scripts/debian-base.sh
mkdir "$root" && tar -C "$root" -xf "$OPENSHELF_CACHE/debian-bookworm.tar"
cp /etc/resolv.conf "$root/etc/resolv.conf"
mount -t proc proc "$root/proc"
# Nothing is started: there is no init in a folder.
printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d" && chmod 755 "$root/usr/sbin/policy-rc.d"
in_root apt-get update -qq >/dev/null 2>&1 || fail "the package lists cannot be read"
in_root find /etc /usr /var/lib /var/backups -xdev -not -path '/var/lib/apt/*' -not -path '/var/lib/dpkg/*' | sort >"$work/before"

install_package "$previous"
[ "$(in_root stat -c '%U %a' /var/lib/openshelf)" = "openshelf 700" ] || fail "the library's folder is not private"
[ "$(in_root stat -c '%U:%G %a' /etc/openshelf/openshelf.toml)" = "root:openshelf 640" ] || fail "the configuration is not private"
for page in openshelf openshelf-serve openshelf-admin-users-create; do
  in_root test -e "/usr/share/man/man1/$page.1.gz" || fail "there is no manual page $page"
done
for unit in openshelf.service openshelf-worker.service openshelf-backup.service openshelf-backup.timer \
  openshelf-rehearsal.service openshelf-rehearsal.timer; do
  in_root test -e "/usr/lib/systemd/system/$unit" -o -e "/lib/systemd/system/$unit" || fail "there is no unit $unit"
done
# This machine's systemd reads them; the program of the package is not on this machine.
mkdir "$work/units"
for unit in packaging/debian/*.service packaging/debian/*.timer; do
  sed 's|/usr/bin/openshelf|/bin/true|' "$unit" >"$work/units/${unit##*/}"
done
systemd-analyze verify --man=no "$work"/units/* || fail "a unit is wrong"
pass "version $previous is installed, with user, folders, manual pages and units"

start_server
openshelf admin sites create service --name "Trial Library" --country US >/dev/null || fail "a site is not made"
scripts/small-book.py "The Harbor of Packages" "$root/tmp/book.epub"
chmod 644 "$root/tmp/book.epub"
openshelf ingest /tmp/book.epub --rights publicDomain >"$work/ingest" || { cat "$work/ingest"; fail "a book is not ingested"; }
echo '# The operator was here.' >>"$root/etc/openshelf/openshelf.toml"
stop_server
pass "a library is made and serves"

install_package "$version"
grep -q 'The operator was here' "$root/etc/openshelf/openshelf.toml" || fail "the configuration was replaced"
start_server
openshelf export --format csv 2>/dev/null | grep -q "The Harbor of Packages" || fail "the upgrade lost the book"
stop_server
pass "the upgrade to $version keeps the library and the configuration"

if [ -n "${OPENSHELF_TEST_S3:-}" ]; then
  # The network is this machine's.
  psql "$OPENSHELF_TEST_POSTGRES" -qc "CREATE DATABASE operator_$$"
  way="$root/tmp/operator"
  mkdir -p "$way/books/free" "$way/books/lent"
  scripts/small-book.py "Tide One" "$way/books/free/one.epub"
  scripts/small-book.py "Tide Two" "$way/books/lent/two.epub"
  cat >"$way/files.toml" <<END
[files]
location = "s3://library/package"
endpoint = "$OPENSHELF_TEST_S3"
region = "eu-central-1"
access_key_id = "key"
secret_access_key = "secret"
allow_http = true
END
  cp scripts/operator.sh "$way/"
  in_root chown -R openshelf:openshelf /tmp/operator
  as_service env DATABASE_URL="${OPENSHELF_TEST_POSTGRES%/*}/operator_$$" FILES=/tmp/operator/files.toml \
    bash /tmp/operator/operator.sh /usr/bin/openshelf /tmp/operator </dev/null >"$work/operator" 2>&1 ||
    { cat "$work/operator"; fail "the operator's way ends early"; }
  psql "$OPENSHELF_TEST_POSTGRES" -qc "DROP DATABASE operator_$$ WITH (FORCE)"
  pass "a library is backed up, moved to PostgreSQL and S3, and served by two nodes and a worker"
else
  say "left out: the operator's way needs PostgreSQL and an object store (make tools)"
fi

in_root apt-get remove -qq -y openshelf >"$work/apt" 2>&1 || { cat "$work/apt"; fail "it is not removed"; }
in_root test -e /var/lib/openshelf/library.db || fail "removing deleted the library"
in_root apt-get purge -qq -y openshelf >"$work/apt" 2>&1 || { cat "$work/apt"; fail "it is not purged"; }
grep -q '/var/lib/openshelf still has the library' "$work/apt" || fail "purging does not say where the library is"
in_root test ! -e /etc/openshelf || fail "purging left the configuration"
in_root test -e /var/lib/openshelf/library.db || fail "purging deleted the library"
in_root rm -rf /var/lib/openshelf /var/backups/openshelf
install_package "$version"
in_root apt-get purge -qq -y openshelf >"$work/apt" 2>&1 || fail "it is not purged"
in_root getent passwd openshelf >/dev/null && fail "the user is still there"
in_root apt-get autoremove -qq -y --purge >/dev/null 2>&1
in_root find /etc /usr /var/lib /var/backups -xdev -not -path '/var/lib/apt/*' -not -path '/var/lib/dpkg/*' | sort >"$work/after"
# Caches that other packages refresh are not ours.
diff "$work/before" "$work/after" | grep '^>' | grep -v 'ld.so.cache\|/etc/.*-$\|/usr/share/mime\|/var/lib/systemd\|/etc/systemd' &&
  fail "purging left files"
pass "removing and purging keep a library, and leave nothing else"
printf '%s passed, 0 failed\n' "$passed"
