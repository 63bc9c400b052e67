//! `openshelf ingest` of scores: MusicXML next to books and records, in folders and zip files.

use books::testkit::{packed_score, score_xml, zip_files};
use serde_json::json;

use super::book::book;
use super::ingest_records::{isbn, message, product};
use crate::each;
use crate::support::{Backend, Library, read_zip, repeat_until_packaged, text, write};

each! {
    async fn scores_become_titles_of_music_that_can_be_downloaded(backend: Backend) {
        let library = Library::new(&backend);
        let people = library.people();
        let mut server = library.serve(&[], &[]).await;
        let folder = library.dir.path().join("music");
        write(&folder.join("kelp.epub"), &book("Kelp"));
        write(&folder.join("ebb.musicxml"), score_xml("Ebb").as_bytes());
        write(&folder.join("ebb again.xml"), score_xml("Ebb").as_bytes());
        write(&folder.join("more/flood.mxl"), &packed_score("Flood"));
        write(&folder.join("more/nameless.musicxml"), score_xml("").as_bytes());
        write(&folder.join("more.zip"), &zip_files([("in/foam.mxl", packed_score("Foam")), ("in/x.mid", vec![1])]));
        let path = folder.display().to_string();

        let output = library.run(&["ingest", &path, "--rights", "publicDomain"]);
        let (out, err) = (text(&output.stdout), text(&output.stderr));
        assert_eq!(output.status.code(), Some(1));
        assert!(out.contains("Added 4, already there 1, failed 1."), "{out}{err}");
        assert!(err.contains("nameless.musicxml: the book has no title"), "{err}");
        std::fs::remove_file(folder.join("more/nameless.musicxml")).unwrap();
        let out = library.command(&["ingest", &path, "--rights", "publicDomain"]);
        assert!(out.contains("Added 0, already there 5, failed 0."), "{out}");

        let titles = server.titles(&people, 4).await;
        let ebb = titles.iter().find(|title| title["title"] == "Ebb").unwrap();
        assert_eq!((&ebb["titleContentType"], &ebb["available"]), (&json!("musicScore"), &json!(true)), "{ebb}");
        assert_eq!((&ebb["instruments"], &ebb["languages"]), (&json!("Oboe"), &json!(["eng"])), "{ebb}");
        let path = format!("/v2/titles/{}", ebb["serviceId"]);
        let detail = server.get(&path).query(&[("api_key", &people.key)]).send().await.expect_status(200).json;
        assert_eq!((&detail["key"], &detail["musicScoreType"]), (&json!("D minor"), &json!("singleLine")), "{detail}");
        assert_eq!((&detail["copyrightDate"], &detail["copyrightHolder"]), (&json!("1999"), &json!("The Port")), "{detail}");
        let people_of = |kind: &str| -> Vec<String> {
            let all = detail["contributors"].as_array().unwrap().iter().filter(|one| one["type"] == kind);
            all.map(|one| one["name"].to_string()).collect()
        };
        assert!(people_of("composer")[0].contains("Harbor") && people_of("lyricist")[0].contains("Marsh"), "{detail}");
        assert_eq!(people_of("author"), [] as [String; 0]);

        let reply = repeat_until_packaged(async || server.get(&format!("{path}/DAISY")).query(&[("api_key", &people.key)])).await;
        let file = server.get(reply.expect_status(302).header("location")).send().await.expect_status(200);
        let files = read_zip(&file.bytes).unwrap();
        let (_, daisy) = files.iter().find(|(name, _)| name == "book.xml").unwrap();
        let daisy = text(daisy);
        assert!(daisy.contains("octave 5 D, whole") && daisy.contains("<docauthor"), "{daisy}");
        server.program.terminate();
    }

    async fn a_score_finds_its_record(backend: Backend) {
        let library = Library::new(&backend);
        let people = library.people();
        let mut server = library.serve(&[], &[]).await;
        let delivery = zip_files([
            ("feed.xml".to_owned(), message(&[product(1, "03", "Tides in D")]).into_bytes()),
            (format!("{}.musicxml", isbn(1)), score_xml("Draft of tides").into_bytes()),
        ]);
        let file = library.dir.path().join("delivery.zip");
        write(&file, &delivery);
        let out = library.command(&["ingest", &file.display().to_string(), "--rights", "publicDomain"]);
        assert!(out.contains("added 1") && out.contains("Added 1, already there 0, failed 0."), "{out}");
        let title = server.titles(&people, 1).await.remove(0);
        assert_eq!((&title["title"], &title["titleContentType"]), (&json!("Tides in D"), &json!("musicScore")));
        assert_eq!((&title["available"], &title["isbn13"]), (&json!(true), &json!(isbn(1))), "{title}");
        server.program.terminate();
    }
}
