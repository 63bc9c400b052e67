//! Requests that an email confirms or undoes: joining, and changes of an account.

use domain::fixtures::{days_ago, individual, noon, site};
use domain::joining::{Applicant, JoinRequest, ReaderApplicant};
use domain::{AccountId, Name};
use jiff::civil::date;
use store::account_undos::{self, NewAccountChange};
use store::{accounts, join_requests};

use crate::world;

fn join_request(id: &str, days: i64) -> JoinRequest {
    JoinRequest {
        id: id.into(),
        site: site(),
        email: format!("{id}@example.org"),
        applicant: Applicant::Reader(ReaderApplicant {
            name: Name::new("Jo", "Reader"),
            date_of_birth: date(1990, 1, 2),
            country: "US".into(),
            guardian: None,
        }),
        language: "en".into(),
        requested: days_ago(days),
    }
}

store::db_test! {
    async fn a_request_to_join_is_used_once_and_purged_when_it_is_old(db: Db) {
        world::create_sites(&db).await;
        let (new, old) = (join_request("new", 1), join_request("old", 4));
        for request in [&new, &old] {
            join_requests::insert(&db, request).await.unwrap();
            join_requests::add_key(&db, &request.id, &format!("hash of {}", request.id)).await.unwrap();
        }
        assert_eq!(join_requests::get(&db, "new", noon()).await.unwrap(), Some(new.clone()));
        assert_eq!(join_requests::find_by_key(&db, "hash of new", noon()).await.unwrap(), Some(new));
        assert_eq!(join_requests::find_by_key(&db, "hash of old", noon()).await.unwrap(), None, "too old");
        assert_eq!(join_requests::purge(&db, noon()).await.unwrap(), 1);
        assert!(committed!(db, tx => join_requests::delete(&mut tx, "new")));
        assert!(!committed!(db, tx => join_requests::delete(&mut tx, "new")), "once");
        assert_eq!(join_requests::find_by_key(&db, "hash of new", noon()).await.unwrap(), None);
    }

    async fn a_change_of_an_account_is_undone_once_with_the_later_ones(db: Db) {
        world::create_sites(&db).await;
        let account = individual("ann").account;
        committed!(db, tx => accounts::insert(&mut tx, &account, Some("the old hash")));
        let ann = AccountId::from("ann");
        let change = |id, days| NewAccountChange {
            id,
            account: &ann,
            email: "ann@example.org",
            email_changed: false,
            password_changed: true,
            changed_at: days_ago(days),
        };
        for (id, days) in [("first", 2), ("second", 1), ("past", 8)] {
            committed!(db, tx => account_undos::insert(&mut tx, &change(id, days)));
            account_undos::add_key(&db, id, &format!("hash of {id}")).await.unwrap();
        }
        assert_eq!(account_undos::find_by_key(&db, "hash of past", noon()).await.unwrap(), None, "too old");
        let first = account_undos::find_by_key(&db, "hash of first", noon()).await.unwrap().unwrap();
        assert_eq!(account_undos::get(&db, "first", noon()).await.unwrap(), Some(first.clone()));
        let hash = committed!(db, tx => account_undos::take(&mut tx, &first));
        assert_eq!(hash, Some(Some("the old hash".to_owned())));
        assert_eq!(committed!(db, tx => account_undos::take(&mut tx, &first)), None, "once");
        assert_eq!(account_undos::get(&db, "second", noon()).await.unwrap(), None, "with the later ones");
        assert_eq!(account_undos::purge(&db, noon()).await.unwrap(), 1);
    }
}
