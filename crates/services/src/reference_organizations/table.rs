//! Tables in CSV files, read row by row.

use std::collections::HashMap;
use std::io::{self, Read};

use anyhow::{Context, bail};
use domain::reference_organizations;

/// Size limit of a row in bytes: a longer one lacks a quotation mark.
const MAX_ROW_BYTES: usize = 64 * 1024;

/// A table whose first row names the columns.
#[derive(Debug)]
pub(super) struct Table<R> {
    reader: csv::Reader<BoundedInput<R>>,
    columns: HashMap<String, usize>,
    record: csv::StringRecord,
}

#[derive(Debug)]
pub(super) struct TableRow<'a> {
    columns: &'a HashMap<String, usize>,
    record: &'a csv::StringRecord,
}

/// A row, or its fault, and the line where it begins.
pub(super) type NumberedRow<'a> = (u64, Result<TableRow<'a>, String>);

impl<R: Read> Table<R> {
    /// Reads the column names, which must include `needed`. Cells are separated by commas.
    pub(super) fn new(input: R, needed: &[&str]) -> anyhow::Result<Self> {
        let input = BoundedInput { input, bytes_left: MAX_ROW_BYTES, last: 0, ending: None };
        let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::Headers).from_reader(input);
        let headers = reader.headers().context("the names of the columns")?;
        let columns: HashMap<String, usize> =
            headers.iter().enumerate().map(|(place, name)| (name.to_owned(), place)).collect();
        let missing: Vec<&str> = needed.iter().copied().filter(|name| !columns.contains_key(*name)).collect();
        if !missing.is_empty() {
            bail!("the first line does not name the columns {}", missing.join(", "));
        }
        Ok(Self { reader, columns, record: csv::StringRecord::new() })
    }

    /// The next row; `None` at the end. An error if the file cannot be read any further.
    pub(super) fn next_row(&mut self) -> anyhow::Result<Option<NumberedRow<'_>>> {
        self.reader.get_mut().bytes_left = MAX_ROW_BYTES;
        // In files with CR LF the reader counts the LF with the next row.
        let late = u64::from(self.reader.get_ref().ending == Some(b'\r'));
        let line = self.reader.position().line() + late;
        match self.reader.read_record(&mut self.record) {
            Ok(false) => Ok(None),
            Ok(true) => {
                let line = self.record.position().map_or(line, |position| position.line() + late);
                Ok(Some((line, Ok(TableRow { columns: &self.columns, record: &self.record }))))
            }
            Err(error) if error.is_io_error() => Err(error).with_context(|| format!("line {line}")),
            Err(error) => Ok(Some((line, Err(describe_fault(&error))))),
        }
    }
}

fn describe_fault(error: &csv::Error) -> String {
    match error.kind() {
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            format!("{len} columns where the first line has {expected_len}")
        }
        csv::ErrorKind::Utf8 { .. } => "not in UTF-8".to_owned(),
        _ => error.to_string(),
    }
}

impl reference_organizations::ReferenceRow for TableRow<'_> {
    fn column(&self, name: &str) -> &str {
        self.columns.get(name).and_then(|place| self.record.get(*place)).unwrap_or_default()
    }
}

/// An input that limits the bytes read until a row is complete.
#[derive(Debug)]
struct BoundedInput<R> {
    input: R,
    bytes_left: usize,
    /// The byte that was read last.
    last: u8,
    /// The byte before the first LF: CR where lines end with both.
    ending: Option<u8>,
}

impl<R: Read> Read for BoundedInput<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.bytes_left == 0 {
            let text = format!("a row of more than {MAX_ROW_BYTES} bytes: is a quotation mark missing?");
            return Err(io::Error::other(text));
        }
        let most = buffer.len().min(self.bytes_left);
        let read = self.input.read(&mut buffer[..most])?;
        self.bytes_left -= read;
        if self.ending.is_none()
            && let Some(end) = buffer[..read].iter().position(|byte| *byte == b'\n')
        {
            self.ending = Some(if end == 0 { self.last } else { buffer[end - 1] });
        }
        self.last = buffer[..read].last().copied().unwrap_or(self.last);
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use domain::reference_organizations::ReferenceRow as _;
    use proptest::prelude::*;

    use super::*;

    /// The names in a table, or the fault of a row; a fatal error comes last.
    fn read_names(text: &[u8]) -> Vec<String> {
        let mut table = match Table::new(text, &["name"]) {
            Ok(table) => table,
            Err(error) => return vec![format!("{error:#}")],
        };
        let mut names = Vec::new();
        loop {
            match table.next_row() {
                Ok(None) => return names,
                Ok(Some((_, Ok(row)))) => names.push(row.column("name").to_owned()),
                Ok(Some((line, Err(fault)))) => names.push(format!("{line}: {fault}")),
                Err(error) => {
                    names.push(format!("{error:#}"));
                    return names;
                }
            }
        }
    }

    #[test]
    fn lines_are_counted_with_any_line_ending() {
        for end in ["\n", "\r\n"] {
            let text = ["name", "Ada", "Ben,7", "Liu", "Mia,8", ""].join(end);
            assert_eq!(
                read_names(text.as_bytes()),
                [
                    "Ada",
                    "3: 2 columns where the first line has 1",
                    "Liu",
                    "5: 2 columns where the first line has 1"
                ],
                "{end:?}"
            );
        }
    }

    #[test]
    fn rows_are_read_by_column_names() {
        assert_eq!(
            read_names(b"id, name \n1,Alder\n2,\"Birch, the\nother\"\n"),
            ["Alder", "Birch, the\nother"]
        );
        assert_eq!(
            read_names(b"\xef\xbb\xbfname,id\r\nAlder,1\r\n"),
            ["Alder"],
            "a mark before the first name"
        );
        assert_eq!(read_names(b"name\n"), [""; 0]);
        assert_eq!(read_names(b""), ["the first line does not name the columns name"]);
        assert_eq!(read_names(b"Name,id\nAlder,1\n"), ["the first line does not name the columns name"]);
    }

    #[test]
    fn a_faulty_row_does_not_hide_the_next() {
        let said = read_names(b"id,name\n1,Alder,more\n2,Birch\n3,\xff\n4,Cedar\n");
        let fault = "2: 3 columns where the first line has 2";
        assert_eq!(said, [fault, "Birch", "4: not in UTF-8", "Cedar"]);
    }

    #[test]
    fn a_lost_quotation_mark_does_not_fill_the_memory() {
        let text = [b"id,name\n1,\"Alder\n".to_vec(), b"2,Birch\n".repeat(20_000)].concat();
        let said = read_names(&text);
        assert_eq!(said.len(), 1);
        assert!(said[0].contains("is a quotation mark missing?"), "{said:?}");
        // Many rows may be longer in total.
        let text = [b"id,name\n".to_vec(), b"2,Birch\n".repeat(20_000)].concat();
        assert_eq!(read_names(&text).len(), 20_000);
    }

    proptest! {
        #[test]
        fn no_bytes_break_the_reader(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
            read_names(&[b"name,id\n".to_vec(), bytes].concat());
        }
    }
}
