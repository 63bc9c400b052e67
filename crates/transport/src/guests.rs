//! Bounds the work for guests, all networks together: searches, title pages, feeds and covers take turns, so
//! that crawlers, however many addresses they have, leave the machine to readers who are signed in.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use domain::peers::Network;
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, sleep, timeout};

use crate::network_counts::NetworkCounts;

/// The units of one turn. A cover takes one unit.
const UNITS_PER_TURN: u32 = 4;
/// Documents that a search visits for one more unit.
const DOCUMENTS_PER_UNIT: u64 = 62_500;
/// One network has at most this share of the places in line.
const NETWORK_SHARE: usize = 4;
/// Networks of readers that are remembered.
const MAX_READER_NETWORKS: usize = 10_000;
/// Time for which a network counts as a reader's after the reader's last request from it.
const READER_NETWORK_LIFE: Duration = Duration::from_mins(15);
/// The longest time between two turns while others wait.
const MAX_PAUSE: Duration = Duration::from_secs(1);
/// Seconds after which a refused guest should try again.
pub const RETRY_SECONDS: u64 = 10;

/// Settings of an operator (docs/configuration.md).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GuestSettings {
    /// Turns at the same time; 0 for no bound.
    pub turns: u32,
    /// Guests who wait for their turn; further ones are refused immediately.
    pub places_in_line: usize,
    /// Time after which a waiting guest is refused.
    pub max_wait: Duration,
}

/// The share of the machine that the work for one request takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct WorkCost(u32);

impl WorkCost {
    pub const COVER: Self = Self(1);
    /// A page or a feed about a few titles.
    pub const PAGE: Self = Self(UNITS_PER_TURN);

    /// A page or a feed for which the index visits this many documents.
    pub fn for_search(documents: u64) -> Self {
        let more = u32::try_from(documents / DOCUMENTS_PER_UNIT).unwrap_or(u32::MAX);
        Self(UNITS_PER_TURN.saturating_add(more))
    }
}

/// The turns of guests. Clones share them.
#[derive(Debug, Clone)]
pub struct Guests(Arc<GuestsShared>);

#[derive(Debug)]
struct GuestsShared {
    /// `None` without a bound.
    units: Option<Arc<Semaphore>>,
    all_units: u32,
    places_in_line: Semaphore,
    all_places: usize,
    /// Places in line by network.
    in_line: NetworkCounts,
    max_wait: Duration,
    /// Networks of readers, each with the reader's last request.
    readers: ReaderNetworks,
}

/// Networks of readers; all turns of a server share them.
type ReaderNetworks = Arc<Mutex<HashMap<Network, Instant>>>;

/// The turn of one request. It ends when it is dropped; while others wait, after as much time again, because
/// the response is still compressed and sent then.
#[derive(Debug)]
pub struct GuestTurn(Option<TakenUnits>);

#[derive(Debug)]
struct TakenUnits {
    permit: OwnedSemaphorePermit,
    guests: Guests,
    began: Instant,
}

impl Drop for GuestTurn {
    fn drop(&mut self) {
        let Some(TakenUnits { permit, guests, began }) = self.0.take() else { return };
        if !guests.has_line() {
            return;
        }
        let pause = began.elapsed().min(MAX_PAUSE);
        if let Ok(runtime) = Handle::try_current() {
            runtime.spawn(async move {
                sleep(pause).await;
                drop(permit);
            });
        }
    }
}

/// There was no turn in time: the guest may try again after [`RETRY_SECONDS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoTurn;

impl Guests {
    /// Turns, none of which is taken yet.
    pub fn new(settings: GuestSettings) -> Self {
        Self::with_readers(settings, ReaderNetworks::default())
    }

    /// Turns of other guests, who do not wait behind these.
    #[must_use]
    pub fn with_own_line(&self, settings: GuestSettings) -> Self {
        Self::with_readers(settings, self.0.readers.clone())
    }

    fn with_readers(settings: GuestSettings, readers: ReaderNetworks) -> Self {
        let all_units = settings.turns.saturating_mul(UNITS_PER_TURN);
        let semaphore = |permits: usize| Semaphore::new(permits.min(Semaphore::MAX_PERMITS));
        let units = (all_units > 0).then(|| Arc::new(semaphore(all_units as usize)));
        Self(Arc::new(GuestsShared {
            units,
            all_units,
            places_in_line: semaphore(settings.places_in_line),
            all_places: settings.places_in_line.min(Semaphore::MAX_PERMITS),
            in_line: NetworkCounts::new(settings.places_in_line.div_ceil(NETWORK_SHARE)),
            max_wait: settings.max_wait,
            readers,
        }))
    }

    /// A turn, in the order of arrival. Work that costs more than all turns takes all of them.
    ///
    /// # Errors
    /// [`NoTurn`] if the line is full, the network has its share of it, or the turn does not come in time.
    pub async fn take(&self, network: Option<Network>, cost: WorkCost) -> Result<GuestTurn, NoTurn> {
        let Some(units) = &self.0.units else { return Ok(GuestTurn(None)) };
        if let Some(turn) = self.try_take(cost) {
            return Ok(turn);
        }
        let _place = self.0.places_in_line.try_acquire().map_err(|_| NoTurn)?;
        let _counted = self.0.in_line.count_network(network).ok_or(NoTurn)?;
        let turn = units.clone().acquire_many_owned(self.units_of(cost));
        match timeout(self.0.max_wait, turn).await {
            Ok(Ok(permit)) => Ok(self.new_turn(permit)),
            _ => Err(NoTurn),
        }
    }

    /// A turn, if one is free at this moment.
    pub fn try_take(&self, cost: WorkCost) -> Option<GuestTurn> {
        let Some(units) = &self.0.units else { return Some(GuestTurn(None)) };
        let permit = units.clone().try_acquire_many_owned(self.units_of(cost));
        permit.ok().map(|permit| self.new_turn(permit))
    }

    fn new_turn(&self, permit: OwnedSemaphorePermit) -> GuestTurn {
        GuestTurn(Some(TakenUnits { permit, guests: self.clone(), began: Instant::now() }))
    }

    /// Returns true if somebody waits for a turn.
    fn has_line(&self) -> bool {
        self.0.places_in_line.available_permits() < self.0.all_places
    }

    fn units_of(&self, cost: WorkCost) -> u32 {
        cost.0.min(self.0.all_units)
    }

    /// Remembers that a reader is signed in at this network.
    pub fn note_reader(&self, network: Option<Network>) {
        let Some(network) = network else { return };
        let mut readers = self.lock_readers();
        if readers.len() >= MAX_READER_NETWORKS && !readers.contains_key(&network) {
            return;
        }
        readers.insert(network, Instant::now());
    }

    /// Returns true if a reader was signed in at this network a short time ago. Covers name no reader:
    /// apps fetch them without credentials.
    pub fn is_of_reader(&self, network: Option<Network>) -> bool {
        let Some(network) = network else { return false };
        self.was_of_reader(network, Instant::now())
    }

    fn was_of_reader(&self, network: Network, at: Instant) -> bool {
        self.lock_readers().get(&network).is_some_and(|last| is_recent(*last, at))
    }

    /// Forgets networks without recent requests of readers. Called by a timer.
    pub fn forget_quiet(&self) {
        self.forget_before(Instant::now());
    }

    fn forget_before(&self, now: Instant) {
        let mut readers = self.lock_readers();
        readers.retain(|_, last| is_recent(*last, now));
        readers.shrink_to_fit();
    }

    fn lock_readers(&self) -> MutexGuard<'_, HashMap<Network, Instant>> {
        self.0.readers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn is_recent(last: Instant, now: Instant) -> bool {
    now.saturating_duration_since(last) < READER_NETWORK_LIFE
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};
    use std::time::Duration;

    use domain::peers::Network;
    use tokio::time::Instant;

    use super::{GuestSettings, Guests, NoTurn, WorkCost};

    const LONG_WAIT: Duration = Duration::from_hours(1);

    fn new_guests(turns: u32, places_in_line: usize, max_wait: Duration) -> Guests {
        Guests::new(GuestSettings { turns, places_in_line, max_wait })
    }

    fn network_number(last: u8) -> Network {
        IpAddr::from(Ipv4Addr::new(192, 0, 2, last)).into()
    }

    #[tokio::test]
    async fn guests_of_all_networks_share_the_turns_and_wait_for_a_bounded_time() {
        let guests = new_guests(2, 8, Duration::from_millis(10));
        let first = guests.take(Some(network_number(1)), WorkCost::PAGE).await.unwrap();
        let second = guests.take(Some(network_number(2)), WorkCost::PAGE).await.unwrap();
        assert!(guests.try_take(WorkCost::COVER).is_none());
        assert_eq!(
            guests.take(Some(network_number(3)), WorkCost::PAGE).await.unwrap_err(),
            NoTurn,
            "the time is over"
        );
        drop((first, second));
        assert!(guests.try_take(WorkCost::PAGE).is_some());
    }

    #[tokio::test]
    async fn the_end_of_a_turn_is_the_beginning_of_the_next() {
        let guests = new_guests(1, 8, LONG_WAIT);
        let first = guests.take(Some(network_number(1)), WorkCost::PAGE).await.unwrap();
        let waiting = guests.clone();
        let second =
            tokio::spawn(
                async move { waiting.take(Some(network_number(2)), WorkCost::PAGE).await.map(drop) },
            );
        tokio::task::yield_now().await;
        assert!(!second.is_finished());
        drop(first);
        assert_eq!(second.await.unwrap(), Ok(()));
    }

    #[tokio::test]
    async fn a_full_line_refuses_immediately_and_one_network_does_not_fill_it() {
        let guests = new_guests(1, 8, LONG_WAIT);
        let _turn = guests.take(Some(network_number(1)), WorkCost::PAGE).await.unwrap();
        let ask = |from: u8| {
            let guests = guests.clone();
            tokio::spawn(
                async move { guests.take(Some(network_number(from)), WorkCost::PAGE).await.map(drop) },
            )
        };
        let all: Vec<_> = (0..20).map(|n| ask(1 + n / 10)).collect();
        tokio::task::yield_now().await;
        let refused = all.iter().filter(|one| one.is_finished()).count();
        assert_eq!(refused, 16, "two of each network wait");
        let others: Vec<_> = (3..20).map(ask).collect();
        tokio::task::yield_now().await;
        let refused = others.iter().filter(|one| one.is_finished()).count();
        assert_eq!(refused, others.len() - 4, "the line has eight places");
        all.iter().chain(&others).for_each(tokio::task::JoinHandle::abort);
    }

    #[tokio::test]
    async fn costly_searches_take_more_turns_and_the_costliest_all() {
        let guests = new_guests(3, 0, LONG_WAIT);
        let light = guests.try_take(WorkCost::for_search(1_000)).unwrap();
        assert!(guests.try_take(WorkCost::for_search(1_000_000)).is_none(), "it takes five");
        let half = guests.try_take(WorkCost::for_search(250_000)).unwrap();
        assert!(guests.try_take(WorkCost::PAGE).is_none());
        drop((light, half));
        let all = guests.try_take(WorkCost::for_search(u64::MAX)).unwrap();
        assert!(guests.try_take(WorkCost::COVER).is_none());
        drop(all);
    }

    #[tokio::test]
    async fn every_guest_has_a_turn_if_there_is_no_limit() {
        let guests = new_guests(0, 0, Duration::ZERO);
        let all: Vec<_> = (0..100).map(|_| guests.try_take(WorkCost::for_search(u64::MAX))).collect();
        assert!(all.iter().all(Option::is_some));
        assert!(guests.take(Some(network_number(1)), WorkCost::PAGE).await.is_ok());
    }

    #[test]
    fn a_network_is_a_readers_for_a_while() {
        let guests = new_guests(1, 1, LONG_WAIT);
        assert!(!guests.is_of_reader(Some(network_number(1))));
        guests.note_reader(Some(network_number(1)));
        assert!(
            guests.is_of_reader(Some(network_number(1))) && !guests.is_of_reader(Some(network_number(2)))
        );
        let later = Instant::now() + Duration::from_mins(16);
        assert!(!guests.was_of_reader(network_number(1), later));
        guests.forget_before(later);
        assert!(guests.lock_readers().is_empty());
    }
}
