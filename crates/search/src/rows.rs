//! The authors and categories of each document of a segment, by the numbers of their names.

use std::collections::HashMap;
use std::io;

use tantivy::SegmentReader;
use tantivy::columnar::StrColumn;

use crate::names::{NOBODYS, Names};

/// How many numbers a row holds; each slot has a number that belongs to no one.
pub(crate) const SLOTS: usize = NOBODYS;
/// In the last slot: there are more numbers.
const MORE: u32 = u32::MAX;

/// The numbers of a document, in one line of the processor's cache: a search that counts thousands of
/// scattered documents waits for memory more than for anything else. A slot without a name has its own place
/// as number.
#[derive(Debug, Clone, Copy)]
#[repr(align(32))]
struct Row([u32; SLOTS]);

/// The rows of a segment.
#[derive(Debug)]
pub(crate) struct Rows {
    /// By document.
    all: Vec<Row>,
    /// What did not fit into the rows of some documents.
    more: HashMap<u32, Vec<u32>>,
    /// How many different names there are.
    pub(crate) names: usize,
}

impl Rows {
    /// Reads the facets' fields, giving numbers to names that are new.
    pub(crate) fn read(reader: &SegmentReader, names: &mut Names) -> tantivy::Result<Self> {
        let mut columns = Vec::new();
        for field in ["authors", "categories"] {
            if let Some(column) = reader.fast_fields().str(field)? {
                columns.push((numbers(&column, names)?, column));
            }
        }
        let mut rows = Self {
            all: Vec::with_capacity(reader.max_doc() as usize),
            more: HashMap::new(),
            names: columns.iter().map(|(numbers, _)| numbers.len()).sum(),
        };
        let mut own = Vec::new();
        for doc in 0..reader.max_doc() {
            own.clear();
            for (numbers, column) in &columns {
                let places = column.ords().values_for_doc(doc);
                own.extend(places.filter_map(|place| numbers.get(usize::try_from(place).ok()?)));
            }
            rows.push(doc, &own);
        }
        Ok(rows)
    }

    fn push(&mut self, doc: u32, numbers: &[u32]) {
        let mut row = Row(std::array::from_fn(|slot| u32::try_from(slot).unwrap_or_default()));
        let fitting = if numbers.len() <= SLOTS { numbers.len() } else { SLOTS - 1 };
        row.0[..fitting].copy_from_slice(&numbers[..fitting]);
        if fitting < numbers.len() {
            row.0[SLOTS - 1] = MORE;
            self.more.insert(doc, numbers[fitting..].to_vec());
        }
        self.all.push(row);
    }

    /// Asks for the rows of some documents, so that they are near when they are read one by one. Says whether
    /// some have more numbers than fit.
    pub(crate) fn fetch(&self, docs: &[u32]) -> bool {
        docs.iter().map(|doc| self.all[*doc as usize].0[SLOTS - 1]).max() == Some(MORE)
    }

    /// The row of a document whose numbers all fit.
    #[inline]
    pub(crate) fn row(&self, doc: u32) -> &[u32; SLOTS] {
        &self.all[doc as usize].0
    }

    /// The numbers of any document: of its row, and those that did not fit into it.
    pub(crate) fn of(&self, doc: u32) -> (&[u32], &[u32]) {
        let row = self.row(doc);
        if row[SLOTS - 1] == MORE {
            (&row[..SLOTS - 1], self.more.get(&doc).map_or(&[], Vec::as_slice))
        } else {
            (row, &[])
        }
    }

    /// Whether a document has a name.
    pub(crate) fn has(&self, doc: u32, number: u32) -> bool {
        let (row, more) = self.of(doc);
        row.contains(&number) || more.contains(&number)
    }
}

/// The numbers of a column's names, in the order of its dictionary.
fn numbers(column: &StrColumn, names: &mut Names) -> io::Result<Vec<u32>> {
    let mut numbers = Vec::with_capacity(column.num_terms());
    let mut terms = column.dictionary().stream()?;
    while terms.advance() {
        numbers.push(names.number(std::str::from_utf8(terms.key()).map_err(io::Error::other)?));
    }
    Ok(numbers)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::{Rows, SLOTS};

    #[test]
    fn rows_hold_any_number_of_names() {
        let mut rows = Rows { all: Vec::new(), more: HashMap::new(), names: 0 };
        let sizes = [0, 1, 7, 8, 9, 40];
        let numbers: Vec<u32> = (100..140).collect();
        for (doc, size) in (0..).zip(sizes) {
            rows.push(doc, &numbers[..size]);
        }
        for (doc, size) in (0..).zip(sizes) {
            let (row, more) = rows.of(doc);
            let named = row.iter().filter(|number| **number >= 8).chain(more);
            assert!(named.eq(&numbers[..size]), "{size}");
            assert!(numbers.iter().enumerate().all(|(at, number)| rows.has(doc, *number) == (at < size)));
        }
        assert_eq!(SLOTS, 8);
    }
}
