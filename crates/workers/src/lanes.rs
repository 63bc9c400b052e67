//! Number of concurrent jobs per lane in a process.

use std::collections::BTreeMap;

use store::jobs::Lane;

/// The slots of each lane. A lane without slots is left to other processes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lanes(BTreeMap<Lane, usize>);

impl Lanes {
    /// All lanes, for `workers` workers: as many slots for interactive work of seconds, half as many for work
    /// of minutes that uses a core, and one for background work. Zero workers have no slots.
    pub fn for_workers(workers: usize) -> Self {
        if workers == 0 {
            return Self::default();
        }
        let half = (workers / 2).max(1);
        Self::default()
            .with_slots(Lane::Catalog, workers)
            .with_slots(Lane::Text, workers)
            .with_slots(Lane::Documents, half)
            .with_slots(Lane::Speech, half)
            .with_slots(Lane::Emails, workers)
            .with_slots(Lane::Housekeeping, 1)
            .with_slots(Lane::Scans, 1)
    }

    #[must_use]
    pub fn with_slots(mut self, lane: Lane, slots: usize) -> Self {
        self.0.insert(lane, slots);
        self.0.retain(|_, slots| *slots > 0);
        self
    }

    pub fn slots(&self, lane: Lane) -> usize {
        self.0.get(&lane).copied().unwrap_or_default()
    }

    /// The lanes with slots, in the order in which a process claims jobs.
    pub fn lanes_with_slots(&self) -> impl Iterator<Item = Lane> {
        self.0.keys().copied()
    }

    /// Returns true if no lane has a slot.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl std::fmt::Display for Lanes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (nth, (lane, slots)) in self.0.iter().enumerate() {
            write!(f, "{}{lane}={slots}", if nth == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_workers_leave_a_core_to_text_while_a_book_is_spoken() {
        let lanes = Lanes::for_workers(2);
        let text = "catalog=2 text=2 documents=1 speech=1 letters=2 housekeeping=1 scans=1";
        assert_eq!(lanes.to_string(), text);
        assert_eq!(Lanes::for_workers(1).slots(Lane::Speech), 1);
        assert_eq!(Lanes::for_workers(8).slots(Lane::Speech), 4);
    }

    #[test]
    fn has_no_places_without_workers() {
        assert!(Lanes::for_workers(0).is_empty());
        let one = Lanes::default().with_slots(Lane::Speech, 3).with_slots(Lane::Text, 0);
        assert_eq!(one.lanes_with_slots().collect::<Vec<_>>(), [Lane::Speech]);
        assert!(one.with_slots(Lane::Speech, 0).is_empty());
    }
}
