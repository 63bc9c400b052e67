#!/usr/bin/env python3
"""Makes the code lists of crates/domain/data from Debian's package iso-codes.

    apt-get install iso-codes
    scripts/code-lists.py [/usr/share/iso-codes/json]

Names of countries in the languages of the pages are translations of the same package, in /usr/share/locale.

Writes countries.tsv, subdivisions.tsv and languages.tsv, sorted by code, with the source in the first lines.
The other lists in that folder are kept by hand; each names its source.
"""

import gettext
import json
import pathlib
import sys

SOURCE = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "/usr/share/iso-codes/json")
TARGET = pathlib.Path(__file__).resolve().parent.parent / "crates" / "domain" / "data"


def entries(standard):
    """The entries of one of the package's files."""
    return json.loads((SOURCE / f"iso_{standard}.json").read_text(encoding="utf-8"))[standard]


def write(name, standard, columns, rows):
    """One list: a head that names the source, then a line of cells for each row, sorted by code."""
    head = [
        f"# {standard}, from the iso-codes package (https://salsa.debian.org/iso-codes-team/iso-codes,",
        "# LGPL-2.1-or-later); made by scripts/code-lists.py.",
        "# " + " | ".join(columns),
    ]
    lines = ["\t".join(row) for row in sorted(rows)]
    assert all("\t" not in cell and "\n" not in cell for row in rows for cell in row)
    assert len({row[0] for row in rows}) == len(rows), f"{name}: a code occurs twice"
    (TARGET / name).write_text("\n".join(head + lines) + "\n", encoding="utf-8")
    print(f"{name}: {len(rows)}")


def country_names(name):
    """The name of a country in French, Spanish and German."""
    languages = [gettext.translation("iso_3166-1", "/usr/share/locale", [tag]) for tag in ["fr", "es", "de"]]
    return [translation.gettext(name) for translation in languages]


write(
    "countries.tsv",
    "ISO 3166-1",
    ["alpha-2", "alpha-3", "English name", "French name", "Spanish name", "German name"],
    [
        (e["alpha_2"], e["alpha_3"], name, *country_names(name))
        for e in entries("3166-1")
        for name in [e.get("common_name", e["name"])]
    ],
)
write(
    "subdivisions.tsv",
    "ISO 3166-2",
    ["code", "name"],
    [(e["code"], e["name"]) for e in entries("3166-2")],
)
write(
    "languages.tsv",
    "ISO 639-2",
    ["alpha-3, terminological", "alpha-3, bibliographic", "alpha-2", "name"],
    [
        (e["alpha_3"], e.get("bibliographic", ""), e.get("alpha_2", ""), e["name"])
        for e in entries("639-2")
        if "-" not in e["alpha_3"]  # qaa-qtz: for local use, no language
    ],
)
