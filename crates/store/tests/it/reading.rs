//! Reading events and the position.

use domain::fixtures::{self, days_ago, noon};
use domain::reading::{MetricType, NewestEvent, ReadingEvent, ReadingPosition, app_device, browser_device};
use domain::sessions::{Browser, MAX_SESSION_TIME, Session};
use domain::{AccountId, Format, SessionKind, TitleId};
use futures_util::future::join_all;
use jiff::{SignedDuration, Timestamp};
use store::{Conn, Db, Sql, db_test, reading, sessions, tokens};

use crate::world;

const TITLE: TitleId = TitleId(1001);

async fn settle_reader(db: &Db) -> AccountId {
    world::create_sites(db).await;
    world::insert_titles(db, 2).await;
    let reader = fixtures::individual("ada");
    world::settle(db, &reader).await;
    reader.account.id
}

fn event_at(format: Format, location: &str, date: Timestamp) -> ReadingEvent {
    ReadingEvent {
        title: TITLE,
        format,
        location: location.into(),
        total_progression: None,
        metric: 3,
        metric_type: MetricType::Page,
        description: Some("Chapter 1".into()),
        date,
    }
}

async fn record(db: &Db, id: &AccountId, event: ReadingEvent) {
    reading::record_event(db, id, &event).await.unwrap();
}

async fn count(mut db: &Db) -> i64 {
    db.fetch_one::<(i64,)>(Sql::new("SELECT COUNT(*) FROM reading_events")).await.unwrap().0
}

db_test! {
    async fn the_newest_event_of_a_title_says_how_much_was_read(db: Db) {
        let ada = settle_reader(&db).await;
        let begun = |format, hours, share| ReadingEvent {
            total_progression: share,
            ..event_at(format, "epubcfi(/6/4)", noon() - SignedDuration::from_hours(hours))
        };
        record(&db, &ada, begun(Format::Epub3, 1, Some(0.5))).await;
        record(&db, &ada, begun(Format::Epub3, 3, Some(0.9))).await;
        record(&db, &ada, begun(Format::Daisy, 2, None)).await;
        let before = db.statement_count();
        let titles = [TITLE, TitleId(1002)];
        let shares = reading::list_shares_read(&db, &ada, &titles).await.unwrap();
        assert_eq!((shares.len(), shares.get(&TITLE), db.statement_count() - before), (1, Some(&Some(0.5)), 1));
        record(&db, &ada, begun(Format::Daisy, 0, None)).await;
        assert_eq!(reading::list_shares_read(&db, &ada, &titles).await.unwrap().get(&TITLE), Some(&None));
        assert_eq!(reading::list_shares_read(&db, &ada, &[]).await.unwrap().len(), 0);
    }

    async fn the_newest_event_of_each_title_is_listed_once(db: Db) {
        let ada = settle_reader(&db).await;
        let other = |location, days| ReadingEvent {
            title: TitleId(1002),
            ..event_at(Format::Epub3, location, days_ago(days))
        };
        record(&db, &ada, event_at(Format::Epub3, "p1", days_ago(5))).await;
        record(&db, &ada, event_at(Format::Daisy, "d1", days_ago(3))).await;
        record(&db, &ada, other("p2", 4)).await;
        record(&db, &ada, other("p3", 1)).await;
        let before = db.statement_count();
        let newest = reading::list_newest_events(&db, &ada, 9).await.unwrap();
        assert_eq!(db.statement_count() - before, 1);
        let places: Vec<_> = newest.iter().map(|(title, event)| (title.0, event.location.as_str())).collect();
        assert_eq!(places, [(1002, "p3"), (1001, "d1")]);
        assert_eq!((newest[1].1.format, newest[1].1.description.as_deref()), (Format::Daisy, Some("Chapter 1")));
        assert_eq!(reading::list_newest_events(&db, &ada, 1).await.unwrap(), newest[..1]);
        assert_eq!(reading::list_newest_events(&db, &"bob".into(), 9).await.unwrap(), []);
    }

    async fn the_position_is_the_location_of_the_newest_event(db: Db) {
        let id = settle_reader(&db).await;
        let position = async |format| reading::get_position(&db, &id, TITLE, format).await.unwrap();
        assert_eq!(position(Format::Epub3).await, None);
        record(&db, &id, event_at(Format::Daisy, "d1", days_ago(9))).await;
        record(&db, &id, event_at(Format::Epub3, "p1", days_ago(5))).await;
        record(&db, &id, event_at(Format::Epub3, "p7", days_ago(2))).await;
        // An event that another node dated earlier and sent later.
        record(&db, &id, event_at(Format::Epub3, "p3", days_ago(3))).await;
        let expected = ReadingPosition {
            title: TITLE,
            format: Format::Epub3,
            location: "p7".into(),
            added: days_ago(9),
            modified: days_ago(2),
        };
        assert_eq!(position(Format::Epub3).await, Some(expected));
        assert_eq!(position(Format::Daisy).await.unwrap().location, "d1");
        assert_eq!(position(Format::Brf).await, None);
    }

    async fn of_two_concurrent_events_the_last_recorded_counts_and_both_stay(db: Db) {
        let id = settle_reader(&db).await;
        for location in ["p1", "p2", "p2"] {
            record(&db, &id, event_at(Format::Brf, location, noon())).await;
        }
        let position = reading::get_position(&db, &id, TITLE, Format::Brf).await.unwrap().unwrap();
        assert_eq!(position.location, "p2");
        assert_eq!(count(&db).await, 3);
    }

    async fn the_newest_event_of_each_device_is_found(db: Db) {
        let id = settle_reader(&db).await;
        for (device, format, location, days) in [
            (Some("phone"), Format::Epub3, "p1", 9),
            (Some("phone"), Format::Epub3, "p2", 8),
            (None, Format::Epub3, "p3", 7),
            (Some("tablet"), Format::Epub3, "p4", 6),
            (None, Format::Epub3, "p5", 5),
            (Some("phone"), Format::Brf, "b1", 6),
        ] {
            reading::record_event_of_device(&db, &id, &event_at(format, location, days_ago(days)), device, None).await.unwrap();
        }
        let locations = |events: Vec<NewestEvent>| -> Vec<String> {
            events.into_iter().map(|event| event.location).collect()
        };
        let devices = reading::newest_events_of_devices(&db, &id, TITLE).await.unwrap();
        assert_eq!(locations(devices), ["p5", "b1", "p4", "p2"], "of two at one time the last recorded is first");
        assert_eq!(locations(reading::newest_events(&db, &id, TITLE).await.unwrap()), ["p5", "b1"]);
        let before = reading::newest_events_before(&db, &id, TITLE, days_ago(6)).await.unwrap();
        assert_eq!(locations(before), ["p3"]);
        let last = reading::last_event_at(&db, &id, TITLE, days_ago(6)).await.unwrap();
        assert_eq!(last.map(|event| (event.format, event.location)), Some((Format::Brf, "b1".into())));
        assert_eq!(reading::last_event_at(&db, &id, TITLE, days_ago(1)).await.unwrap(), None);
    }

    async fn a_device_has_the_name_that_it_gives_itself(db: Db) {
        let id = settle_reader(&db).await;
        for (name, days) in [(Some("Kobo"), 3), (None, 2), (Some(" "), 1)] {
            let place = event_at(Format::Epub3, "p1", days_ago(days));
            reading::record_event_of_device(&db, &id, &place, Some(&format!("device {days}")), name).await.unwrap();
        }
        let events = reading::newest_events_of_devices(&db, &id, TITLE).await.unwrap();
        let names: Vec<Option<&str>> = events.iter().map(|event| event.device_name.as_deref()).collect();
        assert_eq!(names, [None, None, Some("Kobo")]);
    }

    async fn places_stay_and_their_device_goes_with_its_sign_in(db: Db) {
        let id = settle_reader(&db).await;
        // Their family is `family`.
        world::sign_in(&db, &id).await;
        let (browser, other) = ("hash-of-the-first-browser", "hash-of-another-browser");
        for hash in [browser, other] {
            let session = Session::start(id.clone(), SessionKind::Password, Browser::default(), noon());
            sessions::insert(&db, hash, &session).await.unwrap();
        }
        let devices = [browser_device(browser), browser_device(other), app_device("family"), "Kobo".into()];
        for (device, days) in devices.iter().zip(1..) {
            let place = event_at(Format::Epub3, device, days_ago(days));
            reading::record_event_of_device(&db, &id, &place, Some(device), None).await.unwrap();
        }
        // True if the device of each place is known. Places without one count as those of one device.
        let known = async || -> Vec<(String, bool)> {
            let events = reading::newest_events_of_devices(&db, &id, TITLE).await.unwrap();
            events.into_iter().map(|event| (event.location, event.device.is_some())).collect()
        };
        let expected = |known: &[(usize, bool)]| -> Vec<(String, bool)> {
            known.iter().map(|(n, known)| (devices[*n].clone(), *known)).collect()
        };
        assert_eq!(known().await, expected(&[(0, true), (1, true), (2, true), (3, true)]));
        sessions::end(&db, browser).await.unwrap();
        assert_eq!(known().await, expected(&[(0, false), (1, true), (2, true), (3, true)]));
        // The access token is removed, and the refresh token is of the same sign-in.
        assert_eq!(tokens::purge(&db, noon() + SignedDuration::from_hours(2)).await.unwrap(), 1);
        assert_eq!(sessions::purge(&db, noon() + MAX_SESSION_TIME).await.unwrap(), 1);
        assert_eq!(known().await, expected(&[(0, false), (2, true), (3, true)]));
        assert_eq!(tokens::purge(&db, noon() + SignedDuration::from_hours(25)).await.unwrap(), 1);
        assert_eq!(known().await, expected(&[(0, false), (3, true)]));
        assert_eq!(count(&db).await, 4, "every event is kept");
    }

    async fn readers_and_titles_are_apart(db: Db) {
        let id = settle_reader(&db).await;
        record(&db, &id, event_at(Format::Brf, "p1", noon())).await;
        let other_title = reading::get_position(&db, &id, TitleId(1002), Format::Brf).await.unwrap();
        let other_reader = reading::get_position(&db, &"nobody".into(), TITLE, Format::Brf).await.unwrap();
        assert_eq!((other_title, other_reader), (None, None));
    }

    async fn many_concurrent_writers_all_succeed(db: Db) {
        let id = settle_reader(&db).await;
        let writer = async |n: usize| {
            for m in 0..40 {
                record(&db, &id, event_at(Format::Epub3, &format!("p{n}-{m}"), noon())).await;
            }
        };
        join_all((0..50).map(writer)).await;
        assert_eq!(count(&db).await, 2000);
    }
}
