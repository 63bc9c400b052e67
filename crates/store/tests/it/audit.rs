//! The audit of accesses to disability data.

use domain::fixtures::{days_ago, individual, member, noon, school, sponsor};
use domain::ids::{AccountId, ClientId};
use jiff::Timestamp;
use store::audit::{self, AuditSearch, AuditedRequest};
use store::{Db, db_test};

use crate::world;

async fn settle_people(db: &Db) {
    world::create_sites(db).await;
    let school = school();
    for reader in
        [sponsor("tess", &school), member("mia", &school), member("moe", &school), individual("ada")]
    {
        world::settle(db, &reader).await;
    }
}

async fn record_reading(db: &Db, by: Option<&str>, at: Timestamp, of: &[&str]) {
    let (reader, client) = (by.map(AccountId::from), ClientId::from("key"));
    let of: Vec<AccountId> = of.iter().map(|id| AccountId::from(*id)).collect();
    let reading =
        AuditedRequest { reader: reader.as_ref(), client: &client, endpoint: "GET /v2/members", read_at: at };
    audit::record(db, reading, &of.iter().collect::<Vec<_>>()).await.unwrap();
}

/// The readers and the people whose data they read.
async fn find_entries(db: &Db, search: AuditSearch, limit: u32) -> Vec<String> {
    let entries = audit::list(db, &search, limit).await.unwrap();
    entries
        .iter()
        .map(|entry| format!("{} {}", entry.reader.as_ref().map_or("-", |id| id.as_str()), entry.account))
        .collect()
}

db_test! {
    async fn a_page_is_written_by_one_statement_and_found_again(db: Db) {
        settle_people(&db).await;
        let before = db.statement_count();
        record_reading(&db, Some("tess"), days_ago(3), &["mia", "moe", "ada"]).await;
        record_reading(&db, Some("tess"), noon(), &[]).await;
        assert_eq!(db.statement_count() - before, 1);
        record_reading(&db, None, days_ago(2), &["moe"]).await;
        record_reading(&db, Some("ada"), days_ago(1), &["mia"]).await;

        let all = AuditSearch::default();
        assert_eq!(find_entries(&db, all.clone(), 9).await, ["ada mia", "- moe", "tess ada", "tess moe", "tess mia"]);
        assert_eq!(find_entries(&db, all.clone(), 2).await, ["ada mia", "- moe"]);
        let mia = AuditSearch { account: Some("mia".into()), ..all.clone() };
        assert_eq!(find_entries(&db, mia.clone(), 9).await, ["ada mia", "tess mia"]);
        assert_eq!(find_entries(&db, AuditSearch { since: Some(days_ago(1)), ..mia }, 9).await, ["ada mia"]);
        let tess = AuditSearch { reader: Some("tess".into()), ..all.clone() };
        assert_eq!(find_entries(&db, tess, 9).await.len(), 3);
        let entry = audit::list(&db, &all, 1).await.unwrap().remove(0);
        assert_eq!((entry.read_at, entry.client.as_str(), entry.endpoint.as_str()), (days_ago(1), "key", "GET /v2/members"));
    }

    async fn old_entries_are_purged(db: Db) {
        settle_people(&db).await;
        for days in [3, 2, 1] {
            record_reading(&db, Some("tess"), days_ago(days), &["mia", "moe"]).await;
        }
        assert_eq!(audit::purge(&db, days_ago(2)).await.unwrap(), 2);
        assert_eq!(audit::purge(&db, days_ago(2)).await.unwrap(), 0);
        assert_eq!(find_entries(&db, AuditSearch::default(), 9).await.len(), 4);
    }
}
