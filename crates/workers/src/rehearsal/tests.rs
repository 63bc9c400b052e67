//! Books of a library are opened.

use std::fs;

use delivery::{Key, Limits};
use domain::UsageRestriction;
use store::testkit::TestDb;
use tokio_util::sync::CancellationToken;

use super::{BookCheck, FORMATS_PER_BOOK, open_books};
use crate::testing::Bench;

async fn open_all(bench: &Bench) -> Vec<BookCheck> {
    open_books(&bench.ctx, &CancellationToken::new(), |_, _| {}).await.unwrap().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn books_are_converted_and_read_and_a_damaged_one_is_named() {
    let test = TestDb::create_sqlite().await;
    let bench = Bench::with_limits(test.db.clone(), Limits::default()).await;
    assert!(open_all(&bench).await.is_empty(), "an empty library has no books to open");
    let book = bench.add_book(UsageRestriction::PublicDomain, |_| {}).await;
    // Read by its owner alone.
    bench.add_document(b"not read here").await;
    for attempt in ["converted for the first time", "converted again"] {
        let [check]: [BookCheck; 1] = open_all(&bench).await.try_into().unwrap();
        assert_eq!((check.title, check.faults.as_slice()), (book.id, &[] as &[String]), "{attempt}");
        assert_eq!(check.formats.len(), FORMATS_PER_BOOK, "{attempt}: {:?}", check.formats);
    }

    let source = Key::parse(book.files.source.as_ref().unwrap()).unwrap();
    fs::write(bench.folder.path().join("files").join(source.as_str()), b"not a book any more").unwrap();
    let [check]: [BookCheck; 1] = open_all(&bench).await.try_into().unwrap();
    assert_eq!((check.formats.len(), check.faults.len()), (0, FORMATS_PER_BOOK), "{:?}", check.faults);
    test.drop().await;
}
