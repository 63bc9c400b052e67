//! The program is killed while books come in and while titles move. What was accepted exists and is whole,
//! what was not accepted has left no trace, and the moves continue.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::Value;

use crate::each;
use crate::support::staff::{new_book, new_title, submission, submit, wait_until};
use crate::support::{BOUNDARY, Backend, Sandbox, User, read_zip};

/// Times that it is killed.
const ROUNDS: u64 = 5;
/// Books sent at the same time in each round.
const AT_ONCE: u64 = 6;

/// Sends a book in, while the server may be killed; the number of its title when that was accepted.
async fn send(url: String, token: String, title: String) -> Option<(i64, String)> {
    let body = submission(&new_title(&title), &[("EPUB3", &new_book(&title))]);
    let media = format!("multipart/form-data; boundary={BOUNDARY}");
    let call = reqwest::Client::new().post(url).bearer_auth(token).header("content-type", media);
    let reply = call.body(body).send().await.ok()?;
    assert_eq!(reply.status(), 202);
    let body: Value = serde_json::from_slice(&reply.bytes().await.ok()?).ok()?;
    Some((body["messages"][0].as_str()?.parse().ok()?, title))
}

each! {
    async fn accepted_titles_survive_a_kill(backend: Backend) {
        let mut sandbox = Sandbox::start(backend).await;
        let (mut promised, mut moving) = (BTreeMap::new(), Vec::new());
        for round in 0..ROUNDS {
            let token = sandbox.token("collectionAssistant").await;
            let staff = User::sign_in(&sandbox, "collectionAssistant").await;
            let title = format!("Quoin {round}, moving");
            let id = submit(&staff, &title).await;
            for to in ["beingEdited", "validated", "converted", "live"] {
                staff.put(&format!("/v2/titles/{id}/status"), &[("status", to)]).await.expect_status(202);
            }
            moving.push(id);
            promised.insert(id, title);
            let url = format!("{}/v2/catalog?api_key={}", sandbox.base(), sandbox.key("app"));
            let sends: Vec<_> = (0..AT_ONCE)
                .map(|n| tokio::spawn(send(url.clone(), token.clone(), format!("Quoin {round}, number {n}"))))
                .collect();
            // At another moment of the work each time.
            tokio::time::sleep(Duration::from_millis(200 * round)).await;
            sandbox = sandbox.kill_and_restart().await;
            for sent in sends {
                promised.extend(sent.await.unwrap());
            }
        }

        let staff = User::sign_in(&sandbox, "collectionAssistant").await;
        for id in &moving {
            wait_until(&staff, *id, "the moves continue", |reply| reply.json["status"] == "live").await;
        }
        // Accepted or not: every existing title is complete.
        let mut there = BTreeMap::new();
        let mut page = staff.get("/v2/catalog?limit=100&title=quoin").await.expect_status(200);
        loop {
            for title in page.json["titles"].as_array().unwrap() {
                there.insert(title["serviceId"].as_i64().unwrap(), title["title"].as_str().unwrap().to_owned());
            }
            match page.json["next"].as_str() {
                Some(_) => page = staff.get(&page.link("next")).await.expect_status(200),
                None => break,
            }
        }
        let asked = usize::try_from(ROUNDS * (AT_ONCE + 1)).unwrap();
        assert!(promised.len() < asked, "no kill came while there was work");
        for (id, title) in &promised {
            assert_eq!(there.get(id), Some(title), "{id} was accepted and is lost");
        }
        for (id, title) in &there {
            let record = staff.get(&format!("/v2/titles/{id}")).await.expect_status(200).json;
            let status = if moving.contains(id) { "live" } else { "publisherSubmitted" };
            assert_eq!(record["status"], status, "{title}");
            let source = staff.get(&format!("/v2/titles/{id}/source")).await.expect_status(302);
            let file = sandbox.get(source.header("location")).send().await.expect_status(200);
            assert_eq!(file.bytes, new_book(title), "{title}");
            let events = staff.get(&format!("/v2/titles/{id}/history")).await.json;
            let count = |action: &str| {
                events["titleEvents"].as_array().unwrap().iter().filter(|event| event["action"] == action).count()
            };
            let moved = if moving.contains(id) { (1, 7, 1) } else { (1, 0, 0) };
            assert_eq!((count("submitted"), count("statusChanged"), count("published")), moved, "{title}");
        }
        // No half file bears the name of a whole one.
        for entry in std::fs::read_dir(sandbox.library.dir.path().join("files/sources")).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "epub") {
                read_zip(&std::fs::read(&path).unwrap()).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            }
        }
        sandbox.assert_responds().await;
    }
}
