//! Splits a record into its fields: by its directory, or, where that is wrong, at the fields' terminators.

/// Terminators of records and fields, and the delimiter of subfields.
pub(super) const RECORD_TERMINATOR: u8 = 0x1d;
pub(super) const FIELD_TERMINATOR: u8 = 0x1e;
pub(super) const SUBFIELD_DELIMITER: u8 = 0x1f;
pub(super) const LEADER_BYTES: usize = 24;
const ENTRY_BYTES: usize = 12;
/// The last place of a field that the five digits of a directory entry can state.
const MAX_STATED_START: usize = 99_999;
/// Minimum number of fields per damaged one; with more damaged fields, the record is rejected.
const MIN_FIELDS_PER_DAMAGED: usize = 8;

#[derive(Debug, Default)]
pub(super) struct SplitRecord<'b> {
    /// Tags and contents, without terminators.
    pub(super) fields: Vec<(&'b [u8], &'b [u8])>,
    /// Fault of the directory.
    pub(super) notes: Vec<String>,
}

/// Digits of a record's length in its leader.
pub(super) const LENGTH_DIGITS: usize = 5;

/// The leader's own statement of the record's length in bytes. Some programs write spaces in place of its
/// first zeros.
pub(super) fn read_stated_length(record: &[u8]) -> Option<usize> {
    parse_digits(record.get(..LENGTH_DIGITS)?.trim_ascii_start())
}

/// Returns true if a leader begins here.
pub(super) fn is_leader(bytes: &[u8]) -> bool {
    let number = |range| bytes.get(range).and_then(parse_digits).is_some();
    read_stated_length(bytes).is_some()
        && bytes.get(10..12) == Some(b"22")
        && number(12..17)
        && bytes.get(20..22) == Some(b"45")
}

/// Splits a record that has no terminator at its end.
///
/// # Errors The reason if its fields cannot be separated.
pub(super) fn split_record(record: &[u8]) -> Result<SplitRecord<'_>, String> {
    let leader = record.get(..LEADER_BYTES).ok_or("shorter than a leader")?;
    let behind = record.get(LEADER_BYTES..).unwrap_or_default();
    let directory = behind
        .split(|byte| *byte == FIELD_TERMINATOR)
        .next()
        .filter(|directory| directory.len() < behind.len());
    let directory = directory.ok_or("its directory has no end")?;
    let base = LEADER_BYTES + directory.len() + 1;
    let entries: Vec<DirectoryEntry<'_>> =
        directory.chunks_exact(ENTRY_BYTES).filter_map(DirectoryEntry::parse).collect();
    for base in [Some(base), parse_digits(&leader[12..17])].into_iter().flatten() {
        if let Some(fields) = split_by_directory(record, base, &entries) {
            return Ok(SplitRecord { fields, notes: Vec::new() });
        }
    }
    split_by_terminators(record, base, &entries)
}

#[derive(Debug)]
struct DirectoryEntry<'b> {
    tag: &'b [u8],
    /// Length and start, if they are numbers.
    bounds: Option<(usize, usize)>,
}

impl<'b> DirectoryEntry<'b> {
    fn parse(entry: &'b [u8]) -> Option<Self> {
        let bounds = parse_digits(entry.get(3..7)?).zip(parse_digits(entry.get(7..12)?));
        Some(Self { tag: entry.get(..3)?, bounds })
    }

    /// The field, if it is exactly between two terminators.
    fn find_content(&self, record: &'b [u8], base: usize) -> Option<&'b [u8]> {
        let (length, start) = self.bounds?;
        let start = base.checked_add(start)?;
        let (end, content) = record.get(start..start.checked_add(length)?)?.split_last()?;
        let is_whole = *end == FIELD_TERMINATOR
            && !content.contains(&FIELD_TERMINATOR)
            && record.get(start.checked_sub(1)?) == Some(&FIELD_TERMINATOR);
        is_whole.then_some(content)
    }
}

/// The fields, if the directory is right about all of them. Its entries may overlap, although no producer
/// does that: a small record would become a large one.
fn split_by_directory<'b>(
    record: &'b [u8],
    base: usize,
    entries: &[DirectoryEntry<'b>],
) -> Option<Vec<(&'b [u8], &'b [u8])>> {
    let mut left = record.len();
    let mut fields = Vec::with_capacity(entries.len());
    for entry in entries {
        let (length, _) = entry.bounds?;
        left = left.checked_sub(length)?;
        fields.push((entry.tag, entry.find_content(record, base)?));
    }
    (!fields.is_empty()).then_some(fields)
}

/// The fields between terminators, in the order in which the directory has them. Lengths that count
/// characters instead of bytes, or that are too large for their four digits, are found this way.
fn split_by_terminators<'b>(
    record: &'b [u8],
    base: usize,
    entries: &[DirectoryEntry<'b>],
) -> Result<SplitRecord<'b>, String> {
    let data = record.get(base..).unwrap_or_default();
    let mut contents: Vec<&[u8]> = data.split(|byte| *byte == FIELD_TERMINATOR).collect();
    if entries.is_empty() {
        return Err("its directory is empty".into());
    }
    if contents.pop().is_some_and(|behind| !behind.is_empty()) {
        return Err("its last field has no end".into());
    }
    if contents.len() == entries.len() {
        let mut order: Vec<&DirectoryEntry<'_>> = entries.iter().collect();
        let mut starts: Vec<usize> = entries.iter().filter_map(|entry| Some(entry.bounds?.1)).collect();
        let count = starts.len();
        starts.sort_unstable();
        starts.dedup();
        // Starts that cannot be ordered, or that have lost their first digit, are as wrong as the lengths:
        // fields mostly come in their order.
        if count == entries.len() && starts.len() == count && data.len() <= MAX_STATED_START {
            order.sort_by_key(|entry| entry.bounds.map(|(_, start)| start));
        }
        let fields = order.iter().zip(contents).map(|(entry, content)| (entry.tag, content)).collect();
        let note = "the lengths in its directory are wrong: split at the ends of its fields".to_owned();
        return Ok(SplitRecord { fields, notes: vec![note] });
    }
    split_partly_by_directory(record, base, entries).ok_or_else(|| {
        format!("its directory has {} fields, the record has {}", entries.len(), contents.len())
    })
}

/// The fields that the directory is right about, if it is wrong about few.
fn split_partly_by_directory<'b>(
    record: &'b [u8],
    base: usize,
    entries: &[DirectoryEntry<'b>],
) -> Option<SplitRecord<'b>> {
    let mut split = SplitRecord::default();
    let mut left = record.len();
    for entry in entries {
        if split.notes.len() * MIN_FIELDS_PER_DAMAGED > entries.len() {
            return None;
        }
        if let Some(content) = entry.find_content(record, base) {
            left = left.checked_sub(content.len() + 1)?;
            split.fields.push((entry.tag, content));
        } else {
            let tag = String::from_utf8_lossy(entry.tag);
            split.notes.push(format!("field {tag} is damaged, and left out"));
        }
    }
    (split.notes.len() * MIN_FIELDS_PER_DAMAGED <= entries.len()).then_some(split)
}

/// The control number of a record that cannot be split: the first field, if it is named first.
pub(super) fn salvage_reference(record: &[u8]) -> String {
    let Some(directory) = record.get(LEADER_BYTES..).filter(|rest| rest.starts_with(b"001")) else {
        return String::new();
    };
    let number = directory.split(|byte| *byte == FIELD_TERMINATOR).nth(1).unwrap_or_default();
    let number = &number[..number.len().min(255)];
    String::from_utf8_lossy(number).chars().filter(|c| !c.is_control()).collect::<String>().trim().to_owned()
}

pub(super) fn parse_digits(bytes: &[u8]) -> Option<usize> {
    let all = !bytes.is_empty() && bytes.iter().all(u8::is_ascii_digit);
    all.then(|| bytes.iter().fold(0, |number, digit| number * 10 + usize::from(digit - b'0')))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::marc::testkit::{LengthUnit, build_record};

    const SAMPLE_FIELDS: [(&str, &str); 4] = [
        ("001", "r-1"),
        ("100", "1 \u{1f}aConceição, Ana"),
        ("245", "10\u{1f}aLições"),
        ("520", "  \u{1f}aé"),
    ];

    fn split_to_text(record: &[u8]) -> (Vec<(String, String)>, usize) {
        let split = split_record(record.strip_suffix(&[RECORD_TERMINATOR]).unwrap_or(record)).unwrap();
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        (split.fields.iter().map(|(tag, content)| (text(tag), text(content))).collect(), split.notes.len())
    }

    fn sample_fields() -> Vec<(String, String)> {
        SAMPLE_FIELDS.iter().map(|(tag, content)| ((*tag).to_owned(), (*content).to_owned())).collect()
    }

    #[test]
    fn a_right_directory_is_followed_in_any_order() {
        let record = build_record(&SAMPLE_FIELDS, LengthUnit::Bytes);
        assert_eq!(split_to_text(&record), (sample_fields(), 0));
        let mut other = record.clone();
        other[24..36].copy_from_slice(&record[36..48]);
        other[36..48].copy_from_slice(&record[24..36]);
        let mut swapped = sample_fields();
        swapped.swap(0, 1);
        assert_eq!(split_to_text(&other), (swapped, 0));
    }

    #[test]
    fn wrong_lengths_and_addresses_are_noticed_and_repaired() {
        assert_eq!(
            split_to_text(&build_record(&SAMPLE_FIELDS, LengthUnit::Characters)),
            (sample_fields(), 1)
        );
        assert_eq!(
            split_to_text(&build_record(&SAMPLE_FIELDS, LengthUnit::WithoutTerminator)),
            (sample_fields(), 1)
        );
        assert_eq!(split_to_text(&build_record(&SAMPLE_FIELDS, LengthUnit::Zero)), (sample_fields(), 1));
        let mut record = build_record(&SAMPLE_FIELDS, LengthUnit::Bytes);
        record[12..17].copy_from_slice(b"99999");
        assert_eq!(
            split_to_text(&record),
            (sample_fields(), 0),
            "the base address is where the directory ends"
        );
        record[30..32].copy_from_slice(b"xx");
        assert_eq!(split_to_text(&record), (sample_fields(), 1));
    }

    #[test]
    fn fields_that_a_directory_cannot_reach_keep_their_order() {
        let long = "x".repeat(9_000);
        let mut fields: Vec<(&str, &str)> = SAMPLE_FIELDS.to_vec();
        fields.extend([("500", long.as_str()); 12]);
        fields.push(("650", " 0\u{1f}aBoats"));
        let (read, notes) = split_to_text(&build_record(&fields, LengthUnit::Bytes));
        let tags = |all: &[(String, String)]| all.iter().map(|(tag, _)| tag.clone()).collect::<String>();
        assert_eq!((tags(&read[..5]), notes), ("001100245520500".to_owned(), 1));
        assert_eq!((read[..4].to_vec(), read[16].1.as_str()), (sample_fields(), " 0\u{1f}aBoats"));
    }

    #[test]
    fn a_record_that_cannot_be_split_is_refused_and_keeps_its_reference() {
        let record = build_record(&SAMPLE_FIELDS, LengthUnit::Characters);
        let end = record.iter().position(|byte| *byte == RECORD_TERMINATOR).unwrap();
        let cut = &record[..end - 3];
        assert_eq!(split_record(cut).unwrap_err(), "its last field has no end");
        let reason = split_record(&[&record[..end - 8], &[FIELD_TERMINATOR]].concat()).unwrap_err();
        assert_eq!(reason, "its directory has 4 fields, the record has 3");
        assert_eq!(salvage_reference(cut), "r-1");
        assert_eq!(split_record(&record[..40]).unwrap_err(), "its directory has no end");
        assert_eq!(split_record(b"00000").unwrap_err(), "shorter than a leader");
    }

    #[test]
    fn one_damaged_field_among_many_is_left_out() {
        let mut fields = SAMPLE_FIELDS.to_vec();
        fields.extend([("650", " 0\u{1f}aBoats"); 8]);
        let mut record = build_record(&fields, LengthUnit::Bytes);
        let at = record.windows(5).position(|bytes| bytes == b"Boats").unwrap();
        record[at + 2] = FIELD_TERMINATOR;
        let (read, notes) = split_to_text(&record);
        assert_eq!((read.len(), notes), (fields.len() - 1, 1));
        assert_eq!(read[..4], sample_fields());
    }
}
