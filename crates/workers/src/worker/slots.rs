//! The slots of a process, by lane.
//!
//! A conversion whose last worker died without ending it may have killed that process: it is a suspect. It
//! runs alone among the conversions of this process, so that it cannot take others down again. Until then the
//! process drains: it begins no documents and no audio books, and no text once only text is running, so that
//! readers of text do not wait for speech to end.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use store::jobs::Lane;
use tokio::sync::Notify;
use tokio::time::Instant;

use crate::Lanes;

/// The slots of a process. A clone shares them.
#[derive(Debug, Clone)]
pub(super) struct Slots(Arc<SlotsState>);

#[derive(Debug)]
struct SlotsState {
    lanes: Lanes,
    suspect_timeout: Duration,
    taken: Mutex<TakenSlots>,
    slot_freed: Notify,
}

#[derive(Debug, Default)]
struct TakenSlots {
    by_lane: BTreeMap<Lane, usize>,
    /// The time at which a suspect began to run.
    suspect: Option<Instant>,
}

impl TakenSlots {
    fn count(&self, lanes: impl Fn(Lane) -> bool) -> usize {
        self.by_lane.iter().filter(|(lane, _)| lanes(**lane)).map(|(_, count)| count).sum()
    }
}

/// A slot that a job occupies until it is dropped.
#[derive(Debug)]
pub(super) struct Slot {
    slots: Slots,
    lane: Lane,
    is_suspect: bool,
}

impl Slots {
    /// Free slots of all lanes. Other conversions wait for a suspect for `alone` at most.
    pub(super) fn new(lanes: Lanes, alone: Duration) -> Self {
        Self(Arc::new(SlotsState {
            lanes,
            suspect_timeout: alone,
            taken: Mutex::default(),
            slot_freed: Notify::new(),
        }))
    }

    /// The lanes in which a job may begin while no suspect is due.
    pub(super) fn free_lanes(&self) -> Vec<Lane> {
        let taken = self.lock_taken();
        let alone = taken.suspect.is_some_and(|since| since.elapsed() < self.0.suspect_timeout);
        let count = |lane: Lane| taken.by_lane.get(&lane).copied().unwrap_or_default();
        let free = |lane: &Lane| count(*lane) < self.0.lanes.slots(*lane);
        self.0.lanes.lanes_with_slots().filter(free).filter(|lane| !(alone && lane.is_conversion())).collect()
    }

    /// The lanes in which this process would run a suspect, once it has drained.
    pub(super) fn suspect_lanes(&self) -> Vec<Lane> {
        if self.lock_taken().suspect.is_some() {
            return Vec::new();
        }
        self.0.lanes.lanes_with_slots().filter(|lane| lane.is_conversion()).collect()
    }

    /// Returns true if no conversion is running.
    pub(super) fn is_drained(&self) -> bool {
        self.lock_taken().count(Lane::is_conversion) == 0
    }

    /// Returns true if a job of this lane may begin while a suspect waits for its turn.
    pub(super) fn passes_suspect(&self, lane: Lane) -> bool {
        let long = |lane| matches!(lane, Lane::Documents | Lane::Speech);
        !lane.is_conversion() || lane == Lane::Text && self.lock_taken().count(long) > 0
    }

    /// Takes a slot of a lane, even if none is free: a suspect takes one regardless of the lane's limit.
    pub(super) fn take(&self, lane: Lane, is_suspect: bool) -> Slot {
        let mut taken = self.lock_taken();
        *taken.by_lane.entry(lane).or_default() += 1;
        if is_suspect {
            taken.suspect = Some(Instant::now());
        }
        Slot { slots: self.clone(), lane, is_suspect }
    }

    pub(super) async fn wait_until_freed(&self) {
        self.0.slot_freed.notified().await;
    }

    fn lock_taken(&self) -> MutexGuard<'_, TakenSlots> {
        self.0.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let mut taken = self.slots.lock_taken();
        if let Some(count) = taken.by_lane.get_mut(&self.lane) {
            *count = count.saturating_sub(1);
        }
        if self.is_suspect {
            taken.suspect = None;
        }
        drop(taken);
        self.slots.0.slot_freed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OTHER_LANES: [Lane; 4] = [Lane::Catalog, Lane::Emails, Lane::Housekeeping, Lane::Scans];

    fn new_slots() -> Slots {
        Slots::new(Lanes::for_workers(2), Duration::from_hours(1))
    }

    #[tokio::test]
    async fn a_full_lane_takes_nothing_from_the_others() {
        let slots = new_slots();
        assert_eq!(slots.free_lanes().len(), 7);
        let speech = slots.take(Lane::Speech, false);
        assert!(!slots.free_lanes().contains(&Lane::Speech));
        assert_eq!(slots.free_lanes().len(), 6);
        drop(speech);
        assert_eq!(slots.free_lanes().len(), 7);
        // A slot released before the wait begins is not missed.
        slots.wait_until_freed().await;
    }

    #[test]
    fn holds_other_conversions_back_for_a_suspect_until_the_limit() {
        let all = new_slots();
        let suspect = all.take(Lane::Speech, true);
        assert_eq!(all.free_lanes(), OTHER_LANES);
        assert!(all.suspect_lanes().is_empty(), "one at a time");
        drop(suspect);
        assert_eq!(all.free_lanes().len(), 7);
        assert_eq!(all.suspect_lanes(), [Lane::Text, Lane::Documents, Lane::Speech]);

        let over = Slots::new(Lanes::for_workers(2), Duration::ZERO);
        let _suspect = over.take(Lane::Speech, true);
        assert!(over.free_lanes().contains(&Lane::Text));
        assert!(!over.free_lanes().contains(&Lane::Speech));
        assert!(over.suspect_lanes().is_empty());
    }

    #[test]
    fn while_a_suspect_waits_text_continues_until_only_text_runs() {
        let slots = new_slots();
        assert!(slots.is_drained());
        let passing = |slots: &Slots| {
            slots.free_lanes().into_iter().filter(|lane| slots.passes_suspect(*lane)).collect::<Vec<_>>()
        };
        let speech = slots.take(Lane::Speech, false);
        let text = slots.take(Lane::Text, false);
        assert!(!slots.is_drained());
        assert_eq!(passing(&slots)[..2], [Lane::Catalog, Lane::Text]);
        assert!(!passing(&slots).contains(&Lane::Documents));
        drop(speech);
        assert_eq!(passing(&slots), OTHER_LANES);
        drop(text);
        assert!(slots.is_drained());
    }
}
