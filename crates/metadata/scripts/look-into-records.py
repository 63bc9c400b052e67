"""Looks into records with libraries that nobody here wrote, and prints what it finds as JSON.

    look-into-records.py onix FILE    faults, by the published schemas (XSD and RELAX NG) of the release that it names
    look-into-records.py marc FILE    what pymarc reads: leader, and fields with their subfields
"""

import json
import sys


def onix(path):
    from onixcheck.validation import validate

    return [message.short for message in validate(path, schemas=("xsd", "rng"))]


def marc(path):
    import pymarc

    def field(one):
        if one.is_control_field():
            return {"tag": one.tag, "data": one.data}
        return {"tag": one.tag, "signs": "".join(one.indicators), "subfields": [list(pair) for pair in one.subfields]}

    records = pymarc.parse_xml_to_array(path, strict=True)
    return [{"leader": str(record.leader), "fields": [field(one) for one in record.fields]} for record in records]


json.dump({"onix": onix, "marc": marc}[sys.argv[1]](sys.argv[2]), sys.stdout)
