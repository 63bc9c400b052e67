//! The desk where books come in: from the post of the morning to the shelf, and off it again.

use serde_json::{Value, json};

use crate::both;
use crate::support::staff::{change_status, new_book, new_title, publish, submission, submit, wait_until};
use crate::support::{Sandbox, User, eventually, link, package, read_zip};

/// The texts of a package, joined.
fn texts(file: &[u8]) -> String {
    read_zip(file).unwrap().iter().map(|(_, bytes)| String::from_utf8_lossy(bytes).into_owned()).collect()
}

/// Titles of a list, by number.
fn ids(list: &Value) -> Vec<i64> {
    list["titles"].as_array().unwrap().iter().map(|title| title["serviceId"].as_i64().unwrap()).collect()
}

/// The results of a search, as soon as there are any: the index follows within a moment.
async fn search(reader: &User<'_>, query: &str) -> Value {
    eventually(&format!("{query} finds something"), async || {
        let found = reader.get(&format!("/v2/titles?{query}")).await.expect_status(200).json;
        if found["totalResults"] == 0 { Err("nothing is found") } else { Ok(found) }
    })
    .await
}

/// The post of the morning: two books, and one that is torn.
async fn arrivals(staff: &User<'_>) -> (i64, i64) {
    let good = submit(staff, "The Slat Road").await;
    let doubtful = submit(staff, "The Wrong Parcel").await;
    let book = new_book("Torn");
    let torn = submission(&new_title("Torn"), &[("EPUB3", &book[..book.len() / 2])]);
    let refused = staff.post_files("/v2/catalog", torn).await.expect_error(400, "INVALID_FILE_TYPE");
    assert!(refused.json["messages"][0].as_str().unwrap().starts_with("EPUB3: "), "{}", refused.json);
    (good, doubtful)
}

both! {
    async fn books_arrive_and_are_reviewed_published_and_withdrawn(sandbox: Sandbox) {
        let staff = User::sign_in(sandbox, "collectionAssistant").await;
        let reader = User::sign_in(sandbox, "individual").await;
        let old = sandbox.title("copyright");
        let (good, doubtful) = arrivals(&staff).await;

        // Titles that wait for a review, and no others.
        let waiting = "/v2/catalog?titleStatus=publisherSubmitted&sortOrder=updatedDate&direction=desc";
        let mut found = ids(&staff.get(waiting).await.expect_status(200).json);
        found.sort_unstable();
        assert_eq!(found, [good, doubtful]);
        let copy = package(sandbox, Some(staff.token()), &format!("/v2/titles/{good}/EPUB3")).await;
        assert!(texts(&copy).contains("The tide came in at six: The Slat Road."));
        staff.put(&format!("/v2/titles/{doubtful}/status"), &[("status", "removed"), ("comments", "not for us")]).await.expect_status(202);
        wait_until(&staff, doubtful, "removed", |reply| reply.status == 404).await;

        // A word was misspelled; a heading is missing.
        let form = [("title", "The Salt Road"), ("categories", "Sea stories"), ("categories", "Walking"), ("comments", "as on the cover")];
        staff.put(&format!("/v2/titles/{good}"), &form).await.expect_status(202);
        wait_until(&staff, good, "corrected", |reply| reply.json["title"] == "The Salt Road").await;
        assert_eq!(reader.get("/v2/titles?keyword=salt%20road").await.json["totalResults"], 0);
        publish(&staff, good).await;

        // A reader finds and downloads it immediately.
        let found = search(&reader, "keyword=salt%20road&category=Walking").await;
        assert_eq!((ids(&found), &found["titles"][0]["available"]), (vec![good], &json!(true)));
        for format in ["EPUB3", "DAISY"] {
            let copy = package(sandbox, Some(reader.token()), &format!("/v2/titles/{good}/{format}")).await;
            assert!(texts(&copy).contains("The tide came in at six"), "{format}");
        }

        // It replaces an older edition, which is withdrawn; readers with that on a list are directed to the
        // new one.
        let path = format!("/v2/titles/{old}?replacementId={good}&comments=a%20better%20edition");
        staff.delete(&path).await.expect_status(202);
        wait_until(&staff, old, "withdrawn", |reply| reply.json["status"] == "withdrawn").await;
        let seen = reader.get(&format!("/v2/titles/{old}")).await.expect_status(200).json;
        assert_eq!(seen["available"], false);
        reader.get(&format!("/v2/titles/{old}/EPUB3")).await.expect_error(403, "TITLE_NOT_LIVE");
        let new = link(&seen, "replacement").unwrap();
        let new = reader.get(new.trim_start_matches(sandbox.base())).await.expect_status(200).json;
        assert_eq!((&new["title"], &new["available"]), (&json!("The Salt Road"), &json!(true)));

        // Nothing of this is visible on the other site.
        for user in ["labIndividual", "labAssistant"] {
            let user = User::sign_in(sandbox, user).await;
            assert_eq!(user.get("/v2/titles?keyword=salt%20road").await.json["totalResults"], 0);
            for id in [good, doubtful, old] {
                user.get(&format!("/v2/titles/{id}")).await.expect_error(404, "TITLE_NOT_FOUND");
            }
        }
        let lab = User::sign_in(sandbox, "labAssistant").await;
        assert_eq!(lab.get("/v2/catalog?keyword=salt%20road").await.expect_status(200).json["totalResults"], 0);
        lab.put(&format!("/v2/titles/{good}/status"), &[("status", "withdrawn")]).await.expect_error(404, "TITLE_NOT_FOUND");
        lab.get(&format!("/v2/titles/{good}/history")).await.expect_error(404, "TITLE_NOT_FOUND");

        // The old one comes back for a day, because somebody needs it for a lesson.
        change_status(&staff, old, "live").await;
        package(sandbox, Some(reader.token()), &format!("/v2/titles/{old}/EPUB3")).await;
    }
}
