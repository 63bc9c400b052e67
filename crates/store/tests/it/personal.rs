//! Personal data that the library holds.

use std::collections::{BTreeMap, BTreeSet};

use domain::bookmarks::Bookmark;
use domain::fixtures::{self, individual, noon, site};
use domain::{AccountId, ClientId, Format, TitleId};
use futures_util::TryStreamExt as _;
use serde_json::{Value, json};
use store::lists::{ListAccess, ReadingList};
use store::personal::{LEFT_OUT, list_parts};
use store::testkit::TestDb;
use store::{Conn, Db, Sql, audit, db_test};

use crate::world;

/// Every part of a person's data.
async fn all_data(db: &Db, account: &str) -> BTreeMap<&'static str, Vec<Value>> {
    let mut all = BTreeMap::new();
    for part in list_parts() {
        let records = part.stream_records(db, &AccountId::from(account)).try_collect::<Vec<_>>().await;
        let records = records.unwrap_or_else(|error| panic!("{}: {error}", part.name));
        all.insert(part.name, records.into_iter().map(|record| record.value).collect());
    }
    all
}

#[tokio::test]
async fn every_reference_to_an_account_is_in_the_archive_or_left_out_on_purpose() {
    let test = TestDb::create_sqlite().await;
    let sql = "SELECT m.name, f.\"from\" FROM sqlite_master m JOIN pragma_foreign_key_list(m.name) f \
         WHERE m.type = 'table' AND f.\"table\" = 'accounts'";
    let rows = (&test.db).fetch_all::<(String, String)>(Sql::new(sql)).await.unwrap();
    let schema: BTreeSet<(&str, &str)> = rows.iter().map(|(t, c)| (t.as_str(), c.as_str())).collect();
    assert!(schema.len() > 30, "{schema:?}");
    let answered = list_parts().flat_map(|part| part.references).copied();
    let left_out = LEFT_OUT.iter().map(|(table, column, _)| (*table, *column));
    let known: Vec<(&str, &str)> = answered.chain(left_out).collect();
    let set: BTreeSet<(&str, &str)> = known.iter().copied().collect();
    assert_eq!(known.len(), set.len(), "each is in one place");
    // A new table belongs into a file of personal/parts, or with its reason into LEFT_OUT.
    assert_eq!(schema, set);
    test.drop().await;
}

#[test]
fn parts_of_personal_data_contain_no_secret() {
    for part in list_parts() {
        let text = format!("{part:?}");
        for secret in ["hash", "sealed", "secret", "password", "family", "challenge"] {
            assert!(!text.contains(secret), "{}: {secret}", part.name);
        }
    }
}

db_test! {
    async fn a_person_gets_only_the_own_records(db: Db) {
        world::create_sites(&db).await;
        let titles = world::insert_titles(&db, 2).await;
        for name in ["ada", "bob"] {
            world::settle(&db, &individual(name)).await;
        }
        let ada = AccountId::from("ada");
        let place = fixtures::location("epubcfi(/6/4)");
        let bookmark = Bookmark { title: titles[0], format: Format::Epub3, place, text: None, created: noon() };
        store::bookmarks::put(&db, &ada, &bookmark).await.unwrap();
        let key = ClientId::from("key");
        let reading = audit::AuditedRequest { reader: Some(&"bob".into()), client: &key, endpoint: "GET /x", read_at: noon() };
        audit::record(&db, reading, &[&ada]).await.unwrap();
        let list = ReadingList {
            id: "mine".into(),
            site: site(),
            owner: ada.clone(),
            organization: None,
            name: "Mine".into(),
            description: String::new(),
            access: ListAccess::Private,
            updated: noon(),
        };
        store::lists::insert(&db, &list).await.unwrap();
        committed!(db, tx => store::lists::add_title(&mut tx, "mine", titles[1], &ada, noon()));

        let hers = all_data(&db, "ada").await;
        assert_eq!(hers["account"].len(), 1);
        assert_eq!(hers["account"][0]["id"], "ada");
        assert_eq!(hers["agreements"][0]["signedByLegalGuardian"], false);
        assert_eq!(hers["proofs-of-disability"][0]["disabilityType"], "visual");
        assert_eq!(hers["bookmarks"][0]["titleId"], titles[0].0);
        assert_eq!(hers["reads-of-disability-data"][0]["readBy"], "bob");
        assert_eq!(hers["reading-list-titles"], [json!({
            "readingListId": "mine",
            "titleId": titles[1].0,
            "dateAdded": domain::dates::format_timestamp(noon()),
        })]);
        assert!(!serde_json::to_string(&hers).unwrap().contains("a hash"), "no password");
        let his = all_data(&db, "bob").await;
        assert_eq!(his["disability-data-read"].len(), 1);
        assert!(!serde_json::to_string(&his).unwrap().contains("ada"), "{his:?}");
        for (name, records) in all_data(&db, "nobody").await {
            assert_eq!(records, Vec::<Value>::new(), "{name}");
        }
    }

    async fn titles_are_named_and_a_long_part_is_read_by_one_statement(db: Db) {
        world::create_sites(&db).await;
        world::insert_titles(&db, 3).await;
        world::settle(&db, &individual("ada")).await;
        for n in 0..700 {
            let text = "INSERT INTO reading_events (account_id, title_id, format, location, metric, metric_type, date_at) \
                 VALUES ('ada', $1, 'EPUB3', 'epubcfi(/6/4)', $2, 'seconds', $2)";
            (&db).execute(Sql::new(text).bind(1001 + n % 3).bind(n)).await.unwrap();
        }
        let part = list_parts().find(|part| part.name == "reading-activity").unwrap();
        let before = db.statement_count();
        let records: Vec<_> = part.stream_records(&db, &"ada".into()).try_collect().await.unwrap();
        assert_eq!((records.len(), db.statement_count() - before), (700, 1));
        assert_eq!(records[1].titles, [TitleId(1002)]);
        assert_eq!(records[699].value["metric"], 699);
    }
}
