//! The context that every job gets.

use std::sync::Arc;

use delivery::Delivery;
use jiff::{SignedDuration, Timestamp};
use mail::Mailer;
use rand::rngs::StdRng;
use store::Db;

/// A source of time: the program passes its clock, tests pass theirs.
pub type Clock = Arc<dyn Fn() -> Timestamp + Send + Sync>;

/// A source of randomness: makes a generator for one piece of work.
pub type Seed = Arc<dyn Fn() -> StdRng + Send + Sync>;

/// Default retention of audit entries: six years.
const AUDIT_KEPT: SignedDuration = SignedDuration::from_hours(24 * 2192);

/// The database, the files, the time. A clone shares everything.
#[derive(Clone)]
pub struct Context {
    db: Db,
    delivery: Delivery,
    clock: Clock,
    seed: Seed,
    audit_kept: SignedDuration,
    mailer: Mailer,
    base_url: Arc<str>,
    problems_address: Option<Arc<str>>,
}

impl Context {
    /// The context of one process; emails are not sent ([`Context::with_mail`]).
    pub fn new(db: Db, delivery: Delivery, clock: Clock, seed: Seed) -> Self {
        Self {
            db,
            delivery,
            clock,
            seed,
            audit_kept: AUDIT_KEPT,
            mailer: Mailer::nowhere(),
            base_url: "".into(),
            problems_address: None,
        }
    }

    /// The same context, with emails about problems that readers report sent to this address.
    #[must_use]
    pub fn reporting_problems(self, address: Option<&str>) -> Self {
        Self { problems_address: address.map(Into::into), ..self }
    }

    /// The address of collection staff, for problems that readers report.
    pub fn problems_address(&self) -> Option<&str> {
        self.problems_address.as_deref()
    }

    /// The same context, with emails sent by `mailer`, and links in them that begin with `base_url`, which
    /// has no trailing slash.
    #[must_use]
    pub fn with_mail(self, mailer: Mailer, base_url: &str) -> Self {
        Self { mailer, base_url: base_url.into(), ..self }
    }

    /// The mailer.
    pub fn mailer(&self) -> &Mailer {
        &self.mailer
    }

    /// Absolute URL of a path of the pages.
    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.base_url)
    }

    /// The same context with this retention of audit entries.
    #[must_use]
    pub fn keeping_audit(self, time: SignedDuration) -> Self {
        Self { audit_kept: time, ..self }
    }

    /// Retention of audit entries.
    pub fn audit_kept(&self) -> SignedDuration {
        self.audit_kept
    }

    /// The database.
    pub fn db(&self) -> &Db {
        &self.db
    }

    /// Files, artifacts and packages.
    pub fn delivery(&self) -> &Delivery {
        &self.delivery
    }

    /// The current time in whole microseconds, as the database and the index store it.
    pub fn now(&self) -> Timestamp {
        let now = (self.clock)();
        Timestamp::from_microsecond(now.as_microsecond()).unwrap_or(now)
    }

    /// A random generator for one piece of work.
    pub fn rng(&self) -> StdRng {
        (self.seed)()
    }
}

impl std::fmt::Debug for Context {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Context")
    }
}
