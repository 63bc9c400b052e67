//! Number of concurrent jobs per lane in a process.

use std::collections::BTreeMap;

use store::jobs::Lane;

/// The places of each lane. A lane without places is left to other processes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lanes(BTreeMap<Lane, usize>);

impl Lanes {
    /// All lanes, for `workers` workers: as many places for work of seconds that people wait for, half as
    /// many for work of minutes that uses a core, and one for work that nobody waits for. Zero workers have
    /// no places.
    pub fn for_workers(workers: usize) -> Self {
        if workers == 0 {
            return Self::default();
        }
        let half = (workers / 2).max(1);
        Self::default()
            .with_places(Lane::Catalog, workers)
            .with_places(Lane::Text, workers)
            .with_places(Lane::Documents, half)
            .with_places(Lane::Speech, half)
            .with_places(Lane::Emails, workers)
            .with_places(Lane::Housekeeping, 1)
            .with_places(Lane::Scans, 1)
    }

    /// Sets the number of places of a lane.
    #[must_use]
    pub fn with_places(mut self, lane: Lane, places: usize) -> Self {
        self.0.insert(lane, places);
        self.0.retain(|_, places| *places > 0);
        self
    }

    pub fn places(&self, lane: Lane) -> usize {
        self.0.get(&lane).copied().unwrap_or_default()
    }

    /// The lanes with places, in the order in which a process looks for work.
    pub fn lanes_with_places(&self) -> impl Iterator<Item = Lane> {
        self.0.keys().copied()
    }

    /// Returns true if there is no place at all.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl std::fmt::Display for Lanes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (nth, (lane, places)) in self.0.iter().enumerate() {
            write!(f, "{}{lane}={places}", if nth == 0 { "" } else { " " })?;
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
        assert_eq!(Lanes::for_workers(1).places(Lane::Speech), 1);
        assert_eq!(Lanes::for_workers(8).places(Lane::Speech), 4);
    }

    #[test]
    fn has_no_places_without_workers() {
        assert!(Lanes::for_workers(0).is_empty());
        let one = Lanes::default().with_places(Lane::Speech, 3).with_places(Lane::Text, 0);
        assert_eq!(one.lanes_with_places().collect::<Vec<_>>(), [Lane::Speech]);
        assert!(one.with_places(Lane::Speech, 0).is_empty());
    }
}
