#!/bin/bash
# The compiler of `make test`: clippy's, which makes programs like the ordinary one. Cargo calls it with the ordinary one
# as its first argument. OPENSHELF_LINTS holds more arguments. (bash, because sh loses variables whose names have hyphens,
# and cargo names programs in such.)
# Unquoted on purpose: OPENSHELF_LINTS is a list of words.
# shellcheck disable=SC2086
exec clippy-driver "$@" ${OPENSHELF_LINTS:-}
