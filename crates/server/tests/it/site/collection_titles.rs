//! /collection: collection staff find a title in any status, edit it, and move it to another status.

use super::Reader;
use super::browser::{has_tied_errors, hidden_field, read_form, send};
use crate::one;
use crate::support::staff::{submit, wait_until};
use crate::support::{Sandbox, User};

one! {
    async fn staff_find_titles_in_every_status_and_nobody_else_does(sandbox: Sandbox) {
        let api = User::sign_in(sandbox, "collectionAssistant").await;
        let id = submit(&api, "The Kelp Ladder").await;
        let path = format!("/collection/titles/{id}");
        let mut staff = Reader::sign_in_as(sandbox, "collectionAssistant").await;
        for page in ["/", "/account"] {
            assert!(staff.read(page).await.contains("href=\"/collection\""), "{page}");
        }
        let status = api.get(&format!("/v2/titles/{id}")).await.json["status"].as_str().unwrap().to_owned();
        for query in ["words=kelp+ladder".to_owned(), format!("status={status}"), "kind=text&words=harbor+kelp".into()] {
            let found = staff.read(&format!("/collection?{query}")).await;
            assert!(found.contains(&format!("<a href=\"{path}\"><bdi")), "{query}: {found}");
            assert!(found.contains("The library has the book."), "{query}: {found}");
        }
        for query in ["words=kelp+ladder&status=live", "words=kelp+ladder&kind=musicScore"] {
            assert!(staff.read(&format!("/collection?{query}")).await.contains("No titles found."), "{query}");
        }
        let live = staff.read("/collection?status=live").await;
        for part in ["There are no open reports.", "href=\"/staff/problems\"", "href=\"/staff/conversion-reports\""] {
            assert!(live.contains(part), "{part} in {live}");
        }

        for part in ["Every title has its book.", "There is no title whose last change failed."] {
            assert!(live.contains(part), "{part} in {live}");
        }
        for need in ["book", "retry", "conversionReport", "problemReport"] {
            let page = staff.read(&format!("/collection?words=kelp&need={need}")).await;
            assert!(page.contains("No titles found."), "{need}: {page}");
        }

        let page = staff.read(&path).await;
        for part in ["The Kelp Ladder", "Ada Harbor", "Submitted", "EPUB", &format!("href=\"/titles/{id}\"")] {
            assert!(page.contains(part), "{part} in {page}");
        }
        assert!(page.contains("value=\"beingEdited\"") && !page.contains("value=\"live\""), "only allowed moves: {page}");
        let source = staff.get(&format!("{path}/source")).await.expect_status(303);
        assert!(source.header("location").starts_with("/delivery/"));
        assert!(staff.read(&format!("/titles/{id}")).await.contains(&format!("href=\"{path}\"")));

        let mut other = Reader::sign_in_as(sandbox, "labAssistant").await;
        assert!(other.read("/collection?words=kelp+ladder").await.contains("No titles found."));
        other.get(&path).await.expect_status(404);
        let free = sandbox.title("publicDomain");
        for user in ["individual", "sponsor", "membershipAssistant"] {
            let mut reader = Reader::sign_in_as(sandbox, user).await;
            for address in ["/collection", &path, &format!("{path}/source")] {
                reader.get(address).await.expect_status(403);
            }
            assert!(!reader.read(&format!("/titles/{free}")).await.contains("/collection/"), "{user}");
            let token = hidden_field(&reader.read("/account").await, "token");
            for action in [&path, &format!("{path}/status")] {
                reader.post(action, &[("token", &token), ("to", "removed"), ("sure", "yes")]).await.expect_status(403);
            }
        }
    }

    async fn a_form_changes_what_was_typed_and_keeps_what_others_change(sandbox: Sandbox) {
        let api = User::sign_in(sandbox, "collectionAssistant").await;
        let id = submit(&api, "The Kelp Ladder").await;
        let path = format!("/collection/titles/{id}");
        let mut staff = Reader::sign_in_as(sandbox, "collectionAssistant").await;
        let mut second = Reader::sign_in_as(sandbox, "administrator").await;
        let (page, other_page) = (staff.read(&path).await, second.read(&path).await);
        let form = read_form(&page, &path);

        let wrong = [
            ("title", ""), ("isbn", "123"), ("languages", "english"), ("copyright-year", "19"), ("bisac", "NONE"),
            ("age-from", "12"), ("age-to", "7"), ("states", "ZZ-9"), ("publisher", "Kept <Press>"),
        ];
        let refused = send(&mut staff, &path, &form, &wrong).await.expect_status(400).text();
        assert!(has_tied_errors(&refused), "{refused}");
        for field in ["title", "isbn", "languages", "copyright-year", "bisac", "age-from", "states"] {
            assert!(refused.contains(&format!("href=\"#{field}\"")), "{field}: {refused}");
        }
        assert!(refused.contains("value=\"Kept &#60;Press&#62;\""), "nothing that was typed is lost: {refused}");
        assert_ne!(api.get(&format!("/v2/titles/{id}")).await.json["publisher"], "Kept <Press>", "nothing is saved");

        let form = read_form(&refused, &path);
        let right = [
            ("title", "The Kelp Ladder"), ("isbn", ""), ("languages", "eng"), ("copyright-year", "2019"),
            ("bisac", "LCO010000"), ("age-to", "14"), ("states", ""), ("editors", "Lund, Ada\r\nBen Marsh"), ("comment", "From the imprint."),
        ];
        let saved = send(&mut staff, &path, &form, &right).await.expect_status(303);
        assert_eq!(saved.header("location"), path);
        // The page shows the title as it will be, even before workers have applied the change.
        let page = staff.read(&path).await;
        for part in ["The changes are accepted.", "value=\"Kept &#60;Press&#62;\"", "value=\"2019\"", "From the imprint."] {
            assert!(page.contains(part), "{part} in {page}");
        }
        // Somebody who has opened the page before changes another field.
        let form = read_form(&other_page, &path);
        send(&mut second, &path, &form, &[("subtitle", "A tale of the tide")]).await.expect_status(303);
        let record = wait_until(&api, id, "both changes", |reply| reply.json["subtitle"] == "A tale of the tide").await.json;
        assert!(record["publisher"] == "Kept <Press>" && record["copyrightDate"] == "2019", "{record}");

        let page = staff.read(&path).await;
        send(&mut staff, &path, &read_form(&page, &path), &[]).await.expect_status(303);
        assert!(staff.read(&path).await.contains("You have changed nothing."));
        let token = hidden_field(&page, "token");
        // A form that does not say what its page has shown would clear the record.
        staff.post(&path, &[("token", &token), ("title", "Other")]).await.expect_status(400);

        let format = format!("{path}/formats/EPUB3");
        let form = read_form(&staff.read(&format).await, &format);
        let refused = send(&mut staff, &format, &form, &[("duration", "2 hours"), ("supplier", "Harbor Press")]).await;
        let refused = refused.expect_status(400).text();
        assert!(has_tied_errors(&refused) && refused.contains("value=\"Harbor Press\""), "{refused}");
        let form = read_form(&refused, &format);
        send(&mut staff, &format, &form, &[("duration", "PT2H")]).await.expect_status(303);
        let page = staff.read(&format).await;
        assert!(page.contains("value=\"Harbor Press\"") && page.contains("value=\"PT2H\""), "{page}");
    }

    async fn many_titles_are_moved_after_a_preview(sandbox: Sandbox) {
        let api = User::sign_in(sandbox, "collectionAssistant").await;
        let ids = [submit(&api, "The Kelp Ladder").await, submit(&api, "Kelp and Salt").await];
        let live = sandbox.title("publicDomain").to_string();
        let [first, second] = ids.map(|id| id.to_string());
        let mut staff = Reader::sign_in_as(sandbox, "collectionAssistant").await;
        let page = staff.read("/collection?words=kelp").await;
        assert!(page.contains(&format!("id=\"title-{first}\"")) && page.contains("All 2 titles"), "{page}");
        let token = hidden_field(&page, "token");
        let (moves, apply) = ("/collection/moves", "/collection/moves/apply");
        let refused = staff.post(moves, &[("token", &token), ("words", "kelp")]).await.expect_status(400).text();
        assert!(has_tied_errors(&refused) && refused.contains("href=\"#scope\""), "{refused}");
        assert!(refused.contains("href=\"#to\"") && refused.contains("Kelp and Salt"), "{refused}");

        // What is chosen stays chosen on another page of the search, which changes nothing.
        let turned = [("token", token.as_str()), ("words", "salt"), ("title", first.as_str()), ("first", "yes")];
        let page = staff.post("/collection", &turned).await.expect_status(200).text();
        let kept = format!("name=\"chosen\" value=\"{first}\"");
        for part in ["One chosen title is on another page.", "at most 1000 titles", &kept] {
            assert!(page.contains(part), "{part} in {page}");
        }
        let form = read_form(&page, moves);
        let preview = send(&mut staff, moves, &form, &[("to", "beingEdited")]).await.expect_status(200).text();
        assert!(preview.contains("One title gets the new status.") && preview.contains("The Kelp Ladder"), "{preview}");
        let back = send(&mut staff, "/collection", &read_form(&preview, "/collection"), &[]).await.expect_status(200);
        assert!(back.text().contains(&kept), "{}", back.text());

        let chosen = [
            ("token", token.as_str()), ("title", first.as_str()), ("title", second.as_str()),
            ("title", live.as_str()), ("title", "1"), ("to", "beingEdited"),
        ];
        let preview = staff.post(moves, &chosen).await.expect_status(200).text();
        for part in ["2 titles get the new status.", "One title cannot get it", "One title does not exist any more",
            "Kelp and Salt"] {
            assert!(preview.contains(part), "{part} in {preview}");
        }
        let form = read_form(&preview, apply);
        let other = send(&mut staff, apply, &form, &[("digest", "of something else")]).await.expect_status(200).text();
        assert!(other.contains("Something has changed in the meantime"), "{other}");
        let long = "x".repeat(2001);
        let wrong = send(&mut staff, apply, &form, &[("move-comment", &long)]).await.expect_status(400).text();
        assert!(has_tied_errors(&wrong), "{wrong}");
        assert_ne!(api.get(&format!("/v2/titles/{first}")).await.json["status"], "beingEdited", "nothing is done");
        let done = send(&mut staff, apply, &form, &[("move-comment", "The spring list.")]).await.expect_status(200).text();
        assert!(done.contains("2 titles get the new status now."), "{done}");
        for id in ids {
            wait_until(&api, id, "being edited", |reply| reply.json["status"] == "beingEdited").await;
        }
        assert!(staff.read(&format!("/collection/titles/{first}")).await.contains("The spring list."));

        let all = [("token", token.as_str()), ("scope", "all"), ("words", "kelp"), ("to", "beingEdited")];
        let preview = staff.post(moves, &all).await.expect_status(200).text();
        for part in ["No title gets the new status.", "2 titles have the status"] {
            assert!(preview.contains(part), "{part} in {preview}");
        }
        assert!(!preview.contains(apply), "there is nothing to confirm: {preview}");
        let live = [("token", token.as_str()), ("title", live.as_str()), ("to", "withdrawn")];
        let preview = staff.post(moves, &live).await.expect_status(200).text();
        assert!(preview.contains("What it means for the readers of each title"), "{preview}");

        let mut reader = Reader::sign_in_as(sandbox, "individual").await;
        let token = hidden_field(&reader.read("/account").await, "token");
        for action in [moves, apply] {
            reader.post(action, &[("token", &token), ("scope", "all"), ("to", "withdrawn")]).await.expect_status(403);
        }
    }

    async fn a_withdrawal_is_confirmed_and_undone(sandbox: Sandbox) {
        let api = User::sign_in(sandbox, "collectionAssistant").await;
        let (id, closed) = (sandbox.title("publicDomain"), sandbox.title("copyright"));
        let path = format!("/collection/titles/{id}");
        let action = format!("{path}/status");
        let mut staff = Reader::sign_in_as(sandbox, "collectionAssistant").await;
        let page = staff.read(&path).await;
        assert!(page.contains("value=\"withdrawn\"") && !page.contains("value=\"validated\""), "{page}");
        let token = hidden_field(&page, "token");
        let refused = staff.post(&action, &[("token", &token)]).await.expect_status(400).text();
        assert!(has_tied_errors(&refused) && refused.contains("href=\"#to\""), "{refused}");
        let refused = staff.post(&action, &[("token", &token), ("to", "validated")]).await.expect_status(400).text();
        assert!(refused.contains("somebody else has changed the title"), "{refused}");

        let chosen = [("token", token.as_str()), ("to", "withdrawn"), ("move-comment", "The rights ended.")];
        let question = staff.post(&action, &chosen).await.expect_status(200).text();
        for part in ["This is what it means for readers:", "Copies that readers have saved stay with them.", "The rights ended.",
            "Readers right now", "On one reading list."] {
            assert!(question.contains(part), "{part} in {question}");
        }
        assert_eq!(api.get(&format!("/v2/titles/{id}")).await.json["status"], "live", "nothing is done yet");
        let form = read_form(&question, &action);
        let refused = send(&mut staff, &action, &form, &[("replacement", "1")]).await.expect_status(400).text();
        assert!(has_tied_errors(&refused) && refused.contains("href=\"#replacement\""), "{refused}");
        let form = read_form(&refused, &action);
        send(&mut staff, &action, &form, &[("replacement", &closed.to_string())]).await.expect_status(303);
        wait_until(&api, id, "withdrawn", |reply| reply.json["status"] == "withdrawn").await;
        let page = staff.read(&path).await;
        for part in ["The change of status is accepted.", "<strong>Withdrawn</strong>", "The rights ended.",
            &format!("href=\"/collection/titles/{closed}\"")] {
            assert!(page.contains(part), "{part} in {page}");
        }
        let mut reader = Reader::sign_in_as(sandbox, "individual").await;
        assert!(!reader.read(&format!("/titles/{id}")).await.contains("/downloads/"), "closed to readers");

        let back = [("token", token.as_str()), ("to", "live"), ("move-comment", "")];
        staff.post(&action, &back).await.expect_status(303);
        wait_until(&api, id, "live", |reply| reply.json["status"] == "live").await;
        assert!(reader.read(&format!("/titles/{id}")).await.contains("/downloads/"));
    }
}
