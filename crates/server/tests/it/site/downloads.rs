//! /titles/{id}/downloads/{format}: a copy without script.

use super::Reader;
use super::browser::{hidden_field, looks_again};
use crate::one;
use crate::support::{Sandbox, read_zip};

one! {
    async fn a_reader_downloads_a_copy_by_a_button(sandbox: Sandbox) {
        let title = format!("/titles/{}", sandbox.title("copyright"));
        let form = format!("{title}/downloads/DAISY");
        let mut reader = Reader::sign_in_as(sandbox, "individual").await;
        assert!(reader.read(&form).await.contains("There is no copy of yours"));
        let mut reply = reader.press(&title, &form).await;
        assert_eq!(reply.status, 303, "{}", reply.text());
        if reply.header("location") == form {
            // A busy machine: the page says when the copy is ready.
            let ready = async |reader: &mut Reader<'_>| {
                let page = reader.get(&form).await.expect_status(200);
                let is_waiting = looks_again(&page);
                (!is_waiting).then(|| page.text())
            };
            loop {
                if let Some(page) = ready(&mut reader).await {
                    assert!(page.contains("Your copy is ready."), "{page}");
                    break;
                }
                tokio::time::sleep(std::time::Duration::from_millis(100)).await;
            }
            reply = reader.press(&title, &form).await;
        }
        let file = reader.get(reply.header("location")).await.expect_status(200);
        assert!(file.header("content-disposition").starts_with("attachment"));
        assert!(read_zip(&file.bytes).unwrap().iter().any(|(name, _)| name.ends_with("opf")));
        let shelf = reader.read("/shelf").await;
        assert!(shelf.contains(&format!("href=\"{title}\"")), "the shelf has it: {shelf}");
        assert!(shelf.contains("<p class=\"quiet\">DAISY text: until "), "{shelf}");
        assert_eq!(reader.read("/shelf/downloaded").await.matches("DAISY text: until ").count(), 1);
        // Its size is that of the file.
        let kilobytes = file.bytes.len().div_ceil(1000);
        let page = reader.read(&title).await;
        assert!(page.contains("<p>Your copy is ready until "), "{page}");
        assert!(kilobytes < 1000 && page.contains(&format!("{kilobytes} KB</p>")), "{kilobytes}: {page}");
    }

    async fn a_guest_gets_a_free_book_and_is_led_to_sign_in_for_another(sandbox: Sandbox) {
        let mut guest = Reader::guest(sandbox);
        let free = format!("/titles/{}/downloads/BRF", sandbox.title("publicDomain"));
        let reply = guest.post(&free, &[]).await;
        assert_eq!(reply.status, 303, "{}", reply.text());
        let closed = format!("/titles/{}/downloads/BRF", sandbox.title("copyright"));
        let reply = guest.post(&closed, &[]).await;
        let back = format!("/sign-in?back=%2Ftitles%2F{}&unsaved=true", sandbox.title("copyright"));
        assert_eq!((reply.status, reply.header("location")), (303, back.as_str()), "back to the page of the form");
        assert!(guest.read(&back).await.contains("You are not signed in, so nothing was saved."));
        let reply = guest.get(&closed).await;
        assert!(reply.header("location").contains("downloads%2FBRF"), "and back");
    }

    async fn a_sponsor_gets_a_copy_for_a_member(sandbox: Sandbox) {
        let title = format!("/titles/{}", sandbox.title("copyright"));
        let mut sponsor = Reader::sign_in_as(sandbox, "sponsor").await;
        let page = sponsor.read(&title).await;
        assert!(page.contains("For which member") && !page.contains("/downloads/"), "{page}");
        let member = sandbox.user("orgMember")["userAccountId"].as_str().unwrap();
        let chosen = format!("{title}?for={member}");
        let reply = sponsor.press(&chosen, &format!("{title}/downloads/BRF?for={member}")).await;
        assert_eq!(reply.status, 303, "{}", reply.text());
        let other = sandbox.user("individual")["userAccountId"].as_str().unwrap();
        assert_eq!(sponsor.get(&format!("{title}?for={other}")).await.status, 404, "not a member");
    }

    async fn a_form_from_elsewhere_starts_nothing(sandbox: Sandbox) {
        let title = format!("/titles/{}", sandbox.title("copyright"));
        let form = format!("{title}/downloads/BRF");
        let mut reader = Reader::sign_in_as(sandbox, "individual").await;
        let token = hidden_field(&reader.read(&title).await, "token");
        for fields in [vec![], vec![("token", "wrong")]] {
            let reply = reader.post(&form, &fields).await;
            assert_eq!(reply.status, 403);
            assert!(reply.text().contains("This form is no longer valid"));
        }
        let call = sandbox.call(reqwest::Method::POST, &form).form(&[("token", token.as_str())]);
        let reply = reader.send(call.header("sec-fetch-site", "cross-site")).await;
        assert_eq!(reply.status, 403);
        assert!(reader.read(&form).await.contains("There is no copy of yours"));
    }

    async fn a_reader_without_the_right_learns_why(sandbox: Sandbox) {
        let title = format!("/titles/{}", sandbox.title("copyright"));
        let mut reader = Reader::sign_in_as(sandbox, "unqualified").await;
        let page = reader.read(&title).await;
        assert!(page.contains("Why you cannot have this book now") && page.contains("proof of disability"), "{page}");
        assert!(!page.contains("/downloads/"));
        let token = hidden_field(&page, "token");
        let reply = reader.post(&format!("{title}/downloads/BRF"), &[("token", &token)]).await;
        assert_eq!(reply.status, 403);
        let text = reply.text();
        assert!(text.contains("This is closed to you") && !text.contains("POD_MISSING"), "{text}");
    }
}
