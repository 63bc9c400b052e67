//! Sessions of the library's own pages.

use domain::Peer;
use domain::fixtures::{noon, site};
use domain::sessions::{Browser, MAX_SESSIONS};
use jiff::SignedDuration;
use secrets::OpaqueToken;
use services::sign_in::{PasswordSignIn, PasswordVersion, VerifiedAccount, verify_password};
use services::{Error, Operation, sessions};
use store::db_test;

use crate::library::World;
use crate::world::error_key;

db_test! {
    async fn a_session_is_resumed_until_it_is_ended(db: Db) {
        let world = World::new(db, None).await;
        let ada = world.new_reader("ada").await.account().unwrap().clone();
        let secret = world.begin_session(&ada).await;
        let user = sessions::resume(&world.library, secret.reveal()).await.unwrap().unwrap();
        assert_eq!((user.account_id().unwrap(), user.view_site(), &user.site.id), (&ada.id, &site(), &site()));
        assert!(sessions::resume(&world.library, &secret.hash()).await.unwrap().is_none(), "what is stored");
        assert!(sessions::resume(&world.library, "").await.unwrap().is_none());
        sessions::end(&world.anybody(), secret.reveal()).await.unwrap();
        assert!(sessions::resume(&world.library, secret.reveal()).await.unwrap().is_none());
    }

    async fn a_user_sees_the_own_sessions_and_ends_them(db: Db) {
        let world = World::new(db, None).await;
        let library = &world.library;
        let ada = world.new_reader("ada").await.account().unwrap().clone();
        let (first, second) = (world.begin_session(&ada).await, world.begin_session(&ada).await);
        let third = world.begin_session(&ada).await;
        let user = sessions::resume(library, first.reveal()).await.unwrap().unwrap();
        let list = sessions::list(&user, first.reveal()).await.unwrap();
        assert_eq!(list.len(), 3);
        let this: Vec<&str> = list.iter().filter(|one| one.is_this).map(|one| one.hash.as_str()).collect();
        assert_eq!(this, [first.hash()]);
        sessions::end_first_selected(&user, |hash| hash == second.hash()).await.unwrap();
        assert!(sessions::resume(library, second.reveal()).await.unwrap().is_none());
        assert_eq!(sessions::end_others(&user, first.reveal()).await.unwrap(), 1);
        assert!(sessions::resume(library, third.reveal()).await.unwrap().is_none());
        assert!(sessions::resume(library, first.reveal()).await.unwrap().is_some());
    }

    async fn the_session_that_rested_longest_ends_when_there_are_too_many(db: Db) {
        let world = World::new(db, None).await;
        let ada = world.new_reader("ada").await.account().unwrap().clone();
        let mut secrets = Vec::new();
        for _ in 0..MAX_SESSIONS {
            secrets.push(world.begin_session(&ada).await);
        }
        let rested = secrets.remove(7);
        store::sessions::touch(&world.db, &rested.hash(), noon() - SignedDuration::from_mins(5)).await.unwrap();
        secrets.push(world.begin_session(&ada).await);
        let is_signed_in = async |secret: &OpaqueToken| {
            sessions::resume(&world.library, secret.reveal()).await.unwrap().is_some()
        };
        assert!(!is_signed_in(&rested).await);
        for secret in &secrets {
            assert!(is_signed_in(secret).await);
        }
    }

    async fn a_session_that_rested_too_long_is_not_resumed(db: Db) {
        let world = World::new(db, None).await;
        let ada = world.new_reader("ada").await.account().unwrap().clone();
        let secret = world.begin_session(&ada).await;
        store::sessions::touch(&world.db, &secret.hash(), noon() - SignedDuration::from_mins(59)).await.unwrap();
        assert!(sessions::resume(&world.library, secret.reveal()).await.unwrap().is_some());
        let noted = store::sessions::get(&world.db, &secret.hash()).await.unwrap().unwrap();
        assert_eq!(noted.used, noon(), "use is noted");
        store::sessions::touch(&world.db, &secret.hash(), noon() - SignedDuration::from_mins(60)).await.unwrap();
        assert!(sessions::resume(&world.library, secret.reveal()).await.unwrap().is_none());
    }

    async fn a_locked_account_has_no_session(db: Db) {
        let world = World::new(db, None).await;
        let ada = world.new_reader("ada").await.account().unwrap().clone();
        let secret = world.begin_session(&ada).await;
        for locked in [true, false] {
            let mut tx = world.db.begin().await.unwrap();
            store::accounts::set_locked(&mut tx, &ada.id, locked).await.unwrap();
            tx.commit().await.unwrap();
            assert_eq!(sessions::resume(&world.library, secret.reveal()).await.unwrap().is_none(), locked);
        }
    }

    async fn a_password_that_was_verified_before_it_changed_begins_no_session(db: Db) {
        let world = World::new(db, None).await;
        let ada = world.new_reader("ada").await.account().unwrap().clone();
        let peer = Peer::from_request(Some([192, 0, 2, 7].into()), None);
        let set_password = async || {
            let hash = world.library.hash_password("correct horse 1", None).await.unwrap();
            let mut tx = world.db.begin().await.unwrap();
            store::passwords::change_password(&mut tx, &ada.id, &hash, false, noon()).await.unwrap();
            tx.commit().await.unwrap();
        };
        set_password().await;
        let sign_in = PasswordSignIn { name: "ada@example.org", password: "correct horse 1", peer: &peer };
        let verified = verify_password(&world.anybody(), sign_in).await.unwrap();
        sessions::begin(&world.anybody(), &verified, Browser::default()).await.unwrap();
        // Even the same password again is another one: all sign-ins before it have to end.
        set_password().await;
        let late = sessions::begin(&world.anybody(), &verified, Browser::default()).await;
        assert!(matches!(late, Err(Error::Credentials)), "{late:?}");
        assert!(store::sessions::list(&world.db, &ada.id, noon()).await.unwrap().is_empty());
    }

    async fn an_account_that_was_locked_after_its_password_was_verified_gets_no_session(db: Db) {
        let world = World::new(db, None).await;
        let ada = world.new_reader("ada").await.account().unwrap().clone();
        let mut tx = world.db.begin().await.unwrap();
        store::accounts::set_locked(&mut tx, &ada.id, true).await.unwrap();
        tx.commit().await.unwrap();
        let verified = VerifiedAccount { account: ada, password: PasswordVersion::from_hash(None) };
        let late = sessions::begin(&world.anybody(), &verified, Browser::default()).await;
        assert!(matches!(late, Err(Error::Credentials)), "{late:?}");
    }

    async fn a_password_that_somebody_else_made_is_replaced_before_anything_else(db: Db) {
        let world = World::new(db, None).await;
        let ada = world.new_reader("ada").await.account().unwrap().clone();
        for is_of_others in [true, false] {
            let mut tx = world.db.begin().await.unwrap();
            store::passwords::change_password(&mut tx, &ada.id, "a hash", is_of_others, noon()).await.unwrap();
            tx.commit().await.unwrap();
            let secret = world.begin_session(&ada).await;
            let user = sessions::resume(&world.library, secret.reveal()).await.unwrap().unwrap();
            assert_eq!(user.must_choose_password, is_of_others);
        }
    }

    async fn the_pages_are_not_an_app(db: Db) {
        let world = World::new(db, None).await;
        let ada = world.new_reader("ada").await.account().unwrap().clone();
        let secret = world.begin_session(&ada).await;
        let user = sessions::resume(&world.library, secret.reveal()).await.unwrap().unwrap();
        let id = user.client.id.as_str();
        let clients = world.library.new_client_cache();
        assert_eq!(error_key(Operation::identify(&world.library, &clients, noon(), id, None).await), "INVALID_API_KEY");
    }
}
