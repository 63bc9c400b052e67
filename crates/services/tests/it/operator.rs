//! Operations that only the operator performs, with commands, and those that administrators share.

use std::fs::File;
use std::io::{Seek as _, Write as _};
use std::sync::Arc;

use bytes::Bytes;
use domain::confirmations::ReviewRule;
use domain::fixtures::{account, lab, site, title, with_change};
use domain::organization_types::OrganizationType;
use domain::periodicals::SeriesType;
use domain::reference_organizations::ReferenceOrganization;
use domain::staff_roles::StaffRole;
use domain::{Account, Category, Client, ClientId, Role, SiteId, TitleId, TitleStatus};
use services::accounts::lock;
use services::accounts::operator::{self, NewAccount};
use services::admission::{self, AdmissionChange};
use services::clients::{self, NewClient};
use services::joining::{self, JoiningChange};
use services::periodicals::{NewSeries, operator as periodicals};
use services::queue::{self, JobFilter};
use services::reference_organizations::{
    self, AddOutcome, FaultyRow, MAX_IMPORT_BYTES, ReferenceQuestion, ReferenceUpload, UploadedList,
    import_upload, preview_upload,
};
use services::sites::{self, NewSite, SiteChange};
use services::staff::{self, RoleOutcome, StaffRoleObstacle};
use services::titles::operator::{self as titles, OperatorMove};
use services::uploads::{Spool, Upload};
use services::values::Country;
use services::{
    Error, Field, KeyPage, Operation, ShortText, audit, email_queue, organization_types, system_state,
};
use store::{Db, db_test};

use crate::library::World;
use crate::world::{self, add_school, error_key, read_value};

fn new_account(email: &str) -> NewAccount {
    NewAccount {
        email: read_value(email).unwrap(),
        first_name: "Al".into(),
        last_name: "Berg".into(),
        roles: [Role::CollectionAssistant, Role::Individual].into(),
        site: ShortText(site().0),
        country: Country("CA".into()),
        date_of_birth: None,
    }
}

fn new_client(site: &SiteId, redirect: &str) -> NewClient {
    NewClient {
        id: None,
        name: "App".into(),
        site: ShortText(site.0.clone()),
        redirect_uris: vec![redirect.into()],
        privileges: Vec::new(),
        needs_secret: true,
    }
}

fn new_site(id: &str) -> NewSite {
    NewSite {
        id: id.into(),
        name: ShortText("Laboratory".into()),
        country: Country("CA".into()),
        private_label: true,
    }
}

fn new_series() -> NewSeries {
    NewSeries {
        id: None,
        title: "The Kelp Post".into(),
        kind: SeriesType::Magazine,
        issn: None,
        description: None,
        publisher: None,
        external_category_code: None,
        languages: vec!["eng".into()],
        categories: vec![Category::service("Travel")],
        countries: vec!["US".into()],
    }
}

fn reference_entry(id: &str, name: &str, kind: &str) -> ReferenceOrganization {
    ReferenceOrganization {
        id: id.into(),
        name: name.into(),
        parent_name: None,
        kind: kind.into(),
        address: domain::accounts::Address {
            country: Some("US".into()),
            state: Some("US-OR".into()),
            ..domain::accounts::Address::default()
        },
        location: None,
    }
}

const REFERENCE_COLUMNS: &str = "referenceOrgId,name,organizationType,state,country\n";

fn reference_file(text: &str) -> File {
    let mut file: File = tempfile::tempfile().unwrap();
    file.write_all(text.as_bytes()).unwrap();
    file.rewind().unwrap();
    file
}

async fn uploaded_file(text: &str) -> Upload {
    let mut spool = Spool::new(MAX_IMPORT_BYTES).await.unwrap();
    spool.write(&Bytes::copy_from_slice(text.as_bytes())).await.unwrap();
    spool.finish().await.unwrap().unwrap()
}

async fn stored_account(db: &Db, id: &str) -> Account {
    store::accounts::get(db, &id.into()).await.unwrap().unwrap()
}

/// The hash of the password of the account with this sign-in name.
async fn password_hash(db: &Db, name: &str) -> Option<String> {
    store::accounts::find_by_login(db, name).await.unwrap().unwrap().1
}

async fn refused_for_an_administrator(cx: &Operation) {
    let forbidden = "FORBIDDEN";
    assert_eq!(error_key(operator::create(cx, new_account("al@harbor.example")).await), forbidden);
    assert_eq!(error_key(operator::list(cx, None, &KeyPage::first_page(9)).await), forbidden);
    assert_eq!(error_key(operator::reset_password(cx, "ada").await), forbidden);
    assert_eq!(error_key(audit::list(cx, audit::AuditSearch::default(), 9).await), forbidden);
    assert_eq!(error_key(reference_organizations::import(cx, reference_file(""), None).await), forbidden);
    assert_eq!(error_key(titles::list(cx, TitleId(0), 9).await), forbidden);
    let withdrawal = OperatorMove { to: TitleStatus::Withdrawn, comment: None };
    assert_eq!(error_key(titles::move_to(cx, TitleId(1001), withdrawal).await), forbidden);
    let here = ShortText(site().0);
    assert_eq!(error_key(periodicals::create(cx, &here, new_series()).await), forbidden);
    assert_eq!(error_key(periodicals::list(cx, 9).await), forbidden);
    assert_eq!(error_key(periodicals::list_editions(cx, "kelp", 9).await), forbidden);
    assert_eq!(error_key(periodicals::list_events(cx, "kelp", 9).await), forbidden);
}

/// What administrators do on the pages is refused.
async fn refused_for_others(cx: &Operation) {
    let forbidden = "FORBIDDEN";
    assert_eq!(error_key(clients::create(cx, new_client(&site(), "https://app.example/")).await), forbidden);
    assert_eq!(error_key(clients::list(cx).await), forbidden);
    assert_eq!(error_key(clients::set_disabled(cx, &ClientId::from("app"), true).await), forbidden);
    assert_eq!(error_key(clients::replace_secret(cx, &ClientId::from("app")).await), forbidden);
    assert_eq!(error_key(sites::create(cx, new_site("more")).await), forbidden);
    assert_eq!(error_key(sites::change(cx, &site(), SiteChange::default()).await), forbidden);
    assert_eq!(error_key(sites::list(cx).await), forbidden);
    assert_eq!(error_key(sites::get_rules(cx, &site()).await), forbidden);
    let rule = ReviewRule::Never;
    assert_eq!(error_key(sites::set_confirmation_review(cx, &site(), rule).await), forbidden);
    let change = AdmissionChange::default();
    assert_eq!(error_key(admission::change_rules(cx, &site(), change).await), forbidden);
    let change = JoiningChange::default();
    assert_eq!(error_key(joining::change_rules(cx, &site(), change).await), forbidden);
    let first = KeyPage::first_page(9);
    assert_eq!(error_key(queue::list(cx, JobFilter::default(), first).await), forbidden);
    assert_eq!(error_key(queue::get(cx, 1).await), forbidden);
    assert_eq!(error_key(queue::retry(cx, 1).await), forbidden);
    assert_eq!(error_key(queue::cancel(cx, 1).await), forbidden);
    assert_eq!(error_key(queue::count_failed(cx, "letter").await), forbidden);
    assert_eq!(error_key(queue::retry_failed(cx, "letter").await), forbidden);
    let kind = OrganizationType { name: "clinic".into(), description: "Clinic".into() };
    assert_eq!(error_key(organization_types::set(cx, &kind).await), forbidden);
    assert_eq!(error_key(organization_types::get(cx, "school").await), forbidden);
    assert_eq!(error_key(organization_types::remove(cx, "school").await), forbidden);
    let entry = reference_entry("1", "School", "school");
    let first = KeyPage::first_page(9);
    let question = ReferenceQuestion::default();
    assert_eq!(error_key(reference_organizations::find_page(cx, question, first).await), forbidden);
    assert_eq!(error_key(reference_organizations::open(cx, "1").await), forbidden);
    assert_eq!(error_key(reference_organizations::add(cx, &entry).await), forbidden);
    assert_eq!(error_key(reference_organizations::change(cx, &entry).await), forbidden);
    assert_eq!(error_key(reference_organizations::remove(cx, "1").await), forbidden);
    assert_eq!(error_key(system_state::load(cx).await), forbidden);
    assert_eq!(error_key(staff::list(cx).await), forbidden);
    assert_eq!(error_key(staff::get(cx, "ada").await), forbidden);
    assert_eq!(error_key(staff::give_role(cx, "ada", StaffRole::Administrator).await), forbidden);
    assert_eq!(error_key(staff::take_role(cx, "ada", StaffRole::Administrator).await), forbidden);
    assert_eq!(error_key(email_queue::load(cx).await), forbidden);
    assert_eq!(error_key(email_queue::retry_failed(cx).await), forbidden);
    assert_eq!(error_key(email_queue::send_test(cx, "ada").await), forbidden);
}

db_test! {
    async fn administrators_come_to_the_pages_and_not_with_the_key_of_an_app(db: Db) {
        let world = World::new(db, None).await;
        let mut cx = world::user_context(&world.db, &account("boss", Role::Administrator));
        assert!(!clients::list(&cx).await.unwrap().is_empty());
        cx.client = Arc::new(Client { id: "app".into(), ..Client::pages(&site()) });
        refused_for_others(&cx).await;
        refused_for_others(&world::user_context(&world.db, &account("mara", Role::MembershipAssistant))).await;
        refused_for_others(&world::user_context(&world.db, &account("colin", Role::CollectionAssistant))).await;
    }

    async fn everybody_else_is_refused(db: Db) {
        let world = World::new(db, None).await;
        world.new_reader("ada").await;
        let boss = account("boss", Role::Administrator);
        let cx = &world::user_context(&world.db, &boss);
        refused_for_an_administrator(cx).await;
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("ada.zip");
        assert_eq!(error_key(services::personal::export_person(cx, "ada", &out).await), "FORBIDDEN");
        assert!(!stored_account(&world.db, "ada").await.locked && !out.exists());
    }

    async fn an_account_of_the_operator_must_choose_a_password(db: Db) {
        add_school(&db).await;
        let (made, password) = operator::create(&world::operator_context(&db), new_account("al@harbor.example")).await.unwrap();
        let al = stored_account(&db, made.id.as_str()).await;
        assert_eq!(al, made);
        assert_eq!((al.username.as_deref(), al.email.as_deref()), (Some("al@harbor.example"), Some("al@harbor.example")));
        assert!(al.needs_new_password && al.has_role(Role::CollectionAssistant) && al.has_role(Role::Individual));
        assert_eq!((al.allow_adult_content, al.address.country.as_deref()), (None, Some("CA")));
        let kept = password_hash(&db, "al@harbor.example").await.unwrap();
        assert!(!kept.contains(&password.0));
        let again = operator::create(&world::operator_context(&db), new_account("AL@harbor.example")).await;
        assert_eq!(error_key(again), "USER_EXISTS");
        let elsewhere = NewAccount { site: ShortText("nowhere".into()), ..new_account("bo@harbor.example") };
        let Err(Error::Invalid(faults)) = operator::create(&world::operator_context(&db), elsewhere).await else {
            panic!("there is no such site");
        };
        assert_eq!(faults[0].field, Some(Field::Site));
        let lab = operator::list(&world::operator_context(&db), Some(&lab()), &KeyPage::first_page(9)).await.unwrap();
        assert!(lab.is_empty());
        let all = operator::list(&world::operator_context(&db), None, &KeyPage::first_page(9)).await.unwrap();
        assert!(all.iter().any(|account| account.id == made.id));
    }

    async fn a_password_that_the_operator_resets_ends_the_sessions(db: Db) {
        let world = World::new(db, None).await;
        let ada = world.new_reader("ada").await.account().unwrap().clone();
        let secret = world.begin_session(&ada).await;
        operator::reset_password(&world::operator_context(&world.db), &ada.id.0).await.unwrap();
        assert!(services::sessions::resume(&world.library, secret.reveal()).await.unwrap().is_none());
        assert!(stored_account(&world.db, "ada").await.needs_new_password);
        assert!(password_hash(&world.db, "ada@example.org").await.is_some());
        // Nobody could sign in with these.
        let nameless = with_change(account("nameless", Role::Individual), |one| (one.username, one.email) = (None, None));
        let removed = with_change(account("removed", Role::Individual), |one| one.deleted = true);
        let mut tx = world.db.begin().await.unwrap();
        for account in [&nameless, &removed] {
            store::accounts::insert(&mut tx, account, None).await.unwrap();
        }
        tx.commit().await.unwrap();
        let reset = async |name| error_key(operator::reset_password(&world::operator_context(&world.db), name).await);
        assert_eq!(reset("nameless").await, "MISSING_PARAMETER");
        assert_eq!(reset("removed").await, "USER_NOT_FOUND");
        assert_eq!(reset("nobody").await, "USER_NOT_FOUND");
    }

    /// docs/rules/access.md#rule-28
    async fn two_administrators_do_not_take_the_role_of_each_other(db: Db) {
        add_school(&db).await;
        let both = ["adam", "eve"].map(|id| account(id, Role::Administrator));
        let mut tx = db.begin().await.unwrap();
        for one in &both {
            store::accounts::insert(&mut tx, one, None).await.unwrap();
        }
        tx.commit().await.unwrap();
        let [adam, eve] = both.map(|one| world::user_context(&db, &one));
        let role = StaffRole::Administrator;
        let (first, second) = tokio::join!(staff::take_role(&adam, "eve", role), staff::take_role(&eve, "adam", role));
        let outcomes = [first.unwrap(), second.unwrap()];
        for outcome in [RoleOutcome::Changed, RoleOutcome::Refused(StaffRoleObstacle::LastAdministrator)] {
            assert!(outcomes.contains(&outcome), "{outcome:?} in {outcomes:?}");
        }
    }

    /// docs/rules/memberships.md#rule-20
    async fn staff_lock_accounts_of_readers(db: Db) {
        add_school(&db).await;
        let mara = account("mara", Role::MembershipAssistant);
        let mut tx = db.begin().await.unwrap();
        store::accounts::insert(&mut tx, &mara, None).await.unwrap();
        tx.commit().await.unwrap();
        let cx = world::user_context(&db, &mara);
        assert!(lock::set_locked(&cx, "ada", true).await.unwrap().locked);
        assert!(stored_account(&db, "ada").await.locked);
        assert_eq!(error_key(lock::set_locked(&cx, "mara", true).await), "FORBIDDEN", "their own");
        let colin = world::user_context(&db, &account("colin", Role::CollectionAssistant));
        assert_eq!(error_key(lock::set_locked(&colin, "ada", false).await), "FORBIDDEN");
    }

    async fn of_two_administrators_who_lock_each_other_one_succeeds(db: Db) {
        add_school(&db).await;
        let both = ["adam", "eve"].map(|id| account(id, Role::Administrator));
        let mut tx = db.begin().await.unwrap();
        for one in &both {
            store::accounts::insert(&mut tx, one, None).await.unwrap();
        }
        tx.commit().await.unwrap();
        let [adam, eve] = both.map(|one| world::user_context(&db, &one));
        let (first, second) =
            tokio::join!(lock::set_locked(&adam, "eve", true), lock::set_locked(&eve, "adam", true));
        let (done, refused) = if first.is_ok() { (first, second) } else { (second, first) };
        assert_eq!(error_key(refused), "FORBIDDEN");
        let locked = done.unwrap().id;
        for id in ["adam", "eve"] {
            assert_eq!(stored_account(&db, id).await.locked, locked.as_str() == id, "{id}");
        }
    }

    async fn a_locked_account_is_unlocked_again(db: Db) {
        add_school(&db).await;
        for locked in [true, false] {
            let account = lock::set_locked(&world::operator_context(&db), "ADA@example.org", locked).await.unwrap();
            assert_eq!((account.locked, stored_account(&db, "ada").await.locked), (locked, locked));
        }
        assert_eq!(error_key(lock::set_locked(&world::operator_context(&db), "nobody", true).await), "USER_NOT_FOUND");
    }

    async fn the_archive_of_a_person_is_in_the_audit(db: Db) {
        let world = World::new(db, None).await;
        world.new_reader("ada").await;
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("ada.zip");
        let cx = Operation::by_operator(&world.library, "openshelf admin test");
        let (account, written) = services::personal::export_person(&cx, "ada@example.org", &out).await.unwrap();
        assert_eq!(account.id.as_str(), "ada");
        assert!(written.records > 0 && out.is_file());
        let search = audit::AuditSearch { user: Some("ADA@example.org".into()), ..audit::AuditSearch::default() };
        let listed = audit::list(&cx, search, 9).await.unwrap();
        let [entry] = &listed.entries[..] else { panic!("{listed:?}") };
        assert_eq!((entry.client.as_str(), entry.endpoint.as_str()), ("command line", "openshelf admin test"));
        assert_eq!(listed.people[&entry.account].id, account.id);
        let search = audit::AuditSearch { reader: Some("nobody".into()), ..audit::AuditSearch::default() };
        let error = audit::list(&cx, search, 9).await.unwrap_err();
        assert_eq!((error.to_string().as_str(), error_key(Err::<(), _>(error))), ("there is no user nobody", "USER_NOT_FOUND"));
    }

    async fn a_client_and_its_secret(db: Db) {
        add_school(&db).await;
        let cx = &world::operator_context(&db);
        let (client, secret) = clients::create(cx, new_client(&site(), "app.example:/back")).await.unwrap();
        assert_eq!(client.secret_hash, secret.as_ref().map(secrets::OpaqueToken::hash));
        let fresh = clients::replace_secret(cx, &client.id).await.unwrap();
        clients::set_disabled(cx, &client.id, true).await.unwrap();
        let listed = clients::list(cx).await.unwrap();
        let listed = listed.iter().find(|one| one.id == client.id).unwrap();
        assert!(listed.disabled && listed.secret_hash == Some(fresh.hash()) && fresh != secret.unwrap());
        let unknown = ClientId::from("nobody");
        assert_eq!(error_key(clients::set_disabled(cx, &unknown, true).await), "NOT_FOUND");
        assert_eq!(error_key(clients::replace_secret(cx, &unknown).await), "NOT_FOUND");
        assert_eq!(error_key(clients::create(cx, new_client(&site(), "javascript:alert(1)")).await), "INVALID_PARAMETER");
        assert_eq!(error_key(clients::create(cx, new_client(&lab(), "https://app.example/")).await), "INVALID_PARAMETER");
    }

    async fn sites_and_types_of_organizations(db: Db) {
        add_school(&db).await;
        let cx = &world::operator_context(&db);
        sites::create(cx, new_site("lab")).await.unwrap();
        let all: Vec<String> = sites::list(cx).await.unwrap().into_iter().map(|site| site.id.0).collect();
        assert_eq!(all, ["lab", site().as_str()]);
        assert_eq!(error_key(sites::create(cx, new_site("lab")).await), "ALREADY_EXISTS");
        assert_eq!(error_key(sites::create(cx, new_site("Bad name")).await), "INVALID_PARAMETER");
        let change = SiteChange { name: Some(ShortText("Lab".into())), ..SiteChange::default() };
        let changed = sites::change(cx, &lab(), change.clone()).await.unwrap();
        assert_eq!((changed.name.as_str(), changed.country.as_str(), changed.private_label), ("Lab", "CA", true));
        assert_eq!(store::sites::get(&db, &lab()).await.unwrap(), Some(changed));
        assert_eq!(error_key(sites::change(cx, &"none".into(), change).await), "INVALID_PARAMETER");

        let kind = |name: &str, description: &str| OrganizationType { name: name.into(), description: description.into() };
        organization_types::set(cx, &kind("clinic", "Eye clinic")).await.unwrap();
        assert_eq!(organization_types::list(cx).await.unwrap().last(), Some(&kind("clinic", "Eye clinic")));
        assert_eq!(error_key(organization_types::set(cx, &kind("eye clinic", "x")).await), "INVALID_PARAMETER");
        assert_eq!(error_key(organization_types::set(cx, &kind("clinic", " ")).await), "INVALID_PARAMETER");
        organization_types::remove(cx, "clinic").await.unwrap();
        assert_eq!(error_key(organization_types::remove(cx, "clinic").await), "NOT_FOUND");
    }

    async fn a_reference_list_is_written_in_batches(db: Db) {
        let cx = &world::operator_context(&db);
        let rows: Vec<String> = (0..501).map(|number| format!("{number},School,,OR,US\n")).collect();
        let more = "501,Castle,castle,OR,US\n500,Cedar School,school,OR,US\n";
        let text = format!("{REFERENCE_COLUMNS}{}{more}", rows.concat());
        let report = reference_organizations::import(cx, reference_file(&text), Some("library")).await.unwrap();
        assert_eq!((report.new, report.count_imported(), report.faulty), (501, 501, 1));
        let reasons = vec!["organizationType: castle is not a type".to_owned()];
        assert_eq!(report.faults, [FaultyRow { line: 503, reasons }]);
        let last = store::reference_organizations::get(&db, "500").await.unwrap().unwrap();
        assert_eq!(last.name, "Cedar School", "the last of one identifier counts");
        assert!(store::reference_organizations::get(&db, "501").await.unwrap().is_none());
        let wrong = reference_organizations::import(cx, reference_file(&text), Some("castle")).await;
        assert_eq!(error_key(wrong), "INVALID_PARAMETER");
        reference_organizations::remove(cx, "500").await.unwrap();
        assert_eq!(error_key(reference_organizations::remove(cx, "500").await), "NOT_FOUND");
    }

    async fn an_uploaded_reference_list_is_compared_and_then_imported(db: Db) {
        let world = World::new(db.clone(), None).await;
        let cx = &Operation::by_operator(&world.library, "openshelf admin test");
        for (id, name) in [("1", "Alder School"), ("2", "Cedar School")] {
            reference_organizations::add(cx, &reference_entry(id, name, "school")).await.unwrap();
        }
        let rows = "1,Alder School,school,OR,US\n2,Cedar College,,OR,US\n3,Fir School,school,OR,US\n\
            3,Elm School,school,OR,US\n4,,school,OR,US\n";
        let file = uploaded_file(&format!("{REFERENCE_COLUMNS}{rows}")).await;
        let stored = reference_organizations::upload(cx, &file).await.unwrap();
        let ReferenceUpload::Stored(id) = stored else { panic!("{stored:?}") };
        let list = UploadedList { id: &id, default_kind: Some("library") };
        let preview = preview_upload(cx, list).await.unwrap();
        assert_eq!((preview.new, preview.changed, preview.unchanged, preview.faulty), (1, 1, 1, 1));
        assert_eq!(preview.faults, [FaultyRow { line: 6, reasons: vec!["name: is required".into()] }]);
        assert!(store::reference_organizations::get(&db, "3").await.unwrap().is_none(), "nothing is written yet");
        let unknown_kind = UploadedList { default_kind: Some("castle"), ..list };
        assert_eq!(error_key(import_upload(cx, unknown_kind).await), "INVALID_PARAMETER");
        assert_eq!(import_upload(cx, list).await.unwrap(), preview);
        let name = async |id: &str| store::reference_organizations::get(&db, id).await.unwrap().unwrap().name;
        assert_eq!([name("2").await, name("3").await], ["Cedar College", "Elm School"]);
        for id in [id.as_str(), "../../library", ""] {
            let gone = UploadedList { id, ..list };
            assert_eq!(error_key(preview_upload(cx, gone).await), "NOT_FOUND");
            assert_eq!(error_key(import_upload(cx, gone).await), "NOT_FOUND");
        }
        let unreadable = reference_organizations::upload(cx, &uploaded_file("id,name\n").await).await.unwrap();
        let ReferenceUpload::Unreadable { reason, types } = unreadable else { panic!("{unreadable:?}") };
        assert!(reason.contains("referenceOrgId, state, country") && !types.is_empty(), "{reason}");
    }

    async fn entries_of_the_reference_list_are_added_found_and_changed(db: Db) {
        let cx = &world::operator_context(&db);
        let add = async |id: &str, name: &str| {
            reference_organizations::add(cx, &reference_entry(id, name, "school")).await.unwrap()
        };
        for (id, name) in [("1", "Cedar School"), ("2", "Alder School"), ("3", "Birch Academy")] {
            assert_eq!(add(id, name).await, AddOutcome::Added);
        }
        assert!(matches!(add("1", "Elm School").await, AddOutcome::Exists(types) if !types.is_empty()));
        let find = async |name, after| {
            let question = ReferenceQuestion { name, city: None };
            let page = KeyPage { after, limit: 2 };
            let (found, _) = reference_organizations::find_page(cx, question, page).await.unwrap();
            (found.items.into_iter().map(|entry| entry.id).collect::<Vec<_>>(), found.next, found.total)
        };
        let (ids, next, total) = find(None, None).await;
        assert_eq!((ids, total), (vec!["2".to_owned(), "3".to_owned()], 3));
        assert_eq!(find(None, next).await, (vec!["1".to_owned()], None, 3));
        assert_eq!(find(Some("school"), None).await, (vec!["2".to_owned(), "1".to_owned()], None, 2));
        let castle = reference_entry("1", "Cedar Castle", "castle");
        assert_eq!(error_key(reference_organizations::change(cx, &castle).await), "INVALID_PARAMETER");
        let castle = reference_entry("4", "Fir Castle", "castle");
        assert_eq!(error_key(reference_organizations::add(cx, &castle).await), "INVALID_PARAMETER");
        organization_types::remove(cx, "school").await.unwrap();
        let renamed = reference_entry("1", "Cedar House", "school");
        reference_organizations::change(cx, &renamed).await.unwrap();
        assert_eq!(reference_organizations::open(cx, "1").await.unwrap().0, renamed, "it keeps its type");
        let unknown = reference_entry("9", "Elm School", "school");
        assert_eq!(error_key(reference_organizations::change(cx, &unknown).await), "NOT_FOUND");
        assert_eq!(error_key(reference_organizations::open(cx, "9").await), "NOT_FOUND");
    }

    async fn a_move_is_checked_against_the_present_status(db: Db) {
        let world = World::new(db, None).await;
        let mut tx = world.db.begin().await.unwrap();
        store::titles::insert(&mut tx, &title(), None).await.unwrap();
        tx.commit().await.unwrap();
        let (cx, id) = (&world::operator_context(&world.db), title().id);
        let listed = titles::list(cx, TitleId(id.0 - 1), 9).await.unwrap();
        assert_eq!(listed.iter().map(|title| title.id).collect::<Vec<_>>(), [id]);
        assert!(titles::list(cx, id, 9).await.unwrap().is_empty());
        let to = async |status| {
            let request = OperatorMove { to: status, comment: Some("rights have ended".into()) };
            titles::move_to(cx, id, request).await
        };
        to(TitleStatus::Withdrawn).await.unwrap();
        to(TitleStatus::Withdrawn).await.expect("the first is not applied yet");
        assert_eq!(error_key(to(TitleStatus::Live).await), "INVALID_TRANSITION");
        let events = store::history::list(&world.db, id, &KeyPage::first_page(9)).await.unwrap();
        assert_eq!(events.len(), 2, "one for each move that was accepted");
        assert_eq!((&events[0].1.person, events[0].1.comment.as_deref()), (&None, Some("rights have ended")));
        let to_live = OperatorMove { to: TitleStatus::Live, comment: None };
        let unknown = titles::move_to(cx, TitleId(999), to_live).await;
        assert_eq!(error_key(unknown), "TITLE_NOT_FOUND");
    }

    async fn a_periodical_of_the_operator_is_listed(db: Db) {
        add_school(&db).await;
        let cx = &world::operator_context(&db);
        let series = periodicals::create(cx, &ShortText(site().0), new_series()).await.unwrap();
        let [view] = &periodicals::list(cx, 9).await.unwrap()[..] else { panic!("one was created") };
        assert_eq!((&view.series, view.editions), (&series, 0));
        assert!(periodicals::list_editions(cx, series.id.as_str(), 9).await.unwrap().is_empty());
        assert!(periodicals::list_events(cx, series.id.as_str(), 9).await.unwrap().is_empty());
        assert_eq!(error_key(periodicals::list_editions(cx, "none", 9).await), "PERIODICAL_NOT_FOUND");
        assert_eq!(error_key(periodicals::list_events(cx, "none", 9).await), "PERIODICAL_NOT_FOUND");
        let nowhere = ShortText("nowhere".into());
        assert_eq!(error_key(periodicals::create(cx, &nowhere, new_series()).await), "INVALID_PARAMETER");
    }
}
