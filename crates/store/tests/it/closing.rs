//! Closing an account: what is forgotten, what stays.

use std::collections::BTreeSet;

use domain::AccountId;
use domain::fixtures::{individual, noon, site};
use store::closing::{ANONYMIZED_COLUMNS, close, deleted_columns};
use store::lists::{self, ListAccess, ReadingList};
use store::testkit::TestDb;
use store::{Conn, Db, Sql, accounts, agreements, db_test, devices, periodicals, proofs, tokens};

use crate::world;

/// Tables whose rows stay when an account is closed, with the reason.
pub(crate) const RETAINED_COLUMNS: &[(&str, &str, &str)] = &[
    ("agreements", "account_id", "what the person agreed to counts for the copies that were made"),
    ("agreements", "recorded_by", "agreements of others"),
    ("subscriptions", "account_id", "accounting, with the payments"),
    ("downloads", "caller_id", "a copy that turns up elsewhere is traced to whom it was made for"),
    ("downloads", "recipient_id", "a copy that turns up elsewhere is traced to whom it was made for"),
    ("quota_usage", "account_id", "what was borrowed, as it is reported to rights holders"),
    ("audit", "account_id", "whose disability data was read, for six years"),
    ("audit", "reader_id", "who read the disability data of others, for six years"),
    ("audit_changes", "account_id", "what was changed of the membership, for six years"),
    ("audit_changes", "actor_id", "who changed what, for six years"),
    ("proof_decisions", "decided_by", "proofs of others"),
    ("organization_admissions", "decided_by", "organizations that the person admitted or declined"),
    ("hand_overs", "decided_by", "hand-overs that others asked for"),
    ("staff_emails", "sent_by", "emails to others"),
    ("distinct_people", "decided_by", "accounts of others"),
    ("assignments", "assigned_by", "titles of others"),
    ("reading_list_titles", "added_by", "titles on lists of others"),
    ("reading_list_members", "assigned_by", "lists of others"),
    ("roster_runs", "account_id", "runs that changed others"),
    ("roster_runs", "undone_by", "runs that changed others"),
    ("erasure_holds", "account_id", "why the person must not be erased"),
    ("erasure_holds", "held_by", "holds of others"),
    ("erasure_remains", "account_id", "what is kept of an erased person, and until when"),
    ("leavers", "account_id", "since when the account is closed, until the person is erased"),
    ("access_tokens", "account_id", "revoked, and removed when they would have expired"),
    ("refresh_tokens", "account_id", "revoked, and removed when they would have expired"),
    ("documents", "owner_id", "removed with their files by a job"),
    ("titles", "owner_id", "removed with their files by a job"),
];

#[tokio::test]
async fn every_reference_to_an_account_is_forgotten_anonymous_or_kept_for_a_reason() {
    let test = TestDb::create_sqlite().await;
    let sql = "SELECT m.name, f.\"from\" FROM sqlite_master m JOIN pragma_foreign_key_list(m.name) f \
         WHERE m.type = 'table' AND f.\"table\" = 'accounts'";
    let rows = (&test.db).fetch_all::<(String, String)>(Sql::new(sql)).await.unwrap();
    let schema: BTreeSet<(&str, &str)> = rows.iter().map(|(t, c)| (t.as_str(), c.as_str())).collect();
    let kept = RETAINED_COLUMNS.iter().map(|(table, column, _)| (*table, *column));
    let known: Vec<(&str, &str)> =
        deleted_columns().into_iter().chain(ANONYMIZED_COLUMNS).chain(kept).collect();
    let set: BTreeSet<(&str, &str)> = known.iter().copied().collect();
    assert_eq!(known.len(), set.len(), "each is in one place");
    // A new table belongs to one of the two lists of src/closing.rs, or to the one above.
    assert_eq!(schema, set);
    test.drop().await;
}

async fn close_account(db: &Db, id: &AccountId) {
    let mut tx = db.begin().await.unwrap();
    let account = accounts::get_for_update(&mut tx, id).await.unwrap().unwrap();
    close(&mut tx, &account, noon()).await.unwrap();
    tx.commit().await.unwrap();
}

db_test! {
    async fn a_closed_account_keeps_its_name_and_agreement_alone(db: Db) {
        world::create_sites(&db).await;
        for id in ["ada", "ben"] {
            world::settle(&db, &individual(id)).await;
            let list = ReadingList {
                id: format!("list-{id}"),
                site: site(),
                owner: id.into(),
                organization: None,
                name: "Ferries".into(),
                description: String::new(),
                access: ListAccess::Shared,
                updated: noon(),
            };
            lists::insert(&db, &list).await.unwrap();
            periodicals::insert(&db, &domain::periodicals::Series { id: id.into(), ..domain::fixtures::series() })
                .await
                .unwrap();
            periodicals::follows::set(&db, &id.into(), &id.into(), true, noon()).await.unwrap();
        }
        let (ada, ben) = (AccountId::from("ada"), AccountId::from("ben"));
        let names = [individual("ada"), individual("ben")].map(|reader| reader.account.sign_in_name().to_owned());
        world::sign_in(&db, &ada).await;
        close_account(&db, &ada).await;
        let left = accounts::get(&db, &ada).await.unwrap().unwrap();
        assert!(left.deleted && left.email.is_none() && left.name == individual("ada").account.name, "{left:?}");
        assert!(accounts::find_by_login(&db, &names[0]).await.unwrap().is_none(), "the name is free again");
        assert!(accounts::find_by_login(&db, &names[1]).await.unwrap().is_some());
        assert_eq!(proofs::list_for_account(&db, &ada).await.unwrap(), []);
        assert_eq!(proofs::list_for_account(&db, &ben).await.unwrap().len(), 1);
        assert!(lists::get(&db, "list-ada").await.unwrap().is_none());
        assert!(lists::get(&db, "list-ben").await.unwrap().is_some());
        assert!(!periodicals::follows::is_followed(&db, &ada, &"ada".into()).await.unwrap());
        assert!(periodicals::follows::is_followed(&db, &ben, &"ben".into()).await.unwrap());
        assert_eq!(tokens::revoke_account(&db, &ada, noon()).await.unwrap(), 0, "its tokens are revoked");
        assert_eq!(devices::revoke_account(&db, &ada, noon()).await.unwrap(), 0);
        assert_eq!(agreements::list_for_account(&db, &ada).await.unwrap().len(), 1);
    }

    async fn closing_takes_the_same_statements_however_much_there_is(db: Db) {
        world::create_sites(&db).await;
        let mut counts = Vec::new();
        for (id, follows) in [("ada", 0), ("ben", 5)] {
            world::settle(&db, &individual(id)).await;
            for number in 0..follows {
                let series = domain::periodicals::Series {
                    id: format!("{id}-{number}").as_str().into(),
                    ..domain::fixtures::series()
                };
                periodicals::insert(&db, &series).await.unwrap();
                periodicals::follows::set(&db, &id.into(), &series.id, true, noon()).await.unwrap();
            }
            let before = db.statement_count();
            close_account(&db, &id.into()).await;
            counts.push(db.statement_count() - before);
        }
        assert_eq!(counts[0], counts[1]);
    }
}
