//! Builds records in exchange format, right and wrong.

use std::fmt::Write as _;

use super::split::{FIELD, RECORD};

/// What the lengths in the directory count.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Lengths {
    Bytes,
    Characters,
    WithoutTerminator,
    Zero,
}

/// A record with these tags and contents; its leader says that it is in UTF-8.
pub(super) fn build(fields: &[(&str, &str)], lengths: Lengths) -> Vec<u8> {
    let fields: Vec<(&str, &[u8])> = fields.iter().map(|(tag, text)| (*tag, text.as_bytes())).collect();
    build_bytes(b'a', &fields, lengths)
}

/// A record with these tags and contents, and this character in position 9 of its leader.
pub(super) fn build_bytes(coding: u8, fields: &[(&str, &[u8])], lengths: Lengths) -> Vec<u8> {
    let (mut directory, mut data) = (String::new(), Vec::new());
    let mut start = 0;
    for (tag, content) in fields {
        let length = match lengths {
            Lengths::Bytes => content.len() + 1,
            Lengths::Characters => String::from_utf8_lossy(content).chars().count() + 1,
            Lengths::WithoutTerminator => content.len(),
            Lengths::Zero => 0,
        };
        write!(directory, "{tag}{length:04}{start:05}").unwrap();
        start += length;
        data.extend_from_slice(content);
        data.push(FIELD);
    }
    let base = 24 + directory.len() + 1;
    let length = base + data.len() + 1;
    let coding = char::from(coding);
    let mut record = format!("{length:05}nam {coding}22{base:05} a 4500{directory}").into_bytes();
    record.push(FIELD);
    record.extend(data);
    record.push(RECORD);
    record
}
