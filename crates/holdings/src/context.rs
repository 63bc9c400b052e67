//! Dependencies of making titles and copies.

use std::sync::Arc;

use delivery::Delivery;
use jiff::Timestamp;
use rand::rngs::StdRng;
use store::Db;

/// A source of time: the program passes its clock, tests pass theirs.
pub type Clock = Arc<dyn Fn() -> Timestamp + Send + Sync>;

/// A source of randomness: makes a generator for one piece of work.
pub type Seed = Arc<dyn Fn() -> StdRng + Send + Sync>;

/// The database, the files, the time. A clone shares everything.
#[derive(Clone)]
pub struct Context {
    db: Db,
    delivery: Delivery,
    clock: Clock,
    seed: Seed,
}

impl Context {
    pub fn new(db: Db, delivery: Delivery, clock: Clock, seed: Seed) -> Self {
        Self { db, delivery, clock, seed }
    }

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
