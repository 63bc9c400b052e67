//! Cells that tables of liblouis 3.24 write too many of.

use super::numbers::is_between_digits;
use super::quotes::APOSTROPHE_PLACEHOLDER;
use super::{APOSTROPHE_CELL, CLOSING_QUOTE_CELL, NUMBER_SIGN};
use crate::codes::{CATALAN, SPANISH, UEB};

/// The cells of a segment, and for each character of what was translated, the position of its first cell.
pub(super) struct SegmentCells<'a> {
    pub(super) cells: &'a mut Vec<u8>,
    pub(super) places: &'a mut [usize],
}

/// Corrects the cells of characters. `begins`: for each character, the start of its spelling.
pub(super) fn remove_extra_cells(table: &str, chars: &[char], begins: &[usize], mut out: SegmentCells<'_>) {
    let mut extra: Vec<usize> = Vec::new();
    for (at, c) in chars.iter().enumerate() {
        let is_in_number = || is_between_digits(chars, at);
        match *c {
            APOSTROPHE_PLACEHOLDER => extra.extend(out.replace_quote_with_apostrophe(begins[at])),
            '\u{2044}' if UEB.has_table(table) && is_in_number() => {
                extra.extend(out.find_fraction_signs(begins[at]).into_iter().flatten());
            }
            ',' | '.' if (SPANISH.has_table(table) || CATALAN.has_table(table)) && is_in_number() => {
                extra.extend(out.find_number_sign(begins[at + 1]));
            }
            _ => {}
        }
    }
    out.remove_cells(extra);
}

impl SegmentCells<'_> {
    /// Writes an apostrophe that the table takes for a quotation mark. Returns its extra cell.
    fn replace_quote_with_apostrophe(&mut self, at: usize) -> Option<usize> {
        let place = self.places.get(at).copied()?;
        let is_quote = self.has_cells(place, &[CLOSING_QUOTE_CELL, APOSTROPHE_CELL])
            || self.has_cells(place, &OPENING_QUOTE_CELLS);
        if is_quote {
            self.cells[place + 1] = APOSTROPHE_CELL;
        }
        is_quote.then_some(place)
    }

    /// The extra cells of the line of a fraction, which is a slash between two numbers in the table (Rules of
    /// Unified English Braille, 6.4).
    fn find_fraction_signs(&self, at: usize) -> Option<[usize; 2]> {
        let place = self.places.get(at).copied()?;
        let is_slash = self.has_cells(place, &[SLASH_CELLS[0], SLASH_CELLS[1], NUMBER_SIGN]);
        is_slash.then_some([place, place + SLASH_CELLS.len()])
    }

    /// The sign of numbers at or directly before a digit.
    fn find_number_sign(&self, at: usize) -> Option<usize> {
        let place = self.places.get(at).copied()?;
        [Some(place), place.checked_sub(1)]
            .into_iter()
            .flatten()
            .find(|place| self.has_cells(*place, &[NUMBER_SIGN]))
    }

    fn has_cells(&self, place: usize, wanted: &[u8]) -> bool {
        let here = self.cells.get(place..).unwrap_or_default();
        here.len() >= wanted.len() && here.iter().zip(wanted).all(|(cell, other)| cell & 63 == *other)
    }

    fn remove_cells(self, mut extra: Vec<usize>) {
        if extra.is_empty() {
            return;
        }
        extra.sort_unstable();
        extra.dedup();
        let SegmentCells { cells, places } = self;
        for place in places {
            let old = *place;
            *place -= extra.partition_point(|cell| *cell < old);
        }
        let mut cell = 0;
        cells.retain(|_| {
            let stays = extra.binary_search(&cell).is_err();
            cell += 1;
            stays
        });
    }
}

/// Dots 6 and 2, 3, 6.
const OPENING_QUOTE_CELLS: [u8; 2] = [0b10_0000, 0b10_0110];
/// Dots 4, 5, 6 and 3, 4.
const SLASH_CELLS: [u8; 2] = [0b11_1000, 0b00_1100];
