//! The report of a rehearsal.

use std::path::{Path, PathBuf};

use ::workers::backup::Manifest;
use ::workers::rehearsal::BookCheck;
use anyhow::Context as _;
use jiff::Timestamp;
use serde::Serialize;
use store::PROGRAM_VERSION;

const FORMAT_VERSION: u32 = 1;

/// Report of a rehearsal, as JSON.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RehearsalReport {
    format: u32,
    pub(super) succeeded: bool,
    backup: String,
    /// Time of the backup.
    taken: Timestamp,
    /// Version of the program that took the backup.
    backup_program: String,
    /// Number of the last migration of the backup.
    backup_schema: i64,
    /// Version of the program that rehearsed.
    program: String,
    /// Number of the last migration that this program has.
    schema: i64,
    started: Timestamp,
    pub(super) finished: Timestamp,
    /// Restored files, which were all read and compared.
    pub(super) files: u64,
    pub(super) bytes: u64,
    /// Tables whose rows and hashes were compared.
    pub(super) tables: usize,
    pub(super) rows: u64,
    pub(super) indexed_titles: u64,
    /// Books that were converted and read.
    pub(super) books: Vec<BookEntry>,
    /// True if a new reader could sign in.
    pub(super) signed_in: bool,
    /// Faults; none if the rehearsal succeeded.
    pub(super) faults: Vec<String>,
}

#[derive(Debug, Serialize)]
pub(super) struct BookEntry {
    title: i64,
    /// The formats that were made and read.
    pub(super) formats: Vec<String>,
}

impl RehearsalReport {
    pub(super) fn new(backup: &Path, manifest: &Manifest, started: Timestamp) -> Self {
        Self {
            format: FORMAT_VERSION,
            succeeded: false,
            backup: backup.display().to_string(),
            taken: manifest.taken,
            backup_program: manifest.program.clone(),
            backup_schema: manifest.schema,
            program: PROGRAM_VERSION.to_owned(),
            schema: store::backup::own_schema(),
            started,
            finished: started,
            files: 0,
            bytes: 0,
            tables: 0,
            rows: 0,
            indexed_titles: 0,
            books: Vec::new(),
            signed_in: false,
            faults: Vec::new(),
        }
    }

    /// All files of the backup have been restored and compared.
    pub(super) fn count_files(&mut self, manifest: &Manifest) {
        self.files = manifest.files;
        self.bytes = manifest.bytes;
    }

    /// All tables of the backup have been compared.
    pub(super) fn count_rows(&mut self, manifest: &Manifest) {
        self.tables = manifest.tables.len();
        self.rows = manifest.tables.iter().map(|table| table.rows).sum();
    }

    /// Adds the books that were opened, and their faults.
    pub(super) fn add_books(&mut self, checks: Vec<BookCheck>) {
        for BookCheck { title, formats, faults } in checks {
            let formats = formats.iter().map(ToString::to_string).collect();
            self.books.push(BookEntry { title: title.0, formats });
            self.faults.extend(faults);
        }
    }

    /// Returns true if everything was checked and nothing is wrong.
    pub(super) fn is_success(&self) -> bool {
        self.faults.is_empty() && self.signed_in
    }

    pub(super) fn write(&mut self, folder: &Path) -> anyhow::Result<PathBuf> {
        self.succeeded = self.is_success();
        let path = folder.join(format!("rehearsal-{}.json", self.started.strftime("%Y%m%dT%H%M%SZ")));
        let (part, mut file) = crate::commands::part::PartialFile::create(&path)?;
        serde_json::to_writer_pretty(&mut file, &*self).context("writing the report")?;
        part.complete_file(&file)?;
        Ok(path)
    }
}
