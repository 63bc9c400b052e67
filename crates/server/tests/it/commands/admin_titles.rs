//! `openshelf admin titles`: a change is accepted by the command and applied by the workers
//! (docs/rules/titles.md#rule-5).

use domain::{HistoryAction, TitleId};
use store::{Db, DbOptions, KeyPage};

use super::book::book;
use crate::each;
use crate::support::{Backend, Library, eventually, write};

/// The events of the title's history, oldest first, with the remarks.
async fn history(library: &Library, title: i64) -> Vec<(HistoryAction, Option<String>)> {
    let url = library.database_url();
    let db = Db::connect(&DbOptions::new(url)).await.unwrap();
    let events = store::history::list(&db, TitleId(title), &KeyPage::first_page(50)).await.unwrap();
    db.close().await;
    events.into_iter().rev().map(|(_, event)| (event.action, event.comment)).collect()
}

each! {
    async fn a_disabled_title_is_withdrawn_within_seconds(backend: Backend) {
        let library = Library::new(&backend);
        let people = library.people();
        for name in ["Kelp", "Limpet"] {
            let file = library.dir.path().join(name).with_extension("epub");
            write(&file, &book(name));
            library.command(&["ingest", &file.display().to_string(), "--rights", "publicDomain"]);
        }
        let mut server = library.serve(&[], &[]).await;
        let titles = server.titles(&people, 2).await;
        let id = titles.iter().find(|title| title["title"] == "Kelp").unwrap()["serviceId"].as_i64().unwrap();
        let before = history(&library, id).await.len();

        library.command(&["admin", "titles", "disable", &id.to_string(), "--comment", "rights have ended"]);
        let path = format!("/v2/titles/{id}");
        let query = [("api_key", people.key.as_str())];
        let title = eventually("it is withdrawn", async || {
            let title = server.get(&path).query(&query).send().await.expect_status(200).json;
            if title["available"] == false { Ok(title) } else { Err(title) }
        })
        .await;
        assert_eq!(title["titleAccessAlerts"][0]["code"], "TITLE_NOT_LIVE", "{title}");
        server.titles(&people, 1).await;
        server.get(&format!("{path}/EPUB3")).query(&query).send().await.expect_error(403, "TITLE_NOT_LIVE");
        let list = library.command(&["admin", "titles", "list"]);
        assert!(list.lines().any(|line| line.contains("Kelp") && line.contains("withdrawn")), "{list}");
        assert!(list.lines().any(|line| line.contains("Limpet") && line.contains("live")), "{list}");

        let events = history(&library, id).await.split_off(before);
        let remark = Some("rights have ended".to_owned());
        assert_eq!(events, [(HistoryAction::WithdrawRequested, remark.clone()), (HistoryAction::Withdrawn, remark)]);

        library.command(&["admin", "titles", "status", &id.to_string(), "live"]);
        server.titles(&people, 2).await;
        server.program.terminate();
    }

    async fn invalid_changes_are_reported(backend: Backend) {
        let library = Library::new(&backend);
        library.people();
        let file = library.dir.path().join("kelp.epub");
        write(&file, &book("Kelp"));
        library.command(&["ingest", &file.display().to_string()]);
        let list = library.command(&["admin", "titles", "list"]);
        let id = list.split_whitespace().next().unwrap();
        assert!(library.refuse(&["admin", "titles", "disable", "999999"]).contains("no title 999999"));
        assert!(library.refuse(&["admin", "titles", "status", id, "removed"]).contains("cannot become removed"));
        library.refuse(&["admin", "titles", "status", id, "burnt"]);
        assert!(library.command(&["admin", "titles", "list", "--after", id]).is_empty());
        assert_eq!(library.command(&["admin", "titles", "list", "--limit", "1"]).lines().count(), 1);
        assert!(!library.command(&["jobs", "list"]).contains("title"), "nothing was accepted");
    }
}
