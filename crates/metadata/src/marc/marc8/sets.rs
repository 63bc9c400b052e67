//! The character sets of MARC-8 (data/marc8.tsv).

use std::collections::HashMap;
use std::sync::LazyLock;

/// A character set, by its letter in escape sequences.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Set(pub(super) u8);

/// Basic Latin: ASCII.
pub(super) const ASCII: Set = Set(b'B');
/// Extended Latin (ANSEL).
pub(super) const ANSEL: Set = Set(b'E');
/// Three-byte characters of Chinese, Japanese and Korean.
pub(super) const EACC: Set = Set(b'1');

/// Characters in a row of a table.
struct Row {
    /// The byte of the first character.
    first: u8,
    characters: Vec<char>,
}

static ROWS: LazyLock<HashMap<(Set, u16), Row>> = LazyLock::new(|| {
    let lines = include_str!("../../../data/marc8.tsv").lines();
    lines.filter(|line| !line.starts_with('#')).filter_map(parse_row).collect()
});

fn parse_row(line: &str) -> Option<((Set, u16), Row)> {
    let mut cells = line.splitn(4, '\t');
    let set = Set(*cells.next()?.as_bytes().first()?);
    // Sets of single bytes have no first two bytes.
    let prefix = u16::from_str_radix(cells.next()?, 16).unwrap_or_default();
    let first = u8::from_str_radix(cells.next()?, 16).ok()?;
    Some(((set, prefix), Row { first, characters: cells.next()?.chars().collect() }))
}

impl Set {
    /// Whether the set exists.
    pub(super) fn exists(self) -> bool {
        self == ASCII || ROWS.keys().any(|(set, _)| *set == self)
    }

    /// The character of a byte; in [`EACC`], of the byte after `prefix`.
    pub(super) fn character(self, prefix: u16, byte: u8) -> Option<char> {
        if self == ASCII {
            return Some(char::from(byte)).filter(char::is_ascii);
        }
        let row = ROWS.get(&(self, prefix))?;
        let character = row.characters.get(usize::from(byte.checked_sub(row.first)?))?;
        Some(*character).filter(|character| *character != ' ')
    }

    /// The character of a byte in a set of single bytes. Half of the sets are listed as they are invoked for
    /// bytes below 0x80, half for those above; any set may be invoked for either.
    pub(super) fn single(self, byte: u8) -> Option<char> {
        self.character(0, byte).or_else(|| self.character(0, byte ^ 0x80))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_whole() {
        let count = |set: u8| -> usize {
            let rows = ROWS.iter().filter(|((other, _), _)| other.0 == set);
            rows.map(|(_, row)| row.characters.iter().filter(|one| **one != ' ').count()).sum()
        };
        let counts = b"E34NQS2pbg1".map(count);
        assert_eq!(counts, [65, 83, 90, 94, 42, 73, 78, 14, 14, 3, 15_682]);
        assert_eq!(EACC.character(0x2130, 0x21), Some('一'));
        assert!(!Set(b'Z').exists() && ASCII.exists());
    }
}
