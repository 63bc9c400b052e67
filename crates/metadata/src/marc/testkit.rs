//! Builds records in exchange format, right and wrong.

use std::fmt::Write as _;

use super::split::{FIELD_TERMINATOR, RECORD_TERMINATOR};

/// The unit of the lengths in the directory.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum LengthUnit {
    Bytes,
    Characters,
    WithoutTerminator,
    Zero,
}

/// A record with these tags and contents; its leader says that it is in UTF-8.
pub(super) fn build_record(fields: &[(&str, &str)], lengths: LengthUnit) -> Vec<u8> {
    let fields: Vec<(&str, &[u8])> = fields.iter().map(|(tag, text)| (*tag, text.as_bytes())).collect();
    build_record_bytes(b'a', &fields, lengths)
}

/// A record with these tags and contents, and this character in position 9 of its leader.
pub(super) fn build_record_bytes(coding: u8, fields: &[(&str, &[u8])], lengths: LengthUnit) -> Vec<u8> {
    let (mut directory, mut data) = (String::new(), Vec::new());
    let mut start = 0;
    for (tag, content) in fields {
        let length = match lengths {
            LengthUnit::Bytes => content.len() + 1,
            LengthUnit::Characters => String::from_utf8_lossy(content).chars().count() + 1,
            LengthUnit::WithoutTerminator => content.len(),
            LengthUnit::Zero => 0,
        };
        // What is further behind loses its first digit.
        write!(directory, "{tag}{length:04}{:05}", start % 100_000).unwrap();
        start += length;
        data.extend_from_slice(content);
        data.push(FIELD_TERMINATOR);
    }
    let base = 24 + directory.len() + 1;
    let length = base + data.len() + 1;
    let length = length.min(99_999);
    let coding = char::from(coding);
    let mut record = format!("{length:05}nam {coding}22{base:05} a 4500{directory}").into_bytes();
    record.push(FIELD_TERMINATOR);
    record.extend(data);
    record.push(RECORD_TERMINATOR);
    record
}
