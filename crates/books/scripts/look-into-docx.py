"""What python-docx finds in a Word document, as JSON: for the tests."""
import json
import sys

import docx
from docx.oxml.ns import qn
from lxml import etree

WP = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}"
MATH = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"


def text(element):
    parts = []
    for node in element.iter():
        if node.tag == qn("w:t"):
            parts.append(node.text or "")
        elif node.tag in (qn("w:p"), qn("w:br"), qn("w:tab")):
            parts.append(" ")
    return "".join(parts)


document = docx.Document(sys.argv[1])
body = document.element.body
core = document.core_properties
known = {style.style_id for style in document.styles}
names = [node.get(qn("w:val")) for tag in ("w:pStyle", "w:rStyle", "w:tblStyle") for node in body.iter(qn(tag))]
notes = next(part for part in document.part.package.iter_parts() if str(part.partname) == "/word/footnotes.xml")
notes = etree.fromstring(notes.blob)
headings = [p for p in document.paragraphs if p.style.name.startswith("Heading")]
paragraphs = list(body.iter(qn("w:p")))
json.dump(
    {
        "title": core.title,
        "creator": core.author,
        "language": core.language,
        "identifier": core.identifier,
        "headings": [[int(p.style.name.split()[1]), p.text] for p in headings],
        "outline": [int(p.style.element.pPr.find(qn("w:outlineLvl")).get(qn("w:val"))) for p in headings],
        "alternatives": [node.get("descr") for node in body.iter(WP + "docPr")],
        "languages": sorted({node.get(qn("w:val")) for node in body.iter(qn("w:lang"))}),
        "header_rows": len(list(body.iter(qn("w:tblHeader")))),
        "rows": [[cell.text for cell in row.cells] for table in document.tables for row in table.rows],
        "numbered": [
            [int(p.find(".//" + qn("w:ilvl")).get(qn("w:val"))), text(p).strip()]
            for p in paragraphs
            if p.find(".//" + qn("w:numPr")) is not None
        ],
        "notes": [text(note).strip() for note in notes if note.get(qn("w:type")) is None],
        "calls": len(list(body.iter(qn("w:footnoteReference")))),
        "formulas": ["".join(t.text or "" for t in m.iter(MATH + "t")) for m in body.iter(MATH + "oMath")],
        "right_to_left": [text(p).strip() for p in paragraphs if p.find(qn("w:pPr") + "/" + qn("w:bidi")) is not None],
        "links": [relation.target_ref for relation in document.part.rels.values() if relation.is_external],
        "jumps": sorted(
            {link.get(qn("w:anchor")) for part in (body, notes) for link in part.iter(qn("w:hyperlink"))}
            - {mark.get(qn("w:name")) for part in (body, notes) for mark in part.iter(qn("w:bookmarkStart"))}
            - {None}
        ),
        "unknown_styles": sorted(set(names) - known),
        "text": text(body),
    },
    sys.stdout,
)
