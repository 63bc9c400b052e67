//! `openshelf ingest`.

use std::path::Path;

use super::book::book;
use crate::each;
use crate::support::{Backend, Library, Program, report_missing, text, write};

/// A folder with three books, one of them twice, and files that are none.
fn folder(dir: &Path) {
    write(&dir.join("kelp.epub"), &book("Kelp"));
    write(&dir.join("deep/deeper/barnacle.epub"), &book("Barnacle"));
    write(&dir.join("deep/limpet.EPUB"), &book("Limpet"));
    write(&dir.join("deep/kelp again.epub"), &book("Kelp"));
    write(&dir.join("torn.epub"), &book("Torn")[..400]);
    write(&dir.join("empty.epub"), b"");
    write(&dir.join("notes.txt"), b"not a book, and nobody says it is");
}

each! {
    async fn a_folder_is_ingested_and_its_faults_are_named(backend: Backend) {
        let library = Library::new(&backend);
        let people = library.people();
        let mut server = library.serve(&[], &[]).await;
        let books = tempfile::tempdir().unwrap();
        folder(books.path());
        let path = books.path().display().to_string();

        let output = library.run(&["ingest", &path, "--rights", "publicDomain"]);
        let (out, err) = (text(&output.stdout), text(&output.stderr));
        assert_eq!(output.status.code(), Some(1), "not all of it went well");
        assert!(out.contains("Added 3, already there 1, failed 2."), "{out}{err}");
        for file in ["torn.epub", "empty.epub"] {
            let line = err.lines().find(|line| line.contains(file)).unwrap_or_else(|| panic!("{file}: {err}"));
            let (_, reason) = line.split_once(".epub: ").unwrap();
            assert!(reason.len() > 10, "{line}");
        }
        assert!(!err.contains("notes.txt"));

        // The running server finds them within seconds, without a notification.
        let titles = server.titles(&people, 3).await;
        let mut names: Vec<&str> = titles.iter().map(|title| title["title"].as_str().unwrap()).collect();
        names.sort_unstable();
        assert_eq!(names, ["Barnacle", "Kelp", "Limpet"]);
        let kelp = server.get("/v2/titles").query(&[("api_key", &people.key), ("keyword", "kelp")]).send().await;
        assert_eq!(kelp.expect_status(200).json["totalResults"], 1);

        // A second run skips existing books; after the faults are removed, everything succeeds.
        std::fs::remove_file(books.path().join("torn.epub")).unwrap();
        write(&books.path().join("empty.epub"), &book("Whelk"));
        let out = library.command(&["ingest", &path, "--rights", "publicDomain"]);
        assert!(out.contains("Added 1, already there 4, failed 0."), "{out}");
        server.titles(&people, 4).await;
        server.program.terminate();
    }

    async fn site_and_rights_are_the_operators_word(backend: Backend) {
        let library = Library::new(&backend);
        library.command(&["admin", "sites", "create", "service", "--name", "Main library"]);
        library.command(&["admin", "sites", "create", "lab", "--name", "Laboratory"]);
        let file = library.dir.path().join("kelp.epub");
        write(&file, &book("Kelp"));
        let path = file.display().to_string();

        assert!(library.refuse(&["ingest", &path, "--site", "nowhere"]).contains("no site nowhere"));
        assert!(library.refuse(&["ingest", &path, "--rights", "everything"]).contains("everything"));
        let missing = library.dir.path().join("missing").display().to_string();
        assert!(library.refuse(&["ingest", &missing]).contains(&format!("{missing}: cannot be read")));
        assert_eq!(library.command(&["admin", "titles", "list"]), "");

        // The same book is another title on another site, and the same one on its own.
        library.command(&["ingest", &path, "--site", "lab", "--rights", "creativeCommons"]);
        library.command(&["ingest", &path]);
        let out = library.command(&["ingest", &path, "--site", "lab"]);
        assert!(out.contains("Added 0, already there 1"), "{out}");
        let list = library.command(&["admin", "titles", "list"]);
        let lines: Vec<&str> = list.lines().collect();
        assert_eq!(lines.len(), 2, "{list}");
        for (line, words) in lines.iter().zip([["lab", "live", "creativeCommons"], ["service", "live", "copyright"]]) {
            assert!(words.iter().all(|word| line.contains(word)) && line.contains("Kelp"), "{line}");
            assert!(line.contains("Ada Harbor"), "{line}");
        }
    }

    async fn stopped_it_finishes_the_work_in_progress_and_continues_when_run_again(backend: Backend) {
        const BOOKS: usize = 150;
        let library = Library::new(&backend);
        library.command(&["admin", "sites", "create", "service", "--name", "Main library"]);
        let books = tempfile::tempdir().unwrap();
        for n in 0..BOOKS {
            write(&books.path().join(format!("{n}.epub")), &book(&format!("Kelp {n}")));
        }
        let (path, flags) = (books.path().display().to_string(), library.flags());
        let args: Vec<&str> = ["ingest", &path].into_iter().chain(flags.iter().map(String::as_str)).collect();
        let mut running = Program::start(library.dir.path(), &args);
        let count = || library.command(&["admin", "titles", "list", "--limit", "1000"]).lines().count();
        running.wait_until("the first book is in", async || (count() > 0).then_some(())).await;
        running.ask_to_stop();
        assert_eq!(running.end().code(), Some(1), "it did not do everything that was requested");
        let there = count();
        assert!(there < BOOKS, "stopped in the middle");
        let said = library.log();
        assert!(said.contains(&format!("Added {there}, already there 0, failed 0.")), "{there}: {said}");
        assert!(said.contains("run the same command again"), "{said}");
        let out = library.command(&["ingest", &path]);
        assert!(out.contains(&format!("Added {}, already there {there}, failed 0.", BOOKS - there)), "{out}");
    }

    /// The sample books are next to the project.
    async fn every_sample_is_taken(backend: Backend) {
        let Some(samples) = std::env::var_os("OPENSHELF_SAMPLES") else {
            eprintln!("skipped: OPENSHELF_SAMPLES names no folder of books");
            return;
        };
        let epub = |entry: &std::fs::DirEntry| entry.path().extension().is_some_and(|e| e == "epub");
        let count = std::fs::read_dir(&samples).unwrap().flatten().filter(epub).count();
        let count = report_missing((count > 0).then_some(count), "a sample book").unwrap();
        let library = Library::new(&backend);
        library.command(&["admin", "sites", "create", "service", "--name", "Main library"]);
        let out = library.command(&["ingest", samples.to_str().unwrap(), "--rights", "publicDomain"]);
        assert!(out.contains(&format!("Added {count}, already there 0, failed 0.")), "{out}");
        assert_eq!(library.command(&["admin", "titles", "list"]).lines().count(), count);
    }
}
