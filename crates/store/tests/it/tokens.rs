//! Codes and tokens (docs/rules/authentication.md).

use domain::fixtures::{days_ago, individual, noon, site};
use domain::{AccountId, Client, ClientId};
use futures_util::future::join_all;
use jiff::{SignedDuration, Timestamp};
use store::readers::{self, TokenCheck};
use store::tokens::{
    AuthorizationCode, NewTokenPair, RedeemedCode, RefreshCheck, RefreshToken, RevocationOutcome,
};
use store::{Db, Tx, clients, db_test, passwords, tokens};

use crate::world;

fn in_ten_minutes() -> Timestamp {
    noon() + SignedDuration::from_mins(10)
}

fn code_with_hash(hash: &str) -> AuthorizationCode {
    AuthorizationCode {
        hash: hash.into(),
        client: "app".into(),
        account: "ada".into(),
        redirect_uri: "app://back".into(),
        challenge: Some("challenge".into()),
        expires: in_ten_minutes(),
    }
}

async fn set_up(db: &Db) {
    world::create_sites(db).await;
    world::settle(db, &individual("ada")).await;
    for id in ["app", "other"] {
        let client = Client {
            id: id.into(),
            name: id.into(),
            site: site(),
            secret_hash: None,
            redirect_uris: Vec::new(),
            privileges: std::collections::BTreeSet::new(),
            disabled: false,
        };
        clients::insert(db, &client).await.unwrap();
    }
}

async fn redeem_code(db: &Db, hash: &str, client: &str, at: Timestamp) -> RedeemedCode {
    committed!(db, tx => tokens::redeem_code(&mut tx, hash, &client.into(), at))
}

async fn add_pair(db: &Db, name: &str, family: &str) {
    let mut tx = db.begin().await.unwrap();
    insert_pair(&mut tx, name, family).await;
    tx.commit().await.unwrap();
}

async fn insert_pair(tx: &mut Tx, name: &str, family: &str) {
    let (client, account) = (ClientId::from("app"), AccountId::from("ada"));
    let new = NewTokenPair {
        access_hash: &format!("{name}-access"),
        access_expires: in_ten_minutes(),
        refresh_hash: &format!("{name}-refresh"),
        refresh_expires: in_ten_minutes() + SignedDuration::from_hours(24),
        client: &client,
        account: &account,
        family,
        replaces: None,
    };
    tokens::insert_pair(tx, &new, noon()).await.unwrap();
}

async fn check_access_token(db: &Db, name: &str) -> TokenCheck {
    readers::find_by_access_token(db, &format!("{name}-access"), noon()).await.unwrap()
}

async fn use_refresh_token(db: &Db, name: &str, at: Timestamp) -> RefreshCheck {
    refresh_by(db, &format!("{name}-refresh"), "app", at).await
}

async fn refresh_by(db: &Db, hash: &str, client: &str, at: Timestamp) -> RefreshCheck {
    committed!(db, tx => tokens::use_refresh_token(&mut tx, hash, &client.into(), at))
}

db_test! {
    async fn a_code_is_good_once_for_its_client_in_its_time(db: Db) {
        set_up(&db).await;
        tokens::insert_code(&db, &code_with_hash("one"), noon()).await.unwrap();
        assert_eq!(redeem_code(&db, "none", "app", noon()).await, RedeemedCode::Unknown);
        assert_eq!(redeem_code(&db, "one", "other", noon()).await, RedeemedCode::Unknown);
        assert_eq!(redeem_code(&db, "one", "app", noon()).await, RedeemedCode::Fresh(code_with_hash("one")));
        assert_eq!(redeem_code(&db, "one", "app", noon()).await, RedeemedCode::Reused);
        let plain = AuthorizationCode { challenge: None, ..code_with_hash("two") };
        tokens::insert_code(&db, &plain, noon()).await.unwrap();
        assert_eq!(redeem_code(&db, "two", "app", in_ten_minutes()).await, RedeemedCode::Expired);
        tokens::insert_code(&db, &AuthorizationCode { hash: "three".into(), ..plain.clone() }, noon()).await.unwrap();
        let RedeemedCode::Fresh(found) = redeem_code(&db, "three", "app", noon()).await else { panic!("it is fresh") };
        assert_eq!(found.challenge, None);
        assert!(tokens::insert_code(&db, &plain, noon()).await.unwrap_err().is_conflict());
    }

    async fn of_racing_requests_one_gets_the_code(db: Db) {
        set_up(&db).await;
        tokens::insert_code(&db, &code_with_hash("one"), noon()).await.unwrap();
        let answers = join_all((0..8).map(|_| redeem_code(&db, "one", "app", noon()))).await;
        assert_eq!(answers.iter().filter(|a| matches!(a, RedeemedCode::Fresh(_))).count(), 1);
        assert_eq!(answers.iter().filter(|a| **a == RedeemedCode::Reused).count(), 7);
    }

    async fn a_new_password_ends_the_sign_in_that_is_being_renewed(db: Db) {
        set_up(&db).await;
        add_pair(&db, "old", "family").await;
        let mut renewal = db.begin().await.unwrap();
        let check = tokens::use_refresh_token(&mut renewal, "old-refresh", &"app".into(), noon()).await.unwrap();
        assert!(matches!(check, RefreshCheck::Valid(_)));
        insert_pair(&mut renewal, "new", "family").await;
        let (started, has_started) = tokio::sync::oneshot::channel();
        let password = tokio::spawn({
            let db = db.clone();
            async move {
                started.send(()).unwrap();
                let mut tx = db.begin().await.unwrap();
                assert!(passwords::change_password(&mut tx, &"ada".into(), "hash", false, noon()).await.unwrap());
                tx.commit().await.unwrap();
            }
        });
        has_started.await.unwrap();
        // Long enough to show that it waits, if a fault lets it not wait.
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        renewal.commit().await.unwrap();
        password.await.unwrap();
        assert!(matches!(check_access_token(&db, "new").await, TokenCheck::Revoked));
    }

    /// A code used twice: the tokens made from it are revoked, those of a refresh included.
    async fn a_reused_code_ends_its_whole_family(db: Db) {
        set_up(&db).await;
        tokens::insert_code(&db, &code_with_hash("one"), noon()).await.unwrap();
        redeem_code(&db, "one", "app", noon()).await;
        add_pair(&db, "first", "one").await;
        add_pair(&db, "refreshed", "one").await;
        add_pair(&db, "unrelated", "two").await;
        assert_eq!(redeem_code(&db, "one", "app", noon()).await, RedeemedCode::Reused);
        for name in ["first", "refreshed"] {
            assert_eq!(check_access_token(&db, name).await, TokenCheck::Revoked);
            assert_eq!(use_refresh_token(&db, name, noon()).await, RefreshCheck::Revoked);
        }
        assert!(matches!(check_access_token(&db, "unrelated").await, TokenCheck::Valid(_)));
    }

    async fn a_refresh_token_says_for_whom_it_is(db: Db) {
        set_up(&db).await;
        add_pair(&db, "a", "family").await;
        let good = RefreshToken {
            client: "app".into(),
            account: "ada".into(),
            family: "family".into(),
            expires: in_ten_minutes() + SignedDuration::from_hours(24),
        };
        assert_eq!(use_refresh_token(&db, "a", noon()).await, RefreshCheck::Valid(good.clone()));
        assert_eq!(use_refresh_token(&db, "a", good.expires).await, RefreshCheck::Expired);
        assert_eq!(refresh_by(&db, "a-access", "app", noon()).await, RefreshCheck::Unknown);
        assert_eq!(refresh_by(&db, "a-refresh", "other", noon()).await, RefreshCheck::Unknown);
    }

    /// docs/rules/authentication.md#rule-8: revoking a refresh token revokes only itself; another client's
    /// token stays.
    async fn a_revocation_ends_one_token_of_the_own_client(db: Db) {
        set_up(&db).await;
        add_pair(&db, "a", "family").await;
        let revoke = async |hash: &str, client: &str| {
            committed!(db, tx => tokens::revoke(&mut tx, hash, &client.into(), noon()))
        };
        assert_eq!(revoke("nothing", "app").await, RevocationOutcome::Unknown);
        assert_eq!(revoke("a-access", "other").await, RevocationOutcome::OtherClient);
        assert_eq!(revoke("a-refresh", "other").await, RevocationOutcome::OtherClient);
        assert_eq!(revoke("a-refresh", "app").await, RevocationOutcome::Revoked);
        assert_eq!(use_refresh_token(&db, "a", noon()).await, RefreshCheck::Revoked);
        assert!(matches!(check_access_token(&db, "a").await, TokenCheck::Valid(_)));
        assert_eq!(revoke("a-access", "app").await, RevocationOutcome::Revoked);
        assert_eq!(revoke("a-access", "app").await, RevocationOutcome::Revoked);
        assert_eq!(check_access_token(&db, "a").await, TokenCheck::Revoked);
    }

    /// docs/rules/authentication.md#rule-7: the first use of a new pair is noted once, and spends the old
    /// refresh token for good.
    async fn the_first_use_of_a_pair_is_noted_once(db: Db) {
        set_up(&db).await;
        add_pair(&db, "old", "family").await;
        let (client, account) = (ClientId::from("app"), AccountId::from("ada"));
        let new = NewTokenPair {
            access_hash: "new-access",
            access_expires: in_ten_minutes(),
            refresh_hash: "new-refresh",
            refresh_expires: in_ten_minutes() + SignedDuration::from_hours(24),
            client: &client,
            account: &account,
            family: "family",
            replaces: Some("old-refresh"),
        };
        committed!(db, tx => tokens::insert_pair(&mut tx, &new, noon()));
        let TokenCheck::Valid(session) = check_access_token(&db, "new").await else { panic!("it is valid") };
        assert_eq!(session.replaces.as_deref(), Some("old-refresh"));
        assert!(matches!(use_refresh_token(&db, "old", noon()).await, RefreshCheck::Valid(_)), "looking is no use");
        tokens::record_first_use(&db, "new-access", "old-refresh", noon()).await.unwrap();
        let TokenCheck::Valid(session) = check_access_token(&db, "new").await else { panic!("it is valid") };
        assert_eq!(session.replaces, None, "nothing is left to note");
        assert_eq!(use_refresh_token(&db, "old", in_ten_minutes() + SignedDuration::from_hours(48)).await, RefreshCheck::Replayed);
        assert!(matches!(check_access_token(&db, "new").await, TokenCheck::Revoked));
        assert_eq!(use_refresh_token(&db, "new", noon()).await, RefreshCheck::Revoked);
    }

    async fn all_tokens_of_an_account_or_family_end_together(db: Db) {
        set_up(&db).await;
        add_pair(&db, "a", "one").await;
        add_pair(&db, "b", "two").await;
        assert_eq!(tokens::revoke_family(&db, "one", noon()).await.unwrap(), 2);
        assert_eq!(tokens::revoke_account(&db, &"ada".into(), noon()).await.unwrap(), 2);
        assert_eq!(check_access_token(&db, "b").await, TokenCheck::Revoked);
    }

    async fn tokens_that_expired_long_ago_are_removed(db: Db) {
        set_up(&db).await;
        let old = AuthorizationCode { expires: days_ago(2), ..code_with_hash("old") };
        tokens::insert_code(&db, &old, days_ago(3)).await.unwrap();
        tokens::insert_code(&db, &code_with_hash("new"), noon()).await.unwrap();
        add_pair(&db, "a", "family").await;
        assert_eq!(tokens::purge(&db, days_ago(1)).await.unwrap(), 1);
        assert_eq!(tokens::purge(&db, in_ten_minutes() + SignedDuration::from_hours(1)).await.unwrap(), 2);
        assert_eq!(check_access_token(&db, "a").await, TokenCheck::Unknown);
        assert!(matches!(use_refresh_token(&db, "a", noon()).await, RefreshCheck::Valid(_)));
    }
}
