//! Cache of frequently read titles: bounded, and never older than [`STEP`].
//!
//! Changes by this process are removed before their commit and not cached again until then, so they are
//! visible immediately. Changes by others are found in the change log: a reader who finds that the log was
//! not read for a step reads it first. So there is no timer, an idle server queries nothing, and an
//! unresponsive database is an error instead of an outdated title.

use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use domain::ids::TitleId;
use domain::titles::Title;
use quick_cache::Weighter;
use quick_cache::sync::Cache;

/// How long a change of another process may go unseen.
const STEP: Duration = Duration::from_millis(50);
/// The size of a title in memory without its texts, in bytes.
const OVERHEAD: usize = 1024;

/// The titles of one database.
pub(crate) struct TitleCache {
    kept: Cache<TitleId, Kept, Weight>,
    /// Held whenever titles come and go.
    gate: Mutex<Gate>,
    born: Instant,
    /// Until when, in nanoseconds since `born`, the log need not be read.
    in_sync_until: AtomicU64,
    /// How far the log was read; none before the first look.
    pub(crate) position: tokio::sync::Mutex<Option<i64>>,
}

#[derive(Debug, Default)]
struct Gate {
    /// Counts how often something was forgotten.
    forgotten: u64,
    /// Titles that are being committed, and by how many transactions.
    changing: HashMap<TitleId, u32>,
}

#[derive(Clone)]
struct Kept {
    title: Arc<Title>,
    bytes: usize,
}

#[derive(Clone)]
struct Weight;

impl Weighter<TitleId, Kept> for Weight {
    fn weight(&self, _: &TitleId, kept: &Kept) -> u64 {
        kept.bytes as u64
    }
}

/// A moment: what is read after it may be kept unless something was forgotten since.
#[derive(Clone, Copy)]
pub(crate) struct Moment(u64);

impl TitleCache {
    /// A cache of up to `bytes` bytes.
    pub(crate) fn new(bytes: u64) -> Self {
        let titles = usize::try_from(bytes / 8192).unwrap_or(usize::MAX).max(1);
        Self {
            kept: Cache::with_weighter(titles, bytes, Weight),
            gate: Mutex::default(),
            born: Instant::now(),
            in_sync_until: AtomicU64::new(0),
            position: tokio::sync::Mutex::new(None),
        }
    }

    /// Whether the log was read within the last step.
    pub(crate) fn is_in_sync(&self) -> bool {
        self.age().as_nanos() < u128::from(self.in_sync_until.load(Ordering::Acquire))
    }

    /// How long it has been there.
    pub(crate) fn age(&self) -> Duration {
        self.born.elapsed()
    }

    /// The log need not be read until a step after this age.
    pub(crate) fn synced_at(&self, age: Duration) {
        let until = u64::try_from((age + STEP).as_nanos()).unwrap_or(u64::MAX);
        self.in_sync_until.store(until, Ordering::Release);
    }

    /// A title, if it is kept.
    pub(crate) fn get(&self, id: TitleId) -> Option<Arc<Title>> {
        self.kept.get(&id).map(|kept| kept.title)
    }

    /// This moment: taken before a title is read.
    pub(crate) fn moment(&self) -> Moment {
        Moment(self.gate().forgotten)
    }

    /// Keeps a title that was read after a moment, unless it may have changed in the meantime. `length` is
    /// that of its document.
    pub(crate) fn keep(&self, moment: Moment, title: &Arc<Title>, length: usize) {
        let mut gate = self.gate();
        if gate.forgotten != moment.0 || gate.changing.contains_key(&title.id) {
            return;
        }
        match self.kept.get(&title.id) {
            // Another process has changed it between two readers: which of them was later is not known.
            Some(kept) if kept.title != *title => {
                gate.forgotten += 1;
                self.kept.remove(&title.id);
            }
            Some(_) => {}
            None => {
                let bytes = OVERHEAD + 2 * length;
                self.kept.insert(title.id, Kept { title: title.clone(), bytes });
            }
        }
    }

    /// These titles are about to be committed: they are read from the database until [`Self::changed`].
    pub(crate) fn changing(&self, ids: &[TitleId]) {
        let mut gate = self.gate();
        for id in ids {
            *gate.changing.entry(*id).or_default() += 1;
        }
        drop(gate);
        self.forget(ids.iter());
    }

    /// The commit of these titles has ended.
    pub(crate) fn changed(&self, ids: &[TitleId]) {
        let mut gate = self.gate();
        // What was read meanwhile may be older.
        gate.forgotten += 1;
        for id in ids {
            let left = gate.changing.get(id).copied().unwrap_or_default().saturating_sub(1);
            if left == 0 {
                gate.changing.remove(id);
            } else {
                gate.changing.insert(*id, left);
            }
        }
    }

    /// These titles have changed.
    pub(crate) fn forget<'a>(&self, ids: impl Iterator<Item = &'a TitleId>) {
        let mut gate = self.gate();
        gate.forgotten += 1;
        for id in ids {
            self.kept.remove(id);
        }
    }

    /// All titles may have changed.
    pub(crate) fn forget_all(&self) {
        let mut gate = self.gate();
        gate.forgotten += 1;
        self.kept.clear();
    }

    fn gate(&self) -> MutexGuard<'_, Gate> {
        self.gate.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for TitleCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TitleCache").field("titles", &self.kept.len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use domain::fixtures::{title, with};
    use domain::ids::TitleId;

    use super::TitleCache;

    #[test]
    fn memory_is_bounded() {
        let cache = TitleCache::new(1 << 20);
        for n in 1..=5_000 {
            let title = Arc::new(with(title(), |t| t.id = TitleId(n)));
            cache.keep(cache.moment(), &title, 4_000);
        }
        assert!(cache.kept.weight() <= 1 << 20);
        assert!(cache.kept.len() > 10, "{cache:?}");
    }

    #[test]
    fn what_was_read_before_something_changed_is_not_kept() {
        let cache = TitleCache::new(1 << 20);
        let title = Arc::new(title());
        let moment = cache.moment();
        cache.forget([title.id].iter());
        cache.keep(moment, &title, 100);
        assert!(cache.get(title.id).is_none());
        cache.keep(cache.moment(), &title, 100);
        assert!(cache.get(title.id).is_some());
        cache.forget([title.id].iter());
        assert!(cache.get(title.id).is_none());
    }

    #[test]
    fn a_title_is_not_kept_while_it_is_committed() {
        let cache = TitleCache::new(1 << 20);
        let title = Arc::new(title());
        cache.keep(cache.moment(), &title, 100);
        let ids = [title.id, title.id];
        cache.changing(&ids);
        cache.changing(&ids[..1]);
        assert!(cache.get(title.id).is_none());
        let moment = cache.moment();
        cache.keep(moment, &title, 100);
        cache.changed(&ids);
        cache.keep(cache.moment(), &title, 100);
        assert!(cache.get(title.id).is_none(), "another transaction is under way");
        cache.changed(&ids[..1]);
        cache.keep(moment, &title, 100);
        assert!(cache.get(title.id).is_none(), "it was read before the end of the commit");
        cache.keep(cache.moment(), &title, 100);
        assert!(cache.get(title.id).is_some());
    }

    #[test]
    fn of_two_different_readings_neither_is_kept() {
        let cache = TitleCache::new(1 << 20);
        let (old, new) = (Arc::new(title()), Arc::new(with(title(), |t| t.metadata.num_pages = Some(7))));
        let moment = cache.moment();
        cache.keep(moment, &old, 100);
        cache.keep(moment, &old, 100);
        assert_eq!(cache.get(old.id), Some(old.clone()));
        cache.keep(moment, &new, 100);
        cache.keep(moment, &old, 100);
        assert!(cache.get(old.id).is_none());
    }
}
