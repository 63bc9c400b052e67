//! The audit of accesses to disability data.

use domain::fixtures::{days_ago, individual, lab, member, noon, school, site, sponsor, with_change};
use domain::{AccountId, ClientId};
use jiff::Timestamp;
use store::audit::{self, AuditEntry, AuditedRequest, EntrySearch};
use store::{Conn, Db, Sql, db_test};

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
fn describe<'a>(entries: impl IntoIterator<Item = &'a AuditEntry>) -> Vec<String> {
    let text = |entry: &AuditEntry| {
        format!("{} {}", entry.reader.as_ref().map_or("-", |id| id.as_str()), entry.account)
    };
    entries.into_iter().map(text).collect()
}

async fn find_entries(db: &Db, search: EntrySearch<'_>, limit: u32) -> Vec<String> {
    describe(&audit::list(db, search, limit).await.unwrap())
}

async fn find_page(db: &Db, search: EntrySearch<'_>) -> Vec<String> {
    let page = audit::page(db, search, 9).await.unwrap();
    describe(page.iter().map(|(_, entry)| entry))
}

db_test! {
    async fn a_page_is_written_by_one_statement_and_found_again(db: Db) {
        Box::pin(settle_people(&db)).await;
        let before = db.statement_count();
        record_reading(&db, Some("tess"), days_ago(3), &["mia", "moe", "ada"]).await;
        record_reading(&db, Some("tess"), noon(), &[]).await;
        assert_eq!(db.statement_count() - before, 1);
        record_reading(&db, None, days_ago(2), &["moe"]).await;
        record_reading(&db, Some("ada"), days_ago(1), &["mia"]).await;

        let all = EntrySearch::default();
        assert_eq!(find_entries(&db, all, 9).await, ["ada mia", "- moe", "tess ada", "tess moe", "tess mia"]);
        assert_eq!(find_entries(&db, all, 2).await, ["ada mia", "- moe"]);
        let [mia, tess] = ["mia", "tess"].map(AccountId::from);
        let of_mia = EntrySearch { account: Some(&mia), ..all };
        assert_eq!(find_entries(&db, of_mia, 9).await, ["ada mia", "tess mia"]);
        assert_eq!(find_entries(&db, EntrySearch { since: Some(days_ago(1)), ..of_mia }, 9).await, ["ada mia"]);
        assert_eq!(find_entries(&db, EntrySearch { actor: Some(&tess), ..all }, 9).await.len(), 3);
        let entry = audit::list(&db, all, 1).await.unwrap().remove(0);
        assert_eq!((entry.read_at, entry.client.as_str(), entry.endpoint.as_str()), (days_ago(1), "key", "GET /v2/members"));
    }

    async fn a_page_of_reads_meets_every_condition(db: Db) {
        Box::pin(settle_people(&db)).await;
        world::settle(&db, &with_change(individual("lena"), |reader| reader.account.site = lab())).await;
        record_reading(&db, Some("tess"), days_ago(3), &["mia", "moe", "lena"]).await;
        record_reading(&db, Some("ada"), days_ago(2), &["mia"]).await;
        record_reading(&db, Some("tess"), days_ago(1), &["ada"]).await;
        let (tess, mia, main, lab) = (AccountId::from("tess"), AccountId::from("mia"), site(), lab());
        let all = EntrySearch::default();
        assert_eq!(find_page(&db, all).await, ["tess ada", "ada mia", "tess lena", "tess moe", "tess mia"]);
        let of_main = EntrySearch { site: Some(&main), ..all };
        assert_eq!(find_page(&db, of_main).await, ["tess ada", "ada mia", "tess moe", "tess mia"]);
        let by_tess = EntrySearch { actor: Some(&tess), ..of_main };
        assert_eq!(find_page(&db, by_tess).await, ["tess ada", "tess moe", "tess mia"]);
        assert_eq!(find_page(&db, EntrySearch { account: Some(&mia), ..by_tess }).await, ["tess mia"]);
        assert_eq!(find_page(&db, EntrySearch { account: Some(&mia), site: Some(&lab), ..all }).await, [""; 0]);
        let days = EntrySearch { since: Some(days_ago(2)), until: Some(days_ago(1)), ..of_main };
        assert_eq!(find_page(&db, days).await, ["ada mia"]);
        // Entries of one moment are in the order of their numbers, and the next page begins between two.
        let first = audit::page(&db, of_main, 3).await.unwrap();
        let after = first.last().map(|(id, entry)| (entry.read_at, *id));
        assert_eq!(find_page(&db, EntrySearch { after, ..of_main }).await, ["tess mia"]);
        assert_eq!(find_page(&db, EntrySearch { after, until: Some(days_ago(3)), ..all }).await, [""; 0]);
    }

    async fn entries_about_a_person_belong_to_the_site_of_the_person(db: Db) {
        Box::pin(settle_people(&db)).await;
        let (ada, main, lab) = (AccountId::from("ada"), site(), lab());
        record_reading(&db, Some("tess"), days_ago(2), &["ada", "mia"]).await;
        // As a program of the release before writes it.
        let older = "INSERT INTO audit (read_at, reader_id, client_id, endpoint, account_id) \
             VALUES ($1, 'tess', 'key', 'GET /v2/members', 'moe')";
        Conn::execute(&mut &db, Sql::new(older).bind(noon())).await.unwrap();
        assert_eq!(audit::fill_in_sites(&db).await.unwrap(), 1);
        assert_eq!(audit::fill_in_sites(&db).await.unwrap(), 0);
        committed!(db, tx => audit::move_to_site(&mut tx, &ada, &lab));
        for (site, expected) in [(&main, vec!["tess moe", "tess mia"]), (&lab, vec!["tess ada"])] {
            assert_eq!(find_page(&db, EntrySearch { site: Some(site), ..EntrySearch::default() }).await, expected);
        }
    }

    async fn old_entries_are_purged(db: Db) {
        Box::pin(settle_people(&db)).await;
        for days in [3, 2, 1] {
            record_reading(&db, Some("tess"), days_ago(days), &["mia", "moe"]).await;
        }
        assert_eq!(audit::purge(&db, days_ago(2)).await.unwrap(), 2);
        assert_eq!(audit::purge(&db, days_ago(2)).await.unwrap(), 0);
        assert_eq!(find_entries(&db, EntrySearch::default(), 9).await.len(), 4);
    }
}
