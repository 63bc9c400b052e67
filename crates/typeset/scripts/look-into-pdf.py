"""What pikepdf, qpdf, poppler and a validator of PDF/UA-1 find in a PDF, as JSON: for the tests."""
import json
import subprocess
import sys

import page as validator
import pikepdf


def walk(node, found):
    if isinstance(node, pikepdf.Array):
        for kid in node:
            walk(kid, found)
    elif isinstance(node, pikepdf.Dictionary):
        if "/S" in node:
            found.append(node)
        if "/K" in node:
            walk(node.K, found)


def texts(nodes, key):
    return [str(node.get(key)) if key in node else None for node in nodes]


def entries(items):
    return [[item.title, entries(item.children)] for item in items]


path = sys.argv[1]
pdf = pikepdf.open(path)
root = pdf.Root
tags = []
walk(root.StructTreeRoot.K, tags)
kinds = {}
for tag in tags:
    kinds.setdefault(str(tag.S)[1:], []).append(tag)
headers = kinds.get("TH", [])
scopes = [str(a.get("/Scope")) for tag in headers for a in ([tag.A] if isinstance(tag.A, pikepdf.Dictionary) else tag.A) if "/Scope" in a]
check = subprocess.run(["qpdf", "--check", path], capture_output=True, text=True)
text = subprocess.run(["pdftotext", "-enc", "UTF-8", path, "-"], capture_output=True, text=True, check=True)
# In the order in which it is set, which is that of the tags.
raw = subprocess.run(["pdftotext", "-raw", "-enc", "UTF-8", path, "-"], capture_output=True, text=True, check=True)
report = validator.validate_pdf(path, profile=validator.ValidationProfile.PDF_UA_1)
languages = {str(tag.Lang) for tag in tags if "/Lang" in tag}
for page in pdf.pages:
    for operands, operator in pikepdf.parse_content_stream(page):
        # Runs of text within an element name their language in the contents of the page.
        if str(operator) == "BDC" and isinstance(operands[1], pikepdf.Dictionary) and "/Lang" in operands[1]:
            languages.add(str(operands[1].Lang))
with pdf.open_metadata() as metadata:
    part = metadata.get("pdfuaid:part")
with pdf.open_outline() as outline:
    bookmarks = entries(outline.root)
json.dump(
    {
        "check": check.returncode,
        "ua": part,
        "marked": bool(root.MarkInfo.Marked),
        "language": str(root.get("/Lang")),
        "display_title": bool(root.get("/ViewerPreferences", {}).get("/DisplayDocTitle", False)),
        "title": str(pdf.docinfo.get("/Title")),
        "author": str(pdf.docinfo.get("/Author")),
        "faults": sorted({f"{failure.rule_id}: {failure.message}" for failure in report.failures}),
        "labels": [page.label for page in pdf.pages] if "/PageLabels" in root else [],
        "pages": len(pdf.pages),
        "tabs": all(page.get("/Tabs") == "/S" for page in pdf.pages if "/Annots" in page),
        "tags": {kind: len(found) for kind, found in kinds.items()},
        "alternatives": texts(kinds.get("Figure", []), "/Alt"),
        "formulas": texts(kinds.get("Formula", []), "/Alt"),
        "languages": sorted(languages),
        "scopes": scopes,
        "bookmarks": bookmarks,
        "text": text.stdout,
        "raw": raw.stdout,
    },
    sys.stdout,
)
