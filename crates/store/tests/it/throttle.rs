//! Throttled sign-in: by account and by address.

use domain::fixtures::now;
use futures_util::future::join_all;
use jiff::{SignedDuration, Timestamp};
use store::throttle::Attempt::{Device, NewPassword, SignIn};
use store::{Db, db_test, throttle};

fn secs(n: i64) -> SignedDuration {
    SignedDuration::from_secs(n)
}

async fn wait(db: &Db, login: &str, address: &str, at: Timestamp) -> Option<SignedDuration> {
    throttle::wait(db, SignIn, login, address, at).await.unwrap()
}

async fn fail(db: &Db, login: &str, address: &str, times: u32) {
    for _ in 0..times {
        throttle::record(db, SignIn, login, address, now()).await.unwrap();
    }
}

db_test! {
    async fn an_account_waits_after_five_failures_from_anywhere(db: Db) {
        for n in 0..4 {
            fail(&db, "Ada", &format!("10.0.0.{n}"), 1).await;
        }
        assert_eq!(wait(&db, "ada", "10.0.0.9", now()).await, None);
        fail(&db, "ada", "10.0.0.5", 1).await;
        assert_eq!(wait(&db, " ADA", "10.0.0.9", now()).await, Some(secs(1)));
        assert_eq!(wait(&db, "ada", "10.0.0.9", now() + secs(1)).await, None);
        assert_eq!(wait(&db, "bob", "10.0.0.5", now()).await, None);
        fail(&db, "ada", "10.0.0.5", 3).await;
        assert_eq!(wait(&db, "ada", "10.0.0.9", now() + secs(3)).await, Some(secs(5)));
    }

    async fn an_address_waits_after_twenty_failures_of_anybody(db: Db) {
        for n in 0..20 {
            fail(&db, &format!("person{n}"), "10.0.0.1", 1).await;
        }
        assert_eq!(wait(&db, "new", "10.0.0.1", now()).await, Some(secs(1)));
        assert_eq!(wait(&db, "new", "10.0.0.2", now()).await, None);
        throttle::clear(&db, SignIn, "new").await.unwrap();
        assert_eq!(wait(&db, "new", "10.0.0.1", now()).await, Some(secs(1)));
    }

    async fn a_sign_in_forgets_the_accounts_failures(db: Db) {
        fail(&db, "ada", "10.0.0.1", 8).await;
        throttle::clear(&db, SignIn, "ADA").await.unwrap();
        assert_eq!(wait(&db, "ada", "10.0.0.9", now()).await, None);
    }

    async fn failures_are_forgotten_after_an_hour_of_rest(db: Db) {
        fail(&db, "ada", "10.0.0.1", 19).await;
        assert_eq!(wait(&db, "ada", "10.0.0.9", now()).await, Some(SignedDuration::from_mins(15)));
        let later = now() + SignedDuration::from_hours(1);
        assert_eq!(wait(&db, "ada", "10.0.0.9", later).await, None);
        throttle::record(&db, SignIn, "ada", "10.0.0.9", later).await.unwrap();
        assert_eq!(wait(&db, "ada", "10.0.0.9", later).await, None, "it begins again");
        assert_eq!(throttle::purge(&db, later).await.unwrap(), 1);
        assert_eq!(throttle::purge(&db, later).await.unwrap(), 0);
    }

    async fn letters_and_sign_ins_are_counted_apart(db: Db) {
        for _ in 0..8 {
            throttle::record(&db, NewPassword, "ada", "10.0.0.1", now()).await.unwrap();
        }
        assert_eq!(wait(&db, "ada", "10.0.0.1", now()).await, None);
        let letters = throttle::wait(&db, NewPassword, "Ada", "10.0.0.9", now()).await.unwrap();
        assert_eq!(letters, Some(secs(8)));
        throttle::clear(&db, SignIn, "ada").await.unwrap();
        assert_eq!(throttle::wait(&db, NewPassword, "ada", "10.0.0.9", now()).await.unwrap(), letters);
    }

    async fn devices_and_sign_ins_are_counted_apart(db: Db) {
        let standing = async || throttle::standing(&db, Device, "Ada", "10.0.0.1", now()).await.unwrap();
        assert!(!standing().await.login_failed);
        for _ in 0..8 {
            throttle::record(&db, Device, "ada", "10.0.0.1", now()).await.unwrap();
        }
        assert_eq!(wait(&db, "ada", "10.0.0.1", now()).await, None);
        assert_eq!(standing().await, throttle::Standing { wait: Some(secs(8)), login_failed: true });
        throttle::clear(&db, SignIn, "ada").await.unwrap();
        assert!(standing().await.login_failed);
        throttle::clear(&db, Device, "ada").await.unwrap();
        assert_eq!(standing().await, throttle::Standing { wait: None, login_failed: false });
    }

    async fn racing_failures_are_all_counted(db: Db) {
        join_all((0..12).map(|_| fail(&db, "ada", "10.0.0.1", 1))).await;
        assert_eq!(wait(&db, "ada", "10.0.0.9", now()).await, Some(secs(128)));
    }
}
