//! /collection/add and /collection/runs: staff upload books and records, and see what became of them.

use books::testkit::{EpubBuilder, small_book, zip_files};

use super::Reader;
use super::browser::{has_tied_errors, hidden_field, links};
use crate::one;
use crate::periodicals::series;
use crate::support::{Call, Parts, Sandbox, post_form_parts};

/// A list with one bad row.
const LIST: &[u8] = b"reference,title\nh-1,The Harbor Pilot\nh-2,\n";

fn upload(sandbox: &Sandbox, parts: Parts) -> Call {
    post_form_parts(sandbox, "/collection/add", parts.end())
}

/// Uploads files; returns the address of the run.
pub(super) async fn upload_files(
    sandbox: &Sandbox,
    staff: &mut Reader<'_>,
    files: &[(&str, &[u8])],
) -> String {
    let token = hidden_field(&staff.read("/collection/add").await, "token");
    let texts = [("rights", "publicDomain"), ("supplier", "Harbor Press"), ("listed", "yes")];
    let parts = Parts::default().text("token", &token);
    let parts = texts.iter().fold(parts, |parts, (name, value)| parts.text(name, value));
    let parts = files.iter().fold(parts, |parts, (name, bytes)| parts.file("file", name, bytes));
    staff.send(upload(sandbox, parts)).await.expect_status(303).header("location").to_owned()
}

one! {
    async fn books_and_records_are_added_and_what_was_refused_is_explained(sandbox: Sandbox) {
        let mut staff = Reader::sign_in_as(sandbox, "collectionAssistant").await;
        let book = |title| EpubBuilder::new(title).chapter("One", "<p>The tide is out.</p>").build();
        let (waves, gulls) = (book("Waves at Noon"), book("Gulls"));
        let parcel = zip_files([("one/waves.epub", &waves), ("two/gulls.epub", &gulls)]);
        let files: [(&str, &[u8]); 3] =
            [("parcel.zip", &parcel), ("list.csv", LIST), ("notes.txt", b"not a book")];
        let run = upload_files(sandbox, &mut staff, &files).await;
        let page = staff.open_until_complete(&run).await.text();
        for part in [
            "The upload is done.", "2 books added.", "One file refused.", "One title added from a record.",
            "One record refused.", "notes.txt", "h-2", "parcel.zip", "Harbor Press", "Public domain",
        ] {
            assert!(page.contains(part), "{part} in {page}");
        }
        assert!(!page.contains(&format!("{run}/cancel")), "it has ended: {page}");
        let report = staff.get(&format!("{run}/report.csv")).await.expect_status(200);
        assert!(report.header("content-disposition").contains("attachment"));
        let text = report.text();
        assert!(text.starts_with("what,file,record,line,reference,reason") && text.contains("rejected,list.csv,2"), "{text}");
        let scratch = std::env::temp_dir().display().to_string();
        assert!(!text.contains(&scratch), "no place of the server: {text}");
        let list = staff.read("/collection/runs").await;
        assert!(links(&list).contains(&run), "{list}");

        // The same files again add nothing.
        let again = upload_files(sandbox, &mut staff, &files).await;
        let page = staff.open_until_complete(&again).await.text();
        assert!(page.contains("2 books were already in the library.") && page.contains("One record has not changed."), "{page}");
        // A run that has ended is not stopped.
        let token = hidden_field(&staff.read("/collection/add").await, "token");
        let reply = staff.post(&format!("{run}/cancel"), &[("token", &token)]).await.expect_status(303);
        assert_eq!(reply.header("location"), run);
        assert!(staff.read(&run).await.contains("The upload is done."));

        // Staff of another site do not find it.
        let mut other = Reader::sign_in_as(sandbox, "labAssistant").await;
        other.get(&run).await.expect_status(404);
        other.get(&format!("{run}/report.csv")).await.expect_status(404);
        assert!(!links(&other.read("/collection/runs").await).contains(&run));
    }

    async fn an_edition_is_added_to_its_periodical(sandbox: Sandbox) {
        let mut staff = Reader::sign_in_as(sandbox, "collectionAssistant").await;
        let path = format!("/collection/periodicals/{}", series(sandbox));
        assert!(links(&staff.read("/collection").await).contains(&"/collection/periodicals".to_owned()));
        assert!(links(&staff.read("/collection/periodicals").await).contains(&path));
        let token = hidden_field(&staff.read(&path).await, "token");
        let book = EpubBuilder::new("Number nine").chapter("One", "<p>The harbor froze.</p>").build();
        let send = |published: &str, last: &str, files: &[&str]| {
            let texts = [
                ("token", token.as_str()), ("name", "Number nine"), ("published", published), ("expires", last),
                ("rights", "copyright"),
            ];
            let parts = texts.iter().fold(Parts::default(), |parts, (name, value)| parts.text(name, value));
            let parts = files.iter().fold(parts, |parts, name| parts.file("file", name, &book));
            post_form_parts(sandbox, &path, parts.end())
        };
        for (published, last, files, said) in [
            ("2000-01-02", "2000-01-01", &["a.epub"][..], "The last day must not be before the publication date"),
            ("yesterday", "", &["a.epub"], "Publication date: enter a day like 2026-11-20"),
            ("", "", &["a.epub", "b.epub"], "A name and a publication date are for a single edition"),
            ("", "", &[], "Choose at least one file"),
        ] {
            let page = staff.send(send(published, last, files)).await.expect_status(400).text();
            assert!(page.contains(said) && has_tied_errors(&page), "{said}: {page}");
        }
        let reply = staff.send(send("2000-01-02", "2000-01-31", &["a.epub"])).await.expect_status(303);
        let run = reply.header("location").to_owned();
        let page = staff.open_until_complete(&run).await.text();
        for part in ["The upload is done.", "One edition added.", "Number nine"] {
            assert!(page.contains(part), "{part} in {page}");
        }
        let page = staff.read(&path).await;
        assert!(page.contains("Number nine") && page.contains("Expired: readers found it until"), "{page}");
        let of_readers = staff.read(&path.replace("/collection", "")).await;
        assert!(!of_readers.contains("Number nine"), "it has expired: {of_readers}");

        let mut other = Reader::sign_in_as(sandbox, "labAssistant").await;
        other.get(&path).await.expect_status(404);
        let mut reader = Reader::sign_in_as(sandbox, "individual").await;
        reader.get(&path).await.expect_status(403);
    }

    async fn the_book_of_a_title_is_replaced_after_its_page_has_said_what_it_means(sandbox: Sandbox) {
        let mut staff = Reader::sign_in_as(sandbox, "collectionAssistant").await;
        let title = format!("/collection/titles/{}", sandbox.title("publicDomain"));
        let path = format!("{title}/book");
        assert!(links(&staff.read(&title).await).contains(&path));
        let page = staff.read(&path).await;
        for part in ["Replace the book", "Reading positions, bookmarks and highlights stay.", "On one reading list."] {
            assert!(page.contains(part), "{part} in {page}");
        }
        let token = hidden_field(&page, "token");
        let book = EpubBuilder::new("Another file").chapter("One", "<p>The harbor froze.</p>").build();
        let send = |files: &[&str]| {
            let parts = Parts::default().text("token", &token);
            let parts = files.iter().fold(parts, |parts, name| parts.file("file", name, &book));
            post_form_parts(sandbox, &path, parts.end())
        };
        let refused = staff.send(send(&["a.epub", "b.epub"])).await.expect_status(400).text();
        assert!(refused.contains("Choose a single file") && has_tied_errors(&refused), "{refused}");
        let run = staff.send(send(&["a.epub"])).await.expect_status(303).header("location").to_owned();
        let page = staff.open_until_complete(&run).await.text();
        for part in ["The book was replaced.", "Reading positions, bookmarks and highlights stay."] {
            assert!(page.contains(part), "{part} in {page}");
        }
        assert!(links(&page).contains(&title), "{page}");
        assert!(staff.read(&title).await.contains("The book was replaced by another file."));

        let mut other = Reader::sign_in_as(sandbox, "labAssistant").await;
        other.get(&path).await.expect_status(404);
        let mut reader = Reader::sign_in_as(sandbox, "individual").await;
        reader.send(send(&["a.epub"])).await.expect_status(403);
    }

    async fn an_upload_that_is_refused_is_explained_at_its_field(sandbox: Sandbox) {
        let mut staff = Reader::sign_in_as(sandbox, "collectionAssistant").await;
        let token = hidden_field(&staff.read("/collection/add").await, "token");
        let supplier = "x".repeat(61);
        let empty = Parts::default().text("token", &token).file("file", "", b"");
        let many = (0..51).fold(Parts::default().text("token", &token), |parts, n| {
            parts.file("file", &format!("{n}.epub"), b"x")
        });
        let named = Parts::default().text("token", &token).text("supplier", &supplier);
        let named = named.file("file", "a.epub", &small_book());
        for (parts, said) in [
            (empty, "Choose at least one file"),
            (many, "There are too many files: at most 50 are possible"),
            (named, "Supplier of the records"),
        ] {
            let page = staff.send(upload(sandbox, parts)).await.expect_status(400).text();
            assert!(page.contains(said) && has_tied_errors(&page), "{said}: {page}");
        }
        for who in ["individual", "sponsor", "membershipAssistant"] {
            let mut reader = Reader::sign_in_as(sandbox, who).await;
            let token = hidden_field(&reader.read("/display").await, "token");
            let parts = Parts::default().text("token", &token).file("file", "a.epub", &small_book());
            reader.send(upload(sandbox, parts)).await.expect_status(403);
        }
        assert!(staff.read("/collection/runs").await.contains("There are no uploads yet."));
    }
}
