//! Pages about work in progress in a real browser (scripts/waiting.mjs): they look again by themselves, say how the work
//! stands, and keep the place of their readers, with script and without.

use serde_json::json;

use super::Reader;
use super::browser::{hidden, looks_again};
use crate::pages::browse;
use crate::support::{Backend, Parts, Sandbox, post_parts, tool};

/// Sends in a file; the address of the document.
async fn send(sandbox: &Sandbox, reader: &mut Reader<'_>, bytes: &[u8]) -> String {
    let token = hidden(&reader.read("/documents").await, "token");
    let parts =
        Parts::default().text("token", &token).text("name", "Letter").file("file", "a.bin", bytes).end();
    let upload = post_parts(sandbox, "/documents", parts).header("sec-fetch-site", "same-origin");
    reader.send(upload).await.expect_status(303).header("location").to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_in_a_browser_that_waits_keeps_its_reader_s_place() {
    let Some(modules) = tool("OPENSHELF_NODE_MODULES", "node/node_modules") else { return };
    // Documents wait until there is a worker for them.
    let sandbox = Sandbox::start_with(Backend::Sqlite, &[("OPENSHELF_LANES__DOCUMENTS", "0")]).await;
    let mut reader = Reader::of(&sandbox, "individual").await;
    let slides = books::testkit::slides();
    let (scripted, unscripted) =
        (send(&sandbox, &mut reader, &slides).await, send(&sandbox, &mut reader, &slides).await);
    let failing = send(&sandbox, &mut reader, b"%PDF-1.4\nnothing follows").await;
    let first = reader.get(&scripted).await.expect_status(200);
    assert!(looks_again(&first) && first.text().contains("/assets/waiting.js"), "{}", first.text());
    let stopped = reader.get(&format!("{scripted}?look=never")).await;
    assert!(!looks_again(&stopped) && !stopped.text().contains("<script"), "{}", stopped.text());
    let long = reader.read(&format!("{scripted}?look=12")).await;
    assert!(long.contains("The book is still being made.") && long.contains("content=\"15; url="), "{long}");
    let mut worker = vec![env!("CARGO_BIN_EXE_openshelf").to_owned(), "worker".into()];
    worker.extend(["--lanes".into(), "documents".into()]);
    worker.extend(sandbox.flags());
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
    let lines: Vec<&str> =
        report["heard"].as_array().unwrap().iter().map(|line| line.as_str().unwrap()).collect();
    insta::assert_snapshot!("heard while a document becomes a book", lines.join("\n"));
}
