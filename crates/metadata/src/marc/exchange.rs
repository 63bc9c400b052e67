//! ISO 2709: a leader, a directory, fields; each record ends with a terminator.

use std::io::BufRead;

use super::{Field, Marc, map, marc8};
use crate::entry::{Broken, Entry, Notes, entries_of};
use crate::meter::Meter;

/// Terminators of records and fields, and the delimiter of subfields.
const RECORD: u8 = 0x1d;
const FIELD: u8 = 0x1e;
const SUBFIELD: u8 = 0x1f;
/// Size limit of a record, bytes; valid records are smaller.
const LARGEST: u64 = 4 << 20;
/// Limit of fields and subfields per record.
const PARTS: usize = 20_000;
/// The leader.
const LEADER: usize = 24;
/// An entry of the directory.
const ENTRY: usize = 12;

/// The records of a file, one after the other.
pub struct Exchange<R> {
    reader: Meter<R>,
    number: u64,
    ended: bool,
}

impl<R: BufRead> Exchange<R> {
    /// A reader of these bytes.
    pub fn new(reader: R) -> Self {
        Self { reader: Meter::new(reader, LARGEST), number: 0, ended: false }
    }

    fn entry(&mut self) -> Result<Option<Entry>, Broken> {
        let mut bytes = Vec::new();
        self.reader.restart();
        let next = self.number + 1;
        let read = self.reader.read_until(RECORD, &mut bytes);
        read.map_err(|error| Broken::new(next, format!("a record is {error}")))?;
        // Some producers put each record on a line.
        let blank = bytes.iter().take_while(|byte| byte.is_ascii_whitespace() || **byte == 0x1a).count();
        bytes.drain(..blank);
        if bytes.is_empty() {
            return Ok(None);
        }
        self.number = next;
        if bytes.last() != Some(&RECORD) {
            return Err(Broken::new(next, "the file ends in the middle of a record"));
        }
        let mut notes = Notes::default();
        let (reference, result) = match parse(&bytes) {
            Ok(marc) => (map::reference(&marc), map::record(&marc, &mut notes)),
            Err(reason) => (String::new(), Err(reason)),
        };
        let (size, notes) = (bytes.len() as u64, notes.into_inner());
        Ok(Some(Entry { number: next, line: next, reference, result, notes, size }))
    }
}

entries_of!(Exchange);

fn parse(bytes: &[u8]) -> Result<Marc, String> {
    let leader = bytes.get(..LEADER).ok_or("shorter than a leader")?;
    let base = digits(&leader[12..17]).ok_or("the leader has no base address")?;
    let directory =
        bytes.get(LEADER..base.saturating_sub(1)).ok_or("the base address is outside of the record")?;
    let unicode = leader[9] == b'a';
    let text = |bytes: &[u8]| -> Result<String, String> {
        if unicode {
            String::from_utf8(bytes.to_vec()).map_err(|_| "not in UTF-8, as its leader says".to_owned())
        } else {
            marc8::decode(bytes)
        }
    };
    // Entries of a directory may overlap, although no producer does that: a small record would become a large
    // one.
    let mut left = bytes.len();
    let mut parts = 0;
    let mut marc = Marc { leader: String::from_utf8_lossy(leader).into_owned(), ..Marc::default() };
    for entry in directory.chunks_exact(ENTRY) {
        let tag = std::str::from_utf8(&entry[..3]).map_err(|_| "a tag of the directory is not valid text")?;
        let bounds = digits(&entry[3..7]).zip(digits(&entry[7..12]));
        let (length, start) = bounds.ok_or_else(|| format!("the directory is damaged at field {tag}"))?;
        let content = bytes
            .get(base + start..base + start + length)
            .ok_or_else(|| format!("field {tag} is outside of the record"))?;
        left = left.checked_sub(content.len()).ok_or("its fields are longer than the record")?;
        let content = content.strip_suffix(&[FIELD]).unwrap_or(content);
        parts += content.split(|byte| *byte == SUBFIELD).count();
        if parts > PARTS {
            return Err(format!("more than {PARTS} fields and subfields"));
        }
        if tag.starts_with("00") {
            marc.control.push((tag.to_owned(), text(content)?));
            continue;
        }
        let sign = |at: usize| content.get(at).map_or(' ', |byte| char::from(*byte));
        let mut field = Field { tag: tag.to_owned(), indicators: [sign(0), sign(1)], subfields: Vec::new() };
        for part in content.split(|byte| *byte == SUBFIELD).skip(1) {
            let Some((code, value)) = part.split_first() else { continue };
            field.subfields.push((char::from(*code), text(value)?));
        }
        marc.fields.push(field);
    }
    Ok(marc)
}

fn digits(bytes: &[u8]) -> Option<usize> {
    let all = bytes.iter().all(u8::is_ascii_digit);
    all.then(|| bytes.iter().fold(0, |number, digit| number * 10 + usize::from(digit - b'0')))
}
