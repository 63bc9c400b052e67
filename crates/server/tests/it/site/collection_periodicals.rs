//! /collection/periodicals: staff create a periodical, edit its record, and withdraw an edition and bring it
//! back.

use serde_json::{Value, json};

use super::Reader;
use super::browser::{has_tied_errors, hidden_field, links, read_form, send};
use crate::one;
use crate::periodicals::{edition_path, series};
use crate::support::{Sandbox, User, eventually};

const NEW_PATH: &str = "/collection/periodicals/new";

/// Waits until guests get this status for an address of the interface.
async fn wait_for_status(sandbox: &Sandbox, path: &str, status: u16) {
    eventually("the edition changes", async || {
        let reply = sandbox.guest(path).send().await;
        if reply.status == status { Ok(()) } else { Err(reply.text()) }
    })
    .await;
}

/// Changes the name and the last day of an edition at its page.
async fn rename_edition(sandbox: &Sandbox, staff: &mut Reader<'_>, path: &str, api_path: &str) {
    let read_edit_form = |page: &str| read_form(page.split_once("id=\"edit\"").expect("the form").1, path);
    let form = read_edit_form(&staff.read(path).await);
    let wrong = [("name", ""), ("published", "soon")];
    let refused = send(staff, path, &form, &wrong).await.expect_status(400).text();
    assert!(has_tied_errors(&refused) && refused.contains("value=\"soon\""), "{refused}");
    let early = [("published", "2026-11-20"), ("expires", "2026-11-19")];
    let refused = send(staff, path, &form, &early).await.expect_status(400).text();
    assert!(has_tied_errors(&refused) && refused.contains("href=\"#expires\""), "{refused}");
    send(staff, path, &form, &[]).await.expect_status(303);
    assert!(staff.read(path).await.contains("You have changed nothing."));
    let typed = [("name", "The kelp number"), ("expires", "2099-12-31")];
    send(staff, path, &form, &typed).await.expect_status(303);
    let page = staff.read(path).await;
    for part in ["The changes are accepted.", "The kelp number", "value=\"2099-12-31\""] {
        assert!(page.contains(part), "{part} in {page}");
    }
    eventually("the edition has its name", async || {
        let reply = sandbox.guest(api_path).send().await;
        if reply.text().contains("The kelp number") { Ok(()) } else { Err(reply.text()) }
    })
    .await;
}

one! {
    async fn a_periodical_is_created_and_its_record_is_edited(sandbox: Sandbox) {
        let mut staff = Reader::sign_in_as(sandbox, "collectionAssistant").await;
        assert!(links(&staff.read("/collection/periodicals").await).contains(&NEW_PATH.to_owned()));
        let form = read_form(&staff.read(NEW_PATH).await, NEW_PATH);
        let wrong = [("issn", "12"), ("countries", "XX"), ("publisher", "Kept <Press>")];
        let refused = send(&mut staff, NEW_PATH, &form, &wrong).await.expect_status(400).text();
        assert!(has_tied_errors(&refused), "{refused}");
        for field in ["title", "languages", "issn", "countries"] {
            assert!(refused.contains(&format!("href=\"#{field}\"")), "{field}: {refused}");
        }
        let form = read_form(&refused, NEW_PATH);
        let right = [
            ("title", "The Kelp Post"), ("kind", "magazine"), ("languages", "eng"), ("issn", "0378-5955"),
            ("countries", "US\r\nGB"),
        ];
        let created = send(&mut staff, NEW_PATH, &form, &right).await.expect_status(303);
        let path = created.header("location").to_owned();
        let again = send(&mut staff, NEW_PATH, &form, &right).await.expect_status(303);
        assert_eq!(again.header("location"), path, "a form that is sent twice creates one periodical");
        let record = format!("{path}/record");
        let page = staff.read(&path).await;
        for part in ["The Kelp Post", "The periodical is created.", "There are no editions yet."] {
            assert!(page.contains(part), "{part} in {page}");
        }
        assert!(links(&page).contains(&record), "{page}");

        let form = read_form(&staff.read(&record).await, &record);
        let refused = send(&mut staff, &record, &form, &[("title", ""), ("issn", "x")]).await.expect_status(400);
        assert!(has_tied_errors(&refused.text()));
        send(&mut staff, &record, &form, &[]).await.expect_status(303);
        assert!(staff.read(&path).await.contains("You have changed nothing."));
        let typed = [("title", "The Kelp Times"), ("publisher", "")];
        send(&mut staff, &record, &form, &typed).await.expect_status(303);
        let api = User::sign_in(sandbox, "collectionAssistant").await;
        let address = path.replace("/collection", "/v2");
        let stored = eventually("the record is changed", async || {
            let reply = api.get(&address).await;
            if reply.json["title"] == "The Kelp Times" { Ok(reply) } else { Err(reply.text()) }
        });
        let stored = stored.await.json;
        assert_eq!((&stored["publisher"], &stored["seriesType"]), (&Value::Null, &json!("magazine")));
        assert_eq!((&stored["issn"], &stored["countries"]), (&json!("0378-5955"), &json!(["GB", "US"])));

        let mut other = Reader::sign_in_as(sandbox, "labAssistant").await;
        other.get(&record).await.expect_status(404);
        let mut reader = Reader::sign_in_as(sandbox, "individual").await;
        let token = hidden_field(&reader.read("/account").await, "token");
        for action in [NEW_PATH, &record] {
            reader.get(action).await.expect_status(403);
            reader.post(action, &[("token", &token), ("title", "Mine")]).await.expect_status(403);
        }
    }

    async fn an_edition_is_withdrawn_and_brought_back(sandbox: Sandbox) {
        let api_path = edition_path(sandbox);
        let path = api_path.replace("/v2", "/collection");
        let list = format!("/collection/periodicals/{}", series(sandbox));
        let mut staff = Reader::sign_in_as(sandbox, "collectionAssistant").await;
        assert!(links(&staff.read(&list).await).contains(&path));
        let page = staff.read(&path).await;
        for part in [
            "Withdraw this edition", "This is what it means for readers:",
            "Copies that readers have saved stay with them.", "Readers right now",
        ] {
            assert!(page.contains(part), "{part} in {page}");
        }
        let form = read_form(&page, &path);
        let long = "x".repeat(2001);
        let refused = send(&mut staff, &path, &form, &[("move-comment", &long)]).await.expect_status(400).text();
        assert!(has_tied_errors(&refused) && refused.contains("href=\"#move-comment\""), "{refused}");
        let comment = [("move-comment", "The rights <ended>.")];
        let withdrawn = send(&mut staff, &path, &form, &comment).await.expect_status(303);
        assert_eq!(withdrawn.header("location"), path);
        // The page shows the edition as it will be, even before workers have applied the change.
        let page = staff.read(&path).await;
        for part in [
            "The withdrawal is accepted.", "Bring this edition back", "Withdrawn on", "The rights &#60;ended&#62;.",
        ] {
            assert!(page.contains(part), "{part} in {page}");
        }
        wait_for_status(sandbox, &api_path, 404).await;
        // Somebody who has opened the page before does nothing more.
        send(&mut staff, &path, &form, &[]).await.expect_status(303);
        let page = staff.read(&path).await;
        assert!(page.contains("Somebody else has done this in the meantime"), "{page}");

        send(&mut staff, &path, &read_form(&page, &path), &[]).await.expect_status(303);
        assert!(staff.read(&path).await.contains("Withdraw this edition"));
        wait_for_status(sandbox, &api_path, 200).await;
        rename_edition(sandbox, &mut staff, &path, &api_path).await;

        send(&mut staff, &path, &form, &[("act", "burn")]).await.expect_status(400);
        staff.get(&format!("{list}/editions/nothing")).await.expect_status(404);
        let mut other = Reader::sign_in_as(sandbox, "labAssistant").await;
        other.get(&path).await.expect_status(404);
        let mut reader = Reader::sign_in_as(sandbox, "individual").await;
        reader.get(&path).await.expect_status(403);
        let token = hidden_field(&reader.read("/account").await, "token");
        reader.post(&path, &[("token", &token), ("act", "withdraw")]).await.expect_status(403);
    }
}
