//! /documents: what a reader uploads becomes a book.

use books::testkit::{slides_with_an_unreadable_one, two_slides};

use super::Reader;
use super::browser::{has_tied_errors, hidden_field, looks_again};
use crate::one;
use crate::support::{Call, Parts, Sandbox, post_form_parts, post_parts, read_zip};

/// Bytes of the largest document.
const MAX_DOCUMENT_BYTES: usize = 20 << 20;

/// The form for a new document, as a browser sends it.
fn upload(sandbox: &Sandbox, parts: Parts) -> Call {
    post_form_parts(sandbox, "/documents", parts.end())
}

fn parts(token: &str, name: &str, bytes: &[u8]) -> Parts {
    Parts::default().text("token", token).text("name", name).file("file", "a.bin", bytes)
}

/// Sends in slides, of which one cannot be read; returns the address of the document.
async fn send(sandbox: &Sandbox, reader: &mut Reader<'_>, name: &str) -> String {
    let token = hidden_field(&reader.read("/documents").await, "token");
    let slides = slides_with_an_unreadable_one();
    let reply = reader.send(upload(sandbox, parts(&token, name, &slides))).await.expect_status(303);
    reply.header("location").to_owned()
}

one! {
    async fn a_document_becomes_a_book_is_downloaded_and_deleted(sandbox: Sandbox) {
        let mut reader = Reader::sign_in_as(sandbox, "individual").await;
        assert!(reader.read("/documents").await.contains("You have not uploaded a document yet."));
        let document = send(sandbox, &mut reader, "Letter <from> school").await;
        let first = reader.get(&document).await.expect_status(200);
        assert!(first.text().contains("<h1><bdi>Letter &#60;from&#62; school</bdi></h1>"), "{}", first.text());
        assert_eq!(looks_again(&first), first.text().contains("The book is being made."));
        let page = reader.open_until_complete(&document).await.text();
        assert!(page.contains("The book is ready."), "{page}");
        // What could not be read is for the owner alone.
        for part in ["What is missing or was repaired", "Only you can see it.", "ppt/slides/slide3.xml", "The document cannot be read. It was left out."] {
            assert!(page.contains(part), "{part} in {page}");
        }
        let mut staff = Reader::sign_in_as(sandbox, "collectionAssistant").await;
        assert!(!staff.read("/staff/conversion-reports").await.contains("Letter"));
        let title = document.replace("/documents/", "/titles/");
        for format in ["DAISY", "EPUB3"] {
            assert!(page.contains(&format!("action=\"{title}/downloads/{format}\"")), "{format}: {page}");
        }
        let copy = format!("{title}/downloads/EPUB3");
        let token = hidden_field(&page, "token");
        let mut reply = reader.post(&copy, &[("token", &token)]).await.expect_status(303);
        if reply.header("location") == copy {
            assert!(reader.open_until_complete(&copy).await.text().contains("Your copy is ready."));
            reply = reader.post(&copy, &[("token", &token)]).await.expect_status(303);
        }
        let file = reader.get(reply.header("location")).await.expect_status(200);
        assert!(read_zip(&file.bytes).unwrap().iter().any(|(name, _)| name.ends_with("opf")));
        let list = reader.read("/documents").await;
        assert!(list.contains("One document") && list.contains(&format!("href=\"{document}/remove\"")), "{list}");
        let removal = format!("{document}/remove");
        assert!(reader.read(&removal).await.contains("Letter &#60;from&#62; school"));
        let reply = reader.press(&removal, &removal).await.expect_status(303);
        assert_eq!(reply.header("location"), "/documents");
        reader.get(&document).await.expect_status(404);
        reader.get(&title).await.expect_status(404);
    }

    async fn a_form_that_is_sent_twice_makes_one_document(sandbox: Sandbox) {
        let mut reader = Reader::sign_in_as(sandbox, "individual").await;
        let page = reader.read("/documents").await;
        let (token, form) = (hidden_field(&page, "token"), hidden_field(&page, "form"));
        let mut sent = Vec::new();
        for slides in [two_slides(), two_slides(), slides_with_an_unreadable_one()] {
            let parts = Parts::default().text("token", &token).text("form", &form).text("name", "Twice");
            let reply = reader.send(upload(sandbox, parts.file("file", "a.pptx", &slides))).await.expect_status(303);
            sent.push(reply.header("location").to_owned());
        }
        assert!(sent[0] == sent[1] && sent[1] != sent[2], "another file is another document: {sent:?}");
        let list = reader.read("/documents").await;
        assert_eq!(list.matches("/remove\"").count(), 2, "{list}");
        // A document that was deleted in the meantime is made again.
        let removal = format!("{}/remove", sent[0]);
        reader.press(&removal, &removal).await.expect_status(303);
        let parts = Parts::default().text("token", &token).text("form", &form).text("name", "Twice");
        let again = reader.send(upload(sandbox, parts.file("file", "a.pptx", &two_slides()))).await.expect_status(303);
        reader.get(again.header("location")).await.expect_status(200);
    }

    async fn a_refused_file_is_explained_at_its_field(sandbox: Sandbox) {
        let mut reader = Reader::sign_in_as(sandbox, "individual").await;
        let token = hidden_field(&reader.read("/documents").await, "token");
        let large = vec![b' '; MAX_DOCUMENT_BYTES + 1];
        for (name, bytes, said) in [
            ("Notes", b"plain text".as_slice(), "The file is not a PDF"),
            ("Notes", b"".as_slice(), "Choose a file"),
            ("Notes", large.as_slice(), "at most 20 MB are possible"),
            ("", two_slides().as_slice(), "Name of the document: this is needed"),
        ] {
            let reply = reader.send(upload(sandbox, parts(&token, name, bytes))).await.expect_status(400);
            let page = reply.text();
            assert!(page.contains(said) && has_tied_errors(&page), "{said}: {page}");
            assert!(page.contains(&format!("value=\"{name}\"")), "what was typed is kept: {page}");
        }
        assert!(reader.read("/documents").await.contains("You have not uploaded a document yet."));
    }

    async fn a_document_is_sent_from_a_page_of_the_own_session_only(sandbox: Sandbox) {
        let mut reader = Reader::sign_in_as(sandbox, "individual").await;
        let token = hidden_field(&reader.read("/documents").await, "token");
        let book = two_slides();
        let without = Parts::default().text("name", "Mine").file("file", "a.pptx", &book);
        let late = Parts::default().text("name", "Mine").file("file", "a.pptx", &book).text("token", &token);
        for bad in [without, parts("wrong", "Mine", &book), late] {
            let reply = reader.send(upload(sandbox, bad)).await.expect_status(403);
            assert!(reply.text().contains("This form is no longer valid"));
        }
        let whole = parts(&token, "Mine", &book).end();
        let foreign = post_parts(sandbox, "/documents", whole.clone()).header("origin", "https://evil.example");
        reader.send(foreign).await.expect_status(403);
        let cut = whole[..whole.len() / 2].to_vec();
        let cut = post_form_parts(sandbox, "/documents", cut);
        reader.send(cut).await.expect_status(400);
        let urlencoded = [("token", token.as_str()), ("name", "Mine")];
        reader.post("/documents", &urlencoded).await.expect_status(400);
        let guest = Reader::guest(sandbox).send(upload(sandbox, parts("", "Mine", &book))).await;
        assert_eq!((guest.status, guest.header("location")), (303, "/sign-in?back=%2Fdocuments&unsaved=true"));
        assert!(reader.read("/documents").await.contains("You have not uploaded a document yet."));
    }

    async fn nobody_else_finds_or_deletes_a_document(sandbox: Sandbox) {
        let mut owner = Reader::sign_in_as(sandbox, "individual").await;
        let document = send(sandbox, &mut owner, "Mine alone").await;
        for user in ["individual2", "administrator", "collectionAssistant"] {
            let mut other = Reader::sign_in_as(sandbox, user).await;
            let token = hidden_field(&other.read("/documents").await, "token");
            let removal = format!("{document}/remove");
            other.get(&document).await.expect_status(404);
            other.get(&removal).await.expect_status(404);
            other.post(&removal, &[("token", &token)]).await.expect_status(404);
            assert!(!other.read("/documents").await.contains("Mine alone"), "{user}");
        }
        let title = sandbox.title("publicDomain");
        owner.get(&format!("/documents/{title}")).await.expect_status(404);
        assert!(owner.read("/documents").await.contains("Mine alone"));
    }
}
