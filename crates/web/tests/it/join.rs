//! /join: readers and organizations join by themselves (docs/rules/joining.md).

use axum::http::header;
use domain::accounts::{Account, Address, Role};
use domain::admission::{AdmissionRules, CertifierKind};
use domain::ids::SiteId;
use domain::joining::{JoiningRules, OrganizationJoining};
use domain::organization_types::OrganizationType;
use domain::reference_organizations::ReferenceOrganization;
use jiff::SignedDuration;
use secrets::hash_token;
use serde_json::Value;
use store::Db;

use crate::server::{Browser, ResponseText, TestServer, USER_PASSWORD};

const READER: &str = "/join/reader";
const ORGANIZATION: &str = "/join/organization";

const RUTH: [(&str, &str); 5] = [
    ("firstName", "Ruth"),
    ("lastName", "Amsel"),
    ("dateOfBirth", "1984-03-27"),
    ("country", "DE"),
    ("emailAddress", "ruth@example.org"),
];

const SCHOOL: [(&str, &str); 11] = [
    ("organizationName", "Elm School"),
    ("organizationType", "school"),
    ("address1", "1 Elm Street"),
    ("city", "Salem"),
    ("postalCode", "97301"),
    ("country", "US"),
    ("contactFirstName", "Ben"),
    ("contactLastName", "Ode"),
    ("contactTitle", "Librarian"),
    ("emailAddress", "ben@example.org"),
    ("agreement", "yes"),
];

/// An entry of the reference list.
fn alder_creek() -> ReferenceOrganization {
    let address = Address {
        address1: Some("1 Alder Road".into()),
        city: Some("Salem".into()),
        state: Some("US-OR".into()),
        country: Some("US".into()),
        postal_code: Some("97301".into()),
        ..Address::default()
    };
    ReferenceOrganization {
        id: "41-0007".into(),
        name: "Alder Creek School".into(),
        parent_name: Some("Salem District".into()),
        kind: "school".into(),
        address,
        location: None,
    }
}

/// The fields with some of them changed; an empty value takes one out.
fn change_fields<'a>(
    fields: &[(&'a str, &'a str)],
    changes: &[(&'a str, &'a str)],
) -> Vec<(&'a str, &'a str)> {
    let is_changed = |name: &str| changes.iter().any(|(changed, _)| *changed == name);
    let rest = fields.iter().filter(|(name, _)| !is_changed(name));
    rest.chain(changes.iter().filter(|(_, value)| !value.is_empty())).copied().collect()
}

/// A server at which schools may register.
async fn start_server(db: Db) -> TestServer {
    let school = OrganizationType { name: "school".into(), description: "School".into() };
    store::organization_types::set(&db, &school).await.unwrap();
    TestServer::new(db).await
}

async fn submit(server: &TestServer, path: &str, fields: &[(&str, &str)]) -> ResponseText {
    let mut browser = Browser::new(server);
    let page = browser.open(path).await;
    assert_eq!(page.status, 200, "{}", page.body);
    browser.submit_to(path, &page, fields).await
}

/// The address of the link in the only email.
async fn link(server: &TestServer) -> String {
    let [email] = &server.queued_emails().await[..] else { panic!("one email") };
    assert_eq!(email["about"], "joinRequested");
    let id = email["request"].as_str().unwrap();
    store::join_requests::add_key(&server.db, id, &hash_token("k1")).await.unwrap();
    "/join/confirm/k1".to_owned()
}

async fn account(server: &TestServer, name: &str) -> Option<Account> {
    store::accounts::find_by_login(&server.db, name).await.unwrap().map(|(account, _)| account)
}

async fn choose_password(server: &TestServer, link: &str) -> ResponseText {
    let mut browser = Browser::new(server);
    let page = browser.open(link).await;
    assert_eq!(page.status, 200, "{}", page.body);
    browser.submit_to(link, &page, &[("password", USER_PASSWORD), ("repeated", USER_PASSWORD)]).await
}

async fn set_rules(server: &TestServer, readers: bool, organizations: OrganizationJoining) {
    let rules = JoiningRules { readers, organizations };
    assert!(store::sites::set_joining_rules(&server.db, &SiteId::from("service"), rules).await.unwrap());
}

store::db_test! {
    async fn a_reader_joins_by_the_link_of_an_email(db: Db) {
        let server = start_server(db).await;
        let choice = server.get("/join").await;
        assert!(choice.body.contains("href=\"/join/reader\"") && choice.body.contains("href=\"/join/organization\""));
        assert!(server.get("/sign-in").await.body.contains("href=\"/join\""));
        let sent = submit(&server, READER, &RUTH).await;
        assert!(sent.status == 200 && sent.body.contains("<h1>Check your email</h1>"), "{}", sent.body);
        assert!(account(&server, "ruth@example.org").await.is_none(), "not before the link is opened");
        let link = link(&server).await;
        let done = choose_password(&server, &link).await;
        assert!(done.body.contains("<h1>Welcome</h1>") && done.body.contains("/sign-in?back=%2Faccount"));
        let ruth = account(&server, "RUTH@example.org").await.unwrap();
        assert_eq!((ruth.name.first.as_str(), ruth.name.last.as_str()), ("Ruth", "Amsel"));
        assert!(ruth.has_role(Role::Individual) && ruth.date_of_birth.unwrap().to_string() == "1984-03-27");
        assert_eq!(ruth.address.country.as_deref(), Some("DE"));
        assert_eq!(ruth.language.as_deref(), Some("eng"));
        assert!(!ruth.needs_new_password && ruth.guardian.is_none());
        let mut browser = Browser::new(&server);
        let page = browser.authorize(&[]).await;
        assert!(browser.sign_in(&page, "ruth@example.org", USER_PASSWORD).await.body.contains("Approve"));
        assert_eq!(server.get(&link).await.status, 404, "the link works once");
    }

    async fn every_fault_of_the_form_is_shown_together(db: Db) {
        let server = start_server(db).await;
        let page = submit(&server, READER, &[]).await;
        assert_eq!(page.status, 400);
        for field in ["firstName", "lastName", "dateOfBirth", "country", "emailAddress"] {
            assert!(page.body.contains(&format!("<a href=\"#{field}\">")), "{field}");
        }
        for (field, value) in [
            ("dateOfBirth", "27.3.1984"),
            ("dateOfBirth", "2030-01-01"),
            ("dateOfBirth", "1801-01-01"),
            ("country", "XX"),
            ("emailAddress", "ruth"),
        ] {
            let page = submit(&server, READER, &change_fields(&RUTH, &[(field, value)])).await;
            assert_eq!(page.status, 400, "{field}={value}");
            assert_eq!(page.body.matches("<a href=\"#").count(), 1, "{field}: {}", page.body);
        }
        let page = submit(&server, ORGANIZATION, &change_fields(&SCHOOL, &[("agreement", ""), ("organizationType", "x")])).await;
        assert_eq!(page.status, 400);
        assert!(page.body.contains("<a href=\"#agreement\">") && page.body.contains("<a href=\"#organizationType\">"));
        assert!(server.queued_emails().await.is_empty());
    }

    async fn a_minor_names_a_guardian(db: Db) {
        let server = start_server(db).await;
        let child = change_fields(&RUTH, &[("dateOfBirth", "2012-05-01")]);
        let page = submit(&server, READER, &child).await;
        assert_eq!(page.status, 400);
        for field in ["guardianFirstName", "guardianLastName"] {
            assert!(page.body.contains(&format!("<a href=\"#{field}\">")), "{field}");
        }
        let half = change_fields(&RUTH, &[("guardianFirstName", "Ida")]);
        assert_eq!(submit(&server, READER, &half).await.status, 400, "half a name");
        let named = change_fields(&child, &[("guardianFirstName", "Ida"), ("guardianLastName", "Amsel")]);
        assert_eq!(submit(&server, READER, &named).await.status, 200);
        choose_password(&server, &link(&server).await).await;
        let guardian = account(&server, "ruth@example.org").await.unwrap().guardian.unwrap();
        assert_eq!((guardian.first.as_str(), guardian.last.as_str()), ("Ida", "Amsel"));
    }

    async fn the_response_is_the_same_for_every_address_and_for_programs(db: Db) {
        let server = start_server(db).await;
        let fresh = submit(&server, READER, &RUTH).await;
        let taken = submit(&server, READER, &change_fields(&RUTH, &[("emailAddress", "ANN@example.org")])).await;
        let trapped = change_fields(&RUTH, &[("emailAddress", "bot@example.org"), ("website", "https://spam.example")]);
        let trapped = submit(&server, READER, &trapped).await;
        assert!(fresh.body == taken.body && fresh.body == trapped.body && fresh.status == 200);
        let about: Vec<Value> = server.queued_emails().await.iter().map(|email| email["about"].clone()).collect();
        assert_eq!(about, ["joinRequested", "alreadyJoined"], "nothing for a program");
    }

    async fn requests_have_to_wait_and_links_end_after_three_days(db: Db) {
        let server = start_server(db).await;
        let mut page = submit(&server, READER, &RUTH).await;
        let link = link(&server).await;
        for _ in 0..20 {
            if page.status == 429 {
                break;
            }
            page = submit(&server, READER, &RUTH).await;
        }
        assert_eq!(page.status, 429);
        assert!(page.header(header::RETRY_AFTER).parse::<u32>().unwrap() > 0);
        server.advance_clock(SignedDuration::from_hours(71));
        assert_eq!(server.get(&link).await.status, 200);
        server.advance_clock(SignedDuration::from_hours(1));
        let page = server.get(&link).await;
        assert!(page.status == 404 && page.body.contains("more than three days old"), "{}", page.body);
        assert!(store::join_requests::purge(&server.db, server.current_time()).await.unwrap() > 0);
    }

    async fn an_organization_is_registered_and_waits_for_the_staff(db: Db) {
        let server = start_server(db).await;
        assert_eq!(submit(&server, ORGANIZATION, &SCHOOL).await.status, 200);
        let done = choose_password(&server, &link(&server).await).await;
        assert!(done.body.contains("within a few working days"), "{}", done.body);
        let ben = account(&server, "ben@example.org").await.unwrap();
        assert!(ben.has_role(Role::OrganizationSponsor));
        let id = ben.membership.unwrap().organization;
        let school = store::organizations::get(&server.db, &id).await.unwrap().unwrap();
        assert_eq!((school.name.as_str(), school.address.city.as_deref()), ("Elm School", Some("Salem")));
        assert!(school.agreement_signed && school.primary_contact == Some(ben.id));
        assert!(school.suspended && !school.can_create_users, "until staff admit it");
    }

    async fn an_organization_that_needs_no_review_is_served_and_joins_once(db: Db) {
        let server = start_server(db).await;
        set_rules(&server, true, OrganizationJoining::Yes).await;
        submit(&server, ORGANIZATION, &SCHOOL).await;
        assert!(choose_password(&server, &link(&server).await).await.body.contains("Sign in now to add its members"));
        let ben = account(&server, "ben@example.org").await.unwrap();
        let id = ben.membership.unwrap().organization;
        let school = store::organizations::get(&server.db, &id).await.unwrap().unwrap();
        assert!(!school.suspended && school.can_create_users);
        submit(&server, ORGANIZATION, &change_fields(&SCHOOL, &[("emailAddress", "mia@example.org")])).await;
        let second = server.queued_emails().await.pop().unwrap();
        store::join_requests::add_key(&server.db, second["request"].as_str().unwrap(), &hash_token("k2")).await.unwrap();
        let again = choose_password(&server, "/join/confirm/k2").await;
        assert!(again.body.contains("<h1>The organization is registered already</h1>"), "{}", again.body);
        assert!(account(&server, "mia@example.org").await.is_none());
    }

    async fn an_organization_is_found_in_the_list_and_registered_once(db: Db) {
        let server = start_server(db).await;
        set_rules(&server, true, OrganizationJoining::Yes).await;
        let mut tx = server.db.begin().await.unwrap();
        store::reference_organizations::upsert_many(&mut tx, &[alder_creek()]).await.unwrap();
        tx.commit().await.unwrap();
        assert!(server.get("/join").await.body.contains("href=\"/join/organization/find\""));
        let found = server.get("/join/organization/find?name=alder&city=SALEM").await;
        assert!(found.body.contains("Alder Creek School, 1 Alder Road, Salem, US-OR, Salem District"), "{}", found.body);
        let form = "/join/organization?reference=41-0007";
        assert!(found.body.contains(&format!("href=\"{form}\"")) && found.body.contains("href=\"/join/organization\""));
        assert!(server.get("/join/organization/find?name=birch").await.body.contains("Nothing was found."));
        let mut browser = Browser::new(&server);
        let page = browser.open(form).await;
        for value in ["Alder Creek School", "1 Alder Road", "97301", "41-0007"] {
            assert!(page.body.contains(&format!("value=\"{value}\"")), "{value}: {}", page.body);
        }
        let changes = [("organizationName", "Alder Creek School"), ("address1", "1 Alder Road"), ("reference", "41-0007")];
        assert_eq!(browser.submit_to(ORGANIZATION, &page, &change_fields(&SCHOOL, &changes)).await.status, 200);
        choose_password(&server, &link(&server).await).await;
        let ben = account(&server, "ben@example.org").await.unwrap();
        let school = store::organizations::get(&server.db, &ben.membership.unwrap().organization).await.unwrap().unwrap();
        assert_eq!((school.reference_org_id.as_deref(), school.address.state.as_deref()), (Some("41-0007"), Some("US-OR")));
        let again = server.get(form).await;
        assert!(again.body.contains("Alder Creek School is registered with this library already."), "{}", again.body);
        assert!(!again.body.contains("Ode") && !again.body.contains("<form"), "whom to ask, without a name");
    }

    async fn the_page_says_who_may_confirm_and_what_is_open_meanwhile(db: Db) {
        let server = start_server(db).await;
        assert!(!server.get("/join").await.body.contains("accepts confirmations by"));
        let rules = AdmissionRules {
            certifiers: [CertifierKind::Physician, CertifierKind::Librarian].into(),
            provisional_days: 14,
            ..AdmissionRules::default()
        };
        assert!(store::sites::set_admission_rules(&server.db, &SiteId::from("service"), &rules).await.unwrap());
        let page = server.get("/join").await;
        assert!(page.body.contains("accepts confirmations by: Physician, Librarian."), "{}", page.body);
        assert!(page.body.contains("You can borrow books for 14 days while your proof is checked."));
    }

    async fn nobody_joins_where_the_operator_does_not_allow_it(db: Db) {
        let server = start_server(db).await;
        submit(&server, READER, &RUTH).await;
        let link = link(&server).await;
        set_rules(&server, false, OrganizationJoining::No).await;
        for path in [READER, ORGANIZATION] {
            assert_eq!(server.get(path).await.status, 404, "{path}");
        }
        assert!(server.get("/join").await.body.contains("Please ask them"));
        let late = choose_password(&server, &link).await;
        assert_eq!(late.status, 404, "a link that was sent before");
        assert!(account(&server, "ruth@example.org").await.is_none());
    }

    async fn nobody_joins_by_mail_at_a_library_without_mail(db: Db) {
        let server = TestServer::with_settings(db, |settings| settings.sends_mail = false).await;
        assert!(server.get("/join").await.body.contains("Please ask them"));
        assert_eq!(server.get(READER).await.status, 404);
    }

    async fn countries_are_named_in_the_language_of_the_page(db: Db) {
        let server = start_server(db).await;
        for (language, name) in [("en", "Germany"), ("fr", "Allemagne"), ("es", "Alemania"), ("de", "Deutschland")] {
            let page = Browser::with_language(&server, language).open(READER).await;
            assert!(page.body.contains(&format!("<option value=\"DE\">{name}</option>")), "{language}");
        }
    }
}
