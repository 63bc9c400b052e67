//! Many concurrent changes of titles: all are accepted, applied once each in the order of acceptance, and
//! recorded in the history (docs/rules/titles.md#rule-5).

use std::collections::BTreeSet;

use futures_util::future::join_all;
use serde_json::Value;

use super::changes::{events_with_actions, wait_for_history};
use crate::support::{Backend, Sandbox, User};
use crate::{both, each};

/// Asks for one change that says its number in the record and in the history.
async fn ask(user: &User<'_>, title: i64, n: usize) -> String {
    let n = n.to_string();
    let form = [("edition", n.as_str()), ("comments", n.as_str())];
    let reply = user.put(&format!("/v2/titles/{title}"), &form).await.expect_status(202);
    assert_eq!(reply.json["key"], "SUCCESS");
    n
}

fn comments<'a>(events: &'a [Value], action: &str) -> Vec<&'a str> {
    events_with_actions(events, &[action]).iter().map(|event| event["comment"].as_str().unwrap()).collect()
}

/// The history of a title is whole and in order, and the change that was accepted last is kept.
async fn check(user: &User<'_>, title: i64, asked: &BTreeSet<String>) {
    let events = wait_for_history(user, title, asked.len()).await;
    let (requested, updated) =
        (comments(&events, "metadataUpdateRequested"), comments(&events, "metadataUpdated"));
    let each: BTreeSet<String> = requested.iter().map(|n| (*n).to_owned()).collect();
    assert_eq!((requested.len(), &each), (asked.len(), asked), "each request once");
    assert_eq!(updated, requested, "applied once each, in the order of acceptance");
    for n in &requested {
        let place = |action| events.iter().position(|e| e["comment"] == *n && e["action"] == action).unwrap();
        assert!(place("metadataUpdateRequested") < place("metadataUpdated"), "{n}");
    }
    let dates: Vec<&str> = events.iter().map(|event| event["date"].as_str().unwrap()).collect();
    assert!(dates.is_sorted(), "{dates:?}");
    let person = &events_with_actions(&events, &["metadataUpdated"])[0]["personName"];
    assert!(
        person.is_string()
            && events_with_actions(&events, &["metadataUpdateRequested"])
                .iter()
                .all(|e| e["personName"] == *person)
    );
    let record = user.get(&format!("/v2/titles/{title}")).await.expect_status(200).json;
    assert_eq!(record["edition"], *requested.last().unwrap(), "the last accepted is kept");
    assert_eq!(record["lastUpdated"], events.last().unwrap()["date"]);
}

const MANY_TITLES: [&str; 10] = [
    "publicDomain", "creativeCommons", "adult", "nimac", "withdrawn", "audio", "music", "winter-twigs",
    "reading-the-tide", "the-thirteenth-digit",
];

both! {
    async fn two_hundred_concurrent_ones_to_one_title_and_to_many(sandbox: Sandbox) {
        let one = User::sign_in(sandbox, "collectionAssistant").await;
        let other = User::sign_in(sandbox, "administrator").await;
        let title = sandbox.title("mending");
        let many: Vec<i64> = MANY_TITLES.iter().map(|name| sandbox.title(name)).collect();
        let to_one = join_all((0..200).map(|n| ask(&one, title, n)));
        let to_many = join_all((0..200).map(|n| ask(&other, many[n % many.len()], n)));
        let (to_one, to_many) = tokio::join!(to_one, to_many);

        check(&one, title, &to_one.into_iter().collect()).await;
        for (n, title) in many.iter().enumerate() {
            let asked = to_many.iter().skip(n).step_by(many.len()).cloned().collect();
            check(&other, *title, &asked).await;
        }
        // The index has come along: each title once, as it is now.
        let found = other.get("/v2/catalog?limit=100").await.expect_status(200).json;
        assert_eq!(found["totalResults"], 18);
        let dead = sandbox.command(&["jobs", "list", "--state", "dead"]);
        assert!(!dead.contains("apply_title_update"), "{dead}");
    }

    async fn concurrent_changes_of_different_fields_are_all_kept(sandbox: Sandbox) {
        let (staff, id) = (User::sign_in(sandbox, "collectionAssistant").await, sandbox.title("mending"));
        let path = format!("/v2/titles/{id}");
        let form = [
            ("subtitle", "S"), ("authors", "Ann Author"), ("editors", "Ed Itor"), ("translators", "Tra Lator"),
            ("illustrators", "Ill Us"), ("categories", "Humor"), ("bisacCategories", "FIC019000"), ("key", "C"),
            ("opus", "9"), ("countries", "CA"), ("states", "CA-ON"), ("notes", "N"), ("numPages", "7"), ("languages", "fre"),
        ];
        let (path, staff) = (&path, &staff);
        join_all(form.iter().map(|field| async move { staff.put(path, &[*field]).await.expect_status(202) })).await;
        let supplier = staff.put(&format!("{path}/artifacts/EPUB3"), &[("supplier", "Dots")]).await;
        supplier.expect_status(202);
        wait_for_history(staff, id, form.len() + 1).await;
        let title = staff.get(path).await.expect_status(200).json;
        for (member, value) in [("subtitle", "S"), ("key", "C"), ("opus", "9"), ("notes", "N")] {
            assert_eq!(title[member], value, "{member}");
        }
        let people: BTreeSet<&str> =
            title["contributors"].as_array().unwrap().iter().map(|c| c["name"]["displayName"].as_str().unwrap()).collect();
        assert_eq!(people, BTreeSet::from(["Ann Author", "Ed Itor", "Tra Lator", "Ill Us"]));
        let categories: Vec<&str> =
            title["categories"].as_array().unwrap().iter().map(|c| c["name"].as_str().unwrap()).collect();
        assert_eq!((categories[0], categories.len()), ("Humor", 2));
        assert_eq!((&title["countries"][0], &title["numPages"], &title["languages"][0]), (&"CA".into(), &7.into(), &"fra".into()));
        let epub = title["artifacts"].as_array().unwrap().iter().find(|one| one["format"] == "EPUB3").unwrap();
        assert_eq!(epub["supplier"], "Dots");
    }
}

each! {
    async fn a_killed_server_continues_where_it_was(backend: Backend) {
        let mut sandbox = Sandbox::start(backend).await;
        let names = ["mending", "music", "winter-twigs"];
        let mut asked: Vec<BTreeSet<String>> = vec![BTreeSet::new(); names.len()];
        for round in 0..2 {
            let ids: Vec<i64> = names.iter().map(|name| sandbox.title(name)).collect();
            let staff = User::sign_in(&sandbox, "collectionAssistant").await;
            let accepted = join_all((0..60).map(|n| ask(&staff, ids[n % ids.len()], 100 * round + n))).await;
            for (n, said) in accepted.into_iter().enumerate() {
                asked[n % names.len()].insert(said);
            }
            drop(staff);
            sandbox = sandbox.kill_and_restart().await;
        }
        let staff = User::sign_in(&sandbox, "administrator").await;
        for (name, asked) in names.iter().zip(&asked) {
            check(&staff, sandbox.title(name), asked).await;
        }
        sandbox.assert_responds().await;
    }
}
