//! The work of collection staff with titles.

use books::testkit::EpubBuilder;

use super::{Parts, Reply, User, eventually};

/// The fields that a new title must have.
pub fn new_title(title: &str) -> Vec<(&str, &str)> {
    vec![
        ("title", title),
        ("languages", "eng"),
        ("synopsis", "What the tide brings, and what it takes."),
        ("authors", "Ada Harbor"),
        ("categories", "Sea stories"),
        ("countries", "US"),
        ("usageRestriction", "copyright"),
    ]
}

/// A form of these fields and files.
pub fn submission(fields: &[(&str, &str)], files: &[(&str, &[u8])]) -> Vec<u8> {
    let parts = fields.iter().fold(Parts::default(), |parts, (name, value)| parts.text(name, value));
    files.iter().fold(parts, |parts, (name, bytes)| parts.file(name, "a.bin", bytes)).end()
}

/// A book whose text has a word of its own.
pub fn new_book(title: &str) -> Vec<u8> {
    EpubBuilder::new(title)
        .author("Ada Harbor")
        .chapter("One", &format!("<p>The tide came in at six: {title}.</p>").repeat(4))
        .build()
}

/// Sends a book in; the number of its title.
pub async fn submit(staff: &User<'_>, title: &str) -> i64 {
    let body = submission(&new_title(title), &[("EPUB3", &new_book(title))]);
    let reply = staff.post_files("/v2/catalog", body).await.expect_status(202);
    reply.json["messages"][0].as_str().expect("a message").parse().expect("a number")
}

/// Sends in a book that everybody may read, and brings it to the readers; the number of its title.
pub async fn publish_free(staff: &User<'_>, title: &str, book: &[u8]) -> i64 {
    let mut fields = new_title(title);
    fields.retain(|(name, _)| *name != "usageRestriction");
    fields.push(("usageRestriction", "publicDomain"));
    let reply = staff.post_files("/v2/catalog", submission(&fields, &[("EPUB3", book)])).await;
    let id =
        reply.expect_status(202).json["messages"][0].as_str().expect("a message").parse().expect("a number");
    publish(staff, id).await;
    id
}

/// The title's record as staff see it, once it holds.
pub async fn wait_until(staff: &User<'_>, id: i64, what: &str, holds: impl Fn(&Reply) -> bool) -> Reply {
    eventually(what, async || {
        let reply = staff.get(&format!("/v2/titles/{id}")).await;
        if holds(&reply) { Ok(reply) } else { Err(reply.text()) }
    })
    .await
}

/// Moves a title, and waits until it is there.
pub async fn change_status(staff: &User<'_>, id: i64, to: &str) -> Reply {
    let reply = staff.put(&format!("/v2/titles/{id}/status"), &[("status", to)]).await.expect_status(202);
    assert_eq!(reply.json["key"], "ACCEPTED", "{}", reply.json);
    wait_until(staff, id, to, |reply| reply.json["status"] == to).await
}

/// Brings a new title to the readers.
pub async fn publish(staff: &User<'_>, id: i64) -> Reply {
    for to in ["beingEdited", "validated", "converted"] {
        change_status(staff, id, to).await;
    }
    change_status(staff, id, "live").await
}

/// The words of a title's history, oldest first.
pub async fn history(staff: &User<'_>, id: i64) -> Vec<String> {
    let reply = staff.get(&format!("/v2/titles/{id}/history")).await.expect_status(200);
    let events = reply.json["titleEvents"].as_array().expect("events");
    events.iter().rev().map(|event| event["action"].as_str().expect("a word").to_owned()).collect()
}
