//! Codes and tokens (docs/rules/authentication.md).

use domain::clients::Client;
use domain::fixtures::{days_ago, individual, now, site};
use domain::ids::{AccountId, ClientId};
use futures_util::future::join_all;
use jiff::{SignedDuration, Timestamp};
use store::readers::{self, TokenCheck};
use store::tokens::{Code, NewPair, Redeemed, RefreshCheck, RefreshToken, Revocation};
use store::{Db, Tx, clients, db_test, passwords, tokens};

use crate::world;

fn soon() -> Timestamp {
    now() + SignedDuration::from_mins(10)
}

fn code(hash: &str) -> Code {
    Code {
        hash: hash.into(),
        client: "app".into(),
        account: "ada".into(),
        redirect_uri: "app://back".into(),
        challenge: Some("challenge".into()),
        expires: soon(),
    }
}

async fn set_up(db: &Db) {
    world::found(db).await;
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

async fn redeem(db: &Db, hash: &str, client: &str, at: Timestamp) -> Redeemed {
    let mut tx = db.begin().await.unwrap();
    let answer = tokens::redeem_code(&mut tx, hash, &client.into(), at).await.unwrap();
    tx.commit().await.unwrap();
    answer
}

async fn pair(db: &Db, name: &str, family: &str) {
    let mut tx = db.begin().await.unwrap();
    insert_pair(&mut tx, name, family).await;
    tx.commit().await.unwrap();
}

async fn insert_pair(tx: &mut Tx, name: &str, family: &str) {
    let (client, account) = (ClientId::from("app"), AccountId::from("ada"));
    let new = NewPair {
        access_hash: &format!("{name}-access"),
        access_expires: soon(),
        refresh_hash: &format!("{name}-refresh"),
        refresh_expires: soon() + SignedDuration::from_hours(24),
        client: &client,
        account: &account,
        family,
        replaces: None,
    };
    tokens::insert_pair(tx, &new, now()).await.unwrap();
}

async fn access(db: &Db, name: &str) -> TokenCheck {
    readers::by_access_token(db, &format!("{name}-access"), now()).await.unwrap()
}

async fn refresh(db: &Db, name: &str, at: Timestamp) -> RefreshCheck {
    refresh_by(db, &format!("{name}-refresh"), "app", at).await
}

async fn refresh_by(db: &Db, hash: &str, client: &str, at: Timestamp) -> RefreshCheck {
    let mut tx = db.begin().await.unwrap();
    let answer = tokens::refresh(&mut tx, hash, &client.into(), at).await.unwrap();
    tx.commit().await.unwrap();
    answer
}

db_test! {
    async fn a_code_is_good_once_for_its_client_in_its_time(db: Db) {
        set_up(&db).await;
        tokens::insert_code(&db, &code("one"), now()).await.unwrap();
        assert_eq!(redeem(&db, "none", "app", now()).await, Redeemed::Unknown);
        assert_eq!(redeem(&db, "one", "other", now()).await, Redeemed::Unknown);
        assert_eq!(redeem(&db, "one", "app", now()).await, Redeemed::Fresh(code("one")));
        assert_eq!(redeem(&db, "one", "app", now()).await, Redeemed::Reused);
        let plain = Code { challenge: None, ..code("two") };
        tokens::insert_code(&db, &plain, now()).await.unwrap();
        assert_eq!(redeem(&db, "two", "app", soon()).await, Redeemed::Expired);
        tokens::insert_code(&db, &Code { hash: "three".into(), ..plain.clone() }, now()).await.unwrap();
        let Redeemed::Fresh(found) = redeem(&db, "three", "app", now()).await else { panic!("it is fresh") };
        assert_eq!(found.challenge, None);
        assert!(tokens::insert_code(&db, &plain, now()).await.unwrap_err().is_conflict());
    }

    async fn of_racing_requests_one_gets_the_code(db: Db) {
        set_up(&db).await;
        tokens::insert_code(&db, &code("one"), now()).await.unwrap();
        let answers = join_all((0..8).map(|_| redeem(&db, "one", "app", now()))).await;
        assert_eq!(answers.iter().filter(|a| matches!(a, Redeemed::Fresh(_))).count(), 1);
        assert_eq!(answers.iter().filter(|a| **a == Redeemed::Reused).count(), 7);
    }

    async fn a_new_password_ends_the_sign_in_that_is_being_renewed(db: Db) {
        set_up(&db).await;
        pair(&db, "old", "family").await;
        let mut renewal = db.begin().await.unwrap();
        let check = tokens::refresh(&mut renewal, "old-refresh", &"app".into(), now()).await.unwrap();
        assert!(matches!(check, RefreshCheck::Valid(_)));
        insert_pair(&mut renewal, "new", "family").await;
        let (started, has_started) = tokio::sync::oneshot::channel();
        let password = tokio::spawn({
            let db = db.clone();
            async move {
                started.send(()).unwrap();
                let mut tx = db.begin().await.unwrap();
                assert!(passwords::change(&mut tx, &"ada".into(), "hash", false, now()).await.unwrap());
                tx.commit().await.unwrap();
            }
        });
        has_started.await.unwrap();
        // Long enough to show that it waits, if a fault lets it not wait.
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        renewal.commit().await.unwrap();
        password.await.unwrap();
        assert!(matches!(access(&db, "new").await, TokenCheck::Revoked));
    }

    /// A code used twice: the tokens made from it are revoked, those of a refresh included.
    async fn a_reused_code_ends_its_whole_family(db: Db) {
        set_up(&db).await;
        tokens::insert_code(&db, &code("one"), now()).await.unwrap();
        redeem(&db, "one", "app", now()).await;
        pair(&db, "first", "one").await;
        pair(&db, "refreshed", "one").await;
        pair(&db, "unrelated", "two").await;
        assert_eq!(redeem(&db, "one", "app", now()).await, Redeemed::Reused);
        for name in ["first", "refreshed"] {
            assert_eq!(access(&db, name).await, TokenCheck::Revoked);
            assert_eq!(refresh(&db, name, now()).await, RefreshCheck::Revoked);
        }
        assert!(matches!(access(&db, "unrelated").await, TokenCheck::Valid(_)));
    }

    async fn a_refresh_token_says_for_whom_it_is(db: Db) {
        set_up(&db).await;
        pair(&db, "a", "family").await;
        let good = RefreshToken {
            client: "app".into(),
            account: "ada".into(),
            family: "family".into(),
            expires: soon() + SignedDuration::from_hours(24),
        };
        assert_eq!(refresh(&db, "a", now()).await, RefreshCheck::Valid(good.clone()));
        assert_eq!(refresh(&db, "a", good.expires).await, RefreshCheck::Expired);
        assert_eq!(refresh_by(&db, "a-access", "app", now()).await, RefreshCheck::Unknown);
        assert_eq!(refresh_by(&db, "a-refresh", "other", now()).await, RefreshCheck::Unknown);
    }

    /// docs/rules/authentication.md#rule-8: revoking a refresh token revokes only itself; another client's
    /// token stays.
    async fn a_revocation_ends_one_token_of_the_own_client(db: Db) {
        set_up(&db).await;
        pair(&db, "a", "family").await;
        let revoke = async |hash: &str, client: &str| {
            let mut tx = db.begin().await.unwrap();
            let revocation = tokens::revoke(&mut tx, hash, &client.into(), now()).await.unwrap();
            tx.commit().await.unwrap();
            revocation
        };
        assert_eq!(revoke("nothing", "app").await, Revocation::Unknown);
        assert_eq!(revoke("a-access", "other").await, Revocation::OtherClient);
        assert_eq!(revoke("a-refresh", "other").await, Revocation::OtherClient);
        assert_eq!(revoke("a-refresh", "app").await, Revocation::Revoked);
        assert_eq!(refresh(&db, "a", now()).await, RefreshCheck::Revoked);
        assert!(matches!(access(&db, "a").await, TokenCheck::Valid(_)));
        assert_eq!(revoke("a-access", "app").await, Revocation::Revoked);
        assert_eq!(revoke("a-access", "app").await, Revocation::Revoked);
        assert_eq!(access(&db, "a").await, TokenCheck::Revoked);
    }

    /// docs/rules/authentication.md#rule-7: the first use of a new pair is noted once, and spends the old
    /// refresh token for good.
    async fn the_first_use_of_a_pair_is_noted_once(db: Db) {
        set_up(&db).await;
        pair(&db, "old", "family").await;
        let (client, account) = (ClientId::from("app"), AccountId::from("ada"));
        let new = NewPair {
            access_hash: "new-access",
            access_expires: soon(),
            refresh_hash: "new-refresh",
            refresh_expires: soon() + SignedDuration::from_hours(24),
            client: &client,
            account: &account,
            family: "family",
            replaces: Some("old-refresh"),
        };
        let mut tx = db.begin().await.unwrap();
        tokens::insert_pair(&mut tx, &new, now()).await.unwrap();
        tx.commit().await.unwrap();
        let TokenCheck::Valid(session) = access(&db, "new").await else { panic!("it is valid") };
        assert_eq!(session.replaces.as_deref(), Some("old-refresh"));
        assert!(matches!(refresh(&db, "old", now()).await, RefreshCheck::Valid(_)), "looking is no use");
        tokens::first_use(&db, "new-access", "old-refresh", now()).await.unwrap();
        let TokenCheck::Valid(session) = access(&db, "new").await else { panic!("it is valid") };
        assert_eq!(session.replaces, None, "nothing is left to note");
        assert_eq!(refresh(&db, "old", soon() + SignedDuration::from_hours(48)).await, RefreshCheck::Replayed);
        assert!(matches!(access(&db, "new").await, TokenCheck::Revoked));
        assert_eq!(refresh(&db, "new", now()).await, RefreshCheck::Revoked);
    }

    async fn all_tokens_of_an_account_or_family_end_together(db: Db) {
        set_up(&db).await;
        pair(&db, "a", "one").await;
        pair(&db, "b", "two").await;
        assert_eq!(tokens::revoke_family(&db, "one", now()).await.unwrap(), 2);
        assert_eq!(tokens::revoke_account(&db, &"ada".into(), now()).await.unwrap(), 2);
        assert_eq!(access(&db, "b").await, TokenCheck::Revoked);
    }

    async fn what_ran_out_long_ago_is_removed(db: Db) {
        set_up(&db).await;
        let old = Code { expires: days_ago(2), ..code("old") };
        tokens::insert_code(&db, &old, days_ago(3)).await.unwrap();
        tokens::insert_code(&db, &code("new"), now()).await.unwrap();
        pair(&db, "a", "family").await;
        assert_eq!(tokens::purge(&db, days_ago(1)).await.unwrap(), 1);
        assert_eq!(tokens::purge(&db, soon() + SignedDuration::from_hours(1)).await.unwrap(), 2);
        assert_eq!(access(&db, "a").await, TokenCheck::Unknown);
        assert!(matches!(refresh(&db, "a", now()).await, RefreshCheck::Valid(_)));
    }
}
