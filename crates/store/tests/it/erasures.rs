//! Erasing people and organizations.

use std::collections::BTreeSet;

use domain::erasure::{ErasedSubject, ErasureNote, ErasureReason, RetainedPart, RetentionRules};
use domain::fixtures::{individual, linked_account, member, noon, school, site, sponsor, with_change};
use domain::{AccountId, Name, OrganizationId};
use jiff::{SignedDuration, Timestamp};
use serde_json::json;
use store::erasures::{self, Erasure, NewErasure};
use store::jobs::{self, Lane, NewJob};
use store::testkit::TestDb;
use store::{Conn, Db, Sql, accounts, db_test, organizations, reading};

use crate::closing::RETAINED_COLUMNS;
use crate::world;

/// The identifier of the person who is erased.
pub(crate) const PERSON: &str = "zebulon-7";
/// Parts of the person's names and addresses.
const NAMES: [&str; 2] = ["quirin", "vandermeer"];

/// The time after everything that is kept.
fn much_later() -> Timestamp {
    noon() + SignedDuration::from_hours(24 * 366 * 30)
}

async fn erase(db: &Db, id: &str, at: Timestamp) -> Erasure {
    let mut tx = db.begin().await.unwrap();
    let account = accounts::get_for_update(&mut tx, &id.into()).await.unwrap().unwrap();
    let new = NewErasure {
        account: &account,
        reason: ErasureReason::Request,
        erased: at,
        by: None,
        parent: None,
        rules: &RetentionRules::default(),
    };
    let erasure = erasures::erase_person(&mut tx, new).await.unwrap();
    tx.commit().await.unwrap();
    erasure
}

async fn erase_remains(db: &Db, now: Timestamp) -> u64 {
    committed!(db, tx => erasures::erase_due_remains(&mut tx, now, 100))
}

/// The schema of SQLite, and rows that fill it.
pub(crate) struct Schema<'a>(pub(crate) &'a Db);

impl Schema<'_> {
    pub(crate) async fn tables(&self) -> Vec<String> {
        let text =
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name";
        let mut db = self.0;
        let rows = db.fetch_all::<(String,)>(Sql::new(text)).await.unwrap();
        rows.into_iter().map(|(name,)| name).collect()
    }

    /// Name and type of each column that a row needs, without those that number themselves.
    async fn needed_columns(&self, table: &str) -> Vec<(String, String)> {
        let text = format!(
            "SELECT name, type FROM pragma_table_info('{table}') WHERE \"notnull\" = 1 AND dflt_value IS NULL \
             AND NOT (pk = 1 AND type = 'INTEGER')"
        );
        let mut db = self.0;
        db.fetch_all(Sql::new(text)).await.unwrap()
    }

    /// Columns that refer to other tables, with table and column.
    async fn references(&self, table: &str) -> Vec<(String, String, String)> {
        let text = format!("SELECT \"from\", \"table\", \"to\" FROM pragma_foreign_key_list('{table}')");
        let mut db = self.0;
        db.fetch_all(Sql::new(text)).await.unwrap()
    }

    /// Inserts a row that names the person in each column that refers to an account.
    async fn insert_row(&self, table: &str) {
        let references = self.references(table).await;
        let (mut names, mut values) = (Vec::new(), Vec::new());
        for (column, target, _) in &references {
            if target == "accounts" {
                names.push(column.clone());
                values.push(format!("'{PERSON}'"));
            }
        }
        for (column, kind) in self.needed_columns(table).await {
            if names.contains(&column) {
                continue;
            }
            let reference = references.iter().find(|(from, ..)| *from == column);
            let value = match (reference, kind.as_str()) {
                (Some((_, target, to)), _) => self.some_key(target, to).await,
                (None, "TEXT") => "'x'".to_owned(),
                (None, "BLOB") => "x'00'".to_owned(),
                (None, _) => "1".to_owned(),
            };
            names.push(column);
            values.push(value);
        }
        let text = format!("INSERT INTO {table} ({}) VALUES ({})", names.join(", "), values.join(", "));
        let mut db = self.0;
        db.execute(Sql::new(&*text)).await.unwrap_or_else(|error| panic!("{text}: {error}"));
    }

    /// The key of a row of a table, which is inserted if there is none.
    async fn some_key(&self, table: &str, column: &str) -> String {
        let text = format!("SELECT CAST({column} AS TEXT) FROM {table} LIMIT 1");
        let mut db = self.0;
        if db.fetch_optional::<(String,)>(Sql::new(&*text)).await.unwrap().is_none() {
            Box::pin(self.insert_row(table)).await;
        }
        let (key,) = db.fetch_one::<(String,)>(Sql::new(&*text)).await.unwrap();
        format!("'{key}'")
    }

    /// The columns of all tables that contain a text, whatever its case.
    async fn find(&self, words: &str) -> BTreeSet<(String, String)> {
        let mut found = BTreeSet::new();
        let mut db = self.0;
        for table in self.tables().await {
            let text = format!("SELECT name FROM pragma_table_info('{table}')");
            for (column,) in db.fetch_all::<(String,)>(Sql::new(text)).await.unwrap() {
                let text = format!(
                    "SELECT COUNT(*) FROM {table} WHERE lower(CAST({column} AS TEXT)) LIKE '%{words}%'"
                );
                if db.fetch_one::<(i64,)>(Sql::new(text)).await.unwrap().0 > 0 {
                    found.insert((table.clone(), column));
                }
            }
        }
        found
    }
}

/// Fills every table that refers to accounts with a row about the person.
pub(crate) async fn settle_everywhere(db: &Db) {
    world::create_sites(db).await;
    world::insert_titles(db, 1).await;
    let reader = with_change(individual(PERSON), |reader| {
        reader.account.name = Name::new("Quirinus", "Vandermeer");
        reader.account.email = Some("quirin@mail.example".into());
        reader.account.username = Some("quirin-login".into());
    });
    world::settle(db, &reader).await;
    world::sign_in(db, &PERSON.into()).await;
    let mut target = db;
    target.execute(Sql::new("UPDATE agreements SET print_name = 'Quirinus Vandermeer'")).await.unwrap();
    let schema = Schema(db);
    let settled = ["logins", "agreements", "proofs", "access_tokens", "refresh_tokens"];
    // Documents and their titles are removed by a job; remains are what an erasure writes.
    let others = ["documents", "titles", "erasure_remains"];
    for table in schema.tables().await {
        let refers = schema.references(&table).await.iter().any(|(_, target, _)| target == "accounts");
        let count = Sql::new(format!("SELECT COUNT(*) FROM {table}"));
        let is_empty = target.fetch_one::<(i64,)>(count).await.unwrap().0 == 0;
        let is_filled = settled.contains(&table.as_str()) || others.contains(&table.as_str());
        // The organization's subscription is there before.
        if refers && !is_filled && (is_empty || table == "subscriptions") {
            schema.insert_row(&table).await;
        }
    }
}

/// A job that the person has caused is done. Its payload names the person, and no foreign key says so.
async fn add_finished_job(db: &Db) {
    let (person, payload) = (AccountId::from(PERSON), json!({"account": PERSON, "name": NAMES[1]}));
    let job = NewJob { account: Some(&person), ..NewJob::new(Lane::Emails, "letter", payload, noon()) };
    committed!(db, tx => jobs::enqueue(&mut tx, job, noon()));
    let mut target = db;
    target.execute(Sql::new("UPDATE jobs SET state = 'done'")).await.unwrap();
}

#[tokio::test]
async fn after_an_erasure_no_column_of_any_table_refers_to_the_person_but_those_that_the_rules_name() {
    let test = TestDb::create_sqlite().await;
    let (db, schema) = (&test.db, Schema(&test.db));
    settle_everywhere(db).await;
    add_finished_job(db).await;
    let filled = schema.find(PERSON).await;
    assert!(filled.len() > 40 && filled.contains(&("jobs".to_owned(), "payload".to_owned())), "{filled:?}");
    let erasure = erase(db, PERSON, noon()).await;
    assert!(erasure.report.erased.values().sum::<u64>() > 25 && erasure.report.keeps_name(), "{erasure:?}");

    let pair = |(table, column): (&str, &str)| (table.to_owned(), column.to_owned());
    let mut kept: BTreeSet<_> =
        RETAINED_COLUMNS.iter().map(|(table, column, _)| pair((table, column))).collect();
    for gone in [("access_tokens", "account_id"), ("refresh_tokens", "account_id"), ("leavers", "account_id")]
    {
        assert!(kept.remove(&pair(gone)), "{gone:?}");
    }
    // The record, the certificate, and the identifier in that of the fixture's subscription and agreement.
    let named = [("accounts", "id"), ("accounts", "document"), ("erasures", "account_id")];
    let keys = [("agreements", "id"), ("subscriptions", "id"), ("payments", "subscription_id")];
    kept.extend(named.into_iter().chain(keys).map(pair));
    let found = schema.find(PERSON).await;
    assert!(found.is_subset(&kept), "{:?}", found.difference(&kept));
    let of_name = [
        ("accounts", "document"),
        ("accounts", "first_name"),
        ("accounts", "last_name"),
        ("agreements", "print_name"),
    ];
    let of_name: BTreeSet<_> = of_name.into_iter().map(pair).collect();
    for words in NAMES {
        let found = schema.find(words).await;
        assert!(found.is_subset(&of_name), "{words}: {:?}", found.difference(&of_name));
    }

    // When everything that is kept for a time is gone, the identifier is left where it belongs to others.
    assert!(erase_remains(db, much_later()).await >= 4);
    assert_eq!(erase_remains(db, much_later()).await, 0);
    for words in NAMES {
        assert_eq!(schema.find(words).await, BTreeSet::new(), "{words}");
    }
    let found = schema.find(PERSON).await;
    for gone in [
        ("agreements", "account_id"),
        ("subscriptions", "account_id"),
        ("quota_usage", "account_id"),
        ("downloads", "recipient_id"),
        ("erasure_remains", "account_id"),
    ] {
        assert!(!found.contains(&pair(gone)), "{gone:?}");
    }
    test.drop().await;
}

/// Tables that still name an organization after its erasure, with the reason.
const ORGANIZATION_RETAINED_TABLES: &[(&str, &str)] = &[
    ("accounts", "people leave one by one"),
    ("subscriptions", "accounting"),
    ("quota_usage", "what was borrowed, as it is reported to rights holders"),
    ("downloads", "which organization's right opened a title"),
];

#[tokio::test]
async fn every_reference_to_an_organization_is_deleted_with_it_or_kept_for_a_reason() {
    let test = TestDb::create_sqlite().await;
    let sql = "SELECT DISTINCT m.name FROM sqlite_master m JOIN pragma_foreign_key_list(m.name) f \
         WHERE m.type = 'table' AND f.\"table\" = 'organizations'";
    let mut db = &test.db;
    let rows = db.fetch_all::<(String,)>(Sql::new(sql)).await.unwrap();
    let schema: BTreeSet<&str> = rows.iter().map(|(table,)| table.as_str()).collect();
    let kept = ORGANIZATION_RETAINED_TABLES.iter().map(|(table, _)| *table);
    // A new table belongs to the list of src/erasures/organizations.rs, or to the one above.
    let known: BTreeSet<&str> = erasures::ORGANIZATION_DELETED_TABLES.into_iter().chain(kept).collect();
    assert_eq!(schema, known);
    test.drop().await;
}

db_test! {
    async fn a_person_without_copies_loses_the_name_immediately(db: Db) {
        world::create_sites(&db).await;
        for id in ["ada", "ben"] {
            world::settle(&db, &individual(id)).await;
        }
        let before = erasures::describe_erasure(&db, &"ada".into(), &RetentionRules::default(), noon()).await.unwrap();
        let erasure = erase(&db, "ada", noon()).await;
        assert_eq!(erasure.report, before, "the preview says what happens");
        assert!(!erasure.report.keeps_name());
        assert_eq!(erasures::get(&db, erasure.id).await.unwrap(), Some(erasure.clone()));
        let left = accounts::get(&db, &"ada".into()).await.unwrap().unwrap();
        assert!(left.deleted && left.name == Name::default(), "{left:?}");
        let ben = accounts::get(&db, &"ben".into()).await.unwrap().unwrap();
        assert!(!ben.deleted && ben.email.is_some());
        // The agreement goes when its time is over, and not before.
        let agreements = erasure.report.retained.iter().find(|kept| kept.part == RetainedPart::Agreements).unwrap();
        assert_eq!(erase_remains(&db, agreements.until - SignedDuration::from_secs(1)).await, 0);
        assert!(erase_remains(&db, agreements.until).await >= 1);
        assert_eq!(store::agreements::list_for_account(&db, &"ada".into()).await.unwrap(), []);
        assert_eq!(store::agreements::list_for_account(&db, &"ben".into()).await.unwrap().len(), 1);
    }

    async fn closed_accounts_are_due_from_when_they_were_found_closed(db: Db) {
        world::create_sites(&db).await;
        for id in ["ada", "ben", "cleo", "dan"] {
            world::settle(&db, &individual(id)).await;
        }
        for id in ["ada", "ben", "cleo"] {
            let mut tx = db.begin().await.unwrap();
            let account = accounts::get_for_update(&mut tx, &id.into()).await.unwrap().unwrap();
            store::closing::close(&mut tx, &account, noon()).await.unwrap();
            tx.commit().await.unwrap();
        }
        erase(&db, "cleo", noon()).await;
        let hold = erasures::ErasureHold { reason: "a claim".into(), held: noon(), by: None };
        erasures::set_hold(&db, &"ben".into(), &hold).await.unwrap();
        assert_eq!(committed!(db, tx => erasures::note_leavers(&mut tx, noon())), 2);
        assert_eq!(committed!(db, tx => erasures::note_leavers(&mut tx, much_later())), 0);
        assert_eq!(erasures::list_due_leavers(&db, noon(), 9).await.unwrap(), []);
        let due = erasures::list_due_leavers(&db, much_later(), 9).await.unwrap();
        assert_eq!(due, [AccountId::from("ada")]);
        assert!(erasures::release_hold(&db, &"ben".into()).await.unwrap());
        assert_eq!(erasures::list_due_leavers(&db, much_later(), 9).await.unwrap().len(), 2);
    }

    async fn an_organization_is_erased_when_its_people_are(db: Db) {
        world::create_sites(&db).await;
        let standing = school();
        for reader in [member("mia", &standing), sponsor("petra", &standing), linked_account("lina", &standing)] {
            world::settle(&db, &reader).await;
        }
        let id = OrganizationId::from("school");
        let people = erasures::count_people(&db, &id).await.unwrap();
        assert_eq!((people.members, people.sponsors, people.linked, people.removed), (2, 1, 1, 0));
        let listed = erasures::list_people(&db, &id, &"".into(), 9).await.unwrap();
        assert_eq!(listed, ["lina", "mia", "petra"].map(AccountId::from));
        let note = ErasureNote {
            site: site(),
            subject: ErasedSubject::Organization(id.clone()),
            reason: ErasureReason::Request,
            erased: noon(),
            by: None,
        };
        let number = committed!(db, tx => erasures::begin_organization(&mut tx, &note));
        let unnoted = erasures::list_unnoted(&db, 9).await.unwrap();
        assert_eq!(unnoted.iter().map(|erasure| &erasure.note).collect::<Vec<_>>(), [&note]);
        erasures::mark_noted(&db, &[number], noon()).await.unwrap();
        assert_eq!(erasures::list_unnoted(&db, 9).await.unwrap(), []);
        committed!(db, tx => erasures::erase_organization(&mut tx, &standing.organization));
        assert!(erasures::finish(&db, number, noon()).await.unwrap());
        let left = organizations::get(&db, &id).await.unwrap().unwrap();
        assert!(left.suspended && left.address.state.is_none(), "{left:?}");
        let erased = erasures::find_of_organization(&db, &id).await.unwrap().unwrap();
        assert_eq!((erased.id, erased.finished), (number, Some(noon())));
    }

    async fn only_the_newest_event_of_a_title_outlasts_the_history(db: Db) {
        world::create_sites(&db).await;
        world::insert_titles(&db, 2).await;
        world::settle(&db, &individual("ada")).await;
        for (title, format, at) in [(1001, "EPUB3", 1), (1001, "EPUB3", 2), (1001, "BRF", 1), (1002, "EPUB3", 3)] {
            let text = "INSERT INTO reading_events (account_id, title_id, format, location, metric, metric_type, date_at) \
                 VALUES ('ada', $1, $2, 'epubcfi(/6/4)', 1, 'seconds', $3)";
            (&db).execute(Sql::new(text).bind(i64::from(title)).bind(format).bind(i64::from(at))).await.unwrap();
        }
        let old = reading::list_superseded(&db, noon(), 0, 9).await.unwrap();
        assert_eq!(old.len(), 1);
        assert_eq!(reading::delete_events(&db, &old).await.unwrap(), 1);
        assert_eq!(reading::list_superseded(&db, noon(), 0, 9).await.unwrap(), Vec::<i64>::new());
    }
}
