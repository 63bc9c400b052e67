//! Readers' bookmarks: the page that a removal returns, and what comes with the first page of a list.

use domain::bookmarks::Bookmark;
use domain::fixtures::{self, days_ago, title, with_change};
use domain::{Format, TitleId};
use services::annotations::{AnnotationRequest, list, list_with_others};
use services::bookmarks::BookmarkAddress;
use services::titles::TitleFormat;
use services::{KeyPage, Operation, bookmarks};
use store::db_test;

use crate::library::World;
use crate::world::error_key;

const TITLE: TitleId = TitleId(1);

/// A title without files.
async fn add_title(world: &World) {
    let title = with_change(title(), |title| {
        title.id = TITLE;
        title.files.source = None;
    });
    let mut tx = world.db.begin().await.unwrap();
    store::titles::insert(&mut tx, &title, None).await.unwrap();
    tx.commit().await.unwrap();
}

async fn add_bookmark(user: &Operation, location: &str, format: Format) {
    let place = fixtures::location(location);
    let bookmark = Bookmark { title: TITLE, format, place, text: None, created: days_ago(1) };
    bookmarks::set(user, &bookmark).await.unwrap();
}

fn locations(marks: &[Bookmark]) -> Vec<&str> {
    marks.iter().map(|mark| mark.place.location.as_str()).collect()
}

db_test! {
    async fn only_the_first_page_comes_with_those_of_other_formats(db: Db) {
        let world = World::new(db, None).await;
        let ada = world.new_reader("ada").await;
        add_title(&world).await;
        for location in ["p1", "p2", "p3"] {
            add_bookmark(&ada, location, Format::Brf).await;
        }
        add_bookmark(&ada, "p1", Format::Daisy).await;
        let page = async |page: &KeyPage<_>, any_format| {
            let request = AnnotationRequest { title: TITLE, format: Format::Brf, any_format };
            list_with_others::<Bookmark>(&ada, request, page).await.unwrap()
        };
        let (first, others) = page(&KeyPage::first_page(3), true).await;
        assert_eq!((locations(&first.items), first.total), (vec!["p1", "p2"], 3));
        // The bookmark of the DAISY book has no place in braille that was not made.
        assert_eq!(others, Some(vec![]));
        assert_eq!(page(&KeyPage::first_page(3), false).await.1, None);
        let (second, others) = page(&KeyPage { after: Some(first.next.unwrap()), limit: 3 }, true).await;
        assert_eq!((locations(&second.items), second.next, others), (vec!["p3"], None, None));
    }

    async fn a_removal_returns_the_first_page_of_the_same_format(db: Db) {
        let world = World::new(db, None).await;
        let ada = world.new_reader("ada").await;
        add_title(&world).await;
        for location in ["p1", "p2"] {
            add_bookmark(&ada, location, Format::Brf).await;
            add_bookmark(&ada, location, Format::Daisy).await;
        }
        let remove = async |location| {
            let page = KeyPage::first_page(10);
            let bookmark = BookmarkAddress { title: TITLE, format: Format::Brf, location };
            bookmarks::remove_and_list(&ada, bookmark, &page).await
        };
        assert_eq!(locations(&remove("p1").await.unwrap().items), ["p2"]);
        assert_eq!(error_key(remove("p1").await), "BOOKMARK_NOT_FOUND");
        let daisy = TitleFormat { title: TITLE, format: Format::Daisy };
        let other = list::<Bookmark>(&ada, daisy, &KeyPage::first_page(10)).await.unwrap();
        assert_eq!(locations(&other.items), ["p1", "p2"]);
    }
}
