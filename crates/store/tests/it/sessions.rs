//! Sessions of browsers.

use domain::fixtures::{individual, noon};
use domain::sessions::{
    Browser, ENROLLED_IDLE_TIMEOUT, IDLE_TIMEOUT, MAX_ENROLLED_TIME, MAX_SESSION_TIME, Session,
};
use domain::{AccountId, SessionKind};
use jiff::{SignedDuration, Timestamp};
use store::{Db, accounts, db_test, sessions};

use crate::world;

fn firefox() -> Browser {
    Browser::parse("Firefox/Windows")
}

/// A session that began with a password at this moment.
fn start(account: &str, browser: Browser, now: Timestamp) -> Session {
    Session::start(account.into(), SessionKind::Password, browser, now)
}

async fn set_up(db: &Db) {
    world::create_sites(db).await;
    for name in ["ada", "bob"] {
        world::settle(db, &individual(name)).await;
        sessions::insert(db, &format!("{name}-1"), &start(name, firefox(), noon())).await.unwrap();
    }
}

async fn exists(db: &Db, hash: &str) -> bool {
    sessions::get(db, hash).await.unwrap().is_some()
}

db_test! {
    async fn a_session_is_found_used_and_ended(db: Db) {
        set_up(&db).await;
        let session = start("ada", firefox(), noon());
        assert_eq!(sessions::get(&db, "ada-1").await.unwrap(), Some(session.clone()));
        let later = noon() + SignedDuration::from_mins(5);
        sessions::touch(&db, "ada-1", later).await.unwrap();
        assert_eq!(sessions::get(&db, "ada-1").await.unwrap(), Some(Session { used: later, ..session }));
        sessions::end(&db, "ada-1").await.unwrap();
        sessions::end(&db, "ada-1").await.unwrap();
        assert!(!exists(&db, "ada-1").await && exists(&db, "bob-1").await);
    }

    async fn an_account_has_a_list_of_its_live_sessions_and_ends_them(db: Db) {
        set_up(&db).await;
        let hour = SignedDuration::from_hours(1);
        let old = Session { used: noon() - hour, ..start("ada", Browser::default(), noon() - hour) };
        let busy = Session { used: noon() + SignedDuration::from_mins(5), ..start("ada", Browser::default(), noon() - hour) };
        for (hash, session) in [("ada-0", &old), ("ada-2", &busy)] {
            sessions::insert(&db, hash, session).await.unwrap();
        }
        let ada = AccountId::from("ada");
        let list = sessions::list(&db, &ada, noon()).await.unwrap();
        assert_eq!(list, [("ada-2".to_owned(), busy), ("ada-1".to_owned(), start("ada", firefox(), noon()))]);
        assert!(!sessions::end_of_account(&db, &ada, "bob-1").await.unwrap(), "another account's");
        assert!(sessions::end_of_account(&db, &ada, "ada-2").await.unwrap());
        sessions::insert(&db, "ada-3", &start("ada", firefox(), noon())).await.unwrap();
        assert_eq!(sessions::end_all_but(&db, &ada, "ada-3").await.unwrap(), 2);
        assert!(exists(&db, "ada-3").await && !exists(&db, "ada-1").await && exists(&db, "bob-1").await);
    }

    async fn a_new_password_ends_the_sessions_of_its_account(db: Db) {
        set_up(&db).await;
        committed!(db, tx => accounts::set_password_hash(&mut tx, &AccountId::from("ada"), Some("new"), false));
        assert!(!exists(&db, "ada-1").await && exists(&db, "bob-1").await);
    }

    async fn a_new_password_by_an_import_ends_sessions(db: Db) {
        set_up(&db).await;
        let ada = accounts::get(&db, &"ada".into()).await.unwrap().unwrap();
        committed!(db, tx => accounts::update_many(&mut tx, &[], &[(&ada, "new")]));
        assert!(!exists(&db, "ada-1").await && exists(&db, "bob-1").await);
    }

    async fn expired_sessions_are_removed(db: Db) {
        set_up(&db).await;
        assert_eq!(sessions::purge(&db, noon() + IDLE_TIMEOUT - SignedDuration::from_secs(1)).await.unwrap(), 0);
        let end = noon() + MAX_SESSION_TIME;
        sessions::touch(&db, "ada-1", end - SignedDuration::from_secs(1)).await.unwrap();
        assert_eq!(sessions::purge(&db, end - SignedDuration::from_secs(1)).await.unwrap(), 1, "bob's rested");
        assert_eq!(sessions::purge(&db, end).await.unwrap(), 1);
    }

    async fn an_enrolled_browser_stays_signed_in_until_its_own_time_is_over(db: Db) {
        set_up(&db).await;
        let ada = AccountId::from("ada");
        let enrolled = Session::start(ada.clone(), SessionKind::Enrollment, firefox(), noon());
        sessions::insert(&db, "ada-2", &enrolled).await.unwrap();
        let second = SignedDuration::from_secs(1);
        let rested = noon() + ENROLLED_IDLE_TIMEOUT;
        assert_eq!(sessions::purge(&db, rested - second).await.unwrap(), 2, "those that began with a password");
        assert_eq!(sessions::list(&db, &ada, rested - second).await.unwrap(), [("ada-2".to_owned(), enrolled)]);
        assert!(sessions::list(&db, &ada, rested).await.unwrap().is_empty());
        let end = noon() + MAX_ENROLLED_TIME;
        sessions::touch(&db, "ada-2", end - second).await.unwrap();
        assert_eq!(sessions::purge(&db, end - second).await.unwrap(), 0);
        assert_eq!(sessions::purge(&db, end).await.unwrap(), 1);
    }
}
