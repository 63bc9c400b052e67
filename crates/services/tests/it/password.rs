//! New passwords for people who have forgotten theirs.

use domain::fixtures::{account, noon, with_change};
use domain::{Account, Peer, Role};
use serde_json::{Value, json};
use services::Error;
use services::accounts::password::{find_by_reset_key, request_reset, reset};
use services::sessions;
use services::sign_in::{PasswordSignIn, verify_password};
use services::values::NewPassword;
use store::password_resets::{self, GOOD_FOR, NewResetKey};
use store::throttle::{self, AttemptKind};
use store::{Db, KeyPage, db_test};

use crate::library::World;
use crate::world::read_value;

fn test_peer() -> Peer {
    Peer::from_request(Some([192, 0, 2, 7].into()), None)
}

fn fresh_password() -> NewPassword {
    read_value("another horse 2").unwrap()
}

async fn add_accounts(db: &Db, accounts: &[Account]) {
    let mut tx = db.begin().await.unwrap();
    for account in accounts {
        store::accounts::insert(&mut tx, account, None).await.unwrap();
    }
    tx.commit().await.unwrap();
}

/// The key of an email that went to this account.
async fn mailed_key(db: &Db, account: &str, key: &str) {
    let mut tx = db.begin().await.unwrap();
    let hash = secrets::hash_token(key);
    let new = NewResetKey { hash: &hash, account: &account.into(), request: 1, lifetime: GOOD_FOR };
    assert!(password_resets::insert(&mut tx, &new, noon()).await.unwrap());
    tx.commit().await.unwrap();
}

/// The payloads of the emails, oldest first.
async fn email_payloads(db: &Db) -> Vec<Value> {
    let mut jobs = store::jobs::list(db, None, &KeyPage::first_page(50)).await.unwrap();
    jobs.reverse();
    jobs.into_iter().map(|job| job.payload).collect()
}

db_test! {
    async fn a_request_costs_the_same_for_every_name(db: Db) {
        let world = World::new(db, None).await;
        let locked = with_change(account("lotte", Role::Individual), |lotte| lotte.locked = true);
        add_accounts(&world.db, &[account("ada", Role::Individual), locked]).await;
        let mut costs = Vec::new();
        for name in ["ADA@example.org", "nobody", "lotte@example.org"] {
            let before = world.db.statement_count();
            request_reset(&world.anybody(), name, &test_peer()).await.unwrap();
            costs.push(world.db.statement_count() - before);
        }
        assert!(costs.iter().all(|cost| *cost == costs[0]), "{costs:?}");
        let reset = |account: Value| json!({"about": "passwordReset", "account": account});
        assert_eq!(email_payloads(&world.db).await, [reset(json!("ada")), reset(Value::Null), reset(Value::Null)]);
    }

    async fn too_many_requests_have_to_wait_and_send_nothing(db: Db) {
        let world = World::new(db, None).await;
        for _ in 0..5 {
            request_reset(&world.anybody(), "nobody", &test_peer()).await.unwrap();
        }
        let late = request_reset(&world.anybody(), "Nobody", &test_peer()).await.unwrap_err();
        assert!(matches!(late, Error::Wait { seconds: 1, .. }), "{late:?}");
        assert_eq!(email_payloads(&world.db).await.len(), 5);
        request_reset(&world.anybody(), "somebody", &test_peer()).await.unwrap();
        let sign_in = throttle::remaining_delay(&world.db, AttemptKind::SignIn, "nobody", "192.0.2.7", noon()).await.unwrap();
        assert_eq!(sign_in, None, "it is no failed sign-in");
    }

    async fn a_key_is_redeemed_once(db: Db) {
        let world = World::new(db, None).await;
        let ada = world.new_reader("ada").await.account().unwrap().clone();
        let secret = world.begin_session(&ada).await;
        for _ in 0..9 {
            let name = "ada@example.org";
            throttle::record_failure(&world.db, AttemptKind::SignIn, name, "198.51.100.1", noon()).await.unwrap();
        }
        mailed_key(&world.db, "ada", "k1").await;
        mailed_key(&world.db, "ada", "k2").await;
        assert_eq!(find_by_reset_key(&world.anybody(), "k1").await.unwrap().unwrap().id, ada.id);
        assert!(reset(&world.anybody(), "k1", &fresh_password()).await.unwrap());
        assert!(sessions::resume(&world.library, secret.reveal()).await.unwrap().is_none());
        assert_eq!(email_payloads(&world.db).await, [json!({"about": "passwordChanged", "account": "ada"})]);
        for used in ["k1", "k2", "made up"] {
            assert!(find_by_reset_key(&world.anybody(), used).await.unwrap().is_none(), "{used}");
            assert!(!reset(&world.anybody(), used, &fresh_password()).await.unwrap(), "{used}");
        }
        assert_eq!(email_payloads(&world.db).await.len(), 1);
        // The failures of others do not keep the owner out.
        let (password, peer) = (fresh_password(), test_peer());
        let sign_in = PasswordSignIn { name: "ada@example.org", password: &password.0, peer: &peer };
        let owner = verify_password(&world.anybody(), sign_in).await;
        assert_eq!(owner.unwrap().account.id, ada.id);
    }

    async fn a_locked_account_keeps_its_password(db: Db) {
        let world = World::new(db, None).await;
        let ada = world.new_reader("ada").await.account().unwrap().clone();
        mailed_key(&world.db, "ada", "k1").await;
        let mut tx = world.db.begin().await.unwrap();
        store::accounts::set_locked(&mut tx, &ada.id, true).await.unwrap();
        tx.commit().await.unwrap();
        assert!(find_by_reset_key(&world.anybody(), "k1").await.unwrap().is_none());
        assert!(!reset(&world.anybody(), "k1", &fresh_password()).await.unwrap());
        let (_, hash) = store::accounts::find_by_login(&world.db, "ada@example.org").await.unwrap().unwrap();
        assert_eq!(hash, None);
        assert!(email_payloads(&world.db).await.is_empty());
    }
}
