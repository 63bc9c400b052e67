//! Records of titles.

use super::{Maker, Way, attributes, each, entities};

pub(super) const ALL: &[Maker] = &[
    ("length", Way::Marc, || vec![b'1'; 16 << 20]),
    ("overlap", Way::Marc, marc),
    ("attributes", Way::MarcXml, || {
        format!("<collection><record><datafield{}/></record></collection>", attributes()).into()
    }),
    ("nesting", Way::MarcXml, || "<record>".repeat(100_000).into()),
    ("parts", Way::MarcXml, || {
        format!("<record>{}</record>", "<datafield tag='500'/>".repeat(200_000)).into()
    }),
    ("length", Way::Onix, || {
        format!("<ONIXMessage release=\"3.0\"><Product><RecordReference>{}", "x".repeat(16 << 20)).into()
    }),
    ("attributes", Way::Onix, || {
        format!("<ONIXMessage release=\"3.0\"><Product{}/></ONIXMessage>", attributes()).into()
    }),
    ("nesting", Way::Onix, || format!("<ONIXMessage release=\"3.0\">{}", "<Product>".repeat(100_000)).into()),
    ("elements", Way::Onix, || {
        format!(
            "<ONIXMessage release=\"3.0\"><Product>{}</Product></ONIXMessage>",
            "<Subject/>".repeat(500_000)
        )
        .into()
    }),
    ("entities", Way::Onix, || {
        let (declared, references) = entities("ONIXMessage");
        format!("{declared}<ONIXMessage release=\"3.0\"><Product><RecordReference>{references}</RecordReference></Product></ONIXMessage>").into()
    }),
    ("description", Way::Onix, description),
    ("one cell", Way::Csv, || format!("reference,title\n1,\"{}", "x".repeat(16 << 20)).into()),
    ("columns", Way::Csv, || each(200_000, |n| format!("c{n},")).into()),
];

/// A record whose directory points at one field again and again; the field is nothing but subfields.
fn marc() -> Vec<u8> {
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
fn description() -> Vec<u8> {
    let text = "&lt;b&amp;c".repeat(400_000);
    format!(
        "<ONIXMessage release=\"3.0\"><Product><RecordReference>1</RecordReference><CollateralDetail><TextContent><TextType>03</TextType>\
         <Text>{text}</Text></TextContent></CollateralDetail></Product></ONIXMessage>"
    )
    .into()
}
