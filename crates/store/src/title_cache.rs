//! Cache of frequently read titles: bounded, and never older than [`SYNC_INTERVAL`].
//!
//! Changes by this process are removed before their commit and not cached again until then, so they are
//! visible immediately. Changes by other processes are found in the change log, which a caller reads first if
//! the last read is older than [`SYNC_INTERVAL`]. So there is no timer, an idle server queries nothing, and
//! an unresponsive database is an error instead of an outdated title.

use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use domain::{Title, TitleId};
use quick_cache::Weighter;
use quick_cache::sync::Cache;

/// Maximum age of an unseen change of another process.
const SYNC_INTERVAL: Duration = Duration::from_millis(50);
/// The size of a title in memory without its texts, in bytes.
const TITLE_OVERHEAD_BYTES: usize = 1024;

pub(crate) struct TitleCache {
    titles: Cache<TitleId, CachedTitle, TitleWeigher>,
    /// Locked to add and remove titles.
    gate: Mutex<ChangeGate>,
    born: Instant,
    /// Time until which the log need not be read, in nanoseconds since `born`.
    in_sync_until: AtomicU64,
    /// Position in the log up to which it was read; `None` before the first check.
    pub(crate) position: tokio::sync::Mutex<Option<i64>>,
}

#[derive(Debug, Default)]
struct ChangeGate {
    /// Number of removals.
    change_count: u64,
    /// Titles that are being committed, and by how many transactions.
    changing: HashMap<TitleId, u32>,
}

#[derive(Clone)]
struct CachedTitle {
    title: Arc<Title>,
    bytes: usize,
}

#[derive(Clone)]
struct TitleWeigher;

impl Weighter<TitleId, CachedTitle> for TitleWeigher {
    fn weight(&self, _: &TitleId, kept: &CachedTitle) -> u64 {
        kept.bytes as u64
    }
}

/// A moment. Titles that are read after it may be cached if there was no removal since.
#[derive(Clone, Copy)]
pub(crate) struct ReadMoment(u64);

impl TitleCache {
    pub(crate) fn new(bytes: u64) -> Self {
        let titles = usize::try_from(bytes / 8192).unwrap_or(usize::MAX).max(1);
        Self {
            titles: Cache::with_weighter(titles, bytes, TitleWeigher),
            gate: Mutex::default(),
            born: Instant::now(),
            in_sync_until: AtomicU64::new(0),
            position: tokio::sync::Mutex::new(None),
        }
    }

    /// Returns true if the log was read within the last step.
    pub(crate) fn is_in_sync(&self) -> bool {
        self.age().as_nanos() < u128::from(self.in_sync_until.load(Ordering::Acquire))
    }

    /// Age of the database in this process.
    pub(crate) fn age(&self) -> Duration {
        self.born.elapsed()
    }

    /// Records that the log need not be read until a step after this age.
    pub(crate) fn set_synced_at(&self, age: Duration) {
        let until = u64::try_from((age + SYNC_INTERVAL).as_nanos()).unwrap_or(u64::MAX);
        self.in_sync_until.store(until, Ordering::Release);
    }

    pub(crate) fn get(&self, id: TitleId) -> Option<Arc<Title>> {
        self.titles.get(&id).map(|kept| kept.title)
    }

    /// The current moment: taken before a title is read.
    pub(crate) fn read_moment(&self) -> ReadMoment {
        ReadMoment(self.lock_gate().change_count)
    }

    /// Caches a title that was read after a moment, unless it may have changed in the meantime. `length` is
    /// the length of its document.
    pub(crate) fn insert_if_unchanged(&self, moment: ReadMoment, title: &Arc<Title>, length: usize) {
        let mut gate = self.lock_gate();
        if gate.change_count != moment.0 || gate.changing.contains_key(&title.id) {
            return;
        }
        match self.titles.get(&title.id) {
            // Another process changed it between two reads, in unknown order.
            Some(kept) if kept.title != *title => {
                gate.change_count += 1;
                self.titles.remove(&title.id);
            }
            Some(_) => {}
            None => {
                let bytes = TITLE_OVERHEAD_BYTES + 2 * length;
                self.titles.insert(title.id, CachedTitle { title: title.clone(), bytes });
            }
        }
    }

    /// Records that these titles are about to be committed: they are read from the database until
    /// [`Self::end_change`].
    pub(crate) fn begin_change(&self, ids: &[TitleId]) {
        let mut gate = self.lock_gate();
        for id in ids {
            *gate.changing.entry(*id).or_default() += 1;
        }
        drop(gate);
        self.forget_titles(ids.iter());
    }

    /// Records that the commit of these titles has ended.
    pub(crate) fn end_change(&self, ids: &[TitleId]) {
        let mut gate = self.lock_gate();
        // Titles that were read meanwhile may be older.
        gate.change_count += 1;
        for id in ids {
            let left = gate.changing.get(id).copied().unwrap_or_default().saturating_sub(1);
            if left == 0 {
                gate.changing.remove(id);
            } else {
                gate.changing.insert(*id, left);
            }
        }
    }

    pub(crate) fn forget_titles<'a>(&self, ids: impl Iterator<Item = &'a TitleId>) {
        let mut gate = self.lock_gate();
        gate.change_count += 1;
        for id in ids {
            self.titles.remove(id);
        }
    }

    /// All titles may have changed.
    pub(crate) fn forget_all(&self) {
        let mut gate = self.lock_gate();
        gate.change_count += 1;
        self.titles.clear();
    }

    fn lock_gate(&self) -> MutexGuard<'_, ChangeGate> {
        self.gate.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for TitleCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TitleCache").field("titles", &self.titles.len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use domain::TitleId;
    use domain::fixtures::{title, with_change};

    use super::TitleCache;

    #[test]
    fn memory_is_bounded() {
        let cache = TitleCache::new(1 << 20);
        for n in 1..=5_000 {
            let title = Arc::new(with_change(title(), |t| t.id = TitleId(n)));
            cache.insert_if_unchanged(cache.read_moment(), &title, 4_000);
        }
        assert!(cache.titles.weight() <= 1 << 20);
        assert!(cache.titles.len() > 10, "{cache:?}");
    }

    #[test]
    fn titles_read_before_a_change_are_not_cached() {
        let cache = TitleCache::new(1 << 20);
        let title = Arc::new(title());
        let moment = cache.read_moment();
        cache.forget_titles([title.id].iter());
        cache.insert_if_unchanged(moment, &title, 100);
        assert!(cache.get(title.id).is_none());
        cache.insert_if_unchanged(cache.read_moment(), &title, 100);
        assert!(cache.get(title.id).is_some());
        cache.forget_titles([title.id].iter());
        assert!(cache.get(title.id).is_none());
    }

    #[test]
    fn a_title_is_not_kept_while_it_is_committed() {
        let cache = TitleCache::new(1 << 20);
        let title = Arc::new(title());
        cache.insert_if_unchanged(cache.read_moment(), &title, 100);
        let ids = [title.id, title.id];
        cache.begin_change(&ids);
        cache.begin_change(&ids[..1]);
        assert!(cache.get(title.id).is_none());
        let moment = cache.read_moment();
        cache.insert_if_unchanged(moment, &title, 100);
        cache.end_change(&ids);
        cache.insert_if_unchanged(cache.read_moment(), &title, 100);
        assert!(cache.get(title.id).is_none(), "another transaction is under way");
        cache.end_change(&ids[..1]);
        cache.insert_if_unchanged(moment, &title, 100);
        assert!(cache.get(title.id).is_none(), "it was read before the end of the commit");
        cache.insert_if_unchanged(cache.read_moment(), &title, 100);
        assert!(cache.get(title.id).is_some());
    }

    #[test]
    fn neither_of_two_different_versions_is_cached() {
        let cache = TitleCache::new(1 << 20);
        let (old, new) =
            (Arc::new(title()), Arc::new(with_change(title(), |t| t.metadata.num_pages = Some(7))));
        let moment = cache.read_moment();
        cache.insert_if_unchanged(moment, &old, 100);
        cache.insert_if_unchanged(moment, &old, 100);
        assert_eq!(cache.get(old.id), Some(old.clone()));
        cache.insert_if_unchanged(moment, &new, 100);
        cache.insert_if_unchanged(moment, &old, 100);
        assert!(cache.get(old.id).is_none());
    }
}
