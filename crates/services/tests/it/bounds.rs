//! Limits on what one reader keeps.

use domain::bookmarks::Bookmark;
use domain::fixtures::{noon, title, with_change};
use domain::highlights::Highlight;
use domain::lists::{ListAccess, MAX_LISTS_PER_OWNER};
use domain::locations::BookPosition;
use domain::{Format, ReadingList, TitleId};
use services::bookmarks::BookmarkAddress;
use services::lists::{NewList, create};
use services::{Faults, Operation, bookmarks, highlights};
use store::annotations::MAX_MARKS_PER_TITLE;
use store::{Conn as _, Sql, db_test};

use crate::library::World;
use crate::world::error_key;

fn new_place(location: &str) -> BookPosition {
    BookPosition { location: location.into(), position: None, progression: None, total_progression: None }
}

fn new_bookmark(location: &str) -> Bookmark {
    let (title, format) = (TitleId(1), Format::Epub3);
    Bookmark { title, format, place: new_place(location), text: None, created: noon() }
}

fn new_highlight(start: &str) -> Highlight {
    Highlight {
        title: TitleId(1),
        format: Format::Epub3,
        start: new_place(start),
        end: new_place("epubcfi(/6/4!/9)"),
        text: None,
        note: None,
        color: None,
        updated: noon(),
    }
}

/// Gives the reader all bookmarks but one that a title may have.
async fn fill_title(world: &World, reader: &Operation) {
    let statement = Sql::new(
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $2) \
         INSERT INTO bookmarks (account_id, title_id, format, place, sort_key, location, created_at) \
         SELECT $1, 1, 'DAISY', 'place ' || CAST(i AS TEXT), '', '', 0 FROM n",
    )
    .bind(reader.account_id().unwrap().as_str())
    .bind(i64::from(MAX_MARKS_PER_TITLE) - 1);
    (&world.db).execute(statement).await.unwrap();
}

db_test! {
    async fn a_title_has_a_bounded_number_of_marks(db: Db) {
        let world = World::new(db, None).await;
        let ann = world.new_reader("ann").await;
        let mut tx = world.db.begin().await.unwrap();
        for id in [1, 2] {
            let title = with_change(title(), |title| title.id = TitleId(id));
            store::titles::insert(&mut tx, &title, None).await.unwrap();
        }
        tx.commit().await.unwrap();
        fill_title(&world, &ann).await;
        bookmarks::set(&ann, &new_bookmark("epubcfi(/6/4!/2)")).await.unwrap();
        assert_eq!(error_key(bookmarks::set(&ann, &new_bookmark("epubcfi(/6/4!/4)")).await), "OPERATION_NOT_ALLOWED");
        let another = new_highlight("epubcfi(/6/4!/4)");
        assert_eq!(error_key(highlights::create( &ann, &another).await), "OPERATION_NOT_ALLOWED");
        // An existing one is changed, another title has room, and a removed one makes room.
        bookmarks::set( &ann, &new_bookmark("epubcfi(/6/4!/2)")).await.unwrap();
        let elsewhere = Bookmark { title: TitleId(2), ..new_bookmark("epubcfi(/6/4!/2)") };
        bookmarks::set(&ann, &elsewhere).await.unwrap();
        let first = BookmarkAddress { title: TitleId(1), format: Format::Epub3, location: "epubcfi(/6/4!/2)" };
        bookmarks::remove(&ann, first).await.unwrap();
        highlights::create(&ann, &another).await.unwrap();
        assert_eq!(error_key(highlights::create(&ann, &another).await), "HIGHLIGHT_EXISTS");
    }

    async fn an_account_owns_a_bounded_number_of_lists(db: Db) {
        let world = World::new(db, None).await;
        let ann = world.new_reader("ann").await;
        let maker = ann.clone();
        let mut tx = world.db.begin().await.unwrap();
        for number in 1..MAX_LISTS_PER_OWNER {
            let list = ReadingList {
                id: format!("list {number}"),
                site: ann.site.id.clone(),
                owner: ann.account_id().unwrap().clone(),
                organization: None,
                name: "Books".into(),
                description: String::new(),
                access: ListAccess::Private,
                updated: noon(),
            };
            store::lists::insert(&mut tx, &list).await.unwrap();
        }
        tx.commit().await.unwrap();
        let new = || NewList { name: "More".to_owned().into(), access:ListAccess::Private.into(), description: None };
        let create = async || create(&maker, new(), Faults::default()).await;
        create().await.unwrap();
        assert_eq!(error_key(create().await), "OPERATION_NOT_ALLOWED");
    }
}
