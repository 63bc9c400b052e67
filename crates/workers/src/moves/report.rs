//! The report of a move: its parts, with the numbers and hashes that were compared.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::PathBuf;

use anyhow::Context as _;
use delivery::keys::Hasher;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use store::Db;
use store::moves::{self, FileEntry, MoveMark};

use super::{MovePlan, files};
use crate::copying::{TableProof, write_atomically};

const FORMAT_VERSION: u32 = 1;
const FILES_PER_READ: u32 = 1_000;
const MAX_NAMED_FILES: usize = 1_000;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MoveReport {
    /// Version of the format.
    pub format: u32,
    /// Version of the program that moved the library.
    pub program: String,
    /// Number of the last migration of both databases.
    pub schema: i64,
    pub id: String,
    /// Locations before the move.
    pub from: LibraryAddress,
    /// Locations after the move.
    pub to: LibraryAddress,
    pub started: Timestamp,
    /// Time at which everything was compared.
    pub finished: Timestamp,
    /// Tables that are the same in both databases, by name; empty if the database stayed where it was.
    pub tables: Vec<TableProof>,
    pub sequences: Vec<SequenceProof>,
    pub counters: Vec<CounterProof>,
    /// Files; `None` if they stayed where they were.
    pub files: Option<FilesProof>,
}

/// Locations of a library, for people.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LibraryAddress {
    /// The database, without a password.
    pub database: String,
    pub files: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SequenceProof {
    /// The table whose rows it numbers.
    pub table: String,
    /// The last number that was given.
    pub last: i64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CounterProof {
    pub name: String,
    pub value: i64,
}

/// The files that were copied and read back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FilesProof {
    pub count: u64,
    pub bytes: u64,
    /// The file next to the report that lists them: SHA-256, bytes and key, by key.
    pub list: String,
    /// The SHA-256 of the list.
    pub list_sha256: String,
    /// Files that were damaged before the move: their content does not match their name. At most 1,000 are
    /// named.
    pub damaged: Vec<String>,
}

impl fmt::Display for LibraryAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} with files in {}", self.database, self.files)
    }
}

impl MoveReport {
    pub(super) fn new(plan: &MovePlan, mark: &MoveMark) -> Self {
        Self {
            format: FORMAT_VERSION,
            program: plan.program.to_owned(),
            schema: store::backup::own_schema(),
            id: mark.id.clone(),
            from: plan.source.address.clone(),
            to: plan.target.address.clone(),
            started: mark.started,
            finished: mark.started,
            tables: Vec::new(),
            sequences: Vec::new(),
            counters: Vec::new(),
            files: None,
        }
    }

    /// Adds the numbers that continue at the target.
    pub(super) fn add_numbers(&mut self, sequences: BTreeMap<String, i64>, counters: Vec<(String, i64)>) {
        self.sequences = sequences.into_iter().map(|(table, last)| SequenceProof { table, last }).collect();
        self.counters = counters.into_iter().map(|(name, value)| CounterProof { name, value }).collect();
    }
}

/// Completes the report, and writes it and the list of files. A continued move writes the same files again.
pub(super) async fn finish_report(
    report: &mut MoveReport,
    plan: &MovePlan,
    mark: &MoveMark,
    ledger: &Db,
    now: Timestamp,
) -> anyhow::Result<PathBuf> {
    let folder = &plan.report_folder;
    let name = format!("move-{}", mark.started.strftime("%Y%m%dT%H%M%SZ"));
    if plan.moves_files {
        report.files = Some(write_list(plan, ledger, format!("{name}.files")).await?);
    }
    report.finished = now;
    let name = format!("{name}.json");
    let bytes = serde_json::to_vec_pretty(&report)?;
    write_atomically(folder, &name, &bytes)?;
    Ok(folder.join(name))
}

async fn write_list(plan: &MovePlan, ledger: &Db, list: String) -> anyhow::Result<FilesProof> {
    let path = plan.report_folder.join(&list);
    let fresh = plan.report_folder.join(format!("{list}.new"));
    let file = File::create(&fresh).with_context(|| format!("writing {}", fresh.display()))?;
    let mut writer = Some(BufWriter::new(file));
    let mut hasher = Hasher::default();
    let mut damaged = Vec::new();
    let mut after = String::new();
    loop {
        let entries = moves::list_files(ledger, &after, FILES_PER_READ).await?;
        let Some(end) = entries.last() else { break };
        after.clone_from(&end.key);
        let faulty = entries.iter().filter(|entry| files::is_damaged(entry)).map(|entry| entry.key.clone());
        damaged.extend(faulty.take(MAX_NAMED_FILES - damaged.len()));
        let text: String = entries.iter().map(format_list_line).collect();
        hasher.update(text.as_bytes());
        let mut out = writer.take().context("the list has been closed")?;
        let written = tokio::task::spawn_blocking(move || out.write_all(text.as_bytes()).map(|()| out));
        writer = Some(written.await?.context("writing the list of files")?);
    }
    let out = writer.context("the list has been closed")?;
    let synced = tokio::task::spawn_blocking(move || {
        let file = out.into_inner().map_err(std::io::IntoInnerError::into_error)?;
        file.sync_all().and_then(|()| std::fs::rename(&fresh, &path))
    });
    synced.await?.context("writing the list of files")?;
    let (count, bytes) = moves::count_files(ledger).await?;
    Ok(FilesProof { count, bytes, list, list_sha256: hasher.finish().to_string(), damaged })
}

fn format_list_line(entry: &FileEntry) -> String {
    format!("{}  {}  {}\n", entry.sha256, entry.size, entry.key)
}
