//! Values that a search reads of every title of a segment, as plain arrays in memory.

use std::io;

use tantivy::SegmentReader;
use tantivy::columnar::{Column, StrColumn};

use crate::cursor::SortValue;

/// The rank of an absent value: after all others.
pub(crate) const ABSENT_RANK: i64 = i64::MAX;
const NO_TEXT_INDEX: u32 = u32::MAX;

#[derive(Debug)]
pub(crate) enum SortColumn {
    /// Numbers; [`ABSENT_RANK`] where there is none.
    Numbers(Vec<i64>),
    /// Texts, as their ordinals among the segment's sorted keys.
    Texts { ordinals: Vec<u32>, keys: SortKeys },
}

impl SortColumn {
    pub(crate) fn read_numbers(reader: &SegmentReader, field: &str) -> tantivy::Result<Self> {
        let column = reader.fast_fields().i64(field)?;
        Ok(Self::Numbers((0..reader.max_doc()).map(|doc| column.first(doc).unwrap_or(ABSENT_RANK)).collect()))
    }

    pub(crate) fn read_texts(reader: &SegmentReader, field: &str) -> tantivy::Result<Self> {
        let Some(column) = reader.fast_fields().str(field)? else {
            return Ok(Self::Texts {
                ordinals: vec![NO_TEXT_INDEX; reader.max_doc() as usize],
                keys: SortKeys::default(),
            });
        };
        let ordinals = (0..reader.max_doc())
            .map(|doc| {
                column
                    .ords()
                    .first(doc)
                    .map_or(NO_TEXT_INDEX, |ordinal| u32::try_from(ordinal).unwrap_or(NO_TEXT_INDEX))
            })
            .collect();
        Ok(Self::Texts { ordinals, keys: SortKeys::read_from(&column)? })
    }

    /// Appends the ranks of some documents: the smaller, the earlier in the order. Ranks of texts are valid
    /// in one segment only. They are even, so that a value that the segment lacks can be between two ranks.
    pub(crate) fn push_ranks(&self, docs: &[u32], descending: bool, ranks: &mut Vec<i64>) {
        let sign = if descending { -2 } else { 2 };
        let rank = |value: i64| if value == ABSENT_RANK { ABSENT_RANK } else { sign * value };
        match self {
            Self::Numbers(numbers) => ranks.extend(docs.iter().map(|doc| rank(numbers[*doc as usize]))),
            Self::Texts { ordinals, .. } => {
                ranks.extend(docs.iter().map(|doc| match ordinals[*doc as usize] {
                    NO_TEXT_INDEX => ABSENT_RANK,
                    ordinal => sign * i64::from(ordinal),
                }));
            }
        }
    }

    /// The rank of a value of another segment or of a cursor.
    pub(crate) fn rank_of(&self, value: &SortValue, descending: bool) -> i64 {
        let rank = match (self, value) {
            // A cursor comes from a client, so it may contain any number.
            (Self::Numbers(_), SortValue::Number(number)) => {
                number.saturating_mul(2).clamp(1 - ABSENT_RANK, ABSENT_RANK - 1)
            }
            (Self::Texts { keys, .. }, SortValue::Text(text)) => keys.rank_of(text),
            _ => return ABSENT_RANK,
        };
        if descending { -rank } else { rank }
    }

    /// Returns the value of a rank that [`rank_of`](Self::rank_of) returned.
    pub(crate) fn value_of_rank(&self, rank: i64, descending: bool) -> SortValue {
        match (self, rank) {
            (_, ABSENT_RANK) => SortValue::Absent,
            (Self::Numbers(_), rank) => SortValue::Number(if descending { -rank } else { rank } / 2),
            (Self::Texts { keys, .. }, rank) => {
                SortValue::Text(keys.key_at(usize::try_from(rank.abs() / 2).unwrap_or_default()).to_owned())
            }
        }
    }
}

/// Sorted texts, end to end in one string.
#[derive(Debug, Default)]
pub(crate) struct SortKeys {
    text: String,
    ends: Vec<u32>,
}

impl SortKeys {
    fn read_from(column: &StrColumn) -> io::Result<Self> {
        let mut keys = Self::default();
        for_each_term(column, |term| {
            keys.text.push_str(term);
            keys.ends.push(u32::try_from(keys.text.len()).expect("keys of a segment are below 4 GB"));
        })?;
        keys.text.shrink_to_fit();
        Ok(keys)
    }

    fn key_at(&self, ordinal: usize) -> &str {
        let start = if ordinal == 0 { 0 } else { self.ends[ordinal - 1] as usize };
        &self.text[start..self.ends[ordinal] as usize]
    }

    /// Twice its ordinal, or the odd number between those of its neighbors.
    fn rank_of(&self, text: &str) -> i64 {
        let (mut low, mut high) = (0, self.ends.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            if self.key_at(middle) < text { low = middle + 1 } else { high = middle }
        }
        let known = low < self.ends.len() && self.key_at(low) == text;
        2 * i64::try_from(low).unwrap_or(i64::MAX / 2) - i64::from(!known)
    }
}

/// Reads a number for each document, 0 if it has none.
pub(crate) fn read_number_per_doc<T>(
    reader: &SegmentReader,
    field: &str,
    from: impl Fn(i64) -> T,
) -> tantivy::Result<Vec<T>> {
    let column: Column<i64> = reader.fast_fields().i64(field)?;
    Ok((0..reader.max_doc()).map(|doc| from(column.first(doc).unwrap_or_default())).collect())
}

/// Visits the texts of a column in the order of its dictionary.
pub(crate) fn for_each_term(column: &StrColumn, mut each: impl FnMut(&str)) -> io::Result<()> {
    let mut terms = column.dictionary().stream()?;
    while terms.advance() {
        each(std::str::from_utf8(terms.key()).map_err(io::Error::other)?);
    }
    Ok(())
}
