//! Work on the content of files happens in processes that end with their work
//! (docs/security.md#worker-processes).

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use books::testkit::small_book;
use reqwest::Method;
use reqwest::header::CONTENT_TYPE;

use crate::support::{
    BOUNDARY, Backend, Library, Parts, People, Program, ServedLibrary, eventually, text, write,
};

/// A program that is searched for under this name, and never ends.
fn endless(folder: &Path, name: &str, mark: &str) {
    let path = folder.join(name);
    write(&path, format!("#!/bin/sh\nexec sleep {mark}\n").as_bytes());
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// Returns true if a process runs with this word on its command line.
fn runs(mark: &str) -> bool {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let mut lines = processes.filter_map(|process| fs::read_to_string(process.path().join("cmdline")).ok());
    lines.any(|line| line.split('\0').any(|word| word == mark))
}

async fn wait_until_running(what: &str, mark: &str, running: bool) {
    eventually(what, async || if runs(mark) == running { Ok(()) } else { Err(mark.to_owned()) }).await;
}

/// Sends a PDF; the path of the new document.
async fn send(served: &ServedLibrary, people: &People, token: &str) -> String {
    let form = Parts::default().text("name", "Tides").text("mimeType", "application/pdf");
    let body = form.file("file", "tides.pdf", b"%PDF-1.7\n").end();
    let reply = served
        .call(Method::POST, "/v2/myDocuments")
        .query(&[("api_key", people.key.as_str())])
        .bearer(token)
        .header(CONTENT_TYPE.as_str(), &format!("multipart/form-data; boundary={BOUNDARY}"))
        .body(body)
        .send()
        .await
        .expect_status(201);
    format!("/v2/myDocuments/{}", reply.json["serviceId"])
}

/// The work of a deleted document ends, with the programs that it has started, and so does all work when the
/// server is killed. Other work continues meanwhile.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn work_ends_with_its_document_and_with_the_server() {
    let library = Library::new(&Backend::Sqlite);
    let people = library.people();
    let (tools, mark) = (tempfile::tempdir().unwrap(), format!("3600.{}", std::process::id()));
    endless(tools.path(), "pdfinfo", &mark);
    let path = format!("{}:{}", tools.path().display(), std::env::var("PATH").unwrap());
    let mut served = library.serve(&[], &[("PATH", &path)]).await;
    let token = served.token(&people).await;

    let document = send(&served, &people, &token).await;
    wait_until_running("the document is worked on", &mark, true).await;
    write(&library.dir.path().join("books/one.epub"), &small_book());
    let books = library.dir.path().join("books").display().to_string();
    library.command(&["ingest", &books, "--rights", "publicDomain"]);
    served.titles(&people, 1).await;
    assert!(runs(&mark));
    let delete = served.call(Method::DELETE, &document).query(&[("api_key", people.key.as_str())]);
    delete.bearer(&token).send().await.expect_status(204);
    wait_until_running("the work of the deleted document ends", &mark, false).await;

    send(&served, &people, &token).await;
    wait_until_running("another document is worked on", &mark, true).await;
    served.program.kill();
    wait_until_running("its work ends with the server", &mark, false).await;
}

/// Where no worker process can be started, no record is read: not of a file of records, and not of the file
/// next to a book.
#[test]
fn records_are_read_by_worker_processes() {
    let library = Library::new(&Backend::Sqlite);
    library.people();
    let file = library.dir.path().join("feed/list.csv");
    write(&file, b"reference,title\nHP-1,The Tide\n");
    let (flags, path) = (library.flags(), file.display().to_string());
    let args: Vec<&str> = ["ingest", &path].into_iter().chain(flags.iter().map(String::as_str)).collect();
    let output = Program::command(&args).env("TMPDIR", "/nowhere").output().unwrap();
    assert!(!output.status.success());
    let errors = text(&output.stderr);
    assert!(errors.contains("list.csv: cannot be read") && errors.contains("worker process"), "{errors}");
    assert!(text(&output.stdout).contains("Records 0: added 0"), "{}", text(&output.stdout));

    assert!(library.command(&args[..2]).contains("Records 1: added 1"), "and with one it is read");
}
