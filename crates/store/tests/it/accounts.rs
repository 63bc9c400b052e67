//! Accounts and sign-in names.

use domain::fixtures::{account, lab, member, membership, school, site, sponsor, with_change};
use domain::{Account, AccountId, Role};
use futures_util::future::join_all;
use store::{Db, KeyPage, accounts, db_test};

use crate::world;

async fn update_account(db: &Db, account: &Account) -> store::Result<bool> {
    let mut tx = db.begin().await.unwrap();
    let changed = accounts::update(&mut tx, account).await?;
    tx.commit().await.unwrap();
    Ok(changed)
}

fn account_with_login(id: &str, username: &str, email: Option<&str>) -> Account {
    with_change(account(id, Role::Individual), |a| {
        a.username = Some(username.into());
        a.email = email.map(str::to_owned);
    })
}

db_test! {
    async fn an_account_comes_back_whole(db: Db) {
        world::create_sites(&db).await;
        let member = member("mia", &school()).account;
        world::settle_account(&db, &member).await;
        assert_eq!(accounts::get(&db, &member.id).await.unwrap(), Some(member.clone()));
        assert_eq!(accounts::get(&db, &"nobody".into()).await.unwrap(), None);
        let mut tx = db.begin().await.unwrap();
        assert_eq!(accounts::get_for_update(&mut tx, &member.id).await.unwrap(), Some(member));
        assert_eq!(accounts::get_for_update(&mut tx, &"nobody".into()).await.unwrap(), None);
    }

    /// docs/rules/organizations.md#rule-12: user names and email addresses are unique over all sites,
    /// compared case-insensitively.
    async fn sign_in_names_are_one_namespace_over_all_sites(db: Db) {
        world::create_sites(&db).await;
        world::settle_account(&db, &account_with_login("ada", "Ada", Some("ada@example.org"))).await;
        for taken in ["ADA", " ada@Example.org "] {
            let mut other = account_with_login("other", "other", Some(taken));
            other.site = lab();
            let mut tx = db.begin().await.unwrap();
            let error = accounts::insert(&mut tx, &other, None).await.unwrap_err();
            assert!(error.conflicts_with("logins_pkey"), "{taken}: {error}");
        }
        assert!(accounts::is_login_taken(&db, "aDa").await.unwrap());
        assert!(!accounts::is_login_taken(&db, "other").await.unwrap());
    }

    async fn of_two_concurrent_accounts_with_one_name_one_is_created(db: Db) {
        world::create_sites(&db).await;
        let tries = (0..8).map(|n| {
            let db = db.clone();
            async move {
                let mut tx = db.begin().await.unwrap();
                let wanted = account_with_login(&format!("person{n}"), "wanted", None);
                accounts::insert(&mut tx, &wanted, None).await?;
                tx.commit().await
            }
        });
        let outcomes = join_all(tries).await;
        assert_eq!(outcomes.iter().filter(|o| o.is_ok()).count(), 1);
        assert!(outcomes.iter().all(|o| o.as_ref().err().is_none_or(|e| e.conflicts_with("logins_pkey"))));
    }

    async fn one_signs_in_by_user_name_or_e_mail_in_any_case(db: Db) {
        world::create_sites(&db).await;
        let ada = account_with_login("ada-id", "Ada", Some("ada@example.org"));
        world::settle_account(&db, &ada).await;
        for login in ["ada", "ADA", "Ada@Example.ORG "] {
            let (found, hash) = accounts::find_by_login(&db, login).await.unwrap().unwrap();
            assert_eq!((found, hash.as_deref()), (ada.clone(), Some("a hash")), "{login}");
        }
        assert!(accounts::find_by_login(&db, "ada-id").await.unwrap().is_none(), "an identifier is no sign-in name");
        assert!(accounts::find_by_login(&db, "eve").await.unwrap().is_none());
    }

    async fn an_identifier_matches_an_id_before_a_name(db: Db) {
        world::create_sites(&db).await;
        let ada = account_with_login("ada-id", "ada", Some("ada@example.org"));
        let impostor = account_with_login("eve-id", "ada-id", None);
        world::settle_account(&db, &ada).await;
        world::settle_account(&db, &impostor).await;
        for identifier in ["ada-id", "Ada", "ada@EXAMPLE.org"] {
            let found = accounts::find_by_identifier(&db, identifier).await.unwrap();
            assert_eq!(found, Some(ada.clone()), "{identifier}");
            let mut tx = db.begin().await.unwrap();
            let held = accounts::lock_by_identifier(&mut tx, identifier).await.unwrap();
            assert_eq!(held, Some(ada.clone()), "{identifier}");
            tx.rollback().await.unwrap();
        }
        assert_eq!(accounts::find_by_identifier(&db, "nobody").await.unwrap(), None);
        let mut tx = db.begin().await.unwrap();
        assert_eq!(accounts::lock_by_identifier(&mut tx, "nobody").await.unwrap(), None);
        tx.rollback().await.unwrap();
    }

    async fn an_update_moves_the_sign_in_names(db: Db) {
        world::create_sites(&db).await;
        let mut ada = account_with_login("ada", "ada", Some("ada@example.org"));
        world::settle_account(&db, &ada).await;
        ada.username = Some("lovelace".into());
        assert!(update_account(&db, &ada).await.unwrap());
        assert_eq!(accounts::get(&db, &ada.id).await.unwrap(), Some(ada.clone()));
        assert!(accounts::find_by_login(&db, "ada").await.unwrap().is_none());
        let (_, hash) = accounts::find_by_login(&db, "Lovelace").await.unwrap().unwrap();
        assert_eq!(hash.as_deref(), Some("a hash"), "the password stays");

        world::settle_account(&db, &account_with_login("bob", "ada", None)).await;
        ada.username = Some("ada".into());
        assert!(update_account(&db, &ada).await.unwrap_err().conflicts_with("logins_pkey"));
        assert!(!update_account(&db, &account_with_login("nobody", "nobody", None)).await.unwrap());
    }

    async fn a_deleted_account_is_kept_and_frees_its_names(db: Db) {
        world::create_sites(&db).await;
        let ada = with_change(account_with_login("ada", "ada", None), |a| a.deleted = true);
        world::settle_account(&db, &account_with_login("ada", "ada", None)).await;
        assert!(update_account(&db, &ada).await.unwrap());
        assert!(!accounts::is_login_taken(&db, "ada").await.unwrap());
        assert_eq!(accounts::find_by_identifier(&db, "ada").await.unwrap(), Some(ada));
    }

    async fn passwords_and_locks_are_set(db: Db) {
        world::create_sites(&db).await;
        let ada = account_with_login("ada", "ada", None);
        world::settle_account(&db, &ada).await;
        let nobody = AccountId::from("nobody");
        let mut tx = db.begin().await.unwrap();
        assert!(accounts::set_password_hash(&mut tx, &ada.id, Some("new"), true).await.unwrap());
        assert!(accounts::set_locked(&mut tx, &ada.id, true).await.unwrap());
        assert!(!accounts::set_password_hash(&mut tx, &nobody, None, true).await.unwrap());
        assert!(!accounts::set_locked(&mut tx, &nobody, true).await.unwrap());
        tx.commit().await.unwrap();
        let (found, hash) = accounts::find_by_login(&db, "ada").await.unwrap().unwrap();
        assert_eq!(hash.as_deref(), Some("new"));
        assert!(found.needs_new_password && found.locked);
    }

    async fn accounts_are_listed_by_site_and_page(db: Db) {
        world::create_sites(&db).await;
        for id in ["b", "d", "a"] {
            world::settle_account(&db, &account(id, Role::Individual)).await;
        }
        world::settle_account(&db, &with_change(account("c", Role::Individual), |a| a.site = lab())).await;
        let ids = |accounts: Vec<Account>| accounts.into_iter().map(|a| a.id.0).collect::<Vec<_>>();
        assert_eq!(ids(accounts::list(&db, None, &KeyPage::first_page(3)).await.unwrap()), ["a", "b", "c"]);
        let page = KeyPage { after: Some("a".into()), limit: 10 };
        assert_eq!(ids(accounts::list(&db, Some(&site()), &page).await.unwrap()), ["b", "d"]);
        assert_eq!(accounts::count(&db, None).await.unwrap(), 4);
        assert_eq!(accounts::count(&db, Some(&lab())).await.unwrap(), 1);
        let wanted = ["d", "zz", "a"].map(AccountId::from);
        assert_eq!(ids(accounts::get_many(&db, &wanted).await.unwrap()), ["d", "a"]);
        assert_eq!(accounts::get_many(&db, &[]).await.unwrap(), []);
    }

    async fn a_roster_has_members_and_sponsors_but_no_deleted_accounts(db: Db) {
        world::create_sites(&db).await;
        let school = school();
        world::settle_account(&db, &sponsor("tess", &school).account).await;
        world::settle_account(&db, &member("mia", &school).account).await;
        let gone = with_change(member("max", &school).account, |a| a.deleted = true);
        world::settle_account(&db, &gone).await;
        let staff = with_change(account("vic", Role::Volunteer), |a| a.membership = Some(membership(&school)));
        world::settle_account(&db, &staff).await;
        let of = async |role| {
            let ids = accounts::list_members(&db, &school.organization.id, role).await.unwrap();
            ids.into_iter().map(|id| id.0).collect::<Vec<_>>()
        };
        assert_eq!(of(None).await, ["mia", "tess", "vic"]);
        assert_eq!(of(Some(Role::OrganizationMember)).await, ["mia"]);
        assert_eq!(of(Some(Role::OrganizationSponsor)).await, ["tess"]);
        assert_eq!(of(Some(Role::Volunteer)).await, Vec::<String>::new());
    }

    async fn a_record_is_changed_by_one_at_a_time(db: Db) {
        world::create_sites(&db).await;
        let ada = account_with_login("ada", "ada", None);
        world::settle_account(&db, &ada).await;
        let writes = (0..10).map(|n| {
            let db = db.clone();
            async move {
                let mut tx = db.begin().await.unwrap();
                let ada = match n % 2 {
                    0 => accounts::get_for_update(&mut tx, &"ada".into()).await,
                    _ => accounts::lock_by_identifier(&mut tx, "Ada").await,
                };
                let mut ada = ada.unwrap().unwrap();
                ada.name.first.push('x');
                accounts::update(&mut tx, &ada).await.unwrap();
                tx.commit().await.unwrap();
            }
        });
        join_all(writes).await;
        let found = accounts::get(&db, &ada.id).await.unwrap().unwrap();
        assert_eq!(found.name.first, format!("{}xxxxxxxxxx", ada.name.first));
    }
}
