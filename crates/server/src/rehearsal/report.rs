//! The report of a rehearsal.

use std::path::{Path, PathBuf};

use ::workers::backup::Manifest;
use ::workers::erasures::ReplayCounts;
use ::workers::rehearsal::BookCheck;
use anyhow::Context as _;
use jiff::Timestamp;
use jobs::rehearse_restore::RehearsalSummary;
use serde::Serialize;
use store::PROGRAM_VERSION;

use crate::partial_file::PartialFile;

const FORMAT_VERSION: u32 = 1;

/// Report of a rehearsal, as JSON.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RehearsalReport {
    format: u32,
    pub succeeded: bool,
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
    pub finished: Timestamp,
    /// Restored files, which were all read and compared.
    pub files: u64,
    pub bytes: u64,
    /// Tables whose rows and hashes were compared.
    pub tables: usize,
    pub rows: u64,
    pub indexed_titles: u64,
    /// Books that were converted and read.
    pub books: Vec<BookEntry>,
    /// True if a new reader could sign in.
    pub signed_in: bool,
    /// Faults; none if the rehearsal succeeded.
    pub faults: Vec<String>,
    /// People and organizations who were erased again.
    #[serde(skip)]
    pub erased: ReplayCounts,
}

#[derive(Debug, Serialize)]
pub struct BookEntry {
    title: i64,
    /// The formats that were made and read.
    pub formats: Vec<String>,
}

impl RehearsalReport {
    pub fn new(backup: &Path, manifest: &Manifest, started: Timestamp) -> Self {
        Self {
            format: FORMAT_VERSION,
            backup: backup.display().to_string(),
            taken: manifest.taken,
            backup_program: manifest.program.clone(),
            backup_schema: manifest.schema,
            program: PROGRAM_VERSION.to_owned(),
            schema: store::backup::own_schema(),
            started,
            finished: started,
            ..Self::default()
        }
    }

    /// All files of the backup have been restored and compared.
    pub fn count_files(&mut self, manifest: &Manifest) {
        self.files = manifest.files;
        self.bytes = manifest.bytes;
    }

    /// All tables of the backup have been compared.
    pub fn count_rows(&mut self, manifest: &Manifest) {
        self.tables = manifest.tables.len();
        self.rows = manifest.tables.iter().map(|table| table.rows).sum();
    }

    /// Adds the books that were opened, and their faults.
    pub fn add_books(&mut self, checks: Vec<BookCheck>) {
        for BookCheck { title, formats, faults } in checks {
            let formats = formats.iter().map(ToString::to_string).collect();
            self.books.push(BookEntry { title: title.0, formats });
            self.faults.extend(faults);
        }
    }

    /// The number of copies that were made of the books.
    pub fn count_copies(&self) -> usize {
        self.books.iter().map(|book| book.formats.len()).sum()
    }

    /// The numbers of the report in the file at `path`.
    pub fn summarize(&self, path: &Path) -> RehearsalSummary {
        let name = path.file_name().unwrap_or_default();
        RehearsalSummary {
            taken: self.taken,
            seconds: u64::try_from(self.finished.duration_since(self.started).as_secs()).unwrap_or_default(),
            files: self.files,
            bytes: self.bytes,
            rows: self.rows,
            indexed_titles: self.indexed_titles,
            books: self.books.len() as u64,
            copies: self.count_copies() as u64,
            signed_in: self.signed_in,
            report: name.to_string_lossy().into_owned(),
        }
    }

    /// Returns true if everything was checked and nothing is wrong.
    pub fn is_success(&self) -> bool {
        self.faults.is_empty() && self.signed_in
    }

    pub fn write(&mut self, folder: &Path) -> anyhow::Result<PathBuf> {
        self.succeeded = self.is_success();
        let path = folder.join(format!("rehearsal-{}.json", self.started.strftime("%Y%m%dT%H%M%SZ")));
        let (part, mut file) = PartialFile::create(&path)?;
        serde_json::to_writer_pretty(&mut file, &*self).context("writing the report")?;
        part.complete_file(&file)?;
        Ok(path)
    }
}
