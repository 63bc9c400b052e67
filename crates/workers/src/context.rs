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
    audit_retention: SignedDuration,
    retention: RetentionRules,
    mailer: Mailer,
    base_url: Arc<str>,
    problems_address: Option<Arc<str>>,
    roster_intake: Option<Arc<dyn RosterIntake>>,
    backup_target: Option<Arc<BackupTarget>>,
    restore_rehearser: Option<Arc<dyn RestoreRehearser>>,
}

impl WorkerContext {
    /// The context of one process; emails are not sent ([`WorkerContext::with_mail`]).
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

    /// Sets the address to which problems that readers report are sent.
    #[must_use]
    pub fn reporting_problems(self, address: Option<&str>) -> Self {
        Self { problems_address: address.map(Into::into), ..self }
    }

    /// The address of collection staff, for problems that readers report.
    pub fn problems_address(&self) -> Option<&str> {
        self.problems_address.as_deref()
    }

    /// Imports files of members from folders.
    #[must_use]
    pub fn taking_rosters(self, intake: Option<Arc<dyn RosterIntake>>) -> Self {
        Self { roster_intake: intake, ..self }
    }

    /// The importer of files of members from folders. `None` if the library does not use folders.
    pub fn roster_intake(&self) -> Option<&dyn RosterIntake> {
        self.roster_intake.as_deref()
    }

    /// Takes the backups that administrators start.
    #[must_use]
    pub fn backing_up(self, target: Option<BackupTarget>) -> Self {
        Self { backup_target: target.map(Arc::new), ..self }
    }

    /// The folder for backups. `None` if this process takes none.
    pub fn backup_target(&self) -> Option<&Arc<BackupTarget>> {
        self.backup_target.as_ref()
    }

    /// Rehearses the restores that administrators start.
    #[must_use]
    pub fn rehearsing_restores(self, rehearser: Option<Arc<dyn RestoreRehearser>>) -> Self {
        Self { restore_rehearser: rehearser, ..self }
    }

    /// The rehearser of restores. `None` if this process has no folder for backups.
    pub fn restore_rehearser(&self) -> Option<&Arc<dyn RestoreRehearser>> {
        self.restore_rehearser.as_ref()
    }

    /// Sends emails by `mailer`, with links that begin with `base_url`, which has no trailing slash.
    #[must_use]
    pub fn with_mail(self, mailer: Mailer, base_url: &str) -> Self {
        Self { mailer, base_url: base_url.into(), ..self }
    }

    pub fn mailer(&self) -> &Mailer {
        &self.mailer
    }

    pub fn absolute_url(&self, path: &str) -> String {
        format!("{}{path}", self.base_url)
    }

    /// Sets the retention of audit entries.
    #[must_use]
    pub fn keeping_audit(self, time: SignedDuration) -> Self {
        Self { audit_retention: time, ..self }
    }

    /// Sets the retention periods of personal data.
    #[must_use]
    pub fn with_retention(self, rules: RetentionRules) -> Self {
        Self { retention: rules, ..self }
    }

    /// Retention periods for personal data.
    pub fn retention(&self) -> RetentionRules {
        self.retention
    }

    pub fn audit_retention(&self) -> SignedDuration {
        self.audit_retention
    }
}

impl std::fmt::Debug for WorkerContext {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Context")
    }
}
