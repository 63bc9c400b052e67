//! Pages about work in progress in a real browser (scripts/waiting.mjs): they check again by themselves, say
//! the state of the work, and keep the place of their readers, with script and without. Nothing in them, or
//! in those about work that has failed, is in a reader's way (scripts/axe.mjs).

use std::path::Path;

use domain::{DownloadId, Format};
use futures_util::future::join_all;
use jiff::SignedDuration;
use serde_json::{Value, json};
use store::jobs::{self, Claim, JobProgress, Lane, SuspectFilter};

use super::Reader;
use super::browser::{hidden_field, looks_again, to_served_page};
use crate::pages::browse;
use crate::support::{Backend, Parts, Reply, Sandbox, can_speak, current_time, post_form_parts, tool};

/// Sends in a file; the address of the document.
async fn send(sandbox: &Sandbox, reader: &mut Reader<'_>, bytes: &[u8]) -> String {
    let token = hidden_field(&reader.read("/documents").await, "token");
    let parts =
        Parts::default().text("token", &token).text("name", "Letter").file("file", "a.bin", bytes).end();
    let upload = post_form_parts(sandbox, "/documents", parts);
    reader.send(upload).await.expect_status(303).header("location").to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_that_reloads_in_a_browser_keeps_the_scroll_position() {
    let Some(modules) = tool("OPENSHELF_NODE_MODULES", "node/node_modules") else { return };
    // Documents and spoken copies wait until there is a worker for them.
    let lanes = [("OPENSHELF_LANES__DOCUMENTS", "0"), ("OPENSHELF_LANES__SPEECH", "0")];
    let sandbox = Sandbox::start_with(Backend::Sqlite, &lanes).await;
    let mut reader = Reader::sign_in_as(&sandbox, "individual").await;
    let slides = books::testkit::two_slides();
    let (scripted, unscripted) =
        (send(&sandbox, &mut reader, &slides).await, send(&sandbox, &mut reader, &slides).await);
    let failing = send(&sandbox, &mut reader, b"%PDF-1.4\nnothing follows").await;
    let first = reader.get(&scripted).await.expect_status(200);
    assert!(looks_again(&first) && first.text().contains("/assets/waiting.js"), "{}", first.text());
    let stopped = reader.get(&format!("{scripted}?look=never")).await;
    assert!(!looks_again(&stopped) && !stopped.text().contains("<script"), "{}", stopped.text());
    let long = reader.read(&format!("{scripted}?look=12")).await;
    assert!(long.contains("The book is still being made.") && long.contains("content=\"15; url="), "{long}");
    let copy = waiting_copy(&sandbox, &mut reader).await;
    let waiting = [Some(scripted.as_str()), copy.as_deref()];
    check_no_obstacles(&sandbox, &reader, &modules, "waits", waiting.into_iter().flatten());
    look_at(&modules, &preparing(&sandbox).await);
    // The address of the database may contain a password, which the program refuses in its command line.
    let database = format!("OPENSHELF_DATABASE_URL={}", sandbox.database_url());
    let data = sandbox.library.dir.path().display().to_string();
    let worker = [
        "env",
        &database,
        env!("CARGO_BIN_EXE_openshelf"),
        "worker",
        "--lanes",
        "documents",
        "--data-dir",
        &data,
    ];
    let plan = json!({
        "base": sandbox.base(),
        "session": reader.cookie("session").unwrap(),
        "scripted": scripted,
        "plain": unscripted,
        "failing": failing,
        "worker": worker,
    });
    let report = tokio::task::block_in_place(|| browse("waiting.mjs", &plan, &modules));
    assert_eq!(report["faults"], json!([]), "{report:#}");
    let heard: Vec<&str> =
        report["heard"].as_array().unwrap().iter().map(|line| line.as_str().unwrap()).collect();
    insta::assert_snapshot!("heard while a document becomes a book", heard.join("\n"));
    assert!(reader.read(&failing).await.contains("No book could be made of this file."));
    if let Some(copy) = &copy {
        fail(&sandbox).await;
        let page = reader.read(copy).await;
        assert!(page.contains("could not be made"), "{page}");
        // A reader who tries again can get an email, too.
        assert!(page.contains("id=\"email-DAISY_AUDIO\" name=\"email\" value=\"yes\">"), "{page}");
    }
    let failed = [Some(failing.as_str()), copy.as_deref()];
    check_no_obstacles(&sandbox, &reader, &modules, "has failed", failed.into_iter().flatten());
}

/// Asks for a copy that waits. `None` if books cannot be spoken here.
async fn waiting_copy(sandbox: &Sandbox, reader: &mut Reader<'_>) -> Option<String> {
    if !can_speak() {
        return None;
    }
    let title = format!("/titles/{}", sandbox.title("publicDomain"));
    let copy = format!("{title}/downloads/DAISY_AUDIO");
    // A reader with an address can request an email about a copy that takes long.
    let offered = reader.read(&title).await;
    assert!(
        offered.contains("<input type=\"checkbox\" id=\"email-DAISY_AUDIO\" name=\"email\" value=\"yes\">")
    );
    assert!(!offered.contains("id=\"email-EPUB3\""), "others are ready soon: {offered}");
    assert!(!Reader::guest(sandbox).read(&title).await.contains("name=\"email\""));
    let token = hidden_field(&offered, "token");
    let asked = reader.post(&copy, &[("token", &token), ("email", "yes")]).await.expect_status(303);
    assert_eq!(asked.header("location"), copy);
    let page = reader.get(&copy).await.expect_status(200);
    assert!(looks_again(&page), "{}", page.text());
    assert!(page.text().contains("You will get an email when the copy is ready"), "{}", page.text());
    reader.post(&copy, &[("token", &token)]).await.expect_status(303);
    assert_eq!(wishes(sandbox).await, [""; 0], "the last form counts");
    reader.post(&copy, &[("token", &token), ("email", "yes")]).await.expect_status(303);
    assert_eq!(wishes(sandbox).await, ["en"]);
    // The page of the title says so, too, and leads to the page that looks again.
    let page = reader.read(&title).await;
    let see = format!("href=\"{copy}\">Check the status of the DAISY audio copy</a>");
    assert!(page.contains("<p>Your copy is being made.</p>") && page.contains(&see), "{page}");
    assert!(!page.contains(&format!("action=\"{copy}\"")), "{page}");
    assert!(!reader.read(&copy).await.contains("<progress"), "nobody has begun");
    advance(sandbox).await;
    let page = reader.read(&copy).await;
    assert!(
        page.contains("<progress max=\"100\" value=\"37\"")
            && page.contains("<span aria-hidden=\"true\">37 %</span>"),
        "{page}"
    );
    Some(copy)
}

/// A worker has begun to speak the copy, and got this far.
async fn advance(sandbox: &Sandbox) {
    let (db, now) = (sandbox.database().await, current_time());
    let kinds = &["package_audio"];
    let due = jobs::find_due(&db, &[Lane::Speech], &[], kinds, now).await.unwrap();
    assert_eq!(due.lanes, [Lane::Speech]);
    let claim =
        Claim { kinds, worker: "w", lease: SignedDuration::from_hours(1), suspects: SuspectFilter::Without };
    let claimed = jobs::claim_jobs(&db, &claim, Lane::Speech, now, 1).await.unwrap();
    let progress = JobProgress { done: 37, total: 100, note: None };
    assert!(jobs::set_progress(&db, &claimed[0], &progress).await.unwrap());
    db.close().await;
}

/// The languages of the emails that are wanted about copies, which are then not wanted any more.
async fn wishes(sandbox: &Sandbox) -> Vec<String> {
    let db = sandbox.database().await;
    let mut all = Vec::new();
    for id in (1..200).map(DownloadId) {
        let mut tx = db.begin().await.unwrap();
        all.extend(store::downloads::take_email_wish(&mut tx, id).await.unwrap());
        tx.commit().await.unwrap();
    }
    db.close().await;
    all
}

/// The copy that waits could not be made.
async fn fail(sandbox: &Sandbox) {
    let db = sandbox.database().await;
    let mut failed = 0;
    for id in (1..200).map(DownloadId) {
        let download = store::downloads::get(&db, id).await.unwrap();
        if download.is_some_and(|one| one.format == Format::DaisyAudio) {
            failed += u32::from(store::downloads::set_failed(&db, id).await.unwrap());
        }
    }
    assert_eq!(failed, 1, "one copy waits");
    db.close().await;
}

/// Checks pages in a usual window, a small one with the largest letters, and in dark and forced colors.
fn check_no_obstacles<'a>(
    sandbox: &Sandbox,
    reader: &Reader<'_>,
    modules: &Path,
    how: &str,
    pages: impl Iterator<Item = &'a str>,
) {
    let session = reader.cookie("session").unwrap();
    let states = states();
    let entry = |path: &str, (state, window, display, narrow): &(&str, Value, &str, bool)| {
        json!({
            "name": format!("{path} {how}: {state}"), "address": format!("{}{path}", sandbox.base()),
            "window": window, "narrow": narrow,
            "cookies": [{"name": "session", "value": session}, {"name": "display", "value": display}],
        })
    };
    let pages: Vec<Value> =
        pages.flat_map(|path| states.iter().map(move |state| entry(path, state))).collect();
    look_at(modules, &pages);
}

/// Windows and choices of display: the name of the state, the window, the display, whether only the smallest
/// window counts.
fn states() -> [(&'static str, Value, &'static str, bool); 4] {
    [
        ("usual", json!({}), "100", false),
        ("largest letters, German", json!({"locale": "de"}), "300.widest.mono.narrow.yellow", true),
        ("dark", json!({"colorScheme": "dark"}), "100", true),
        ("forced colors", json!({"forcedColors": "active"}), "100", true),
    ]
}

/// The page that a guest gets while a book is prepared for reading, in each state, as the server has sent it.
/// The page waits some seconds for the book before it says so, so all of them wait together.
async fn preparing(sandbox: &Sandbox) -> Vec<Value> {
    let path = format!("/read/{}", sandbox.title("publicDomain"));
    let db = sandbox.database().await;
    // The copy cannot be noted while another connection writes.
    let writing = db.begin().await.unwrap();
    let states = states();
    let replies = join_all(states.iter().map(|(_, window, display, _)| {
        let language = window["locale"].as_str().unwrap_or("en");
        let call = sandbox.get(&path).header("accept-language", language);
        call.header("cookie", &format!("display={display}")).send()
    }))
    .await;
    writing.rollback().await.unwrap();
    db.close().await;
    let entry = |((state, window, display, narrow), reply): ((&str, Value, &str, bool), Reply)| {
        let reply = reply.expect_status(200);
        assert!(looks_again(&reply), "{state}: {}", reply.text());
        json!({
            "name": format!("a book is prepared: {state}"), "address": format!("{}{path}", sandbox.base()),
            "window": window, "narrow": narrow, "cookies": [{"name": "display", "value": display}],
            "sent": to_served_page(&reply),
        })
    };
    states.into_iter().zip(replies).map(entry).collect()
}

/// Checks pages with axe.
fn look_at(modules: &Path, pages: &[Value]) {
    let report = tokio::task::block_in_place(|| browse("axe.mjs", &json!({"pages": pages}), modules));
    assert_eq!(report["faults"], json!([]), "{:#}", report["faults"]);
    assert_eq!(report["pages"].as_array().unwrap().len(), pages.len());
}
