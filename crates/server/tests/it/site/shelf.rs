//! /shelf and /popular.

use store::{Conn as _, Sql};

use super::Reader;
use super::browser::{links, titles};
use crate::one;
use crate::support::Sandbox;

one! {
    async fn a_pupil_finds_what_is_assigned(sandbox: Sandbox) {
        let mut pupil = Reader::sign_in_as(sandbox, "orgMember").await;
        let assigned = titles(&pupil.read("/shelf/assigned").await);
        assert!(assigned.contains(&sandbox.title("copyright")), "{assigned:?}");
        assert!(pupil.read("/").await.contains("Assigned to me"));
        assert!(pupil.read("/shelf").await.contains("Assigned to me"));
    }

    async fn an_empty_shelf_says_so(sandbox: Sandbox) {
        let shelf = Reader::sign_in_as(sandbox, "unqualified").await.read("/shelf").await;
        assert!(shelf.contains("You have not downloaded a book yet."), "{shelf}");
    }

    async fn a_book_that_is_read_in_the_browser_is_a_download_for_a_day(sandbox: Sandbox) {
        let id = sandbox.title("copyright");
        let (book, chapter) = (format!("/read/{id}"), format!("/read/{id}/2"));
        let mut reader = Reader::sign_in_as(sandbox, "individual").await;
        reader.open_until_complete(&chapter).await;
        let link = |text: &str| format!("<a class=\"button\" href=\"{book}\">{text}<span class=\"hidden\">: ");
        for path in ["/shelf", "/shelf/downloaded"] {
            let page = reader.read(path).await;
            assert_eq!(page.matches("<p class=\"quiet\">In the browser: until ").count(), 1, "{path}: {page}");
            assert!(page.contains(&link("Continue reading")), "{path}: {page}");
        }
        // A day later.
        let db = sandbox.database().await;
        let older = "UPDATE downloads SET date_packaged = date_packaged - 86400000000 \
                     WHERE title_id = $1 AND day IS NOT NULL";
        assert_eq!((&db).execute(Sql::new(older).bind(id)).await.unwrap(), 1);
        db.close().await;
        let page = reader.read("/shelf/downloaded").await;
        assert!(page.contains("<p class=\"quiet\">In the browser: the copy is no longer kept</p>"), "{page}");
        assert!(page.contains(&link("Open it again")) && !page.contains("Continue reading"), "{page}");
        reader.open_until_complete(&chapter).await;
        let page = reader.read("/shelf/downloaded").await;
        assert!(page.contains("In the browser: until ") && !page.contains("no longer kept"), "{page}");
        // A reader who may not read it any more gets no link.
        let db = sandbox.database().await;
        let own = store::subscriptions::get(&db, &"demo-individual-subscription".into()).await.unwrap().unwrap();
        let ended = domain::subscriptions::Subscription { end: Some(own.start), ..own };
        assert!(store::subscriptions::update(&db, &ended).await.unwrap());
        db.close().await;
        let page = reader.read("/shelf/downloaded").await;
        assert!(page.contains("In the browser: until ") && !page.contains(&book), "{page}");
    }

    async fn recommendations_state_their_reason(sandbox: Sandbox) {
        let mut reader = Reader::sign_in_as(sandbox, "individual").await;
        for path in ["/", "/shelf", "/shelf/recommended"] {
            let page = reader.read(path).await;
            assert!(page.contains("Recommended for me") && page.contains("<p class=\"quiet\">Popular with other readers</p>"), "{path} {page}");
        }
    }

    async fn popular_books_are_for_everybody(sandbox: Sandbox) {
        let mut guest = Reader::guest(sandbox);
        let page = guest.read("/").await;
        let shelf = page.split_once("id=\"shelf-popular\">Popular books</h2>").unwrap().1;
        let books = links(shelf.split_once("</section>").unwrap().0);
        assert!(books.iter().filter(|href| href.starts_with("/titles/")).count() == 4, "{books:?}");
        let home = links(&page);
        let lists: Vec<&String> = home.iter().filter(|href| href.starts_with("/popular/")).collect();
        assert!(!lists.is_empty(), "{home:?}");
        for list in lists {
            assert!(guest.read(list).await.contains("<h1>Most popular in"), "{list}");
        }
    }
}
