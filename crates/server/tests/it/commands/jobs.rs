//! `openshelf jobs`: dead letters are listed with their reason and can be tried again.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use super::book::book;
use crate::each;
use crate::support::{
    Backend, Library, People, Reply, ServedLibrary, eventually, repeat_until_packaged, write,
};

/// A library that serves one free book: its number, and the file it was made from.
async fn one_book(library: &Library, people: &People) -> (ServedLibrary, i64, PathBuf) {
    let file = library.dir.path().join("kelp.epub");
    write(&file, &book("Kelp"));
    library.command(&["ingest", &file.display().to_string(), "--rights", "publicDomain"]);
    let mut server = library.serve(&[], &[]).await;
    let id = server.titles(people, 1).await[0]["serviceId"].as_i64().unwrap();
    let sources = fs::read_dir(library.dir.path().join("files/sources")).unwrap();
    let source = sources.map(|entry| entry.unwrap().path()).find(|path| path.extension().is_some()).unwrap();
    (server, id, source)
}

/// Asks for the download until it is not being packaged any more.
async fn ask(server: &ServedLibrary, people: &People, id: i64) -> Reply {
    repeat_until_packaged(async || {
        server.get(&format!("/v2/titles/{id}/DAISY")).query(&[("api_key", &people.key)])
    })
    .await
}

/// Lines of `jobs list`, once there are any in this state.
async fn list_in_state(library: &Library, state: &str, word: &str) -> Vec<String> {
    eventually(&format!("a job {word} is {state}"), async || {
        let list = library.command(&["jobs", "list", "--state", state]);
        let lines: Vec<String> = list.lines().filter(|line| line.contains(word)).map(str::to_owned).collect();
        if lines.is_empty() { Err(library.command(&["jobs", "list"])) } else { Ok(lines) }
    })
    .await
}

/// The number that a line of `jobs list` begins with.
fn number(line: &str) -> &str {
    line.split_whitespace().next().unwrap()
}

each! {
    async fn a_damaged_source_is_reported_once_and_the_next_request_starts_again(backend: Backend) {
        let library = Library::new(&backend);
        let people = library.people();
        let (server, id, source) = one_book(&library, &people).await;
        let whole = fs::read(&source).unwrap();
        fs::write(&source, &whole[..whole.len() / 2]).unwrap();

        ask(&server, &people, id).await.expect_error(500, "PACKAGING_FAILED");
        let dead = list_in_state(&library, "dead", "package").await;
        assert_eq!(dead.len(), 1, "{dead:?}");
        assert!(dead[0].contains("is not the file that was ingested"), "the reason: {}", dead[0]);
        let counts = library.command(&["jobs", "count"]);
        assert!(counts.lines().any(|line| line.starts_with("dead") && line.ends_with('1')), "{counts}");
        ask(&server, &people, id).await.expect_error(500, "PACKAGING_FAILED");

        // The operator restores the file; the next request gets the book.
        fs::write(&source, &whole).unwrap();
        let ready = ask(&server, &people, id).await.expect_status(302);
        let file = server.get(ready.header("location")).send().await.expect_status(200);
        crate::support::read_zip(&file.bytes).unwrap();
        server.program.terminate();
    }

    async fn a_dead_job_is_tried_again(backend: Backend) {
        let library = Library::new(&backend);
        let people = library.people();
        let (mut server, id, _) = one_book(&library, &people).await;
        let id = id.to_string();
        server.program.terminate();

        // Accepted twice while nobody works: the second finds the title withdrawn, and dies.
        library.command(&["admin", "titles", "disable", &id, "--comment", "first"]);
        library.command(&["admin", "titles", "disable", &id, "--comment", "second"]);
        let waiting = library.command(&["jobs", "list", "--state", "ready"]);
        assert_eq!(waiting.matches("apply_title_update").count(), 2, "{waiting}");
        server = library.serve(&[], &[]).await;
        let dead = list_in_state(&library, "dead", "apply_title_update").await;
        assert!(dead[0].contains("cannot become withdrawn"), "{dead:?}");
        server.titles(&people, 0).await;
        library.command(&["admin", "titles", "status", &id, "live"]);
        server.titles(&people, 1).await;

        library.command(&["jobs", "retry", number(&dead[0])]);
        server.titles(&people, 0).await;
        assert!(!library.command(&["jobs", "list", "--state", "dead"]).contains("apply_title_update"));
        let done = library.command(&["jobs", "list", "--state", "done"]);
        assert_eq!(done.matches("apply_title_update").count(), 3, "{done}");

        // Jobs that are done, and jobs that never existed, cannot be retried.
        for job in [number(&dead[0]), "999999"] {
            assert!(library.refuse(&["jobs", "retry", job]).contains(job));
        }
        let retried = library.command(&["jobs", "retry", "--kind", "apply_title_update"]);
        assert_eq!(retried.trim(), "Retried 0; 0 stay dead.");
        let refusal = library.refuse(&["jobs", "retry", "--kind", "apply_titel_update"]);
        assert!(refusal.contains("package_audio, apply_title_update"), "{refusal}");
        server.program.terminate();
    }

    async fn a_waiting_job_can_be_cancelled_and_brought_back(backend: Backend) {
        let library = Library::new(&backend);
        let people = library.people();
        let (server, id, _) = one_book(&library, &people).await;
        server.program.terminate();
        library.command(&["admin", "titles", "disable", &id.to_string()]);
        let waiting = list_in_state(&library, "ready", "apply_title_update").await;
        library.command(&["jobs", "cancel", number(&waiting[0])]);
        assert_eq!(list_in_state(&library, "cancelled", "apply_title_update").await.len(), 1);
        let mut server = library.serve(&[], &[]).await;
        server.titles(&people, 1).await;
        library.command(&["jobs", "retry", number(&waiting[0])]);
        server.titles(&people, 0).await;
        server.program.terminate();
    }

    async fn a_worker_of_its_own_does_the_work(backend: Backend) {
        let library = Library::new(&backend);
        let people = library.people();
        let (server, id, _) = one_book(&library, &people).await;
        server.program.terminate();
        // The server applies changes only; another process makes the copies.
        let server = library.serve(&["--lanes", "catalog"], &[]).await;
        let path = format!("/v2/titles/{id}/DAISY");
        let call = || server.get(&path).query(&[("api_key", &people.key)]);
        call().send().await.expect_status(202);
        // Long enough for a conversion, if the server made the copy in spite of its lanes.
        tokio::time::sleep(Duration::from_millis(1500)).await;
        call().send().await.expect_status(202);
        let flags = library.flags();
        let waiting = library.command(&["jobs", "list", "--state", "ready"]);
        assert!(waiting.lines().any(|line| line.split_whitespace().nth(3) == Some("text")), "{waiting}");
        let args: Vec<&str> = ["worker", "--lanes", "text,speech=2"].into_iter().chain(flags.iter().map(String::as_str)).collect();
        let worker = crate::support::Program::start(library.dir.path(), &args);
        ask(&server, &people, id).await.expect_status(302);
        worker.terminate();
        server.program.terminate();
    }
}
