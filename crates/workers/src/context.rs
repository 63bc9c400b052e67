//! The context that every job gets.

use std::sync::Arc;

use delivery::Delivery;
use domain::erasure::RetentionRules;
use holdings::{Clock, Seed};
use jiff::{SignedDuration, Timestamp};
use mail::Mailer;
use rand::rngs::StdRng;
use store::Db;

use crate::{BackupTarget, RestoreRehearser, RosterIntake};

/// Default retention of audit entries: six years.
const AUDIT_RETENTION: SignedDuration = SignedDuration::from_hours(24 * 2192);

/// The database, files, clock and mail transport of jobs. A clone shares everything.
#[derive(Clone)]
pub struct WorkerContext {
    holdings: holdings::Context,
    /// Retention of audit entries.
    pub audit_retention: SignedDuration,
    /// Retention periods of personal data.
    pub retention: RetentionRules,
    pub mailer: Mailer,
    /// The beginning of links in emails, without a trailing slash.
    pub base_url: Arc<str>,
    /// The address of collection staff, for problems that readers report.
    pub problems_address: Option<Arc<str>>,
    /// The importer of files of members from folders. `None` if the library does not use folders.
    pub roster_intake: Option<Arc<dyn RosterIntake>>,
    /// The folder for the backups that administrators start. `None` if this process takes none.
    pub backup_target: Option<Arc<BackupTarget>>,
    /// The rehearser of restores. `None` if this process has no folder for backups.
    pub restore_rehearser: Option<Arc<dyn RestoreRehearser>>,
}

impl WorkerContext {
    /// The context of one process; no emails are sent until it has a mailer.
    pub fn new(db: Db, delivery: Delivery, clock: Clock, seed: Seed) -> Self {
        Self {
            holdings: holdings::Context::new(db, delivery, clock, seed),
            audit_retention: AUDIT_RETENTION,
            retention: RetentionRules::default(),
            mailer: Mailer::not_configured(),
            base_url: "".into(),
            problems_address: None,
            roster_intake: None,
            backup_target: None,
            restore_rehearser: None,
        }
    }

    /// The context for making titles and copies.
    pub fn holdings(&self) -> &holdings::Context {
        &self.holdings
    }

    pub fn db(&self) -> &Db {
        self.holdings.db()
    }

    /// Files, artifacts and packages.
    pub fn delivery(&self) -> &Delivery {
        self.holdings.delivery()
    }

    /// The current time in whole microseconds, as the database and the index store it.
    pub fn now(&self) -> Timestamp {
        self.holdings.now()
    }

    /// A random generator for one task.
    pub fn rng(&self) -> StdRng {
        self.holdings.rng()
    }

    pub fn absolute_url(&self, path: &str) -> String {
        format!("{}{path}", self.base_url)
    }
}

impl std::fmt::Debug for WorkerContext {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Context")
    }
}
