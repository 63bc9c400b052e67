//! Imports of whole files: rows are read one by one, and their entries are added, or replace those with the
//! same identifiers, in batches. A file may be larger than the memory.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs::File;

use anyhow::ensure;
use domain::reference_organizations::ReferenceOrganization;
use domain::{AuditSubject, AuditedAct};
use store::reference_organizations::{find_many, upsert_many};
use tokio::sync::mpsc;

use super::table::{Table, TableRow};
use super::unknown_kind;
use crate::{Operation, Result};

/// Rows of one transaction.
const ROWS_PER_BATCH: usize = 500;
/// Maximum number of faulty rows that a report lists.
pub const MAX_LISTED_FAULTS: usize = 100;
const REQUIRED_COLUMNS: [&str; 4] = ["referenceOrgId", "name", "state", "country"];

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ImportReport {
    /// Added entries.
    pub new: u64,
    /// Replaced entries that were different before.
    pub changed: u64,
    pub unchanged: u64,
    /// Rows that are left out because of faults.
    pub faulty: u64,
    /// The first of these rows, up to [`MAX_LISTED_FAULTS`].
    pub faults: Vec<FaultyRow>,
    /// The reason why the rest of the file could not be read. `None` if the file was read to its end.
    pub unreadable: Option<String>,
}

impl ImportReport {
    /// Number of rows without faults.
    pub fn count_imported(&self) -> u64 {
        self.new + self.changed + self.unchanged
    }

    /// Counts an entry, which replaces `stored`. Returns true if they differ.
    fn count_entry(&mut self, entry: &ReferenceOrganization, stored: Option<&ReferenceOrganization>) -> bool {
        let is_different = stored != Some(entry);
        let count = match stored {
            None => &mut self.new,
            Some(_) if is_different => &mut self.changed,
            Some(_) => &mut self.unchanged,
        };
        *count += 1;
        is_different
    }
}

/// A row that is left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FaultyRow {
    /// The line of the file where it begins.
    pub line: u64,
    /// The faults, in English.
    pub reasons: Vec<String>,
}

/// Imports a CSV file that the operator names (docs/operations.md#organizations-to-register-from), from its
/// beginning. Rows before one that cannot be read are imported. Without `default_kind` every row must name
/// its own type.
///
/// # Errors
/// `FORBIDDEN` for everybody but the operator; the fault of a type that does not exist.
pub async fn import(op: &Operation, file: File, default_kind: Option<&str>) -> Result<ImportReport> {
    op.require_operator()?;
    write_file(op, file, default_kind).await
}

/// Writes the entries of a file. Those that were written stay if the import ends early.
pub(super) async fn write_file(
    op: &Operation,
    file: File,
    default_kind: Option<&str>,
) -> Result<ImportReport> {
    let mut reading = FileReading::start(op, file, default_kind, None).await?;
    let mut report = ImportReport::default();
    while let Some(batch) = reading.next_batch(&mut report).await {
        write_batch(op, &mut report, batch).await?;
    }
    reading.finish(report).await
}

async fn write_batch(op: &Operation, report: &mut ImportReport, batch: ReferenceBatch) -> Result<()> {
    let mut tx = op.db().begin().await?;
    let stored = find_many(&mut tx, &batch.list_ids()).await?;
    let is_first_change = report.new + report.changed == 0;
    let entries = batch.entries.into_values();
    let differing: Vec<ReferenceOrganization> =
        entries.filter(|entry| report.count_entry(entry, stored.get(&entry.id))).collect();
    if differing.is_empty() {
        return Ok(tx.rollback().await?);
    }
    upsert_many(&mut tx, &differing).await?;
    if is_first_change {
        op.record_change(&mut tx, AuditedAct::ChangeReferenceOrganizations, AuditSubject::Library).await?;
    }
    Ok(tx.commit().await?)
}

/// Compares the entries of a file of up to `max_rows` rows with the list. Nothing is changed.
pub(super) async fn compare_file(
    op: &Operation,
    file: File,
    default_kind: Option<&str>,
    max_rows: u64,
) -> Result<ImportReport> {
    let mut reading = FileReading::start(op, file, default_kind, Some(max_rows)).await?;
    let mut report = ImportReport::default();
    // A row whose identifier an earlier row has changes the entry of that one.
    let mut earlier_ids: HashSet<String> = HashSet::new();
    while let Some(batch) = reading.next_batch(&mut report).await {
        let stored = find_many(op.db(), &batch.list_ids()).await?;
        for (id, entry) in batch.entries {
            let before = stored.get(&id);
            if before.is_none() && !earlier_ids.insert(id) {
                report.changed += 1;
            } else {
                report.count_entry(&entry, before);
            }
        }
    }
    reading.finish(report).await
}

/// Rows that are written together.
#[derive(Debug, Default)]
struct ReferenceBatch {
    /// The entries by identifier: of several rows with one identifier the last one counts.
    entries: BTreeMap<String, ReferenceOrganization>,
    faults: Vec<FaultyRow>,
    rows: usize,
}

impl ReferenceBatch {
    fn add(&mut self, line: u64, row: Result<ReferenceOrganization, Vec<String>>) {
        self.rows += 1;
        match row {
            Ok(entry) => {
                self.entries.insert(entry.id.clone(), entry);
            }
            Err(reasons) => self.faults.push(FaultyRow { line, reasons }),
        }
    }

    fn list_ids(&self) -> Vec<&str> {
        self.entries.keys().map(String::as_str).collect()
    }
}

/// A file that a thread for blocking work reads, no faster than its batches are taken.
struct FileReading {
    batches: mpsc::Receiver<ReferenceBatch>,
    end: tokio::task::JoinHandle<anyhow::Result<()>>,
}

impl FileReading {
    /// Begins to read a file.
    ///
    /// # Errors
    /// The fault of a type that does not exist.
    async fn start(
        op: &Operation,
        file: File,
        default_kind: Option<&str>,
        max_rows: Option<u64>,
    ) -> Result<Self> {
        let kinds = store::organization_types::list(op.db()).await?;
        let kinds: BTreeSet<String> = kinds.into_iter().map(|kind| kind.name).collect();
        if let Some(kind) = default_kind
            && !kinds.contains(kind)
        {
            return Err(unknown_kind(kind));
        }
        let rules = RowRules { kinds, default_kind: default_kind.map(str::to_owned), max_rows };
        let (sender, batches) = mpsc::channel(1);
        let end = tokio::task::spawn_blocking(move || rules.send_batches(file, &sender));
        Ok(Self { batches, end })
    }

    /// The next rows; their faults are added to the report. `None` at the end of what can be read.
    async fn next_batch(&mut self, report: &mut ImportReport) -> Option<ReferenceBatch> {
        let mut batch = self.batches.recv().await?;
        report.faulty += batch.faults.len() as u64;
        let free = MAX_LISTED_FAULTS.saturating_sub(report.faults.len());
        report.faults.extend(batch.faults.drain(..).take(free));
        Some(batch)
    }

    /// The report, with the reason if the file could not be read to its end.
    async fn finish(self, report: ImportReport) -> Result<ImportReport> {
        let unreadable = self.end.await?.err().map(|error| format!("{error:#}"));
        Ok(ImportReport { unreadable, ..report })
    }
}

struct RowRules {
    /// The existing types.
    kinds: BTreeSet<String>,
    default_kind: Option<String>,
    /// Maximum number of rows. `None` for as many as there are.
    max_rows: Option<u64>,
}

impl RowRules {
    /// Reads a file and sends its rows. An error ends the file; the rows before it are sent.
    fn send_batches(&self, file: File, sender: &mpsc::Sender<ReferenceBatch>) -> anyhow::Result<()> {
        let mut batch = ReferenceBatch::default();
        let read = read_rows(file, self.max_rows, |line, row| {
            let entry =
                row.and_then(|row| ReferenceOrganization::from_row(row, self.default_kind.as_deref()));
            batch.add(line, entry.and_then(|entry| self.check_kind(entry)));
            // Without a receiver the import has failed.
            batch.rows < ROWS_PER_BATCH || sender.blocking_send(std::mem::take(&mut batch)).is_ok()
        });
        // As above.
        let _ = sender.blocking_send(batch);
        read
    }

    fn check_kind(&self, entry: ReferenceOrganization) -> Result<ReferenceOrganization, Vec<String>> {
        if self.kinds.contains(&entry.kind) {
            Ok(entry)
        } else {
            Err(vec![format!("organizationType: {} is not a type", entry.kind)])
        }
    }
}

/// Reads the rows of a file until `take_row` returns false.
///
/// # Errors
/// The reason why the file cannot be read any further.
pub(super) fn read_rows(
    file: File,
    max_rows: Option<u64>,
    mut take_row: impl FnMut(u64, Result<&TableRow<'_>, Vec<String>>) -> bool,
) -> anyhow::Result<()> {
    let mut table = Table::new(file, &REQUIRED_COLUMNS)?;
    let mut rows = 0;
    while let Some((line, row)) = table.next_row()? {
        rows += 1;
        if let Some(most) = max_rows {
            ensure!(rows <= most, "the file has more than {most} rows");
        }
        if !take_row(line, row.as_ref().map_err(|fault| vec![fault.clone()])) {
            break;
        }
    }
    Ok(())
}
