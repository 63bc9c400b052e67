//! Codes with which a browser is signed in once.

use domain::AccountId;
use domain::enrollment_codes::{CODE_LIFETIME, CodeState};
use domain::fixtures::{individual, noon};
use futures_util::future::join_all;
use jiff::SignedDuration;
use store::{Db, db_test, enrollment_codes, passwords};

use crate::world;

/// Ada and Bea, with a code each that Ada has made.
async fn set_up(db: &Db) {
    world::create_sites(db).await;
    for name in ["ada", "bea"] {
        world::settle_account(db, &individual(name).account).await;
    }
    make_codes(db, &[("ada", "one"), ("bea", "two")]).await;
}

async fn make_codes(db: &Db, codes: &[(&str, &str)]) {
    let codes: Vec<(AccountId, String)> =
        codes.iter().map(|(account, hash)| (AccountId::from(*account), (*hash).to_owned())).collect();
    let rows: Vec<(&AccountId, String)> =
        codes.iter().map(|(account, hash)| (account, hash.clone())).collect();
    committed!(db, tx => enrollment_codes::replace_many(&mut tx, &rows, &"ada".into(), noon()));
}

/// The account that a code signs in at noon.
async fn find(db: &Db, hash: &str) -> Option<String> {
    let found = enrollment_codes::find_account(db, hash, noon()).await.unwrap();
    found.map(|account| account.id.0)
}

async fn use_up(db: &Db, account: &str, hash: &str) -> bool {
    committed!(db, tx => enrollment_codes::use_up(&mut tx, &account.into(), hash, noon()))
}

db_test! {
    async fn a_code_signs_in_its_account_until_it_expires(db: Db) {
        set_up(&db).await;
        assert_eq!(find(&db, "one").await.as_deref(), Some("ada"));
        assert_eq!(find(&db, "two").await.as_deref(), Some("bea"));
        assert_eq!(find(&db, "three").await, None);
        let end = noon() + CODE_LIFETIME;
        assert!(enrollment_codes::find_account(&db, "one", end).await.unwrap().is_none());
        let code = enrollment_codes::find_newest(&db, &"ada".into()).await.unwrap().unwrap();
        assert_eq!(code.state(noon()), CodeState::Open(end));
        assert_eq!(enrollment_codes::purge(&db, end).await.unwrap(), 0);
        assert_eq!(enrollment_codes::purge(&db, end + SignedDuration::from_secs(1)).await.unwrap(), 2);
    }

    async fn of_concurrent_uses_of_a_code_one_succeeds(db: Db) {
        set_up(&db).await;
        let all = join_all((0..8).map(|_| use_up(&db, "ada", "one"))).await;
        assert_eq!(all.iter().filter(|is_used| **is_used).count(), 1);
        assert_eq!(find(&db, "one").await, None);
        let code = enrollment_codes::find_newest(&db, &"ada".into()).await.unwrap().unwrap();
        assert_eq!(code.state(noon()), CodeState::Used(noon()));
        assert!(!use_up(&db, "ada", "two").await, "a code of another account");
    }

    async fn a_newer_code_replaces_an_open_and_a_used_one(db: Db) {
        set_up(&db).await;
        assert!(use_up(&db, "bea", "two").await);
        make_codes(&db, &[("ada", "three"), ("bea", "four")]).await;
        for (hash, account) in [("one", None), ("two", None), ("three", Some("ada")), ("four", Some("bea"))] {
            assert_eq!(find(&db, hash).await.as_deref(), account, "{hash}");
        }
        let hashes = enrollment_codes::list_hashes(&db, &["ada".into(), "nobody".into()]).await.unwrap();
        assert_eq!(hashes.into_values().collect::<Vec<_>>(), ["three"]);
    }

    async fn a_new_password_makes_the_code_void(db: Db) {
        set_up(&db).await;
        let mut tx = db.begin().await.unwrap();
        assert!(passwords::change_password(&mut tx, &"ada".into(), "another hash", true, noon()).await.unwrap());
        tx.commit().await.unwrap();
        assert_eq!(find(&db, "one").await, None);
        assert_eq!(find(&db, "two").await.as_deref(), Some("bea"));
    }
}
