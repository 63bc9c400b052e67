//! The life of a download, and what its tickets open.

use delivery::Key;
use domain::downloads::DownloadStatus;
use domain::fixtures::{title, with};
use domain::formats::Format;
use domain::ids::TitleId;
use domain::titles::{Title, UsageRestriction};
use futures_util::TryStreamExt as _;
use services::downloads::history::{self, Downloaded, Entry, HistorySort};
use services::downloads::{Content, CopyRequest, Delivered, deliver, open_ticket};
use services::roles::SignedIn;
use services::{PageRequest, files};
use store::db_test;

use crate::library::World;
use crate::world::key;

const PACKAGE: &[u8] = b"the whole package";

async fn free(world: &World, id: i64) -> Title {
    let title = with(title(), |title| {
        title.id = TitleId(id);
        title.usage = UsageRestriction::PublicDomain;
    });
    let mut tx = world.db.begin().await.unwrap();
    store::titles::insert(&mut tx, &title, None).await.unwrap();
    tx.commit().await.unwrap();
    title
}

fn copy(title: &Title) -> CopyRequest {
    CopyRequest { content: Content::Title(title.id), format: Format::Epub3, for_user: None }
}

/// The entries of the reader's history.
async fn entries(world: &World, reader: &SignedIn) -> Vec<Entry> {
    let part =
        PageRequest { sort: HistorySort::Title, descending: false, after: None, backward: false, limit: 10 };
    let rows = history::list(&world.library, reader, part).await.unwrap();
    assert_eq!(rows.total, rows.items.len() as u64);
    rows.items
}

/// Ends the packaging of the reader's only download, as the job does.
async fn package(world: &World, reader: &SignedIn) {
    let [entry] = &entries(world, reader).await[..] else { panic!("one download") };
    let key = Key::parse("packages/1-copy.epub").unwrap();
    world.files.put(&key, PACKAGE.into()).await.unwrap();
    let id = entry.download.id;
    assert!(store::downloads::set_packaged(&world.db, id, key.as_str(), reader.now()).await.unwrap());
}

async fn read(file: &files::Opened, range: Option<std::ops::Range<u64>>) -> Vec<u8> {
    let pieces: Vec<_> = file.read(range).await.unwrap().try_collect().await.unwrap();
    pieces.concat()
}

db_test! {
    async fn a_copy_is_packaged_once_and_fetched_to_its_end(db: Db) {
        let world = World::new(db, None).await;
        let (library, ann) = (&world.library, world.reader("ann").await);
        let copy = copy(&free(&world, 1).await);
        for _ in 0..2 {
            assert_eq!(deliver(library, &ann.caller, &copy).await.unwrap(), Delivered::Submitted);
        }
        package(&world, &ann).await;
        let Delivered::Ready { ticket } = deliver(library, &ann.caller, &copy).await.unwrap() else {
            panic!("the package is ready")
        };
        let file = files::open(library, &ticket).await.unwrap();
        assert_eq!((file.meta().size, file.media()), (PACKAGE.len() as u64, &files::Media::Attachment));
        let status = async || entries(&world, &ann).await[0].download.status;
        // The end of the file counts, whatever came before.
        assert_eq!(read(&file, Some(0..3)).await, &PACKAGE[..3]);
        assert_eq!(status().await, DownloadStatus::Available);
        assert_eq!(read(&file, Some(3..PACKAGE.len() as u64)).await, &PACKAGE[3..]);
        assert_eq!(status().await, DownloadStatus::Downloaded);
        assert_eq!(read(&file, None).await, PACKAGE);
    }

    async fn the_history_names_the_title_and_the_people(db: Db) {
        let world = World::new(db, None).await;
        let (ann, bob) = (world.reader("ann").await, world.reader("bob").await);
        let title = free(&world, 1).await;
        deliver(&world.library, &ann.caller, &copy(&title)).await.unwrap();
        let [entry] = &entries(&world, &ann).await[..] else { panic!("one download") };
        let name = ann.reader.account.display_name();
        assert_eq!((&entry.by, &entry.recipient), (&name, &name));
        assert!(matches!(&entry.what, Some(Downloaded::Title(found)) if found.id == title.id));
        assert!(entries(&world, &bob).await.is_empty());
    }

    async fn concurrent_packages_of_a_reader_are_limited(db: Db) {
        let world = World::new(db, None).await;
        let (library, ann) = (&world.library, world.reader("ann").await);
        let (first, second) = (free(&world, 1).await, free(&world, 2).await);
        deliver(library, &ann.caller, &copy(&first)).await.unwrap();
        assert_eq!(key(deliver(library, &ann.caller, &copy(&second)).await), "TOO_MANY_DOWNLOADS");
        // A request that was refused has left no record.
        assert_eq!(entries(&world, &ann).await.len(), 1);
        // Guests are not counted.
        let guest = world.guest().await;
        for title in [&first, &second] {
            assert_eq!(deliver(library, &guest, &copy(title)).await.unwrap(), Delivered::Submitted);
        }
    }

    async fn a_failure_is_reported_once(db: Db) {
        let world = World::new(db, None).await;
        let (library, ann) = (&world.library, world.reader("ann").await);
        let copy = copy(&free(&world, 1).await);
        deliver(library, &ann.caller, &copy).await.unwrap();
        let id = entries(&world, &ann).await[0].download.id;
        assert!(store::downloads::set_failed(&world.db, id).await.unwrap());
        assert_eq!(key(deliver(library, &ann.caller, &copy).await), "PACKAGING_FAILED");
        assert_eq!(deliver(library, &ann.caller, &copy).await.unwrap(), Delivered::Submitted);
    }

    async fn other_texts_open_nothing(db: Db) {
        let world = World::new(db, None).await;
        let library = &world.library;
        assert_eq!(key(files::open(library, "no ticket").await), "LINK_EXPIRED");
        assert_eq!(key(open_ticket(library, "no ticket")), "LINK_EXPIRED");
        assert!(matches!(files::cover(library, "no-cover.jpg").await, Err(services::Error::Refused(_))));
    }
}
