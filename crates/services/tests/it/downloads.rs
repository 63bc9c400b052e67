//! The life of a download, and what its tickets open.

use delivery::Key;
use domain::fixtures::{title, with_change};
use domain::{DownloadStatus, Format, ItemAddress, OfferedItem, Title, TitleId, UsageRestriction};
use futures_util::TryStreamExt as _;
use services::downloads::history::{self, HistoryEntry, HistorySort};
use services::downloads::{CopyRequest, DeliveryOutcome, deliver, open_ticket};
use services::{Operation, PageRequest, files};
use store::db_test;

use crate::library::World;
use crate::world::error_key;

const PACKAGE: &[u8] = b"the whole package";

async fn add_free_title(world: &World, id: i64) -> Title {
    let title = with_change(title(), |title| {
        title.id = TitleId(id);
        title.usage = UsageRestriction::PublicDomain;
    });
    let mut tx = world.db.begin().await.unwrap();
    store::titles::insert(&mut tx, &title, None).await.unwrap();
    tx.commit().await.unwrap();
    title
}

fn copy_request(title: &Title) -> CopyRequest {
    CopyRequest { content: ItemAddress::Title(title.id), format: Format::Epub3, for_user: None }
}

/// The entries of the reader's history.
async fn history_entries(reader: &Operation) -> Vec<HistoryEntry> {
    let part =
        PageRequest { sort: HistorySort::Title, descending: false, after: None, backward: false, limit: 10 };
    let rows = history::list(reader, part).await.unwrap();
    assert_eq!(rows.total, rows.items.len() as u64);
    rows.items
}

/// Ends the packaging of the reader's only download, as the job does.
async fn finish_packaging(world: &World, reader: &Operation) {
    let [entry] = &history_entries(reader).await[..] else { panic!("one download") };
    let key = Key::parse("packages/1-copy.epub").unwrap();
    world.files.put(&key, PACKAGE.into()).await.unwrap();
    let id = entry.download.id;
    assert!(store::downloads::set_packaged(&world.db, id, key.as_str(), reader.now).await.unwrap());
}

async fn read_file(file: &files::TicketFile, range: Option<std::ops::Range<u64>>) -> Vec<u8> {
    let pieces: Vec<_> = file.read_range(range).await.unwrap().try_collect().await.unwrap();
    pieces.concat()
}

db_test! {
    async fn a_copy_is_packaged_once_and_fetched_to_its_end(db: Db) {
        let world = World::new(db, None).await;
        let ann = world.new_reader("ann").await;
        let copy = copy_request(&add_free_title(&world, 1).await);
        for _ in 0..2 {
            assert_eq!(deliver(&ann, &copy).await.unwrap(), DeliveryOutcome::Submitted);
        }
        finish_packaging(&world, &ann).await;
        let DeliveryOutcome::Ready { ticket } = deliver(&ann, &copy).await.unwrap() else {
            panic!("the package is ready")
        };
        let file = files::open(&world.anybody(), &ticket).await.unwrap();
        assert_eq!((file.file_meta().size, file.delivery_media()), (PACKAGE.len() as u64, &files::Media::Attachment));
        let status = async || history_entries(&ann).await[0].download.status;
        // The end of the file counts, whatever came before.
        assert_eq!(read_file(&file, Some(0..3)).await, &PACKAGE[..3]);
        assert_eq!(status().await, DownloadStatus::Available);
        assert_eq!(read_file(&file, Some(3..PACKAGE.len() as u64)).await, &PACKAGE[3..]);
        assert_eq!(status().await, DownloadStatus::Downloaded);
        assert_eq!(read_file(&file, None).await, PACKAGE);
    }

    async fn the_history_names_the_title_and_the_people(db: Db) {
        let world = World::new(db, None).await;
        let (ann, bob) = (world.new_reader("ann").await, world.new_reader("bob").await);
        let title = add_free_title(&world, 1).await;
        deliver(&ann, &copy_request(&title)).await.unwrap();
        let [entry] = &history_entries(&ann).await[..] else { panic!("one download") };
        let name = ann.account().unwrap().display_name();
        assert_eq!((&entry.caller_name, &entry.recipient), (&name, &name));
        assert!(matches!(&entry.item, Some(OfferedItem::Title(found)) if found.id == title.id));
        assert!(history_entries(&bob).await.is_empty());
    }

    async fn concurrent_packages_of_a_reader_are_limited(db: Db) {
        let world = World::new(db, None).await;
        let ann = world.new_reader("ann").await;
        let (first, second) = (add_free_title(&world, 1).await, add_free_title(&world, 2).await);
        deliver(&ann, &copy_request(&first)).await.unwrap();
        assert_eq!(error_key(deliver(&ann, &copy_request(&second)).await), "TOO_MANY_DOWNLOADS");
        // A request that was refused has left no record.
        assert_eq!(history_entries(&ann).await.len(), 1);
        // Guests are not counted.
        let guest = world.guest_caller().await;
        for title in [&first, &second] {
            assert_eq!(deliver(&guest, &copy_request(title)).await.unwrap(), DeliveryOutcome::Submitted);
        }
    }

    async fn a_failure_is_reported_once(db: Db) {
        let world = World::new(db, None).await;
        let ann = world.new_reader("ann").await;
        let copy = copy_request(&add_free_title(&world, 1).await);
        deliver(&ann, &copy).await.unwrap();
        let id = history_entries(&ann).await[0].download.id;
        assert!(store::downloads::set_failed(&world.db, id).await.unwrap());
        assert_eq!(error_key(deliver(&ann, &copy).await), "PACKAGING_FAILED");
        assert_eq!(deliver(&ann, &copy).await.unwrap(), DeliveryOutcome::Submitted);
    }

    async fn other_texts_open_nothing(db: Db) {
        let world = World::new(db, None).await;
        assert_eq!(error_key(files::open(&world.anybody(), "no ticket").await), "LINK_EXPIRED");
        assert_eq!(error_key(open_ticket(&world.anybody(), "no ticket")), "LINK_EXPIRED");
        assert!(matches!(files::open_cover(&world.anybody(), "no-cover.jpg").await, Err(services::Error::Refused(_))));
    }
}
