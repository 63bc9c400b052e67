//! `openshelf reindex`, and an index that was deleted: it is only a copy of the database.

use std::fs;

use serde_json::Value;

use super::book::book;
use crate::each;
use crate::support::{Backend, Library, People, ServedLibrary, write};

/// A library with some books.
fn library(backend: &Backend) -> (Library, People) {
    let library = Library::new(backend);
    let people = library.people();
    let books = library.dir.path().join("books");
    for name in ["Kelp", "Barnacle", "Limpet", "Whelk", "Kelp and barnacle"] {
        write(&books.join(name).with_extension("epub"), &book(name));
    }
    library.command(&["ingest", &books.display().to_string(), "--rights", "publicDomain"]);
    (library, people)
}

/// The results of searches: what is found, in what order, and the counts.
async fn answers(server: &ServedLibrary, people: &People) -> Vec<Value> {
    let mut answers = Vec::new();
    for query in ["sortOrder=title&limit=3", "keyword=kelp", "author=harbor&direction=desc", "title=barnakle"]
    {
        let call = server.get(&format!("/v2/titles?{query}")).query(&[("api_key", &people.key)]);
        let reply = call.send().await.expect_status(200).json;
        let ids: Vec<&Value> =
            reply["titles"].as_array().unwrap().iter().map(|title| &title["serviceId"]).collect();
        let facets: Vec<Value> = reply["authorFacets"]
            .as_array()
            .unwrap()
            .iter()
            .map(|facet| serde_json::json!([facet["name"], facet["count"]]))
            .collect();
        answers.push(serde_json::json!([query, ids, reply["totalResults"], facets]));
    }
    answers
}

each! {
    async fn an_index_deleted_while_stopped_comes_back(backend: Backend) {
        let (library, people) = library(&backend);
        let mut server = library.serve(&[], &[]).await;
        server.titles(&people, 5).await;
        let before = answers(&server, &people).await;
        assert_eq!(before[1][2], 2, "two are about kelp");
        server.program.terminate();

        // By the command ...
        fs::remove_dir_all(library.dir.path().join("index")).unwrap();
        assert!(library.command(&["reindex"]).contains("Indexed 5 titles"));
        let mut server = library.serve(&[], &[]).await;
        assert_eq!(answers(&server, &people).await, before, "immediately, not only after a while");
        server.titles(&people, 5).await;
        server.program.terminate();

        // ... and by the server alone.
        fs::remove_dir_all(library.dir.path().join("index")).unwrap();
        let mut server = library.serve(&[], &[]).await;
        server.titles(&people, 5).await;
        assert_eq!(answers(&server, &people).await, before);
        server.program.terminate();
    }

    async fn a_running_server_takes_the_new_index_over(backend: Backend) {
        let (library, people) = library(&backend);
        let mut server = library.serve(&[], &[]).await;
        server.titles(&people, 5).await;
        let before = answers(&server, &people).await;
        assert!(library.command(&["reindex"]).contains("Indexed 5 titles"));
        assert_eq!(answers(&server, &people).await, before);
        let file = library.dir.path().join("anemone.epub");
        write(&file, &book("Anemone"));
        library.command(&["ingest", &file.display().to_string(), "--rights", "publicDomain"]);
        server.titles(&people, 6).await;
        server.program.terminate();
    }

    async fn an_index_deleted_under_a_running_server_comes_back(backend: Backend) {
        let (library, people) = library(&backend);
        let mut server = library.serve(&[], &[]).await;
        server.titles(&people, 5).await;
        let before = answers(&server, &people).await;
        fs::remove_dir_all(library.dir.path().join("index")).unwrap();
        assert_eq!(answers(&server, &people).await, before, "what is open stays open");
        assert!(library.command(&["reindex"]).contains("Indexed 5 titles"));
        assert_eq!(answers(&server, &people).await, before);
        let file = library.dir.path().join("anemone.epub");
        write(&file, &book("Anemone"));
        library.command(&["ingest", &file.display().to_string(), "--rights", "publicDomain"]);
        server.titles(&people, 6).await;
        server.program.terminate();
        let mut server = library.serve(&[], &[]).await;
        server.titles(&people, 6).await;
        server.program.terminate();
    }
}
