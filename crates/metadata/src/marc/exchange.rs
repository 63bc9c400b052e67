//! ISO 2709: a leader, a directory, fields; each record ends with a terminator. A damaged record costs
//! itself: reading continues at the next terminator, or at a leader before it.

use std::collections::VecDeque;
use std::io::BufRead;

use unicode_normalization::UnicodeNormalization as _;

use super::charset::TextDecoder;
use super::split::{
    LEADER_BYTES, LENGTH_DIGITS, RECORD_TERMINATOR, SUBFIELD_DELIMITER, is_leader, read_stated_length,
    salvage_reference, split_record,
};
use super::{MAX_PARTS_PER_RECORD, MarcField, MarcRecord, map};
use crate::entry::{Notes, entries_of};
use crate::meter::{MeteredReader, RecordTooLarge};
use crate::{BrokenFile, Entry};

/// Size limit of a record, bytes; valid records are smaller.
const MAX_RECORD_BYTES: u64 = 4 << 20;
/// Limit of the bytes that are skipped to find the next terminator, as a multiple of [`MAX_RECORD_BYTES`].
const MAX_SKIPPED_PIECES: usize = 32;

/// Limit of the parts that are joined to a record with terminators in its texts.
const MAX_JOINED_PARTS: usize = 8;

/// The records of a file, one after the other.
pub struct ExchangeReader<R> {
    reader: MeteredReader<R>,
    /// Bytes that were read together with an earlier record.
    ahead: VecDeque<RecordChunk>,
    number: u64,
    has_ended: bool,
}

/// Bytes up to a terminator.
#[derive(Debug)]
struct RecordChunk {
    /// Without the terminator.
    bytes: Vec<u8>,
    end: RecordEnd,
    /// True if it begins with a leader that was found in the middle of other bytes.
    is_piece: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RecordEnd {
    Terminator,
    /// Another record begins before the terminator.
    NextRecord,
    File,
    /// The rest of the record was skipped.
    TooLarge,
}

impl<R: BufRead> ExchangeReader<R> {
    /// A reader of these bytes.
    pub fn new(reader: R) -> Self {
        Self {
            reader: MeteredReader::new(reader, MAX_RECORD_BYTES),
            ahead: VecDeque::new(),
            number: 0,
            has_ended: false,
        }
    }

    fn read_entry(&mut self) -> Result<Option<Entry>, BrokenFile> {
        let Some(chunk) = self.read_record()? else { return Ok(None) };
        self.number += 1;
        let mut notes = Notes::default();
        let (reference, result) = match parse_record(&chunk, &mut notes) {
            Ok(mut marc) => {
                marc.use_linked_fields(&mut notes);
                (map::find_reference(&marc), map::map_record(&marc, &mut notes))
            }
            Err(reason) => (salvage_reference(&chunk.bytes), Err(reason)),
        };
        let number = self.number;
        let size = chunk.bytes.len() as u64;
        let notes = notes.into_inner();
        Ok(Some(Entry { number, line: number, reference, result, notes, size }))
    }

    /// The bytes of the next record.
    fn read_record(&mut self) -> Result<Option<RecordChunk>, BrokenFile> {
        let Some(chunk) = self.read_chunk()? else { return Ok(None) };
        let stated = read_stated_length(&chunk.bytes);
        let is_right = stated == Some(chunk.bytes.len() + 1) && has_valid_directory(&chunk.bytes);
        if is_right || chunk.end == RecordEnd::TooLarge || chunk.is_piece {
            return Ok(Some(chunk));
        }
        let mut leaders = Vec::new();
        let mut at = LEADER_BYTES;
        while at < chunk.bytes.len() {
            let is_start = is_leader(&chunk.bytes[at..]);
            leaders.extend(is_start.then_some(at));
            at += if is_start { LEADER_BYTES } else { 1 };
        }
        if leaders.is_empty() {
            return self.join_split_record(chunk, stated).map(Some);
        }
        // Each part once, so that many leaders cost no more than few.
        let ends = leaders.iter().copied().chain([chunk.bytes.len()]).skip(1);
        for (start, end) in leaders.iter().zip(ends) {
            let bytes = chunk.bytes[*start..end].to_vec();
            let end = if end == chunk.bytes.len() { chunk.end } else { RecordEnd::NextRecord };
            self.ahead.push_back(RecordChunk { bytes, end, is_piece: true });
        }
        let first = chunk.bytes[..leaders[0]].to_vec();
        Ok(Some(RecordChunk { bytes: first, end: RecordEnd::NextRecord, is_piece: true }))
    }

    /// Joins a record with the bytes after it, if that makes it whole: a terminator in a text ends no record.
    fn join_split_record(
        &mut self,
        chunk: RecordChunk,
        stated: Option<usize>,
    ) -> Result<RecordChunk, BrokenFile> {
        let mut bytes = chunk.bytes.clone();
        let mut parts = Vec::new();
        let wants_more = |bytes: &[u8]| stated.is_some_and(|stated| stated > bytes.len() + 1);
        while parts.len() < MAX_JOINED_PARTS && wants_more(&bytes) && !has_valid_directory(&bytes) {
            let Some(next) = self.read_chunk()? else { break };
            let is_other = is_leader(&next.bytes) || next.end != RecordEnd::Terminator;
            if !is_other {
                bytes.push(b' ');
                bytes.extend_from_slice(&next.bytes);
            }
            parts.push(next);
            if is_other {
                break;
            }
        }
        if stated == Some(bytes.len() + 1) && has_valid_directory(&bytes) {
            return Ok(RecordChunk { bytes, ..chunk });
        }
        parts.into_iter().rev().for_each(|part| self.ahead.push_front(part));
        Ok(chunk)
    }

    /// The bytes up to the next terminator, without blanks before them; `None` at the end of the file.
    fn read_chunk(&mut self) -> Result<Option<RecordChunk>, BrokenFile> {
        if let Some(ahead) = self.ahead.pop_front() {
            return Ok(Some(ahead));
        }
        loop {
            let mut bytes = Vec::new();
            self.reader.restart();
            let mut end = match self.reader.read_until(RECORD_TERMINATOR, &mut bytes) {
                Ok(_) => RecordEnd::Terminator,
                Err(error) if RecordTooLarge::is_cause_of(&error) => self.skip_record()?,
                Err(error) => return Err(BrokenFile::new(self.number + 1, error.to_string())),
            };
            if bytes.pop_if(|last| *last == RECORD_TERMINATOR).is_none() {
                if bytes.is_empty() {
                    return Ok(None);
                }
                end = if end == RecordEnd::TooLarge { end } else { RecordEnd::File };
            }
            bytes.drain(..count_leading_blanks(&bytes));
            if !bytes.is_empty() {
                return Ok(Some(RecordChunk { bytes, end, is_piece: false }));
            }
        }
    }

    /// Skips the rest of a record that is too large.
    fn skip_record(&mut self) -> Result<RecordEnd, BrokenFile> {
        let mut bytes = Vec::new();
        for _ in 0..MAX_SKIPPED_PIECES {
            bytes.clear();
            self.reader.restart();
            match self.reader.read_until(RECORD_TERMINATOR, &mut bytes) {
                Ok(_) => return Ok(RecordEnd::TooLarge),
                Err(error) if RecordTooLarge::is_cause_of(&error) => {}
                Err(error) => return Err(BrokenFile::new(self.number + 1, error.to_string())),
            }
        }
        Err(BrokenFile::new(self.number + 1, format!("a record is larger than {MAX_RECORD_BYTES} bytes")))
    }
}

entries_of!(ExchangeReader);

fn has_valid_directory(record: &[u8]) -> bool {
    split_record(record).is_ok_and(|split| split.notes.is_empty())
}

/// Returns true if a file begins like one of records in exchange format: with a leader, or with one that
/// is damaged and a directory.
pub(crate) fn is_exchange_format(beginning: &[u8]) -> bool {
    let bytes = &beginning[count_leading_blanks(beginning)..];
    let digits = |range| bytes.get(range).is_some_and(|bytes: &[u8]| bytes.iter().all(u8::is_ascii_digit));
    read_stated_length(bytes).is_some()
        && (bytes.get(10..12) == Some(b"22") && digits(12..17) || digits(24..36))
}

/// Bytes before a record: some producers put each on a line, or fill blocks. Spaces in place of the first
/// zeros of its length belong to the record.
fn count_leading_blanks(bytes: &[u8]) -> usize {
    let is_blank = |byte: &&u8| byte.is_ascii_whitespace() || matches!(**byte, 0 | 0x1a | 0xef | 0xbb | 0xbf);
    let count = bytes.iter().take_while(is_blank).count();
    let (blanks, rest) = bytes.split_at(count);
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let missing = LENGTH_DIGITS.saturating_sub(digits);
    let spaces = blanks.iter().rev().take_while(|byte| **byte == b' ').count();
    if digits > 0 && spaces >= missing { count - missing } else { count }
}

fn parse_record(chunk: &RecordChunk, notes: &mut Notes) -> Result<MarcRecord, String> {
    if chunk.end == RecordEnd::TooLarge {
        return Err(format!("larger than {MAX_RECORD_BYTES} bytes"));
    }
    let bytes = &chunk.bytes;
    let split = split_record(bytes);
    // The terminator of a record whose directory is right may be missing.
    let is_right = split.as_ref().is_ok_and(|split| split.notes.is_empty());
    match chunk.end {
        RecordEnd::NextRecord if !is_right => {
            return Err("truncated: the next record begins in the middle of it".into());
        }
        RecordEnd::File if !is_right => return Err("the file ends in the middle of the record".into()),
        _ => {}
    }
    let split = split?;
    split.notes.into_iter().for_each(|note| notes.add(note));
    let language =
        |(tag, content): &(&[u8], &[u8])| content.get(35..38).filter(|_| *tag == b"008").map(<[u8]>::to_vec);
    let language = split.fields.iter().find_map(language).unwrap_or_default();
    // The character set of alternate representations says nothing about that of the record, unless there is
    // no title (field 245) without them.
    let titled = split.fields.iter().any(|(tag, content)| *tag == b"245" && has_words(content));
    let (others, fields): (Vec<_>, Vec<_>) =
        split.fields.into_iter().partition(|(tag, _)| titled && *tag == b"880");
    let texts = fields.iter().map(|(_, content)| *content);
    let texts = texts.flat_map(|content| content.split(|byte| *byte == SUBFIELD_DELIMITER));
    let decoder = TextDecoder::new(bytes.get(9).copied().unwrap_or_default(), &language, texts);
    if let Some(note) = &decoder.note {
        notes.add(note);
    }
    // A damaged byte is one character, so that the others keep their positions.
    let to_char = |byte: &u8| if byte.is_ascii() { char::from(*byte) } else { ' ' };
    let leader = bytes[..LEADER_BYTES].iter().map(to_char).collect();
    let mut marc = MarcRecord { leader, ..MarcRecord::default() };
    let mut parts = 0;
    for (tag, content) in fields {
        parts += content.split(|byte| *byte == SUBFIELD_DELIMITER).count();
        if parts > MAX_PARTS_PER_RECORD {
            return Err(format!("more than {MAX_PARTS_PER_RECORD} fields and subfields"));
        }
        let tag = String::from_utf8_lossy(tag).into_owned();
        let mut faults = 0;
        let mut text = |bytes: &[u8]| {
            let (text, count) = decoder.decode(bytes);
            faults += count;
            text
        };
        if tag.starts_with("00") {
            marc.control.push((tag.clone(), text(content)));
        } else {
            marc.fields.push(parse_field(&tag, content, text, notes));
        }
        if faults > 0 {
            notes.add(format!("field {tag}: {faults} characters cannot be read, and are now \u{fffd}"));
        }
    }
    let others: Vec<&[u8]> = others.into_iter().map(|(_, content)| content).collect();
    let texts = others.iter().flat_map(|content| content.split(|byte| *byte == SUBFIELD_DELIMITER));
    if parts + texts.clone().count() <= MAX_PARTS_PER_RECORD {
        let decoder = TextDecoder::new(bytes.get(9).copied().unwrap_or_default(), &language, texts);
        marc.fields.extend(others.iter().filter_map(|content| parse_representation(content, &decoder)));
    }
    Ok(marc)
}

/// An alternate representation (field 880); `None` if it cannot be read, which costs nothing but itself.
fn parse_representation(content: &[u8], decoder: &TextDecoder) -> Option<MarcField> {
    let mut faults = 0;
    let text = |bytes: &[u8]| {
        let (text, count) = decoder.decode(bytes);
        faults += count + text.matches(char::REPLACEMENT_CHARACTER).count();
        text
    };
    let mut notes = Notes::default();
    let field = parse_field("880", content, text, &mut notes);
    (faults == 0 && notes.into_inner().is_empty()).then_some(field)
}

/// Returns true if a field that is not decoded has words in its first subfield, or outside of subfields.
fn has_words(content: &[u8]) -> bool {
    let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || !byte.is_ascii();
    let mut parts = content.split(|byte| *byte == SUBFIELD_DELIMITER);
    let beginning = parts.next().unwrap_or_default();
    // Two indicators, which are digits or blanks, or the beginning of a text.
    beginning.iter().skip(2).any(is_letter)
        || parts.any(|part| part.first() == Some(&b'a') && part[1..].iter().any(is_letter))
}

fn parse_field(
    tag: &str,
    content: &[u8],
    mut text: impl FnMut(&[u8]) -> String,
    notes: &mut Notes,
) -> MarcField {
    let mut parts = content.split(|byte| *byte == SUBFIELD_DELIMITER);
    let beginning = parts.next().unwrap_or_default();
    // A text may begin right after the indicators, or in their place.
    let has_indicators = beginning.len() <= 2 || beginning[..2].iter().copied().all(is_indicator);
    let (indicators, loose) = beginning.split_at(if has_indicators { beginning.len().min(2) } else { 0 });
    let indicator = |at: usize| indicators.get(at).map_or(' ', |byte| char::from(*byte));
    let indicators = [indicator(0), indicator(1)];
    let mut field = MarcField { tag: tag.to_owned(), indicators, subfields: Vec::new() };
    for part in parts {
        match split_code(part) {
            Some((code, value)) => field.subfields.push((code, text(value))),
            None if part.is_empty() => {}
            None => match field.subfields.last_mut() {
                Some((_, before)) => {
                    before.push(' ');
                    before.push_str(&text(part));
                    notes.add(format!("field {tag}: a delimiter in a text is read as a space"));
                }
                None => notes.add(format!("field {tag}: a subfield whose code is not a letter is left out")),
            },
        }
    }
    if loose.iter().any(|byte| !byte.is_ascii_whitespace()) {
        if field.first_subfield("a").is_none() {
            field.subfields.insert(0, ('a', text(loose)));
            notes.add(format!("field {tag}: a text that is in no subfield is read as that of subfield a"));
        } else {
            notes.add(format!("field {tag}: a text that is in no subfield is left out"));
        }
    }
    field
}

fn is_indicator(byte: u8) -> bool {
    byte.is_ascii_digit() || matches!(byte, b' ' | b'#' | b'|' | b'\\')
}

/// The code of a subfield, without an accent that does not belong there, and its value.
fn split_code(part: &[u8]) -> Option<(char, &[u8])> {
    let (first, rest) = part.split_first()?;
    if first.is_ascii() {
        return Some((char::from(*first), rest));
    }
    let character = part.utf8_chunks().next()?.valid().chars().next()?;
    let letter = std::iter::once(character).nfd().next().filter(char::is_ascii_alphanumeric)?;
    Some((letter, part.get(character.len_utf8()..)?))
}
