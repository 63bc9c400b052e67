//! The hash of a table, the same on both databases for the same rows.

use std::fmt;

use sha2::{Digest as _, Sha256};

use super::cells::Cell;

/// Computes the hash of a table from its rows in the order of their keys.
#[derive(Debug, Clone, Default)]
pub struct TableDigest {
    hasher: Sha256,
    rows: u64,
    buffer: Vec<u8>,
}

/// Number of rows of a table, and the SHA-256 of their values: for each value its kind, its length and its
/// bytes, in the order of the columns' names and of the rows' keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TableHash {
    pub rows: u64,
    pub sha256: [u8; 32],
}

impl TableDigest {
    pub fn add(&mut self, row: &[Cell]) {
        self.buffer.clear();
        for cell in row {
            match cell {
                Cell::Null => self.buffer.push(0),
                Cell::Integer(number) => self.push_value(1, &number.to_be_bytes()),
                // SQLite stores -0.0 as 0.
                Cell::Real(number) => self.push_value(2, &(number + 0.0).to_be_bytes()),
                Cell::Text(text) => self.push_value(3, text.as_bytes()),
                Cell::Bytes(bytes) => self.push_value(4, bytes),
            }
        }
        self.hasher.update(&self.buffer);
        self.rows += 1;
    }

    #[must_use]
    pub fn finish(self) -> TableHash {
        TableHash { rows: self.rows, sha256: self.hasher.finalize().into() }
    }

    fn push_value(&mut self, kind: u8, bytes: &[u8]) {
        self.buffer.push(kind);
        self.buffer.extend_from_slice(&(bytes.len() as u64).to_be_bytes());
        self.buffer.extend_from_slice(bytes);
    }
}

impl fmt::Display for TableHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sha256.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

#[cfg(test)]
mod tests {
    use super::{Cell, TableDigest, TableHash};

    fn hash_rows(rows: &[Vec<Cell>]) -> TableHash {
        let mut digest = TableDigest::default();
        for row in rows {
            digest.add(row);
        }
        digest.finish()
    }

    #[test]
    fn tables_with_different_rows_have_different_hashes() {
        let text = |text: &str| Cell::Text(text.into());
        let tables = [
            vec![],
            vec![vec![text("ab"), text("c")]],
            vec![vec![text("a"), text("bc")]],
            vec![vec![text("ab")], vec![text("c")]],
            vec![vec![text(""), Cell::Null]],
            vec![vec![Cell::Null, text("")]],
            vec![vec![Cell::Integer(1)]],
            vec![vec![Cell::Real(1.0)]],
            vec![vec![Cell::Bytes(vec![1])]],
        ];
        for (n, one) in tables.iter().enumerate() {
            for (m, other) in tables.iter().enumerate() {
                assert_eq!(hash_rows(one) == hash_rows(other), n == m, "{one:?} and {other:?}");
            }
        }
    }

    #[test]
    fn a_negative_zero_equals_the_zero_that_sqlite_makes_of_it() {
        assert_eq!(hash_rows(&[vec![Cell::Real(-0.0)]]), hash_rows(&[vec![Cell::Real(0.0)]]));
    }
}
