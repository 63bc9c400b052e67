//! GET and PUT /v2/titles/{serviceId}/artifacts/{format} (docs/rules/titles.md#rule-8).

use reqwest::Method;
use serde_json::{Value, json};

use super::changes::{events_with_actions, history, wait_for_title};
use crate::one;
use crate::support::{Sandbox, User, eventually};

fn path(id: i64, format: &str) -> String {
    format!("/v2/titles/{id}/artifacts/{format}")
}

fn artifact<'a>(title: &'a Value, format: &str) -> &'a Value {
    title["artifacts"].as_array().unwrap().iter().find(|one| one["format"] == format).unwrap()
}

one! {
    async fn the_description_of_a_format_is_changed(sandbox: Sandbox) {
        let (staff, id) = (User::sign_in(sandbox, "collectionAssistant").await, sandbox.title("mending"));
        let before = staff.get(&format!("/v2/titles/{id}")).await.json;
        let form = [
            ("globalBookServiceId", "G-1"), ("duration", "PT2H30M"), ("brailleCode", "ueb"), ("brailleGrade", "uncontracted"),
            ("brailleType", "transcribed"), ("brailleMusicScoreLayout", "barByBar"), ("numberOfVolumes", "4"),
            ("externalIdentifierCode", "E-1"), ("transcriber", "Louise Braile"), ("supplier", "Dots"),
            ("fundingSource", "Friends"), ("producers", "First House"), ("producers", "Second House"),
        ];
        let reply = staff.put(&path(id, "daisy"), &form).await.expect_status(202);
        assert_eq!(reply.json, json!({"key": "ACCEPTED", "messages": null, "links": []}));
        let title = wait_for_title(&staff, id, 1).await;
        let expected = json!({
            "format": "DAISY", "globalBookServiceId": "G-1", "duration": "PT2H30M", "brailleCode": "ueb",
            "brailleGrade": "uncontracted", "brailleType": "transcribed", "brailleMusicScoreLayout": "barByBar",
            "numberOfVolumes": 4, "externalIdentifierCode": "E-1", "supplier": "Dots", "fundingSource": "Friends",
            "producer": "First House; Second House", "allows": ["GET", "PUT"],
            "links": [{"rel": "self", "href": format!("{}{}", sandbox.base(), path(id, "DAISY"))}],
        });
        for (name, value) in expected.as_object().unwrap() {
            assert_eq!(&artifact(&title, "DAISY")[name], value, "{name}");
        }
        let transcriber = &artifact(&title, "DAISY")["transcriber"];
        assert_eq!((&transcriber["firstName"], &transcriber["lastName"]), (&json!("Louise"), &json!("Braile")));
        for member in ["dateAdded", "accessibility", "narrator"] {
            assert_eq!(artifact(&title, "DAISY")[member], artifact(&before, "DAISY")[member], "{member}");
        }
        assert_eq!(artifact(&title, "EPUB3"), artifact(&before, "EPUB3"), "no other format");
        let reader = sandbox.call_signed_in("individual", &format!("/v2/titles/{id}")).await.send().await.json;
        let seen = artifact(&reader, "DAISY");
        assert_eq!((&seen["numberOfVolumes"], &seen["allows"], &seen["links"]), (&json!(4), &Value::Null, &json!([])));
        assert_eq!(title["formatStatuses"], before["formatStatuses"]);

        // Both events name the format.
        let events = history(&staff, id).await;
        let two = events_with_actions(&events, &["metadataUpdateRequested", "artifactUpdated"]);
        let actions: Vec<&str> = two.iter().map(|event| event["action"].as_str().unwrap()).collect();
        assert_eq!(actions, ["metadataUpdateRequested", "artifactUpdated"]);
        assert!(two.iter().all(|event| event["format"]["formatId"] == "DAISY" && event["comment"] == Value::Null));

        // Searches by the new values find it once the index has caught up; what is not sent stays, and an
        // empty value clears.
        staff.get("/v2/catalog?limit=1").await.expect_status(200);
        let found = sandbox.guest("/v2/titles?externalIdentifierCode=E-1").send().await.expect_status(200).json;
        assert_eq!(found["titles"][0]["serviceId"], id);
        staff.put(&path(id, "DAISY"), &[("supplier", ""), ("producers", ""), ("duration", "")]).await.expect_status(202);
        let title = wait_for_title(&staff, id, 2).await;
        let daisy = artifact(&title, "DAISY");
        assert_eq!((&daisy["supplier"], &daisy["producer"], &daisy["duration"]), (&Value::Null, &Value::Null, &Value::Null));
        assert_eq!((&daisy["numberOfVolumes"], &daisy["brailleCode"]), (&json!(4), &json!("ueb")));
    }

    async fn the_self_link_of_an_artifact_leads_to_its_record(sandbox: Sandbox) {
        let staff = ["collectionAssistant", "administrator"];
        for (name, title) in staff.into_iter().flat_map(|name| ["mending", "audio", "withdrawn"].map(|title| (name, title))) {
            let user = User::sign_in(sandbox, name).await;
            let title = user.get(&format!("/v2/titles/{}", sandbox.title(title))).await.expect_status(200).json;
            for expected in title["artifacts"].as_array().unwrap() {
                let link = crate::support::link(expected, "self").unwrap();
                let reply = user.get(&link.replacen(sandbox.base(), "", 1)).await.expect_status(200);
                assert_eq!(&reply.json, expected);
                assert_eq!(reply.json["allows"], json!(["GET", "PUT"]));
            }
        }
    }

    async fn a_removed_title_is_read_and_not_changed(sandbox: Sandbox) {
        let (staff, id) = (User::sign_in(sandbox, "collectionAssistant").await, sandbox.title("withdrawn"));
        staff.put(&format!("/v2/titles/{id}/status"), &[("status", "removed")]).await.expect_status(202);
        let record = eventually("the title is removed", async || {
            let record = staff.get(&path(id, "EPUB3")).await.expect_status(200).json;
            if record["allows"] == json!(["GET"]) { Ok(record) } else { Err(record) }
        });
        assert_eq!(record.await["format"], "EPUB3");
        staff.put(&path(id, "EPUB3"), &[("supplier", "x")]).await.expect_error(404, "TITLE_NOT_FOUND");
    }

    async fn only_staff_of_the_titles_site_read_an_artifact(sandbox: Sandbox) {
        let (staff, lab) = (User::sign_in(sandbox, "collectionAssistant").await, User::sign_in(sandbox, "labAssistant").await);
        let (own, shared, other) = (sandbox.title("mending"), sandbox.title("labShared"), sandbox.title("labOnly"));
        staff.get(&path(own, "epub3")).await.expect_status(200);
        staff.get(&path(own, "HTML")).await.expect_error(400, "INVALID_FORMAT");
        staff.get(&path(999_999, "EPUB3")).await.expect_error(404, "TITLE_NOT_FOUND");
        staff.get(&path(shared, "EPUB3")).await.expect_error(403, "FORBIDDEN");
        staff.get(&path(other, "EPUB3")).await.expect_error(404, "TITLE_NOT_FOUND");
        lab.get(&path(shared, "EPUB3")).await.expect_status(200);
        lab.get(&path(own, "EPUB3")).await.expect_error(404, "TITLE_NOT_FOUND");
        for name in ["individual", "sponsor", "membershipAssistant", "volunteer"] {
            User::sign_in(sandbox, name).await.get(&path(own, "EPUB3")).await.expect_error(403, "FORBIDDEN");
        }
        sandbox.guest(&path(own, "EPUB3")).send().await.expect_error(401, "UNAUTHORIZED");
    }

    async fn bad_values_and_formats_are_refused(sandbox: Sandbox) {
        let (staff, id) = (User::sign_in(sandbox, "collectionAssistant").await, sandbox.title("mending"));
        let bad = [
            ("duration", "two hours"), ("brailleCode", "UEB"), ("brailleGrade", "full"), ("brailleType", "handmade"),
            ("brailleMusicScoreLayout", "pageByPage"), ("numberOfVolumes", "-1"), ("supplier", "two\nlines"),
        ];
        for (name, value) in bad {
            let reply = staff.put(&path(id, "BRF"), &[(name, value)]).await.expect_error(400, "INVALID_PARAMETER");
            assert!(reply.json["messages"][0].as_str().unwrap().starts_with(&format!("{name}: ")), "{}", reply.json);
        }
        let reply = staff.put(&path(id, "BRF"), &bad).await.expect_error(400, "INVALID_PARAMETER");
        assert_eq!(reply.json["messages"].as_array().unwrap().len(), bad.len());
        staff.put(&path(id, "HTML"), &[]).await.expect_error(400, "INVALID_FORMAT");
        let formats = staff.get(&format!("/v2/titles/{id}")).await.json["formatStatuses"].clone();
        let missing = ["DAISY_AUDIO", "DAISY_2_AUDIO", "PDF", "DOCX"].into_iter();
        let missing: Vec<_> =
            missing.filter(|format| formats.as_array().unwrap().iter().all(|one| one["formatId"] != *format)).collect();
        for format in missing {
            staff.put(&path(id, format), &[("supplier", "x")]).await.expect_error(400, "FORMAT_NOT_AVAILABLE");
            staff.get(&path(id, format)).await.expect_error(400, "FORMAT_NOT_AVAILABLE");
        }
        assert_eq!(events_with_actions(&history(&staff, id).await, &["metadataUpdateRequested"]).len(), 0);
        let post = staff.post(&path(id, "BRF"), &[]).await.expect_error(405, "METHOD_NOT_ALLOWED");
        assert_eq!(post.header("allow"), "GET,HEAD,PUT");
    }

    async fn it_is_for_the_titles_own_staff(sandbox: Sandbox) {
        let form = [("supplier", "Dots")];
        let own = path(sandbox.title("mending"), "EPUB3");
        let guest = sandbox.call(Method::PUT, &own).query(&[("api_key", sandbox.key("app"))]).form(&form);
        guest.send().await.expect_error(401, "UNAUTHORIZED");
        for user in ["individual", "sponsor", "orgMember", "membershipAssistant", "volunteer"] {
            User::sign_in(sandbox, user).await.put(&own, &form).await.expect_error(403, "FORBIDDEN");
        }
        let staff = User::sign_in(sandbox, "collectionAssistant").await;
        let lab = User::sign_in(sandbox, "labAssistant").await;
        lab.put(&own, &form).await.expect_error(404, "TITLE_NOT_FOUND");
        let shared = path(sandbox.title("labShared"), "EPUB3");
        staff.put(&shared, &form).await.expect_error(403, "OPERATION_NOT_ALLOWED");
        staff.put(&path(999_999_999, "EPUB3"), &form).await.expect_error(404, "TITLE_NOT_FOUND");
        lab.put(&shared, &form).await.expect_status(202);
        User::sign_in(sandbox, "administrator").await.put(&shared, &form).await.expect_status(202);
    }
}
