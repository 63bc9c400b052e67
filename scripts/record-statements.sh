#!/bin/sh
# Records the statements of this version for a release: crates/store/released/statements.txt. The tests of the next
# version run them on its schema (docs/database.md#adding-a-migration).
set -eu
cd "$(dirname "$0")/.."
. scripts/env.sh
recorded=$(mktemp)
trap 'rm -f "$recorded"' EXIT
export OPENSHELF_RECORD_STATEMENTS="$recorded" OPENSHELF_TEST_REQUIRE=1
scripts/with-postgres.sh cargo nextest run --workspace -E 'package(store) & binary(it)' --no-fail-fast || true
mkdir -p crates/store/released
python3 - "$recorded" crates/store/released/statements.txt <<'END'
import re
import sys

NOT_OF_A_LIBRARY = re.compile(
    r"\b_move|_sqlx_migrations|pg_|sqlite_|pragma|information_schema|\"|'\{|"
    r"^(PRAGMA|CREATE|ALTER|DROP|LOCK|SET|BEGIN|COMMIT|ROLLBACK)\b"
)


def shape(text):
    """Lists of different lengths, of values and of rows, are one statement."""
    text = re.sub(r"(CAST\()?\$\d+( AS \w+\))?", "?", text)
    text = re.sub(r"\?(, \?)+", "?", text)
    text = re.sub(r"\(\?\)(, \(\?\))+", "(?)", text)
    return re.sub(r"'[^']*'(, '[^']*')+", "'?'", text)


shortest = {}
for line in open(sys.argv[1], encoding="utf-8"):
    database, text = line.rstrip("\n").split("\t", 1)
    if not NOT_OF_A_LIBRARY.search(text):
        key = (database, shape(text))
        if key not in shortest or (len(text), text) < (len(shortest[key]), shortest[key]):
            shortest[key] = text
databases = {}
for (database, _), text in shortest.items():
    databases.setdefault(text, set()).add(database)
with open(sys.argv[2], "w", encoding="utf-8") as file:
    for text in sorted(databases):
        database = "both" if len(databases[text]) > 1 else databases[text].pop()
        file.write(f"{database}\t{text}\n")
END
wc -l crates/store/released/statements.txt
