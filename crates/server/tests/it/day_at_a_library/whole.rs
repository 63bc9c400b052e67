//! The whole day: a publisher's delivery in the morning, and in the afternoon somebody who reads it for the
//! first time.

use books::testkit::{EpubBuilder, zip_files};
use serde_json::{Value, json};

use super::{bring_the_papers, choose_a_password, obstacle, read_the_book, write_down};
use crate::accounts::staff;
use crate::both;
use crate::commands::ingest_records::{isbn, message, product, withdrawal};
use crate::day_at_a_library::{EMAIL, PASSWORD};
use crate::support::staff::{change_status, publish, submit, wait_until};
use crate::support::{Sandbox, User, eventually, package, write};

/// Books of the delivery.
const BOOKS: usize = 50;

/// The name of a book in the publisher's record.
fn name(n: usize) -> String {
    format!("Quay Log {n:02}")
}

fn epub(n: usize) -> Vec<u8> {
    EpubBuilder::new(&format!("proof {n}"))
        .author("Ada Harbor")
        .metadata(&format!("<dc:source>urn:isbn:{}</dc:source>", isbn(n)))
        .chapter("One", &format!("<p>The harbor master wrote: entry {n}.</p>").repeat(4))
        .build()
}

/// Takes a file in as the operator's command does, whose hand it is that opens the post.
fn take_in(sandbox: &Sandbox, name: &str, bytes: &[u8]) -> String {
    let path = sandbox.library.dir.path().join("post").join(name);
    write(&path, bytes);
    sandbox.command(&["ingest", &path.display().to_string(), "--supplier", "harbor-press"])
}

/// An ONIX file and fifty books, in one parcel.
fn delivery_arrives(sandbox: &Sandbox) {
    let products: Vec<String> = (1..=BOOKS).map(|n| product(n, "03", &name(n))).collect();
    let feed = ("delivery/onix.xml".to_owned(), message(&products).into_bytes());
    let books = (1..=BOOKS).map(|n| (format!("delivery/{}.epub", isbn(n)), epub(n)));
    let parcel = zip_files(std::iter::once(feed).chain(books));
    let report = take_in(sandbox, "delivery.zip", &parcel);
    assert!(
        report.contains("Records 50: added 50, updated 0, withdrawn 0, unchanged 0, rejected 0."),
        "{report}"
    );
    assert!(report.contains("Added 50, already there 0, failed 0."), "{report}");
    // The parcel was sent twice: nothing is doubled.
    let report = take_in(sandbox, "delivery.zip", &parcel);
    assert!(report.contains("added 0, updated 0, withdrawn 0, unchanged 50"), "{report}");
    assert!(report.contains("Added 0, already there 50, failed 0."), "{report}");
}

/// A list, once it has `count` titles: the index follows within a moment.
async fn wait_for_list(user: &User<'_>, path: &str, count: usize) -> Vec<Value> {
    eventually(&format!("{path} lists {count}"), async || {
        let found = user.get(path).await.expect_status(200).json;
        let listed = found["titles"].as_array().unwrap();
        if found["totalResults"] == count { Ok(listed.clone()) } else { Err(found["totalResults"].clone()) }
    })
    .await
}

/// The titles of the delivery by the numbers of their books, as the catalog has them.
async fn review(desk: &User<'_>) -> Vec<i64> {
    let all = wait_for_list(desk, "/v2/catalog?title=Quay%20Log&limit=100", BOOKS).await;
    let of_book = |n: usize| {
        let title = all.iter().find(|title| title["isbn13"] == isbn(n)).expect("the book is in the catalog");
        assert_eq!(title["title"], name(n), "the record counts before the book");
        assert_eq!((&title["available"], &title["authors"][0]["lastName"]), (&json!(true), &json!("Harbor")));
        title["serviceId"].as_i64().unwrap()
    };
    (1..=BOOKS).map(of_book).collect()
}

/// One is corrected, one was sent by mistake and goes, one that came by itself is published, and one that
/// went comes back.
async fn work_on_it(desk: &User<'_>, ids: &[i64]) -> i64 {
    let form = [
        ("title", "Quay Log, the seventh year"),
        ("categories", "Sea stories"),
        ("comments", "as on the cover"),
    ];
    desk.put(&format!("/v2/titles/{}", ids[6]), &form).await.expect_status(202);
    wait_until(desk, ids[6], "corrected", |reply| reply.json["title"] == "Quay Log, the seventh year").await;
    let path = format!("/v2/titles/{}?replacementId={}&comments=sent%20twice", ids[1], ids[0]);
    desk.delete(&path).await.expect_status(202);
    wait_until(desk, ids[1], "withdrawn", |reply| reply.json["status"] == "withdrawn").await;
    let late = submit(desk, "Quay Log, the supplement").await;
    publish(desk, late).await;
    change_status(desk, ids[2], "withdrawn").await;
    change_status(desk, ids[2], "live").await;
    late
}

/// Checks what a new reader finds, and gets.
async fn read_on(sandbox: &Sandbox, visitor: &User<'_>, ids: &[i64], late: i64) {
    let found = wait_for_list(visitor, "/v2/titles?title=Quay%20Log&limit=100", BOOKS).await;
    assert!(found.iter().all(|title| title["available"] == true && title["serviceId"] != ids[1]));
    let seventh =
        wait_for_list(visitor, "/v2/titles?title=seventh%20year&category=Sea%20stories", 1).await.remove(0);
    assert_eq!(seventh["serviceId"], ids[6]);
    read_the_book(sandbox, visitor, ids[6]).await;
    for id in [ids[2], late] {
        assert_eq!(obstacle(visitor, id).await, Value::Null);
        package(sandbox, Some(visitor.token()), &format!("/v2/titles/{id}/DAISY")).await;
    }
    let gone = visitor.get(&format!("/v2/titles/{}", ids[1])).await.expect_status(200).json;
    assert_eq!(gone["available"], false);
    visitor.get(&format!("/v2/titles/{}/EPUB3", ids[1])).await.expect_error(403, "TITLE_NOT_LIVE");
}

/// In the evening the publisher takes a book back, and the reader cannot have it from then on.
async fn withdraw_book(sandbox: &Sandbox, visitor: &User<'_>, id: i64) {
    assert_eq!(obstacle(visitor, id).await, Value::Null);
    let report = take_in(sandbox, "evening.xml", message(&[withdrawal(11)]).as_bytes());
    assert!(report.contains("Records 1: added 0, updated 0, withdrawn 1"), "{report}");
    wait_until(visitor, id, "taken back", |reply| reply.json["available"] == false).await;
    visitor.get(&format!("/v2/titles/{id}/EPUB3")).await.expect_error(403, "TITLE_NOT_LIVE");
}

/// Nothing of this is visible on the other site.
async fn check_other_site(sandbox: &Sandbox, ids: &[i64], late: i64) {
    let assistant = User::sign_in(sandbox, "labAssistant").await;
    let reader = User::sign_in(sandbox, "labIndividual").await;
    for path in ["/v2/titles?title=Quay%20Log", "/v2/titles?keyword=harbor%20master&title=Quay"] {
        assert_eq!(reader.get(path).await.expect_status(200).json["totalResults"], 0);
    }
    let catalog = assistant.get("/v2/catalog?title=Quay%20Log").await.expect_status(200).json;
    assert_eq!(catalog["totalResults"], 0);
    for user in [&assistant, &reader] {
        for id in [ids[0], ids[1], ids[6], late] {
            user.get(&format!("/v2/titles/{id}")).await.expect_error(404, "TITLE_NOT_FOUND");
            user.get(&format!("/v2/titles/{id}/EPUB3")).await.expect_error(404, "TITLE_NOT_FOUND");
        }
    }
    let status = [("status", "withdrawn")];
    assistant.put(&format!("/v2/titles/{late}/status"), &status).await.expect_error(404, "TITLE_NOT_FOUND");
}

both! {
    async fn a_delivery_in_the_morning_is_read_in_the_afternoon(sandbox: Sandbox) {
        delivery_arrives(sandbox);
        let collection = User::sign_in(sandbox, "collectionAssistant").await;
        let ids = review(&collection).await;
        let late = work_on_it(&collection, &ids).await;

        let desk = staff(sandbox, "membershipAssistant").await;
        let (account, _) = write_down(&desk).await;
        choose_a_password(sandbox).await;
        let visitor = User::sign_in_with_password(sandbox, EMAIL, PASSWORD).await;
        bring_the_papers(&desk, &account, &visitor, ids[0]).await;
        read_on(sandbox, &visitor, &ids, late).await;
        withdraw_book(sandbox, &visitor, ids[10]).await;
        check_other_site(sandbox, &ids, late).await;
    }
}
