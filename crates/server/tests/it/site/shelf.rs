//! /shelf and /popular.

use super::Reader;
use super::browser::{links, titles};
use crate::one;
use crate::support::Sandbox;

one! {
    async fn a_pupil_finds_what_is_assigned(sandbox: Sandbox) {
        let mut pupil = Reader::of(sandbox, "orgMember").await;
        let assigned = titles(&pupil.read("/shelf/assigned").await);
        assert!(assigned.contains(&sandbox.title("copyright")), "{assigned:?}");
        assert!(pupil.read("/").await.contains("Assigned to me"));
        assert!(pupil.read("/shelf").await.contains("Assigned to me"));
    }

    async fn an_empty_shelf_says_so(sandbox: Sandbox) {
        let shelf = Reader::of(sandbox, "unqualified").await.read("/shelf").await;
        assert!(shelf.contains("You have not downloaded a book yet."), "{shelf}");
    }

    async fn what_is_recommended_says_why(sandbox: Sandbox) {
        let mut reader = Reader::of(sandbox, "individual").await;
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
