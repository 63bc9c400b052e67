//! Waiting for the disk (docs/operations.md#what-survives).
//!
//! With `synchronous=NORMAL` SQLite does not wait for the disk when it commits: a power failure can take the
//! last commits, but never damages the database. A write to a table of records with legal weight returns only
//! after the write-ahead log is on the disk. Concurrent callers share one wait.

use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::Mutex;

/// Tables of records that must survive a power failure as soon as their write has returned: agreements,
/// proofs of disability, subscriptions and payments, people with their names and passwords, and the audit.
const LEGAL_TABLES: [&str; 14] = [
    "account_undos", "accounts", "agreements", "audit", "confirmations", "credits", "logins",
    "organizations", "payments", "proof_decisions", "proof_submissions", "proofs", "student_profiles",
    "subscriptions",
];

/// Returns true if a statement writes to one of [`LEGAL_TABLES`].
pub(crate) fn writes_legal_record(text: &str) -> bool {
    ["INSERT INTO ", "UPDATE ", "DELETE FROM "].iter().any(|verb| {
        text.match_indices(verb).any(|(at, verb)| {
            let rest = &text[at + verb.len()..];
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
            LEGAL_TABLES.binary_search(&&rest[..end]).is_ok()
        })
    })
}

/// Waits until the write-ahead log of a SQLite file is on the disk.
#[derive(Debug, Clone)]
pub(crate) struct DiskSync(Arc<DiskSyncState>);

#[derive(Debug)]
struct DiskSyncState {
    log: PathBuf,
    /// Callers so far.
    requests: AtomicU64,
    /// The number of the last request that a finished wait covers; locked during the wait.
    covered: Mutex<u64>,
}

impl DiskSync {
    pub(crate) fn new(file: &Path) -> Self {
        let mut log = file.as_os_str().to_owned();
        log.push("-wal");
        Self(Arc::new(DiskSyncState { log: log.into(), requests: AtomicU64::new(0), covered: Mutex::new(0) }))
    }

    /// Returns when everything that was committed before the call is on the disk.
    pub(crate) async fn wait(&self) -> sqlx::Result<()> {
        let state = &self.0;
        let request = state.requests.fetch_add(1, Ordering::AcqRel) + 1;
        let mut covered = state.covered.lock().await;
        if *covered >= request {
            return Ok(());
        }
        // Requests up to this one were made after their commits.
        let last = state.requests.load(Ordering::Acquire);
        let log = state.log.clone();
        let is_first = *covered == 0;
        let synced = tokio::task::spawn_blocking(move || sync_log(&log, is_first)).await;
        synced.map_err(io::Error::other).and_then(|result| result).map_err(sqlx::Error::Io)?;
        *covered = last;
        Ok(())
    }
}

/// Writes the log to the disk, and at first its directory, too, which has its name.
fn sync_log(log: &Path, with_directory: bool) -> io::Result<()> {
    match File::open(log) {
        Ok(file) => file.sync_data()?,
        // The last connection moves the log into the database, waits for the disk, and deletes the log.
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    }
    match log.parent().filter(|_| with_directory) {
        Some(directory) if directory.as_os_str().is_empty() => File::open(".")?.sync_all(),
        Some(directory) => File::open(directory)?.sync_all(),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::{LEGAL_TABLES, writes_legal_record};

    #[test]
    fn writes_of_legal_records_are_recognized() {
        assert!(LEGAL_TABLES.is_sorted());
        for text in [
            "INSERT INTO audit (account_id) VALUES ($1)",
            "UPDATE accounts SET locked = $2 WHERE id = $1",
            "DELETE FROM proofs WHERE account_id = $1",
            "WITH changed (id) AS (VALUES ($1)) UPDATE accounts SET id = changed.id FROM changed",
            "INSERT INTO agreements SELECT 1",
        ] {
            assert!(writes_legal_record(text), "{text}");
        }
        for text in [
            "SELECT document FROM accounts WHERE id = $1",
            "UPDATE downloads SET status = $1 WHERE id IN (SELECT id FROM accounts)",
            "INSERT INTO preferences (a) VALUES ($1) ON CONFLICT (a) DO UPDATE SET a = 1",
            "INSERT INTO accounts_of_others (id) VALUES ($1)",
        ] {
            assert!(!writes_legal_record(text), "{text}");
        }
    }
}
