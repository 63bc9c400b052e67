//! Changes of email address and password that the previous address may undo (docs/rules/accounts.md#rule-14).

use domain::fixtures::{member, school};
use jiff::SignedDuration;
use services::accounts::own::IndividualDraft;
use services::accounts::{AccountDetails, own, undo};
use services::{Faults, Operation, devices, sessions};
use store::{Conn as _, Sql, account_undos, accounts, db_test};

use crate::devices::member_details;
use crate::library::World;
use crate::world::{error_key, read_value};

const WEEK: SignedDuration = SignedDuration::from_hours(7 * 24);

/// The user as a request at the library's present time loads it.
async fn reload_user(world: &World, user: &Operation) -> Operation {
    let now = world.library.current_time();
    let reader = store::readers::find_by_account(&world.db, user.account_id().unwrap(), now).await.unwrap();
    let mut caller = user.clone();
    caller.reader = reader.map(Into::into);
    caller.now = now;
    caller
}

/// An app changes what is given.
async fn change_account(
    world: &World,
    user: &Operation,
    email: Option<&str>,
    password: Option<&str>,
) -> Result<(), services::Error> {
    let email_address = email.and_then(read_value);
    let details =
        AccountDetails { email_address, password: password.and_then(read_value), ..member_details() };
    own::change_own(&reload_user(world, user).await, details, Faults::default()).await.map(drop)
}

/// The key that the email about the latest change is sent with. `None` if its address may not undo it.
async fn mailed_undo_key(world: &World, key: &'static str) -> Option<&'static str> {
    let latest = Sql::new("SELECT id FROM account_undos ORDER BY changed_at DESC LIMIT 1");
    let (id,) = (&world.db).fetch_one::<(String,)>(latest).await.unwrap();
    account_undos::add_key(&world.db, &id, &secrets::hash_token(key)).await.unwrap();
    undo::find_by_key(&world.anybody(), key).await.unwrap().map(|_| key)
}

async fn redeem_key(world: &World, key: &str) -> bool {
    match undo::find_by_key(&world.anybody(), key).await.unwrap() {
        Some((change, _)) => undo::undo_change(&world.anybody(), &change).await.unwrap(),
        None => false,
    }
}

/// Email address, user name and password of an account.
async fn read_credentials(world: &World, user: &Operation) -> (String, String, Option<String>) {
    let account = accounts::get(&world.db, user.account_id().unwrap()).await.unwrap().unwrap();
    let statement = Sql::new("SELECT password_hash FROM accounts WHERE id = $1")
        .bind(user.account_id().unwrap().as_str());
    let (password,) = (&world.db).fetch_one::<(Option<String>,)>(statement).await.unwrap();
    (account.email.unwrap(), account.username.unwrap(), password)
}

db_test! {
    async fn an_undone_change_signs_everything_out_and_is_undone_once(db: Db) {
        let world = World::new(db, None).await;
        let ann = world.new_reader("ann").await;
        let before = read_credentials(&world, &ann).await;
        change_account(&world, &ann, Some("thief@new.example"), Some("another horse 2")).await.unwrap();
        let session = world.begin_session(ann.account().unwrap()).await;
        let now = world.library.current_time();
        devices::create(&reload_user(&world, &ann).await, "Kobo").await.unwrap();
        assert!(mailed_undo_key(&world, "first").await.is_some());
        let (undone, _) = undo::find_by_key(&world.anybody(), "first").await.unwrap().unwrap();
        assert!(undo::undo_change(&world.anybody(), &undone).await.unwrap());
        assert_eq!(read_credentials(&world, &ann).await, before);

        let clients = world.library.new_client_cache();
        let caller = Operation::identify(&world.library, &clients, now, crate::library::KEY, Some("ann")).await;
        assert!(matches!(caller, Err(services::Error::Token { .. })));
        assert!(sessions::resume(&world.library, session.reveal()).await.unwrap().is_none());
        assert!(devices::list(&reload_user(&world, &ann).await).await.unwrap().is_empty());
        // Neither the link nor a request that read it before works again.
        assert!(!redeem_key(&world, "first").await);
        assert!(!undo::undo_change(&world.anybody(), &undone).await.unwrap());
    }

    async fn a_password_that_a_school_knows_is_not_restored(db: Db) {
        let world = World::new(db, None).await;
        let school = school();
        store::organizations::insert(&world.db, &school.organization).await.unwrap();
        let mia = member("mia", &school);
        let mut tx = world.db.begin().await.unwrap();
        accounts::insert(&mut tx, &mia.account, Some("a hash that the school knows")).await.unwrap();
        tx.commit().await.unwrap();
        let mut caller = world.guest_caller().await;
        caller.reader = Some(mia.into());
        let mia = reload_user(&world, &caller).await;
        let draft = IndividualDraft { sketch: None, password: None, details: Some(member_details()) };
        own::become_individual(&mia, draft, Faults::default()).await.unwrap();
        assert!(mailed_undo_key(&world, "first").await.is_some());
        assert!(redeem_key(&world, "first").await);
        let (email, _, password) = read_credentials(&world, &mia).await;
        assert_eq!((email.as_str(), password), ("mia@example.org", None));
        let account = accounts::get(&world.db, mia.account_id().unwrap()).await.unwrap().unwrap();
        assert!(account.needs_new_password);
    }

    async fn only_the_first_address_undoes_several_changes(db: Db) {
        let world = World::new(db, None).await;
        let ann = world.new_reader("ann").await;
        let before = read_credentials(&world, &ann).await;
        change_account(&world, &ann, None, Some("another horse 2")).await.unwrap();
        assert!(mailed_undo_key(&world, "password").await.is_some());
        for (email, key) in [("thief@new.example", "own"), ("thief@other.example", "of the thief")] {
            world.advance_clock(SignedDuration::from_mins(1));
            change_account(&world, &ann, Some(email), None).await.unwrap();
            assert_eq!(mailed_undo_key(&world, key).await.is_some(), key == "own", "{key}");
        }
        world.advance_clock(SignedDuration::from_mins(1));
        change_account(&world, &ann, Some("ann@example.org"), None).await.unwrap();
        assert!(mailed_undo_key(&world, "of the other address").await.is_none(), "the owner takes the account back");

        assert!(redeem_key(&world, "own").await);
        let (email, username, password) = read_credentials(&world, &ann).await;
        assert_eq!((email.as_str(), username.as_str()), ("ann@example.org", "ann@example.org"));
        assert!(password.is_some(), "the password was changed before the address");
        assert!(redeem_key(&world, "password").await, "earlier changes can still be undone");
        assert_eq!(read_credentials(&world, &ann).await, before);
    }

    async fn a_change_is_undone_for_seven_days_in_which_nobody_takes_the_address(db: Db) {
        let world = World::new(db, None).await;
        let (ann, bob) = (world.new_reader("ann").await, world.new_reader("bob").await);
        change_account(&world, &ann, Some("thief@new.example"), None).await.unwrap();
        assert!(mailed_undo_key(&world, "first").await.is_some());
        world.advance_clock(WEEK - SignedDuration::from_secs(1));
        let takes = change_account(&world, &bob, Some("Ann@example.org"), None).await;
        assert_eq!(error_key(takes), "USER_EXISTS");
        assert!(undo::find_by_key(&world.anybody(), "first").await.unwrap().is_some());
        world.advance_clock(SignedDuration::from_secs(1));
        assert!(!redeem_key(&world, "first").await);
        assert_eq!(account_undos::purge(&world.db, world.library.current_time()).await.unwrap(), 1);
        change_account(&world, &bob, Some("Ann@example.org"), None).await.unwrap();
        // The new address is now old enough to undo a change itself.
        change_account(&world, &ann, Some("thief@other.example"), None).await.unwrap();
        assert!(mailed_undo_key(&world, "second").await.is_some());
    }
}
