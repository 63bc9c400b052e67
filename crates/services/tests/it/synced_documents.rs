//! Places by document: how they are stored, and what is returned.

use domain::copy_keys::CopyKey;
use domain::fixtures::{days_ago, title, with_change};
use domain::reading::{MetricType, ReadingEvent};
use domain::synced_documents::CopiedItem;
use domain::{Format, Item, TitleId, TitleStatus, UsageRestriction};
use jiff::Timestamp;
use services::Operation;
use services::reading;
use services::synced_documents::{SyncedDocument, SyncedProgress, get, put};
use store::{copy_keys, db_test};

use crate::library::World;
use crate::world::error_key;

const TITLE: TitleId = TitleId(1);

fn synced_document(text: &str) -> SyncedDocument {
    SyncedDocument::read(text).unwrap()
}

fn progress_at(progress: &str, percentage: f64, date: Timestamp) -> SyncedProgress {
    let (device, device_id) = ("Kobo".to_owned(), Some("A1".to_owned()));
    SyncedProgress { progress: progress.into(), percentage, device, device_id, date }
}

/// Puts a free title on the shelf, and notes that these files of the reader's are copies of it.
async fn add_title_with_copies(world: &World, reader: &Operation, copies: &[(&str, Format)]) {
    let title = with_change(title(), |title| {
        title.id = TITLE;
        title.usage = UsageRestriction::PublicDomain;
    });
    let mut tx = world.db.begin().await.unwrap();
    store::titles::insert(&mut tx, &title, None).await.unwrap();
    tx.commit().await.unwrap();
    for (name, format) in copies {
        let of = CopiedItem { item: Item::Title(TITLE), format: *format };
        let keys = vec![(CopyKey::from_name(name), Some(reader.account_id().unwrap().clone()))];
        copy_keys::record_keys(&world.db, keys, &of, reader.now).await.unwrap();
    }
}

/// The document with the name of a file.
fn document_by_file_name(name: &str) -> SyncedDocument {
    synced_document(CopyKey::from_name(name).as_str())
}

db_test! {
    async fn a_document_that_nobody_knows_is_kept_for_its_reader(db: Db) {
        let world = World::new(db, None).await;
        let (ada, ben) = (world.new_reader("ada").await, world.new_reader("ben").await);
        let unknown = synced_document("9f2c");
        assert_eq!(get(&ada, &unknown).await.unwrap(), None);
        let first = progress_at("12", 0.5, days_ago(2));
        put(&ada, &unknown, &first).await.unwrap();
        assert_eq!(get(&ada, &unknown).await.unwrap(), Some(first));
        assert_eq!(get(&ben, &unknown).await.unwrap(), None);
        let endless = progress_at(&"x".repeat(5_000), 0.5, days_ago(1));
        assert_eq!(error_key(put(&ada, &unknown, &endless).await), "INVALID_PARAMETER");
    }

    async fn a_place_in_a_copy_is_a_reading_event(db: Db) {
        let world = World::new(db, None).await;
        let ada = world.new_reader("ada").await;
        add_title_with_copies(&world, &ada, &[("first.epub", Format::Epub3), ("again.epub", Format::Epub3)]).await;
        let there = progress_at("/body/DocFragment[7]/body/p[3]/text().0", 0.4, days_ago(2));
        put(&ada, &document_by_file_name("first.epub"), &there).await.unwrap();
        let position = reading::find_position(&ada, TITLE, Format::Epub3).await.unwrap();
        assert_eq!((position.location.as_str(), position.modified), ("epubcfi(/6/14!/4)", there.date));
        // Another copy of the same leads to the same place, as the app wrote it.
        assert_eq!(get(&ada, &document_by_file_name("again.epub")).await.unwrap(), Some(there));
        put(&ada, &document_by_file_name("again.epub"), &progress_at("", 0.0, days_ago(1))).await.unwrap();
        let position = reading::find_position(&ada, TITLE, Format::Epub3).await.unwrap();
        assert_eq!(position.modified, days_ago(2), "an empty place is none");
    }

    async fn a_newer_place_that_the_app_cannot_find_leaves_none(db: Db) {
        let world = World::new(db, None).await;
        let ada = world.new_reader("ada").await;
        add_title_with_copies(&world, &ada, &[("emma.epub", Format::Epub3), ("emma.docx", Format::Docx)]).await;
        let (epub, word) = (document_by_file_name("emma.epub"), document_by_file_name("emma.docx"));
        put(&ada, &epub, &progress_at("/body/p[1]", 0.25, days_ago(5))).await.unwrap();
        assert_eq!(get(&ada, &word).await.unwrap(), None);
        let there = progress_at("/body/p[7]", 0.75, days_ago(4));
        put(&ada, &word, &there).await.unwrap();
        assert_eq!(get(&ada, &epub).await.unwrap(), None, "not the old place with a new share");
        assert_eq!(get(&ada, &word).await.unwrap(), Some(there.clone()));
        // Nothing is known of where an event without a share is.
        let event = ReadingEvent {
            title: TITLE,
            format: Format::Daisy,
            location: "d1".into(),
            total_progression: None,
            metric: 1,
            metric_type: MetricType::Page,
            description: None,
            date: days_ago(3),
        };
        reading::record(&ada, &event).await.unwrap();
        assert_eq!(get(&ada, &word).await.unwrap(), Some(there));
        let again = progress_at("/body/p[9]", 0.3, days_ago(2));
        put(&ada, &epub, &again).await.unwrap();
        assert_eq!(get(&ada, &epub).await.unwrap(), Some(again), "the app's own is the newest");
        assert_eq!(get(&ada, &word).await.unwrap(), None);
    }

    async fn an_invalid_share_is_returned_and_not_recorded(db: Db) {
        let world = World::new(db, None).await;
        let ada = world.new_reader("ada").await;
        add_title_with_copies(&world, &ada, &[("emma.epub", Format::Epub3)]).await;
        let odd = progress_at("/body/p[1]", 40.0, days_ago(2));
        put(&ada, &document_by_file_name("emma.epub"), &odd).await.unwrap();
        assert_eq!(get(&ada, &document_by_file_name("emma.epub")).await.unwrap(), Some(odd));
        let events = store::reading::newest_events(&world.db, ada.account_id().unwrap(), TITLE).await.unwrap();
        assert_eq!(events.iter().map(|event| event.total_progression).collect::<Vec<_>>(), [None]);
    }

    async fn a_title_that_the_reader_may_not_see_is_an_unknown_document(db: Db) {
        let world = World::new(db, None).await;
        let ada = world.new_reader("ada").await;
        add_title_with_copies(&world, &ada, &[("emma.epub", Format::Epub3), ("other.epub", Format::Epub3)]).await;
        let hidden = with_change(title(), |title| {
            title.id = TITLE;
            title.status = TitleStatus::BeingEdited;
            title.dates.published = None;
        });
        let mut tx = world.db.begin().await.unwrap();
        store::titles::update(&mut tx, &hidden).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(error_key(services::titles::find_visible(&ada, TITLE).await), "TITLE_NOT_FOUND");
        let there = progress_at("/body/p[1]", 0.25, days_ago(5));
        put(&ada, &document_by_file_name("emma.epub"), &there).await.unwrap();
        assert_eq!(get(&ada, &document_by_file_name("emma.epub")).await.unwrap(), Some(there));
        assert_eq!(get(&ada, &document_by_file_name("other.epub")).await.unwrap(), None);
        assert_eq!(store::reading::newest_events(&world.db, ada.account_id().unwrap(), TITLE).await.unwrap(), []);
    }

    async fn places_in_an_edition_are_kept_by_document_and_shared_by_its_copies(db: Db) {
        let world = World::new(db, None).await;
        let ada = world.new_reader("ada").await;
        store::periodicals::insert(&world.db, &domain::fixtures::series()).await.unwrap();
        let edition = domain::fixtures::edition();
        store::periodicals::editions::insert(&world.db, &edition, None).await.unwrap();
        let copied = CopiedItem { item: Item::Edition(edition.id), format: Format::Epub3 };
        for name in ["one.epub", "two.epub"] {
            let keys = vec![(CopyKey::from_name(name), Some(ada.account_id().unwrap().clone()))];
            copy_keys::record_keys(&world.db, keys, &copied, ada.now).await.unwrap();
        }
        let there = progress_at("/body/p[1]", 0.25, days_ago(5));
        put(&ada, &document_by_file_name("one.epub"), &there).await.unwrap();
        assert_eq!(get(&ada, &document_by_file_name("two.epub")).await.unwrap(), Some(there));
    }
}
