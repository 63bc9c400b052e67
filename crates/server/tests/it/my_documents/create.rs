//! Sending a document in, and what becomes of it.

use reqwest::Method;
use serde_json::{Value, json};

use super::{Owner, PATH, PPTX, Parts, count_stored, form, post, two_slides};
use crate::one;
use crate::support::{Sandbox, package, read_zip};

one! {
    async fn a_document_is_created_converted_and_downloaded(sandbox: Sandbox) {
        let owner = Owner::sign_in(sandbox, "individual").await;
        let reply = owner.send(form("My slides", PPTX, &two_slides())).await.expect_status(201);
        let id = reply.json["serviceId"].as_i64().unwrap();
        assert_eq!(reply.header("location"), format!("{}/v2/titles/{id}", sandbox.base()));
        let record = &reply.json;
        assert_eq!(record["title"], "My slides");
        assert_eq!((&record["available"], &record["allows"]), (&json!(false), &json!(["DELETE"])));
        assert_eq!(record["formats"], json!([]));
        assert!(record["owner"].as_str().is_some_and(|owner| !owner.is_empty()));
        let statuses = |record: &Value| -> Vec<(String, String)> {
            let all = record["formatStatuses"].as_array().unwrap();
            all.iter().map(|s| (s["formatId"].as_str().unwrap().into(), s["status"].as_str().unwrap().into())).collect()
        };
        assert!(statuses(record).iter().all(|(_, status)| status == "PENDING"), "{record}");
        assert_eq!(record["titleAccessAlerts"][0]["code"], "FORMATS_PENDING");
        assert!(record["dateAdded"].is_string());

        let detail = owner.wait_for_end(id).await;
        let available = ["DAISY", "EPUB3"].map(|format| (format.to_owned(), "AVAILABLE".to_owned()));
        assert_eq!(statuses(&detail.json), available);
        assert_eq!((&detail.json["available"], &detail.json["allows"]), (&json!(true), &json!(["GET", "DELETE"])));
        assert_eq!(detail.json["owner"], record["owner"]);
        assert_eq!(detail.link("download"), format!("{}/v2/titles/{id}/{{format}}", sandbox.base()));
        for format in ["EPUB3", "DAISY"] {
            let file = package(sandbox, Some(&owner.token), &format!("/v2/titles/{id}/{format}")).await;
            let texts: String =
                read_zip(&file).unwrap().iter().map(|(_, bytes)| String::from_utf8_lossy(bytes).into_owned()).collect();
            assert!(texts.contains("It comes in twice a day."), "{format}");
            // The owner's copy of the owner's own document bears no mark.
            let name = sandbox.user("individual")["username"].as_str().unwrap();
            assert!(!texts.contains(record["owner"].as_str().unwrap()) && !texts.contains(name), "{format}");
        }
        let resources = owner.get(&format!("/v2/titles/{id}/EPUB3/resources")).await.expect_status(200);
        assert!(resources.json["totalResults"].as_u64().unwrap() > 3);
    }

    async fn an_own_document_costs_no_quota(sandbox: Sandbox) {
        let owner = Owner::sign_in(sandbox, "individual").await;
        let left = async || {
            owner.get("/v2/myAccount/subscription").await.expect_status(200).json["booksRemaining"].clone()
        };
        let before = left().await;
        let id = owner.document("Mine").await;
        owner.wait_for_end(id).await;
        package(sandbox, Some(&owner.token), &format!("/v2/titles/{id}/EPUB3")).await;
        assert_eq!(left().await, before);
    }

    async fn anyone_who_signs_in_may_keep_documents(sandbox: Sandbox) {
        for user in ["unqualified", "minor", "orgMember", "sponsor", "volunteer", "membershipAssistant", "labIndividual"] {
            let owner = Owner::sign_in(sandbox, user).await;
            let id = owner.document(&format!("Of {user}")).await;
            let record = owner.wait_for_end(id).await;
            assert_eq!(record.json["available"], true, "{user}");
            assert!(!record.link("download").contains("forUser"), "{user}");
            package(sandbox, Some(&owner.token), &format!("/v2/titles/{id}/DAISY")).await;
        }
    }

    async fn key_and_token_may_come_after_the_file(sandbox: Sandbox) {
        let owner = Owner::sign_in(sandbox, "individual").await;
        let key = sandbox.key("app");
        let begun = || Parts::default().text("name", "Behind").text("mimeType", PPTX);
        let bodies = [
            begun().file("file", "a.pptx", &two_slides()).text("api_key", key).text("access_token", &owner.token).end(),
            begun().text("api_key", key).file("file", "a.pptx", &two_slides()).text("access_token", &owner.token).end(),
            Parts::default().text("api_key", key).text("access_token", &owner.token)
                .file("file", "a.pptx", &two_slides()).text("name", "Behind").text("mimeType", PPTX).end(),
        ];
        for body in bodies {
            post(sandbox, PATH, body).send().await.expect_status(201);
        }
        // The header with the key in the body, and the key in the query.
        let body = begun().file("file", "a.pptx", &two_slides()).text("api_key", key).end();
        post(sandbox, PATH, body).bearer(&owner.token).send().await.expect_status(201);
        assert_eq!(owner.names("").await, ["Behind"; 4]);
    }

    async fn unexpected_parts_are_skipped(sandbox: Sandbox) {
        let owner = Owner::sign_in(sandbox, "individual").await;
        let body = Parts::default()
            .file("other", "b.pdf", &vec![7; 300_000])
            .text("name", "Spare parts")
            .text("color", "blue")
            // A file without a name is still a file.
            .with_raw_part("Content-Disposition: form-data; name=\"file\"\r\n", &two_slides())
            .text("mimeType", PPTX)
            .end();
        owner.send(body).await.expect_status(201);
        // A field of a form in which nobody chose a file counts as not sent.
        let body = Parts::default().file("file", "", b"").text("name", "Empty").text("mimeType", PPTX).end();
        owner.send(body).await.expect_error(400, "FILE_REQUIRED");
    }

    async fn an_unreadable_document_reports_the_reason(sandbox: Sandbox) {
        let owner = Owner::sign_in(sandbox, "individual").await;
        // A zip file with the name of a presentation, and nothing in it.
        let hollow = books::testkit::zip_files([("ppt/presentation.xml", "<nothing/>")]);
        let reply = owner.send(form("Hollow", PPTX, &hollow)).await.expect_status(201);
        let detail = owner.wait_for_end(reply.json["serviceId"].as_i64().unwrap()).await.json;
        for status in detail["formatStatuses"].as_array().unwrap() {
            assert_eq!(status["status"], "UNAVAILABLE");
        }
        assert_eq!((&detail["available"], &detail["allows"]), (&json!(false), &json!(["DELETE"])));
        assert!(detail["notes"].as_str().unwrap().starts_with("The document could not be converted: "));
    }

    async fn a_user_may_keep_100_documents(sandbox: Sandbox) {
        let owner = Owner::sign_in(sandbox, "individual").await;
        let page = &two_slides();
        for n in 0..100 {
            owner.send(form(&format!("Number {n}"), PPTX, page)).await.expect_status(201);
        }
        let reply = owner.send(form("One more", PPTX, page)).await.expect_error(403, "OPERATION_NOT_ALLOWED");
        assert!(reply.json["messages"][0].as_str().unwrap().contains("may keep 100"));
        assert_eq!(owner.get(&format!("{PATH}?limit=1")).await.json["totalResults"], 100);
        // Only the files of those that were taken are there, and books of those that were converted.
        let uploads = count_stored(sandbox, "pptx");
        assert_eq!(uploads, 100);
        let other = Owner::sign_in(sandbox, "individual2").await;
        other.send(form("Another's", PPTX, page)).await.expect_status(201);
    }

    async fn a_form_without_a_file_is_read_like_other_forms(sandbox: Sandbox) {
        let owner = Owner::sign_in(sandbox, "individual").await;
        let fields = [("name", "From the drive"), ("mimeType", PPTX), ("partnerDriveFileId", "42")];
        let reply = owner.call(Method::POST, PATH).form(&fields).send().await;
        // No drive is set up in the sandbox.
        reply.expect_error(400, "INVALID_PARAMETER");
        let json = json!({"name": "x", "mimeType": PPTX});
        owner.call(Method::POST, PATH).json(&json).send().await.expect_error(400, "FILE_REQUIRED");
    }
}
