"""What pikepdf, qpdf, poppler and a validator of PDF/UA-1 find in a PDF, as JSON: for the tests."""
import json
import re
import struct
import subprocess
import sys
import unicodedata

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


def place(target):
    """The page that a destination names, from 1, and how far up it is."""
    if isinstance(target, pikepdf.String):
        target = destinations[bytes(target)]
    if isinstance(target, pikepdf.Dictionary):
        target = target.D
    return [numbers.get(target[0].objgen, 0), float(target[3])]


def links():
    for number, page in enumerate(pdf.pages, 1):
        for annotation in page.get("/Annots", []):
            target = annotation.get("/Dest", annotation.get("/A", {}).get("/D"))
            address = annotation.get("/A", {}).get("/URI")
            yield [number, str(address) if target is None else place(target), str(annotation.get("/Contents"))]


def bookmark_places(item):
    while item is not None:
        yield [str(item.Title), place(item.Dest)[0]]
        yield from bookmark_places(item.get("/First"))
        item = item.get("/Next")


def kids(tag):
    """What is in an element: other elements, links, and parts of pages."""
    inner = tag.get("/K", pikepdf.Array())
    for kid in inner if isinstance(inner, pikepdf.Array) else [inner]:
        if not isinstance(kid, pikepdf.Dictionary):
            yield "part", (tag.Pg.objgen, int(kid))
        elif "/MCID" in kid:
            yield "part", (kid.Pg.objgen, int(kid.MCID))
        elif "/Obj" in kid:
            yield "link", kid
        else:
            yield "element", kid


def structure():
    """Faults of the tree of tags: parents, keys of pages and links, identities."""
    tree = root.StructTreeRoot
    nums = list(tree.ParentTree.Nums)
    keys = dict(zip(map(int, nums[::2]), nums[1::2]))
    names = list(tree.get("/IDTree", {}).get("/Names", []))
    identities = {bytes(name): element.objgen for name, element in zip(names[::2], names[1::2])}
    if sorted(keys) != list(map(int, nums[::2])) or list(map(bytes, names[::2])) != sorted(identities):
        yield "a tree is not in order"
    if len(keys) and int(tree.ParentTreeNextKey) <= max(keys):
        yield "the next key is taken"
    parts, seen = {}, set()
    for tag in tags:
        if tag.objgen in seen:
            yield f"{tag.objgen} is in two places"
        seen.add(tag.objgen)
        if "/ID" in tag and identities.get(bytes(tag.ID)) != tag.objgen:
            yield f"{tag.objgen} is not found by its identity"
        for kind, kid in kids(tag):
            if kind == "part":
                parts[kid] = tag.objgen
            elif kind == "link":
                if keys[int(kid.Obj.StructParent)].objgen != tag.objgen:
                    yield f"a link of {tag.objgen} leads elsewhere"
                if all(kid.Obj.objgen != annotation.objgen for annotation in kid.Pg.Annots):
                    yield f"a link of {tag.objgen} is on another page"
            elif kid.P.objgen != tag.objgen:
                yield f"{kid.objgen} has another parent"
    for number, page in enumerate(pdf.pages, 1):
        listed = list(keys[int(page.StructParents)]) if "/StructParents" in page else []
        for mcid, tag in enumerate(listed):
            if parts.pop((page.obj.objgen, mcid), None) != tag.objgen:
                yield f"part {mcid} of page {number} has another element"
        if page.obj.Parent.objgen != root.Pages.objgen:
            yield f"page {number} has another parent"
        if any("/StructParent" not in annotation for annotation in page.get("/Annots", [])):
            yield f"a link of page {number} has no tag"
    if parts:
        yield f"{len(parts)} parts are on no page"


def meanings(font):
    """What the codes of a font mean."""
    found = {}
    text = lambda code: bytes.fromhex(code).decode("utf-16-be")
    cmap = font.ToUnicode.read_bytes().decode("latin-1")
    for block in re.findall(r"beginbfchar(.*?)endbfchar", cmap, re.S):
        for code, meaning in re.findall(r"<(\w+)>\s*<(\w+)>", block):
            found[int(code, 16)] = text(meaning)
    for block in re.findall(r"beginbfrange(.*?)endbfrange", cmap, re.S):
        for first, last, meaning in re.findall(r"<(\w+)>\s*<(\w+)>\s*<(\w+)>", block):
            start = text(meaning)
            for offset in range(int(last, 16) - int(first, 16) + 1):
                found[int(first, 16) + offset] = start[:-1] + chr(ord(start[-1]) + offset)
    return found


def shown(page):
    """The text of each part of a page, glyph by glyph."""
    fonts = page.get("/Resources", {}).get("/Font", {})
    known = {}
    texts, open_parts, font = {}, [], None
    for operands, operator in pikepdf.parse_content_stream(page):
        match str(operator):
            case "BDC" | "BMC":
                properties = operands[1] if len(operands) > 1 else None
                marked = isinstance(properties, pikepdf.Dictionary) and "/MCID" in properties
                open_parts.append(int(properties.MCID) if marked else None)
            case "EMC":
                open_parts.pop()
            case "Tf":
                font = str(operands[0])
                if font not in known:
                    known[font] = meanings(fonts[font])
            case "Tj" | "TJ":
                strings = operands[0] if str(operator) == "TJ" else [operands[0]]
                codes = b"".join(bytes(string) for string in strings if isinstance(string, pikepdf.String))
                part = next((part for part in reversed(open_parts) if part is not None), None)
                said = "".join(known[font].get(code, "") for (code,) in struct.iter_unpack(">H", codes))
                texts[part] = texts.get(part, "") + said
    return texts


def tagged(tag, pages):
    """The text of an element; blocks end in a line end."""
    text = ""
    for kind, kid in kids(tag):
        if kind == "part":
            text += pages[kid[0]].get(kid[1], "")
        elif kind == "element":
            text += tagged(kid, pages)
    return text if str(tag.S) in ("/Span", "/Link", "/Reference", "/Em", "/Strong") else text + "\n"


def turned(text):
    """Words from right to left are in the order of the page; readers turn them around letter by letter."""
    runs = lambda word: any(unicodedata.bidirectional(c) in ("R", "AL") for c in word)
    return normal(re.sub(r"\S+", lambda word: word[0][::-1] if runs(word[0]) else word[0], text))


def normal(text):
    return unicodedata.normalize("NFC", text)


def structure_text(said):
    """The text of the tags as poppler finds it."""
    leaves = [re.fullmatch(r'\s*"(.*)"', line) for line in said.split("\n")]
    return "".join(leaf[1] if leaf else "\n" for leaf in leaves)


def entries(items):
    return [[item.title, entries(item.children)] for item in items]


path = sys.argv[1]
pdf = pikepdf.open(path)
root = pdf.Root
numbers = {page.obj.objgen: number for number, page in enumerate(pdf.pages, 1)}
named = list(root.get("/Names", {}).get("/Dests", {}).get("/Names", []))
destinations = {bytes(name): target for name, target in zip(named[::2], named[1::2])}
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
by_tags = subprocess.run(["pdfinfo", "-struct-text", "-enc", "UTF-8", path], capture_output=True, check=True)
pages = {page.obj.objgen: shown(page) for page in pdf.pages}
tops = root.StructTreeRoot.K
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
        "bookmark_pages": list(bookmark_places(root.get("/Outlines", {}).get("/First"))),
        "links": list(links()),
        "structure": list(structure()),
        "text": normal(text.stdout),
        "raw": normal(raw.stdout),
        "structure_text": turned(structure_text(by_tags.stdout.decode(errors="replace"))),
        "tagged": turned("".join(tagged(top, pages) for top in (tops if isinstance(tops, pikepdf.Array) else [tops]))),
    },
    sys.stdout,
)
