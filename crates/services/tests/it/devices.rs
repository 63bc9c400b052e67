//! Devices: who makes them, and what they sign in to.

use domain::accounts::StaffedRole;
use domain::fixtures::{account, lab, linked_account, member, noon, school, site, sponsor};
use domain::{Account, AccountId, AuditedAct, Client, Device, Peer, Privilege, Reader, Role, SiteId};
use md5::{Digest as _, Md5};
use services::accounts::AccountDetails;
use services::accounts::manage::{self, StaffChanges};
use services::accounts::own::{self, IndividualDraft};
use services::devices::{
    self, DeviceAddress, NewDevice, NewDeviceOf, Proof, create, create_for, list, list_for_person, members,
    revoke, revoke_for_person, sign_in,
};
use services::rosters::RosterSort;
use services::{Change, Error, Faults, Library, Operation, PageRequest, RowPosition, sessions};
use store::audit::EntrySearch;
use store::db_test;
use store::throttle::{self, AttemptKind};

use crate::library::World;
use crate::world::{error_key, operator_context, read_value};

const ADDRESS: &str = "192.0.2.7";

fn test_peer() -> Peer {
    Peer::from_request(ADDRESS.parse().ok(), None)
}

/// Two members by family name, and one more that says whether the list continues.
fn members_page(after: Option<&RowPosition<String>>) -> PageRequest<'_, RosterSort, String> {
    PageRequest { sort: RosterSort::LastName, descending: false, after, backward: false, limit: 3 }
}

async fn with_password(library: &Library, name: &str, password: &str) -> Result<Operation, Error> {
    sign_in(library, None, name, Proof::Password(password), &test_peer(), Some("KOReader/2026.03")).await
}

async fn fails_to_sign_in(library: &Library, name: &str, password: &str) -> bool {
    matches!(with_password(library, name, password).await, Err(Error::Credentials))
}

/// Ada, who signs in as `ada.reads` and by email, with a device.
async fn ada_with_device(world: &World) -> (Operation, Device, String) {
    let ada = world.new_reader("ada").await;
    let mut tx = world.db.begin().await.unwrap();
    let mut account = ada.account().unwrap().clone();
    account.username = Some("ada.reads".into());
    account.email = Some("ada@harbor.example".into());
    store::accounts::update(&mut tx, &account).await.unwrap();
    tx.commit().await.unwrap();
    let (device, password) = create(&ada, " Kobo ").await.unwrap();
    (ada, device, password)
}

/// The required details of a new individual member.
pub(crate) fn member_details() -> AccountDetails {
    AccountDetails {
        first_name: read_value("Mia"),
        last_name: read_value("Berg"),
        email_address: read_value("mia@harbor.example"),
        country: read_value("US"),
        password: None,
        date_of_birth: Change::Set(jiff::civil::date(2000, 5, 1)),
        phone_number: Change::Keep,
        address1: Change::Keep,
        address2: Change::Keep,
        city: Change::Keep,
        state: Change::Keep,
        postal_code: Change::Keep,
        guardian_first_name: Change::Keep,
        guardian_last_name: Change::Keep,
        language: Change::Keep,
        allow_adult_content: Change::Keep,
    }
}

/// A school with these people; the first one signs in as its sponsor.
async fn harbor_sponsor(world: &World, tess: &Reader, others: &[Reader]) -> Operation {
    store::organizations::insert(&world.db, &school().organization).await.unwrap();
    let mut tx = world.db.begin().await.unwrap();
    for reader in std::iter::once(tess).chain(others) {
        store::accounts::insert(&mut tx, &reader.account, None).await.unwrap();
    }
    tx.commit().await.unwrap();
    let reader = store::readers::find_by_account(&world.db, &tess.account.id, noon()).await.unwrap().unwrap();
    let mut caller = world.guest_caller().await;
    caller.reader = Some(reader.into());
    caller
}

async fn needs_new_password(world: &World, id: &str) -> bool {
    store::accounts::get(&world.db, &id.into()).await.unwrap().unwrap().needs_new_password
}

/// A reader who is nothing but this account.
fn with_roles(account: &Account) -> Reader {
    Reader { account: account.clone(), ..member(account.id.as_str(), &school()) }
}

/// The actors of the audit entries about this person, newest first: an account, or the key of an app
/// without a signed-in user.
async fn audit_entries(world: &World, person: &str) -> Vec<String> {
    let person = AccountId::from(person);
    let search = EntrySearch { account: Some(&person), ..EntrySearch::default() };
    let entries = store::audit::list(&world.db, search, 9).await.unwrap();
    entries.into_iter().map(|entry| entry.reader.map_or(entry.client.0, |reader| reader.0)).collect()
}

fn new_device(name: &str) -> NewDeviceOf<'_> {
    NewDeviceOf { person: "ada", name }
}

fn device_of_ada(device: &str) -> DeviceAddress<'_> {
    DeviceAddress { person: "ada", device }
}

db_test! {
    async fn a_device_signs_in_by_its_name_or_that_of_its_account(db: Db) {
        let world = World::new(db, None).await;
        let (_, device, password) = ada_with_device(&world).await;
        assert_eq!((device.name.as_str(), device.account.as_str()), ("Kobo", "ada"));
        let shouted = password.to_uppercase().replace('-', " ");
        for name in [&device.sign_in, "Ada.Reads", "ada@harbor.EXAMPLE"] {
            for password in [&password, &shouted] {
                let caller = with_password(&world.library, name, password).await.unwrap();
                assert_eq!(caller.reader().unwrap().account.id.as_str(), "ada");
                assert_eq!(caller.device.unwrap().id, device.id);
                assert_eq!(caller.client.id, Client::reading_apps_id(&site()));
                assert_eq!((caller.site.id.clone(), caller.token), (site(), None));
            }
        }
        let md5 = format!("{:032x}", u128::from_be_bytes(Md5::digest(&password).into()));
        sign_in(&world.library, None, &device.sign_in, Proof::Md5(&md5), &test_peer(), None).await.unwrap();
        assert!(fails_to_sign_in(&world.library, &device.sign_in, &md5).await, "the digest is not a password");
        assert!(fails_to_sign_in(&world.library, "ada", &password).await, "an identifier is not a name");
    }

    async fn devices_of_others_do_not_help(db: Db) {
        let world = World::new(db, None).await;
        let (_, device, password) = ada_with_device(&world).await;
        let bob = world.new_reader("bob").await;
        let (other, others) = create(&bob, "Phone").await.unwrap();
        assert!(fails_to_sign_in(&world.library, &device.sign_in, &others).await);
        assert!(fails_to_sign_in(&world.library, &other.sign_in, &password).await);
        assert!(fails_to_sign_in(&world.library, "nobody-11", &password).await);
        assert!(fails_to_sign_in(&world.library, &"x".repeat(321), &password).await);
        assert!(fails_to_sign_in(&world.library, "a\0b", &password).await);
        let strange = world.library.clone();
        let at = |id: SiteId| {
            let (strange, name, password) = (strange.clone(), device.sign_in.clone(), password.clone());
            async move { sign_in(&strange, Some(&id), &name, Proof::Password(&password), &test_peer(), None).await }
        };
        assert!(at(site()).await.is_ok());
        assert!(matches!(at(lab()).await, Err(Error::Credentials)), "another site's");
    }

    async fn revoking_works_immediately_and_only_for_the_owner(db: Db) {
        let world = World::new(db, None).await;
        let (ada, device, password) = ada_with_device(&world).await;
        let (kept, _) = create(&ada, "Phone").await.unwrap();
        let bob = world.new_reader("bob").await;
        assert!(list(&bob).await.unwrap().is_empty());
        assert_eq!(error_key(revoke(&bob, &device.id).await), "NOT_FOUND");
        with_password(&world.library, &device.sign_in, &password).await.unwrap();
        revoke(&ada, &device.id).await.unwrap();
        assert!(fails_to_sign_in(&world.library, &device.sign_in, &password).await);
        assert!(fails_to_sign_in(&world.library, "ada.reads", &password).await);
        assert_eq!(error_key(revoke(&ada, &device.id).await), "NOT_FOUND");
        assert_eq!(list(&ada).await.unwrap(), [kept]);
    }

    async fn a_locked_account_has_no_devices(db: Db) {
        let world = World::new(db, None).await;
        let (ada, device, password) = ada_with_device(&world).await;
        for locked in [true, false] {
            let mut tx = world.db.begin().await.unwrap();
            store::accounts::set_locked(&mut tx, ada.account_id().unwrap(), locked).await.unwrap();
            tx.commit().await.unwrap();
            assert_eq!(fails_to_sign_in(&world.library, &device.sign_in, &password).await, locked);
        }
    }

    async fn failures_are_throttled_apart_from_sign_ins(db: Db) {
        let world = World::new(db, None).await;
        let (_, device, password) = ada_with_device(&world).await;
        for _ in 0..4 {
            assert!(fails_to_sign_in(&world.library, &device.sign_in, "otter").await);
        }
        with_password(&world.library, &device.sign_in, &password).await.unwrap();
        for _ in 0..5 {
            assert!(fails_to_sign_in(&world.library, &device.sign_in, "otter").await, "those before are forgotten");
        }
        let late = with_password(&world.library, &device.sign_in, &password).await.unwrap_err();
        assert!(matches!(late, Error::Wait { seconds: 1, .. }), "{late:?}");
        assert_eq!(late.key().unwrap().as_str(), "TOO_MANY_REQUESTS");
        with_password(&world.library, "ada.reads", &password).await.unwrap();
        let page = throttle::remaining_delay(&world.db, AttemptKind::SignIn, &device.sign_in, ADDRESS, noon()).await.unwrap();
        assert_eq!(page, None);
        for n in 0..11 {
            assert!(fails_to_sign_in(&world.library, &format!("nobody-{n}"), "otter").await);
        }
        let address = with_password(&world.library, "ada.reads", &password).await.unwrap_err();
        assert!(matches!(address, Error::Wait { .. }), "{address:?}");
    }

    async fn the_last_use_is_shown_and_written_once(db: Db) {
        let world = World::new(db, None).await;
        let (ada, device, password) = ada_with_device(&world).await;
        with_password(&world.library, &device.sign_in, &password).await.unwrap();
        let used = list(&ada).await.unwrap().pop().unwrap();
        assert_eq!((used.last_used, used.last_app.as_deref()), (Some(noon()), Some("KOReader/2026.03")));
        let before = world.db.statement_count();
        with_password(&world.library, &device.sign_in, &password).await.unwrap();
        assert_eq!(world.db.statement_count() - before, 3, "throttle, device, reader");
    }

    async fn an_account_has_at_most_twenty_five_devices(db: Db) {
        let world = World::new(db, None).await;
        let (ada, device, _) = ada_with_device(&world).await;
        for n in 1..25 {
            create(&ada, format!("Device {n}").as_str()).await.unwrap();
        }
        assert_eq!(error_key(create(&ada, "Too many").await), "OPERATION_NOT_ALLOWED");
        revoke(&ada, &device.id).await.unwrap();
        create(&ada, "In its place").await.unwrap();
        assert_eq!(list(&ada).await.unwrap().len(), 25);
    }

    async fn a_device_needs_a_name_of_one_line(db: Db) {
        let world = World::new(db, None).await;
        let ada = world.new_reader("ada").await;
        for name in ["", "  ", "two\nlines", &"x".repeat(61)] {
            assert_eq!(error_key(create(&ada, name).await), "INVALID_PARAMETER");
        }
    }

    async fn a_device_neither_makes_nor_ends_devices(db: Db) {
        let world = World::new(db, None).await;
        let (_, device, password) = ada_with_device(&world).await;
        let caller = with_password(&world.library, &device.sign_in, &password).await.unwrap();
        let by_device = caller;
        assert_eq!(error_key(create(&by_device, "Another").await), "CLIENT_NOT_ALLOWED");
        assert_eq!(error_key(revoke(&by_device, &device.id).await), "CLIENT_NOT_ALLOWED");
    }

    async fn sponsors_manage_the_devices_of_members_who_are_nothing_else(db: Db) {
        let world = World::new(db, None).await;
        let school = school();
        let people = [member("mia", &school), linked_account("lin", &school)];
        let tess = harbor_sponsor(&world, &sponsor("tess", &school), &people).await;
        let (device, password) = members::create(&tess, "mia", "Tablet 3").await.unwrap();
        let caller = with_password(&world.library, &device.sign_in, &password).await.unwrap();
        assert_eq!(caller.reader().unwrap().account.id.as_str(), "mia");
        let (mia, devices) = members::list(&tess, "mia").await.unwrap();
        assert_eq!((mia.id.as_str(), devices.len(), &devices[0].id), ("mia", 1, &device.id));
        assert_eq!(error_key(members::create(&tess, "lin", "Phone").await), "NOT_MANAGEABLE");
        assert_eq!(error_key(members::list(&tess, "lin").await), "NOT_MANAGEABLE");
        world.new_reader("ada").await;
        assert_eq!(error_key(members::create(&tess, "ada", "Phone").await), "USER_NOT_FOUND");
        assert_eq!(error_key(members::revoke(&tess, "ada", &device.id).await), "USER_NOT_FOUND");
        members::revoke(&tess, "mia", &device.id).await.unwrap();
        assert!(fails_to_sign_in(&world.library, &device.sign_in, &password).await);
    }

    async fn sponsors_see_the_names_of_their_members_page_by_page(db: Db) {
        let world = World::new(db, None).await;
        let school = school();
        let people = [member("mia", &school), member("max", &school), linked_account("lin", &school)];
        let people = people.map(|mut reader| {
            reader.account.name.last = reader.account.id.to_string();
            reader
        });
        let tess = harbor_sponsor(&world, &sponsor("tess", &school), &people).await;
        let first = members::list_members(&tess, members_page(None)).await.unwrap();
        let shown: Vec<_> = first.items.iter().map(|one| (one.id.as_str(), one.manageable)).collect();
        assert_eq!((shown, first.total), (vec![("lin", false), ("max", true)], 3));
        let second = members::list_members(&tess, members_page(first.next.as_ref())).await.unwrap();
        assert_eq!((second.items.len(), second.items[0].id.as_str(), second.next), (1, "mia", None));
    }

    async fn a_member_who_takes_over_the_account_gets_it_without_the_sponsors_devices(db: Db) {
        let world = World::new(db, None).await;
        let school = school();
        let tess = harbor_sponsor(&world, &sponsor("tess", &school), &[member("mia", &school)]).await;
        let (device, password) = members::create(&tess, "mia", "Tablet 3").await.unwrap();
        let mia = store::readers::find_by_account(&world.db, &"mia".into(), noon()).await.unwrap().unwrap();
        let mut caller = world.guest_caller().await;
        caller.reader = Some(mia.into());
        let mia = caller;
        let session = world.begin_session(mia.account().unwrap()).await;
        let draft = IndividualDraft { sketch: None, password: None, details: Some(member_details()) };
        own::become_individual(&mia, draft, Faults::default()).await.unwrap();
        assert!(fails_to_sign_in(&world.library, &device.sign_in, &password).await);
        assert!(list(&mia).await.unwrap().is_empty());
        assert!(sessions::resume(&world.library, session.reveal()).await.unwrap().is_none());
        assert!(needs_new_password(&world, "mia").await, "the school knows the one before");
    }

    async fn staff_who_make_a_member_an_individual_end_the_sponsors_devices(db: Db) {
        let world = World::new(db, None).await;
        let school = school();
        let max = account("max", Role::Administrator);
        let people = [member("mia", &school), with_roles(&max)];
        let tess = harbor_sponsor(&world, &sponsor("tess", &school), &people).await;
        let (device, password) = members::create(&tess, "mia", "Tablet 3").await.unwrap();
        with_password(&world.library, &device.sign_in, &password).await.unwrap();
        let mut caller = world.guest_caller().await;
        caller.reader = store::readers::find_by_account(&world.db, &max.id, noon()).await.unwrap().map(Into::into);
        let client = Client { privileges: [Privilege::Membership].into(), ..Client::clone(&caller.client) };
        caller.client = client.into();
        let staff = caller;
        let changes = StaffChanges {
            details: member_details(),
            role: Some(StaffedRole::Individual),
            site: None,
            sends_password: false,
        };
        manage::change(&staff, "mia", changes, Faults::default()).await.unwrap();
        assert!(fails_to_sign_in(&world.library, &device.sign_in, &password).await);
        assert!(store::devices::list(&world.db, &"mia".into()).await.unwrap().is_empty());
        assert!(needs_new_password(&world, "mia").await);
        // The sponsor created it; the staff member revoked it, and was then shown the account.
        assert_eq!(audit_entries(&world, "mia").await, ["max", "max", "tess"]);
    }

    async fn creating_and_revoking_are_in_the_audit(db: Db) {
        let world = World::new(db.clone(), None).await;
        let (ada, device, password) = ada_with_device(&world).await;
        assert_eq!(audit_entries(&world, "ada").await, ["ada"]);
        with_password(&world.library, &device.sign_in, &password).await.unwrap();
        let bob = world.new_reader("bob").await;
        assert_eq!(error_key(revoke(&bob, &device.id).await), "NOT_FOUND");
        assert_eq!(audit_entries(&world, "ada").await, ["ada"], "neither its use nor what was refused");
        revoke(&ada, &device.id).await.unwrap();
        create_for(&operator_context(&db), new_device("Phone")).await.unwrap();
        let mut all = audit_entries(&world, "ada").await;
        all.sort();
        assert_eq!(all, ["ada", "ada", "command line"]);
        let changes = store::audit_changes::list_about(&db, &"ada".into(), 9).await.unwrap();
        let acts: Vec<Option<AuditedAct>> = changes.into_iter().map(|change| change.act).collect();
        assert_eq!(acts, [Some(AuditedAct::CreateDevice)], "what somebody else does is a change");
    }

    async fn an_identifier_creates_one_device(db: Db) {
        let world = World::new(db, None).await;
        let ada = world.new_reader("ada").await;
        let bob = world.new_reader("bob").await;
        let new = || NewDevice { name: "Kobo", id: Some("form".into()) };
        let (device, _) = create(&ada, new()).await.unwrap();
        assert_eq!(error_key(create(&ada, new()).await), "ALREADY_EXISTS");
        assert_eq!(error_key(create(&bob, new()).await), "ALREADY_EXISTS");
        revoke(&ada, &device.id).await.unwrap();
        assert_eq!(error_key(create(&ada, new()).await), "ALREADY_EXISTS");
    }

    async fn the_operator_manages_devices_and_staff_do_not(db: Db) {
        let world = World::new(db.clone(), None).await;
        world.new_reader("ada").await;
        let (device, password) = create_for(&operator_context(&db), new_device("Kobo")).await.unwrap();
        with_password(&world.library, &device.sign_in, &password).await.unwrap();
        assert_eq!(list_for_person(&operator_context(&db), "ada").await.unwrap().1.len(), 1);
        assert_eq!(error_key(list_for_person(&operator_context(&db), "nobody").await), "USER_NOT_FOUND");
        let staff = account("max", Role::Administrator);
        let cx = crate::world::user_context(&db, &staff);
        assert_eq!(error_key(devices::create_for(&cx, new_device("Mine")).await), "FORBIDDEN");
        assert_eq!(error_key(revoke_for_person(&operator_context(&db), device_of_ada("otter")).await), "NOT_FOUND");
        revoke_for_person(&operator_context(&db), device_of_ada(&device.sign_in)).await.unwrap();
        assert!(fails_to_sign_in(&world.library, &device.sign_in, &password).await);
    }

    async fn the_client_of_reading_apps_is_not_an_api_key(db: Db) {
        let world = World::new(db, None).await;
        let clients = world.library.new_client_cache();
        for site in [site(), lab()] {
            let id = Client::reading_apps_id(&site);
            let refused = Operation::identify(&world.library, &clients, noon(), id.as_str(), None).await;
            assert_eq!(error_key(refused), "INVALID_API_KEY");
            let guest = Operation::from_reading_app(&world.library, &site, noon()).await.unwrap();
            assert_eq!((&guest.site.id, &guest.client.id), (&site, &id));
            assert!(guest.reader.is_none());
        }
        let nowhere = Operation::from_reading_app(&world.library, &"nowhere".into(), noon()).await;
        assert_eq!(error_key(nowhere), "CLIENT_NOT_ALLOWED");
    }

    async fn the_operator_can_turn_reading_apps_off(db: Db) {
        let world = World::new(db, None).await;
        let (_, device, password) = ada_with_device(&world).await;
        let id = Client::reading_apps_id(&site());
        store::clients::set_disabled(&world.db, &id, true).await.unwrap();
        let refused = with_password(&world.library, &device.sign_in, &password).await;
        assert_eq!(error_key(refused), "CLIENT_NOT_ALLOWED");
    }

    async fn a_guest_of_reading_apps_signs_in_by_token(db: Db) {
        let world = World::new(db, None).await;
        world.new_reader("ada").await;
        let guest = Operation::from_reading_app(&world.library, &site(), noon()).await.unwrap();
        let ada = guest.clone().with_token("ada").await.unwrap();
        assert_eq!(ada.reader().unwrap().account.id.as_str(), "ada");
        assert!(matches!(guest.with_token("bob").await, Err(Error::Token { .. })));
    }
}
