#!/bin/bash
# The container image, built and tried without a network of images: its Debian is made by debootstrap. The server runs as
# the image's own user on a root file system that it cannot write, and `openshelf health` says when it is ready. Needs root.
#   scripts/check-image.sh [PROGRAM]    a built program; by default that of `make demo`
set -euo pipefail
. "$(dirname "$0")/env.sh"
cd "$(dirname "$0")/.."
[ "$(id -u)" = 0 ] || die "needs root: it makes a Debian in a folder"
scripts/packages.sh image
program="${1:-${CARGO_TARGET_DIR:-target}/debug/openshelf}"
[ -x "$program" ] || die "$program is missing: build it first (make demo does)"

scripts/debian-base.sh
scripts/stage.sh "$program"
export BUILDAH_ISOLATION=chroot
base=docker.io/library/debian:12-slim
if ! buildah inspect "$base" >/dev/null 2>&1; then
  container=$(buildah from scratch)
  buildah add -q "$container" "$OPENSHELF_CACHE/debian-bookworm.tar" / >/dev/null
  buildah commit -q "$container" "$base" >/dev/null
  buildah rm "$container" >/dev/null
fi
buildah build -q --format docker --pull=never -f packaging/container/Containerfile -t openshelf-trial .

container=$(buildah from --pull-never openshelf-trial)
folder=$(buildah mount "$container")
work=$(mktemp -d)
clean_up() {
  umount -R "$work/root" 2>/dev/null || true
  buildah rm "$container" >/dev/null || true
  buildah rmi openshelf-trial >/dev/null || true
  rm -rf --one-file-system "$work"
}
trap clean_up EXIT
mkdir "$work/root" "$work/data" "$work/tmp"
chown 10001:10001 "$work/data" && chmod 700 "$work/data" && chmod 1777 "$work/tmp"
# As `podman run --read-only --cap-drop all`, which needs control groups that not every machine has.
cat > "$work/inside" <<END
set -e
mount --bind "$folder" "$work/root"
mount -o remount,bind,ro "$work/root"
mount --bind "$work/data" "$work/root/var/lib/openshelf"
mount --bind "$work/tmp" "$work/root/tmp"
mount -t proc proc "$work/root/proc"
# The program that the image starts.
test -x "$work/root/usr/bin/tini"
run() {
  env -i PATH=/usr/sbin:/usr/bin:/bin HOME=/var/lib/openshelf OPENSHELF_DATA_DIR=/var/lib/openshelf OPENSHELF_ADMIN_LISTEN=off \
    OPENSHELF_LISTEN=0.0.0.0:18481 chroot "$work/root" \
    /usr/bin/setpriv --reuid 10001 --regid 10001 --clear-groups --bounding-set=-all --no-new-privs /usr/bin/openshelf "\$@"
}
run serve > "$work/log" 2>&1 &
server=\$!
for _ in \$(seq 120); do
  if run health > "$work/health" 2>&1; then break; fi
  kill -0 \$server 2>/dev/null || break
  sleep 0.5
done
cat "$work/health"
run doctor || true
kill \$server && wait \$server || true
grep -q '^ready' "$work/health"
END
if unshare --mount --pid --fork bash "$work/inside"; then
  printf '1 passed, 0 failed\n'
else
  cat "$work/log"
  printf '0 passed, 1 failed\n'
  exit 1
fi
