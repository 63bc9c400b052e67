//! Bookmarks and highlights: reading order, and devices that write concurrently.

use domain::bookmarks::Bookmark;
use domain::fixtures::{self, days_ago, noon};
use domain::highlights::Highlight;
use domain::locations::BookPosition;
use domain::{AccountId, Format, TitleId};
use futures_util::future::join_all;
use store::annotations::{self, AnnotationScope};
use store::highlights::HighlightRange;
use store::{Db, KeyPage, bookmarks, db_test, highlights};

use crate::world;

const TITLE: TitleId = TitleId(1001);
const EPUB: Format = Format::Epub3;

async fn settle_reader(db: &Db) -> AccountId {
    world::create_sites(db).await;
    world::insert_titles(db, 2).await;
    let reader = fixtures::individual("ada");
    world::settle(db, &reader).await;
    reader.account.id
}

fn bookmark_at(location: &str) -> Bookmark {
    Bookmark { title: TITLE, format: EPUB, place: fixtures::location(location), text: None, created: noon() }
}

fn highlight_between(start: &str, end: &str) -> Highlight {
    let (start, end) = (fixtures::location(start), fixtures::location(end));
    Highlight { title: TITLE, format: EPUB, start, end, text: None, note: None, color: None, updated: noon() }
}

fn range<'a>(start: &'a str, end: &'a str) -> HighlightRange<'a> {
    HighlightRange { title: TITLE, format: EPUB, start, end }
}

fn scope(account: &AccountId) -> AnnotationScope<'_> {
    AnnotationScope { account, title: TITLE, format: EPUB }
}

async fn all_bookmarks(db: &Db, id: &AccountId) -> Vec<Bookmark> {
    let page = KeyPage::first_page(1000);
    let rows = annotations::list(db, scope(id), &page).await.unwrap();
    rows.into_iter().map(|(_, bookmark)| bookmark).collect()
}

async fn all_highlights(db: &Db, id: &AccountId) -> Vec<Highlight> {
    let rows = annotations::list(db, scope(id), &KeyPage::first_page(1000)).await.unwrap();
    rows.into_iter().map(|(_, highlight)| highlight).collect()
}

db_test! {
    async fn a_bookmark_comes_back_as_it_was_set(db: Db) {
        let id = settle_reader(&db).await;
        let set = Bookmark {
            place: BookPosition {
                location: "epubcfi(/6/4[ch1]!/4/2/1:0)".into(),
                position: Some(-1),
                progression: Some(0.1),
                total_progression: Some(1.0),
            },
            text: Some("Ça commence".into()),
            ..bookmark_at("")
        };
        bookmarks::put(&db, &id, &set).await.unwrap();
        assert_eq!(all_bookmarks(&db, &id).await, [set]);
    }

    async fn an_annotation_at_the_same_location_replaces_all_but_the_date(db: Db) {
        let id = settle_reader(&db).await;
        let first = Bookmark { text: Some("old".into()), created: days_ago(3), ..bookmark_at("p1") };
        let again = Bookmark { text: Some("new".into()), ..bookmark_at("p1") };
        bookmarks::put(&db, &id, &first).await.unwrap();
        bookmarks::put(&db, &id, &again).await.unwrap();
        assert_eq!(all_bookmarks(&db, &id).await, [Bookmark { created: first.created, ..again }]);
        let other_format = Bookmark { format: Format::Daisy, ..bookmark_at("p1") };
        bookmarks::put(&db, &id, &other_format).await.unwrap();
        assert_eq!(annotations::count::<Bookmark>(&db, scope(&id)).await.unwrap(), 1);
    }

    async fn pages_are_in_reading_order_and_visit_each_once(db: Db) {
        let id = settle_reader(&db).await;
        // Order keys that differ in case and punctuation only are compared by bytes on both databases.
        let cfi = |n| format!("epubcfi(/6/{}!/4/{n})", 2 + n % 7 * 2);
        let mut places: Vec<BookPosition> = (0..40).map(|n| fixtures::location(cfi(n))).collect();
        places.extend(["B", "a", "é", "-", "a-b", "aB"].map(fixtures::location));
        for place in &places {
            bookmarks::put(&db, &id, &Bookmark { place: place.clone(), ..bookmark_at("") }).await.unwrap();
        }
        places.sort_by_key(|place| place.order_key(EPUB));
        let (mut seen, mut after) = (Vec::new(), None);
        loop {
            let page = KeyPage { after, limit: 7 };
            let rows = annotations::list::<Bookmark>(&db, scope(&id), &page).await.unwrap();
            let Some((key, _)) = rows.last() else { break };
            after = Some(key.clone());
            seen.extend(rows.into_iter().map(|(_, bookmark)| bookmark.place));
        }
        assert_eq!(seen, places);
    }

    async fn a_bookmark_is_removed_by_its_place(db: Db) {
        let id = settle_reader(&db).await;
        bookmarks::put(&db, &id, &bookmark_at("p1")).await.unwrap();
        bookmarks::put(&db, &id, &bookmark_at("p2")).await.unwrap();
        let remove = async |title, format| bookmarks::remove(&db, &id, title, format, "p1").await.unwrap();
        assert!(!remove(TitleId(1002), EPUB).await);
        assert!(!remove(TITLE, Format::Brf).await);
        assert!(remove(TITLE, EPUB).await);
        assert!(!remove(TITLE, EPUB).await);
        assert_eq!(all_bookmarks(&db, &id).await, [bookmark_at("p2")]);
    }

    async fn locations_may_be_as_long_as_is_allowed(db: Db) {
        let id = settle_reader(&db).await;
        // Nothing that could be pressed into an index entry.
        let letters = |seed: u32| -> String {
            let numbers = (0..domain::locations::LOCATION_LENGTH).zip(0u32..).map(|(_, n)| n * 7919 + seed);
            numbers.map(|n| char::from_u32(0x4e00 + n % 20_000).unwrap()).collect()
        };
        let (start, end) = (letters(1), letters(2));
        bookmarks::put(&db, &id, &bookmark_at(&start)).await.unwrap();
        assert!(highlights::insert(&db, &id, &highlight_between(&start, &end)).await.unwrap());
        assert_eq!(all_bookmarks(&db, &id).await, [bookmark_at(&start)]);
        assert_eq!(all_highlights(&db, &id).await, [highlight_between(&start, &end)]);
    }

    async fn devices_that_write_concurrently_lose_nothing(db: Db) {
        let id = settle_reader(&db).await;
        let device = async |device: usize| {
            for n in 0..20 {
                let own = format!("epubcfi(/6/{}!/4/{n})", 2 + device * 2);
                bookmarks::put(&db, &id, &bookmark_at(&own)).await.unwrap();
                // All devices mark this one.
                let common = format!("epubcfi(/6/90!/4/{n})");
                bookmarks::put(&db, &id, &bookmark_at(&common)).await.unwrap();
            }
        };
        // Titles are ingested meanwhile, in transactions that hold SQLite's writer.
        let import = async {
            for n in 0..20 {
                let mut tx = db.begin().await.unwrap();
                let rows: Vec<_> = (0..20).map(|m| (world::title_with_number(2000 + n * 20 + m), None)).collect();
                store::titles::insert_many(&mut tx, &rows).await.unwrap();
                tx.commit().await.unwrap();
            }
        };
        tokio::join!(join_all((0..20).map(device)), import);
        assert_eq!(all_bookmarks(&db, &id).await.len(), 20 * 20 + 20);
    }

    async fn a_highlight_comes_back_as_it_was_set_and_is_not_set_twice(db: Db) {
        let id = settle_reader(&db).await;
        let place = |location: &str, n| BookPosition {
            location: location.into(),
            position: Some(n),
            progression: Some(0.5),
            total_progression: Some(0.25),
        };
        let set = Highlight {
            start: place("epubcfi(/6/4!/4/2:3)", 1),
            end: place("epubcfi(/6/4!/4/2:9)", 2),
            text: Some("the tide".into()),
            note: Some("ask".into()),
            color: Some("#fe0".into()),
            ..highlight_between("", "")
        };
        assert!(highlights::insert(&db, &id, &set).await.unwrap());
        let again = Highlight { note: None, ..set.clone() };
        assert!(!highlights::insert(&db, &id, &again).await.unwrap());
        assert_eq!(all_highlights(&db, &id).await, [set]);
        assert_eq!(annotations::count::<Highlight>(&db, scope(&id)).await.unwrap(), 1);
    }

    async fn a_change_writes_only_the_given_fields(db: Db) {
        let id = settle_reader(&db).await;
        let (note, color) = (Some("ask".into()), Some("red".into()));
        let set = Highlight { note, color, updated: days_ago(2), ..highlight_between("p1", "p2") };
        highlights::insert(&db, &id, &set).await.unwrap();
        let at = range("p1", "p2");
        assert!(highlights::update(&db, &id, at, Some(None), None, noon()).await.unwrap());
        assert!(highlights::update(&db, &id, at, None, Some(Some("blue")), noon()).await.unwrap());
        assert!(!highlights::update(&db, &id, range("p1", "p3"), Some(None), None, noon()).await.unwrap());
        let expected = Highlight { note: None, color: Some("blue".into()), updated: noon(), ..set };
        assert_eq!(all_highlights(&db, &id).await, [expected]);
    }

    async fn highlights_are_listed_and_removed_by_their_stretch(db: Db) {
        let id = settle_reader(&db).await;
        let ordered = [("p2", "p3"), ("p2", "p10"), ("p9", "p10"), ("p10", "p11")];
        for (start, end) in ordered.into_iter().rev() {
            highlights::insert(&db, &id, &highlight_between(start, end)).await.unwrap();
        }
        let listed = all_highlights(&db, &id).await;
        let places: Vec<_> = listed.iter().map(|h| (h.start.location.as_str(), h.end.location.as_str())).collect();
        assert_eq!(places, ordered);
        // Two locations are not one that is written together.
        assert!(!highlights::remove(&db, &id, range("p2p", "3")).await.unwrap());
        assert!(highlights::remove(&db, &id, range("p2", "p3")).await.unwrap());
        assert!(!highlights::remove(&db, &id, range("p2", "p3")).await.unwrap());
        assert_eq!(all_highlights(&db, &id).await.len(), 3);
    }
}
