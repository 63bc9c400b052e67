//! GET /v2/periodicals/{seriesId}/editions, and one of them.

use serde_json::{Value, json};

use super::{edition, edition_path, editions_path, series};
use crate::one;
use crate::support::{Sandbox, link};

fn names(reply: &Value) -> Vec<String> {
    let editions = reply["periodicalEditions"].as_array().unwrap();
    editions.iter().map(|one| one["editionName"].as_str().unwrap().to_owned()).collect()
}

one! {
    async fn editions_are_listed_in_both_orders(sandbox: Sandbox) {
        let list = async |query: &str| {
            let path = format!("{}?{query}", editions_path(sandbox));
            sandbox.guest(&path).send().await.expect_status(200).json
        };
        let reply = list("").await;
        assert_eq!(names(&reply), ["11 September 2026", "18 September 2026", "4 September 2026"], "by name");
        assert_eq!((&reply["totalResults"], &reply["limit"], &reply["next"]), (&json!(3), &json!(10), &Value::Null));
        assert!(reply.as_object().unwrap().contains_key("message"));
        assert_eq!(
            names(&list("sortOrder=publicationDate").await),
            ["4 September 2026", "11 September 2026", "18 September 2026"]
        );
        assert_eq!(
            names(&list("sortOrder=publicationDate&direction=desc").await),
            ["18 September 2026", "11 September 2026", "4 September 2026"]
        );
        for query in ["sortOrder=editionName", "sortOrder=publicationDate&direction=desc"] {
            let mut reply = list(&format!("{query}&limit=2")).await;
            let mut seen = names(&reply);
            while let Some(next) = link(&reply, "next") {
                reply = sandbox.get(&next).send().await.expect_status(200).json;
                seen.extend(names(&reply));
            }
            assert_eq!(seen, names(&list(query).await), "{query}");
        }
        let bad = format!("{}?sortOrder=title", editions_path(sandbox));
        sandbox.guest(&bad).send().await.expect_error(400, "INVALID_PARAMETER");
    }

    async fn the_record_has_every_member(sandbox: Sandbox) {
        let path = edition_path(sandbox);
        let reply = sandbox.guest(&path).send().await.expect_status(200).json;
        let mut members: Vec<_> = reply.as_object().unwrap().keys().map(String::as_str).collect();
        members.sort_unstable();
        let expected = [
            "allows", "available", "editionId", "editionName", "expirationDate", "formats", "links",
            "publicationDate", "seriesId", "titleAccessAlerts",
        ];
        assert_eq!(members, expected);
        assert_eq!((&reply["editionId"], &reply["seriesId"]), (&json!(edition(sandbox)), &json!(series(sandbox))));
        assert_eq!(reply["publicationDate"], "2026-09-18T00:00:00Z");
        assert_eq!(reply["expirationDate"], Value::Null);
        let formats: Vec<_> = reply["formats"].as_array().unwrap().iter().map(|f| f["formatId"].as_str().unwrap()).collect();
        assert!(formats.contains(&"EPUB3") && formats.contains(&"DAISY"), "{formats:?}");
        assert!(!formats.contains(&"PDF") && !formats.contains(&"DOCX"), "{formats:?}");
        assert_eq!(link(&reply, "self").unwrap(), format!("{}{path}", sandbox.base()));
        // A guest gets the alert to sign in.
        assert_eq!((&reply["available"], &reply["allows"], link(&reply, "download")), (&json!(false), &Value::Null, None));
        assert_eq!(reply["titleAccessAlerts"][0]["code"], "LOGIN_REQUIRED");
    }

    async fn each_caller_sees_what_can_be_done(sandbox: Sandbox) {
        let path = edition_path(sandbox);
        let base = sandbox.base();
        for (user, available, allows, suffix) in [
            ("individual", true, json!(["GET"]), Some("")),
            ("unqualified", false, Value::Null, None),
            ("sponsor", true, json!(["GET"]), Some("?forUser={userAccountId}")),
            ("orgMember", false, Value::Null, None),
            ("volunteer", false, Value::Null, None),
            ("collectionAssistant", true, json!(["GET", "PUT", "DELETE"]), Some("")),
            ("administrator", true, json!(["GET", "PUT", "DELETE"]), Some("")),
        ] {
            let reply = sandbox.call_signed_in(user, &path).await.send().await.expect_status(200).json;
            assert_eq!((&reply["available"], &reply["allows"]), (&json!(available), &allows), "{user}");
            let download = suffix.map(|suffix| format!("{base}{path}/{{format}}{suffix}"));
            assert_eq!(link(&reply, "download"), download, "{user}");
        }
        let closed = sandbox.call_signed_in("orgMember", &path).await.send().await.expect_status(200).json;
        assert_eq!(closed["titleAccessAlerts"][0]["code"], "NOT_ASSIGNED");
    }

    async fn unknown_editions_are_404(sandbox: Sandbox) {
        let nothing = format!("{}/nothing", editions_path(sandbox));
        sandbox.guest(&nothing).send().await.expect_error(404, "EDITION_NOT_FOUND");
        let elsewhere = format!("/v2/periodicals/demo-slow-knowledge/editions/{}", edition(sandbox));
        sandbox.guest(&elsewhere).send().await.expect_error(404, "EDITION_NOT_FOUND");
        let unknown = format!("/v2/periodicals/nothing/editions/{}", edition(sandbox));
        sandbox.guest(&unknown).send().await.expect_error(404, "PERIODICAL_NOT_FOUND");
        let lab = sandbox.call_signed_in("labAssistant", &edition_path(sandbox)).await.send().await;
        lab.expect_error(404, "PERIODICAL_NOT_FOUND");
    }
}
