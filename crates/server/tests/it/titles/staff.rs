//! Data of a title for collection staff: history and source (docs/rules/downloads.md#rule-10,
//! docs/rules/titles.md#rule-6).

use crate::one;
use crate::support::{Sandbox, eventually};

fn path(sandbox: &Sandbox, title: &str, word: &str) -> String {
    format!("/v2/titles/{}/{word}", sandbox.title(title))
}

one! {
    async fn the_history_tells_who_what_and_when(sandbox: Sandbox) {
        let id = sandbox.title("mending").to_string();
        sandbox.command(&["admin", "titles", "disable", &id, "--comment", "a page is missing"]);
        let path = path(sandbox, "mending", "history");
        let actions = eventually("it is withdrawn", async || {
            let reply = sandbox.call_signed_in("collectionAssistant", &path).await.send().await.expect_status(200);
            assert_eq!(reply.json["titleEvents"], reply.json["events"]);
            assert!(reply.link("self").ends_with(&format!("history?api_key={}", sandbox.key("trusted"))));
            let events = reply.json["events"].as_array().unwrap().clone();
            let dates: Vec<&str> = events.iter().map(|e| e["date"].as_str().unwrap()).collect();
            assert!(dates.is_sorted_by(|newer, older| newer >= older), "{dates:?}");
            let actions: Vec<String> = events.iter().map(|e| e["action"].as_str().unwrap().to_owned()).collect();
            if actions.contains(&"withdrawn".to_owned()) { Ok(actions) } else { Err(reply.json) }
        })
        .await;
        for action in ["published", "withdrawRequested"] {
            assert!(actions.contains(&action.to_owned()), "{action} in {actions:?}");
        }
    }

    async fn the_source_is_the_file_that_came_in(sandbox: Sandbox) {
        let path = path(sandbox, "withdrawn", "source");
        let ready = sandbox.call_signed_in("administrator", &path).await.send().await.expect_status(302);
        assert_eq!(ready.json["key"], "AVAILABLE");
        let file = sandbox.get(ready.header("location")).send().await.expect_status(200);
        assert_eq!(file.header("content-type"), "application/octet-stream");
        assert!(file.bytes.starts_with(b"PK"));
    }

    async fn other_people_and_other_sites_staff_are_refused(sandbox: Sandbox) {
        for word in ["history", "source"] {
            let own = path(sandbox, "copyright", word);
            sandbox.guest(&own).send().await.expect_error(401, "UNAUTHORIZED");
            for user in ["individual", "sponsor", "membershipAssistant", "volunteer"] {
                sandbox.call_signed_in(user, &own).await.send().await.expect_error(403, "FORBIDDEN");
            }
            let shared = path(sandbox, "labShared", word);
            sandbox.call_signed_in("collectionAssistant", &shared).await.send().await.expect_error(403, "FORBIDDEN");
            sandbox.call_signed_in("labAssistant", &own).await.send().await.expect_error(404, "TITLE_NOT_FOUND");
            let unknown = format!("/v2/titles/999999999/{word}");
            sandbox.call_signed_in("administrator", &unknown).await.send().await.expect_error(404, "TITLE_NOT_FOUND");
        }
    }
}
