//! DELETE /v2/titles/{serviceId}: withdrawal, and the documents of their owners (docs/rules/titles.md#rule-4,
//! docs/rules/access.md#rule-23, docs/rules/titles.md#rule-2).

use reqwest::Method;
use serde_json::{Value, json};

use crate::one;
use crate::support::staff::{history, wait_until};
use crate::support::{Parts, Sandbox, User, eventually, link, package};

fn path(id: i64) -> String {
    format!("/v2/titles/{id}")
}

fn codes(title: &Value) -> Vec<&str> {
    title["titleAccessAlerts"].as_array().unwrap().iter().map(|a| a["code"].as_str().unwrap()).collect()
}

/// Withdraws a title, and waits until it is.
async fn withdraw(staff: &User<'_>, id: i64, query: &str) -> Value {
    let reply = staff.delete(&format!("{}?{query}", path(id))).await.expect_status(202);
    assert_eq!(reply.json["key"], "SUCCESS", "{}", reply.json);
    wait_until(staff, id, "withdrawn", |reply| reply.json["status"] == "withdrawn").await.json
}

/// Polls until a search finds `count` titles.
async fn finds(user: &User<'_>, query: &str, count: u64) {
    eventually(&format!("{query} finds {count}"), async || {
        let found = user.get(&format!("/v2/titles?{query}")).await.expect_status(200).json;
        if found["totalResults"] == count { Ok(()) } else { Err(found) }
    })
    .await;
}

/// A document of the user; its number.
async fn document(user: &User<'_>) -> i64 {
    let mime = "application/vnd.openxmlformats-officedocument.presentationml.presentation";
    let slides = books::testkit::PptxBuilder::new("Mine").slide("").build();
    let body =
        Parts::default().text("name", "Mine").text("mimeType", mime).file("file", "a.pptx", &slides).end();
    user.post_files("/v2/myDocuments", body).await.expect_status(201).json["serviceId"].as_i64().unwrap()
}

one! {
    async fn a_withdrawn_title_is_read_about_and_no_longer_had(sandbox: Sandbox) {
        let (staff, reader) = (User::sign_in(sandbox, "collectionAssistant").await, User::sign_in(sandbox, "individual").await);
        let (sponsor, member) = (User::sign_in(sandbox, "sponsor").await, User::sign_in(sandbox, "orgMember").await);
        let (id, other) = (sandbox.title("copyright"), sandbox.title("mending"));
        let list = format!("/v2/lists/{}/titles", sandbox.demo["readingLists"]["shared"].as_str().unwrap());
        sponsor.post(&list, &[("serviceId", &id.to_string())]).await.expect_status(200);
        let name = reader.get(&path(id)).await.json["title"].as_str().unwrap().to_owned();
        let query = format!("title={}", url(&name));
        finds(&reader, &query, 1).await;
        let total = reader.get("/v2/titles/count").await.json.as_u64().unwrap();
        // A copy that was handed out, and the address of one of its files.
        package(sandbox, Some(reader.token()), &format!("{}/EPUB3", path(id))).await;
        let ready = reader.get(&format!("{}/EPUB3", path(id))).await.expect_status(302);
        let files = reader.get(&format!("{}/EPUB3/resources", path(id))).await.expect_status(200).json;
        let file = link(&files["titleFileResources"][0], "self").unwrap();
        sandbox.get(&file).send().await.expect_status(302);

        let seen = withdraw(&staff, id, &format!("replacementId={other}&comments=a%20page%20is%20missing")).await;
        assert_eq!((&seen["replacementId"], &seen["allows"]), (&json!(other), &json!(["GET", "PUT", "DELETE"])));
        assert!(seen["withdrawalDate"].is_string());
        // Readers still read about it, and learn what takes its place.
        let record = reader.get(&path(id)).await.expect_status(200);
        assert_eq!((&record.json["available"], &record.json["allows"]), (&json!(false), &Value::Null));
        assert_eq!(record.link("replacement"), format!("{}{}", sandbox.base(), path(other)));
        assert_eq!(link(&record.json, "download"), None);
        assert_eq!(codes(&record.json)[0], "TITLE_NOT_LIVE");
        assert!(codes(&record.json).contains(&"REPLACED"), "{:?}", codes(&record.json));
        // Nobody finds it or gets it; a file's signed address ends with the title.
        finds(&reader, &query, 0).await;
        assert_eq!(reader.get("/v2/titles/count").await.json, total - 1);
        for rest in ["EPUB3", "DAISY", "EPUB3/resources", "EPUB3/resources/nothing"] {
            reader.get(&format!("{}/{rest}", path(id))).await.expect_error(403, "TITLE_NOT_LIVE");
        }
        sandbox.get(&file).send().await.expect_error(403, "TITLE_NOT_LIVE");
        // The address of a whole copy that was handed out works for its hour.
        sandbox.get(ready.header("location")).send().await.expect_status(200);
        // On lists and among assigned titles it stays, closed.
        for (user, list) in [(&reader, list.as_str()), (&member, "/v2/myAssignedTitles")] {
            let titles = user.get(&format!("{list}?limit=100")).await.expect_status(200).json;
            let title = titles["titles"].as_array().unwrap().iter().find(|title| title["serviceId"] == id).unwrap();
            assert_eq!(title["available"], false, "{list}");
        }
        // Checkers still have access.
        let checked = staff.get(&format!("{}/EPUB3/resources", path(id))).await.expect_status(200).json;
        let file = link(&checked["titleFileResources"][0], "self").unwrap();
        sandbox.get(&file).send().await.expect_status(302);
        let events = staff.get(&format!("{}/history", path(id))).await.json;
        for (n, action) in ["withdrawn", "withdrawRequested"].iter().enumerate() {
            let event = &events["titleEvents"][n];
            assert_eq!((&event["action"], &event["comment"]), (&json!(action), &json!("a page is missing")));
            assert!(event["personName"].is_string(), "{event}");
        }
    }

    async fn only_a_live_title_is_withdrawn(sandbox: Sandbox) {
        let staff = User::sign_in(sandbox, "administrator").await;
        let id = sandbox.title("copyright");
        staff.delete(&path(sandbox.title("withdrawn"))).await.expect_error(409, "INVALID_TRANSITION");
        staff.delete(&format!("{}?replacementId=soon", path(id))).await.expect_error(400, "INVALID_PARAMETER");
        staff.delete(&format!("{}?replacementId={id}", path(id))).await.expect_error(400, "INVALID_PARAMETER");
        staff.delete(&path(id)).await.expect_status(202);
        staff.delete(&path(id)).await.expect_error(409, "INVALID_TRANSITION");
        wait_until(&staff, id, "withdrawn", |reply| reply.json["status"] == "withdrawn").await;
        let words = history(&staff, id).await;
        assert_eq!(words.iter().filter(|word| word.contains("ithdraw")).count(), 2, "{words:?}");
    }

    async fn an_owner_removes_a_document_by_the_titles_address(sandbox: Sandbox) {
        let (owner, staff) = (User::sign_in(sandbox, "individual").await, User::sign_in(sandbox, "collectionAssistant").await);
        let id = document(&owner).await;
        let record = owner.get(&path(id)).await.expect_status(200);
        assert!(record.json["allows"].as_array().unwrap().contains(&json!("DELETE")));
        User::sign_in(sandbox, "individual2").await.delete(&path(id)).await.expect_error(403, "OPERATION_NOT_ALLOWED");
        staff.delete(&path(id)).await.expect_error(404, "TITLE_NOT_FOUND");
        staff.put(&format!("{}/status", path(id)), &[("status", "removed")]).await.expect_error(404, "TITLE_NOT_FOUND");
        let gone = owner.delete(&path(id)).await.expect_status(204);
        assert!(gone.bytes.is_empty());
        owner.get(&path(id)).await.expect_error(404, "TITLE_NOT_FOUND");
        assert_eq!(owner.get("/v2/myDocuments").await.json["totalResults"], 0);
        // Staff have documents of their own.
        let own = document(&staff).await;
        staff.delete(&path(own)).await.expect_status(204);
        // The parameters of a withdrawal do not concern the owner.
        let own = document(&staff).await;
        staff.delete(&format!("{}?replacementId=soon", path(own))).await.expect_status(204);
    }

    async fn others_and_other_sites_staff_are_refused(sandbox: Sandbox) {
        let own = path(sandbox.title("copyright"));
        for user in ["individual", "sponsor", "orgMember", "membershipAssistant", "volunteer", "labIndividual"] {
            let user = User::sign_in(sandbox, user).await;
            // The role comes before the parameters.
            user.delete(&format!("{own}?replacementId=soon")).await.expect_error(403, "OPERATION_NOT_ALLOWED");
            user.delete("/v2/titles/999999999").await.expect_error(403, "OPERATION_NOT_ALLOWED");
        }
        let staff = User::sign_in(sandbox, "collectionAssistant").await;
        staff.delete(&path(sandbox.title("labShared"))).await.expect_error(403, "OPERATION_NOT_ALLOWED");
        staff.delete(&path(sandbox.title("labOnly"))).await.expect_error(404, "TITLE_NOT_FOUND");
        staff.delete("/v2/titles/999999999").await.expect_error(404, "TITLE_NOT_FOUND");
        staff.delete("/v2/titles/x").await.expect_error(404, "TITLE_NOT_FOUND");
        User::sign_in(sandbox, "labAssistant").await.delete(&own).await.expect_error(404, "TITLE_NOT_FOUND");
        let key = [("api_key", sandbox.key("app"))];
        sandbox.call(Method::DELETE, &own).query(&key).send().await.expect_error(401, "UNAUTHORIZED");
        staff.get(&own).await.expect_status(200);
        assert_eq!(staff.get(&own).await.json["status"], "live");
    }
}

fn url(text: &str) -> String {
    text.replace(' ', "%20").replace('\'', "%27")
}
