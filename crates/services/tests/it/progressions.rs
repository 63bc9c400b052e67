//! Places that reading apps exchange over OPDS, and the reading events that they are.

use domain::fixtures::{days_ago, title, with};
use domain::formats::Format;
use domain::ids::TitleId;
use domain::reading::{MetricType, ReadingEvent};
use domain::titles::{TitleStatus, UsageRestriction};
use jiff::{SignedDuration, Timestamp};
use services::progressions::{ProgressionDocument, Put, ReadingDevice, get, put};
use services::reading;
use store::db_test;

use crate::library::World;
use crate::world::key;

const TITLE: TitleId = TitleId(1);

async fn shelve(world: &World, status: TitleStatus) {
    let title = with(title(), |title| {
        title.id = TITLE;
        title.usage = UsageRestriction::PublicDomain;
        title.status = status;
    });
    let mut tx = world.db.begin().await.unwrap();
    store::titles::insert(&mut tx, &title, None).await.unwrap();
    tx.commit().await.unwrap();
}

fn place(progression: f64, modified: Timestamp) -> ProgressionDocument {
    ProgressionDocument {
        title: Some("Chapter 1".into()),
        modified,
        device: ReadingDevice { id: Some("urn:x".into()), name: "Phone".into() },
        progression,
        references: vec!["c1.xhtml#p2".into()],
        locator: None,
        within: None,
    }
}

fn event(format: Format, location: &str, share: Option<f64>, date: Timestamp) -> ReadingEvent {
    ReadingEvent {
        title: TITLE,
        format,
        location: location.into(),
        total_progression: share,
        metric: 1,
        metric_type: MetricType::Page,
        description: Some("Chapter 2".into()),
        date,
    }
}

db_test! {
    async fn a_place_is_a_reading_event_and_the_newest_of_both_is_the_place(db: Db) {
        let world = World::new(db, None).await;
        let (ada, ben) = (world.reader("ada").await, world.reader("ben").await);
        shelve(&world, TitleStatus::Live).await;
        let library = &world.library;
        assert_eq!(get(library, &ada, TITLE).await.unwrap(), None);
        let first = place(0.25, days_ago(5));
        assert_eq!(put(library, &ada, TITLE, first.clone()).await.unwrap(), Put::Created(first.clone()));
        assert_eq!(get(library, &ada, TITLE).await.unwrap(), Some(first.clone()));
        assert_eq!(get(library, &ben, TITLE).await.unwrap(), None);
        let position = reading::position(library, &ada, TITLE, Format::Epub3).await.unwrap();
        assert_eq!((position.location.as_str(), position.modified), ("c1.xhtml#p2", days_ago(5)));

        // Another way in reports a later place.
        let later = event(Format::Epub3, "epubcfi(/6/4!/4/2)", Some(0.5), days_ago(3));
        reading::record(library, &ada, &later).await.unwrap();
        let expected = ProgressionDocument {
            title: Some("Chapter 2".into()),
            device: ReadingDevice { id: None, name: "Library, EPUB 3".into() },
            references: vec!["#epubcfi(/6/4!/4/2)".into()],
            ..place(0.5, days_ago(3))
        };
        assert_eq!(get(library, &ada, TITLE).await.unwrap(), Some(expected.clone()));
        assert_eq!(put(library, &ada, TITLE, place(0.3, days_ago(4))).await.unwrap(), Put::Outdated);
        let unsaid = event(Format::Epub3, "epubcfi(/6/8)", None, days_ago(2));
        reading::record(library, &ada, &unsaid).await.unwrap();
        let after = place(0.6, days_ago(1));
        assert_eq!(put(library, &ada, TITLE, after.clone()).await.unwrap(), Put::Updated(after.clone()));
        assert_eq!(get(library, &ada, TITLE).await.unwrap(), Some(after));
    }

    async fn a_repeated_request_changes_nothing(db: Db) {
        let world = World::new(db, None).await;
        let ada = world.reader("ada").await;
        shelve(&world, TitleStatus::Live).await;
        let first = place(0.25, days_ago(5));
        put(&world.library, &ada, TITLE, first.clone()).await.unwrap();
        let again = put(&world.library, &ada, TITLE, first.clone()).await.unwrap();
        assert_eq!(again, Put::Updated(first.clone()));
        let other = ProgressionDocument { progression: 0.9, ..first.clone() };
        assert_eq!(put(&world.library, &ada, TITLE, other).await.unwrap(), Put::Updated(first));
    }

    async fn a_device_with_a_fast_clock_does_not_shut_out_the_others(db: Db) {
        let world = World::new(db, None).await;
        let ada = world.reader("ada").await;
        shelve(&world, TitleStatus::Live).await;
        let ahead = ada.now() + SignedDuration::from_hours(24 * 365);
        put(&world.library, &ada, TITLE, place(0.25, ahead)).await.unwrap();
        let kept = get(&world.library, &ada, TITLE).await.unwrap().unwrap();
        assert!(kept.modified <= ada.now(), "{}", kept.modified);
    }

    async fn nothing_is_kept_for_a_title_that_the_reader_may_not_see(db: Db) {
        let world = World::new(db, None).await;
        let ada = world.reader("ada").await;
        shelve(&world, TitleStatus::Removed).await;
        assert_eq!(key(get(&world.library, &ada, TITLE).await), "TITLE_NOT_FOUND");
        assert_eq!(key(put(&world.library, &ada, TITLE, place(0.5, days_ago(1))).await), "TITLE_NOT_FOUND");
        assert_eq!(key(get(&world.library, &ada, TitleId(2)).await), "TITLE_NOT_FOUND");
    }
}
