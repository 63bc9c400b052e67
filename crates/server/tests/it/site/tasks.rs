//! The tasks for which readers come to the library, from end to end, by keyboard alone, with and without
//! script (scripts/tasks.mjs). What a screen reader says on the way is a snapshot for each task.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use books::testkit::{PdfBuilder, PdfPage};
use serde_json::{Value, json};

use super::Reader;
use crate::pages::browse;
use crate::support::{Backend, Sandbox, User, tool};

const TASKS: [&str; 10] = [
    "find a book in braille by accessibility",
    "learn why a book is closed, and open it",
    "download in DAISY",
    "change the braille grade, and get the other file",
    "read a chapter, and continue elsewhere",
    "read along at 1.5",
    "make a highlight",
    "follow a periodical",
    "upload a document, and get the book",
    "revoke a device",
];

/// A letter of one page.
fn letter() -> String {
    let page = PdfPage::new().lines(12, 72, 72, &["The excursion is on Monday.", "Please bring a coat."]);
    BASE64_STANDARD.encode(PdfBuilder::new().page(page).build())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everything_is_done_in_a_browser_by_keyboard() {
    tasks(true).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everything_is_done_in_a_browser_by_keyboard_without_script() {
    tasks(false).await;
}

async fn tasks(scripted: bool) {
    let Some(modules) = tool("OPENSHELF_NODE_MODULES", "node/node_modules") else { return };
    // The pages do not know what database is behind them.
    let sandbox = Sandbox::start(Backend::Sqlite).await;
    let user = sandbox.user("individual");
    // The books are prepared once: how long that takes is not tested here.
    let mut reader = Reader::sign_in_as(&sandbox, "individual").await;
    for title in ["publicDomain", "copyright", "audio"] {
        reader.open_until_complete(&format!("/read/{}", sandbox.title(title))).await;
    }
    let plan = json!({
        "base": sandbox.base(),
        "scripted": scripted,
        "username": user["username"],
        "password": user["password"],
        "open": "The Count at Anstey Ferry",
        "closed": "Between Floors",
        "narrated": "Notes for the House-Sitter",
        "narratedChapter": "Morning",
        "periodical": "The Merrow Weekly",
        "document": letter(),
    });
    let report = tokio::task::block_in_place(|| browse("tasks.mjs", &plan, &modules));
    assert_eq!(report["faults"], json!([]), "{:#}", report["faults"]);
    let done = report["done"].as_object().unwrap();
    assert_eq!(done.len(), TASKS.len(), "{done:?}");
    assert!(TASKS.iter().all(|task| done.contains_key(*task)), "{done:?}");
    for (task, lines) in report["heard"].as_object().unwrap() {
        let lines: Vec<&str> = lines.as_array().unwrap().iter().map(|line| line.as_str().unwrap()).collect();
        assert!(lines.len() > 5, "{task}: {lines:?}");
        insta::assert_snapshot!(format!("heard {task}"), lines.join("\n"));
    }
    // The highlights are those of reading apps.
    let user = User::sign_in(&sandbox, "individual").await;
    let path = format!("/v2/myHighlights?serviceId={}", sandbox.title("audio"));
    let highlights = user.get(&path).await.expect_status(200).json["highlights"].clone();
    let kept: Vec<&Value> = highlights.as_array().unwrap().iter().map(|one| &one["highlightText"]).collect();
    assert!(kept.contains(&&done["make a highlight"]), "{kept:?}");
}
