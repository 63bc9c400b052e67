//! Quotas hold whatever is requested, fetched in part, given up and left to expire, and in whatever order
//! (docs/rules/quotas.md), compared with a model.

use std::collections::{BTreeMap, BTreeSet};

use delivery::Key;
use domain::downloads::PACKAGE_LIFETIME;
use domain::fixtures::{days_ago, noon, site, subscription, title, with_change};
use domain::quotas::WINDOW;
use domain::{AlertCode, DownloadId, DownloadStatus, Format, ItemAddress, TitleId};
use futures_util::StreamExt as _;
use futures_util::future::join_all;
use jiff::{SignedDuration, Timestamp};
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use services::downloads::{CopyRequest, DeliveryOutcome, deliver};
use services::{Error, Operation, files};
use store::agreements;
use store::downloads::{FinishedPackage, NewDownload};
use store::quota_usage::{self, RESERVATION_GRACE};
use store::subscriptions::Holder;
use store::testkit::eventually;
use store::{Conn as _, Db, Sql, db_test};

use crate::library::World;
use crate::world::error_key;

/// Books that each reader may have in 30 days.
const BOOKS_PER_PERIOD: u32 = 2;
/// Titles that readers choose from.
const TITLES: i64 = 5;
/// Bytes of every package: several pieces.
const SIZE: usize = 400_000;

/// A reader who may have [`BOOKS_PER_PERIOD`] books.
async fn new_reader(world: &World, name: &str) -> Operation {
    let reader = world.new_reader(name).await;
    let id = reader.account_id().unwrap();
    let agreement = domain::agreements::Agreement {
        id: format!("agreement-{name}").into(),
        account: id.clone(),
        kind: domain::agreements::AgreementType::TermsOfUse,
        date_signed: days_ago(90),
        date_expired: None,
        print_name: "Ann Reed".into(),
        recorded_by: None,
        signed_by_legal_guardian: false,
    };
    agreements::insert(&world.db, &agreement).await.unwrap();
    let own = with_change(subscription("individual"), |own| {
        own.id = format!("subscription-{name}").into();
        own.books_allowed = Some(BOOKS_PER_PERIOD);
    });
    store::subscriptions::insert(&world.db, Holder::Account(id), &own).await.unwrap();
    let proof = store::proofs::Proof {
        kind: domain::proofs::DisabilityType::Visual,
        source: domain::proofs::ProofSource::Nls,
    };
    assert!(store::proofs::add(&world.db, id, &proof, noon()).await.unwrap());
    reader
}

async fn add_titles(world: &World) {
    let mut tx = world.db.begin().await.unwrap();
    for id in 1..=TITLES {
        let title = with_change(title(), |title| {
            title.id = TitleId(id);
            title.site = site();
        });
        store::titles::insert(&mut tx, &title, None).await.unwrap();
    }
    tx.commit().await.unwrap();
}

/// A book of the model that counts.
#[derive(Debug, Clone)]
struct Place {
    title: i64,
    at: Timestamp,
    is_reserved: bool,
}

/// A copy of the model.
#[derive(Debug, Clone)]
struct Copy {
    requested: Timestamp,
    packaged: Timestamp,
    sent: u64,
    sent_at: Option<Timestamp>,
}

/// The state of a reader by the rules.
#[derive(Debug, Default)]
struct Model {
    places: Vec<Place>,
    copies: BTreeMap<i64, Copy>,
}

impl Model {
    fn counted_titles(&self, now: Timestamp) -> BTreeSet<i64> {
        self.places.iter().filter(|place| place.at >= now - WINDOW).map(|place| place.title).collect()
    }

    fn allows_title(&self, title: i64, now: Timestamp) -> bool {
        let counted = self.counted_titles(now);
        counted.contains(&title) || counted.len() < BOOKS_PER_PERIOD as usize
    }

    fn request_title(&mut self, title: i64, now: Timestamp) {
        if self.copies.get(&title).is_some_and(|copy| now.duration_since(copy.packaged) < PACKAGE_LIFETIME) {
            return;
        }
        // What was sent of a copy that did not count is added to the next one.
        let earlier = self.copies.get(&title).map_or(0, |copy| copy.sent);
        let sent = if earlier * 2 > SIZE as u64 { 0 } else { earlier };
        self.copies.insert(title, Copy { requested: now, packaged: now, sent, sent_at: None });
        match self.places.iter_mut().find(|place| place.title == title && place.is_reserved) {
            Some(place) => place.at = now,
            None => self.places.push(Place { title, at: now, is_reserved: true }),
        }
    }

    fn send_bytes(&mut self, title: i64, bytes: u64, now: Timestamp) {
        let copy = self.copies.get_mut(&title).unwrap();
        copy.sent += bytes;
        copy.sent_at = Some(now);
        if copy.sent * 2 <= SIZE as u64 {
            return;
        }
        let requested = copy.requested;
        self.places
            .iter_mut()
            .filter(|place| place.title == title)
            .for_each(|place| place.is_reserved = false);
        assert!(self.places.iter().any(|place| place.title == title && place.at >= requested));
    }

    fn release_expired(&mut self, now: Timestamp) {
        self.places.retain(|place| {
            let copy = &self.copies[&place.title];
            let is_over = now.duration_since(copy.packaged) >= PACKAGE_LIFETIME + RESERVATION_GRACE;
            let is_quiet =
                copy.sent_at.is_none_or(|at| now.duration_since(at) >= SignedDuration::from_hours(1));
            !(place.is_reserved && is_over && is_quiet)
        });
    }
}

/// A reader of the program and of the model.
struct Subject<'a> {
    world: &'a World,
    reader: Operation,
    model: Model,
    format: Format,
    tickets: BTreeMap<i64, (String, Timestamp)>,
}

impl Subject<'_> {
    fn current_time(&self) -> Timestamp {
        self.world.library.current_time()
    }

    /// The caller as each request loads it.
    async fn load_caller(&self) -> Operation {
        let now = self.current_time();
        let reader = store::readers::find_by_account(&self.world.db, self.reader.account_id().unwrap(), now)
            .await
            .unwrap();
        let mut caller = self.reader.clone();
        caller.reader = reader.map(Into::into);
        caller.now = now;
        caller
    }

    async fn find_record(&self, title: i64) -> Option<DownloadId> {
        let id = self.reader.account_id().unwrap();
        let new = NewDownload {
            caller: Some(id),
            recipient: Some(id),
            item: TitleId(title).into(),
            format: self.format,
            artifact_version: 1,
            settings: domain::settings::CopySettings::None,
            charge: store::downloads::QuotaCharge::Own,
            day: None,
        };
        store::downloads::find(&self.world.db, &new).await.unwrap().map(|download| download.id)
    }

    /// Requests titles at the same moment: every caller was loaded before any of them got a copy.
    async fn request_titles(&mut self, titles: &[i64]) {
        let (caller, now) = (self.load_caller().await, self.current_time());
        let requests = titles.iter().map(|id| {
            let copy = CopyRequest {
                content: ItemAddress::Title(TitleId(*id)),
                format: self.format,
                for_user: None,
            };
            let caller = caller.clone();
            tokio::spawn(async move { deliver(&caller, &copy).await })
        });
        for (title, reply) in titles.iter().zip(join_all(requests).await) {
            let reply = reply.unwrap();
            match reply {
                Err(error) => {
                    let is_limit = matches!(&error, Error::Denied { code, .. } if *code == AlertCode::DownloadLimitReached);
                    assert!(is_limit, "{error:?}");
                    // Of requests at the same moment any may be first.
                    assert!(titles.len() > 1 || !self.model.allows_title(*title, now), "{title} is refused");
                }
                Ok(delivered) => {
                    assert!(
                        titles.len() > 1 || self.model.allows_title(*title, now),
                        "{title} is not refused"
                    );
                    self.model.request_title(*title, now);
                    self.receive_outcome(*title, delivered).await;
                }
            }
        }
        let counted = self.model.counted_titles(now);
        assert!(counted.len() <= BOOKS_PER_PERIOD as usize, "{counted:?}");
        let refused = titles.iter().any(|title| !counted.contains(title));
        assert!(!refused || counted.len() == BOOKS_PER_PERIOD as usize, "a place is left: {counted:?}");
    }

    /// Packages what was submitted, and keeps the ticket.
    async fn receive_outcome(&mut self, title: i64, delivered: DeliveryOutcome) {
        let ticket = match delivered {
            DeliveryOutcome::Ready { ticket } => ticket,
            DeliveryOutcome::Submitted => {
                let id = self.find_record(title).await.unwrap();
                let package =
                    Key::parse(&format!("packages/{}-{}.epub", id.0, self.current_time().as_second()))
                        .unwrap();
                self.world.files.put(&package, vec![7; SIZE].into()).await.unwrap();
                let db = &self.world.db;
                let made = FinishedPackage { key: package.as_str(), size: Some(SIZE as u64) };
                assert!(store::downloads::set_packaged(db, id, made, self.current_time()).await.unwrap());
                let copy = ItemAddress::Title(TitleId(title));
                let copy = CopyRequest { content: copy, format: self.format, for_user: None };
                match deliver(&self.load_caller().await, &copy).await.unwrap() {
                    DeliveryOutcome::Ready { ticket } => ticket,
                    DeliveryOutcome::Submitted => panic!("it was packaged"),
                }
            }
        };
        self.tickets.insert(title, (ticket, self.current_time()));
    }

    /// Fetches ranges of a copy in parallel, the last of which may be given up after its first piece.
    async fn fetch_ranges(&mut self, title: i64, ranges: &[std::ops::Range<u64>], gives_up: bool) {
        let now = self.current_time();
        let Some((ticket, minted)) = self.tickets.get(&title) else { return };
        let opened = files::open(&self.world.anybody(), ticket).await;
        if now.duration_since(*minted) >= SignedDuration::from_hours(1) {
            assert_eq!(error_key(opened.map(drop)), "LINK_EXPIRED");
            return;
        }
        let file = opened.unwrap();
        let id = self.find_record(title).await.unwrap();
        let (before, status) = self.bytes_and_status(id).await;
        let fetches = ranges.iter().enumerate().map(|(number, range)| {
            let file = &file;
            async move {
                let mut pieces = file.read_range(Some(range.clone())).await.unwrap();
                let mut bytes = 0;
                while let Some(piece) = pieces.next().await {
                    bytes += piece.unwrap().len() as u64;
                    if gives_up && number + 1 == ranges.len() {
                        break;
                    }
                }
                bytes
            }
        });
        let bytes: u64 = join_all(fetches).await.into_iter().sum();
        if status == DownloadStatus::Downloaded {
            return;
        }
        self.model.send_bytes(title, bytes, now);
        eventually("what was sent is recorded", async || {
            let (sent, status) = self.bytes_and_status(id).await;
            (sent - before == bytes || status == DownloadStatus::Downloaded)
                .then_some(())
                .ok_or_else(|| format!("{sent} bytes, {status:?}"))
        })
        .await;
    }

    async fn bytes_and_status(&self, id: DownloadId) -> (u64, DownloadStatus) {
        let statement = Sql::new("SELECT bytes_sent FROM downloads WHERE id = $1").bind(id.0);
        let (sent,) = (&self.world.db).fetch_one::<(i64,)>(statement).await.unwrap();
        let download = store::downloads::get(&self.world.db, id).await.unwrap().unwrap();
        (sent.cast_unsigned(), download.status)
    }

    async fn advance_clock(&mut self, time: SignedDuration) {
        self.world.advance_clock(time);
        let mut tx = self.world.db.begin().await.unwrap();
        store::downloads::expire(&mut tx, self.current_time(), 1000).await.unwrap();
        quota_usage::release_expired(&mut tx, self.current_time(), 1000).await.unwrap();
        tx.commit().await.unwrap();
        self.model.release_expired(self.current_time());
    }

    async fn random_step(&mut self, dice: &mut StdRng) -> String {
        let title = dice.random_range(1..=TITLES);
        let size = SIZE as u64;
        let doing = match dice.random_range(0..10) {
            0..4 => {
                self.request_titles(&[title]).await;
                format!("request {title}")
            }
            4 => {
                let other = 1 + title % TITLES;
                let third = 1 + other % TITLES;
                self.request_titles(&[title, other, third]).await;
                format!("request {title}, {other} and {third}")
            }
            5..8 => {
                let (from, to): (u64, u64) = (dice.random_range(0..size), dice.random_range(0..size));
                // Long enough to be recorded without waiting for others.
                let from = from.min(to).min(size - size / 32);
                let range = from..(from.max(to) + size / 32).min(size);
                let ranges = match dice.random_range(0..4) {
                    0 => vec![ALL_BUT_ONE],
                    1 => vec![0..size / 3, size / 3..size / 3 * 2, size / 3 * 2..size],
                    2 => vec![0..size / 4, range],
                    _ => vec![range],
                };
                let gives_up = dice.random_bool(0.5);
                self.fetch_ranges(title, &ranges, gives_up).await;
                format!("fetch {ranges:?} of {title}, given up: {gives_up}")
            }
            _ => {
                let time = SignedDuration::from_mins(dice.random_range(20..2400));
                self.advance_clock(time).await;
                format!("wait {time:#}")
            }
        };
        let taken = self.load_caller().await.reader.unwrap().books_taken;
        let expected = self.model.counted_titles(self.current_time());
        assert_eq!(taken as usize, expected.len(), "after {doing}: {expected:?} by {:?}", self.model);
        doing
    }
}

async fn random_walk(world: &World, name: &str, seed: u64, steps: usize) {
    let reader = new_reader(world, name).await;
    let mut subject =
        Subject { world, reader, model: Model::default(), format: Format::Epub3, tickets: BTreeMap::new() };
    let mut dice = StdRng::seed_from_u64(seed);
    for _ in 0..steps {
        subject.random_step(&mut dice).await;
    }
}

/// One whole book, but for its last byte.
const ALL_BUT_ONE: std::ops::Range<u64> = 0..SIZE as u64 - 1;

async fn new_subject<'a>(world: &'a World, name: &str) -> Subject<'a> {
    let reader = new_reader(world, name).await;
    Subject { world, reader, model: Model::default(), format: Format::Epub3, tickets: BTreeMap::new() }
}

async fn new_world(db: Db) -> World {
    let world = World::with_concurrent_downloads(db, None, 50).await;
    add_titles(&world).await;
    world
}

db_test! {
    async fn a_quota_holds_in_any_order_of_requests_fetches_and_expiry(db: Db) {
        let world = new_world(db).await;
        for seed in 0..6 {
            random_walk(&world, &format!("reader-{seed}"), seed, 30).await;
        }
    }

    async fn copies_that_are_requested_together_do_not_exceed_the_quota(db: Db) {
        let world = new_world(db).await;
        let mut ann = new_subject(&world, "ann").await;
        ann.request_titles(&[1, 2, 3, 4, 5]).await;
        assert_eq!(ann.tickets.len(), BOOKS_PER_PERIOD as usize);
    }

    async fn a_book_without_its_last_byte_counts_and_was_fetched(db: Db) {
        let world = new_world(db).await;
        let mut ann = new_subject(&world, "ann").await;
        for id in [1, 2] {
            ann.request_titles(&[id]).await;
            ann.fetch_ranges(id, &[ALL_BUT_ONE], false).await;
            let record = ann.find_record(id).await.unwrap();
            assert_eq!(ann.bytes_and_status(record).await.1, DownloadStatus::Downloaded);
        }
        ann.advance_clock(SignedDuration::from_hours(48)).await;
        ann.request_titles(&[3]).await;
        assert!(!ann.tickets.contains_key(&3), "both books count for 30 days");
    }

    async fn a_book_in_many_small_ranges_counts(db: Db) {
        let world = new_world(db).await;
        let mut ann = new_subject(&world, "ann").await;
        ann.request_titles(&[1]).await;
        let file = files::open(&world.anybody(), &ann.tickets[&1].0).await.unwrap();
        let step = SIZE as u64 / 500;
        for start in (0..SIZE as u64 / 100 * 60).step_by(step as usize) {
            let mut pieces = file.read_range(Some(start..start + step)).await.unwrap();
            while let Some(piece) = pieces.next().await {
                piece.unwrap();
            }
        }
        ann.advance_clock(SignedDuration::from_hours(48)).await;
        assert_eq!(ann.load_caller().await.reader.unwrap().books_taken, 1);
    }

    async fn half_of_a_book_each_day_counts(db: Db) {
        let world = new_world(db).await;
        let mut ann = new_subject(&world, "ann").await;
        for half in [0..SIZE as u64 / 2, SIZE as u64 / 2..SIZE as u64] {
            ann.request_titles(&[1]).await;
            ann.fetch_ranges(1, std::slice::from_ref(&half), false).await;
            ann.advance_clock(SignedDuration::from_hours(27)).await;
        }
        assert_eq!(ann.load_caller().await.reader.unwrap().books_taken, 1);
    }

    async fn halves_of_two_formats_count_as_a_book(db: Db) {
        let world = new_world(db).await;
        let mut ann = new_subject(&world, "ann").await;
        for format in [Format::Epub3, Format::Daisy] {
            ann.format = format;
            ann.request_titles(&[1]).await;
            ann.fetch_ranges(1, std::slice::from_ref(&(0..SIZE as u64 / 5 * 2)), false).await;
        }
        ann.advance_clock(SignedDuration::from_hours(27)).await;
        assert_eq!(ann.load_caller().await.reader.unwrap().books_taken, 1);
    }

    async fn a_copy_that_nobody_fetched_gives_its_place_back_when_it_has_expired(db: Db) {
        let world = new_world(db).await;
        let mut ann = new_subject(&world, "ann").await;
        ann.request_titles(&[1, 2]).await;
        ann.fetch_ranges(1, std::slice::from_ref(&(0..SIZE as u64 / 2)), false).await;
        ann.request_titles(&[3]).await;
        assert!(!ann.tickets.contains_key(&3));
        ann.advance_clock(SignedDuration::from_hours(27)).await;
        ann.request_titles(&[3, 4]).await;
        assert!(ann.tickets.contains_key(&3) && ann.tickets.contains_key(&4));
    }
}
