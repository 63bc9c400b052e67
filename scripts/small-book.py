#!/usr/bin/env python3
"""Writes a small EPUB 3 for trials of the program: small-book.py TITLE FILE."""
import sys
import zipfile
from html import escape

title, path = sys.argv[1], sys.argv[2]
NAME = escape(title)
CONTAINER = """<?xml version="1.0"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>
<rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>"""
PACKAGE = f"""<?xml version="1.0"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:x-trial:{NAME}</dc:identifier>
<dc:title>{NAME}</dc:title><dc:language>en</dc:language>
<meta property="dcterms:modified">2026-01-01T00:00:00Z</meta></metadata>
<manifest><item id="n" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="c" href="c.xhtml" media-type="application/xhtml+xml"/></manifest>
<spine><itemref idref="c"/></spine></package>"""
HEAD = '<?xml version="1.0"?>\n<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops">'
NAV = f'{HEAD}<head><title>{NAME}</title></head><body><nav epub:type="toc"><ol><li><a href="c.xhtml">One</a></li></ol></nav></body></html>'
CHAPTER = f"{HEAD}<head><title>One</title></head><body><h1>One</h1><p>The boats come in at noon.</p></body></html>"

with zipfile.ZipFile(path, "w") as book:
    book.writestr("mimetype", "application/epub+zip", zipfile.ZIP_STORED)
    for name, text in (
        ("META-INF/container.xml", CONTAINER), ("book.opf", PACKAGE), ("nav.xhtml", NAV), ("c.xhtml", CHAPTER),
    ):
        book.writestr(name, text, zipfile.ZIP_DEFLATED)
