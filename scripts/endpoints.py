#!/usr/bin/env python3
"""Writes the tables of docs/rules/endpoints.md: each area of openapi.json is a section of the page.

endpoints.py: the rule of an endpoint is the first one that the `//!` comment of its handler's file names after its
method and path in backquotes, or else before any of these, apart from the rules that hold for all endpoints.
"""
import json
import re
from pathlib import Path

PAGE = Path("docs/rules/endpoints.md")
HANDLER = re.compile(r'#\[endpoint::(\w+)\(\s*"([^"]+)"')
ENTRY = re.compile(r"`(?=(?:GET|POST|PUT|DELETE) /)")
RULE = re.compile(r"docs/rules/(\w+)\.md#rule-(\d+)")
# Pages of rules for all endpoints.
COMMON = ("records", "requests")
METHODS = ["GET", "POST", "PUT", "DELETE"]
HEAD = "| Method | Path | Who | Rule |\n|---|---|---|---|\n"


def rules():
    """The rule of each endpoint, by method and path."""
    found = {}
    for file in Path("crates/api/src").rglob("*.rs"):
        text = file.read_text()
        comment = " ".join(line[3:].strip() for line in text.splitlines() if line.startswith("//!"))
        head, *entries = ENTRY.split(comment)
        for method, path in HANDLER.findall(text):
            entry = next((entry for entry in entries if entry.startswith(f"{method.upper()} {path}`")), "")
            named = RULE.findall(entry) or RULE.findall(head)
            own = [rule for rule in named if rule[0] not in COMMON] or named
            found[method.upper(), path] = own[0]
    return found


def tables():
    """The rows of each area."""
    document = json.load(open("openapi.json"))
    rule = rules()
    areas = {}
    for path, item in document["paths"].items():
        for method, operation in item.items():
            if path.startswith("/v2"):
                page, number = rule[method.upper(), path]
                row = (path, METHODS.index(method.upper()), operation["x-who"], page, number)
                areas.setdefault(operation["tags"][0], []).append(row)
    return {
        area: "".join(
            f"| {METHODS[method]} | `{path}` | {who} | [{page}, {number}]({page}.md#rule-{number}) |\n"
            for path, method, who, page, number in sorted(rows)
        )
        for area, rows in areas.items()
    }


def main():
    text = PAGE.read_text()
    for area, rows in tables().items():
        heading = re.search(rf"^## \d+\. {re.escape(area)}\n\n", text, re.M)
        if not heading:
            raise SystemExit(f"{PAGE} has no section for the area {area}")
        begin = heading.end()
        end = text.find("\n\n", begin)
        text = text[:begin] + HEAD + rows + (text[end + 1 :] if end >= 0 else "")
    PAGE.write_text(text)


main()
