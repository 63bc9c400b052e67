"""The text of a DAISY 3 book as its own stylesheet for players without MathML makes it, as JSON: for the tests."""
import json
import sys
import zipfile

from lxml import etree

with zipfile.ZipFile(sys.argv[1]) as package:
    text = etree.fromstring(package.read("book.xml"), etree.XMLParser(load_dtd=False, no_network=True))
    stylesheet = etree.XSLT(etree.fromstring(package.read("mathml-fallback.xslt")))
print(json.dumps({"text": str(stylesheet(text))}))
