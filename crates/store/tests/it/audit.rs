//! Who read whose disability data.

use domain::fixtures::{days_ago, individual, member, now, school, sponsor};
use domain::ids::{AccountId, ClientId};
use jiff::Timestamp;
use store::audit::{self, Reading, Search};
use store::{Db, db_test};

use crate::world;

async fn people(db: &Db) {
    world::found(db).await;
    let school = school();
    for reader in
        [sponsor("tess", &school), member("mia", &school), member("moe", &school), individual("ada")]
    {
        world::settle(db, &reader).await;
    }
}

async fn read(db: &Db, by: Option<&str>, at: Timestamp, of: &[&str]) {
    let (reader, client) = (by.map(AccountId::from), ClientId::from("key"));
    let of: Vec<AccountId> = of.iter().map(|id| AccountId::from(*id)).collect();
    let reading = Reading { reader: reader.as_ref(), client: &client, endpoint: "GET /v2/members", at };
    audit::record(db, reading, &of.iter().collect::<Vec<_>>()).await.unwrap();
}

/// Who read whose data.
async fn found(db: &Db, search: Search, limit: u32) -> Vec<String> {
    let entries = audit::list(db, &search, limit).await.unwrap();
    entries
        .iter()
        .map(|entry| format!("{} {}", entry.reader.as_ref().map_or("-", |id| id.as_str()), entry.account))
        .collect()
}

db_test! {
    async fn a_page_is_written_by_one_statement_and_found_again(db: Db) {
        people(&db).await;
        let before = db.statements();
        read(&db, Some("tess"), days_ago(3), &["mia", "moe", "ada"]).await;
        read(&db, Some("tess"), now(), &[]).await;
        assert_eq!(db.statements() - before, 1);
        read(&db, None, days_ago(2), &["moe"]).await;
        read(&db, Some("ada"), days_ago(1), &["mia"]).await;

        let all = Search::default();
        assert_eq!(found(&db, all.clone(), 9).await, ["ada mia", "- moe", "tess ada", "tess moe", "tess mia"]);
        assert_eq!(found(&db, all.clone(), 2).await, ["ada mia", "- moe"]);
        let mia = Search { account: Some("mia".into()), ..all.clone() };
        assert_eq!(found(&db, mia.clone(), 9).await, ["ada mia", "tess mia"]);
        assert_eq!(found(&db, Search { since: Some(days_ago(1)), ..mia }, 9).await, ["ada mia"]);
        let tess = Search { reader: Some("tess".into()), ..all.clone() };
        assert_eq!(found(&db, tess, 9).await.len(), 3);
        let entry = audit::list(&db, &all, 1).await.unwrap().remove(0);
        assert_eq!((entry.at, entry.client.as_str(), entry.endpoint.as_str()), (days_ago(1), "key", "GET /v2/members"));
    }

    async fn what_is_old_is_forgotten(db: Db) {
        people(&db).await;
        for days in [3, 2, 1] {
            read(&db, Some("tess"), days_ago(days), &["mia", "moe"]).await;
        }
        assert_eq!(audit::purge(&db, days_ago(2)).await.unwrap(), 2);
        assert_eq!(audit::purge(&db, days_ago(2)).await.unwrap(), 0);
        assert_eq!(found(&db, Search::default(), 9).await.len(), 4);
    }
}
