//! The character sets of MARC-8 (data/marc8.tsv).

use std::collections::HashMap;
use std::sync::LazyLock;

/// A character set, by its letter in escape sequences.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct CharSet(pub(super) u8);

/// Basic Latin: ASCII.
pub(super) const ASCII_SET: CharSet = CharSet(b'B');
/// Extended Latin (ANSEL).
pub(super) const ANSEL_SET: CharSet = CharSet(b'E');
/// Three-byte characters of Chinese, Japanese and Korean.
pub(super) const EACC_SET: CharSet = CharSet(b'1');

/// Characters in a row of a table.
struct SetRow {
    /// The byte of the first character.
    first: u8,
    characters: Vec<char>,
}

static SET_ROWS: LazyLock<HashMap<(CharSet, u16), SetRow>> = LazyLock::new(|| {
    let lines = include_str!("../../../data/marc8.tsv").lines();
    lines.filter(|line| !line.starts_with('#')).filter_map(parse_row).collect()
});

fn parse_row(line: &str) -> Option<((CharSet, u16), SetRow)> {
    let mut cells = line.splitn(4, '\t');
    let set = CharSet(*cells.next()?.as_bytes().first()?);
    // Sets of single bytes have no first two bytes.
    let prefix = u16::from_str_radix(cells.next()?, 16).unwrap_or_default();
    let first = u8::from_str_radix(cells.next()?, 16).ok()?;
    Some(((set, prefix), SetRow { first, characters: cells.next()?.chars().collect() }))
}

impl CharSet {
    pub(super) fn exists(self) -> bool {
        self == ASCII_SET || SET_ROWS.keys().any(|(set, _)| *set == self)
    }

    /// The character of a byte; in [`EACC_SET`], of the byte after `prefix`.
    pub(super) fn find_char(self, prefix: u16, byte: u8) -> Option<char> {
        if self == ASCII_SET {
            return Some(char::from(byte)).filter(char::is_ascii);
        }
        let row = SET_ROWS.get(&(self, prefix))?;
        let character = row.characters.get(usize::from(byte.checked_sub(row.first)?))?;
        Some(*character).filter(|character| *character != ' ')
    }

    /// The character of a byte in a set of single bytes. Half of the sets are listed as they are invoked for
    /// bytes below 0x80, half for those above; any set may be invoked for either.
    pub(super) fn find_single_byte_char(self, byte: u8) -> Option<char> {
        self.find_char(0, byte).or_else(|| self.find_char(0, byte ^ 0x80))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_contains_every_set_in_full() {
        let count = |set: u8| -> usize {
            let rows = SET_ROWS.iter().filter(|((other, _), _)| other.0 == set);
            rows.map(|(_, row)| row.characters.iter().filter(|one| **one != ' ').count()).sum()
        };
        let counts = b"E34NQS2pbg1".map(count);
        assert_eq!(counts, [65, 83, 90, 94, 42, 73, 78, 14, 14, 3, 15_682]);
        assert_eq!(EACC_SET.find_char(0x2130, 0x21), Some('一'));
        assert!(!CharSet(b'Z').exists() && ASCII_SET.exists());
    }
}
