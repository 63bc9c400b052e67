//! Documents of users: their list, what they may keep, and their end; and connections to the drive.

use domain::documents::{Document, DocumentState, DocumentType, DocumentUsage};
use domain::fixtures::{days_ago, individual, noon, site};
use domain::{AccountId, CopySettings, Format, HistoryAction, HistoryEvent, Reader, Title, TitleId};
use serde_json::json;
use store::documents::{self, DocumentSort};
use store::downloads::{NewDownload, QuotaCharge};
use store::jobs::{JobState, Lane, NewJob};
use store::{
    Conn, Db, PageRequest, Sql, changes, db_test, downloads, drive_connections, history, jobs, titles,
};

use crate::world;

async fn settle_readers(db: &Db) -> (Reader, Reader) {
    world::create_sites(db).await;
    let (ada, ben) = (individual("ada"), individual("ben"));
    world::settle(db, &ada).await;
    world::settle(db, &ben).await;
    (ada, ben)
}

fn document_title(id: i64, owner: &AccountId, name: &str, days: i64) -> Title {
    domain::documents::new_title(TitleId(id), owner, &site(), name, days_ago(days))
}

async fn add(db: &Db, title: &Title, size: u64) -> Document {
    let document = Document {
        title: title.id,
        owner: title.owner.clone().unwrap(),
        kind: DocumentType::Pdf,
        file: format!("documents/{}.pdf", title.id),
        size,
        state: DocumentState::Pending,
        pending_since: title.dates.created,
    };
    let mut tx = db.begin().await.unwrap();
    titles::insert(&mut tx, title, None).await.unwrap();
    documents::insert(&mut tx, &document).await.unwrap();
    tx.commit().await.unwrap();
    document
}

db_test! {
    async fn a_document_comes_back_as_it_was_put(db: Db) {
        let (ada, _) = settle_readers(&db).await;
        let document = add(&db, &document_title(7, &ada.account.id, "Letter", 1), 42).await;
        assert_eq!(documents::get(&db, TitleId(7)).await.unwrap(), Some(document.clone()));
        assert!(documents::set_state(&db, TitleId(7), DocumentState::Ready).await.unwrap());
        assert!(!documents::set_state(&db, TitleId(8), DocumentState::Ready).await.unwrap());
        let ready = Document { state: DocumentState::Ready, ..document };
        assert_eq!(documents::list_after(&db, TitleId(0), 9).await.unwrap(), [ready]);
        assert_eq!(documents::list_after(&db, TitleId(7), 9).await.unwrap(), []);
    }

    async fn the_states_of_the_own_documents_are_one_statement(db: Db) {
        let (ada, ben) = settle_readers(&db).await;
        for (id, owner) in [(1, &ada), (2, &ada), (3, &ben)] {
            add(&db, &document_title(id, &owner.account.id, "Letter", 1), 1).await;
        }
        documents::set_state(&db, TitleId(2), DocumentState::Failed).await.unwrap();
        let before = db.statement_count();
        let mut states = documents::list_states(&db, &ada.account.id, &[1, 2, 3, 4].map(TitleId)).await.unwrap();
        assert_eq!(db.statement_count() - before, 1);
        states.sort_by_key(|(title, _)| *title);
        assert_eq!(states, [(TitleId(1), DocumentState::Pending), (TitleId(2), DocumentState::Failed)]);
        assert_eq!(documents::list_states(&db, &ada.account.id, &[]).await.unwrap(), []);
    }

    async fn a_user_sees_the_own_documents_in_either_order(db: Db) {
        let (ada, ben) = settle_readers(&db).await;
        let names = [(1, "Zoo", 3), (2, "an Ape", 2), (3, "Bear", 9), (4, "bear", 1), (5, "Lion", 1)];
        for (id, name, days) in names {
            add(&db, &document_title(id, &ada.account.id, name, days), 10).await;
        }
        add(&db, &document_title(6, &ben.account.id, "Ben's", 1), 99).await;
        for (sort, descending, expected) in [
            (DocumentSort::Title, false, [2, 3, 4, 5, 1]),
            (DocumentSort::Title, true, [1, 5, 3, 4, 2]),
            (DocumentSort::DateAdded, false, [3, 1, 2, 4, 5]),
            (DocumentSort::DateAdded, true, [4, 5, 2, 1, 3]),
        ] {
            let mut seen = Vec::new();
            let mut after = None;
            loop {
                let part = PageRequest { sort, descending, after: after.as_ref(), backward: false, limit: 2 };
                let rows = documents::page(&db, &ada.account.id, part).await.unwrap();
                let Some((place, _)) = rows.last() else { break };
                after = Some(place.clone());
                seen.extend(rows.iter().map(|(_, id)| id.0));
            }
            assert_eq!(seen, expected, "{sort} {descending}");
        }
        let kept = documents::count_stored(&db, &ada.account.id).await.unwrap();
        assert_eq!(kept, DocumentUsage { documents: 5, bytes: 50 });
        assert_eq!(documents::count_stored(&db, &"nobody".into()).await.unwrap(), DocumentUsage::default());
    }

    async fn a_removed_document_leaves_nothing(db: Db) {
        let (ada, ben) = settle_readers(&db).await;
        let owner = &ada.account.id;
        let title = document_title(7, owner, "Letter", 1);
        add(&db, &title, 10).await;
        add(&db, &document_title(8, owner, "Other", 1), 10).await;
        let mut tx = db.begin().await.unwrap();
        let new = NewDownload {
            caller: Some(owner),
            recipient: Some(owner),
            item: title.id.into(),
            format: Format::Epub3,
            artifact_version: 1,
            settings: CopySettings::None,
            charge: QuotaCharge::Nobody,
            day: None,
        };
        let (download, _) = downloads::find_or_create(&mut tx, &new, noon()).await.unwrap();
        downloads::set_packaged(&mut tx, download.id, "packages/7.epub", noon()).await.unwrap();
        let event = HistoryEvent {
            title: title.id,
            date: noon(),
            person: None,
            action: HistoryAction::Submitted,
            comment: None,
            format: None,
        };
        history::append(&mut tx, &event).await.unwrap();
        let key = documents::job_key(title.id);
        let job = NewJob { unique_key: Some(&key), ..NewJob::new(Lane::Documents, "convert_document", json!({}), noon()) };
        let job = jobs::enqueue(&mut tx, job, noon()).await.unwrap().unwrap();
        tx.commit().await.unwrap();

        let mut tx = db.begin().await.unwrap();
        assert_eq!(documents::remove(&mut tx, &ben.account.id, title.id, noon()).await.unwrap(), None);
        let removed = documents::remove(&mut tx, owner, title.id, noon()).await.unwrap().unwrap();
        tx.commit().await.unwrap();
        assert_eq!(removed.file, "documents/7.pdf");
        assert_eq!(removed.packages, ["packages/7.epub"]);
        assert_eq!(titles::get(&db, title.id).await.unwrap(), None);
        assert_eq!(documents::get(&db, title.id).await.unwrap(), None);
        assert_eq!(downloads::get(&db, download.id).await.unwrap(), None);
        assert_eq!(jobs::get(&db, job).await.unwrap().unwrap().state, JobState::Cancelled);
        assert_eq!(changes::list_since(&db, 0, 100).await.unwrap().last().unwrap().1, title.id);
        assert!(titles::get(&db, TitleId(8)).await.unwrap().is_some());
        let mut tx = db.begin().await.unwrap();
        assert_eq!(documents::remove(&mut tx, owner, title.id, noon()).await.unwrap(), None);
        tx.rollback().await.unwrap();
    }

    async fn a_document_without_a_job_is_found(db: Db) {
        let (ada, _) = settle_readers(&db).await;
        for (id, days) in [(1, 3), (2, 3), (3, 0)] {
            add(&db, &document_title(id, &ada.account.id, "Letter", days), 10).await;
        }
        let mut tx = db.begin().await.unwrap();
        let key = documents::job_key(TitleId(1));
        let job = NewJob { unique_key: Some(&key), ..NewJob::new(Lane::Documents, "convert_document", json!({}), noon()) };
        jobs::enqueue(&mut tx, job, noon()).await.unwrap().unwrap();
        tx.commit().await.unwrap();
        assert_eq!(documents::list_stranded(&db, days_ago(1), 9).await.unwrap(), [TitleId(2)]);
        assert_eq!(jobs::cancel_keys(&db, &[key], noon()).await.unwrap(), 1);
        assert_eq!(documents::list_stranded(&db, days_ago(1), 9).await.unwrap(), [TitleId(1), TitleId(2)]);
        assert!(documents::restart_many(&db, &[TitleId(1)], noon()).await.unwrap().is_empty());
        documents::set_state(&db, TitleId(1), DocumentState::Failed).await.unwrap();
        assert_eq!(documents::list_stranded(&db, days_ago(1), 9).await.unwrap(), [TitleId(2)]);
        let restarted = documents::restart_many(&db, &[TitleId(1), TitleId(2)], noon()).await.unwrap();
        assert_eq!(restarted.into_iter().collect::<Vec<_>>(), [TitleId(1)]);
        let again = documents::get(&db, TitleId(1)).await.unwrap().unwrap();
        assert_eq!((again.state, again.pending_since), (DocumentState::Pending, noon()));
        assert_eq!(jobs::cancel_keys(&db, &[], noon()).await.unwrap(), 0);
    }

    async fn a_drive_is_connected_until_it_is_disconnected(db: Db) {
        let (ada, ben) = settle_readers(&db).await;
        let (ada, ben) = (&ada.account.id, &ben.account.id);
        assert_eq!(drive_connections::get(&db, ada).await.unwrap(), None);
        drive_connections::put(&db, ada, vec![0, 255, 1], noon()).await.unwrap();
        drive_connections::put(&db, ben, vec![9], noon()).await.unwrap();
        drive_connections::put(&db, ada, vec![2, 2], noon()).await.unwrap();
        assert_eq!(drive_connections::get(&db, ada).await.unwrap(), Some(vec![2, 2]));
        assert!(drive_connections::remove(&db, ada).await.unwrap());
        assert!(!drive_connections::remove(&db, ada).await.unwrap());
        assert_eq!(drive_connections::get(&db, ben).await.unwrap(), Some(vec![9]));
    }
}

/// Tables that refer to titles, but never to a document: suppliers do not send those.
const NEVER_A_DOCUMENT: [&str; 1] = ["supplier_records"];

#[tokio::test]
async fn all_tables_that_refer_to_titles_let_go_of_documents() {
    let test = store::testkit::TestDb::create_sqlite().await;
    let query = "SELECT m.name, f.\"from\" FROM sqlite_master m JOIN pragma_foreign_key_list(m.name) f \
         WHERE m.type = 'table' AND f.\"table\" = 'titles' ORDER BY m.name";
    let rows = (&test.db).fetch_all::<(String, String)>(Sql::new(query)).await.unwrap();
    let mut expected: Vec<&str> = documents::DEPENDENT_TABLES.into_iter().chain(NEVER_A_DOCUMENT).collect();
    expected.sort_unstable();
    let tables: Vec<&str> = rows.iter().map(|(table, _)| table.as_str()).collect();
    assert_eq!(tables, expected);
    for (table, column) in
        rows.iter().filter(|(table, _)| documents::DEPENDENT_TABLES.contains(&table.as_str()))
    {
        assert_eq!(column, "title_id", "{table}");
    }
    test.drop().await;
}
