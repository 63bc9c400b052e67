//! The authors and categories of each document of a segment, by the numbers of their names.

use std::collections::HashMap;
use std::io;

use tantivy::SegmentReader;
use tantivy::columnar::StrColumn;

use crate::columns::for_each_term;
use crate::names::{FacetNames, RESERVED_NUMBERS};

/// Number of slots in a row; each slot has a reserved number, which belongs to no name.
pub(crate) const SLOTS_PER_ROW: usize = RESERVED_NUMBERS;
/// Value of the last slot if there are more numbers.
const OVERFLOW_NUMBER: u32 = u32::MAX;

/// The numbers of a document, in one line of the processor's cache: a search that counts thousands of
/// scattered documents waits for memory more than for anything else. A slot without a name contains its own
/// index as number.
#[derive(Debug, Clone, Copy)]
#[repr(align(32))]
struct NameRow([u32; SLOTS_PER_ROW]);

#[derive(Debug)]
pub(crate) struct NameRows {
    /// By document.
    rows: Vec<NameRow>,
    /// Numbers of documents that do not fit in their rows.
    overflow: HashMap<u32, Vec<u32>>,
    /// Number of different names.
    pub(crate) names: usize,
}

impl NameRows {
    /// Reads the facets' fields, giving numbers to names that are new.
    pub(crate) fn read_from(reader: &SegmentReader, names: &mut FacetNames) -> tantivy::Result<Self> {
        let mut columns = Vec::new();
        for field in ["authors", "categories"] {
            if let Some(column) = reader.fast_fields().str(field)? {
                columns.push((number_names(&column, names)?, column));
            }
        }
        let mut rows = Self {
            rows: Vec::with_capacity(reader.max_doc() as usize),
            overflow: HashMap::new(),
            names: columns.iter().map(|(numbers, _)| numbers.len()).sum(),
        };
        let mut own = Vec::new();
        for doc in 0..reader.max_doc() {
            own.clear();
            for (numbers, column) in &columns {
                let places = column.ords().values_for_doc(doc);
                own.extend(places.filter_map(|place| numbers.get(usize::try_from(place).ok()?)));
            }
            rows.push_row(doc, &own);
        }
        Ok(rows)
    }

    fn push_row(&mut self, doc: u32, numbers: &[u32]) {
        let mut row = NameRow(std::array::from_fn(|slot| u32::try_from(slot).unwrap_or_default()));
        let fitting = if numbers.len() <= SLOTS_PER_ROW { numbers.len() } else { SLOTS_PER_ROW - 1 };
        row.0[..fitting].copy_from_slice(&numbers[..fitting]);
        if fitting < numbers.len() {
            row.0[SLOTS_PER_ROW - 1] = OVERFLOW_NUMBER;
            self.overflow.insert(doc, numbers[fitting..].to_vec());
        }
        self.rows.push(row);
    }

    /// Prefetches the rows of some documents into the cache, before they are read one by one. Returns true if
    /// some have more numbers than fit.
    pub(crate) fn prefetch(&self, docs: &[u32]) -> bool {
        docs.iter().map(|doc| self.rows[*doc as usize].0[SLOTS_PER_ROW - 1]).max() == Some(OVERFLOW_NUMBER)
    }

    /// The row of a document whose numbers all fit.
    #[inline]
    pub(crate) fn row_without_overflow(&self, doc: u32) -> &[u32; SLOTS_PER_ROW] {
        &self.rows[doc as usize].0
    }

    /// The numbers of any document: of its row, and those that did not fit into it.
    pub(crate) fn numbers_of(&self, doc: u32) -> (&[u32], &[u32]) {
        let row = self.row_without_overflow(doc);
        if row[SLOTS_PER_ROW - 1] == OVERFLOW_NUMBER {
            (&row[..SLOTS_PER_ROW - 1], self.overflow.get(&doc).map_or(&[], Vec::as_slice))
        } else {
            (row, &[])
        }
    }

    pub(crate) fn has_name(&self, doc: u32, number: u32) -> bool {
        let (row, more) = self.numbers_of(doc);
        row.contains(&number) || more.contains(&number)
    }
}

/// The numbers of a column's names, in the order of its dictionary.
fn number_names(column: &StrColumn, names: &mut FacetNames) -> io::Result<Vec<u32>> {
    let mut numbers = Vec::with_capacity(column.num_terms());
    for_each_term(column, |name| numbers.push(names.number_of(name)))?;
    Ok(numbers)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::{NameRows, SLOTS_PER_ROW};

    #[test]
    fn rows_hold_any_number_of_names() {
        let mut rows = NameRows { rows: Vec::new(), overflow: HashMap::new(), names: 0 };
        let sizes = [0, 1, 7, 8, 9, 40];
        let numbers: Vec<u32> = (100..140).collect();
        for (doc, size) in (0..).zip(sizes) {
            rows.push_row(doc, &numbers[..size]);
        }
        for (doc, size) in (0..).zip(sizes) {
            let (row, more) = rows.numbers_of(doc);
            let named = row.iter().filter(|number| **number >= 8).chain(more);
            assert!(named.eq(&numbers[..size]), "{size}");
            assert!(
                numbers.iter().enumerate().all(|(at, number)| rows.has_name(doc, *number) == (at < size))
            );
        }
        assert_eq!(SLOTS_PER_ROW, 8);
    }
}
