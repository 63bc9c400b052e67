//! Records of titles.

use super::{FileMaker, HostileReader, entity_bomb, many_attributes, repeat_numbered};

pub(super) const RECORD_MAKERS: &[FileMaker] = &[
    ("length", HostileReader::Marc, || vec![b'1'; 16 << 20]),
    ("overlap", HostileReader::Marc, marc_record),
    ("attributes", HostileReader::MarcXml, || {
        format!("<collection><record><datafield{}/></record></collection>", many_attributes()).into()
    }),
    ("nesting", HostileReader::MarcXml, || "<record>".repeat(100_000).into()),
    ("parts", HostileReader::MarcXml, || {
        format!("<record>{}</record>", "<datafield tag='500'/>".repeat(200_000)).into()
    }),
    ("length", HostileReader::Onix, || {
        format!("<ONIXMessage release=\"3.0\"><Product><RecordReference>{}", "x".repeat(16 << 20)).into()
    }),
    ("attributes", HostileReader::Onix, || {
        format!("<ONIXMessage release=\"3.0\"><Product{}/></ONIXMessage>", many_attributes()).into()
    }),
    ("nesting", HostileReader::Onix, || {
        format!("<ONIXMessage release=\"3.0\">{}", "<Product>".repeat(100_000)).into()
    }),
    ("elements", HostileReader::Onix, || {
        format!(
            "<ONIXMessage release=\"3.0\"><Product>{}</Product></ONIXMessage>",
            "<Subject/>".repeat(500_000)
        )
        .into()
    }),
    ("entities", HostileReader::Onix, || {
        let (declared, references) = entity_bomb("ONIXMessage");
        format!("{declared}<ONIXMessage release=\"3.0\"><Product><RecordReference>{references}</RecordReference></Product></ONIXMessage>").into()
    }),
    ("description", HostileReader::Onix, endless_description),
    ("one cell", HostileReader::Csv, || format!("reference,title\n1,\"{}", "x".repeat(16 << 20)).into()),
    ("columns", HostileReader::Csv, || repeat_numbered(200_000, |n| format!("c{n},")).into()),
];

/// A record whose directory points at one field again and again; the field is nothing but subfields.
fn marc_record() -> Vec<u8> {
    let field = [b"10".to_vec(), b"\x1fa".repeat(4900), vec![0x1e]].concat();
    let entries = 8000;
    let mut record = format!("00000nam a22{:05}   4500", 24 + 12 * entries + 1).into_bytes();
    for _ in 0..entries {
        record.extend(format!("500{:04}00000", field.len()).bytes());
    }
    record.push(0x1e);
    record.extend(field);
    record.push(0x1d);
    record
}

/// Tags and references that do not end.
fn endless_description() -> Vec<u8> {
    let text = "&lt;b&amp;c".repeat(400_000);
    format!(
        "<ONIXMessage release=\"3.0\"><Product><RecordReference>1</RecordReference><CollateralDetail><TextContent><TextType>03</TextType>\
         <Text>{text}</Text></TextContent></CollateralDetail></Product></ONIXMessage>"
    )
    .into()
}
