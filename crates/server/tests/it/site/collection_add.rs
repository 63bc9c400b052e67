//! /collection/add and /collection/runs: staff upload books and records, and see what became of them.

use books::testkit::{EpubBuilder, small_book, zip_files};

use super::Reader;
use super::browser::{has_tied_errors, hidden_field, links};
use crate::one;
use crate::support::{Call, Parts, Sandbox, post_parts};

/// A list with one bad row.
const LIST: &[u8] = b"reference,title\nh-1,The Harbor Pilot\nh-2,\n";

fn upload(sandbox: &Sandbox, parts: Parts) -> Call {
    post_parts(sandbox, "/collection/add", parts.end()).header("sec-fetch-site", "same-origin")
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
