//! A day at a library: what its staff do, and what comes of it, over HTTP alone, in the order of a day. Each
//! desk has a test of its own, and [`whole`] is the day at both.
//!
//! The desk where people are admitted: from the first visit to the first book, and to the end of the right to
//! it.

mod collection;
mod whole;

use serde_json::{Value, json};

use crate::accounts::{lab_staff, staff};
use crate::both;
use crate::oauth::Browser;
use crate::support::{Sandbox, User, emails, key, link, package, read_zip};

const EMAIL: &str = "hanna@visitors.example";
const PASSWORD: &str = "tidal-basin-31";

/// The assistant writes down who comes: an account that cannot do anything yet. Returns its address.
async fn write_down(desk: &User<'_>) -> (String, Value) {
    let form = [
        ("firstName", "Hanna"),
        ("lastName", "Ferro"),
        ("emailAddress", EMAIL),
        ("country", "US"),
        ("state", "OR"),
        ("city", "Astoria"),
        ("dateOfBirth", "1961-07-30"),
    ];
    let reply = desk.post("/v2/accounts", &form).await.expect_status(201);
    assert_eq!(reply.json["canDownload"], false);
    (reply.header("location").split_once("/v2/").map(|(_, path)| format!("/v2/{path}")).unwrap(), reply.json)
}

/// At home the visitor chooses a password by an email: nobody at the desk knows it.
async fn choose_a_password(sandbox: &Sandbox) {
    let mut browser = Browser::new(sandbox);
    let page = browser.open("/oauth/forgot-password").await.expect_status(200);
    browser.submit_to("/oauth/forgot-password", &page, &[("username", EMAIL)]).await.expect_status(200);
    let email = emails(sandbox, EMAIL, 1).await.remove(0);
    let path = format!("/oauth/new-password/{}", key(&email, "/oauth/new-password/"));
    let page = browser.open(&path).await.expect_status(200);
    let form = [("password", PASSWORD), ("repeated", PASSWORD)];
    browser.submit_to(&path, &page, &form).await.expect_status(200);
}

/// The obstacle between the visitor and a book; null if there is none. The search, the record of the book and
/// the download say the same.
async fn obstacle(visitor: &User<'_>, id: i64) -> Value {
    let shown = visitor.get(&format!("/v2/titles/{id}")).await.expect_status(200).json;
    let search = format!("/v2/titles?limit=100&title={}", shown["title"].as_str().unwrap());
    let found = visitor.get(&search).await.expect_status(200).json;
    let titles = found["titles"].as_array().unwrap();
    let listed = titles.iter().find(|title| title["serviceId"] == id).expect("the book is found");
    for member in ["available", "titleAccessAlerts"] {
        assert_eq!(listed[member], shown[member]);
    }
    assert_eq!(link(listed, "download").is_some(), shown["available"] == true);
    let reply = visitor.get(&format!("/v2/titles/{id}/EPUB3")).await;
    if shown["available"] == true {
        assert!(matches!(reply.status, 202 | 302), "{}", reply.text());
        return Value::Null;
    }
    let refused = reply.expect_status(403).json["key"].clone();
    assert_eq!(shown["titleAccessAlerts"][0]["code"], refused);
    refused
}

/// Papers are submitted one after the other; each removes one obstacle, immediately.
async fn bring_the_papers(desk: &User<'_>, account: &str, visitor: &User<'_>, book: i64) -> String {
    assert_eq!(obstacle(visitor, book).await, "AGREEMENT_MISSING");
    let form = [("agreementType", "termsOfUse"), ("dateSigned", "2026-01-15"), ("printName", "Hanna Ferro")];
    let agreement = desk.post(&format!("{account}/agreements"), &form).await.expect_status(201);
    assert_eq!(obstacle(visitor, book).await, "SUBSCRIPTION_MISSING");
    let form = [("startDate", "2026-01-15"), ("userSubscriptionType", "individual"), ("notes", "waived")];
    desk.post(&format!("{account}/subscriptions"), &form).await.expect_status(201);
    assert_eq!(obstacle(visitor, book).await, "POD_MISSING");
    let form = [("disabilityType", "visual"), ("proofSource", "faxed")];
    desk.post(&format!("{account}/pod"), &form).await.expect_status(201);
    assert_eq!(obstacle(visitor, book).await, Value::Null);
    let record = desk.get(account).await.expect_status(200).json;
    assert_eq!(
        ["hasAgreement", "subscriptionStatus", "proofOfDisabilityStatus", "canDownload"]
            .map(|member| record[member].clone()),
        [json!(true), json!("active"), json!("active"), json!(true)]
    );
    agreement.link("self")
}

/// The book is the visitor's own copy.
async fn read_the_book(sandbox: &Sandbox, visitor: &User<'_>, book: i64) {
    let path = format!("/v2/titles/{book}/EPUB3");
    let files = read_zip(&package(sandbox, Some(visitor.token()), &path).await).unwrap();
    let marked = |(_, bytes): &(String, Vec<u8>)| String::from_utf8_lossy(bytes).contains("Hanna Ferro");
    assert!(files.iter().any(marked), "the copy names its reader");
    let history = visitor.get("/v2/myAccount/history").await.expect_status(200).json;
    assert_eq!(history["titleDownloads"][0]["downloadStatus"]["key"], "DOWNLOADED");
}

/// For staff of another site the visitor does not exist, whatever they try.
async fn ask_from_elsewhere(sandbox: &Sandbox, account: &str, agreement: &str) {
    let elsewhere = lab_staff(sandbox).await;
    let agreement = &agreement[agreement.find("/v2/").unwrap()..];
    for path in ["", "/agreements", "/subscriptions", "/pod"] {
        elsewhere.get(&format!("{account}{path}")).await.expect_error(404, "USER_NOT_FOUND");
    }
    elsewhere.get(&format!("/v2/accounts/{EMAIL}")).await.expect_error(404, "USER_NOT_FOUND");
    elsewhere.get(agreement).await.expect_error(404, "USER_NOT_FOUND");
    elsewhere.post(&format!("{agreement}/expired"), &[]).await.expect_error(404, "USER_NOT_FOUND");
    let password = [("password", "stolen-in-the-lab-1")];
    elsewhere.put(&format!("{account}/password"), &password).await.expect_error(404, "USER_NOT_FOUND");
    elsewhere.delete(&format!("{account}/pod/visual")).await.expect_error(404, "USER_NOT_FOUND");
}

/// Access ends immediately with the agreement, except for free books.
async fn withdraw(sandbox: &Sandbox, desk: &User<'_>, agreement: &str, visitor: &User<'_>) {
    let path = &agreement[agreement.find("/v2/").unwrap()..];
    let ended = desk.post(&format!("{path}/expired"), &[]).await.expect_status(200);
    assert!(ended.json["dateExpired"].is_string());
    assert_eq!(obstacle(visitor, sandbox.title("copyright")).await, "AGREEMENT_MISSING");
    let free = format!("/v2/titles/{}/EPUB3", sandbox.title("publicDomain"));
    let reply = visitor.get(&free).await;
    assert!(matches!(reply.status, 202 | 302), "{}", reply.text());
}

/// Checks that each read of the visitor's disability is on record, with the reader.
fn check_audit(sandbox: &Sandbox, record: &Value) {
    let id = record["userAccountId"].as_str().unwrap();
    let list = sandbox.command(&["admin", "audit", "list", "--user", id]);
    for endpoint in [
        "POST /v2/accounts ",
        "POST /v2/accounts/{userIdentifier}/pod ",
        "GET /v2/accounts/{userIdentifier} ",
    ] {
        assert!(list.lines().any(|line| line.contains(endpoint)), "{endpoint}: {list}");
    }
    assert!(list.lines().all(|line| line.contains("(Mateo Flint)")), "nobody else has read: {list}");
}

both! {
    async fn somebody_is_admitted(sandbox: Sandbox) {
        let desk = staff(sandbox, "membershipAssistant").await;
        let (account, record) = write_down(&desk).await;
        choose_a_password(sandbox).await;
        let visitor = User::sign_in_with_password(sandbox, EMAIL, PASSWORD).await;
        let book = sandbox.title("copyright");
        let agreement = bring_the_papers(&desk, &account, &visitor, book).await;
        read_the_book(sandbox, &visitor, book).await;
        ask_from_elsewhere(sandbox, &account, &agreement).await;
        withdraw(sandbox, &desk, &agreement, &visitor).await;
        check_audit(sandbox, &record);
    }
}
