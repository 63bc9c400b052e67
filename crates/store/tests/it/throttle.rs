//! Throttled sign-in: by account and by address.

use domain::fixtures::noon;
use futures_util::future::join_all;
use jiff::{SignedDuration, Timestamp};
use store::throttle::AttemptKind::{Device, EnrollmentCode, NewPassword, SignIn};
use store::{Db, db_test, throttle};

fn seconds(n: i64) -> SignedDuration {
    SignedDuration::from_secs(n)
}

async fn remaining_delay(db: &Db, login: &str, address: &str, at: Timestamp) -> Option<SignedDuration> {
    throttle::remaining_delay(db, SignIn, login, address, at).await.unwrap()
}

async fn fail_times(db: &Db, login: &str, address: &str, times: u32) {
    for _ in 0..times {
        throttle::record_failure(db, SignIn, login, address, noon()).await.unwrap();
    }
}

db_test! {
    async fn an_account_waits_after_five_failures_from_any_address(db: Db) {
        for n in 0..4 {
            fail_times(&db, "Ada", &format!("10.0.0.{n}"), 1).await;
        }
        assert_eq!(remaining_delay(&db, "ada", "10.0.0.9", noon()).await, None);
        fail_times(&db, "ada", "10.0.0.5", 1).await;
        assert_eq!(remaining_delay(&db, " ADA", "10.0.0.9", noon()).await, Some(seconds(1)));
        assert_eq!(remaining_delay(&db, "ada", "10.0.0.9", noon() + seconds(1)).await, None);
        assert_eq!(remaining_delay(&db, "bob", "10.0.0.5", noon()).await, None);
        fail_times(&db, "ada", "10.0.0.5", 3).await;
        assert_eq!(remaining_delay(&db, "ada", "10.0.0.9", noon() + seconds(3)).await, Some(seconds(5)));
    }

    async fn an_address_waits_after_twenty_failures_of_any_account(db: Db) {
        for n in 0..20 {
            fail_times(&db, &format!("person{n}"), "10.0.0.1", 1).await;
        }
        assert_eq!(remaining_delay(&db, "new", "10.0.0.1", noon()).await, Some(seconds(1)));
        assert_eq!(remaining_delay(&db, "new", "10.0.0.2", noon()).await, None);
        throttle::forget_login_failures(&db, SignIn, "new").await.unwrap();
        assert_eq!(remaining_delay(&db, "new", "10.0.0.1", noon()).await, Some(seconds(1)));
    }

    async fn codes_without_a_name_are_counted_by_address_alone(db: Db) {
        let left = async |address: &str| throttle::remaining_delay_at(&db, EnrollmentCode, address, noon()).await.unwrap();
        for _ in 0..20 {
            assert_eq!(left("10.0.0.1").await, None);
            throttle::record_failure_at(&db, EnrollmentCode, "10.0.0.1", noon()).await.unwrap();
        }
        assert_eq!((left("10.0.0.1").await, left("10.0.0.2").await), (Some(seconds(1)), None));
        assert_eq!(throttle::purge(&db, noon() + seconds(1)).await.unwrap(), 1, "one row for all codes");
    }

    async fn a_sign_in_forgets_the_accounts_failures(db: Db) {
        fail_times(&db, "ada", "10.0.0.1", 8).await;
        throttle::forget_login_failures(&db, SignIn, "ADA").await.unwrap();
        assert_eq!(remaining_delay(&db, "ada", "10.0.0.9", noon()).await, None);
    }

    async fn failures_are_forgotten_after_an_hour_of_rest(db: Db) {
        fail_times(&db, "ada", "10.0.0.1", 19).await;
        assert_eq!(remaining_delay(&db, "ada", "10.0.0.9", noon()).await, Some(SignedDuration::from_mins(15)));
        let later = noon() + SignedDuration::from_hours(1);
        assert_eq!(remaining_delay(&db, "ada", "10.0.0.9", later).await, None);
        throttle::record_failure(&db, SignIn, "ada", "10.0.0.9", later).await.unwrap();
        assert_eq!(remaining_delay(&db, "ada", "10.0.0.9", later).await, None, "it begins again");
        assert_eq!(throttle::purge(&db, later).await.unwrap(), 1);
        assert_eq!(throttle::purge(&db, later).await.unwrap(), 0);
    }

    async fn emails_and_sign_ins_are_counted_separately(db: Db) {
        for _ in 0..8 {
            throttle::record_failure(&db, NewPassword, "ada", "10.0.0.1", noon()).await.unwrap();
        }
        assert_eq!(remaining_delay(&db, "ada", "10.0.0.1", noon()).await, None);
        let letters = throttle::remaining_delay(&db, NewPassword, "Ada", "10.0.0.9", noon()).await.unwrap();
        assert_eq!(letters, Some(seconds(8)));
        throttle::forget_login_failures(&db, SignIn, "ada").await.unwrap();
        assert_eq!(throttle::remaining_delay(&db, NewPassword, "ada", "10.0.0.9", noon()).await.unwrap(), letters);
    }

    async fn devices_and_sign_ins_are_counted_apart(db: Db) {
        let standing = async || throttle::read_state(&db, Device, "Ada", "10.0.0.1", noon()).await.unwrap();
        assert!(!standing().await.login_failed);
        for _ in 0..8 {
            throttle::record_failure(&db, Device, "ada", "10.0.0.1", noon()).await.unwrap();
        }
        assert_eq!(remaining_delay(&db, "ada", "10.0.0.1", noon()).await, None);
        assert_eq!(standing().await, throttle::FailureState { wait: Some(seconds(8)), login_failed: true });
        throttle::forget_login_failures(&db, SignIn, "ada").await.unwrap();
        assert!(standing().await.login_failed);
        throttle::forget_login_failures(&db, Device, "ada").await.unwrap();
        assert_eq!(standing().await, throttle::FailureState { wait: None, login_failed: false });
    }

    async fn racing_failures_are_all_counted(db: Db) {
        join_all((0..12).map(|_| fail_times(&db, "ada", "10.0.0.1", 1))).await;
        assert_eq!(remaining_delay(&db, "ada", "10.0.0.9", noon()).await, Some(seconds(128)));
    }
}
