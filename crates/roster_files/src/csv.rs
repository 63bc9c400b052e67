//! Rows of text with delimiters. Unlike other readers of CSV, this one continues behind a lost quotation mark
//! instead of taking the rest of the file for one cell.

use std::borrow::Cow;

use crate::RosterFileError;
use crate::error::Result;
use crate::row::RawRow;

/// Bytes of a quoted cell after which its second quotation mark is regarded as lost.
const MAX_QUOTED_BYTES: usize = 64 * 1024;
/// Rows with lost quotation marks after which a file is given up: each costs another look at the rows after
/// it.
const MAX_LOST_QUOTES: usize = 1_000;

/// Reads rows one after the other.
#[derive(Debug, Clone)]
pub(crate) struct CsvReader<'t> {
    text: &'t str,
    delimiter: u8,
    /// Cells of a row that are kept.
    max_cells: usize,
    /// Place in the text.
    at: usize,
    /// Line at this place, from 1.
    line: u64,
    /// The number of cells that every row has, and the line of the header.
    expected: Option<(usize, u64)>,
    lost_quotes: usize,
}

/// A row, and where it ends.
#[derive(Default)]
struct ScannedRow<'t> {
    cells: Vec<Cow<'t, str>>,
    count: usize,
    end: usize,
    lines: u64,
    /// True if a quoted cell does not end.
    is_open: bool,
    /// True if something follows the end of a quoted cell.
    has_text_after_quote: bool,
}

/// A cell, and where it ends.
#[derive(Default)]
struct ScannedCell<'t> {
    cell: Cow<'t, str>,
    /// Place of the delimiter, of the line ending, or the end of the text.
    end: usize,
    line_endings: u64,
    is_open: bool,
    has_text_after_quote: bool,
}

impl<'t> CsvReader<'t> {
    /// A reader of the whole text.
    pub(crate) fn new(text: &'t str, delimiter: u8, max_cells: usize) -> Self {
        Self { text, delimiter, max_cells, at: 0, line: 1, expected: None, lost_quotes: 0 }
    }

    /// Sets the number of cells that every row must have.
    pub(crate) fn expect_cells(&mut self, count: usize, header_line: u64) {
        self.expected = Some((count, header_line));
    }

    pub(crate) fn skip_line(&mut self) {
        (self.at, self.line) = (self.end_of_line(self.at), self.line + 1);
    }

    pub(crate) fn next_row(&mut self) -> Result<Option<RawRow<'t>>> {
        while self.at < self.text.len() {
            let line = self.line;
            let row = self.scan_row();
            let wrong_count = self.find_wrong_count(&row);
            if row.is_open || row.lines > 1 && (row.has_text_after_quote || wrong_count.is_some()) {
                self.lost_quotes += 1;
                if self.lost_quotes > MAX_LOST_QUOTES {
                    let text = format!("more than {MAX_LOST_QUOTES} rows with missing quotation marks");
                    return Err(RosterFileError::Limit(text));
                }
                self.skip_line();
                let what = wrong_count.filter(|_| !row.is_open);
                let what = what.unwrap_or_else(|| "a quoted cell without an end".to_owned());
                let fault = Some(format!("{what}: is a quotation mark missing?"));
                return Ok(Some(RawRow { line, fault, ..RawRow::default() }));
            }
            (self.at, self.line) = (row.end, line + row.lines);
            let read = RawRow { line, cells: row.cells, count: row.count, fault: None };
            if read.is_empty() {
                continue;
            }
            return Ok(Some(match wrong_count {
                Some(fault) => RawRow { line, fault: Some(fault), ..RawRow::default() },
                None => read,
            }));
        }
        Ok(None)
    }

    /// The fault of a row with another number of cells than the header.
    fn find_wrong_count(&self, row: &ScannedRow<'_>) -> Option<String> {
        let (expected, header_line) = self.expected?;
        // Empty cells at the end come from programs that count columns in another way.
        let last = row.cells.iter().rposition(|cell| !cell.trim().is_empty());
        let has_more = row.count > row.cells.len() || last.is_some_and(|last| last >= expected);
        if row.count >= expected && !has_more || last.is_none() && row.count <= row.cells.len() {
            return None;
        }
        let header =
            if header_line == 1 { "the first line".to_owned() } else { format!("line {header_line}") };
        Some(format!("{} columns where {header} has {expected}", row.count))
    }

    fn scan_row(&self) -> ScannedRow<'t> {
        let mut row = ScannedRow { end: self.at, lines: 1, ..ScannedRow::default() };
        loop {
            let scanned = self.scan_cell(row.end);
            row.count += 1;
            row.lines += scanned.line_endings;
            row.is_open |= scanned.is_open;
            row.has_text_after_quote |= scanned.has_text_after_quote;
            if row.cells.len() < self.max_cells {
                row.cells.push(scanned.cell);
            }
            match self.text.as_bytes().get(scanned.end) {
                Some(byte) if *byte == self.delimiter && !scanned.is_open => row.end = scanned.end + 1,
                _ => {
                    row.end = self.end_of_line(scanned.end);
                    return row;
                }
            }
        }
    }

    fn scan_cell(&self, start: usize) -> ScannedCell<'t> {
        let bytes = self.text.as_bytes();
        let ends = |byte: &u8| *byte == self.delimiter || matches!(byte, b'\r' | b'\n');
        let end_of_plain =
            |at: usize| bytes[at..].iter().position(ends).map_or(bytes.len(), |length| at + length);
        let quote = bytes[start..].iter().position(|byte| *byte != b' ').map(|spaces| start + spaces);
        let Some(quote) = quote.filter(|at| bytes[*at] == b'"') else {
            let end = end_of_plain(start);
            let cell = Cow::Borrowed(&self.text[start..end]);
            return ScannedCell { cell, end, ..ScannedCell::default() };
        };
        let mut cell = Cow::Borrowed("");
        let mut at = quote + 1;
        loop {
            let limit = bytes.len().min(quote + MAX_QUOTED_BYTES);
            let Some(length) = bytes.get(at..limit).and_then(|rest| rest.iter().position(|b| *b == b'"'))
            else {
                return ScannedCell { end: bytes.len(), is_open: true, ..ScannedCell::default() };
            };
            append(&mut cell, &self.text[at..at + length]);
            at += length + 1;
            if bytes.get(at) != Some(&b'"') {
                break;
            }
            append(&mut cell, "\"");
            at += 1;
        }
        let line_endings = count_line_endings(&bytes[quote..at]);
        let end = end_of_plain(at);
        let after = &self.text[at..end];
        append(&mut cell, after.trim_end_matches(' '));
        let has_text_after_quote = !after.trim().is_empty();
        ScannedCell { cell, end, line_endings, is_open: false, has_text_after_quote }
    }

    /// The place behind the line ending that follows.
    fn end_of_line(&self, at: usize) -> usize {
        let bytes = self.text.as_bytes();
        match bytes[at..].iter().position(|byte| matches!(byte, b'\r' | b'\n')) {
            None => bytes.len(),
            Some(length) => at + length + if bytes[at + length..].starts_with(b"\r\n") { 2 } else { 1 },
        }
    }
}

fn append<'t>(cell: &mut Cow<'t, str>, more: &'t str) {
    if cell.is_empty() {
        *cell = Cow::Borrowed(more);
    } else if !more.is_empty() {
        cell.to_mut().push_str(more);
    }
}

fn count_line_endings(bytes: &[u8]) -> u64 {
    let ending =
        |(at, byte): (usize, &u8)| *byte == b'\n' || *byte == b'\r' && bytes.get(at + 1) != Some(&b'\n');
    bytes.iter().enumerate().map(|pair| u64::from(ending(pair))).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rows of a table with two columns.
    fn rows(text: &str, delimiter: u8) -> Vec<(u64, Vec<String>)> {
        let mut reader = CsvReader::new(text, delimiter, 200);
        reader.expect_cells(2, 1);
        let mut rows = Vec::new();
        while let Some(row) = reader.next_row().unwrap() {
            let cells = row.cells.iter().map(ToString::to_string);
            rows.push((row.line, row.fault.into_iter().chain(cells).collect()));
        }
        rows
    }

    fn row(line: u64, cells: &[&str]) -> (u64, Vec<String>) {
        (line, cells.iter().map(|cell| (*cell).to_owned()).collect())
    }

    #[test]
    fn quotes_and_every_line_ending_are_read() {
        for ending in ["\n", "\r", "\r\n"] {
            let text =
                ["a;b", "", "\"x;\"\"y\"\"\";\"two", "lines\"", " ; ", "last;\"\""].join(ending) + ending;
            let two = format!("two{ending}lines");
            let expected = [row(1, &["a", "b"]), row(3, &["x;\"y\"", &two]), row(6, &["last", ""])];
            assert_eq!(rows(&text, b';'), expected, "{ending:?}");
        }
        assert_eq!(rows("a, \"b, c\" \nd,e\"f\"", b','), [row(1, &["a", "b, c"]), row(2, &["d", "e\"f\""])]);
    }

    #[test]
    fn uneven_rows_are_faults() {
        let read = rows("a,b\nc\nd,e,f\ng,h,,\n,,,\ni,j\n", b',');
        let fault = |count| format!("{count} columns where the first line has 2");
        assert_eq!(
            read,
            [
                row(1, &["a", "b"]),
                row(2, &[&fault(1)]),
                row(3, &[&fault(3)]),
                row(4, &["g", "h", "", ""]),
                row(6, &["i", "j"]),
            ]
        );
    }

    #[test]
    fn rows_after_a_lost_quotation_mark_are_read() {
        let open = "a quoted cell without an end: is a quotation mark missing?";
        let many = "y,z\n".repeat(20_000);
        for end in ["", "y,z\n", &many] {
            let read = rows(&format!("a,b\n\"c,d\n{end}"), b',');
            assert_eq!(read[1], row(2, &[open]));
            assert_eq!(read.len() - 2, end.lines().count());
            assert!(read[2..].iter().all(|(_, cells)| *cells == ["y", "z"]));
        }
        // The mark of another row ends the cell.
        let read = rows("a,b\n\"c,d\ne,\"f, g\"\nh,i\n", b',');
        assert_eq!(read[2..], [row(3, &["e", "f, g"]), row(4, &["h", "i"])]);
        assert!(read[1].1[0].ends_with("is a quotation mark missing?"), "{read:?}");
    }

    #[test]
    fn a_file_of_lost_quotation_marks_is_given_up() {
        let text = "a\",\"\n".repeat(5_000);
        let mut reader = CsvReader::new(&text, b',', 200);
        let error = loop {
            match reader.next_row() {
                Ok(row) => assert!(row.is_some()),
                Err(error) => break error,
            }
        };
        assert!(error.to_string().contains("missing quotation marks"));
    }
}
