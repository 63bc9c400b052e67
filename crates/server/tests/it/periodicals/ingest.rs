//! `openshelf admin periodicals` and `openshelf ingest --periodical`.

use crate::commands::book::book;
use crate::each;
use crate::support::{Backend, Library, field, write};

each! {
    async fn an_operator_makes_a_periodical_and_takes_its_editions_in(backend: Backend) {
        let library = Library::new(&backend);
        let people = library.people();
        let said = library.command(&[
            "admin", "periodicals", "create", "The Kelp Post", "--type", "magazine", "--issn", "03785955",
            "--publisher", "Harbor Press", "--language", "eng", "--category", "Sea", "--country", "us",
        ]);
        let series = field(&said, "periodical");
        let files = tempfile::tempdir().unwrap();
        for name in ["The Kelp Post, Spring", "The Kelp Post: Summer", "Autumn"] {
            write(&files.path().join(format!("{name}.epub")), &book(name));
        }
        write(&files.path().join("torn.epub"), b"PK");
        let folder = files.path().display().to_string();
        let output = library.run(&["ingest", &folder, "--periodical", &series, "--published", "2026-03-01", "--expires", "2126-01-01"]);
        let out = crate::support::text(&output.stdout);
        assert_eq!(output.status.code(), Some(1), "one file is no book");
        assert!(out.contains("Added 3, already there 0, failed 1."), "{out}");
        std::fs::remove_file(files.path().join("torn.epub")).unwrap();
        let again = library.command(&["ingest", &folder, "--periodical", &series]);
        assert!(again.contains("Added 0, already there 3, failed 0."), "{again}");

        let extra = files.path().join("extra.epub");
        write(&extra, &book("Extra"));
        let extra = extra.display().to_string();
        library.command(&["ingest", &extra, "--periodical", &series, "--edition", "No. 9", "--rights", "creativeCommons"]);
        let list = library.command(&["admin", "periodicals", "editions", &series]);
        for name in ["Spring", "Summer", "Autumn", "No. 9"] {
            assert!(list.lines().any(|line| line.ends_with(&format!(" {name}"))), "{name}: {list}");
        }
        assert_eq!(list.lines().filter(|line| line.contains("2026-03-01 2126-01-01")).count(), 3, "{list}");
        let all = library.command(&["admin", "periodicals", "list"]);
        assert!(all.contains(&series) && all.contains("0378-5955") && all.contains("The Kelp Post"), "{all}");
        let history = library.command(&["admin", "periodicals", "history", &series]);
        assert_eq!(history.lines().filter(|line| line.contains("published")).count(), 4, "{history}");
        assert_eq!(library.command(&["admin", "titles", "list"]), "", "an edition is no title");

        let server = library.serve(&[], &[]).await;
        let query = [("api_key", people.key.as_str())];
        let seen = server.get(&format!("/v2/periodicals/{series}")).query(&query).send().await.expect_status(200).json;
        assert_eq!((&seen["editionCount"], &seen["countries"]), (&4.into(), &serde_json::json!(["US"])));
        let titles = server.get("/v2/titles").query(&query).send().await.expect_status(200).json;
        assert_eq!(titles["totalResults"], 0);
        server.program.terminate();
    }

    async fn invalid_options_are_refused(backend: Backend) {
        let library = Library::new(&backend);
        library.command(&["admin", "sites", "create", "service", "--name", "Main library"]);
        let file = library.dir.path().join("kelp.epub");
        write(&file, &book("Kelp"));
        let path = file.display().to_string();
        assert!(library.refuse(&["ingest", &path, "--periodical", "nothing"]).contains("there is no periodical nothing"));
        assert!(library.refuse(&["ingest", &path, "--edition", "One"]).contains("--periodical"));
        assert!(library.refuse(&["admin", "periodicals", "create", "Kelp", "--issn", "0378-5954"]).contains("check digit"));
        assert!(library.refuse(&["admin", "periodicals", "create", "Kelp", "--site", "nowhere"]).contains("no site nowhere"));
        assert!(library.refuse(&["admin", "periodicals", "create", "Kelp", "--type", "pamphlet"]).contains("pamphlet"));
        let series = field(&library.command(&["admin", "periodicals", "create", "Kelp"]), "periodical");
        assert!(library.refuse(&["ingest", &path, &path, "--periodical", &series, "--edition", "One"]).contains("one file"));
        assert!(library.refuse(&["ingest", &path, "--periodical", &series, "--expires", "soon"]).contains("YYYY-MM-DD"));
        assert!(library.refuse(&["admin", "periodicals", "editions", "nothing"]).contains("there is no periodical nothing"));
        assert_eq!(library.command(&["admin", "periodicals", "editions", &series]), "");
    }
}
