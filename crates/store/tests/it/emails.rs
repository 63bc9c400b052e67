//! Subjects of emails: confirmations by authorities, new passwords; and referrals.

use std::collections::BTreeSet;

use domain::confirmations::{Confirmation, OPEN_FOR, RecentRequests, Statement, WINDOW};
use domain::fixtures::{individual, noon, site};
use domain::referrals::{Referral, Utm};
use domain::{AccountId, DisabilityType, ProofSource};
use futures_util::future::join_all;
use jiff::{SignedDuration, Timestamp};
use store::confirmations::ConfirmationRemarks;
use store::password_resets::{GOOD_FOR, NewResetKey};
use store::proofs::Proof;
use store::{Db, confirmations, db_test, password_resets, passwords, proofs, referrals, tokens};

use crate::world;

async fn settle_people(db: &Db) {
    world::create_sites(db).await;
    world::settle(db, &individual("ada")).await;
    world::settle_account(db, &individual("bea").account).await;
}

fn confirmation_request(id: &str, account: &str, email: &str, requested: Timestamp) -> Confirmation {
    Confirmation {
        id: id.into(),
        account: account.into(),
        email: email.into(),
        authority: Some("Dr. Lund".into()),
        message: Some("We met in May.\nThank you".into()),
        requested,
    }
}

fn statement_of(disabilities: &[DisabilityType]) -> Statement {
    Statement {
        first_name: "Lis".into(),
        last_name: "Lund".into(),
        title: "Physician".into(),
        certifier: None,
        organization: None,
        phone_number: Some("1".into()),
        disabilities: disabilities.iter().copied().collect::<BTreeSet<_>>(),
    }
}

async fn confirm(db: &Db, what: &Confirmation, statement: &Statement) -> bool {
    let mut tx = db.begin().await.unwrap();
    let remarks = ConfirmationRemarks { note: "Confirmed", suffices: true, awaits_review: false };
    let confirmed = confirmations::confirm(&mut tx, what, statement, remarks, noon()).await.unwrap();
    tx.commit().await.unwrap();
    confirmed
}

db_test! {
    async fn a_request_is_found_by_every_key_that_went_out(db: Db) {
        settle_people(&db).await;
        let request = confirmation_request("c1", "bea", "Lund@Clinic.example", noon());
        confirmations::insert(&db, &request).await.unwrap();
        for hash in ["one", "two"] {
            confirmations::add_key(&db, "c1", hash).await.unwrap();
        }
        assert_eq!(confirmations::get(&db, "c1").await.unwrap().as_ref(), Some(&request));
        for (hash, later, found) in [
            ("one", SignedDuration::ZERO, true),
            ("two", OPEN_FOR - SignedDuration::from_secs(1), true),
            ("two", OPEN_FOR, false),
            ("c1", SignedDuration::ZERO, false),
        ] {
            let answer = confirmations::find_by_key(&db, hash, noon() + later).await.unwrap();
            assert_eq!(answer.is_some(), found, "{hash} after {later:?}");
        }
    }

    async fn a_confirmation_makes_proofs_once(db: Db) {
        settle_people(&db).await;
        let request = confirmation_request("c1", "bea", "lund@clinic.example", noon());
        confirmations::insert(&db, &request).await.unwrap();
        confirmations::add_key(&db, "c1", "one").await.unwrap();
        let statement = statement_of(&[DisabilityType::Visual, DisabilityType::Physical]);
        assert!(confirm(&db, &request, &statement).await);
        assert!(!confirm(&db, &request, &statement_of(&[DisabilityType::Learning])).await);
        let expected = [DisabilityType::Physical, DisabilityType::Visual]
            .map(|kind| Proof { kind, source: ProofSource::Faxed });
        assert_eq!(proofs::list_for_account(&db, &"bea".into()).await.unwrap(), expected);
        assert_eq!(confirmations::find_by_key(&db, "one", noon()).await.unwrap(), None);
        assert_eq!(confirmations::get(&db, "c1").await.unwrap(), None);
        assert!(confirmations::list_open(&db, &"bea".into(), noon()).await.unwrap().is_empty());
    }

    async fn an_older_proof_of_the_same_type_stays(db: Db) {
        settle_people(&db).await;
        let request = confirmation_request("c1", "ada", "lund@clinic.example", noon());
        confirmations::insert(&db, &request).await.unwrap();
        assert!(confirm(&db, &request, &statement_of(&[DisabilityType::Visual, DisabilityType::Learning])).await);
        let expected = [
            Proof { kind: DisabilityType::Learning, source: ProofSource::Faxed },
            Proof { kind: DisabilityType::Visual, source: ProofSource::Nls },
        ];
        assert_eq!(proofs::list_for_account(&db, &"ada".into()).await.unwrap(), expected);
    }

    async fn of_two_concurrent_confirmations_one_succeeds(db: Db) {
        settle_people(&db).await;
        let request = confirmation_request("c1", "bea", "lund@clinic.example", noon());
        confirmations::insert(&db, &request).await.unwrap();
        let statement = statement_of(&[DisabilityType::Visual]);
        let all = join_all((0..8).map(|_| confirm(&db, &request, &statement))).await;
        assert_eq!(all.iter().filter(|done| **done).count(), 1);
    }

    async fn requests_are_counted_by_person_and_by_address(db: Db) {
        settle_people(&db).await;
        let hour = SignedDuration::from_hours(1);
        for (id, account, email, at) in [
            ("c1", "ada", "lund@clinic.example", noon() - WINDOW),
            ("c2", "ada", "LUND@clinic.example", noon() - hour),
            ("c3", "ada", "else@clinic.example", noon()),
            ("c4", "bea", "lund@clinic.example", noon() - hour - hour),
        ] {
            confirmations::insert(&db, &confirmation_request(id, account, email, at)).await.unwrap();
        }
        let (person, address) =
            confirmations::count_recent(&db, &"ada".into(), "Lund@clinic.example", noon()).await.unwrap();
        assert_eq!(person, RecentRequests { count: 2, first: Some(noon() - hour) });
        assert_eq!(address, RecentRequests { count: 2, first: Some(noon() - hour - hour) });
        let open = confirmations::list_open(&db, &"ada".into(), noon()).await.unwrap();
        assert_eq!(open.iter().map(|c| c.id.as_str()).collect::<Vec<_>>(), ["c3", "c2", "c1"]);
    }

    async fn unanswered_requests_are_deleted_and_confirmations_stay(db: Db) {
        settle_people(&db).await;
        let (old, confirmed) = (confirmation_request("c1", "ada", "a@b.example", noon()), confirmation_request("c2", "ada", "a@b.example", noon()));
        for request in [&old, &confirmed] {
            confirmations::insert(&db, request).await.unwrap();
            confirmations::add_key(&db, &request.id, &request.id).await.unwrap();
        }
        assert!(confirm(&db, &confirmed, &statement_of(&[DisabilityType::Visual])).await);
        assert_eq!(confirmations::purge(&db, noon()).await.unwrap(), 0);
        assert_eq!(confirmations::purge(&db, noon() + OPEN_FOR).await.unwrap(), 1);
        assert_eq!(confirmations::get(&db, "c1").await.unwrap(), None);
    }
}

async fn redeem_key(db: &Db, key: &str, at: Timestamp) -> Option<AccountId> {
    committed!(db, tx => passwords::redeem_reset_key(&mut tx, key, "new hash", at))
}

/// The email of job number `request` carries the key.
async fn add(db: &Db, key: &str, account: &str, request: i64) -> bool {
    let mut tx = db.begin().await.unwrap();
    let new = NewResetKey { hash: key, account: &account.into(), request, lifetime: GOOD_FOR };
    let added = password_resets::insert(&mut tx, &new, noon()).await.unwrap();
    tx.commit().await.unwrap();
    added
}

db_test! {
    async fn a_key_changes_the_password_once_and_signs_everybody_out(db: Db) {
        settle_people(&db).await;
        world_client(&db).await;
        let mut tx = db.begin().await.unwrap();
        let later = noon() + SignedDuration::from_hours(12);
        let pair = tokens::NewTokenPair {
            access_hash: "access",
            refresh_hash: "refresh",
            access_expires: later,
            refresh_expires: later,
            client: &"app".into(),
            account: &"ada".into(),
            family: "f",
            replaces: None,
        };
        tokens::insert_pair(&mut tx, &pair, noon()).await.unwrap();
        store::accounts::set_password_hash(&mut tx, &"ada".into(), Some("old hash"), true).await.unwrap();
        let code = tokens::AuthorizationCode {
            hash: "code".into(),
            client: "app".into(),
            account: "ada".into(),
            redirect_uri: "app://x".into(),
            challenge: None,
            expires: later,
        };
        tokens::insert_code(&mut tx, &code, noon()).await.unwrap();
        tx.commit().await.unwrap();
        for (request, key) in [(1, "one"), (2, "two")] {
            assert!(add(&db, key, "ada", request).await);
        }
        assert!(add(&db, "other", "bea", 3).await);
        assert_eq!(password_resets::find_account(&db, "one", noon()).await.unwrap(), Some("ada".into()));
        assert_eq!(redeem_key(&db, "one", noon()).await, Some("ada".into()));
        let (account, hash) = store::accounts::find_by_login(&db, "ada@example.org").await.unwrap().unwrap();
        assert_eq!((hash.as_deref(), account.needs_new_password), (Some("new hash"), false));
        let check = store::readers::find_by_access_token(&db, "access", noon()).await.unwrap();
        assert_eq!(check, store::readers::TokenCheck::Revoked);
        let mut tx = db.begin().await.unwrap();
        let check = tokens::use_refresh_token(&mut tx, "refresh", &"app".into(), noon()).await.unwrap();
        assert_eq!(check, tokens::RefreshCheck::Revoked);
        let code = tokens::redeem_code(&mut tx, "code", &"app".into(), noon()).await.unwrap();
        assert!(matches!(code, tokens::RedeemedCode::Reused), "a code from before gives no tokens");
        tx.rollback().await.unwrap();
        for key in ["one", "two", "nothing"] {
            assert_eq!(redeem_key(&db, key, noon()).await, None, "{key}");
        }
        assert_eq!(password_resets::find_account(&db, "other", noon()).await.unwrap(), Some("bea".into()));
    }

    async fn every_new_password_and_every_other_name_voids_keys_that_are_out(db: Db) {
        settle_people(&db).await;
        let change = async |key: &str, change: fn(&mut domain::accounts::Account)| {
            assert!(add(&db, key, "ada", 1).await);
            let mut tx = db.begin().await.unwrap();
            let mut ada = store::accounts::get_for_update(&mut tx, &"ada".into()).await.unwrap().unwrap();
            change(&mut ada);
            assert!(store::accounts::update(&mut tx, &ada).await.unwrap());
            tx.commit().await.unwrap();
            password_resets::find_account(&db, key, noon()).await.unwrap()
        };
        assert!(add(&db, "other", "bea", 2).await);
        assert_eq!(change("phone", |ada| ada.phone_number = Some("1".into())).await, Some("ada".into()));
        assert_eq!(change("same", |ada| ada.email = Some("ADA@example.org".into())).await, Some("ada".into()));
        assert_eq!(change("address", |ada| ada.email = Some("ada@new.example".into())).await, None);
        assert_eq!(change("none", |ada| ada.email = None).await, None);

        assert!(add(&db, "password", "ada", 1).await);
        committed!(db, tx => store::accounts::set_password_hash(&mut tx, &"ada".into(), Some("own"), false));
        assert_eq!(redeem_key(&db, "password", noon()).await, None);
        assert_eq!(password_resets::find_account(&db, "other", noon()).await.unwrap(), Some("bea".into()));
    }

    async fn a_key_is_good_for_an_hour(db: Db) {
        settle_people(&db).await;
        assert!(add(&db, "one", "ada", 1).await);
        let end = noon() + GOOD_FOR;
        assert_eq!(password_resets::find_account(&db, "one", end).await.unwrap(), None);
        assert_eq!(redeem_key(&db, "one", end).await, None);
        assert_eq!(password_resets::purge(&db, end).await.unwrap(), 0);
        assert_eq!(password_resets::purge(&db, end + SignedDuration::from_secs(1)).await.unwrap(), 1);
    }

    async fn an_account_is_sent_at_most_five_emails_an_hour(db: Db) {
        settle_people(&db).await;
        for (request, sent) in [(1, true), (2, true), (3, true), (4, true), (5, true), (6, false)] {
            assert_eq!(add(&db, &format!("key {request}"), "ada", request).await, sent, "{request}");
        }
        for again in 0..9 {
            assert!(add(&db, &format!("again {again}"), "ada", 5).await, "another try of the same email");
        }
        assert!(add(&db, "other", "bea", 7).await);
    }

    async fn of_two_concurrent_uses_of_a_key_one_succeeds(db: Db) {
        settle_people(&db).await;
        assert!(add(&db, "one", "ada", 1).await);
        let all = join_all((0..8).map(|_| redeem_key(&db, "one", noon()))).await;
        assert_eq!(all.iter().flatten().count(), 1);
    }

    async fn referrals_are_kept_with_all_that_is_known(db: Db) {
        settle_people(&db).await;
        world_client(&db).await;
        let utm = |source: &str| Utm {
            source: source.into(),
            medium: Some("email".into()),
            campaign: None,
            term: None,
            content: Some("b".into()),
        };
        let visit = |source, account: Option<&str>, date| Referral {
            site: site(),
            client: "app".into(),
            account: account.map(AccountId::from),
            utm: utm(source),
            date,
        };
        let first = visit("newsletter", None, noon());
        let second = visit("school", Some("ada"), noon() + SignedDuration::from_secs(1));
        for referral in [&first, &second] {
            referrals::insert(&db, referral).await.unwrap();
        }
        assert_eq!(store::testkit::list_referrals(&db, &site(), 10).await.unwrap(), [second.clone(), first]);
        assert_eq!(store::testkit::list_referrals(&db, &site(), 1).await.unwrap(), [second]);
        assert!(store::testkit::list_referrals(&db, &domain::fixtures::lab(), 10).await.unwrap().is_empty());
    }
}

/// The client `app` of the main site.
async fn world_client(db: &Db) {
    let client = domain::clients::Client {
        id: "app".into(),
        name: "App".into(),
        site: site(),
        secret_hash: None,
        redirect_uris: Vec::new(),
        privileges: BTreeSet::new(),
        disabled: false,
    };
    store::clients::insert(db, &client).await.unwrap();
}
