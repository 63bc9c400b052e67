//! Every function that changes a stored document leaves what a newer program has written in it.

use std::collections::BTreeSet;

use domain::fixtures::{account, edition, noon, series, title, united_states, with_change};
use domain::recommendation_profiles::RecommendationProfile;
use domain::reference_organizations::ReferenceOrganization;
use domain::{Account, AccountId, Organization, Preferences, Role, Title};
use store::periodicals::editions;
use store::testkit::{DOCUMENT_TABLES, TestDb};
use store::{
    Conn, Db, Sql, accounts, closing, db_test, organizations, periodicals, preferences,
    recommendation_profiles, reference_organizations, titles,
};

use crate::world;

/// Members that a newer program has written.
const NEWS: &str = r#""news":{"of":["a newer",{"program":1}]}"#;

/// Adds a member to every document of a table, as a newer program would write it.
async fn write_news(mut db: &Db, table: &str) {
    let text = format!("UPDATE {table} SET document = '{{{NEWS},' || SUBSTR(document, 2)");
    assert_eq!(db.execute(Sql::new(text)).await.unwrap(), 1, "{table} has one row");
}

/// Checks that the table's only document still has the member, and a text that an edit wrote.
async fn has_news(mut db: &Db, table: &str, edited: &str) {
    let (document,): (String,) =
        db.fetch_one(Sql::new(format!("SELECT document FROM {table}"))).await.unwrap();
    let document: serde_json::Value = serde_json::from_str(&document).unwrap();
    assert_eq!(document["news"]["of"][1]["program"], 1, "{table}: {document}");
    assert!(document.to_string().contains(edited), "{table}: {edited} in {document}");
}

#[tokio::test]
async fn every_document_that_is_edited_is_of_a_type_that_the_tests_know() {
    let test = TestDb::create_sqlite().await;
    // In `synced_documents` the column is the name of a document.
    let statement = "SELECT m.name FROM sqlite_master m JOIN pragma_table_info(m.name) c \
         WHERE m.type = 'table' AND c.name = 'document' AND m.name NOT LIKE '\\_%' ESCAPE '\\' \
         AND m.name <> 'synced_documents'";
    let rows = (&test.db).fetch_all::<(String,)>(Sql::new(statement)).await.unwrap();
    let schema: BTreeSet<&str> = rows.iter().map(|(table,)| table.as_str()).collect();
    assert_eq!(schema, DOCUMENT_TABLES.iter().copied().collect());
    // A new table needs a line in json/mod.rs, and a test below.
    let tested = [
        "accounts", "editions", "organizations", "preferences", "recommendation_profiles",
        "reference_organizations", "series", "titles",
    ];
    assert_eq!(schema, tested.into());
    test.drop().await;
}

async fn add_ada(db: &Db) -> Account {
    let ada = account("ada", Role::Individual);
    committed!(db, tx => accounts::insert(&mut tx, &ada, Some("hash")));
    ada
}

db_test! {
    async fn edits_of_titles_keep_unknown_members(db: Db) {
        world::create_sites(&db).await;
        committed!(db, tx => titles::insert(&mut tx, &title(), None));
        write_news(&db, "titles").await;
        let edit = |notes: &str| with_change(title(), |title: &mut Title| title.metadata.notes = Some(notes.into()));
        assert!(committed!(db, tx => titles::update(&mut tx, &edit("one title"))));
        has_news(&db, "titles", "one title").await;
        committed!(db, tx => titles::update_many(&mut tx, &[edit("many titles")]));
        has_news(&db, "titles", "many titles").await;
        assert_eq!(titles::get(&db, title().id).await.unwrap(), Some(edit("many titles")));
    }

    async fn edits_of_accounts_keep_unknown_members_until_the_account_is_closed(db: Db) {
        world::create_sites(&db).await;
        let ada = add_ada(&db).await;
        write_news(&db, "accounts").await;
        let edit = |number: &str| with_change(ada.clone(), |ada| ada.phone_number = Some(number.into()));
        assert!(committed!(db, tx => accounts::update(&mut tx, &edit("number 1"))));
        has_news(&db, "accounts", "number 1").await;
        let two = edit("number 2");
        committed!(db, tx => accounts::update_many(&mut tx, &[&two], &[]));
        has_news(&db, "accounts", "number 2").await;
        assert!(committed!(db, tx => accounts::set_locked(&mut tx, &ada.id, true)));
        has_news(&db, "accounts", "\"locked\":true").await;
        assert!(committed!(db, tx => accounts::set_password_hash(&mut tx, &ada.id, None, true)));
        has_news(&db, "accounts", "\"needs_new_password\":true").await;
        committed!(db, tx => closing::close(&mut tx, &ada, noon()));
        let (document,): (String,) = (&db).fetch_one(Sql::new("SELECT document FROM accounts")).await.unwrap();
        assert!(!document.contains("news"), "what is known of the person is forgotten: {document}");
    }

    async fn edits_of_organizations_keep_unknown_members(db: Db) {
        world::create_sites(&db).await;
        let (document,): (String,) = (&db).fetch_one(Sql::new("SELECT document FROM organizations")).await.unwrap();
        let school: Organization = serde_json::from_str(&document).unwrap();
        write_news(&db, "organizations").await;
        let school = with_change(school, |school| school.notes = Some("edited".into()));
        assert!(committed!(db, tx => organizations::update(&mut tx, &school)));
        has_news(&db, "organizations", "edited").await;
    }

    async fn imports_of_reference_organizations_keep_unknown_members(db: Db) {
        let entry = |name: &str| ReferenceOrganization {
            id: "41-0007".into(),
            name: name.into(),
            parent_name: None,
            kind: "school".into(),
            address: united_states(),
            location: None,
        };
        committed!(db, tx => reference_organizations::upsert_many(&mut tx, &[entry("Alder Creek")]));
        write_news(&db, "reference_organizations").await;
        committed!(db, tx => reference_organizations::upsert_many(&mut tx, &[entry("Birch Creek")]));
        has_news(&db, "reference_organizations", "Birch Creek").await;
    }

    async fn edits_of_periodicals_and_editions_keep_unknown_members(db: Db) {
        world::create_sites(&db).await;
        periodicals::insert(&db, &series()).await.unwrap();
        editions::insert(&db, &edition(), None).await.unwrap();
        write_news(&db, "series").await;
        write_news(&db, "editions").await;
        let changed = with_change(series(), |series| series.publisher = Some("Other Press".into()));
        assert!(committed!(db, tx => periodicals::update(&mut tx, &changed)));
        has_news(&db, "series", "Other Press").await;
        let edit = |name: &str| with_change(edition(), |edition| edition.name = name.into());
        assert!(committed!(db, tx => editions::update(&mut tx, &edit("one edition"))));
        has_news(&db, "editions", "one edition").await;
        committed!(db, tx => editions::update_many(&mut tx, &[edit("many editions")]));
        has_news(&db, "editions", "many editions").await;
    }

    async fn choices_of_readers_keep_unknown_members(db: Db) {
        world::create_sites(&db).await;
        let ada: AccountId = add_ada(&db).await.id;
        committed!(db, tx => preferences::set(&mut tx, &ada, &Preferences::default()));
        write_news(&db, "preferences").await;
        let large = Preferences { display: Some("large".into()), ..Preferences::default() };
        committed!(db, tx => preferences::set(&mut tx, &ada, &large));
        has_news(&db, "preferences", "large").await;
        let profile = RecommendationProfile::default();
        committed!(db, tx => recommendation_profiles::set(&mut tx, &ada, &profile));
        write_news(&db, "recommendation_profiles").await;
        let authors = RecommendationProfile { included_authors: vec!["Mara".into()], ..profile };
        committed!(db, tx => recommendation_profiles::set(&mut tx, &ada, &authors));
        has_news(&db, "recommendation_profiles", "Mara").await;
    }
}
