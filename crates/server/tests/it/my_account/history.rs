//! GET /v2/myAccount/history (docs/rules/records.md#rule-17, docs/rules/requests.md#rule-13).

use serde_json::{Value, json};

use crate::both;
use crate::support::{Sandbox, link, package};

const PATH: &str = "/v2/myAccount/history";

async fn list(sandbox: &Sandbox, user: &str, query: &str) -> Vec<Value> {
    let reply = sandbox.call_signed_in(user, &format!("{PATH}{query}")).await.send().await.expect_status(200);
    reply.json["titleDownloads"].as_array().unwrap().clone()
}

/// The history's entry of a title, if any.
fn entry_of(list: &[Value], title: i64) -> Option<&Value> {
    let id = title.to_string();
    list.iter().find(|line| line["serviceId"] == id.as_str())
}

fn titles(list: &[Value]) -> Vec<String> {
    list.iter().map(|line| line["title"].as_str().unwrap().to_lowercase()).collect()
}

/// Asks until the package exists, and fetches it.
async fn download(sandbox: &Sandbox, user: &str, path: &str) {
    package(sandbox, Some(&sandbox.token(user).await), path).await;
}

both! {
    async fn a_download_is_in_the_history(sandbox: Sandbox) {
        let id = sandbox.title("publicDomain");
        download(sandbox, "minor", &format!("/v2/titles/{id}/EPUB3")).await;
        let list = list(sandbox, "minor", "?limit=100").await;
        let line = entry_of(&list, id).unwrap();
        let title = sandbox.guest(&format!("/v2/titles/{id}")).send().await.json;
        assert_eq!((&line["title"], &line["authors"]), (&title["title"], &title["authors"]));
        assert_eq!(line["format"], json!({"formatId": "EPUB3", "name": "EPUB 3"}));
        assert_eq!((&line["downloadedBy"], &line["downloadedFor"]), (&json!("Milo Santos"), &json!("Milo Santos")));
        assert_eq!((&line["status"]["key"], &line["packagingStatus"]["key"]), (&json!("COMPLETED"), &json!("COMPLETED")));
        assert_eq!(line["downloadStatus"]["key"], "DOWNLOADED");
        assert!(line["dateDownloaded"].as_str().unwrap() >= line["dateRequested"].as_str().unwrap());
        assert_eq!(link(line, "self").unwrap(), format!("{}/v2/titles/{id}", sandbox.base()));
        assert_eq!(link(line, "download").unwrap(), format!("{}/v2/titles/{id}/EPUB3", sandbox.base()));
        assert_eq!(line.as_object().unwrap().len(), 12);
    }

    async fn it_holds_what_was_made_by_the_caller_and_for_the_caller(sandbox: Sandbox) {
        let id = sandbox.title("copyright");
        let member = sandbox.user("orgMember")["userAccountId"].as_str().unwrap().to_owned();
        download(sandbox, "sponsor", &format!("/v2/titles/{id}/EPUB3?forUser={member}")).await;
        for user in ["sponsor", "orgMember"] {
            let list = list(sandbox, user, "?limit=100").await;
            let line = entry_of(&list, id).unwrap();
            let people = (&line["downloadedBy"], &line["downloadedFor"]);
            assert_eq!(people, (&json!("Sam Whitlock"), &json!("Olive Marsh")), "{user}");
            let query = if user == "sponsor" { format!("?forUser={member}") } else { String::new() };
            let again = format!("{}/v2/titles/{id}/EPUB3{query}", sandbox.base());
            assert_eq!(link(line, "download").unwrap(), again);
        }
        let others = list(sandbox, "primaryContact", "?limit=100").await;
        assert!(entry_of(&others, id).is_none(), "nobody else's");
    }

    async fn it_is_sorted_by_title_from_the_end_by_default(sandbox: Sandbox) {
        for name in ["publicDomain", "creativeCommons", "copyright"] {
            download(sandbox, "minor", &format!("/v2/titles/{}/EPUB3", sandbox.title(name))).await;
        }
        let all = list(sandbox, "minor", "?limit=100").await;
        let mut forward = list(sandbox, "minor", "?limit=100&sortOrder=title&direction=asc").await;
        assert_eq!(list(sandbox, "minor", "?limit=100&sortOrder=title&direction=desc").await, all);
        assert!(all.len() >= 3);
        forward.reverse();
        assert_eq!(titles(&forward), titles(&all));
        let dated = list(sandbox, "minor", "?limit=100&sortOrder=dateDownloaded").await;
        let stamps: Vec<&str> = dated.iter().filter_map(|line| line["dateDownloaded"].as_str()).collect();
        assert!(stamps.is_sorted_by(|one, next| one >= next), "{stamps:?}");
        assert_eq!(list(sandbox, "minor", "?limit=100&sortOrder=author").await.len(), all.len());

        let mut reply = sandbox.call_signed_in("minor", &format!("{PATH}?limit=1")).await.send().await.expect_status(200);
        let token = sandbox.token("minor").await;
        let mut seen = reply.json["titleDownloads"].as_array().unwrap().clone();
        assert_eq!(reply.json["totalResults"], serde_json::json!(all.len()));
        while reply.json["next"] != Value::Null {
            reply = sandbox.get(&reply.link("next")).bearer(&token).send().await.expect_status(200);
            seen.extend(reply.json["titleDownloads"].as_array().unwrap().clone());
        }
        assert_eq!(seen, all);
    }

    async fn an_empty_history_is_an_empty_list(sandbox: Sandbox) {
        let reply = sandbox.call_signed_in("volunteer", PATH).await.send().await.expect_status(200);
        assert_eq!((&reply.json["totalResults"], &reply.json["titleDownloads"]), (&json!(0), &json!([])));
        assert_eq!((&reply.json["next"], &reply.json["allows"]), (&Value::Null, &Value::Null));
    }

    async fn bad_values_are_refused(sandbox: Sandbox) {
        for (query, key) in [
            ("sortOrder=dateAdded", "INVALID_PARAMETER"),
            ("direction=down", "INVALID_PARAMETER"),
            ("limit=0", "INVALID_LIMIT"),
            ("start=x", "INVALID_START"),
        ] {
            let reply = sandbox.call_signed_in("individual", &format!("{PATH}?{query}")).await.send().await;
            reply.expect_error(400, key);
        }
    }
}
