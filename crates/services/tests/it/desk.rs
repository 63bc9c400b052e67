//! The membership desk: people are found, everything about one is read together, and the access rule explains
//! itself to staff.

use std::sync::Arc;

use domain::fixtures::{account, days_ago, lab, noon, site, subscription, title, with_change};
use domain::reading::{MetricType, ReadingEvent};
use domain::{
    Account, AccountId, Agreement, AgreementType, AlertCode, Client, DisabilityType, Format, ItemAddress,
    Name, ProofSource, Role, Title, TitleId, TitleStatus, UsageRestriction,
};
use jiff::civil::{Date, date};
use services::accounts::AccountDetails;
use services::desk::{
    AccessAnswer, AccessQuestion, FoundPeople, MAX_PEOPLE, NewPerson, NewPersonOutcome, NewPersonReview,
    create_person, explain_access, find_people, open_disabilities, open_person,
};
use services::downloads::{CopyRequest, deliver};
use services::{Change, Faults, Field, Operation, ShortText, duplicates};
use store::audit::EntrySearch;
use store::proofs::{Proof, Submission};
use store::subscriptions::Holder;
use store::{Db, db_test};

use crate::library::World;
use crate::world::{error_key, read_value};

/// A member of staff at the library's own pages.
async fn new_staff(world: &World, name: &str, role: Role) -> Operation {
    let mut op = world.new_user(name, role).await;
    op.client = Arc::new(Client::pages(&site()));
    op.with_endpoint("GET /desk".into())
}

async fn add_account(db: &Db, account: &Account) {
    let mut tx = db.begin().await.unwrap();
    store::accounts::insert(&mut tx, account, None).await.unwrap();
    tx.commit().await.unwrap();
}

async fn add_person(db: &Db, id: &str, (first, last): (&str, &str)) {
    let person = with_change(account(id, Role::Individual), |person| person.name = Name::new(first, last));
    add_account(db, &person).await;
}

async fn add_title(db: &Db, title: &Title) {
    let mut tx = db.begin().await.unwrap();
    store::titles::insert(&mut tx, title, None).await.unwrap();
    tx.commit().await.unwrap();
}

/// A reader was at a place in a title.
fn new_event(title: TitleId, description: &str) -> ReadingEvent {
    ReadingEvent {
        title,
        format: Format::Brf,
        location: "1".into(),
        total_progression: Some(0.5),
        metric: 1,
        metric_type: MetricType::Page,
        description: Some(description.into()),
        date: days_ago(1),
    }
}

/// The identifiers of people, in their order.
fn ids(found: &FoundPeople) -> Vec<&str> {
    found.people.iter().map(|person| person.account.id.as_str()).collect()
}

async fn search(op: &Operation, words: &str) -> FoundPeople {
    find_people(op, Some(words), None).await.unwrap()
}

/// The answer for a person and a title in EPUB 3.
async fn ask(op: &Operation, person: &str, title: TitleId) -> Option<AccessAnswer> {
    let person = AccountId::from(person);
    let question = AccessQuestion { person: &person, title: Some(title), format: Format::Epub3 };
    explain_access(op, question).await.unwrap().answer
}

async fn count_sessions(world: &World, account: &AccountId) -> usize {
    store::sessions::list(&world.db, account, noon()).await.unwrap().len()
}

fn closing_codes(answer: &AccessAnswer) -> Vec<AlertCode> {
    answer.alerts.iter().filter(|alert| alert.is_error()).map(|alert| alert.code).collect()
}

/// A reader who calls, as staff describe them.
fn new_person(email: &str, born: Date) -> NewPerson {
    let details = AccountDetails {
        first_name: read_value("Hanna"),
        last_name: read_value("Ferro"),
        email_address: read_value(email),
        country: read_value("US"),
        password: None,
        date_of_birth: Change::Set(born),
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
    };
    NewPerson { details, site: None, other_people: Vec::new(), sends_email: true }
}

async fn create(op: &Operation, new: NewPerson) -> AccountId {
    match create_person(op, new, Faults::default()).await.unwrap() {
        NewPersonOutcome::Created(id) => id,
        NewPersonOutcome::Refused(review) => panic!("{review:?}"),
    }
}

async fn review(op: &Operation, new: NewPerson) -> NewPersonReview {
    match create_person(op, new, Faults::default()).await.unwrap() {
        NewPersonOutcome::Created(id) => panic!("{id} was created"),
        NewPersonOutcome::Refused(review) => *review,
    }
}

db_test! {
    async fn people_are_found_by_beginnings_of_names_and_by_sign_in_names(db: Db) {
        let world = World::new(db, None).await;
        let mara = new_staff(&world, "mara", Role::MembershipAssistant).await;
        add_person(&world.db, "zoe", ("Zoë Marie", "O’Brien-Núñez")).await;
        add_person(&world.db, "zia", ("Zia", "Obama")).await;
        add_person(&world.db, "odd", ("100%_", "Sure")).await;
        for (words, expected) in [
            ("ZOE", vec!["zoe"]),
            ("ob", vec!["zia", "zoe"]),
            ("marie o'brien", vec!["zoe"]),
            ("núñ obrien", vec!["zoe"]),
            ("zo nunez", vec!["zoe"]),
            ("zoe obama", vec![]),
            ("brien", vec![]),
            ("zia@example.org", vec!["zia"]),
            (" ZIA@Example.org ", vec!["zia"]),
            ("zia@example", vec![]),
            ("100", vec!["odd"]),
            ("%", vec![]),
            ("!?", vec![]),
        ] {
            let found = search(&mara, words).await;
            assert_eq!((ids(&found), found.is_complete), (expected, true), "{words}");
        }
        // An identifier comes first, and once.
        assert_eq!(ids(&search(&mara, "zoe").await), ["zoe"]);
        assert!(search(&mara, "").await.people.is_empty());
    }

    async fn a_birth_date_narrows_the_search_and_finds_by_itself(db: Db) {
        let world = World::new(db, None).await;
        let mara = new_staff(&world, "mara", Role::MembershipAssistant).await;
        add_person(&world.db, "zia", ("Zia", "Obama")).await;
        let young = with_change(account("zed", Role::Individual), |zed| zed.date_of_birth = Some(date(2015, 2, 3)));
        add_account(&world.db, &young).await;
        let born = async |words, year| {
            find_people(&mara, words, Some(date(year, 2, 3))).await.unwrap()
        };
        assert_eq!(ids(&born(None, 2015).await), ["zed"]);
        assert_eq!(ids(&born(Some("z"), 2015).await), ["zed"]);
        assert!(born(Some("zia@example.org"), 2015).await.people.is_empty());
        assert!(born(Some("!"), 2015).await.people.is_empty(), "signs are no name");
        assert!(born(None, 2014).await.people.is_empty());
    }

    async fn a_search_shows_fifty_people_with_two_statements(db: Db) {
        let world = World::new(db, None).await;
        let mara = new_staff(&world, "mara", Role::MembershipAssistant).await;
        for number in 0..=MAX_PEOPLE {
            add_person(&world.db, &format!("p{number}"), ("Ann", &format!("Ng{number:03}"))).await;
        }
        let sent = world.db.statement_count();
        let found = search(&mara, "ng").await;
        assert_eq!((found.people.len(), found.is_complete), (MAX_PEOPLE as usize, false));
        assert_eq!(world.db.statement_count() - sent, 2);
        assert_eq!(ids(&found)[..2], ["p0", "p1"]);
        let one = search(&mara, "ng007").await;
        assert_eq!((ids(&one), one.is_complete), (vec!["p7"], true));
    }

    async fn assistants_find_people_of_their_own_site_and_others_find_nobody(db: Db) {
        let world = World::new(db, None).await;
        let lee = with_change(account("lee", Role::Individual), |lee| lee.site = lab());
        add_account(&world.db, &lee).await;
        let mara = new_staff(&world, "mara", Role::MembershipAssistant).await;
        let ada = new_staff(&world, "ada", Role::Administrator).await;
        for words in ["lee", "lee@example.org"] {
            assert!(search(&mara, words).await.people.is_empty());
            assert_eq!(ids(&search(&ada, words).await), ["lee"]);
        }
        assert_eq!(error_key(open_person(&mara, &lee.id).await), "USER_NOT_FOUND");
        assert_eq!(open_person(&ada, &lee.id).await.unwrap().site.unwrap().id, lab());
        for role in [Role::Individual, Role::CollectionAssistant] {
            let other = new_staff(&world, role.as_str(), role).await;
            assert_eq!(error_key(find_people(&other, None, None).await), "FORBIDDEN");
            assert_eq!(error_key(open_person(&other, &lee.id).await), "FORBIDDEN");
            assert_eq!(error_key(open_disabilities(&other, &lee.id).await), "FORBIDDEN");
        }
        // With a key, staff need the privilege.
        let keyed = world.new_user("kim", Role::MembershipAssistant).await;
        assert_eq!(error_key(open_person(&keyed, &lee.id).await), "CLIENT_NOT_ALLOWED");
    }

    async fn everything_about_a_person_is_read_together_and_recorded(db: Db) {
        let world = World::new(db, None).await;
        let mara = new_staff(&world, "mara", Role::MembershipAssistant).await;
        let zoe = world.new_reader("zoe").await;
        let id = zoe.account_id().unwrap().clone();
        let agreement = Agreement {
            id: "signed".into(),
            account: id.clone(),
            kind: AgreementType::TermsOfUse,
            date_signed: days_ago(9),
            date_expired: None,
            print_name: "Zoe Reed".into(),
            recorded_by: mara.signed_in_id().cloned(),
            signed_by_legal_guardian: false,
        };
        store::agreements::insert(&world.db, &agreement).await.unwrap();
        store::subscriptions::insert(&world.db, Holder::Account(&id), &subscription("individual")).await.unwrap();
        // Two disabilities from one source on one day are one line.
        for kind in [DisabilityType::Visual, DisabilityType::Learning] {
            let proof = Proof { kind, source: ProofSource::Nls };
            assert!(store::proofs::add(&world.db, &id, &proof, noon()).await.unwrap());
        }
        let submission = Submission {
            source: Some(ProofSource::Faxed),
            membership_id: None,
            kinds: [DisabilityType::Physical].into(),
            note: Some("a remark".into()),
            date: days_ago(3),
            suffices: true,
        };
        store::proofs::record_submission(&world.db, &id, &submission).await.unwrap();
        world.begin_session(zoe.account().unwrap()).await;
        let free = with_change(title(), |title| title.usage = UsageRestriction::PublicDomain);
        add_title(&world.db, &free).await;
        let copy = CopyRequest { content: ItemAddress::Title(free.id), format: Format::Epub3, for_user: None };
        deliver(&zoe, &copy).await.unwrap();
        store::reading::record_event(&world.db, &id, &new_event(free.id, "Chapter 2")).await.unwrap();
        let person = open_person(&mara, &id).await.unwrap();
        assert_eq!(person.reader.account.id, id);
        assert_eq!(person.agreements, [agreement]);
        assert_eq!(person.names.get(mara.signed_in_id().unwrap()).map(String::as_str), Some("mara Reed"));
        assert_eq!(person.proofs.iter().map(|proof| proof.source).collect::<Vec<_>>(), [ProofSource::Nls]);
        assert_eq!(person.submissions, [(days_ago(3), Some(ProofSource::Faxed))]);
        assert_eq!((person.sessions.len(), person.devices.len(), person.requests.len()), (1, 0, 0));
        let [copy] = &person.copies[..] else { panic!("{:?}", person.copies) };
        assert!(copy.item.is_some() && !copy.is_document);
        let [place] = &person.places[..] else { panic!("{:?}", person.places) };
        assert!(place.item.is_some() && !place.is_document);
        assert_eq!((place.event.format, place.event.description.as_deref()), (Format::Brf, Some("Chapter 2")));
        let (_, disabilities) = open_disabilities(&mara, &id).await.unwrap();
        assert_eq!(disabilities.proofs.len(), 2);
        assert_eq!(disabilities.submissions, [submission]);
        // Both are in the audit, and what people do themselves is not.
        let audit = store::audit::list(&world.db, EntrySearch::default(), 10).await.unwrap();
        assert_eq!(audit.len(), 2);
        assert!(audit.iter().all(|entry| entry.account == id && entry.reader.as_ref() == mara.signed_in_id()));
    }

    async fn the_rule_explains_itself_to_staff_without_a_session(db: Db) {
        let world = World::new(db, None).await;
        let mara = new_staff(&world, "mara", Role::MembershipAssistant).await;
        let zoe = world.new_reader("zoe").await.account_id().unwrap().clone();
        let book = title();
        add_title(&world.db, &book).await;
        let closed = ask(&mara, "zoe", book.id).await.unwrap();
        assert!(!closed.is_open && closed.has_format);
        let codes = [AlertCode::AgreementMissing, AlertCode::SubscriptionMissing, AlertCode::PodMissing];
        assert_eq!(closing_codes(&closed), codes);
        let agreement = Agreement {
            id: "signed".into(),
            account: zoe.clone(),
            kind: AgreementType::TermsOfUse,
            date_signed: days_ago(9),
            date_expired: None,
            print_name: "Zoe Reed".into(),
            recorded_by: None,
            signed_by_legal_guardian: false,
        };
        store::agreements::insert(&world.db, &agreement).await.unwrap();
        store::subscriptions::insert(&world.db, Holder::Account(&zoe), &subscription("individual")).await.unwrap();
        let proof = Proof { kind: DisabilityType::Visual, source: ProofSource::Nls };
        store::proofs::add(&world.db, &zoe, &proof, noon()).await.unwrap();
        let open = ask(&mara, "zoe", book.id).await.unwrap();
        assert!(open.is_open && open.alerts.is_empty(), "{:?}", open.alerts);
        // A format that the title does not have.
        let brf = AccessQuestion { person: &zoe, title: Some(book.id), format: Format::Brf };
        let other = explain_access(&mara, brf).await.unwrap().answer.unwrap();
        assert!(!other.is_open && !other.has_format);
        // The assistant, who reads free titles only, has no part in the decision, and the reader has not
        // acted.
        assert_eq!((count_sessions(&world, &zoe).await, open.next_book), (0, None));
        let unread = AccessQuestion { title: None, ..brf };
        assert!(explain_access(&mara, unread).await.unwrap().answer.is_none());
        assert!(ask(&mara, "zoe", TitleId(77)).await.is_none());
    }

    async fn documents_and_titles_that_nobody_finds_are_not_explained(db: Db) {
        let world = World::new(db, None).await;
        let mara = new_staff(&world, "mara", Role::MembershipAssistant).await;
        let zoe = world.new_reader("zoe").await;
        let changed = |id, change: &dyn Fn(&mut Title)| {
            with_change(title(), |title| {
                title.id = TitleId(id);
                title.files.source = Some(format!("sources/{id}/book.epub"));
                change(title);
            })
        };
        let document = changed(1, &|title: &mut Title| title.owner = zoe.account_id().ok().cloned());
        let elsewhere = changed(2, &|title: &mut Title| title.site = lab());
        let withdrawn = changed(3, &|title: &mut Title| title.status = TitleStatus::Withdrawn);
        for title in [&document, &elsewhere, &withdrawn] {
            add_title(&world.db, title).await;
        }
        assert!(ask(&mara, "zoe", document.id).await.is_none(), "it is private");
        let event = new_event(document.id, "A heading of the document");
        store::reading::record_event(&world.db, zoe.account_id().unwrap(), &event).await.unwrap();
        let person = open_person(&mara, zoe.account_id().unwrap()).await.unwrap();
        let [place] = &person.places[..] else { panic!("{:?}", person.places) };
        assert!(place.is_document && place.item.is_none() && place.event.description.is_none(), "{place:?}");
        assert!(ask(&mara, "zoe", elsewhere.id).await.is_none());
        let seen = ask(&mara, "zoe", withdrawn.id).await.unwrap();
        assert_eq!(closing_codes(&seen)[0], AlertCode::TitleNotLive);
        let ada = new_staff(&world, "ada", Role::Administrator).await;
        let seen = ask(&ada, "zoe", elsewhere.id).await.unwrap();
        assert_eq!(closing_codes(&seen)[0], AlertCode::SiteRestricted);
    }

    async fn staff_create_an_account_unless_the_person_may_have_one(db: Db) {
        let world = World::new(db, None).await;
        let mara = new_staff(&world, "mara", Role::MembershipAssistant).await;
        let born = date(1961, 7, 30);
        let hanna = create(&mara, new_person("hanna@example.org", born)).await;
        let (account, hash) =
            store::accounts::find_by_login(&world.db, "hanna@example.org").await.unwrap().unwrap();
        assert!(hash.is_none() && account.needs_new_password && account.has_role(Role::Individual));
        assert_eq!((&account.id, account.site), (&hanna, site()));
        let page = store::KeyPage { after: None, limit: 10 };
        assert_eq!(store::jobs::list(&world.db, None, &page).await.unwrap().len(), 1, "an email");

        let again = review(&mara, new_person("HANNA@example.org", born)).await;
        let fields = |review: &NewPersonReview| -> Vec<Option<Field>> {
            review.faults.iter().map(|fault| fault.field).collect()
        };
        assert_eq!(fields(&again), [Some(Field::EmailAddress)]);
        assert_eq!(again.email_owner.map(|owner| owner.id), Some(hanna.clone()));
        assert!(again.asks_about_namesakes && again.sites.is_empty());
        // Under another email address it may still be the same person.
        let twin = new_person("ferro@example.org", born);
        let asked = review(&mara, twin.clone()).await;
        assert!(asked.faults.is_empty() && asked.asks_about_namesakes && asked.email_owner.is_none());
        assert_eq!(asked.namesakes[0].id, hanna);
        create(&mara, NewPerson { other_people: vec![hanna], sends_email: false, ..twin }).await;
        assert_eq!(store::jobs::list(&world.db, None, &page).await.unwrap().len(), 1, "no email");
        assert!(duplicates::list(&mara, None).await.unwrap().groups.is_empty(), "they are different people");

        // Faults of single fields and of stored data are reported together.
        let mut minor = new_person("ferro@example.org", date(2020, 1, 1));
        minor.details.state = Change::Set(ShortText("XX".into()));
        let expected = [Field::EmailAddress, Field::State, Field::GuardianFirstName, Field::GuardianLastName];
        assert_eq!(fields(&review(&mara, minor).await), expected.map(Some));
    }

    async fn accounts_are_created_on_the_sites_that_staff_manage(db: Db) {
        let world = World::new(db, None).await;
        let mara = new_staff(&world, "mara", Role::MembershipAssistant).await;
        let ada = new_staff(&world, "ada", Role::Administrator).await;
        let born = date(1961, 7, 30);
        let elsewhere = NewPerson { site: Some(ShortText(lab().0)), ..new_person("lee@example.org", born) };
        let refused = create_person(&mara, elsewhere.clone(), Faults::default()).await;
        assert_eq!(error_key(refused), "FORBIDDEN");
        create(&ada, elsewhere).await;
        let (lee, _) = store::accounts::find_by_login(&world.db, "lee@example.org").await.unwrap().unwrap();
        assert_eq!(lee.site, lab());
        // The email address is taken, by somebody whom the assistant does not know.
        let unknown = review(&mara, new_person("lee@example.org", born)).await;
        assert!(unknown.faults.len() == 1 && unknown.email_owner.is_none() && unknown.namesakes.is_empty());
        let known = review(&ada, new_person("lee@example.org", born)).await;
        assert_eq!((known.email_owner.map(|owner| owner.id), known.sites.len()), (Some(lee.id), 2));
        let other = new_staff(&world, "cora", Role::CollectionAssistant).await;
        let refused = create_person(&other, new_person("new@example.org", born), Faults::default()).await;
        assert_eq!(error_key(refused), "FORBIDDEN");
    }
}
