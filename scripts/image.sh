#!/bin/bash
# Builds the container image `openshelf`, with podman, buildah or docker, whichever is there.
#   scripts/image.sh [PROGRAM]    a built program; by default a release is built
set -euo pipefail
. "$(dirname "$0")/env.sh"
cd "$(dirname "$0")/.."
if [ -z "${1:-}" ]; then
  need_cargo
  cargo build --release --locked -p server
fi
scripts/stage.sh "${1:-${CARGO_TARGET_DIR:-target}/release/openshelf}"
version=$(scripts/version.sh)
for builder in podman buildah docker; do
  if command -v "$builder" >/dev/null; then
    format=()
    [ "$builder" = docker ] || format=(--format docker) # the one that has health checks
    exec "$builder" build "${format[@]}" -f packaging/container/Containerfile -t "openshelf:$version" -t openshelf .
  fi
done
die "none of podman, buildah and docker is installed"
