//! Registering an organization, and leaving one.

use domain::fixtures::{individual, linked_account, member, noon, school, site, sponsor, with_change};
use domain::{AccountId, Organization, Reader, Role};
use futures_util::future::join_all;
use store::lists::{self, ListAccess, ReadingList};
use store::{
    Db, accounts, assignments, db_test, enrollment_codes, organizations, quick_lists, readers, tokens,
};

use crate::world;

fn organization_with_name(id: &str, name: &str) -> Organization {
    with_change(school().organization, |o| {
        o.id = id.into();
        o.name = name.into();
    })
}

async fn register_organization(db: &Db, organization: &Organization) -> bool {
    committed!(db, tx => organizations::register(&mut tx, organization))
}

async fn list(db: &Db, id: &str, owner: &str, access: ListAccess) {
    let list = ReadingList {
        id: id.into(),
        site: site(),
        owner: owner.into(),
        organization: (access == ListAccess::Org).then(|| "school".into()),
        name: id.into(),
        description: String::new(),
        access,
        updated: noon(),
    };
    lists::insert(db, &list).await.unwrap();
}

/// Takes a person out of the school; `petra` is the heir.
async fn leave_organization(db: &Db, id: &str, role: Role) {
    let mut tx = db.begin().await.unwrap();
    let school = organizations::get_for_update(&mut tx, &"school".into()).await.unwrap().unwrap();
    let mut account = accounts::get_for_update(&mut tx, &id.into()).await.unwrap().unwrap();
    let heir = AccountId::from("petra");
    organizations::remove_person(&mut tx, &school.id, &mut account, role, &heir, noon()).await.unwrap();
    tx.commit().await.unwrap();
}

/// The owner of a list. `None` if the list is gone.
async fn list_owner(db: &Db, id: &str) -> Option<String> {
    lists::get(db, id).await.unwrap().map(|list| list.owner.0)
}

async fn settle_people(db: &Db, people: &[Reader]) {
    world::create_sites(db).await;
    for reader in people {
        world::settle(db, reader).await;
    }
}

db_test! {
    async fn an_organization_registers_once(db: Db) {
        world::create_sites(&db).await;
        assert!(!register_organization(&db, &organization_with_name("again", "HARBOR school")).await, "the fixture is there");
        assert!(register_organization(&db, &organization_with_name("cove", "Cove School")).await);
        let from_list = |id: &str, name: &str| with_change(organization_with_name(id, name), |o| o.reference_org_id = Some("7".into()));
        assert!(register_organization(&db, &from_list("dune", "Dune School")).await);
        assert!(!register_organization(&db, &from_list("other", "Quite another name")).await, "the same entry of the list");
        let elsewhere = with_change(organization_with_name("far", "Harbor School"), |o| o.address.state = Some("US-WA".into()));
        assert!(register_organization(&db, &elsewhere).await);
        // A name that is changed counts from then on.
        committed!(db, tx => organizations::update(&mut tx, &organization_with_name("cove", "Bay School")));
        assert!(!register_organization(&db, &organization_with_name("bay", "Bay School")).await);
        assert!(register_organization(&db, &organization_with_name("cove2", "Cove School")).await);
    }

    async fn of_concurrent_registrations_one_succeeds(db: Db) {
        world::create_sites(&db).await;
        let all = join_all((0..6).map(|n| {
            let db = db.clone();
            async move { register_organization(&db, &organization_with_name(&format!("cove{n}"), "Cove School")).await }
        }));
        assert_eq!(all.await.into_iter().filter(|registered| *registered).count(), 1);
    }

    async fn a_sponsor_leaves_the_work_to_the_heir(db: Db) {
        let school = school();
        settle_people(&db, &[sponsor("petra", &school), sponsor("tess", &school), member("mia", &school)]).await;
        for (id, access) in [
            ("org", ListAccess::Org), ("shared", ListAccess::Shared), ("class", ListAccess::Private),
            ("diary", ListAccess::Private),
        ] {
            list(&db, id, "tess", access).await;
        }
        let (mia, petra, tess) = (AccountId::from("mia"), AccountId::from("petra"), AccountId::from("tess"));
        committed!(db, tx => lists::add_members(&mut tx, "class", std::slice::from_ref(&mia), &tess, noon()));
        lists::set_subscribed(&db, "org", &petra, true, noon()).await.unwrap();
        world::sign_in(&db, &tess).await;
        let code = [(&mia, "of tess".to_owned())];
        committed!(db, tx => enrollment_codes::replace_many(&mut tx, &code, &tess, noon()));
        assert!(enrollment_codes::find_account(&db, "of tess", noon()).await.unwrap().is_some());

        leave_organization(&db, "tess", Role::OrganizationSponsor).await;
        for id in ["org", "shared", "class"] {
            assert_eq!(list_owner(&db, id).await.as_deref(), Some("petra"), "{id}");
        }
        assert_eq!(list_owner(&db, "diary").await, None, "nobody else ever saw it");
        assert!(lists::is_member(&db, "class", &mia).await.unwrap());
        let code = enrollment_codes::find_account(&db, "of tess", noon()).await.unwrap();
        assert_eq!(code, None, "the sponsor knows the code of the card");
        let account = accounts::get(&db, &petra).await.unwrap().unwrap();
        let view = lists::get_view(&db, "org", &account).await.unwrap().unwrap();
        assert!(!view.subscribed, "one's own lists are not subscribed to");
        let gone = accounts::get(&db, &tess).await.unwrap().unwrap();
        assert!(gone.deleted && gone.membership.is_none() && gone.roles.is_empty());
        assert!(!accounts::is_login_taken(&db, "tess@example.org").await.unwrap(), "the name is free");
        let token = readers::find_by_access_token(&db, "access", noon()).await.unwrap();
        assert_eq!(token, readers::TokenCheck::Revoked);
        let mut tx = db.begin().await.unwrap();
        let check = tokens::use_refresh_token(&mut tx, "refresh", &"key".into(), noon()).await.unwrap();
        assert_eq!(check, tokens::RefreshCheck::Revoked);
        tx.commit().await.unwrap();
        let roster = accounts::list_members(&db, &"school".into(), Some(Role::OrganizationSponsor)).await.unwrap();
        assert_eq!(roster, [petra]);
    }

    async fn a_sponsor_with_other_roles_keeps_personal_data(db: Db) {
        let school = school();
        let tess = with_change(sponsor("tess", &school), |reader| {
            reader.account.roles.insert(Role::Individual);
        });
        settle_people(&db, &[sponsor("petra", &school), tess, member("mia", &school)]).await;
        list(&db, "org", "tess", ListAccess::Org).await;
        list(&db, "shared", "tess", ListAccess::Shared).await;
        list(&db, "diary", "tess", ListAccess::Private).await;
        leave_organization(&db, "tess", Role::OrganizationSponsor).await;
        assert_eq!(list_owner(&db, "org").await.as_deref(), Some("petra"));
        assert_eq!(list_owner(&db, "shared").await.as_deref(), Some("tess"));
        assert_eq!(list_owner(&db, "diary").await.as_deref(), Some("tess"));
        let account = accounts::get(&db, &"tess".into()).await.unwrap().unwrap();
        assert!(!account.deleted && account.membership.is_none());
        assert!(accounts::is_login_taken(&db, "tess@example.org").await.unwrap());
    }

    async fn a_member_leaves_lists_and_assignments(db: Db) {
        let school = school();
        settle_people(&db, &[sponsor("petra", &school), linked_account("lin", &school), member("mia", &school), individual("ada")]).await;
        let title = world::insert_titles(&db, 1).await[0];
        for id in ["org", "class"] {
            list(&db, id, "petra", if id == "org" { ListAccess::Org } else { ListAccess::Private }).await;
        }
        list(&db, "public", "ada", ListAccess::Shared).await;
        list(&db, "own", "lin", ListAccess::Private).await;
        list(&db, "given", "mia", ListAccess::Shared).await;
        let petra = AccountId::from("petra");
        for id in ["lin", "mia"].map(AccountId::from) {
            committed!(db, tx => lists::add_members(&mut tx, "class", std::slice::from_ref(&id), &petra, noon()));
            assignments::assign(&db, &id, title, Some(&petra), noon()).await.unwrap();
            for subscribed in ["org", "public"] {
                lists::set_subscribed(&db, subscribed, &id, true, noon()).await.unwrap();
            }
            leave_organization(&db, id.as_str(), Role::OrganizationMember).await;
            assert!(!lists::is_member(&db, "class", &id).await.unwrap());
            assert_eq!(assignments::count(&db, &id).await.unwrap(), 0);
            let account = accounts::get(&db, &id).await.unwrap().unwrap();
            for (list, subscribed) in [("class", false), ("org", false), ("public", true)] {
                let view = lists::get_view(&db, list, &account).await.unwrap().unwrap();
                assert_eq!(view.subscribed, subscribed, "{id} {list}");
            }
        }
        assert_eq!(list_owner(&db, "own").await.as_deref(), Some("lin"), "an individual member now");
        assert_eq!(list_owner(&db, "given").await, None, "the account is deleted");
        assert!(accounts::get(&db, &"mia".into()).await.unwrap().unwrap().deleted);
    }

    async fn a_sponsor_who_is_a_member_gives_up_one_role_at_a_time(db: Db) {
        let school = school();
        let both = with_change(member("tess", &school), |reader| {
            reader.account.roles.insert(Role::OrganizationSponsor);
        });
        settle_people(&db, &[sponsor("petra", &school), both, member("mia", &school)]).await;
        let title = world::insert_titles(&db, 1).await[0];
        for (id, owner, access) in [
            ("org", "petra", ListAccess::Org), ("class", "petra", ListAccess::Private),
            ("work", "tess", ListAccess::Org),
        ] {
            list(&db, id, owner, access).await;
        }
        let (petra, tess, mia) = (AccountId::from("petra"), AccountId::from("tess"), AccountId::from("mia"));
        committed!(db, tx => lists::add_members(&mut tx, "class", std::slice::from_ref(&tess), &petra, noon()));
        lists::set_subscribed(&db, "org", &tess, true, noon()).await.unwrap();
        assignments::assign(&db, &tess, title, Some(&petra), noon()).await.unwrap();
        for (sponsor, member) in [(&petra, &tess), (&tess, &mia)] {
            quick_lists::set(&db, sponsor, member, true, noon()).await.unwrap();
        }

        // As a member she is on lists, has titles assigned and is at hand: all of that ends.
        leave_organization(&db, "tess", Role::OrganizationMember).await;
        assert!(!lists::is_member(&db, "class", &tess).await.unwrap());
        assert_eq!(assignments::count(&db, &tess).await.unwrap(), 0);
        assert!(!quick_lists::set(&db, &petra, &tess, false, noon()).await.unwrap(), "on no quick list");
        // As a sponsor she works on.
        let account = accounts::get(&db, &tess).await.unwrap().unwrap();
        assert!(!account.deleted && account.is_sponsor_of(&"school".into()));
        for (list, subscribed) in [("class", false), ("org", true)] {
            let view = lists::get_view(&db, list, &account).await.unwrap().unwrap();
            assert_eq!(view.subscribed, subscribed, "{list}");
        }
        assert_eq!(list_owner(&db, "work").await.as_deref(), Some("tess"));
        assert!(!quick_lists::set(&db, &tess, &mia, true, noon()).await.unwrap(), "her own is as it was");

        leave_organization(&db, "tess", Role::OrganizationSponsor).await;
        assert_eq!(list_owner(&db, "work").await.as_deref(), Some("petra"));
        assert!(quick_lists::set(&db, &tess, &mia, true, noon()).await.unwrap(), "nothing was left of it");
    }

    async fn a_user_who_stays_a_member_keeps_a_members_places(db: Db) {
        let school = school();
        let both = with_change(member("tess", &school), |reader| {
            reader.account.roles.insert(Role::OrganizationSponsor);
        });
        settle_people(&db, &[sponsor("petra", &school), both]).await;
        let title = world::insert_titles(&db, 1).await[0];
        list(&db, "class", "petra", ListAccess::Private).await;
        list(&db, "work", "tess", ListAccess::Org).await;
        let (petra, tess) = (AccountId::from("petra"), AccountId::from("tess"));
        committed!(db, tx => lists::add_members(&mut tx, "class", std::slice::from_ref(&tess), &petra, noon()));
        assignments::assign(&db, &tess, title, Some(&petra), noon()).await.unwrap();
        leave_organization(&db, "tess", Role::OrganizationSponsor).await;
        assert!(lists::is_member(&db, "class", &tess).await.unwrap());
        assert_eq!(assignments::count(&db, &tess).await.unwrap(), 1);
        assert_eq!(list_owner(&db, "work").await.as_deref(), Some("petra"));
        assert!(!accounts::get(&db, &tess).await.unwrap().unwrap().deleted);
    }
}
