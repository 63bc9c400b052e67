//! PUT /v2/titles/{serviceId}/status: every move of docs/rules/titles.md#rule-3, and what it brings.

use reqwest::Method;
use serde_json::{Value, json};

use crate::one;
use crate::support::staff::{change_status, history, publish, submit, wait_until};
use crate::support::{Reply, Sandbox, User, eventually, package, read_zip};

/// All statuses of the contract.
const ALL_STATUSES: [&str; 12] = [
    "live", "withdrawn", "new", "beingEdited", "proofreadValid", "proofreadRejected", "converted",
    "reprocess", "validated", "userSubmitted", "publisherSubmitted", "removed",
];

fn path(id: i64) -> String {
    format!("/v2/titles/{id}/status")
}

async fn ask(staff: &User<'_>, id: i64, to: &str) -> Reply {
    staff.put(&path(id), &[("status", to)]).await
}

/// Asks for every move that the table does not have; each is refused, and nothing changes.
async fn allows_only(staff: &User<'_>, id: i64, next: &[&str]) {
    let before = staff.get(&format!("/v2/titles/{id}")).await.json;
    for to in ALL_STATUSES.iter().filter(|to| !next.contains(to)) {
        let reply = ask(staff, id, to).await.expect_error(409, "INVALID_TRANSITION");
        let message = reply.json["messages"][0].as_str().unwrap();
        assert!(next.iter().all(|next| message.contains(next)), "{message}");
    }
    assert_eq!(staff.get(&format!("/v2/titles/{id}")).await.json, before);
}

/// The statuses of a title's formats, each once.
fn formats(title: &Value) -> Vec<&str> {
    let mut all: Vec<&str> =
        title["formatStatuses"].as_array().unwrap().iter().map(|f| f["status"].as_str().unwrap()).collect();
    all.sort_unstable();
    all.dedup();
    all
}

one! {
    async fn a_title_goes_from_submission_to_its_readers(sandbox: Sandbox) {
        let staff = User::sign_in(sandbox, "collectionAssistant").await;
        let reader = User::sign_in(sandbox, "individual").await;
        let id = submit(&staff, "The Kelp Ladder").await;
        allows_only(&staff, id, &["beingEdited", "removed"]).await;
        change_status(&staff, id, "beingEdited").await;
        allows_only(&staff, id, &["validated", "removed"]).await;
        change_status(&staff, id, "validated").await;
        allows_only(&staff, id, &["converted", "removed"]).await;
        let converted = change_status(&staff, id, "converted").await.json;
        assert_eq!((formats(&converted), &converted["publishDate"]), (vec!["PENDING"], &Value::Null));
        allows_only(&staff, id, &["live", "removed"]).await;
        reader.get(&format!("/v2/titles/{id}")).await.expect_error(404, "TITLE_NOT_FOUND");
        let live = change_status(&staff, id, "live").await.json;
        assert_eq!((formats(&live), &live["available"]), (vec!["AVAILABLE"], &json!(true)));
        assert!(live["publishDate"].is_string() && live["publishDate"] == live["dateAdded"]);
        allows_only(&staff, id, &["withdrawn", "reprocess"]).await;

        let found = eventually("the index follows the database", async || {
            let found = reader.get("/v2/titles?keyword=kelp%20ladder").await.expect_status(200).json;
            if found["totalResults"] == 1 { Ok(found) } else { Err(found) }
        })
        .await;
        assert_eq!(found["titles"][0]["serviceId"], id);
        for format in ["EPUB3", "DAISY"] {
            let file = package(sandbox, Some(reader.token()), &format!("/v2/titles/{id}/{format}")).await;
            let texts: String = read_zip(&file).unwrap().iter().map(|(_, b)| String::from_utf8_lossy(b).into_owned()).collect();
            assert!(texts.contains("The tide came in at six"), "{format}");
        }
        let words = history(&staff, id).await;
        let count = |word: &str| words.iter().filter(|action| *action == word).count();
        // Each move is two events, requested and applied.
        assert_eq!((count("submitted"), count("statusChanged"), count("published")), (1, 7, 1), "{words:?}");
        assert_eq!(count("artifactCreated"), live["formatStatuses"].as_array().unwrap().len());
        assert_eq!(words.last().unwrap(), "published");
    }

    async fn a_scan_is_proofread(sandbox: Sandbox) {
        let staff = User::sign_in(sandbox, "collectionAssistant").await;
        // No endpoint makes a title that users have submitted: it is put there.
        let (good, bad) = (submit(&staff, "Good scan").await, submit(&staff, "Bad scan").await);
        let db = sandbox.database().await;
        for id in [good, bad] {
            let mut tx = db.begin().await.unwrap();
            let mut title = store::titles::get_for_update(&mut tx, domain::ids::TitleId(id)).await.unwrap().unwrap();
            title.status = domain::titles::TitleStatus::UserSubmitted;
            store::titles::update(&mut tx, &title).await.unwrap();
            tx.commit().await.unwrap();
            wait_until(&staff, id, "userSubmitted", |reply| reply.json["status"] == "userSubmitted").await;
        }
        db.close().await;
        allows_only(&staff, good, &["beingEdited", "proofreadValid", "proofreadRejected", "removed"]).await;
        change_status(&staff, good, "proofreadValid").await;
        allows_only(&staff, good, &["validated", "removed"]).await;
        change_status(&staff, good, "validated").await;
        change_status(&staff, bad, "proofreadRejected").await;
        allows_only(&staff, bad, &["beingEdited", "removed"]).await;
        change_status(&staff, bad, "beingEdited").await;
    }

    async fn moves_are_judged_by_those_accepted_before(sandbox: Sandbox) {
        let staff = User::sign_in(sandbox, "collectionAssistant").await;
        let id = submit(&staff, "In a hurry").await;
        // Nobody waits: each move is accepted before the last one is done, and all are applied in order.
        for to in ["beingEdited", "validated", "converted", "live", "withdrawn", "live", "reprocess", "converted", "live"] {
            ask(&staff, id, to).await.expect_status(202);
        }
        ask(&staff, id, "converted").await.expect_error(409, "INVALID_TRANSITION");
        ask(&staff, id, "reprocess").await.expect_status(202);
        wait_until(&staff, id, "reprocess", |reply| reply.json["status"] == "reprocess").await;
        let words = eventually("it is published three times", async || {
            let words = history(&staff, id).await;
            let published = words.iter().filter(|word| *word == "published").count();
            if published == 3 { Ok(words) } else { Err(words.join(" ")) }
        })
        .await;
        assert_eq!(words.iter().filter(|word| *word == "withdrawn").count(), 1, "{words:?}");
    }

    async fn a_title_is_made_again(sandbox: Sandbox) {
        let (staff, reader) = (User::sign_in(sandbox, "collectionAssistant").await, User::sign_in(sandbox, "individual").await);
        let id = sandbox.title("copyright");
        let closed = change_status(&staff, id, "reprocess").await.json;
        assert_eq!(formats(&closed), ["PENDING"]);
        let seen = reader.get(&format!("/v2/titles/{id}")).await.expect_status(200).json;
        assert_eq!((formats(&seen), &seen["available"], &seen["formats"]), (vec!["PENDING"], &json!(false), &json!([])));
        assert_eq!(seen["titleAccessAlerts"][0]["code"], "TITLE_NOT_LIVE");
        reader.get(&format!("/v2/titles/{id}/EPUB3")).await.expect_error(403, "TITLE_NOT_LIVE");
        allows_only(&staff, id, &["converted", "removed"]).await;
        change_status(&staff, id, "converted").await;
        reader.get(&format!("/v2/titles/{id}/EPUB3")).await.expect_error(403, "TITLE_NOT_LIVE");
        let open = change_status(&staff, id, "live").await.json;
        assert_eq!(formats(&open), ["AVAILABLE"]);
        package(sandbox, Some(reader.token()), &format!("/v2/titles/{id}/EPUB3")).await;
    }

    async fn removed_is_for_good(sandbox: Sandbox) {
        let staff = User::sign_in(sandbox, "collectionAssistant").await;
        let id = sandbox.title("withdrawn");
        ask(&staff, id, "removed").await.expect_status(202);
        wait_until(&staff, id, "removed", |reply| reply.status == 404).await;
        for user in ["administrator", "individual"] {
            User::sign_in(sandbox, user).await.get(&format!("/v2/titles/{id}")).await.expect_error(404, "TITLE_NOT_FOUND");
        }
        for to in ALL_STATUSES {
            ask(&staff, id, to).await.expect_error(409, "INVALID_TRANSITION");
        }
        staff.delete(&format!("/v2/titles/{id}")).await.expect_error(409, "INVALID_TRANSITION");
        User::sign_in(sandbox, "labAssistant").await.put(&path(id), &[("status", "live")]).await.expect_error(404, "TITLE_NOT_FOUND");
    }

    async fn a_title_that_comes_back_takes_its_own_place(sandbox: Sandbox) {
        let staff = User::sign_in(sandbox, "administrator").await;
        let (id, other) = (sandbox.title("copyright"), sandbox.title("publicDomain").to_string());
        let form = [("status", "withdrawn"), ("replacementId", other.as_str()), ("comments", "a better edition")];
        staff.put(&path(id), &form).await.expect_status(202);
        let out = wait_until(&staff, id, "withdrawn", |reply| reply.json["status"] == "withdrawn").await;
        assert_eq!(out.json["replacementId"].to_string(), other);
        assert!(out.json["withdrawalDate"].is_string());
        allows_only(&staff, id, &["live", "removed"]).await;
        let published = out.json["publishDate"].clone();
        let back = change_status(&staff, id, "live").await.json;
        assert_eq!((&back["replacementId"], &back["withdrawalDate"]), (&Value::Null, &Value::Null));
        assert_eq!(back["publishDate"], published);
    }

    async fn bad_parameters_are_named(sandbox: Sandbox) {
        let staff = User::sign_in(sandbox, "collectionAssistant").await;
        let id = sandbox.title("copyright");
        let before = history(&staff, id).await;
        staff.put(&path(id), &[]).await.expect_error(400, "MISSING_PARAMETER");
        staff.put(&path(id), &[("status", "")]).await.expect_error(400, "MISSING_PARAMETER");
        staff.put(&path(id), &[("status", "available")]).await.expect_error(400, "INVALID_PARAMETER");
        let long = "x".repeat(2001);
        staff.put(&path(id), &[("status", "withdrawn"), ("comments", &long)]).await.expect_error(400, "INVALID_PARAMETER");
        let names = ["withdrawn", "labOnly"].map(|name| sandbox.title(name).to_string());
        for other in ["soon", "999999999", &id.to_string(), &names[0], &names[1]] {
            let form = [("status", "withdrawn"), ("replacementId", other)];
            let reply = staff.put(&path(id), &form).await.expect_error(400, "INVALID_PARAMETER");
            assert!(reply.json["messages"][0].as_str().unwrap().starts_with("replacementId: "), "{}", reply.json);
        }
        assert_eq!(history(&staff, id).await, before);
        // A JSON object is accepted like a form.
        let call = sandbox.call(Method::PUT, &path(id)).bearer(staff.token());
        let body = json!({"api_key": sandbox.key("app"), "status": "withdrawn", "replacementId": sandbox.title("labShared")});
        call.json(&body).send().await.expect_status(202);
    }

    async fn others_and_other_sites_staff_are_refused(sandbox: Sandbox) {
        let (own, shared) = (path(sandbox.title("copyright")), path(sandbox.title("labShared")));
        let form = [("status", "withdrawn")];
        for user in ["individual", "sponsor", "orgMember", "membershipAssistant", "volunteer", "labIndividual"] {
            User::sign_in(sandbox, user).await.put(&own, &form).await.expect_error(403, "FORBIDDEN");
        }
        let staff = User::sign_in(sandbox, "collectionAssistant").await;
        staff.put(&shared, &form).await.expect_error(403, "OPERATION_NOT_ALLOWED");
        staff.put(&path(sandbox.title("labOnly")), &form).await.expect_error(404, "TITLE_NOT_FOUND");
        staff.put("/v2/titles/999999999/status", &form).await.expect_error(404, "TITLE_NOT_FOUND");
        staff.put("/v2/titles/x/status", &form).await.expect_error(404, "TITLE_NOT_FOUND");
        User::sign_in(sandbox, "labAssistant").await.put(&own, &form).await.expect_error(404, "TITLE_NOT_FOUND");
        let key = [("api_key", sandbox.key("app"))];
        sandbox.call(Method::PUT, &own).query(&key).send().await.expect_error(401, "UNAUTHORIZED");
        sandbox.call(Method::PUT, &own).bearer(staff.token()).send().await.expect_error(403, "INVALID_API_KEY");
        let get = staff.get(&own).await.expect_error(405, "METHOD_NOT_ALLOWED");
        assert_eq!(get.header("allow"), "PUT");
    }

    async fn a_new_title_is_published_by_an_administrator_for_the_site(sandbox: Sandbox) {
        let lab = User::sign_in(sandbox, "labAssistant").await;
        let id = submit(&lab, "From the lab").await;
        User::sign_in(sandbox, "collectionAssistant").await.put(&path(id), &[("status", "beingEdited")]).await.expect_error(404, "TITLE_NOT_FOUND");
        publish(&User::sign_in(sandbox, "administrator").await, id).await;
        User::sign_in(sandbox, "labIndividual").await.get(&format!("/v2/titles/{id}")).await.expect_status(200);
        User::sign_in(sandbox, "individual").await.get(&format!("/v2/titles/{id}")).await.expect_error(404, "TITLE_NOT_FOUND");
    }
}
