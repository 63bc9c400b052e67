//! Intake runs: books and suppliers' records that collection staff upload in the browser, and what became of
//! them (docs/ingest.md#in-the-browser).

use jiff::SignedDuration;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::{SeriesId, TitleId, UsageRestriction, wire_enum};

/// Size limit of all files of an upload together, bytes: that of one book of the command.
pub const MAX_UPLOAD_BYTES: u64 = 1 << 30;
/// Maximum number of files of an upload.
pub const MAX_FILES: usize = 50;
/// Maximum length of a file's name, in bytes: file systems allow 255, and names may get a number.
pub const MAX_FILE_NAME_BYTES: usize = 240;
/// Limit of a supplier's name, in bytes.
pub const MAX_SUPPLIER_BYTES: usize = 255;
/// The supplier of records that name none.
pub const DEFAULT_SUPPLIER: &str = "default";
/// Maximum number of refused items, and of repaired books, that a run lists; its report has all of them.
pub const MAX_LISTED: usize = 200;
/// Time for which uploaded files are kept until a worker ingests them, or staff confirm their import.
pub const UPLOAD_RETENTION: SignedDuration = SignedDuration::from_hours(7 * 24);
/// Time for which runs and their reports are kept: 90 days.
pub const RUN_RETENTION: SignedDuration = SignedDuration::from_hours(90 * 24);

wire_enum! {
    pub enum IntakeState {
        /// Waits for a worker.
        Waiting = "waiting",
        Running = "running",
        /// Completed, whatever was refused.
        Done = "done",
        /// Stopped early.
        Stopped = "stopped",
        /// Ended by a fault of the library.
        Failed = "failed",
    }
}

impl IntakeState {
    /// Returns true if nothing more will happen.
    pub fn is_final(self) -> bool {
        matches!(self, Self::Done | Self::Stopped | Self::Failed)
    }
}

/// Values that the files cannot contain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IntakeOptions {
    pub usage: UsageRestriction,
    /// The sender of the records: references are unique per supplier.
    pub supplier: String,
    /// True if titles that have a record but no book yet are shown to readers.
    pub listed: bool,
    /// The periodical of which the files are editions. `None` if they become titles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edition: Option<IntakeEdition>,
    /// The title whose book the file replaces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<IntakeTitle>,
}

/// A title whose book is replaced.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IntakeTitle {
    pub id: TitleId,
    /// Its name when the file was uploaded.
    pub name: String,
}

/// A periodical with values for its new editions that replace those of their files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IntakeEdition {
    pub series: SeriesId,
    /// The title of the periodical when the files were uploaded.
    pub series_title: String,
    /// The name of the edition, if there is only one.
    pub name: Option<String>,
    /// The publication date of the edition, if there is only one.
    pub published: Option<Date>,
    /// The last day on which readers find the editions. `None`: they are permanent.
    pub expires: Option<Date>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IntakeFile {
    /// The name on the computer of the person who uploaded it, without its folder.
    pub name: String,
    /// Its key in the file store.
    pub key: String,
    /// Bytes.
    pub size: u64,
}

/// Numbers of a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct IntakeCounts {
    pub books_added: u64,
    /// Books that the library already had.
    pub books_present: u64,
    /// Files that are not books, or were refused.
    pub books_refused: u64,
    pub records_added: u64,
    /// Titles that records changed.
    pub records_updated: u64,
    /// Titles that records withdrew.
    pub records_withdrawn: u64,
    /// Records that have not changed since the last time.
    pub records_unchanged: u64,
    pub records_refused: u64,
}

/// A file or a record that was refused, or a value of a record that was ignored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IntakeLine {
    /// The file, without the place where it was unpacked.
    pub file: String,
    /// Number of the record in the file, from 1; 0 for the file as a whole.
    pub record: u64,
    /// The record's reference.
    pub reference: String,
    /// The reason, in English.
    pub reason: String,
    /// True if the record was ingested without one of its values.
    pub is_ignored: bool,
}

/// A book of which something was repaired or left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RepairedBook {
    /// The file, without the place where it was unpacked.
    pub file: String,
    /// The title that it became. `None` if it was refused.
    pub title: Option<TitleId>,
    /// Number of repairs and omissions.
    pub findings: u64,
}

/// The first entries of a run's report.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct IntakeDetails {
    /// At most [`MAX_LISTED`].
    pub lines: Vec<IntakeLine>,
    /// Number of further lines, which only the report has.
    pub unlisted_lines: u64,
    /// At most [`MAX_LISTED`].
    pub repaired: Vec<RepairedBook>,
    /// Number of further books, which only the report has.
    pub unlisted_repaired: u64,
}

impl IntakeDetails {
    /// Adds a line, or counts it if there are enough.
    pub fn add_line(&mut self, line: IntakeLine) {
        if self.lines.len() < MAX_LISTED {
            self.lines.push(line);
        } else {
            self.unlisted_lines += 1;
        }
    }

    /// Adds a repaired book, or counts it if there are enough.
    pub fn add_repaired(&mut self, book: RepairedBook) {
        if self.repaired.len() < MAX_LISTED {
            self.repaired.push(book);
        } else {
            self.unlisted_repaired += 1;
        }
    }
}

pub fn is_supplier_name(name: &str) -> bool {
    !name.trim().is_empty() && name.len() <= MAX_SUPPLIER_BYTES && !name.chars().any(char::is_control)
}

/// The name of an uploaded file: the last part of its path, without characters that names of files cannot
/// have, and with its extension if it is too long.
pub fn clean_file_name(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let plain: String = last.chars().filter(|one| !one.is_control()).collect();
    let plain = plain.trim();
    if plain.trim_start_matches('.').is_empty() {
        return "file".to_owned();
    }
    // The end has the extension, which decides how some files are read.
    let excess = plain.len().saturating_sub(MAX_FILE_NAME_BYTES);
    plain[plain.ceil_char_boundary(excess)..].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_lists_the_first_lines_and_counts_the_others() {
        let line = IntakeLine {
            file: "list.csv".into(),
            record: 1,
            reference: "r".into(),
            reason: "no title".into(),
            is_ignored: false,
        };
        let book = RepairedBook { file: "a.epub".into(), title: Some(TitleId(1001)), findings: 2 };
        let mut details = IntakeDetails::default();
        for _ in 0..MAX_LISTED + 3 {
            details.add_line(line.clone());
            details.add_repaired(book.clone());
        }
        assert_eq!((details.lines.len(), details.unlisted_lines), (MAX_LISTED, 3));
        assert_eq!((details.repaired.len(), details.unlisted_repaired), (MAX_LISTED, 3));
    }

    #[test]
    fn file_names_lose_their_folders_and_keep_their_extensions() {
        for (sent, name) in [
            ("books/whelk.epub", "whelk.epub"),
            ("C:\\Books\\whelk.epub", "whelk.epub"),
            ("wh\u{0}elk\n.epub", "whelk.epub"),
            ("", "file"),
            ("..", "file"),
        ] {
            assert_eq!(clean_file_name(sent), name, "{sent:?}");
        }
        for letter in ["a", "ä", "本", "𝄞"] {
            let long = clean_file_name(&format!("{}.epub", letter.repeat(500)));
            assert!(long.ends_with(&format!("{letter}.epub")), "{long}");
            assert!((MAX_FILE_NAME_BYTES - 3..=MAX_FILE_NAME_BYTES).contains(&long.len()), "{}", long.len());
        }
    }

    #[test]
    fn a_supplier_has_a_name() {
        assert!(is_supplier_name("default") && is_supplier_name("Harbor Press"));
        assert!(!is_supplier_name(" ") && !is_supplier_name("a\nb") && !is_supplier_name(&"a".repeat(256)));
    }
}
