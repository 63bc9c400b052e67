//! Places that reading apps exchange over OPDS, and the reading events that they are.

use domain::fixtures::{days_ago, title, with_change};
use domain::reading::{MetricType, ReadingEvent};
use domain::{Format, TitleId, TitleStatus, UsageRestriction};
use jiff::{SignedDuration, Timestamp};
use services::progressions::{ProgressionDocument, Put, ReadingDevice, get, put};
use services::reading;
use store::{Conn as _, Sql, db_test};

use crate::library::World;
use crate::world::error_key;

const TITLE: TitleId = TitleId(1);

async fn add_title(world: &World, status: TitleStatus) {
    let title = with_change(title(), |title| {
        title.id = TITLE;
        title.usage = UsageRestriction::PublicDomain;
        title.status = status;
    });
    let mut tx = world.db.begin().await.unwrap();
    store::titles::insert(&mut tx, &title, None).await.unwrap();
    tx.commit().await.unwrap();
}

fn position_document(progression: f64, modified: Timestamp) -> ProgressionDocument {
    ProgressionDocument {
        title: Some("Chapter 1".into()),
        modified,
        device: ReadingDevice { id: Some("urn:x".into()), name: "Phone".into() },
        progression,
        references: vec!["c1.xhtml#p2".into()],
        locator: None,
        file_position: None,
    }
}

fn reading_event(format: Format, location: &str, share: Option<f64>, date: Timestamp) -> ReadingEvent {
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

/// Number of a reader's reading events.
async fn count_events(world: &World, reader: &str) -> i64 {
    let statement = Sql::new("SELECT COUNT(*) FROM reading_events WHERE account_id = $1").bind(reader);
    (&world.db).fetch_one::<(i64,)>(statement).await.unwrap().0
}

db_test! {
    async fn a_place_is_a_reading_event_and_the_newest_of_both_is_the_place(db: Db) {
        let world = World::new(db, None).await;
        let (ada, ben) = (world.new_reader("ada").await, world.new_reader("ben").await);
        add_title(&world, TitleStatus::Live).await;
        assert_eq!(get(&ada, TITLE).await.unwrap(), None);
        let first = position_document(0.25, days_ago(5));
        assert_eq!(put(&ada, TITLE, first.clone()).await.unwrap(), Put::Created(first.clone()));
        assert_eq!(get(&ada, TITLE).await.unwrap(), Some(first.clone()));
        assert_eq!(get(&ben, TITLE).await.unwrap(), None);
        let recorded = store::reading::newest_events(&world.db, ada.account_id().unwrap(), TITLE).await.unwrap();
        assert_eq!((recorded[0].location.as_str(), recorded[0].date), ("c1.xhtml#p2", days_ago(5)));
        assert_eq!(recorded[0].device_name.as_deref(), Some("Phone"));
        // The title has no file, so nothing is known of its places: no app of the interface knows that one.
        let unknown = reading::find_position(&ada, TITLE, Format::Epub3).await;
        assert_eq!(error_key(unknown), "READING_POSITION_NOT_FOUND");

        // Another interface reports a later place.
        let later = reading_event(Format::Epub3, "epubcfi(/6/4!/4/2)", Some(0.5), days_ago(3));
        reading::record(&ada, &later).await.unwrap();
        let expected = ProgressionDocument {
            title: Some("Chapter 2".into()),
            device: ReadingDevice { id: None, name: "Library, EPUB 3".into() },
            references: vec!["#epubcfi(/6/4!/4/2)".into()],
            ..position_document(0.5, days_ago(3))
        };
        assert_eq!(get(&ada, TITLE).await.unwrap(), Some(expected.clone()));
        assert_eq!(put(&ada, TITLE, position_document(0.3, days_ago(4))).await.unwrap(), Put::Outdated);
        let unsaid = reading_event(Format::Epub3, "epubcfi(/6/8)", None, days_ago(2));
        reading::record(&ada, &unsaid).await.unwrap();
        let after = position_document(0.6, days_ago(1));
        assert_eq!(put(&ada, TITLE, after.clone()).await.unwrap(), Put::Updated(after.clone()));
        assert_eq!(get(&ada, TITLE).await.unwrap(), Some(after));
    }

    async fn a_repeated_request_changes_nothing_and_another_place_at_the_same_time_counts(db: Db) {
        let world = World::new(db, None).await;
        let ada = world.new_reader("ada").await;
        add_title(&world, TitleStatus::Live).await;
        let first = position_document(0.25, days_ago(5));
        put(&ada, TITLE, first.clone()).await.unwrap();
        let again = put(&ada, TITLE, first.clone()).await.unwrap();
        assert_eq!(again, Put::Updated(first.clone()));
        assert_eq!(count_events(&world, "ada").await, 1);
        let other = ProgressionDocument { progression: 0.9, ..first.clone() };
        for place in [&other, &other, &first, &other] {
            assert_eq!(put(&ada, TITLE, place.clone()).await.unwrap(), Put::Updated(place.clone()));
            assert_eq!(get(&ada, TITLE).await.unwrap(), Some(place.clone()));
            let newest = store::reading::newest_events(&world.db, ada.account_id().unwrap(), TITLE).await.unwrap();
            assert!((newest[0].total_progression.unwrap() - place.progression).abs() < f64::EPSILON);
        }
        assert_eq!(count_events(&world, "ada").await, 4);
        let locator = serde_json::json!({"href": "c1.xhtml", "locations": {"totalProgression": 0.123_456_789_012_345_67}});
        let precise = ProgressionDocument { locator: Some(locator), ..position_document(0.123_456_789_012_345_67, days_ago(4)) };
        for _ in 0..2 {
            put(&ada, TITLE, precise.clone()).await.unwrap();
        }
        assert_eq!(count_events(&world, "ada").await, 5);
    }

    async fn a_place_that_is_not_the_newest_is_recorded_once(db: Db) {
        let world = World::new(db, None).await;
        let ada = world.new_reader("ada").await;
        add_title(&world, TitleStatus::Live).await;
        let of = |id: &str, place| {
            let device = ReadingDevice { id: Some(id.into()), name: id.into() };
            ProgressionDocument { device, references: vec![format!("{id}.xhtml#p2")], ..place }
        };
        let newest = of("tablet", position_document(0.6, days_ago(2)));
        put(&ada, TITLE, newest.clone()).await.unwrap();
        let late = of("phone", position_document(0.3, days_ago(3)));
        for _ in 0..2 {
            assert_eq!(put(&ada, TITLE, late.clone()).await.unwrap(), Put::Outdated);
        }
        assert_eq!(count_events(&world, "ada").await, 2);
        assert_eq!(get(&ada, TITLE).await.unwrap(), Some(newest));
        let told = reading::any_position(&ada, TITLE, Format::Epub3).await.unwrap();
        let dates = (told.position.added, told.position.modified);
        let words = told.translated.unwrap().location;
        assert_eq!((words.as_str(), dates), ("tablet.xhtml#p2", (days_ago(3), days_ago(2))));
        // It is offered, once for each device.
        put(&ada, TITLE, of("phone", position_document(0.2, days_ago(4)))).await.unwrap();
        put(&ada, TITLE, of("tablet", position_document(0.5, days_ago(5)))).await.unwrap();
        let told = reading::any_position(&ada, TITLE, Format::Epub3).await.unwrap();
        assert_eq!(told.translated.unwrap().location, "tablet.xhtml#p2");
        let others: Vec<_> = told.others.iter().map(|one| (one.location.as_str(), one.date)).collect();
        assert_eq!(others, [("phone.xhtml#p2", days_ago(3))]);
        for device in 0..9 {
            put(&ada, TITLE, of(&format!("d{device}"), position_document(0.1, days_ago(6)))).await.unwrap();
        }
        let told = reading::any_position(&ada, TITLE, Format::Epub3).await.unwrap();
        assert_eq!(told.others.len(), 5, "a handful");
    }

    async fn a_device_with_a_fast_clock_does_not_shut_out_the_others(db: Db) {
        let world = World::new(db, None).await;
        let ada = world.new_reader("ada").await;
        add_title(&world, TitleStatus::Live).await;
        let ahead = ada.now + SignedDuration::from_hours(24 * 365);
        put(&ada, TITLE, position_document(0.25, ahead)).await.unwrap();
        let kept = get(&ada, TITLE).await.unwrap().unwrap();
        assert!(kept.modified <= ada.now, "{}", kept.modified);
    }

    async fn a_position_in_an_invisible_title_is_not_stored(db: Db) {
        let world = World::new(db, None).await;
        let ada = world.new_reader("ada").await;
        add_title(&world, TitleStatus::Removed).await;
        assert_eq!(error_key(get(&ada, TITLE).await), "TITLE_NOT_FOUND");
        assert_eq!(error_key(put(&ada, TITLE, position_document(0.5, days_ago(1))).await), "TITLE_NOT_FOUND");
        assert_eq!(error_key(get(&ada, TitleId(2)).await), "TITLE_NOT_FOUND");
    }
}
